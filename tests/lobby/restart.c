/* Tests that tables resume after a restart, and that matches which cannot be resumed are set
 * aside. */
#include <sys/socket.h>
#include <unistd.h>

#include "bot/match/resume.h"
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

KEPT_CASE(tables_are_resumed_after_a_restart)
{
	case_dialog(stage, "anna: !new target=100 ranks=standard", "luc: !join", "rose: !join",
		"rose: !start");
	stage_play(stage, 1, 60);
	stage_say(stage, "luc", "!new");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	size_t size = table->game->state_size;
	void *before = malloc(size);
	assert_non_null(before);
	memcpy(before, table_state(table), size);
	const struct person *player = table->seat[table_state(table)->turn].player;
	char nick[32];
	snprintf(nick, sizeof nick, "%s", player->name);
	const char *hand = case_text("%s< [1] (hand.turn ", nick);
	uint32_t moves = table->moves;
	struct store_counts stats = table->seat[0].stats;
	kept_restart(stage, NULL);
	table = stage_table(stage, 1);
	assert_non_null(table);
	assert_memory_equal(table_state(table), before, size);
	assert_memory_equal(&table->seat[0].stats, &stats, sizeof stats);
	assert_int_equal(table->moves, moves);
	assert_string_equal(table->options, "target=100 ranks=standard");
	stage_came(stage, nick);
	assert_said(stage, hand);
	table = stage_table(stage, 2);
	assert_non_null(table);
	assert_false(table->running);
	assert_int_equal(table->seats_taken, 1);
	stage_play(stage, 1, 3);
	assert_int_equal(stage_table(stage, 1)->moves, moves + 3);
	free(before);
}

/* If four Aces are dealt, a hand of Revolution ends without a move. To resume, the bot must shuffle
 * this hand again from its seed. */
KEPT_CASE(a_hand_without_a_move_is_resumed)
{
	case_dialog(stage, "anna: !new mitch revolution hand=9 hands=100", "luc: !join",
		"rose: !join", "yves: !join", "eve: !join", "eve: !start");
	const struct state *head = table_state(stage_table(stage, 1));
	unsigned before = head->hand;
	for (unsigned moves = 0; head->hand <= before + 1; moves++) {
		assert_in_range(moves, 0, 100);
		before = head->hand;
		stage_whisper(stage, turn_of(stage_table(stage, 1))->connection, "discard 1");
	}
	union any_state kept;
	memcpy(&kept, head, game_named("mitch")->state_size);
	kept_restart(stage, NULL);
	head = table_state(stage_table(stage, 1));
	assert_memory_equal(head, &kept, game_named("mitch")->state_size);
	assert_answer(stage, "rose", "!verify 1", "(verify.done match=1 ");
}

/* A network reports a new member once. If this batch fails, the bot must remember the member. */
KEPT_CASE(a_person_who_joined_in_a_failed_batch_is_known_later)
{
	begin(stage, "anna");
	kept_restart(stage, NULL);
	case_fail(stage);
	stage_meet(stage, "B", "anne", "anna", "a@office");
	assert_null(people_find_by_connection(&stage->lobby.people, &stage->network, "B"));
	stage_hear(stage);
	stage_wait(stage, 5000);
	assert_string_equal(key_of(stage, "B"), "account anna");
	assert_true(showed_hand(stage_hear(stage), "B"));
	/* The bot does not show the hand a second time. */
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), "B"));
}

static void assert_set_aside(struct stage *stage, const char *damage)
{
	case_two(stage, "!new");
	stage_play(stage, 1, 8);
	case_dialog(stage, "rose: !new", "yves: !join", "rose: !start");
	stage_play(stage, 2, 4);
	kept_hush(stage);
	kept_restart(stage, damage);
	if (stage_table(stage, 1) != NULL)
		fail_msg("table 1 survived: %s", damage);
	assert_said(stage, "#table: (match.called.off matches=1)");
	assert_non_null(stage_table(stage, 2));
	assert_int_equal(stage_table(stage, 2)->moves, 4);
	assert_answer(stage, "rose", "!match 1", " state=(match.is.set.aside) ");
}

