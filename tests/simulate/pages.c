/* pages.c - replaces `mitaines web` at the bot's socket: people tap moves on the pages of their
 * seats, and the checks compare these pages with the tables. */
#include "tests/simulate/pages.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "bot/match/exercise.h"
#include "bot/surface/seat_view.h"
#include "tests/simulate/guests.h"
#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"
#include "tests/stage/hidden.h"

/*
 * PAGES_FD + 1 is the first descriptor. PAGES_TRIES: most taps for one view. The others are ms:
 * PAGES_NET is the longest way of a tap to the bot, PAGES_THINK the longest time before a tap,
 * PAGES_AGAIN the pause before the next tap, PAGES_LATE the longest time until the bot answers, and
 * PAGES_WRONG the longest time for which a page may be out of date.
 */
enum {
	PAGES_FD = 1 << 23,
	PAGES_NET = 60,
	PAGES_THINK = 10000,
	PAGES_AGAIN = 15000,
	PAGES_LATE = 30000,
	PAGES_WRONG = 5000,
	PAGES_TRIES = 8
};

static struct pages *pages(void)
{
	return &world()->pages;
}

static unsigned below(unsigned limit)
{
	return chance_below(&pages()->chance, limit);
}

void pages_open(struct pages *pages)
{
	*pages = (struct pages){ .chance = { chance_part(world()->setting.seed, 70) },
		.in = STRING_EMPTY,
		.out = STRING_EMPTY };
}

void pages_clear(struct pages *pages)
{
	for (unsigned i = 0; i < pages->seats; i++)
		string_free(&pages->seat[i].view);
	string_free(&pages->in);
	string_free(&pages->out);
}

struct page_seat *pages_seat(const char *hash)
{
	struct pages *here = pages();
	for (unsigned i = 0; i < here->seats; i++)
		if (strcmp(here->seat[i].hash, hash) == 0)
			return &here->seat[i];
	if (here->seats == PAGES_SEATS)
		return NULL;
	struct page_seat *seat = &here->seat[here->seats++];
	*seat = (struct page_seat){ .view = STRING_EMPTY, .connection = here->connections };
	snprintf(seat->hash, sizeof seat->hash, "%s", hash);
	return seat;
}

/* ---- moves ---- */

/* Ends the connection to the bot and drops the open requests, which will get no answer. */
static void hang_up(void)
{
	struct pages *here = pages();
	memset(here->ask, 0, sizeof here->ask);
	string_clear(&here->in);
	string_clear(&here->out);
	here->taken = 0;
	here->fd = 0;
	here->ready = here->late = false;
}

/* Delivers bytes to the bot, unless they were sent on an earlier connection. */
static void arrive(struct incident *incident)
{
	if (pages()->fd != 0 && (int)incident->number == pages()->connections)
		string_add_bytes(&pages()->in, incident->bytes, incident->length);
}

struct page_ask *pages_ask(void)
{
	struct pages *here = pages();
	unsigned free = 0;
	while (free < PAGES_ASKS && here->ask[free].id != 0)
		free++;
	if (here->fd == 0 || !here->ready || free == PAGES_ASKS)
		return NULL;
	here->ask[free] = (struct page_ask){ .id = ++here->asked, .at = world()->now };
	return &here->ask[free];
}

void pages_send_ask(const char *members, const struct page_ask *ask)
{
	char line[400];
	snprintf(line, sizeof line, "{\"ask\":%lld,%s}\n", (long long)ask->id, members);
	world_later(
		below(PAGES_NET), arrive, NULL, (uint64_t)pages()->connections, line, strlen(line));
}

static const char *name_of(const struct page_seat *seat)
{
	return seat->human != NULL       ? seat->human->name
		: seat->guest[0] != '\0' ? seat->guest
					 : "somebody";
}

/* Sends a request from the page of a seat. `what` is "move" or "leave", `n` the number of moves
 * that the page shows. `legal`: the bot must accept the request. */
