/* passers.c - who only passed by is not kept for ever; whoever has anything here is. */
#include "storage/people.h"
#include "tests/stage/kept.h"

static const int64_t day = 24 * 60 * 60 * 1000;

static bool is_kept(const struct stage *stage, const char *name)
{
	char sql[96];
	snprintf(sql, sizeof sql, "SELECT count(*) FROM people WHERE name = '%s'", name);
	return kept_asked(stage, sql) > 0;
}

/* Nobody does anything for so many days; the clock goes on a little at the end of them. */
static void days_pass(struct stage *stage, int64_t days)
{
	stage_wait(stage, days * day);
	stage_wait(stage, 1000);
	stage_hear(stage);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

/* Opens a table and leaves it; what was written about that is noted. */
static void pass_by(struct stage *stage, const char *nick)
{
	stage_say(stage, nick, "!new");
	stage_say(stage, nick, "!nonce word");
	stage_say(stage, nick, "!leave");
	stage_wait(stage, 1000);
	assert_true(is_kept(stage, nick));
}

/* Somebody later, so that those before are not the last. */
static void another(struct stage *stage)
{
	pass_by(stage, "yves");
}

static void who_opened_a_table_and_went_is_forgotten(void **state)
{
	struct stage *stage = *state;
	pass_by(stage, "eve");
	another(stage);
	days_pass(stage, 20);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 12);
	assert_false(is_kept(stage, "eve"));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM nonces"), 0);
	/* They come again as somebody new, and that is kept. */
	pass_by(stage, "eve");
	stage_whisper(stage, "eve", "set lang fr");
	assert_said(stage, "eve<");
}

static void a_table_that_nobody_started_keeps_nobody(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "eve", "!new");
	stage_say(stage, "luc", "!join");
	stage_wait(stage, day / 12);
	assert_null(stage_table(stage, 1));
	another(stage);
	days_pass(stage, 32);
	assert_false(is_kept(stage, "eve"));
	assert_false(is_kept(stage, "luc"));
	stage_say(stage, "anna", "!match 1");
	assert_said(stage, "anna< (match match=1 ");
}

static void who_set_something_is_kept_for_a_year(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "eve", "set lang fr");
	another(stage);
	days_pass(stage, 300);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 66);
	assert_false(is_kept(stage, "eve"));
	/* The bot knows it at once. */
	stage_whisper(stage, "eve", "help");
	assert_said(stage, "eve< (help ");
}

static void who_is_heard_of_now_and_then_stays(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "eve", "set lang fr");
	another(stage);
	for (unsigned i = 0; i < 4; i++) {
		days_pass(stage, 300);
		stage_whisper(stage, "eve", "tables");
		stage_wait(stage, 1000);
	}
	assert_true(is_kept(stage, "eve"));
	kept_restart(stage, NULL);
	stage_whisper(stage, "eve", "tables");
	assert_said(stage, "eve< Il n’y a aucune table");
}

/* However often they speak. */
static void that_somebody_was_heard_of_is_written_once_a_day(void **state)
{
	static const char far[] = "SELECT count(*) FROM people WHERE expires = 4000000000";
	struct stage *stage = *state;
	pass_by(stage, "eve");
	kept_meddle(stage, "UPDATE people SET expires = 4000000000 WHERE name = 'eve'");
	stage_whisper(stage, "eve", "tables");
	stage_wait(stage, 1000);
	assert_int_equal(kept_asked(stage, far), 1);
	stage_wait(stage, day);
	stage_whisper(stage, "eve", "tables");
	stage_wait(stage, 1000);
	assert_int_equal(kept_asked(stage, far), 0);
}

static void who_has_anything_stays(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new target=50");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "rose", "claim password");
	stage_whisper(stage, "zoe", "notify on");
	stage_say(stage, "eve", "!new");
	stage_say(stage, "eve", "!bot");
	stage_say(stage, "eve", "!start");
	stage_say(stage, "eve", "!leave");
	stage_say(stage, "eve", "!leave");
	stage_wait(stage, 1000);
	another(stage);
	for (unsigned i = 0; i < 4; i++)
		days_pass(stage, 400);
	assert_true(is_kept(stage, "anna"));
	assert_true(is_kept(stage, "luc"));
	assert_true(is_kept(stage, "rose"));
	assert_true(is_kept(stage, "zoe"));
	assert_true(is_kept(stage, "eve"));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM people WHERE network IS NULL"), 4);
	stage_whisper(stage, "rose", "claim -");
	stage_whisper(stage, "zoe", "notify off");
	stage_wait(stage, 1000);
	days_pass(stage, 400);
	assert_false(is_kept(stage, "rose"));
	assert_false(is_kept(stage, "zoe"));
}

