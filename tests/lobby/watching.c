/* Tests watchers, notifications about new tables, and rematches. */
#include "storage/matches.h"
#include "storage/people.h"
#include "tests/stage/case.h"

/* Returns true if the first line contains text. */
static bool holds(const char *line, const char *text)
{
	const char *found = strstr(line, text);
	return found != NULL && found < strchr(line, '\n');
}

static void a_watcher_gets_all_public_lines_in_their_language(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage_whisper(stage, "rose", "set lang fr");
	stage_whisper(stage, "rose", "watch 1");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< [1] Vous suivez");
	assert_in(heard, "rose< [1] Pile (");
	for (unsigned i = 0; i < 40; i++) {
		unsigned public = 0;
		unsigned private = 0;
		stage_play(stage, 1, 1);
		for (const char *line = stage_hear(stage); *line != '\0';
			line = strchr(line, '\n') + 1) {
			public += strncmp(line, "#table: [1] ", 12) == 0;
			if (strncmp(line, "rose< ", 6) != 0)
				continue;
			private++;
			assert_false(holds(line, "Votre main"));
			assert_false(holds(line, "(event.play"));
		}
		assert_int_equal(public, private);
		assert_true(public > 0);
	}
	stage_whisper(stage, "rose", "unwatch");
	assert_said(stage, "rose< Vous ne suivez plus la table.");
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose<");
}

static void each_watcher_of_a_table_gets_its_lines_once(void **state)
{
	static const char *const nicks[] = { "rose", "yves", "zoe", "max" };
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	for (size_t i = 0; i < 4; i++)
		stage_whisper(stage, nicks[i], i == 2 ? "watch 2" : "watch 1");
	stage_hear(stage);
	stage_play(stage, 1, 1);
	const char *heard = stage_hear(stage);
	for (size_t i = 0; i < 4; i++) {
		char line[32];
		snprintf(line, sizeof line, "%s< [1] (event.play ", nicks[i]);
		assert_int_equal(case_count(heard, line), i != 2);
	}
}

/* Late news would delay other lines to the person. */
static void a_watcher_with_many_unsent_lines_gets_no_news(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage->elsewhere = "rose";
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	stage->owed = 25;
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose<");
	stage->owed = 24;
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] ");
}

static unsigned count_watchers(const struct stage *stage)
{
	const struct watchers *watchers = &stage->lobby.speech.watchers;
	unsigned people = 0;
	for (size_t i = 0; i < watchers->count; i++)
		people += watchers->watcher[i].person != NULL;
	return people;
}

static void watching_ends_with_the_table(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage->elsewhere = "rose";
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	assert_int_equal(count_watchers(stage), 1);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_said(stage, "rose< [1] (match.stopped ");
	assert_int_equal(count_watchers(stage), 0);
	stage_whisper(stage, "rose", "unwatch");
	assert_said(stage, "rose< (watch.none)");
}

static void players_of_a_table_cannot_watch_it(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage_say(stage, "anna", "!watch");
	assert_said(stage, "anna< [1] (watch.seated)");
	stage_say(stage, "rose", "!watch luc");
	assert_said(stage, "rose< (watch.number)");
	stage_say(stage, "rose", "!watch 7");
	assert_said(stage, "rose< (no.such.table table=7)");
	assert_int_equal(count_watchers(stage), 0);
}

/* The channel and watchers of other tables do not count. */
static void twenty_watch_a_table_at_most(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage_say(stage, "zoe", "!new mate");
	stage->elsewhere = "*";
	stage_whisper(stage, "rose", "watch 2");
	stage_play(stage, 1, 1);
	for (char nick[] = "a"; *nick <= 's'; ++*nick)
		stage_whisper(stage, nick, "watch 1");
	stage_hear(stage);
	assert_answer(stage, "t", "!watch 1", "t< [1] (watch.begins)");
	assert_answer(stage, "rose", "!watch 1", "rose< [1] (watch.full)");
	/* A watcher can ask again although the table is full. */
	assert_answer(stage, "t", "!watch 1", "t< [1] (watch.begins)");
	assert_answer(stage, "a", "!unwatch 1", "a< (watch.ends)");
	assert_answer(stage, "rose", "!watch 1", "rose< [1] (watch.begins)");
}