static void request(
	struct page_seat *seat, const char *what, int64_t n, const char *say, bool legal)
{
	char members[300];
	struct page_ask *ask = pages_ask();
	if (ask == NULL)
		return;
	ask->seat = seat;
	ask->ended = seat->ended;
	ask->legal = legal;
	ask->n = n;
	snprintf(ask->say, sizeof ask->say, "%s", say);
	world_mutter("%s taps %s after move %lld of match %lld", name_of(seat), say, (long long)n,
		(long long)seat->match);
	/* The bot limits guests by address, so each seat has its own. */
	snprintf(members, sizeof members,
		"\"do\":\"%s\",\"seat\":\"%s\",\"n\":%lld,\"say\":\"%s\","
		"\"address\":\"192.0.2.%u\"",
		what, seat->hash, (long long)n, say, (unsigned)(seat - pages()->seat));
	pages_send_ask(members, ask);
}

static void post(struct page_seat *seat, int64_t n, const char *say, bool legal)
{
	request(seat, "move", n, say, legal);
}

void pages_leave(struct page_seat *seat)
{
	request(seat, "leave", seat->n, "leave", false);
}

/* Replaces message keys by the words of commands: "(act.place) 9C" becomes "place 9C". */
static void use_words(char say[PAGES_SAY])
{
	char *key;
	while ((key = strchr(say, '(')) != NULL && strcspn(key, ".") < strcspn(key, ")")) {
		char *word = strchr(key, '.') + 1;
		size_t length = strcspn(word, ")");
		const char *rest = word + length + (word[length] == ')');
		memmove(key, word, length);
		memmove(key + length, rest, strlen(rest) + 1);
	}
}

/* Writes a random legal move of the seat's view, or gives the first three cards in an exchange.
 * Returns false if the view has no move. */
static bool choose(const struct page_seat *seat, char say[PAGES_SAY])
{
	json_t *view = json_loads(seat->view.bytes, 0, NULL);
	const json_t *moves = json_object_get(view, "moves"), *hand = json_object_get(view, "hand");
	size_t count = json_array_size(moves);
	size_t exchange = (size_t)json_integer_value(json_object_get(view, "exchange"));
	say[0] = '\0';
	if (count > 0)
		snprintf(say, PAGES_SAY, "%s",
			json_string_value(json_object_get(
				json_array_get(moves, below((unsigned)count)), "move")));
	else if (exchange == 3 && json_array_size(hand) > 3)
		snprintf(say, PAGES_SAY, "give %s %s %s",
			json_string_value(json_object_get(json_array_get(hand, 0), "card")),
			json_string_value(json_object_get(json_array_get(hand, 1), "card")),
			json_string_value(json_object_get(json_array_get(hand, 2), "card")));
	json_decref(view);
	use_words(say);
	return say[0] != '\0';
}

/* Makes a move, at times with a fault of a person, a browser or a network before it. */
static void play(struct page_seat *seat)
{
	static const char *const others[] = { "9C", "leave", "stop", "hand", "seat", "p 1", "keep",
		"K\xc2\xa0", "forget me yes" };
	char say[PAGES_SAY];
	if (!choose(seat, say))
		return;
	switch (below(8)) {
	case 0: /* the same tap twice */ post(seat, seat->n, say, true); break;
	case 1: /* a page out of date */ post(seat, seat->n - 1, say, false); break;
	case 2: /* a tap in another tab */ post(seat, seat->n, others[below(9)], false); break;
	case 3: /* a move in chat at the same moment */
		if (seat->human != NULL)
			human_say(seat->human, below(2) == 0, "!p 1");
		break;
	default: break;
	}
	post(seat, seat->n, say, true);
}

/* Taps a move on the page, unless it shows another view than incident->number by now. */
static void tap(struct incident *incident)
{
	struct page_seat *seat = incident->subject;
	if (!seat->turn || seat->ended || seat->serial != incident->number ||
		seat->tries >= PAGES_TRIES)
		return;
	seat->tries++;
	play(seat);
	world_later(PAGES_AGAIN, tap, seat, seat->serial, NULL, 0);
}

void pages_play(struct page_seat *seat)
{
	if (seat->human != NULL || (seat->guest[0] != '\0' && !seat->gone))
		world_later(300 + below(PAGES_THINK), tap, seat, seat->serial, NULL, 0);
}

void pages_hash(const char *text, char hash[SEAT_HASH])
{
	char key[SEAT_KEY];
	uint8_t bytes[STORE_KEY_HASH];
	snprintf(key, sizeof key, "%s", text);
	seat_key_hash(key, bytes);
	seat_key_write_hash(bytes, hash);
}

