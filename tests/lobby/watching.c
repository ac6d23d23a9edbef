/* Tests watchers, notifications about new tables, and rematches. */
#include "storage/people.h"
#include "tests/stage/case.h"

/* Returns true if the first of several lines contains text. */
static bool holds(const char *line, const char *text)
{
	const char *found = strstr(line, text);
	return found != NULL && found < strchr(line, '\n');
}

STAGE_CASE(a_watcher_gets_all_public_lines_in_their_own_language)
{
	case_two(stage, "!new mitaines classic target=100");
	stage_whisper(stage, "rose", "set lang fr");
	const char *heard = assert_reply(stage, "rose", "watch 1", "rose< [1] Vous suivez");
	assert_in(heard, "rose< [1] Pile de ");
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
	assert_reply(stage, "rose", "unwatch", "rose< Vous ne suivez plus la table.");
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose<");
}

MATCH_CASE(a_watcher_gets_the_changes_of_ratings_in_their_language, "!new target=50")
{
	case_dialog(stage, "rose: !set lang fr", "rose: !watch 1");
	stage_play(stage, 1, 1000);
	const char *heard = stage_hear(stage);
	assert_in(heard, "(match.ratings list=anna ");
	assert_in(heard, " Cotes : anna ");
}

STAGE_CASE(each_watcher_of_a_table_gets_its_lines_once)
{
	static const char *const nicks[] = { "rose", "yves", "zoe", "max" };
	case_two(stage, "!new");
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	for (size_t i = 0; i < 4; i++)
		stage_whisper(stage, nicks[i], i == 2 ? "watch 2" : "watch 1");
	stage_hear(stage);
	stage_play(stage, 1, 1);
	const char *heard = stage_hear(stage);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(
			case_count(heard, case_text("%s< [1] (event.play ", nicks[i])), i != 2);
	}
}

/* The bot drops news for watchers that read slowly, because it would delay their other lines. */
MATCH_CASE(a_watcher_with_many_unsent_lines_gets_no_news, "!new mitaines classic target=100")
{
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
	const struct recipients *recipients = &stage->lobby.speech.recipients;
	unsigned people = 0;
	for (size_t i = 0; i < recipients->count; i++)
		people += recipients->recipient[i].person != NULL;
	return people;
}

MATCH_CASE(watching_ends_when_the_table_closes, "!new mitaines classic target=100")
{
	stage->elsewhere = "rose";
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	assert_int_equal(count_watchers(stage), 1);
	stage_say(stage, "anna", "!stop");
	assert_answer(stage, "luc", "!stop", "rose< [1] (match.stopped ");
	assert_int_equal(count_watchers(stage), 0);
	assert_reply(stage, "rose", "unwatch", "rose< (watch.none)");
}

MATCH_CASE(people_outside_all_channels_cannot_watch, "!new mitaines classic target=100")
{
	stage->elsewhere = "*";
	stage->outside = true;
	stage_whisper(stage, "rose", "watch 1");
	assert_heard(stage, "rose< [1] (watch.outside table=1)\n");
	assert_int_equal(count_watchers(stage), 0);
}

MATCH_CASE(players_of_a_table_cannot_watch_it, "!new mitaines classic target=100")
{
	assert_answer(stage, "anna", "!watch", "anna< [1] (watch.seated)");
	assert_answer(stage, "rose", "!watch luc", "rose< (watch.number)");
	assert_answer(stage, "rose", "!watch 7", "rose< (no.such.table table=7)");
	assert_int_equal(count_watchers(stage), 0);
}

/* People in the channel and watchers of other tables do not count as watchers. */
MATCH_CASE(at_most_twenty_people_watch_a_table, "!new mitaines classic target=100")
{
	stage_say(stage, "zoe", "!new mate");
	stage->elsewhere = "*";
	stage_whisper(stage, "rose", "watch 2");
	stage_play(stage, 1, 1);
	for (char nick[] = "a"; *nick <= 's'; ++*nick)
		stage_whisper(stage, nick, "watch 1");
	stage_hear(stage);
	assert_answer(stage, "t", "!watch 1", "t< [1] (watch.begins)");
	assert_answer(stage, "rose", "!watch 1", "rose< [1] (watch.full)");
	/* A person already watching can ask again, even at the limit. */
	assert_answer(stage, "t", "!watch 1", "t< [1] (watch.begins)");
	assert_answer(stage, "a", "!unwatch 1", "a< (watch.ends)");
	assert_answer(stage, "rose", "!watch 1", "rose< [1] (watch.begins)");
}

