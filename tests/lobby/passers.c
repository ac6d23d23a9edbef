/* Tests that the bot deletes data of people who only passed by, and keeps data of other people. */
#include "storage/people.h"
#include "tests/stage/kept.h"

static const int64_t day = 24 * 60 * 60 * 1000;

static bool is_kept(const struct stage *stage, const char *name)
{
	return kept_asked(stage, case_text("SELECT count(*) FROM people WHERE name = '%s'", name)) >
		0;
}

/* Lets days pass without activity, and then a second more, so that the bot deletes people. */
static void days_pass(struct stage *stage, int64_t days)
{
	stage_wait(stage, days * day);
	stage_wait(stage, 1000);
	stage_hear(stage);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

/* Lets nick open a table and leave it, so that nick is stored. */
static void pass_by(struct stage *stage, const char *nick)
{
	stage_say(stage, nick, "!new");
	stage_say(stage, nick, "!nonce word");
	stage_say(stage, nick, "!leave");
	stage_wait(stage, 1000);
	assert_true(is_kept(stage, nick));
}

/* Stores a newer person, because the bot never deletes the newest one. */
static void add_newer_person(struct stage *stage)
{
	pass_by(stage, "yves");
}

KEPT_CASE(a_person_who_only_opened_a_table_is_deleted_after_a_month)
{
	pass_by(stage, "eve");
	add_newer_person(stage);
	days_pass(stage, 20);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 12);
	assert_false(is_kept(stage, "eve"));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM nonces"), 0);
	/* After that, eve is a new person, and is stored again. */
	pass_by(stage, "eve");
	assert_reply(stage, "eve", "set lang fr", "eve<");
}

KEPT_CASE(people_of_a_table_that_never_started_are_deleted)
{
	case_dialog(stage, "eve: !new", "luc: !join");
	stage_wait(stage, day / 12);
	assert_null(stage_table(stage, 1));
	add_newer_person(stage);
	days_pass(stage, 32);
	assert_false(is_kept(stage, "eve"));
	assert_false(is_kept(stage, "luc"));
	assert_answer(stage, "anna", "!match 1", "anna< (match page= match=1 ");
}

KEPT_CASE(a_person_with_a_preference_is_stored_for_a_year)
{
	stage_whisper(stage, "eve", "set lang fr");
	add_newer_person(stage);
	days_pass(stage, 300);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 66);
	assert_false(is_kept(stage, "eve"));
	/* The bot forgets the language in memory too, not only in the database. */
	assert_reply(stage, "eve", "help", "eve< (help ");
}

KEPT_CASE(a_person_active_within_the_year_stays_stored)
{
	stage_whisper(stage, "eve", "set lang fr");
	add_newer_person(stage);
	for (unsigned i = 0; i < 4; i++) {
		days_pass(stage, 300);
		stage_whisper(stage, "eve", "tables");
		stage_wait(stage, 1000);
	}
	assert_true(is_kept(stage, "eve"));
	kept_restart(stage, NULL);
	assert_reply(stage, "eve", "tables", "eve< Il n’y a aucune table");
}

KEPT_CASE(people_with_a_match_password_or_notification_stay_stored)
{
	case_two(stage, "!new target=50");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	case_dialog(stage, "rose> claim password", "zoe> notify on", "eve: !new", "eve: !bot",
		"eve: !start", "eve: !leave", "eve: !leave");
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
	case_dialog(stage, "rose> claim -", "zoe> notify off");
	stage_wait(stage, 1000);
	days_pass(stage, 400);
	assert_false(is_kept(stage, "rose"));
	assert_false(is_kept(stage, "zoe"));
}

/* The former player has made moves in the match, so the stored match refers to them. */
KEPT_CASE(a_former_player_of_a_seat_stays_stored)
{
	case_two(stage, "!new target=500");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!p 1");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!p 1");
	stage_meet(stage, "luc", "luc", "lucs_account", "l@h");
	case_dialog(stage, "anna: !sub rose", "rose: !join");
	stage_say(stage, mover_of(stage_table(stage, 1)), "!stop");
	stage_hear(stage);
	add_newer_person(stage);
	for (unsigned i = 0; i < 3; i++)
		days_pass(stage, 400);
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE '%luc%'"), 2);
	assert_true(is_kept(stage, "anna"));
}

KEPT_CASE(preferences_of_people_survive_a_restart)
{
	case_dialog(stage, "anna> set cards plain", "anna> set lang fr", "anna> set via notice");
	kept_restart(stage, NULL);
	stage->lobby.settings.hints = true;
	assert_answer(stage, "eve", "!leave", "#table: (channel.hint name=eve ");
	assert_answer_without(stage, "anna", "!leave", "(channel.hint ");
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

KEPT_CASE(logging_in_stores_the_nick_that_the_person_has_then)
{
	stage_meet(stage, "O", "anne", "anna", "a@office");
	stage_say(stage, "O", "!set lang en");
	assert_int_equal(count_accounts(stage, "anne"), 1);
	stage_went(stage, "O", DEPARTED_NETWORK);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!new");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_int_equal(count_accounts(stage, "anna"), 1);
}

/* While the bot is offline, a table can wait for months. */
KEPT_CASE(people_waiting_at_a_table_stay_stored)
{
	case_dialog(stage, "eve: !new", "luc: !join");
	kept_restart(stage, "UPDATE people SET expires = 7 WHERE expires IS NOT NULL");
	stage_wait(stage, 1000);
	assert_true(is_kept(stage, "eve"));
	assert_true(is_kept(stage, "luc"));
	assert_answer(stage, "eve", "!start", "(event.hand number=1 ");
}

KEPT_CASE(ids_of_people_are_never_reused)
{
	pass_by(stage, "eve");
	pass_by(stage, "rose");
	int64_t last = kept_asked(stage, "SELECT max(id) FROM people");
	days_pass(stage, 40);
	assert_false(is_kept(stage, "eve"));
	pass_by(stage, "zoe");
	assert_true(kept_asked(stage, "SELECT id FROM people WHERE name = 'zoe'") > last);
}

enum { MANY = 300 };

/* Stores many people that the bot saw last a long time ago. */
static void add_old_people(struct stage *stage)
{
	int64_t id;
	for (unsigned i = 0; i < MANY; i++) {
		const char *name = case_text("p%u", i);
		assert_int_equal(store_find_or_add_person(
					 stage->store, stage->network.id, name, name, 1, &id),
			STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
}

/* Returns the number of these people in the store. */
static int64_t count_stored_people(const struct stage *stage)
{
	return kept_asked(stage, "SELECT count(*) FROM people WHERE key LIKE 'p%'");
}

KEPT_CASE(a_locked_database_delays_deleting_people)
{
	pass_by(stage, "eve");
	add_newer_person(stage);
	add_old_people(stage);
	kept_hush(stage);
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_wait(stage, 40 * day);
	assert_answer(stage, "anna", "!tables", "(no.tables)");
	sqlite3_close(other);
	stage_wait(stage, 1000);
	assert_int_equal(count_stored_people(stage), MANY);
	assert_true(is_kept(stage, "eve"));
	days_pass(stage, 2);
	/* One batch deletes only some of the people. */
	assert_in_range(count_stored_people(stage), 1, MANY - 1);
	case_seconds(stage, MANY);
	assert_false(is_kept(stage, "eve"));
}