void pages_hear(struct human *human, const char *text)
{
	static const char mark[] = PAGES_URL "/seat/";
	const char *link = strstr(text, mark);
	char hash[SEAT_HASH];
	guests_hear(human, text);
	if (link == NULL)
		return;
	pages_hash(link + strlen(mark), hash);
	struct page_seat *seat = pages_seat(hash);
	if (seat == NULL)
		return;
	seat->human = human;
	pages_play(seat);
}

/* ---- lines of the bot ---- */

static const struct seat_key *key_of(const struct page_seat *seat)
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_read_hash(seat->hash, hash);
	return seat_keys_find(&world()->app->lobby.seat_keys, hash);
}

/* Returns the deal or other exercise on a page, or NULL for the seat of a match. */
static const struct exercise *exercise_of(const struct page_seat *seat)
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_read_hash(seat->hash, hash);
	return exercise_find_key(&world()->app->lobby, hash);
}

/* Returns the table of a match, even if it is about to close, or NULL. */
static struct table *table_of(int64_t match)
{
	const struct tables *tables = &world()->app->lobby.tables;
	for (size_t i = 0; i < tables->count; i++)
		if (tables->table[i]->match == match)
			return tables->table[i];
	return NULL;
}

/* Checks that a view is for a valid key, shows the last move, and names no card that is hidden from
 * its seat. */
static void check_cards(struct page_seat *seat, json_t *view)
{
	const struct exercise *exercise = exercise_of(seat);
	const struct seat_key *key = exercise != NULL ? &exercise->key : key_of(seat);
	struct table *table = exercise != NULL ? exercise->table
		: key != NULL                  ? table_of(key->row.match)
					       : NULL;
	unsigned at = table != NULL ? seat_keys_seat(table, key) : SEAT_NONE;
	cards hidden = CARDS_ALL;
	if (key == NULL || (table != NULL && at == SEAT_NONE) ||
		(table == NULL && key->row.ends == 0)) {
		world_fault(
			"the pages are shown the seat of an ended key: %.300s", seat->view.bytes);
		return;
	}
	/* The bot shows the view of an ended match again when the offer of a rematch changes. The
	 * cards in the view were checked when the match ended. */
	if (table == NULL)
		return;
	if (table_state(table)->hand > 0)
		hidden = hidden_from(table, at);
	/* Do not check the lines of chat, which may name cards of an earlier hand. */
	json_object_del(view, "lines");
	char *text = json_dumps(view, 0);
	cards leak = reader_written(text, &english_words) & hidden;
	if (leak != 0)
		world_fault("card %u is not for the page of seat %u: %.400s", cards_first(leak), at,
			text);
	if (table != NULL && !table->closed && seat->n != table->moves)
		world_fault("a page shows match %lld after move %lld of %u", (long long)seat->match,
			(long long)seat->n, table->moves);
	free(text);
}

static void see_view(struct page_seat *seat, json_t *view)
{
	char *text = json_dumps(view, 0);
	string_clear(&seat->view);
	string_add(&seat->view, text);
	free(text);
	seat->shown = true;
	/* Take the match from the key, because a view has the number of its match only if the match
	 * has a page. */
	if (key_of(seat) != NULL)
		seat->match = key_of(seat)->row.match;
	seat->table = (unsigned)json_integer_value(json_object_get(view, "table"));
	seat->n = json_integer_value(json_object_get(view, "n"));
	seat->turn = json_is_true(json_object_get(view, "your_turn"));
	seat->tries = 0;
	seat->serial++;
	if (seat->ended)
		world_fault("a seat is shown whose key has ended: %.300s", seat->view.bytes);
	if (!pages()->late)
		check_cards(seat, view);
	if (seat->turn)
		pages_play(seat);
}

/* Checks that the journal has a move that the bot accepted from a page, and that it did not accept
 * it twice. */
static void check_done(struct page_ask *ask)
{
	struct world *here = world();
	struct page_seat *seat = ask->seat;
	const struct journal_match *match = journal_find(&here->journal, seat->match);
	cards said = reader_written(ask->say, &english_words);
	/* The moves of deals are not in the journal; deals.c checks them. */
	if (here->forgotten || seat->match == 0)
		return;
	if (match == NULL || (int64_t)match->moves <= ask->n ||
		(said != 0 && reader_written(match->move[ask->n], &english_words) != said))
		world_fault("match %lld: %s, tapped after move %lld, is not in the journal",
			(long long)seat->match, ask->say, (long long)ask->n);
	if (ask->n < seat->done)
		world_fault("match %lld: a move after move %lld is played twice",
			(long long)seat->match, (long long)ask->n);
	seat->done = ask->n + 1;
	here->pages.played++;
}

