/* human.c - acts of a simulated person, and the person's reactions to the bot's lines. */
#include "tests/simulate/human.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/simulate/pages.h"
#include "tests/simulate/password.h"
#include "tests/simulate/world.h"

/* ms: HUMAN_PAUSE, longest delay of a reaction; HUMAN_AGAIN, pause before another try of a move,
 * and HUMAN_SOON, that pause at a terminal. HUMAN_TRIES: most tries of a move. */
enum { HUMAN_PAUSE = 20000, HUMAN_AGAIN = 15000, HUMAN_SOON = 5000, HUMAN_TRIES = 20 };

static const char *const names[WORLD_HUMANS + HOME_PEOPLE] = { "anna", "luc", "rose", "yves", "zoe",
	"paul", "eve", "max", "ines", "hugo", "lea", "tom", "mia", "noe", "ada", "guy", "kim",
	"lou", "ben", "ida", "jan", "pia", "sam", "uma" };

void human_open(struct human *human, unsigned number)
{
	bool matrix = number >= WORLD_HUMANS;
	struct server *server = &world()->server[matrix ? WORLD_SERVERS : number % WORLD_SERVERS];
	*human = (struct human){ .number = number,
		.server = server,
		.chance = { chance_part(world()->setting.seed, 100 + number) },
		.logged = true,
		.online = true,
		.here = true };
	snprintf(human->name, sizeof human->name, "%s", names[number]);
	snprintf(human->nick, sizeof human->nick, "%s", names[number]);
	snprintf(human->address, sizeof human->address, "%s@%s.home.test", names[number],
		names[number]);
	if (matrix)
		snprintf(human->id, sizeof human->id, "@%s:" HOME_NAME, names[number]);
	else if (server->kind->services && number / WORLD_SERVERS % 2 == 0)
		snprintf(human->account, sizeof human->account, "%s", names[number]);
}

struct human *human_called(struct server *server, const char *nick)
{
	for (unsigned i = 0; i < world()->humans; i++) {
		struct human *human = &world()->human[i];
		if (human->server == server && human->online && !human->split &&
			strcasecmp(human->nick, nick) == 0)
			return human;
	}
	return NULL;
}

struct human *human_any(struct chance *chance)
{
	return &world()->human[chance_below(chance, world()->humans)];
}

struct human *human_of_irc(struct chance *chance)
{
	return &world()->human[chance_below(chance, WORLD_HUMANS)];
}

struct human *human_neighbour(const struct human *human)
{
	return &world()->human[(human->number + WORLD_SERVERS) % WORLD_HUMANS];
}

static unsigned below(struct human *human, unsigned limit)
{
	return chance_below(&human->chance, limit);
}

/* ---- acts ---- */

/* Notes that a line of the human offers their seat, or asks to end or to leave a match. */
static void mean(struct human *human, const char *text)
{
	bool offers = strncmp(text, "!sub ", 5) == 0;
	const struct human *heir = offers ? human_called(human->server, text + 5) : NULL;
	if (strncmp(text, "!stop", 5) == 0)
		human->stopped = world()->now;
	if (offers || strncmp(text, "!leave", 6) == 0)
		human->yielded = world()->now;
	if (heir == NULL)
		return;
	human->heir_before = human->heir;
	human->heir = heir->number + 1;
	human->offered_at = world()->now;
}

void human_say(struct human *human, bool in_channel, const char *format, ...)
{
	struct server *server = human->server;
	char text[HUMAN_TEXT];
	va_list rest;
	va_start(rest, format);
	vsnprintf(text, sizeof text, format, rest);
	va_end(rest);
	if (!human->online || human->split || (in_channel && !human->here))
		return;
	human->unheard = 0;
	mean(human, text);
	if (server->kind->terminal)
		terminal_type(text);
	else if (server->home != NULL)
		homeserver_say(human, in_channel, text);
	else if (in_channel && server->joined)
		server_send_from(server, human, "PRIVMSG %s :%s", server->channel, text);
	else if (!in_channel && server->welcomed)
		server_send_from(server, human, "PRIVMSG %s :%s", server->bot, text);
}

/* Notes the time at which the human has come, changed nicks or spoken, and when the bot learns
 * it. */
static void change(struct human *human)
{
	const struct wire *wire = human->server->wire;
	/* homeserver_spurn may have set `changed` to a time that lies ahead. */
	if (human->changed < world()->now)
		human->changed = world()->now;
	human->news = wire != NULL ? wire->to_bot : 0;
}

void human_join(struct human *human)
{
	struct server *server = human->server;
	if (!human->online || human->here)
		return;
	human->here = true;
	change(human);
	if (server->home != NULL)
		homeserver_join(human);
	if (!server->joined || human->split || server->home != NULL)
		return;
	server_send_join(server, human);
	change(human);
}

