/* Tests leaderboards, statistics, replays, records and forget. */
#include "bot/history/record.h"
#include "engine/mitaines.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "tests/stage/kept.h"

/* Lets anna and luc play a match to its end. Returns the match's number. */
static int64_t play_match(struct stage *stage, const char *new)
{
	int64_t match = case_two(stage, new)->match;
	stage_play(stage, 1, 100000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	return match;
}

static void top_lists_people_by_preset_and_period(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!top week");
	assert_said(stage, "#table: (top.gained.none game=mitaines preset= period=(top.week))");
	stage_say(stage, "anna", "!top gamerules");
	assert_said(stage, "#table: (top.gained.none game=mitaines preset=gamerules period=)");
	play_match(stage, "!new mitaines gamerules target=100");
	stage_say(stage, "anna", "!top week");
	assert_said(stage, "#table: (top.gained game=mitaines preset= period=(top.week) list=1. ");
	stage_say(stage, "anna", "!top gamerules 1");
	const char *heard = stage_hear(stage);
	assert_in(heard, "(top.gained game=mitaines preset=gamerules period=(top.ever) list=1. ");
	assert_not_in(heard, "2. ");
	stage_say(stage, "anna", "!top classic mois");
	assert_said(stage, "(top.gained.none game=mitaines preset=classic period=(top.month))");
	stage_wait(stage, 8 * 24 * 3600 * INT64_C(1000));
	stage_say(stage, "anna", "!palmarès semaine");
	assert_said(stage, "(top.gained.none game=mitaines preset= period=(top.week))");
	stage_say(stage, "anna", "!top year 1");
	assert_said(stage, "#table: (top.gained game=mitaines preset= period=(top.year) list=1. ");
	stage_say(stage, "anna", "!palmarès année");
	assert_said(stage, "(top.gained game=mitaines preset= period=(top.year) list=1. ");
	stage_say(stage, "anna", "!palmarès gamerules mitaines tout");
	assert_said(stage, "(top.gained game=mitaines preset=gamerules period=(top.ever) list=1. ");
	stage_say(stage, "anna", "!top all");
	assert_said(stage, "(top game=mitaines list=1. ");
	stage_say(stage, "anna", "!top banilower month");
	assert_said(stage, "(top.gained.none game=mitch preset=banilower period=(top.month))");
}

/* A person with too few matches for a rank appears after the ranked people while these are few. */
static void newcomers_are_listed_while_few_are_ranked(void **state)
{
	struct stage *stage = *state;
	play_match(stage, "!new target=100");
	assert_int_equal(store_set_rank_minimum(stage->store, 2), STORE_OK);
	lobby_commit(&stage->lobby);
	stage_say(stage, "anna", "!top");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: (top game=mitaines list=");
	assert_in(heard, "anna? ");
	assert_in(heard, "luc? ");
	assert_not_in(heard, "1. ");
	assert_answer(stage, "anna", "!top 1", "? 1001 page=)");
	play_match(stage, "!new target=100");
	assert_answer(stage, "anna", "!top", "(top game=mitaines list=1. ");
	stage_say(stage, "rose", "!new target=100");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!start");
	stage_play(stage, 1, 100000);
	stage_hear(stage);
	stage_say(stage, "anna", "!top");
	heard = stage_hear(stage);
	assert_in(heard, "1. ");
	assert_in(heard, ", rose? ");
}

static void top_lists_ai_players_in_a_list_of_their_own(void **state)
{
	static const char *const words[] = { "ai", "robots", "bot" };
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new target=100");
	stage_say(stage, "anna", "!bot easy");
	stage_say(stage, "anna", "!start");
	for (unsigned i = 0; i < 1000 && stage_table(stage, 1) != NULL; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 2000);
	}
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "anna", "!top", "(top.empty game=mitaines)");
	for (size_t i = 0; i < 3; i++) {
		char line[32];
		snprintf(line, sizeof line, "!top %s", words[i]);
		assert_answer(stage, "anna", line, "(top game=mitaines list=1. easy ");
	}
}

static void top_explains_wrong_arguments(void **state)
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
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, "anna", cases[i].asked);
		assert_said(stage, cases[i].answer);
	}
	stage_whisper(stage, "anna", "set lang fr");
	stage_hear(stage);
	stage_whisper(stage, "anna", "palmarès décennie");
	assert_said(stage,
		"variantes : classic, gamerules, quebec, banilower, revolution; périodes : "
		"semaine, mois, année, tout");
	stage_hear(stage);
}

