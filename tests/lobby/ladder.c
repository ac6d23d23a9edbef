/* Tests leaderboards, statistics, replays, records and forget. */
#include "bot/history/record.h"
#include "engine/mate.h"
#include "engine/mitaines.h"
#include "storage/matches.h"
#include "storage/query.h"
#include "storage/ratings.h"
#include "storage/sqlite/sqlite.h"
#include "tests/sql.h"
#include "tests/stage/kept.h"

/* Lets anna and luc play a match to its end. Returns the number of the match. */
static int64_t play_match(struct stage *stage, const char *new)
{
	int64_t match = case_two(stage, new)->match;
	stage_play(stage, 1, 100000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	return match;
}

/* Stores for all people that they have met three established opponents. */
static void give_peers(struct stage *stage)
{
	sql_run(stage->store->database->db,
		"UPDATE ratings SET peers = 3, ranked = matches >= (SELECT minimum FROM settings)");
}

STAGE_CASE(the_top_command_lists_people_by_preset_and_period)
{
	assert_answer(stage, "anna", "!top week",
		"#table: (top.gained.none game=mitaines preset= period=(top.week))");
	assert_answer(stage, "anna", "!top gamerules",
		"#table: (top.gained.none game=mitaines preset=gamerules period=)");
	play_match(stage, "!new mitaines gamerules target=100");
	assert_answer(stage, "anna", "!top week",
		"#table: (top.gained game=mitaines preset= period=(top.week) list=1. ");
	const char *heard = assert_answer(stage, "anna", "!top gamerules 1",
		"(top.gained game=mitaines preset=gamerules period=(top.ever) list=1. ");
	assert_not_in(heard, "2. ");
	assert_answer(stage, "anna", "!top classic mois",
		"(top.gained.none game=mitaines preset=classic period=(top.month))");
	stage_wait(stage, 8 * 24 * 3600 * INT64_C(1000));
	assert_answer(stage, "anna", "!palmarès semaine",
		"(top.gained.none game=mitaines preset= period=(top.week))");
	assert_answer(stage, "anna", "!top year 1",
		"#table: (top.gained game=mitaines preset= period=(top.year) list=1. ");
	assert_answer(stage, "anna", "!palmarès année",
		"(top.gained game=mitaines preset= period=(top.year) list=1. ");
	assert_answer(stage, "anna", "!palmarès gamerules mitaines tout",
		"(top.gained game=mitaines preset=gamerules period=(top.ever) list=1. ");
	assert_answer(stage, "anna", "!top all", "(top game=mitaines list=");
	assert_answer(stage, "anna", "!top banilower month",
		"(top.gained.none game=mitch preset=banilower period=(top.month))");
}

/* People with too few matches or opponents for a rank come after the ranked people, as long as
 * these are few. */
STAGE_CASE(newcomers_are_listed_while_few_people_have_a_rank)
{
	play_match(stage, "!new target=100");
	assert_int_equal(store_set_rank_minimum(stage->store, 2), STORE_OK);
	lobby_commit(&stage->lobby);
	const char *heard =
		assert_answer(stage, "anna", "!top", "#table: (top game=mitaines list=");
	assert_in(heard, "anna? ");
	assert_in(heard, "luc? ");
	assert_not_in(heard, "1. ");
	assert_answer(stage, "anna", "!top 1", "? 1012 page=)");
	play_match(stage, "!new target=100");
	assert_not_in(assert_answer(stage, "anna", "!top", "(top game=mitaines list="), "1. ");
	give_peers(stage);
	assert_answer(stage, "anna", "!top", "(top game=mitaines list=1. ");
	case_dialog(stage, "rose: !new target=100", "luc: !join", "luc: !start");
	stage_play(stage, 1, 100000);
	heard = assert_answer(stage, "anna", "!top", "1. ");
	assert_in(heard, ", rose? ");
}

STAGE_CASE(the_top_command_lists_ai_players_in_their_own_list)
{
	static const char *const words[] = { "ai", "robots", "bot" };
	case_dialog(stage, "anna: !new target=100", "anna: !bot easy", "anna: !start");
	for (unsigned i = 0; i < 1000 && stage_table(stage, 1) != NULL; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 2000);
	}
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "anna", "!top", "(top.empty game=mitaines)");
	for (size_t i = 0; i < 3; i++) {
		const char *line = case_text("!top %s", words[i]);
		assert_answer(stage, "anna", line, "(top game=mitaines list=1. easy ");
	}
}

