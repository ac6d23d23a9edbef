/* matches.c - a whole match of four people on a real server; no player sees another's hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/audit.h"
#include "tests/irc/room.h"

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

static void four_people_play_a_match(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL], *people[4];
	struct audit audit;
	people[0] = room_enter(room, "anna");
	people[1] = room_enter(room, "luc");
	people[2] = room_enter(room, "rose");
	people[3] = room_enter(room, "marc");
	room_table(room, people, 4, "mitaines classic target=200");
	room_play(room, owl, " won the match!");
	room_expect(room, owl, "Match 1 is over:");
	audit_room(room, 1);
	audit_read(&audit, room->bot.database, 1);
	audit_public(&audit, &owl->client, 1);
	audit_free(&audit);
	check_export(&room->bot);
	assert_int_equal(bot_stop(&room->bot), 0);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(four_people_play_a_match),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
