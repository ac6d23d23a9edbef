/* Tests that data of people who only passed by expires, and data of other people does not. */
#include "storage/people.h"
#include "tests/stage/kept.h"

static const int64_t day = 24 * 60 * 60 * 1000;

static bool is_kept(const struct stage *stage, const char *name)
{
	char sql[96];
	snprintf(sql, sizeof sql, "SELECT count(*) FROM people WHERE name = '%s'", name);
	return kept_asked(stage, sql) > 0;
}

/* Lets days pass without activity, and lets the clock tick once after them. */
static void days_pass(struct stage *stage, int64_t days)
{
	stage_wait(stage, days * day);
	stage_wait(stage, 1000);
	stage_hear(stage);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

/* nick opens a table and leaves it, and is stored. */
static void pass_by(struct stage *stage, const char *nick)
{
	stage_say(stage, nick, "!new");
	stage_say(stage, nick, "!nonce word");
	stage_say(stage, nick, "!leave");
	stage_wait(stage, 1000);
	assert_true(is_kept(stage, nick));
}

/* Stores a newer person, because the newest person is never deleted. */
static void add_newer_person(struct stage *stage)
{
	pass_by(stage, "yves");
}

static void a_person_who_only_opened_a_table_is_deleted_after_a_month(void **state)
{
	struct stage *stage = *state;
	pass_by(stage, "eve");
	add_newer_person(stage);
	days_pass(stage, 20);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 12);
	assert_false(is_kept(stage, "eve"));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM nonces"), 0);
	/* eve is a new person now, and is stored. */
	pass_by(stage, "eve");
	stage_whisper(stage, "eve", "set lang fr");
	assert_said(stage, "eve<");
}

static void people_of_a_table_that_never_started_are_deleted(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "eve", "!new");
	stage_say(stage, "luc", "!join");
	stage_wait(stage, day / 12);
	assert_null(stage_table(stage, 1));
	add_newer_person(stage);
	days_pass(stage, 32);
	assert_false(is_kept(stage, "eve"));
	assert_false(is_kept(stage, "luc"));
	stage_say(stage, "anna", "!match 1");
	assert_said(stage, "anna< (match match=1 ");
}

static void a_person_with_a_preference_is_stored_for_a_year(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "eve", "set lang fr");
	add_newer_person(stage);
	days_pass(stage, 300);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 66);
	assert_false(is_kept(stage, "eve"));
	/* The bot also uses the default language at once. */
	stage_whisper(stage, "eve", "help");
	assert_said(stage, "eve< (help ");
}

static void a_person_active_within_the_year_stays_stored(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "eve", "set lang fr");
	add_newer_person(stage);
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

static void activity_of_a_person_is_stored_once_a_day(void **state)
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

static void people_with_matches_passwords_or_notifications_stay_stored(void **state)
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
	add_newer_person(stage);
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

/* Returns true if a person of this name is in memory. */
static bool is_in_memory(const struct stage *stage, const char *name)
{
	const struct people *people = &stage->lobby.people;
	for (size_t i = 0; i < people->count; i++)
		if (strcmp(people->person[i]->name, name) == 0)
			return true;
	return false;
}

/* Adds strangers until this many people are in memory; each says a word and leaves. */
static void add_strangers(struct stage *stage, size_t people, unsigned *strangers)
{
	while (stage->lobby.people.count < people) {
		char nick[12];
		snprintf(nick, sizeof nick, "p%u", ++*strangers);
		stage_whisper(stage, nick, "ping");
		stage_went(stage, nick, DEPARTED_NETWORK);
		stage_hear(stage);
	}
}

/* The cache holds 1024 people besides players, watchers, and present people with a password. */
static void a_crowd_pushes_no_needed_person_out_of_memory(void **state)
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
	add_strangers(stage, 1024, &strangers);
	assert_true(is_in_memory(stage, "yves") && is_in_memory(stage, "eve"));
	stage_whisper(stage, "max", "ping");
	assert_false(is_in_memory(stage, "yves") || is_in_memory(stage, "eve") ||
		is_in_memory(stage, "max"));
	assert_true(is_in_memory(stage, "anna") && is_in_memory(stage, "luc"));
	assert_true(is_in_memory(stage, "zoe") && is_in_memory(stage, "rose"));
	assert_int_equal(stage->lobby.people.count, 4);
	add_strangers(stage, 4 + 1024, &strangers);
	stage_whisper(stage, "max", "ping");
	assert_int_equal(stage->lobby.people.count, 4);
	/* The remaining people keep their identity. */
	stage_whisper(stage, "rose", "claim -");
	stage_play(stage, 1, 1);
	assert_said(stage, "zoe< [1] (event.play");
}