static void stats_and_rank_show_results_and_head_to_head(void **state)
{
	struct stage *stage = *state;
	play_match(stage, "!new mitaines classic target=300");
	play_match(stage, "!new mitaines classic target=300");
	stage_say(stage, "rose", "!stats anna");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: (stats name=anna game=mitaines matches=2 ");
	assert_in(heard, "(stats ");
	stage_say(stage, "rose", "!stats anna luc");
	assert_said(stage, "#table: (versus name=anna other=luc matches=2 ");
	stage_say(stage, "rose", "!stats anna anna");
	assert_said(stage, "#table: (stats name=anna game=mitaines matches=2 ");
	stage_say(stage, "luc", "!stats luc rose");
	assert_said(stage, "luc< (nobody.known name=rose)");
	stage_whisper(stage, "luc", "rank");
	heard = stage_hear(stage);
	assert_in(heard, "luc< (rank name=luc game=mitaines ");
	assert_in(heard, " curve=(rank.curve ");
	assert_null(strpbrk(heard, "\342"));
	stage_whisper(stage, "luc", "set cards plain");
	stage_whisper(stage, "luc", "rank");
	assert_said(stage, " curve=(rank.curve ");
	stage_whisper(stage, "luc", "set cards unicode");
	stage_whisper(stage, "luc", "rank anna");
	heard = stage_hear(stage);
	assert_in(heard, " curve=▁▁ "); /* the second match with the same opponent moves nothing */
}

static void rank_explains_missing_ratings_of_people_and_ai_players(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!rank expert");
	assert_said(stage, "#table: (rank.none.robot name=expert)");
	stage_whisper(stage, "anna", "set lang fr");
	stage_hear(stage);
	stage_whisper(stage, "anna", "rang difficile");
	assert_said(stage, "anna< Le robot hard n’a encore joué");
	stage_whisper(stage, "anna", "rang");
	assert_said(stage, "anna< anna n’a pas encore de cote : il faut une partie");
}

/* AI players have a name for each level, and other names when many of one level play. */
static void rank_and_stats_know_ai_players_by_name(void **state)
{
	struct stage *stage = *state;
	assert_answer(stage, "anna", "!rank ovila", "#table: (rank.none.robot name=normal)");
	assert_answer(stage, "anna", "!rank zephirine", "(rank.none.robot name=easy)");
	assert_answer(stage, "anna", "!stats Philias", "(stats.none name=expert)");
	assert_answer(stage, "anna", "!history Exilda", "(history.none name=hard)");
	stage_say(stage, "anna", "!new mitch");
	for (unsigned i = 0; i < 4; i++)
		stage_say(stage, "anna", "!bot easy");
	struct table *table = stage_table(stage, 1);
	char line[64];
	snprintf(line, sizeof line, "!rank %s", table_name(table, 4));
	assert_answer(stage, "anna", line, "(rank.none.robot name=easy)");
	stage_whisper(stage, "anna", "stop");
	stage_say(stage, "Ovila", "!new");
	assert_answer(stage, "anna", "!rank Ovila", "(rank.none name=Ovila ");
}

static void sum_both_seats(const struct table *table, unsigned counts[STORE_COUNTS])
{
	for (unsigned i = 0; i < STORE_COUNTS; i++)
		counts[i] = (unsigned)table->seat[0].stats.count[i] + table->seat[1].stats.count[i];
}

static void stats_survive_a_restart(void **state)
{
	struct stage *stage = *state;
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

static void a_stopped_match_has_no_winner(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	while (state_score(table_state(table), 0) == state_score(table_state(table), 1))
		stage_play(stage, 1, 1);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM seats WHERE won > 0"), 0);
}

static void replay_tells_moves_page_by_page(void **state)
{
	struct stage *stage = *state;
	char ask[32];
	struct text text = text_in(ask, sizeof ask);
	text_add(&text, "replay ");
	text_number(&text, play_match(stage, "!new"));
	stage_whisper(stage, "rose", ask);
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< (replay.hand hand=1)");
	assert_in(heard, "(page.more ");
	unsigned pages = 1;
	for (; strstr(heard, "(page.more ") != NULL; pages++) {
		stage_whisper(stage, "rose", "more");
		heard = stage_hear(stage);
		assert_not_in(heard, "(page.none)");
	}
	assert_true(pages > 1);
	stage_whisper(stage, "rose", "more");
	assert_said(stage, "rose< (page.none)");
	assert_int_equal(stage->lobby.speech.pager.count, 0);
}

/* Appends the lines that rose heard to a text, without the addressee and the page's last line. */
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

/* Fails unless the page tells how many lines follow. */
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

/* The exported pages must equal the record that the command line exports. */
static void export_tells_the_record_of_a_match_page_by_page(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "export 1");
	assert_said(stage, "rose< (no.match.yet match=1)");
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
	stage_whisper(stage, "rose", "exporter 2");
	assert_said(stage, "rose< (no.such.match match=2 last=1)");
	stage_whisper(stage, "luc", "export last");
	assert_said(stage, "luc< mitaines-record 1");
	stage_whisper(stage, "luc", "partie DERNIÈRE");
	assert_said(stage, "luc< (match match=1 ");
	stage_whisper(stage, "rose", "match last");
	assert_said(stage, "rose< (history.none name=rose)");
	stage_whisper(stage, "rose", "exporter");
	assert_said(stage, "rose< (export.usage)");
	bool first = strcmp(case_name(case_two(stage, "!new"), 0), "anna") == 0;
	stage_whisper(stage, "rose", "export 2");
	assert_said(stage, "rose< (replay.not.yet match=2)");
	stage_whisper(stage, "rose", "match 2");
	const char *said = stage_hear(stage);
	assert_in(said,
		"(match match=2 day=2027-01-15 game=mitaines preset=classic options= "
		"state=(match.is.running) seats=");
	assert_in(said, first ? "seats=anna, luc hands=1)" : "seats=luc, anna hands=1 page=)");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_whisper(stage, "rose", "export 2");
	assert_said(stage, "rose< mitaines-record 1");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!leave");
	stage_hear(stage);
	stage_whisper(stage, "rose", "export 3");
	assert_said(stage, "rose< (replay.empty match=3)");
}

static void replay_refuses_a_running_match(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_play(stage, 1, 3);
	stage_hear(stage);
	stage_whisper(stage, "rose", "replay 1");
	assert_said(stage, "rose< (replay.not.yet match=1)");
	stage_whisper(stage, "rose", "replay 2");
	assert_said(stage, "rose< (no.such.match match=2 ");
	stage_whisper(stage, "rose", "replay all");
	assert_said(stage, "rose< (replay.usage)");
}

static void forget_erases_a_person_without_a_seat(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "forget me yes");
	assert_said(stage, "rose< (forget.unknown)");
	play_match(stage, "!new mitaines classic target=100");
	stage_whisper(stage, "luc", "set lang fr");
	stage_hear(stage);
	stage_whisper(stage, "luc", "oublier moi");
	assert_said(stage, "luc< Cela efface pour de bon votre nom");
	stage_whisper(stage, "luc", "oublier moi oui");
	assert_said(stage, "luc< C’est oublié.");
	stage_say(stage, "anna", "!stats luc");
	assert_said(stage, "anna< (nobody.known name=luc)");
	stage_whisper(stage, "luc", "stats");
	assert_said(stage, "luc< (nobody.you)"); /* luc's language is English again */
	stage_say(stage, "luc", "!new");
	stage_hear(stage);
	stage_whisper(stage, "luc", "forget me yes");
	assert_said(stage, "luc< (forget.seated)");
}