void human_part(struct human *human)
{
	if (!human->online || !human->here)
		return;
	if (human->server->home != NULL)
		homeserver_part(human);
	else if (human->server->joined && !human->split)
		server_send_from(human->server, human, "PART %s", human->server->channel);
	human->here = false;
}

void human_quit(struct human *human, const char *why)
{
	if (!human->online)
		return;
	/* On Matrix no event shows that a person goes offline: they only read the lines later. */
	if (human->server->home != NULL) {
		human->online = false;
		return;
	}
	if (human->here && human->server->joined && !human->split)
		server_send_from(human->server, human, "QUIT :%s", why);
	human_vanish(human);
}

void human_vanish(struct human *human)
{
	human->online = human->here = human->split = false;
	memset(human->table, 0, sizeof human->table);
}

void human_come(struct human *human)
{
	if (human->online)
		return;
	if (human->server->home == NULL && !server_nick_free(human->server, human->nick))
		snprintf(human->nick, sizeof human->nick, "%.20s%u", human->name,
			below(human, 1000));
	human->online = true;
	if (server_hides(human->server))
		human->unnoticed = world()->now;
	human->logged = world()->now >= human->server->unserved;
	if (human->server->home != NULL && human->changed < world()->now)
		human->changed = world()->now;
	human_join(human);
}

void human_return(struct human *human)
{
	if (human->online)
		human_join(human);
	else
		human_come(human);
}

void human_rename(struct human *human, const char *nick)
{
	bool matrix = human->server->home != NULL;
	if (!human->online || human->split || (!matrix && !server_nick_free(human->server, nick)))
		return;
	if (!matrix && human->here && human->server->joined)
		server_send_from(human->server, human, "NICK :%s", nick);
	else if (!matrix && server_hides(human->server))
		human->unseen = UINT64_MAX; /* the bot may take them for the nick's last user */
	change(human);
	snprintf(human->nick, sizeof human->nick, "%s", nick);
	if (matrix)
		homeserver_rename(human);
}

void human_starts_table(struct incident *incident)
{
	struct human *human = incident->subject;
	if (incident->number > 0)
		human_say(human, true, "!bot easy");
	human_say(human, true, "!start");
}

void human_comes_back(struct incident *incident)
{
	human_return(incident->subject);
}

void human_renames_back(struct incident *incident)
{
	struct human *human = incident->subject;
	human_rename(human, human->name);
}

const char *human_account(const struct human *human)
{
	return human->logged ? human->account : "";
}

void human_log(struct human *human, bool in)
{
	struct server *server = human->server;
	if (human->account[0] == '\0' || human->logged == in || !human->online)
		return;
	human->logged = in;
	if (server->account_notify && human->here && server->joined && !human->split)
		server_send_from(server, human, "ACCOUNT %s", in ? human->account : "*");
	change(human);
}

/* ---- turns ---- */

/* Picks a card at random. At a terminal, where no clock ends a turn, takes the next card in each
 * try, so that a try succeeds. */
static unsigned pick(struct human *human, const struct human_table *table)
{
	unsigned held = table->held > 0 ? table->held : 1;
	return human->server->kind->terminal ? table->tries % held : below(human, held);
}

static void play(struct human *human, unsigned number, struct human_table *table)
{
	unsigned place = 1 + pick(human, table);
	bool may_call = !human->server->kind->terminal || table->tries == 1;
	if (number == HUMAN_DEAL) {
		human_say(human, false, "p %u%s", place, below(human, 6) == 0 ? " m" : "");
		return;
	}
	switch (table->act) {
	case 'g':
		human_say(human, false, "give #%u %u %u %u", number, place, place % table->held + 1,
			(place + 1) % table->held + 1);
		break;
	case 'f': human_say(human, false, "keep #%u", number); break;
	case 'd':
		human_say(human, (below(human, 2) == 0), "!%s #%u",
			(below(human, 2) == 0) ? "draw" : "take", number);
		break;
	case 'l':
		human_say(human, (below(human, 2) == 0), "!%s #%u %u",
			(below(human, 3) == 0) ? "place" : "discard", number, place);
		break;
	default:
		human_say(human, (below(human, 2) == 0), "!p #%u %u%s", number, place,
			(below(human, 6) == 0 && may_call) ? " m" : "");
	}
}

/* Tries a move, and plans the next try. The lowest byte of incident->number is the table's number,
 * the rest the serial of the hand. */
static void move(struct incident *incident)
{
	struct human *human = incident->subject;
	unsigned number = (unsigned)(incident->number & 0xff);
	struct human_table *table = &human->table[number];
	if (!table->turn || table->serial != incident->number >> 8 || table->tries >= HUMAN_TRIES)
		return;
	table->tries++;
	play(human, number, table);
	bool hurries = human->server->kind->terminal;
	world_later(hurries ? HUMAN_SOON : HUMAN_AGAIN + below(human, HUMAN_PAUSE), move, human,
		incident->number, NULL, 0);
}