MATCH_CASE(a_watcher_in_the_channel_gets_no_line_twice, "!new")
{
	assert_refusal(stage, "rose", "!watch", "[1] (watch.heard channel=#table)");
	stage_whisper(stage, "rose", "set cards unicode");
	assert_answer(stage, "rose", "!watch", "rose< [1] (watch.begins)");
	assert_answer(stage, "rose", "!watch", "rose< [1] (watch.begins)");
	stage_play(stage, 1, 1);
	assert_int_equal(case_count(stage_hear(stage), "rose< [1] (event.play"), 1);
	stage_whisper(stage, "rose", "set cards ascii");
	stage_hear(stage);
	stage_play(stage, 1, 1);
	assert_unsaid(stage, "rose<");
	/* rose is now outside the channel, so the private lines come back. */
	stage->elsewhere = "rose";
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] (event.play");
	stage->elsewhere = NULL;
	table->channel->settings.quiet = true;
	stage_play(stage, 1, 2);
	assert_said(stage, "rose< [1] (event.play");
}

STAGE_CASE(sitting_down_ends_watching)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage->elsewhere = "*";
	case_dialog(stage, "rose> watch 1", "zoe> watch 1");
	assert_int_equal(count_watchers(stage), 2);
	stage_whisper(stage, "rose", "join 1");
	assert_int_equal(count_watchers(stage), 1);
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_say(stage, "rose", "!sub zoe");
	assert_answer(stage, "zoe", "!accept", "(sub.done name=rose other=zoe)");
	assert_int_equal(count_watchers(stage), 0);
}

static struct person *find_person(struct stage *stage, const char *nick)
{
	struct person *person = people_find(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	return person;
}

MATCH_CASE(a_watcher_is_kept_in_memory_while_watching, "!new")
{
	stage_whisper(stage, "rose", "set lang fr");
	unsigned held = find_person(stage, "rose")->references;
	stage_whisper(stage, "rose", "watch 1");
	assert_int_equal(find_person(stage, "rose")->references, held + 1);
	stage_whisper(stage, "rose", "unwatch");
	assert_int_equal(find_person(stage, "rose")->references, held);
}

MATCH_CASE(a_watcher_keeps_watching_after_becoming_another_person, "!new")
{
	static const char *const nicks[] = { "eve", "rose", "zoe" };
	for (size_t i = 0; i < 3; i++)
		stage_whisper(stage, nicks[i], "set lang fr");
	case_dialog(stage, "eve> watch 1", "rose> watch 1");
	struct recipients *recipients = &stage->lobby.speech.recipients;
	struct person *zoe = find_person(stage, "zoe");
	recipients_move_watcher(recipients, find_person(stage, "rose"), zoe);
	assert_true(recipients_remove_watcher(recipients, find_person(stage, "eve"), 1));
	assert_true(recipients_remove_watcher(recipients, zoe, 1));
	assert_false(recipients_remove_watcher(recipients, find_person(stage, "rose"), 1));
}

MATCH_CASE(a_lone_watcher_keeps_watching_after_a_login, "!new")
{
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	case_dialog(stage, "rose> watch 2", "yves> watch 2", "anna: !stop", "luc: !stop");
	assert_answer(stage, "yves", "!unwatch 2", "yves< (watch.ends)");
	stage_meet(stage, "rose", "rose", "rose", "r@r.home");
	assert_answer(stage, "zoe", "!join 2", "rose< [2] (table.joined ");
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.ends)");
}

MATCH_CASE(the_unwatch_command_ends_watching_one_table_or_all, "!new")
{
	stage_say(stage, "eve", "!new mate");
	stage->elsewhere = "*";
	case_dialog(stage, "rose> watch 1", "rose> watch 2", "yves> watch 2");
	assert_int_equal(count_watchers(stage), 3);
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.ends)");
	stage_play(stage, 1, 1);
	assert_said(stage, "rose< [1] (event.play ");
	const char *heard = assert_answer(stage, "zoe", "!join 2", "yves< [2] (table.joined ");
	assert_not_in(heard, "rose< ");
	assert_answer(stage, "rose", "!unwatch 2", "rose< (watch.none)");
	stage_whisper(stage, "yves", "watch 1");
	assert_answer(stage, "yves", "!unwatch 1", "yves< (watch.ends)");
	assert_int_equal(count_watchers(stage), 2);
	stage_whisper(stage, "yves", "watch 1");
	assert_answer(stage, "yves", "!unwatch", "yves< (watch.ends)");
	assert_int_equal(count_watchers(stage), 1);
}