/* Until the match ends, the result belongs to the owner of the seat. */
static void forget_refuses_the_owner_of_a_seat(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new target=50");
	stage_say(stage, "rose", "!ping");
	stage_say(stage, "luc", "!sub rose");
	stage_say(stage, "rose", "!accept");
	stage_hear(stage);
	stage_whisper(stage, "luc", "forget me yes");
	assert_said(stage, "luc< (forget.seated)");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	stage_say(stage, "anna", "!stats luc");
	assert_said(stage, "(stats name=luc game=mitaines matches=1 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(top_lists_people_by_preset_and_period),
		STAGE_CASE(newcomers_are_listed_while_few_are_ranked),
		STAGE_CASE(top_lists_ai_players_in_a_list_of_their_own),
		STAGE_CASE(top_explains_wrong_arguments),
		STAGE_CASE(rank_explains_missing_ratings_of_people_and_ai_players),
		STAGE_CASE(rank_and_stats_know_ai_players_by_name),
		STAGE_CASE(stats_and_rank_show_results_and_head_to_head),
		KEPT_CASE(stats_survive_a_restart),
		KEPT_CASE(a_stopped_match_has_no_winner),
		STAGE_CASE(replay_tells_moves_page_by_page),
		STAGE_CASE(export_tells_the_record_of_a_match_page_by_page),
		STAGE_CASE(replay_refuses_a_running_match),
		STAGE_CASE(forget_erases_a_person_without_a_seat),
		STAGE_CASE(forget_refuses_the_owner_of_a_seat),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