static char asked_for(const char *turn)
{
	return strncmp(turn, "(hand.turn.give", 15) == 0    ? 'g'
		: strncmp(turn, "(hand.turn.fore", 15) == 0 ? 'f'
		: strncmp(turn, "(hand.turn.draw", 15) == 0 ? 'd'
		: strncmp(turn, "(hand.turn.plac", 15) == 0 ? 'l'
							    : 'p';
}

/* Reads a line like `[2] (hand.turn channel=#a) … (hand.cards) 1:4S [2:7D 3:7S]`, which shows the
 * turn, the hand, or both, and plans a move if it is the human's turn. */
static void see_hand(struct human *human, unsigned number, const char *text)
{
	struct human_table *table = &human->table[number];
	const char *turn = strstr(text, "(hand.turn"), *hand = strstr(text, "(hand.cards)");
	if (turn != NULL || (hand != NULL && text[0] == '[')) {
		table->turn = turn != NULL;
		table->tries = 0;
		table->serial++;
	}
	if (turn != NULL) {
		table->act = asked_for(turn);
		world_later(500 + below(human, HUMAN_PAUSE), move, human,
			table->serial << 8 | number, NULL, 0);
	}
	if (hand == NULL)
		return;
	table->told = world()->now;
	table->held = 0;
	for (const char *at = hand; (at = strchr(at, ':')) != NULL; at++)
		table->held++;
}

/* Reads `(turn.next seat=luc)`: the human's turn is over, unless their nick is luc. */
static void see_turn(struct human *human, unsigned number, const char *text)
{
	const char *next = strstr(text, "(turn.next seat=");
	size_t length = strlen(human->nick);
	if (next == NULL)
		return;
	next += strlen("(turn.next seat=");
	if (strncmp(next, human->nick, length) != 0 || next[length] != ')')
		human->table[number].turn = false;
}

/* Reads `(pong.text text=17)`, the answer to the human's ping 17. Answers may come out of order. */
static void see_pong(struct human *human, const char *text)
{
	const char *pong = strstr(text, "(pong.text text=");
	uint64_t number = pong != NULL ? strtoull(pong + strlen("(pong.text text="), NULL, 10) : 0;
	if (number > human->pong)
		human->pong = number;
}

static void speak(struct incident *incident)
{
	struct human *human = incident->subject;
	human_say(human, true, "I am here");
	change(human);
}

/* Reads `(seat.blocked seat=luc bot=…)`: the bot cannot reach luc in private. If that is the human,
 * they speak soon, because the bot then tries private lines again. */
static void see_blocked(struct human *human, const char *text)
{
	static const char word[] = "(seat.blocked seat=";
	const char *name = strstr(text, word);
	size_t length = strlen(human->nick);
	if (name != NULL && strncmp(name + strlen(word), human->nick, length) == 0 &&
		name[strlen(word) + length] == ' ')
		world_later(1000 + below(human, HUMAN_PAUSE), speak, human, 0, NULL, 0);
}

static void join_in(struct incident *incident)
{
	human_say(incident->subject, true, "!join %u", (unsigned)incident->number);
}

void human_miss(struct human *human)
{
	if (human->unheard == 0)
		human->unheard = world()->now;
}

void human_hear(struct human *human, bool in_channel, const char *text)
{
	unsigned number = text[0] == '[' ? (unsigned)strtoul(text + 1, NULL, 10) : human->hears;
	bool deal = !in_channel && strncmp(text, "(hand.turn", 10) == 0;
	if (!in_channel)
		human->unheard = 0;
	if (!in_channel || human->server->kind->terminal)
		see_pong(human, text);
	if (!in_channel && strstr(text, "(forget.done)") != NULL)
		human->leaving = false;
	if (!in_channel)
		password_hear(human, text);
	if (!in_channel)
		pages_hear(human, text);
	/* The bot ignores a person for a while after this warning. */
	if (!in_channel && strstr(text, "(too.much)") != NULL)
		human->flooded = world()->now;
	if (deal)
		see_hand(human, HUMAN_DEAL, text);
	if (!in_channel && strncmp(text, "(trial.", 7) == 0) /* the human's deal ended or pauses */
		human->table[HUMAN_DEAL].turn = false;
	if (deal || number == 0 || number >= HUMAN_TABLES)
		return;
	if (!in_channel) {
		human->hears = number;
		see_hand(human, number, text);
		return;
	}
	see_turn(human, number, text);
	see_blocked(human, text);
	if (strstr(text, "(table.new ") != NULL && (below(human, 2) == 0))
		world_later(1000 + below(human, HUMAN_PAUSE / 2), join_in, human, number, NULL, 0);
}