KEPT_CASE(damaged_matches_are_announced_in_one_line)
{
	case_two(stage, "!new");
	stage_play(stage, 1, 4);
	case_dialog(stage, "rose: !new", "yves: !join", "rose: !start");
	stage_play(stage, 2, 4);
	kept_hush(stage);
	kept_restart(stage, "UPDATE moves SET text = '9Z', box = NULL WHERE n = 2");
	assert_said(stage, "#table: (match.called.off matches=1, 2)");
	kept_restart(stage, NULL);
	stage_say(stage, "rose", "!tables");
	assert_unsaid(stage, "(match.called.off ");
}

CASE(a_match_with_a_damaged_journal_is_set_aside_and_others_go_on)
{
	static const char *const damages[] = {
		"UPDATE moves SET text = '9Z', box = NULL WHERE match = 1 AND n = 5",
		"UPDATE moves SET text = 'give 2C,2D,2H', box = NULL WHERE match = 1 AND n = 2",
		"UPDATE moves SET seat = 1 - seat WHERE match = 1 AND n = 3",
		"UPDATE moves SET n = 99 WHERE match = 1 AND n = 6",
		"UPDATE moves SET n = n + 1000 WHERE match = 1 AND n > 6",
		"UPDATE moves SET hand = 2 WHERE match = 1 AND n = 4",
		"UPDATE hands SET dealer = 1 - dealer WHERE match = 1 AND hand = 1",
		("DELETE FROM moves WHERE match = 1;"
		 "UPDATE hands SET dealer = 2 WHERE match = 1 AND hand = 1"),
		"UPDATE hands SET dealt = 0 WHERE match = 1 AND hand = 1",
		"UPDATE hands SET hand = 5 WHERE match = 1 AND hand = 1",
		"DELETE FROM hands WHERE match = 1",
		("UPDATE people SET key = 'genius' WHERE network IS NULL AND key = 'hard';"
		 "UPDATE seats SET person = (SELECT id FROM people WHERE key = 'genius')"
		 " WHERE match = 1 AND seat = 1"),
		("UPDATE people SET key = 'genius' WHERE network IS NULL AND key = 'hard';"
		 "UPDATE seats SET player = (SELECT id FROM people WHERE key = 'genius')"
		 " WHERE match = 1 AND seat = 1"),
		("WITH more(by) AS (VALUES (2), (4), (6)) INSERT INTO seats SELECT match, seat + "
		 "by,"
		 " person, player, away, misses, gone, points, won, robot FROM seats, more WHERE "
		 "match = 1"),
		("UPDATE matches SET state = 0 WHERE id = 1;"
		 "WITH more(by) AS (VALUES (2), (4), (6)) INSERT INTO seats SELECT match, seat + "
		 "by,"
		 " person, player, away, misses, gone, points, won, robot FROM seats, more WHERE "
		 "match = 1"),
		"UPDATE matches SET game = 'chess' WHERE id = 1",
		"UPDATE matches SET options = 'target' WHERE id = 1",
		"UPDATE matches SET options = 'target=-1' WHERE id = 1",
	};
	for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
		void *stage;
		kept_open(&stage);
		assert_set_aside(stage, damages[i]);
		kept_close(&stage);
	}
}

/* A network comes later if an operator adds it to the configuration again. */
STAGE_CASE(tables_of_a_network_added_later_are_resumed)
{
	struct table *first = case_two(stage, "!new");
	stage_say(stage, "rose", "!new");
	struct table *second = stage_table(stage, 2);
	assert_int_equal(resume_tables(&stage->lobby), 2);
	assert_ptr_equal(stage_table(stage, 1), first);
	assert_ptr_equal(stage_table(stage, 2), second);
	table_free(first);
	stage->lobby.tables.table[0] = second;
	stage->lobby.tables.count = 1;
	assert_int_equal(resume_tables(&stage->lobby), 2);
	lobby_commit(&stage->lobby);
	stage_say(stage, mover_of(stage_table(stage, 1)), "!hand");
	assert_answer(stage, mover_of(stage_table(stage, 1)), "!p 1", "(event.play ");
}