STAGE_CASE(the_top_command_explains_wrong_arguments)
{
	static const struct {
		const char *asked;
		const char *answer;
	} cases[] = {
		{ "top decade", "anna< (top.usage word=decade games=mitaines, mitch, " },
		{ "top decade", " presets=classic, gamerules, " },
		{ "top decade", " most=20)" },
		{ "top mitch quebec", "(top.usage word=quebec " },
		{ "top mate banilower", "(top.usage word=banilower " },
		{ "top 0", "(top.usage word=0 " },
		{ "top -3", "(top.usage word=-3 " },
		{ "top 99999999999", "(top.usage word=99999999999 " },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_reply(stage, "anna", cases[i].asked, cases[i].answer);
	}
	stage_whisper(stage, "anna", "set lang fr");
	assert_reply(stage, "anna", "palmarès décennie",
		"variantes : classic, gamerules, québec, banilower, revolution; périodes : "
		"semaine, mois, année, tout");
	stage_hear(stage);
}

STAGE_CASE(stats_and_rank_commands_show_results_also_between_two_people)
{
	play_match(stage, "!new mitaines classic target=300");
	play_match(stage, "!new mitaines classic target=300");
	const char *heard = assert_answer(
		stage, "rose", "!stats anna", "#table: (stats name=anna game=mitaines matches=2 ");
	assert_in(heard, "(stats ");
	assert_answer(
		stage, "rose", "!stats anna luc", "#table: (versus name=anna other=luc matches=2 ");
	assert_answer(stage, "rose", "!stats anna anna",
		"#table: (stats name=anna game=mitaines matches=2 ");
	assert_answer(stage, "luc", "!stats luc rose", "luc< (nobody.known name=rose)");
	give_peers(stage);
	assert_reply(stage, "luc", "rank mate", "luc< (rank.none name=luc ");
	assert_reply(stage, "luc", "rank mitaines", "luc< (rank name=luc game=mitaines ");
	heard = assert_reply(stage, "luc", "rank", "luc< (rank name=luc game=mitaines ");
	assert_in(heard, " curve=(rank.curve ");
	assert_null(strpbrk(heard, "\342"));
	stage_whisper(stage, "luc", "set cards plain");
	assert_reply(stage, "luc", "rank", " curve=(rank.curve ");
	case_dialog(stage, "luc> set cards unicode", "luc> rank anna");
	heard = stage_hear(stage);
	assert_not_in(heard, " curve=▁▁ "); /* the second match with this opponent counts */
}

STAGE_CASE(the_rank_command_explains_missing_ratings_of_people_and_ai_players)
{
	assert_answer(stage, "anna", "!rank expert", "#table: (rank.none.robot name=expert)");
	stage_whisper(stage, "anna", "set lang fr");
	assert_reply(stage, "anna", "rang difficile", "anna< Le robot hard n’a encore joué");
	assert_reply(
		stage, "anna", "rang", "anna< anna n’a pas encore de cote. Parties classées néc");
}

STAGE_CASE(the_rank_command_counts_the_matches_needed_for_a_place)
{
	stage->settings.ranked_matches = 3;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_int_equal(store_set_rank_minimum(stage->store, 3), STORE_OK);
	stage_whisper(stage, "anna", "set lang en");
	assert_answer(stage, "anna", "!rank", "(rank.none name=anna needed=3 ");
	play_match(stage, "!new mitaines classic target=300");
	assert_answer(stage, "anna", "!rank", " matches=1 ");
	assert_answer(stage, "anna", "!rank", "(rank.unplaced name=anna ");
	assert_answer(stage, "anna", "!rank", " needed=2 ");
	play_match(stage, "!new mitaines classic target=300");
	assert_answer(stage, "anna", "!rank", " needed=1 ");
	play_match(stage, "!new mitaines classic target=300");
	assert_answer(stage, "anna", "!rank", " needed=0 peers=3 ");
	give_peers(stage);
	assert_answer(stage, "anna", "!rank", "(rank name=anna ");
}