static void a_watcher_in_the_channel_gets_no_line_twice(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_say(stage, "rose", "!watch");
	assert_refused(stage, "rose", "[1] (watch.heard channel=#table)");
	stage_whisper(stage, "rose", "set cards unicode");
	assert_answer(stage, "rose", "!watch", "rose< [1] (watch.begins)");
	assert_answer(stage, "rose", "!watch", "rose< [1] (watch.begins)");
	stage_play(stage, 1, 1);
	assert_int_equal(case_count(stage_hear(stage), "rose< [1] (event.play"), 1);
	stage_whisper(stage, "rose", "set cards ascii");
	stage_hear(stage);
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose<");
	/* The channel is then not the place where rose reads. */
	stage->elsewhere = "rose";
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] (event.play");
	stage->elsewhere = NULL;
	table->channel->settings.quiet = true;
	stage_play(stage, 1, 2);
	assert_said(stage, "rose< [1] (event.play");
}

static void sitting_down_ends_watching(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage->elsewhere = "*";
	stage_whisper(stage, "rose", "watch 1");
	stage_whisper(stage, "zoe", "watch 1");
	assert_int_equal(count_watchers(stage), 2);
	stage_whisper(stage, "rose", "join 1");
	assert_int_equal(count_watchers(stage), 1);
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_say(stage, "rose", "!sub zoe");
	stage_say(stage, "zoe", "!accept");
	assert_said(stage, "(sub.done name=rose other=zoe)");
	assert_int_equal(count_watchers(stage), 0);
}

static struct person *find_person(struct stage *stage, const char *nick)
{
	struct person *person = people_find(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	return person;
}

static void a_watcher_is_kept_in_memory_while_watching(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_whisper(stage, "rose", "set lang fr");
	unsigned held = find_person(stage, "rose")->references;
	stage_whisper(stage, "rose", "watch 1");
	assert_int_equal(find_person(stage, "rose")->references, held + 1);
	stage_whisper(stage, "rose", "unwatch");
	assert_int_equal(find_person(stage, "rose")->references, held);
}

static void a_watcher_keeps_watching_as_another_person(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	static const char *const nicks[] = { "eve", "rose", "zoe" };
	for (size_t i = 0; i < 3; i++)
		stage_whisper(stage, nicks[i], "set lang fr");
	stage_whisper(stage, "eve", "watch 1");
	stage_whisper(stage, "rose", "watch 1");
	struct watchers *watchers = &stage->lobby.speech.watchers;
	struct person *zoe = find_person(stage, "zoe");
	watchers_move(watchers, find_person(stage, "rose"), zoe);
	assert_true(watchers_remove(watchers, find_person(stage, "eve"), 1));
	assert_true(watchers_remove(watchers, zoe, 1));
	assert_false(watchers_remove(watchers, find_person(stage, "rose"), 1));
}

static void a_lone_watcher_keeps_watching_after_a_login(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	stage_whisper(stage, "rose", "watch 2");
	stage_whisper(stage, "yves", "watch 2");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_answer(stage, "yves", "!unwatch 2", "yves< (watch.ends)");
	stage_meet(stage, "rose", "rose", "rose", "r@r.home");
	stage_hear(stage);
	stage_say(stage, "zoe", "!join 2");
	assert_said(stage, "rose< [2] (table.joined ");
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.ends)");
}

static void unwatch_ends_watching_one_table_or_all(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	stage_whisper(stage, "rose", "watch 1");
	stage_whisper(stage, "rose", "watch 2");
	stage_whisper(stage, "yves", "watch 2");
	assert_int_equal(count_watchers(stage), 3);
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.ends)");
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] (event.play ");
	stage_say(stage, "zoe", "!join 2");
	const char *heard = assert_said(stage, "yves< [2] (table.joined ");
	assert_not_in(heard, "rose< ");
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.none)");
	stage_whisper(stage, "yves", "watch 1");
	assert_answer(stage, "yves", "!unwatch 1", "yves< (watch.ends)");
	assert_int_equal(count_watchers(stage), 2);
	stage_whisper(stage, "yves", "watch 1");
	assert_answer(stage, "yves", "!unwatch", "yves< (watch.ends)");
	assert_int_equal(count_watchers(stage), 1);
}

static void an_absent_watcher_misses_news(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage->elsewhere = "rose";
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	people_set_connection(&stage->lobby.people, find_person(stage, "rose"), NULL);
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose< ");
	stage_whisper(stage, "rose", "ping");
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] (event.play ");
}

