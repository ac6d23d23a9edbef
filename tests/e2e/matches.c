/* matches.c - whole matches of two, three and four people on a real server; no player sees
 * another's hand. */
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

/* Asks for the stored match, its statistics and ratings. */
static void check_records(struct room *room, struct player *player, unsigned players)
{
	room_ask(room, player, "!match 1", " anna :Match 1, ");
	assert_non_null(strstr(player->answer, " finished: "));
	room_ask(room, player, "!history", " anna :Match 1, ");
	room_ask(room, player, "!stats luc", " #t :luc, mitaines: matches 1, won ");
	room_ask(room, player, "!rank", " #t :anna, mitaines: rating ");
	room_ask(room, player, "!top", " #t :Best at mitaines: 1. ");
	for (unsigned i = 0; i < players; i++)
		if (strstr(player->answer, names[i]) == NULL)
			room_fail(room, names[i], player->answer);
}

/* Fails unless the exported record verifies: its decks fit the commitments. */
static void check_export(struct bot *bot)
{
	char path[PATH_MAX];
	assert_int_equal(bot_command(bot,
				 (const char *[]){ "export", "-c", bot->configuration, "--match",
					 "1", NULL }),
		0);
	folder_file(bot->folder, "match.rec", path);
	FILE *record = fopen(path, "w");
	assert_non_null(record);
	fputs(bot->output, record);
	assert_int_equal(fclose(record), 0);
	assert_non_null(strstr(bot->output, "\nmatch 1\n"));
	assert_int_equal(bot_command(bot, (const char *[]){ "verify", path, NULL }), 0);
}

static void match_of(struct room *room, unsigned players)
{
	struct player *owl = &room->people[ROOM_OWL];
	struct player *people[PEOPLE] = { NULL };
	struct audit audit;
	room->apart = true; /* a match from one address is casual */
	for (unsigned i = 0; i < players; i++)
		people[i] = room_enter(room, names[i]);
	room_table(room, people, players, "mitaines classic target=300");
	room_play(room, owl, " won the match!");
	room_expect(room, owl, "This was match 1:");
	check_records(room, people[0], players);

	audit_read(&audit, room->bot.database, 1);
	assert_int_equal(audit.state, STORE_FINISHED);
	assert_int_equal(audit.seats, players);
	for (unsigned i = 0; i < players; i++)
		audit_told(&audit, people[i]);
	audit_public(&audit, &owl->client, 1);
	audit_free(&audit);
	check_export(&room->bot);
	assert_int_equal(bot_stop(&room->bot), 0);
}

static void two_play_a_match(void **state)
{
	match_of(*state, 2);
}

static void three_play_a_match(void **state)
{
	match_of(*state, 3);
}

static void four_play_a_match(void **state)
{
	match_of(*state, 4);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(two_play_a_match),
		CASE(three_play_a_match),
		CASE(four_play_a_match),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