/* The former player made moves in the match, so the stored match refers to them. */
static void a_former_player_of_a_seat_stays_stored(void **state)
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
	add_newer_person(stage);
	for (unsigned i = 0; i < 3; i++)
		days_pass(stage, 400);
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE '%luc%'"), 2);
	assert_true(is_kept(stage, "anna"));
}

static void preferences_are_known_after_a_restart(void **state)
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
	const struct person *anna =
		people_find_by_connection(&stage->lobby.people, &stage->network, "anna");
	assert_non_null(anna);
	assert_int_equal(person_locale(anna).style, STYLE_PLAIN);
	assert_int_equal(anna->choices, 1u << STORE_LANG | 1u << STORE_CARDS | 1u << STORE_VIA);
}

static int64_t count_accounts(const struct stage *stage, const char *name)
{
	char sql[96];
	snprintf(sql, sizeof sql,
		"SELECT count(*) FROM people WHERE key LIKE 'account %%' AND name = '%s'", name);
	return kept_asked(stage, sql);
}

static void logging_in_stores_the_nick_of_that_moment(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "O", "anne", "anna", "a@office");
	stage_say(stage, "O", "!set lang en");
	assert_int_equal(count_accounts(stage, "anne"), 1);
	stage_went(stage, "O", DEPARTED_NETWORK);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!new");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_int_equal(count_accounts(stage, "anna"), 1);
}

/* A table can wait for months while the bot is offline. */
static void people_waiting_at_a_table_stay_stored(void **state)
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

static void ids_of_people_are_never_reused(void **state)
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

/* Stores many people with an old date. */
static void add_old_people(struct stage *stage)
{
	char name[16];
	int64_t id;
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "p%u", i);
		assert_int_equal(store_find_or_add_person(
					 stage->store, stage->network.id, name, name, 1, &id),
			STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
}

/* Returns how many of these people are stored. */
static int64_t count_stored_people(const struct stage *stage)
{
	return kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE 'p%'");
}

/* One batch deletes only some of them. */
static void many_people_are_deleted_in_small_batches(void **state)
{
	struct stage *stage = *state;
	add_old_people(stage);
	add_newer_person(stage);
	assert_true(count_stored_people(stage) > 0);
	case_seconds(stage, MANY);
	assert_int_equal(count_stored_people(stage), 0);
}

static void deleting_people_logs_nothing(void **state)
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

static void a_locked_database_delays_deleting_people(void **state)
{
	struct stage *stage = *state;
	pass_by(stage, "eve");
	add_newer_person(stage);
	add_old_people(stage);
	kept_hush(stage);
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_wait(stage, 40 * day);
	stage_say(stage, "anna", "!tables");
	assert_said(stage, "(no.tables)");
	sqlite3_close(other);
	stage_wait(stage, 1000);
	assert_int_equal(count_stored_people(stage), MANY);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 2);
	assert_true(count_stored_people(stage) < MANY);
	case_seconds(stage, MANY);
	assert_false(is_kept(stage, "eve"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_CASE(a_person_who_only_opened_a_table_is_deleted_after_a_month),
		KEPT_CASE(people_of_a_table_that_never_started_are_deleted),
		KEPT_CASE(a_person_with_a_preference_is_stored_for_a_year),
		KEPT_CASE(a_person_active_within_the_year_stays_stored),
		KEPT_CASE(activity_of_a_person_is_stored_once_a_day),
		KEPT_CASE(people_with_matches_passwords_or_notifications_stay_stored),
		KEPT_CASE(a_crowd_pushes_no_needed_person_out_of_memory),
		KEPT_CASE(a_former_player_of_a_seat_stays_stored),
		KEPT_CASE(preferences_are_known_after_a_restart),
		KEPT_CASE(logging_in_stores_the_nick_of_that_moment),
		KEPT_CASE(people_waiting_at_a_table_stay_stored),
		KEPT_CASE(ids_of_people_are_never_reused),
		KEPT_CASE(many_people_are_deleted_in_small_batches),
		KEPT_CASE(deleting_people_logs_nothing),
		KEPT_CASE(a_locked_database_delays_deleting_people),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
