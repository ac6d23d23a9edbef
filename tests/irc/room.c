/* room.c - an IRC server, the bot and people on it. */
#include "tests/irc/room.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

#include <cmocka.h>

#include "bot/text/nametext.h"

/* ROOM_RELAYED: longest line in bytes, with CR LF. ROOM_TAIL: bytes of a transcript to show. */
enum { ROOM_RELAYED = 512, ROOM_TAIL = 1500, ROOM_MOVE = 64 };

static const char room_bot[] = "mitaines";

void room_fail(const struct room *room, const char *why, const char *what)
{
	bot_tell(&room->bot);
	for (unsigned i = 0; i < room->count; i++) {
		const struct client *client = &room->people[i].client;
		size_t begin = client->length > ROOM_TAIL ? client->length - ROOM_TAIL : 0;
		fprintf(stderr, "transcript of %s:\n%s\n", client->nick,
			client->transcript != NULL ? client->transcript + begin : "");
	}
	fail_msg("%s: %s", why, what);
}

/* ---- reading ---- */

/* Counts the moves that a line tells: `[1] anna plays 9D. bot1 plays TC.` */
static unsigned tells_plays(const struct line *line)
{
	unsigned count = 0;
	card c;
	for (const char *at = line->text; (at = strstr(at, " plays ")) != NULL;) {
		at += strlen(" plays ");
		count += card_read(&at, &record_words, &c);
	}
	return count;
}

/* Updates a player's knowledge from a line, and fails if the line shows them a foreign hand. */
static void take(struct room *room, struct player *player, const struct line *line)
{
	struct client *client = &player->client;
	bool public = line->to[0] == '#';
	if (strlen(line->whole) + 2 > ROOM_RELAYED)
		room_fail(room, "longer than a line may be", line->whole);
	if (!line_said_by(line, room_bot))
		return;
	if (public && strstr(line->text, "Your ") != NULL)
		room_fail(room, "a hand for all to see", line->whole);
	if (!public &&
		(client == &room->people[ROOM_OWL].client || strcmp(line->to, client->nick) != 0))
		room_fail(room, "a private word to somebody else", line->whole);
	if (!public)
		player_learn(player, line->text);
	else if (client == &room->people[ROOM_OWL].client)
		room->played += tells_plays(line);
}

/* Reads the next available line of any player. Returns the player, or NULL. */
static struct player *room_next(struct room *room, struct line *line)
{
	for (unsigned i = 0; i < room->count; i++) {
		struct player *player = &room->people[room->next++ % room->count];
		const char *whole = client_wait(&player->client, "", 0);
		/* When the connection closes, client_wait returns NULL, but has added a last line,
		 * "(closed)". */
		if (whole == NULL && player->client.seen < player->client.length)
			whole = client_wait(&player->client, "", 0);
		if (whole == NULL)
			continue;
		if (!line_read(line, whole))
			room_fail(room, "no line at all", whole);
		take(room, player, line);
		return player;
	}
	return NULL;
}

struct player *room_try(struct room *room, struct line *line, int milliseconds)
{
	long deadline = bot_clock() + milliseconds;
	for (;;) {
		struct player *player = room_next(room, line);
		long left = deadline - bot_clock();
		if (player != NULL || left <= 0)
			return player;
		struct pollfd fds[ROOM_PEOPLE];
		for (unsigned i = 0; i < room->count; i++)
			fds[i] = (struct pollfd){ .fd = room->people[i].client.fd,
				.events = POLLIN };
		poll(fds, room->count, (int)left);
	}
}

struct player *room_hear(struct room *room, struct line *line)
{
	struct player *player = room_try(room, line, BOT_PATIENCE);
	if (player == NULL)
		room_fail(room, "nobody hears anything", "");
	return player;
}

/* Returns the next line in a player's transcript with `part`, from this sender or from any
 * (NULL). */
static const char *find(struct player *player, const char *from, const char *part)
{
	const struct client *client = &player->client;
	while (player->found < client->seen) {
		const char *line = client->transcript + player->found;
		size_t length = strcspn(line, "\n");
		player->found += length + 1;
		snprintf(player->answer, sizeof player->answer, "%.*s", (int)length, line);
		if (strncmp(line, "> ", 2) != 0 && strstr(player->answer, part) != NULL &&
			(from == NULL ||
				(line[0] == ':' && strncmp(line + 1, from, strlen(from)) == 0)))
			return player->answer;
	}
	return NULL;
}

static const char *expect_from(
	struct room *room, struct player *player, const char *from, const char *part)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	const char *line;
	struct line heard;
	while ((line = find(player, from, part)) == NULL) {
		long left = deadline - bot_clock();
		if (left <= 0 || room_try(room, &heard, (int)left) == NULL)
			room_fail(room, player->client.nick, part);
	}
	return line;
}

const char *room_expect(struct room *room, struct player *player, const char *part)
{
	return expect_from(room, player, NULL, part);
}

unsigned room_count(const struct player *player, size_t since, const char *part)
{
	const struct client *client = &player->client;
	char line[PLAYER_LINE];
	unsigned count = 0;
	while (since < client->length) {
		size_t length = strcspn(client->transcript + since, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, client->transcript + since);
		since += length + 1;
		count += strncmp(line, "> ", 2) != 0 && strstr(line, part) != NULL;
	}
	return count;
}

/* ---- coming and going ---- */