static void pending_news_of_the_channel_is_not_told_to_watchers_twice(void **state)
{
	struct stage *stage = *state;
	stage->elsewhere = "rose";
	stage->pensive = true;
	stage_say(stage, "eve", "!new mate");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_whisper(stage, "rose", "watch 2");
	stage_say(stage, "eve", "!leave");
	assert_null(stage_table(stage, 1));
	while (stage_think(stage))
		;
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "#table: [2] "), 1);
	assert_int_equal(case_count(heard, "rose< [2] "), 1);
	assert_int_equal(case_count(heard, "(event.play seat=anna "), 2);
	assert_int_equal(case_count(strstr(heard, "rose< [2] "), "(event.play seat=anna "), 1);
}

static void news_heard_in_the_channel_is_not_told_again(void **state)
{
	struct stage *stage = *state;
	stage->elsewhere = "rose";
	stage->pensive = true;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_whisper(stage, "rose", "watch");
	for (unsigned i = 0; i < 2; i++) {
		while (stage_think(stage))
			;
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
		stage->elsewhere = i == 0 ? NULL : "rose";
		assert_true(stage_think(stage));
		const char *heard = stage_hear(stage);
		assert_in(heard, "#table: [1] ");
		assert_int_equal(case_count(heard, "rose< "), i);
		if (i > 0)
			assert_int_equal(
				case_count(strstr(heard, "rose< "), "(event.play seat=anna "), 1);
		stage->elsewhere = "rose";
	}
}

static void notify_tells_people_of_new_tables(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "notify");
	stage_whisper(stage, "anna", "notify on");
	stage_whisper(stage, "luc", "hand");
	stage_hear(stage);
	stage_say(stage, "anna", "!new mitch");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< (notify.table name=anna table=1 channel=#table game=mitch ");
	assert_not_in(heard, "anna< ");
	assert_not_in(heard, "luc< ");
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "rose<"); /* not again at once */
	stage_wait(stage, 11 * 60 * 1000);
	stage_whisper(stage, "rose", "join 1");
	stage_hear(stage);
	stage_say(stage, "luc", "!new mate");
	assert_said(stage, "rose< (notify.table name=luc table=3 ");
	stage_whisper(stage, "rose", "notify off");
	stage_wait(stage, 11 * 60 * 1000);
	stage_hear(stage);
	stage_say(stage, "luc", "!new mate");
	assert_unsaid(stage, "rose<");
	stage_whisper(stage, "rose", "notify perhaps");
	assert_said(stage, "rose< (notify.usage)");
}