/* True if somebody of that name is in memory. */
static bool is_met(const struct stage *stage, const char *name)
{
	const struct people *people = &stage->lobby.people;
	for (size_t i = 0; i < people->count; i++)
		if (strcmp(people->person[i]->name, name) == 0)
			return true;
	return false;
}

/* Strangers say a word and go, until there are so many people in memory. */
static void come_and_go(struct stage *stage, size_t people, unsigned *strangers)
{
	while (stage->lobby.people.count < people) {
		char nick[12];
		snprintf(nick, sizeof nick, "p%u", ++*strangers);
		stage_whisper(stage, nick, "ping");
		stage_went(stage, nick, DEPARTED_NETWORK);
		stage_hear(stage);
	}
}

/*
 * In memory there are 1,024 who need not be, besides those who need: who plays, who watches, who
 * has proved by a word who they are and is there.
 */
static void a_crowd_makes_nobody_forgotten_who_is_needed(void **state)
{
	struct stage *stage = *state;
	unsigned strangers = 0;
	case_two(stage, "!new target=50");
	stage->elsewhere = "zoe";
	stage_whisper(stage, "zoe", "watch 1");
	stage_whisper(stage, "rose", "claim password");
	stage_whisper(stage, "eve", "claim password");
	stage_went(stage, "eve", DEPARTED_NETWORK);
	stage_whisper(stage, "yves", "ping");
	come_and_go(stage, 1024, &strangers);
	assert_true(is_met(stage, "yves") && is_met(stage, "eve"));
	stage_whisper(stage, "max", "ping");
	assert_false(is_met(stage, "yves") || is_met(stage, "eve") || is_met(stage, "max"));
	assert_true(is_met(stage, "anna") && is_met(stage, "luc"));
	assert_true(is_met(stage, "zoe") && is_met(stage, "rose"));
	assert_int_equal(stage->lobby.people.count, 4);
	come_and_go(stage, 4 + 1024, &strangers);
	stage_whisper(stage, "max", "ping");
	assert_int_equal(stage->lobby.people.count, 4);
	/* They are who they were. */
	stage_whisper(stage, "rose", "claim -");
	stage_play(stage, 1, 1);
	assert_said(stage, "zoe< [1] (event.play");
}

/* A seat is taken over in mid-match: who had it made moves, who has it now is not asked for more.
 */
static void who_had_a_seat_for_a_while_stays(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new target=500");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!p 1");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!p 1");
	stage_meet(stage, "luc", "luc", "lucs_account", "l@h");
	stage_say(stage, "anna", "!sub rose");
	stage_say(stage, "rose", "!join");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!stop");
	stage_hear(stage);
	another(stage);
	for (unsigned i = 0; i < 3; i++)
		days_pass(stage, 400);
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE '%luc%'"), 2);
	assert_true(is_kept(stage, "anna"));
}

/* The bot starts anew: what they chose holds, and they need not be told where answers come. */
static void who_comes_again_is_known(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "set cards plain");
	stage_whisper(stage, "anna", "set lang fr");
	stage_whisper(stage, "anna", "set via notice");
	kept_restart(stage, NULL);
	stage->lobby.settings.hints = true;
	stage_say(stage, "eve", "!leave");
	assert_said(stage, "#table: (channel.hint name=eve ");
	stage_say(stage, "anna", "!leave");
	assert_unsaid(stage, "(channel.hint ");
	const struct person *anna = people_at(&stage->lobby.people, &stage->network, "anna");
	assert_non_null(anna);
	assert_int_equal(person_locale(anna).style, STYLE_PLAIN);
	assert_int_equal(anna->choices, 1u << STORE_LANG | 1u << STORE_CARDS | 1u << STORE_VIA);
}

static int64_t accounts_called(const struct stage *stage, const char *name)
{
	char sql[96];
	snprintf(sql, sizeof sql,
		"SELECT count(*) FROM people WHERE key LIKE 'account %%' AND name = '%s'", name);
	return kept_asked(stage, sql);
}