struct room *room_new(void)
{
	struct room *room = calloc(1, sizeof *room);
	assert_non_null(room);
	bot_open(&room->bot);
	if (getrandom(&room->chance.seed, sizeof room->chance.seed, 0) < 0)
		abort();
	return room;
}

void room_fill(struct room *room, int port, const char *networks)
{
	room->port = port;
	room_enter(room, "owl");
	bot_configure_networks(&room->bot, networks);
	room_start_bot(room);
}

int room_open(void **state)
{
	char network[BOT_ENTRY];
	struct room *room = room_new();
	*state = room;
	ircd_start(&room->server, IRCD_PLAIN, 0);
	bot_network(network, sizeof network, "local", room->server.port, "\"#t\", \"#u\"", "");
	room_fill(room, room->server.port, network);
	return 0;
}

void room_empty(struct room *room)
{
	bot_kill(&room->bot);
	for (unsigned i = 0; i < room->count; i++) {
		struct client *client = &room->people[i].client;
		client_send(client, "QUIT");
		while (client_wait(client, "", BOT_PATIENCE) != NULL)
			;
	}
}

int room_close(void **state)
{
	struct room *room = *state;
	for (unsigned i = 0; i < room->count; i++)
		client_close(&room->people[i].client);
	bot_close(&room->bot);
	if (room->server.port != 0)
		ircd_end(&room->server);
	free(room);
	return 0;
}

void room_start_bot(struct room *room)
{
	bot_start(&room->bot);
	expect_from(room, &room->people[ROOM_OWL], room_bot, " JOIN ");
}

void room_see_bot_gone(struct room *room)
{
	for (unsigned i = 0; i < room->count; i++) {
		if (room->people[i].client.fd >= 0)
			expect_from(room, &room->people[i], room_bot, " QUIT ");
		room->people[i].turn = false;
	}
}

void room_kill_bot(struct room *room)
{
	bot_kill(&room->bot);
	room_see_bot_gone(room);
}

static void come(struct room *room, struct player *player, const char *nick)
{
	if (!client_open(&player->client, room->port, nick))
		room_fail(room, "cannot come in", nick);
	client_send(&player->client, "JOIN #t,#u");
	room_expect(room, player, " #u :End of");
}

struct player *room_enter(struct room *room, const char *nick)
{
	assert_in_range(room->count, 0, ROOM_PEOPLE - 1);
	struct player *player = &room->people[room->count++];
	come(room, player, nick);
	return player;
}

void room_return(struct room *room, struct player *player, const char *nick)
{
	player->found = 0;
	player->turn = false;
	come(room, player, nick);
}

/* ---- saying ---- */

void room_say(struct player *player, const char *text)
{
	client_say(&player->client, "#t", text);
}

void room_whisper(struct player *player, const char *text)
{
	client_say(&player->client, room_bot, text);
}

const char *room_ask(struct room *room, struct player *player, const char *text, const char *part)
{
	room_say(player, text);
	return room_expect(room, player, part);
}

const char *room_ask_alone(
	struct room *room, struct player *player, const char *text, const char *part)
{
	room_whisper(player, text);
	return room_expect(room, player, part);
}

void room_expect_log(struct room *room, const char *part)
{
	if (!bot_logged(&room->bot, part, BOT_PATIENCE))
		room_fail(room, "not logged", part);
}

void room_move(struct room *room, struct player *player)
{
	char move[ROOM_MOVE];
	char text[ROOM_MOVE * 2];
	bool public = chance_below(&room->chance, 2) == 0;
	player_choose(player, &room->chance, move, sizeof move);
	snprintf(text, sizeof text, "%s%s", public ? "!p " : "p ", move);
	player->turn = false;
	if (public)
		room_say(player, text);
	else
		room_whisper(player, text);
}

struct player *room_mover(struct room *room, struct player *one, struct player *other)
{
	struct line line;
	while (!one->turn && !other->turn)
		room_hear(room, &line);
	return one->turn ? one : other;
}

static void move_all(struct room *room)
{
	for (unsigned i = 0; i < room->count; i++)
		if (room->people[i].turn)
			room_move(room, &room->people[i]);
}

const char *room_play(struct room *room, struct player *player, const char *part)
{
	const char *line;
	struct line heard;
	while ((line = find(player, NULL, part)) == NULL) {
		move_all(room);
		room_hear(room, &heard);
	}
	return line;
}

void room_play_moves(struct room *room, unsigned moves)
{
	unsigned end = room->played + moves;
	struct line heard;
	while (room->played < end) {
		move_all(room);
		room_hear(room, &heard);
	}
}

void room_table(
	struct room *room, struct player *const *players, unsigned count, const char *catalog)
{
	char text[ROOM_MOVE + sizeof players[0]->client.nick];
	snprintf(text, sizeof text, "!new %s", catalog);
	room_ask(room, players[0], text, " opens a table");
	struct string sits = STRING_EMPTY;
	for (unsigned i = 1; i < count; i++) {
		string_clear(&sits);
		nametext_add(&sits, players[i]->client.nick);
		string_add(&sits, " sits down");
		room_ask(room, players[i], "!join", sits.bytes);
	}
	string_free(&sits);
	room_ask(room, players[0], "!start", " 1: ");
}

void room_begin(struct room *room, struct player *one, struct player *other, const char *target,
	unsigned moves)
{
	room_table(room, (struct player *[]){ one, other }, 2, target);
	room_play_moves(room, moves);
	if (room_mover(room, one, other) == other)
		room_move(room, other);
	assert_ptr_equal(room_mover(room, one, other), one);
}