static void opening_a_table_does_not_wait_for_a_thousand_notifications(void **state)
{
	struct stage *stage = *state;
	int64_t id;
	for (int i = 0; i < 1200; i++) {
		char key[16];
		struct text text = text_in(key, sizeof key);
		text_add(&text, "ghost");
		text_number(&text, i);
		assert_int_equal(store_find_or_add_person(
					 stage->store, stage->network.id, key, "ghost", 1, &id),
			STORE_OK);
		assert_int_equal(store_set_notified(stage->store, id, true), STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
	stage_say(stage, "rose", "!notify on");
	stage_hear(stage);
	stage_say(stage, "anna", "!new");
	assert_unsaid(stage, "rose<");
	stage_say(stage, "anna", "!new");
	assert_said(stage, "rose< ");
}

static void again_starts_a_rematch_of_the_same_people(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!again");
	assert_said(stage, "anna< (again.none)");
	struct table *table = case_two(stage, "!new mitaines classic target=100");
	int64_t first = table->match;
	stage_play(stage, 1, 100000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);

	stage_say(stage, "rose", "!again");
	assert_said(stage, "rose< (again.none)");
	stage_say(stage, "luc", "!again");
	assert_said(stage,
		"#table: [1] (again.call name=luc game=mitaines preset=classic options=target=100 "
		"others=anna)");
	stage_say(stage, "luc", "!again");
	assert_said(stage, "luc< (seated.already)");
	stage_say(stage, "anna", "!encore");
	assert_said(stage, "(event.hand number=1 ");
	table = stage_table(stage, 1);
	assert_true(table->running);
	assert_true(table->match > first);
	assert_string_equal(table->options, "target=100");
}

static void again_waits_for_the_end_of_the_match(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new mitaines classic target=100");
	stage_play(stage, 1, 100000);
	stage_say(stage, "anna", "!again");
	stage_say(stage, "luc", "!again");
	struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	stage_hear(stage);
	stage_say(stage, "anna", "!again");
	const char *heard = stage_hear(stage);
	assert_in(heard, "anna< [1] (again.running)");
	assert_not_in(heard, "#table: ");
	assert_int_equal(stage->lobby.tables.count, 1);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_say(stage, "anna", "!again");
	assert_said(stage,
		"#table: [1] (again.call name=anna game=mitaines preset=classic "
		"options=target=100 ");
}

static void again_with_ai_players_deals_at_once(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new mate");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "anna", "!stop");
	stage_hear(stage);
	stage_say(stage, "anna", "!again");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (again.alone name=anna game=mate preset= options=)");
	assert_in(heard, "(event.round number=1 ");
	assert_true(stage_table(stage, 1)->running);
}

static void again_refuses_a_stored_match_with_impossible_options(void **state)
{
	struct stage *stage = *state;
	static const char *const options[] = { "", "target=never" };
	struct store_match match = { .network = stage->network.id,
		.channel = "#table",
		.number = 1,
		.game = "mitaines",
		.preset = "classic",
		.opened = 1 };
	struct store_seat seats[STORE_SEATS] = { { .misses = 0 } };
	struct store_result results[STORE_SEATS] = { { .points = 0 } };
	int64_t anna;
	stage_say(stage, "anna", "!set lang en");
	assert_int_equal(store_find_person(stage->store, match.network, "anna", &anna), STORE_OK);
	for (unsigned i = 0; i < STORE_SEATS; i++)
		seats[i].person.id = seats[i].player.id =
			i == 0 ? anna : stage->lobby.robots.id[LEVEL_EASY];
	for (unsigned i = 0; i < 2; i++) {
		struct text text = text_in(match.options, sizeof match.options);
		text_add(&text, options[i]);
		assert_int_equal(store_add_match(stage->store, &match, &match.id), STORE_OK);
		assert_int_equal(
			store_set_seats(stage->store, match.id, seats, STORE_SEATS), STORE_OK);
		assert_int_equal(store_start_match(stage->store, match.id, true, 1), STORE_OK);
		assert_int_equal(store_end_match(stage->store, match.id, STORE_STOPPED, 1, results,
					 STORE_SEATS, 2),
			STORE_OK);
		assert_int_equal(store_commit(stage->store), STORE_OK);
		stage_hear(stage);
		stage_say(stage, "anna", "!again");
		if (i == 0) {
			struct table *table = stage_table(stage, 1);
			assert_int_equal(table->seats_taken, table_most_players(table));
			stage_say(stage, "anna", "!leave");
		} else {
			assert_said(stage, "anna< (again.none)");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_watcher_gets_all_public_lines_in_their_language),
		STAGE_CASE(each_watcher_of_a_table_gets_its_lines_once),
		STAGE_CASE(a_watcher_with_many_unsent_lines_gets_no_news),
		STAGE_CASE(watching_ends_with_the_table),
		STAGE_CASE(players_of_a_table_cannot_watch_it),
		STAGE_CASE(twenty_watch_a_table_at_most),
		STAGE_CASE(a_watcher_in_the_channel_gets_no_line_twice),
		STAGE_CASE(sitting_down_ends_watching),
		STAGE_CASE(a_watcher_is_kept_in_memory_while_watching),
		STAGE_CASE(a_watcher_keeps_watching_as_another_person),
		STAGE_CASE(a_lone_watcher_keeps_watching_after_a_login),
		STAGE_CASE(unwatch_ends_watching_one_table_or_all),
		STAGE_CASE(an_absent_watcher_misses_news),
		STAGE_CASE(pending_news_of_the_channel_is_not_told_to_watchers_twice),
		STAGE_CASE(news_heard_in_the_channel_is_not_told_again),
		STAGE_CASE(notify_tells_people_of_new_tables),
		STAGE_CASE(opening_a_table_does_not_wait_for_a_thousand_notifications),
		STAGE_CASE(again_starts_a_rematch_of_the_same_people),
		STAGE_CASE(again_waits_for_the_end_of_the_match),
		STAGE_CASE(again_with_ai_players_deals_at_once),
		STAGE_CASE(again_refuses_a_stored_match_with_impossible_options),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