/* And not by the one they had as somebody was last heard of by their account. */
static void who_logs_in_is_written_down_by_their_nick(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "O", "anne", "anna", "a@office");
	stage_say(stage, "O", "!set lang en");
	assert_int_equal(accounts_called(stage, "anne"), 1);
	stage_went(stage, "O", DEPARTED_NETWORK);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!new");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_int_equal(accounts_called(stage, "anna"), 1);
}

/* A table that waited while the bot was away for months still has its people. */
static void who_waits_at_a_table_stays(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "eve", "!new");
	stage_say(stage, "luc", "!join");
	kept_restart(stage, "UPDATE people SET expires = 7 WHERE expires IS NOT NULL");
	stage_wait(stage, 1000);
	assert_true(is_kept(stage, "eve"));
	assert_true(is_kept(stage, "luc"));
	stage_say(stage, "eve", "!start");
	assert_said(stage, "(event.hand number=1 ");
}

/* Numbers are not given twice, even when all are gone. */
static void nobody_gets_the_number_of_somebody_else(void **state)
{
	struct stage *stage = *state;
	pass_by(stage, "eve");
	pass_by(stage, "rose");
	int64_t last = kept_asked(stage, "SELECT max(id) FROM people");
	days_pass(stage, 40);
	assert_false(is_kept(stage, "eve"));
	pass_by(stage, "zoe");
	assert_true(kept_asked(stage, "SELECT id FROM people WHERE name = 'zoe'") > last);
}

enum { MANY = 300 };

/* So many have passed by long ago. */
static void pass_by_long_ago(struct stage *stage)
{
	char name[16];
	int64_t id;
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "p%u", i);
		assert_int_equal(store_person(stage->store, stage->network.id, name, name, 1, &id),
			STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
}

/* How many of them are kept. */
static int64_t many_kept(const struct stage *stage)
{
	return kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE 'p%'");
}

/* More than fit into one batch: some at a time, until all are gone. */
static void many_go_a_few_at_a_time(void **state)
{
	struct stage *stage = *state;
	pass_by_long_ago(stage);
	another(stage);
	assert_true(many_kept(stage) > 0);
	case_seconds(stage, MANY);
	assert_int_equal(many_kept(stage), 0);
}

/* The log is for what goes wrong. */
static void who_goes_by_is_not_logged(void **state)
{
	struct stage *stage = *state;
	FILE *file = tmpfile();
	assert_non_null(file);
	stage->log = (struct log){ .fd = fileno(file), .level = LOG_WARN };
	pass_by(stage, "luc");
	days_pass(stage, 100);
	assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
	fclose(file);
	stage->log = (struct log){ .fd = STDERR_FILENO, .level = LOG_ERROR };
}

/* The database refuses: then it is done another day, and nobody notices. */
static void a_locked_database_delays_it(void **state)
{
	struct stage *stage = *state;
	pass_by(stage, "eve");
	another(stage);
	pass_by_long_ago(stage);
	kept_hush(stage);
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_wait(stage, 40 * day);
	stage_say(stage, "anna", "!tables");
	assert_said(stage, "(no.tables)");
	sqlite3_close(other);
	stage_wait(stage, 1000);
	assert_int_equal(many_kept(stage), MANY);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 2);
	assert_true(many_kept(stage) < MANY);
	case_seconds(stage, MANY);
	assert_false(is_kept(stage, "eve"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_CASE(who_opened_a_table_and_went_is_forgotten),
		KEPT_CASE(a_table_that_nobody_started_keeps_nobody),
		KEPT_CASE(who_set_something_is_kept_for_a_year),
		KEPT_CASE(who_is_heard_of_now_and_then_stays),
		KEPT_CASE(that_somebody_was_heard_of_is_written_once_a_day),
		KEPT_CASE(who_has_anything_stays),
		KEPT_CASE(a_crowd_makes_nobody_forgotten_who_is_needed),
		KEPT_CASE(who_had_a_seat_for_a_while_stays),
		KEPT_CASE(who_comes_again_is_known),
		KEPT_CASE(who_logs_in_is_written_down_by_their_nick),
		KEPT_CASE(who_waits_at_a_table_stays),
		KEPT_CASE(nobody_gets_the_number_of_somebody_else),
		KEPT_CASE(many_go_a_few_at_a_time),
		KEPT_CASE(who_goes_by_is_not_logged),
		KEPT_CASE(a_locked_database_delays_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