/* Each level has a name for its AI player. If several AI players of a level are at one table, the
 * others get other names. */
STAGE_CASE(rank_and_stats_commands_accept_names_of_ai_players)
{
	assert_answer(stage, "anna", "!rank ovila", "#table: (rank.none.robot name=normal)");
	assert_answer(stage, "anna", "!rank zephirine", "(rank.none.robot name=easy)");
	assert_answer(stage, "anna", "!stats Philias", "(stats.none name=expert)");
	assert_answer(stage, "anna", "!history Exilda", "(history.none name=hard)");
	stage_say(stage, "anna", "!new mitch");
	for (unsigned i = 0; i < 4; i++)
		stage_say(stage, "anna", "!bot easy");
	struct table *table = stage_table(stage, 1);
	const char *line = case_text("!rank %s", table_name(table, 4));
	assert_answer(stage, "anna", line, "(rank.none.robot name=easy)");
	case_dialog(stage, "anna> stop", "Ovila: !new");
	assert_answer(stage, "anna", "!rank Ovila", "(rank.none name=Ovila ");
}

CASE(statistics_count_contracts_tens_and_mates)
{
	static const struct {
		const struct game *game;
		enum event_kind kind;
		enum event_how how;
		enum call call;
		const char *stat; /* statistic that the event counts for, or NULL */
	} cases[] = {
		{ &mitaines_game, EVENT_CAPTURE, HOW_COMPLETE, CALL_MITTEN, "mittens" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_GROUP, CALL_GLOVE, "gloves" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_COMPLETE, CALL_SOCK, "socks" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_STEAL, CALL_MITTEN, "stolen.mittens" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_DOUBLE, CALL_GLOVE, "stolen.gloves" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_STEAL, CALL_SOCK, "stolen.socks" },
		{ &mitaines_game, EVENT_CAPTURE, HOW_SWEEP, CALL_NONE, NULL },
		{ &mitaines_game, EVENT_SCORE, HOW_TEN, CALL_NONE, "tens" },
		{ &mitaines_game, EVENT_SCORE, HOW_LEFT_TEN, CALL_NONE, NULL },
		{ &mate_game, EVENT_MATED, HOW_NONE, CALL_NONE, "mates" },
		{ &mate_game, EVENT_PLAY, HOW_NONE, CALL_NONE, NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct events events = { .count = 0 };
		struct event *event = events_add(&events, cases[i].kind, 0);
		event->how = (uint8_t)cases[i].how;
		event->number = (uint8_t)cases[i].call;
		int stat = cases[i].game->tally(event);
		const char *name = stat < 0 ? "none" : cases[i].game->stats[stat];
		if (strcmp(name, cases[i].stat != NULL ? cases[i].stat : "none") != 0)
			fail_msg("case %zu: %s", i, name);
	}
}

static void sum_both_seats(const struct table *table, unsigned counts[STORE_COUNTS])
{
	for (unsigned i = 0; i < STORE_COUNTS; i++)
		counts[i] = (unsigned)table->seat[0].stats.count[i] + table->seat[1].stats.count[i];
}

KEPT_CASE(statistics_survive_a_restart)
{
	unsigned before[STORE_COUNTS];
	unsigned after[STORE_COUNTS];
	case_two(stage, "!new mitaines classic target=500");
	stage_play(stage, 1, 90);
	sum_both_seats(stage_table(stage, 1), before);
	assert_string_equal(mitaines_game.stats[6], "tens");
	assert_true(before[6] > 0);
	kept_restart(stage, NULL);
	sum_both_seats(stage_table(stage, 1), after);
	assert_memory_equal(after, before, sizeof before);
}

KEPT_CASE(a_stopped_match_has_no_winner)
{
	struct table *table = case_two(stage, "!new");
	while (state_score(table_state(table), 0) == state_score(table_state(table), 1))
		stage_play(stage, 1, 1);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_null(stage_table(stage, 1));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM seats WHERE won > 0"), 0);
}

STAGE_CASE(the_replay_command_tells_moves_page_by_page)
{
	char ask[32];
	struct text text = text_in(ask, sizeof ask);
	text_add(&text, "replay ");
	text_number(&text, play_match(stage, "!new"));
	const char *heard = assert_reply(stage, "rose", ask, "rose< (replay.hand hand=1)");
	assert_in(heard, "(page.more ");
	unsigned pages = 1;
	for (; strstr(heard, "(page.more ") != NULL; pages++) {
		stage_whisper(stage, "rose", "more");
		heard = stage_hear(stage);
		assert_not_in(heard, "(page.none)");
	}
	assert_true(pages > 1);
	assert_reply(stage, "rose", "more", "rose< (page.none)");
	assert_int_equal(stage->lobby.speech.pager.count, 0);
}

/* Appends the lines of the record that rose heard. Leaves out the addressee, and the bot's last
 * line about the page. */
static void append_page(struct string *out, const char *heard)
{
	static const char mark[] = "rose< ";
	while (*heard != '\0') {
		size_t length = strcspn(heard, "\n") + 1;
		assert_memory_equal(heard, mark, strlen(mark));
		if (heard[strlen(mark)] != '(')
			string_add_bytes(out, heard + strlen(mark), length - strlen(mark));
		heard += length;
	}
}

/* Fails unless `heard` tells how many lines of `written` follow after `told`, its part so far. */
static void assert_left(const char *heard, const struct string *told, const struct string *written)
{
	char wanted[32];
	unsigned left = 0;
	for (const char *at = written->bytes + told->length; *at != '\0'; at++)
		left += *at == '\n';
	struct text text = text_in(wanted, sizeof wanted);
	text_add(&text, "rose< (page.more lines=");
	text_number(&text, left);
	text_char(&text, ')');
	assert_in(heard, wanted);
}

/* The pages of `export` must add up to the record that the command line exports. */
STAGE_CASE(the_export_command_tells_the_record_of_a_match_page_by_page)
{
	assert_reply(stage, "rose", "export 1", "rose< (no.match.yet match=1)");
	struct string told = STRING_EMPTY;
	struct string written = STRING_EMPTY;
	struct store_match match;
	play_match(stage, "!new mitaines classic target=50");
	assert_int_equal(store_get_match(stage->store, 1, &match), STORE_OK);
	assert_int_equal(history_write_record(stage->store, &match, &written), STORE_OK);
	stage_say(stage, "rose", "!export 1");
	for (const char *heard = stage_hear(stage);; heard = stage_hear(stage)) {
		append_page(&told, heard);
		if (strstr(heard, "(page.more ") == NULL)
			break;
		assert_left(heard, &told, &written);
		stage_whisper(stage, "rose", "more");
	}
	assert_string_equal(told.bytes, written.bytes);
	string_free(&told);
	string_free(&written);
	assert_reply(stage, "rose", "exporter 2", "rose< (no.such.match match=2 last=1)");
	assert_reply(stage, "luc", "export last", "luc< mitaines-record 1");
	assert_reply(stage, "luc", "partie DERNIÈRE", "luc< (match page= match=1 ");
	assert_reply(stage, "rose", "match last", "rose< (history.none name=rose)");
	assert_reply(stage, "rose", "export", "rose< (export.usage)");
	bool first = strcmp(case_name(case_two(stage, "!new"), 0), "anna") == 0;
	assert_reply(stage, "rose", "export 2", "rose< (replay.not.yet match=2)");
	const char *said = assert_reply(stage, "rose", "match 2",
		"(match page= match=2 day=2027-01-15 game=mitaines preset=classic options= "
		"state=(match.is.running) seats=");
	assert_in(said, first ? "seats=anna, luc hands=1)" : "seats=luc, anna hands=1)");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_reply(stage, "rose", "export 2", "rose< mitaines-record 1");
	case_dialog(stage, "anna: !new", "anna: !leave");
	assert_reply(stage, "rose", "export 3", "rose< (replay.empty match=3)");
}

MATCH_CASE(the_replay_command_refuses_a_running_match, "!new")
{
	stage_play(stage, 1, 3);
	assert_reply(stage, "rose", "replay 1", "rose< (replay.not.yet match=1)");
	assert_reply(stage, "rose", "replay 2", "rose< (no.such.match match=2 ");
	assert_reply(stage, "rose", "replay all", "rose< (replay.usage)");
}