KEPT_CASE(a_match_that_is_not_resumed_is_logged_with_network_and_channel)
{
	static const char *const wanted[] = { "\nNETWORK=stage\nCHANNEL=#table\nTABLE=7\nMATCH=1\n",
		"PART=resume\nCHANNEL=#table\nTABLE=8\nMATCH=2\n" };
	char heard[2048];
	int ends[2];
	kept_meddle(stage,
		"INSERT INTO networks VALUES (99, 'gone');"
		"INSERT INTO matches (network, channel, number, game, preset, options, state, "
		"rated,"
		" opened, hands) SELECT id, '#table', 7 + (id = 99), 'bridge', '', '', 0, 0, 1, 0"
		" FROM networks ORDER BY id = 99");
	assert_int_equal(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
	struct log before = stage->log;
	stage->log.journal = true;
	stage->log.fields = ends[0];
	stage->log.level = LOG_WARN;
	assert_int_equal(resume_tables(&stage->lobby), 0);
	stage->log = before;
	for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
		ssize_t length = recv(ends[1], heard, sizeof heard - 1, MSG_DONTWAIT);
		assert_true(length > 0);
		heard[length] = '\0';
		assert_in(heard, wanted[i]);
	}
	close(ends[0]);
	close(ends[1]);
	lobby_commit(&stage->lobby);
}

KEPT_CASE(passwords_accounts_and_owners_of_seats_survive_a_restart)
{
	struct table *table = begin(stage, NULL);
	unsigned seat = seat_of(table, "luc");
	stage_whisper(stage, "A", "claim bastille");
	stage_meet(stage, "L", "luc", "Luc", "l@l.home");
	stage_say(stage, "A", "!p 1");
	assert_string_equal(turn_of(table)->name, "luc");
	kept_restart(stage, NULL);
	table = stage_table(stage, 1);
	assert_non_null(table);
	assert_stored(stage, table->match, seat, "luc", "account luc");
	stage_hear(stage);
	stage_meet(stage, "T", "luc", NULL, "l@l.home");
	assert_false(showed_hand(stage_hear(stage), "T"));
	stage_meet(stage, "T", "thief", NULL, "l@l.home");
	stage_meet(stage, "L", "luc", NULL, "@");
	assert_false(showed_hand(stage_hear(stage), "L"));
	stage_meet(stage, "L", "luc", "luc", "l@l.home");
	assert_true(showed_hand(stage_hear(stage), "L"));
	stage_say(stage, "L", "!p 1");
	stage_hear(stage);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "A"));
	stage_whisper(stage, "A", "claim bastille");
	assert_true(showed_hand(stage_hear(stage), "A"));
	finish(stage, 1);
	assert_int_equal(rated(stage, "account luc"), 0);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "luc"), 1);
}

KEPT_CASE(the_swap_command_returns_a_seat_after_a_restart_and_a_logout)
{
	begin(stage, "anna");
	kept_restart(stage, NULL);
	struct table *table = stage_table(stage, 1);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	assert_stored(stage, table->match, seat, "account anna", "anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "zoe", "anna", "z@office");
	stage_say(stage, "B", "!swap");
	assert_stored(stage, table->match, seat, "account anna", "account anna");
}

KEPT_CASE(a_substitute_keeps_the_seat_after_a_restart)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	case_dialog(stage, "A: !sub rose", "R: !accept");
	int64_t match = table->match;
	assert_stored(stage, match, seat, "account anna", "rose");
	kept_restart(stage, NULL);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_say(stage, "A", "!swap");
	assert_stored(stage, match, seat, "account anna", "rose");
}

KEPT_CASE(the_last_moves_are_still_shown_on_the_table_after_a_restart)
{
	stage_shows(stage, true);
	case_two(stage, "!new mitaines classic");
	stage_play(stage, 1, 2);
	stage_hear(stage);
	stage_say(stage, "rose", "!table");
	unsigned plays = case_count(assert_said(stage, "(event.play "), "(event.play ");
	kept_restart(stage, NULL);
	stage_shows(stage, true);
	stage_hear(stage);
	stage_say(stage, "rose", "!table");
	assert_int_equal(case_count(assert_said(stage, "#table:: "), "(event.play "), plays);
}