static void see_answer(struct page_ask *ask, int64_t status, const char *say)
{
	struct page_seat *seat = ask->seat;
	world_mutter("the page of %s is answered %lld %s", name_of(seat), (long long)status, say);
	if (status == 429 && seat->human != NULL)
		seat->human->flooded = world()->now;
	if (status == 200 && strcmp(ask->say, SEAT_VIEW_RETURN) != 0 &&
		strcmp(ask->say, "leave") != 0)
		check_done(ask);
	if (ask->ended && status != 404 && status != 503)
		world_fault("an ended key is answered %lld %s", (long long)status, say);
	if (!seat->ended && seat->shown && status == 404)
		world_fault("a key that has not ended is answered 404");
	const struct table *table = table_of(seat->match);
	if (status == 422 && ask->legal && table != NULL && !table->closed &&
		table->moves == ask->n)
		world_fault("match %lld: %s is legal after move %lld, and refused: %s",
			(long long)seat->match, ask->say, (long long)ask->n, say);
}

/* Handles the bot's message that it has shown all seats. A key from an earlier connection has ended
 * if the bot has not shown its seat on this one. */
static void see_ready(void)
{
	struct pages *here = pages();
	here->ready = true;
	for (unsigned i = 0; i < here->seats; i++)
		here->seat[i].ended |=
			!here->seat[i].shown && here->seat[i].connection < here->connections;
}

static void see_reply(int64_t id, const json_t *line)
{
	struct page_ask *ask = pages()->ask;
	int64_t status = json_integer_value(json_object_get(line, "status"));
	const char *say = json_string_value(json_object_get(line, "say"));
	while (ask < pages()->ask + PAGES_ASKS && ask->id != id)
		ask++;
	if (ask == pages()->ask + PAGES_ASKS)
		return;
	if (ask->link != NULL)
		guests_answer(ask, status, json_string_value(json_object_get(line, "key")));
	else
		see_answer(ask, status, say != NULL ? say : "");
	ask->id = 0;
}

static void see_line(const char *text)
{
	json_t *line = json_loads(text, 0, NULL), *view = json_object_get(line, "view");
	const char *hash = json_string_value(json_object_get(line, "seat"));
	int64_t reply = json_integer_value(json_object_get(line, "reply"));
	struct page_seat *seat = hash != NULL ? pages_seat(hash) : NULL;
	if (line == NULL)
		world_fault("the pages cannot read %.300s", text);
	if (seat != NULL && view != NULL)
		see_view(seat, view);
	else if (seat != NULL)
		seat->ended = true;
	else if (json_is_true(json_object_get(line, "ready")))
		see_ready();
	else if (reply > 0)
		see_reply(reply, line);
	json_decref(line);
}

/* ---- the socket ---- */

int pages_connect(const char *path)
{
	static const char end[] = "-seats";
	struct world *here = world();
	size_t length = strlen(path);
	if (!here->setting.pages || world_ended() || here->now < here->pages.down ||
		length < strlen(end) || strcmp(path + length - strlen(end), end) != 0) {
		errno = ECONNREFUSED;
		return -1;
	}
	hang_up();
	for (unsigned i = 0; i < here->pages.seats; i++)
		here->pages.seat[i].shown = false;
	return here->pages.fd = PAGES_FD + ++here->pages.connections;
}

bool pages_owns(int fd)
{
	return world() != NULL && fd > PAGES_FD && fd <= PAGES_FD + pages()->connections;
}

unsigned pages_ready(int fd)
{
	const struct pages *here = pages();
	if (fd != here->fd)
		return WIRE_READ;
	return (here->in.length > here->taken ? WIRE_READ : 0u) |
		(world()->now >= here->deaf ? WIRE_WRITE : 0u);
}

