/* games.c - a match of every game, preset and kind of option on a real server, by players who try
 * one move after another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "storage/matches.h"
#include "tests/irc/audit.h"
#include "tests/irc/room.h"

enum { PEOPLE = 4 };

static const char *const names[PEOPLE] = { "anna", "luc", "rose", "marc" };

/* The last prompt of a player, and the number of moves tried since. */
struct attempt {
	struct player *player;
	char prompt[PLAYER_LINE];
	unsigned tries;
	unsigned turns;
};

/* Tries the next move: the prompted command with one card after another. */
static void try_next(struct attempt *attempt)
{
	char move[32];
	unsigned place = attempt->tries++ % (attempt->player->held + 1) + 1;
	bool last = place > attempt->player->held;
	if (attempt->tries > 64)
		fail_msg("no move is right: %s", attempt->prompt);
	if (strstr(attempt->prompt, "pass three cards") != NULL)
		snprintf(move, sizeof move, "give 1 3 %u", 4 + place % 3);
	else if (strstr(attempt->prompt, "foreplace CARD") != NULL)
		snprintf(move, sizeof move, "%s", last ? "keep" : "foreplace 2");
	else if (strstr(attempt->prompt, ": draw, or take") != NULL)
		/* If both always took the other's discard, the hand would never end. */
		snprintf(
			move, sizeof move, "%s", attempt->turns % 4 == place % 2 ? "take" : "draw");
	else if (strstr(attempt->prompt, "place or discard") != NULL)
		snprintf(move, sizeof move, last ? "discard 1" : "place %u", place);
	else
		snprintf(move, sizeof move, "p %u", last ? 1 : place);
	attempt->player->turn = false;
	room_whisper(attempt->player, move);
}

/* Tries a move when a player's turn begins or the last one was refused. */
static void hear(
	struct attempt *attempts, unsigned count, struct player *player, const struct line *line)
{
	for (unsigned i = 0; i < count; i++) {
		struct attempt *attempt = &attempts[i];
		if (attempt->player != player || !line_said_by(line, "mitaines") ||
			line->to[0] == '#' || line->text[0] != '[')
			continue;
		if (player->turn) {
			snprintf(attempt->prompt, sizeof attempt->prompt, "%s", line->text);
			attempt->tries = 0;
			attempt->turns++;
			try_next(attempt);
		} else if (strstr(line->text, "Your hand") == NULL) {
			try_next(attempt);
		}
	}
}

static void match_of(struct room *room, const char *catalog, unsigned count)
{
	struct player *owl = &room->people[ROOM_OWL];
	struct player *people[PEOPLE] = { NULL };
	struct attempt attempts[PEOPLE] = { { .tries = 0 } };
	struct line line;
	for (unsigned i = 0; i < count; i++)
		attempts[i].player = people[i] = room_enter(room, names[i]);
	room_table(room, people, count, catalog);
	/* Shows their hand again to a player whose turn began while the table was being set up. */
	for (unsigned i = 0; i < count; i++)
		if (people[i]->turn)
			room_whisper(people[i], "hand");
	do {
		struct player *player = room_hear(room, &line);
		hear(attempts, count, player, &line);
	} while (room_count(owl, 0, "This was match 1:") == 0);
	assert_int_equal(
		audit_number(room->bot.database, "SELECT state FROM matches"), STORE_FINISHED);
	assert_int_equal(audit_number(room->bot.database, "SELECT count(*) FROM seats"), count);
	assert_true(audit_number(room->bot.database, "SELECT count(*) FROM moves") > 0);
	assert_int_equal(bot_stop(&room->bot), 0);
}

#define MATCH(name, catalog, count) \
	static void name(void **state) \
	{ \
		match_of(*state, catalog, count); \
	}

MATCH(gamerules_can_be_played, "mitaines gamerules target=120", 2)
MATCH(standard_ranks_without_partners_can_be_played,
	"mitaines ranks=standard partners=no target=80", 4)
MATCH(quebec_can_be_played, "mitaines quebec target=60 jackpair=50 jacksingle=0", 4)
MATCH(mitch_can_be_played, "mitch", 3)
MATCH(mitch_with_options_can_be_played, "mitch draw=either ties=low highlow=yes hands=2", 2)
MATCH(mate_can_be_played, "mate", 2)
MATCH(mate_with_options_can_be_played, "mate discard=yes king=yes suits=CSHD", 2)

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(gamerules_can_be_played),
		CASE(standard_ranks_without_partners_can_be_played),
		CASE(quebec_can_be_played),
		CASE(mitch_can_be_played),
		CASE(mitch_with_options_can_be_played),
		CASE(mate_can_be_played),
		CASE(mate_with_options_can_be_played),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