MATCH_CASE(an_absent_watcher_gets_no_news, "!new")
{
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

STAGE_CASE(news_pending_for_the_channel_is_told_to_watchers_only_once)
{
	stage->elsewhere = "rose";
	stage->pensive = true;
	case_dialog(stage, "eve: !new mate", "anna: !new", "anna: !bot", "anna: !start",
		"rose> watch 2", "eve: !leave");
	assert_null(stage_table(stage, 1));
	case_think(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "#table: [2] "), 1);
	assert_int_equal(case_count(heard, "rose< [2] "), 1);
	assert_int_equal(case_count(heard, "(event.play seat=anna "), 2);
	assert_int_equal(case_count(strstr(heard, "rose< [2] "), "(event.play seat=anna "), 1);
}

STAGE_CASE(a_watcher_is_not_told_news_again_that_their_channel_was_told)
{
	stage->elsewhere = "rose";
	stage->pensive = true;
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !start", "rose> watch");
	for (unsigned i = 0; i < 2; i++) {
		case_think(stage);
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
		stage->elsewhere = i == 0 ? NULL : "rose";
		assert_true(stage_think(stage));
		const char *heard = assert_said(stage, "#table: [1] ");
		assert_int_equal(case_count(heard, "rose< "), i);
		if (i > 0)
			assert_int_equal(
				case_count(strstr(heard, "rose< "), "(event.play seat=anna "), 1);
		stage->elsewhere = "rose";
	}
}

STAGE_CASE(the_notify_command_tells_people_of_new_tables)
{
	case_dialog(stage, "rose> notify", "anna> notify on", "luc> hand");
	const char *heard = assert_answer(stage, "anna", "!new mitch",
		"rose< (notify.table name=anna table=1 channel=#table game=mitch ");
	assert_not_in(heard, "anna< ");
	assert_not_in(heard, "luc< ");
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "rose<"); /* no second notification so soon */
	stage_wait(stage, 11 * 60 * 1000);
	stage_whisper(stage, "rose", "join 1");
	assert_answer(stage, "luc", "!new mate", "rose< (notify.table name=luc table=3 ");
	stage_whisper(stage, "rose", "notify off");
	stage_wait(stage, 11 * 60 * 1000);
	assert_answer_without(stage, "luc", "!new mate", "rose<");
	assert_reply(stage, "rose", "notify perhaps", "rose< (notify.usage)");
}

STAGE_CASE(opening_a_table_does_not_wait_for_a_thousand_notifications)
{
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
	assert_answer_without(stage, "anna", "!new", "rose<");
	assert_answer(stage, "anna", "!new", "rose< ");
}

STAGE_CASE(the_again_command_starts_a_rematch_of_the_same_people)
{
	assert_answer(stage, "anna", "!again", "anna< (again.none)");
	struct table *table = case_two(stage, "!new mitaines classic target=100");
	int64_t first = table->match;
	stage_play(stage, 1, 100000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);

	assert_answer(stage, "rose", "!again", "rose< (again.none)");
	assert_reply_is(stage, "luc", "again", "luc< (again.there channel=#table)\n");
	assert_answer(stage, "luc", "!again",
		"#table: [1] (again.call name=luc game=mitaines preset=classic options=target=100 "
		"others=anna)");
	assert_answer(stage, "luc", "!again", "luc< (seated.few)");
	assert_answer(stage, "anna", "!encore", "(event.hand number=1 ");
	table = stage_table(stage, 1);
	assert_true(table->running);
	assert_true(table->match > first);
	assert_string_equal(table->options, "target=100");
}

STAGE_CASE(the_again_command_waits_for_the_end_of_the_match)
{
	case_two(stage, "!new mitaines classic target=100");
	stage_play(stage, 1, 100000);
	case_dialog(stage, "anna: !again", "luc: !again");
	struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	const char *heard = assert_answer(stage, "anna", "!again", "anna< [1] (again.running)");
	assert_not_in(heard, "#table: ");
	assert_int_equal(stage->lobby.tables.count, 1);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_answer(stage, "anna", "!again",
		"#table: [1] (again.call name=anna game=mitaines preset=classic "
		"options=target=100 ");
}

STAGE_CASE(the_again_command_starts_at_once_if_all_others_are_ai_players)
{
	case_dialog(stage, "anna: !new mate", "anna: !bot", "anna: !start", "anna: !stop");
	const char *heard = assert_answer(stage, "anna", "!again",
		"#table: [1] (again.alone name=anna game=mate preset= options=)");
	assert_in(heard, "(event.round number=1 ");
	assert_true(stage_table(stage, 1)->running);
}