long pages_recv(int fd, void *bytes, size_t room)
{
	struct pages *here = pages();
	size_t count = here->in.length - here->taken;
	if (fd != here->fd || world_ended())
		return 0;
	if (count == 0) {
		errno = EAGAIN;
		return -1;
	}
	count = count < room ? count : room;
	memcpy(bytes, here->in.bytes + here->taken, count);
	here->taken += count;
	if (here->taken == here->in.length) {
		string_clear(&here->in);
		here->taken = 0;
	}
	return (long)count;
}

long pages_send(int fd, const void *bytes, size_t length)
{
	struct pages *here = pages();
	char *end;
	if (fd != here->fd || world_ended()) {
		errno = EPIPE;
		return -1;
	}
	if (world()->now < here->deaf) {
		here->late = true;
		errno = EAGAIN;
		return -1;
	}
	string_add_bytes(&here->out, bytes, length);
	while (!world_ended() && (end = strchr(here->out.bytes, '\n')) != NULL) {
		*end = '\0';
		see_line(here->out.bytes);
		string_keep_range(
			&here->out, (size_t)(end - here->out.bytes) + 1, here->out.length);
	}
	here->late = false;
	return (long)length;
}

int pages_close(int fd)
{
	if (fd == pages()->fd)
		hang_up();
	return 0;
}

/* ---- checks over time ---- */

/* Checks that the page of a seat shows the last move within PAGES_WRONG ms. */
static void look_at_seat(struct page_seat *seat, const struct table *table)
{
	uint64_t now = world()->now;
	if (seat->shown && seat->n == table->moves)
		seat->wrong = 0;
	else if (seat->wrong == 0)
		seat->wrong = now;
	else if (now > seat->wrong + PAGES_WRONG)
		world_fault("match %lld: a page shows move %lld of %u", (long long)table->match,
			(long long)seat->n, table->moves);
}

void pages_look(void)
{
	struct pages *here = pages();
	uint64_t now = world()->now;
	bool busy = here->fd == 0 || !here->ready || now < here->deaf + PAGES_LATE ||
		now < world()->awake + PAGES_LATE;
	for (unsigned i = 0; !busy && i < PAGES_ASKS; i++)
		if (here->ask[i].id != 0 && now > here->ask[i].at + PAGES_LATE)
			world_fault("a page's request is not answered: %s", here->ask[i].say);
	for (unsigned i = 0; i < here->seats; i++) {
		struct page_seat *seat = &here->seat[i];
		const struct table *table = seat->ended ? NULL : table_of(seat->match);
		if (busy || table == NULL || table->closed)
			seat->wrong = 0;
		else
			look_at_seat(seat, table);
	}
}

void pages_restore(void)
{
	struct pages *here = pages();
	for (unsigned i = 0; i < here->seats; i++) {
		here->seat[i].ended = false;
		here->seat[i].done = 0;
	}
	for (unsigned i = 0; i < PAGES_LINKS; i++)
		here->link[i].used = false;
}

/* ---- steps ---- */

void pages_ask_link(struct chance *chance)
{
	static const char *const words[] = { "seat", "seat", "seat #1", "seat #2", "set seat on",
		"seat off" };
	struct human *human = human_any(chance);
	const char *word = words[chance_below(chance, 6)];
	world_tell("%s says %s", human->name, word);
	human_say(human, false, "%s", word);
}

/* Sends a move from each page at once, also from pages with an ended key. */
void pages_tap_all(struct chance *chance)
{
	struct pages *here = pages();
	(void)chance;
	world_tell("all pages send a move");
	for (unsigned i = 0; i < here->seats; i++) {
		struct page_seat *seat = &here->seat[i];
		char say[PAGES_SAY];
		if (seat->view.length > 0 && choose(seat, say))
			post(seat, seat->n, say, seat->turn);
		else
			post(seat, seat->n, "p 1", false);
	}
}

void pages_restart(struct chance *chance)
{
	unsigned seconds = chance_below(chance, 20);
	world_tell("`mitaines web` is restarted, and gone for %u s", seconds);
	pages()->down = world()->now + seconds * WORLD_SECOND;
	hang_up();
}

/* Does nothing. The event makes the bot's loop look at the socket, which can be written again. */
static void hear_again(struct incident *incident)
{
	(void)incident;
}

void pages_deafen(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 60);
	world_tell("`mitaines web` reads nothing for %u s", seconds);
	pages()->deaf = world()->now + seconds * WORLD_SECOND;
	world_later(seconds * WORLD_SECOND, hear_again, NULL, 0, NULL, 0);
}
