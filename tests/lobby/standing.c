/* Records as people ask for them: leaderboards, figures, replays, and being forgotten. */
#include "bot/history/transcript.h"
#include "storage/matches.h"
#include "tests/stage/kept.h"

/* anna and luc play a match to its end; its number. */
static int64_t play_match(struct stage *stage, const char *new)
{
	int64_t match = case_two(stage, new)->match;
	stage_play(stage, 1, 100000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	return match;
}

static void tops_by_preset_and_period(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!top week");
	assert_said(stage, "#table: No rated match of mitaines this week yet.");
	play_match(stage, "!new mitaines gamerules target=100");
	stage_say(stage, "anna", "!top week");
	assert_said(stage, "#table: Most rating won at mitaines this week: 1. ");
	stage_say(stage, "anna", "!top gamerules 1");
	const char *heard = stage_hear(stage);
	assert_in(heard, "Most rating won at mitaines gamerules so far: 1. ");
	assert_not_in(heard, "2. ");
	stage_say(stage, "anna", "!top classic mois");
	assert_said(stage, "No rated match of mitaines classic this month yet.");
	stage_wait(stage, 8 * 24 * 3600 * INT64_C(1000));
	stage_say(stage, "anna", "!palmarès semaine");
	assert_said(stage, "No rated match of mitaines this week yet.");
	stage_say(stage, "anna", "!top year 1");
	assert_said(stage, "#table: Most rating won at mitaines this year: 1. ");
	stage_say(stage, "anna", "!palmarès année");
	assert_said(stage, "Most rating won at mitaines this year: 1. ");
	stage_say(stage, "anna", "!palmarès gamerules mitaines tout");
	assert_said(stage, "Most rating won at mitaines gamerules so far: 1. ");
	stage_say(stage, "anna", "!top all");
	assert_said(stage, "Best at mitaines: 1. ");
	stage_say(stage, "anna", "!top banilower month");
	assert_said(stage, "No rated match of mitch banilower this month yet.");
}

static void tops_there_are_not(void **state)
{
	static const struct {
		const char *asked;
		const char *answer;
	} cases[] = {
		{ "top decade",
			"anna< “decade” is no game, preset or period I know. Games: "
			"mitaines, mitch, mate; presets: classic, gamerules, quebec, "
			"banilower; periods: week, month, year, all; and up to 20" },
		{ "top mitch quebec", "“quebec” is no game" },
		{ "top mate banilower", "“banilower” is no game" },
		{ "top 0", "“0” is no game" },
		{ "top -3", "“-3” is no game" },
		{ "top 99999999999", "“99999999999” is no game" },
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
		"variantes : classic, gamerules, quebec, banilower; périodes : "
		"semaine, mois, année, tout");
	stage_hear(stage);
}

static void figures_and_head_to_head(void **state)
{
	struct stage *stage = *state;
	play_match(stage, "!new mitaines classic target=300");
	play_match(stage, "!new mitaines classic target=300");
	stage_say(stage, "rose", "!stats anna");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: anna, mitaines: matches 2, won ");
	assert_in(heard, "best hand ");
	stage_say(stage, "rose", "!stats anna luc");
	assert_said(stage, "#table: anna and luc: matches together 2; anna won ");
	stage_say(stage, "rose", "!stats anna anna");
	assert_said(stage, "#table: anna, mitaines: matches 2, won ");
	stage_say(stage, "luc", "!stats luc rose");
	assert_said(stage, "luc< I don't know anybody called rose");
	stage_whisper(stage, "luc", "rank");
	heard = stage_hear(stage);
	assert_in(heard, "luc< luc, mitaines: rating ");
	assert_in(heard, ". Lately from ");
	assert_null(strpbrk(heard, "\342"));
	stage_whisper(stage, "luc", "set cards plain");
	stage_whisper(stage, "luc", "rank");
	assert_said(stage, ". Lately from ");
	stage_whisper(stage, "luc", "set cards unicode");
	stage_whisper(stage, "luc", "rank anna");
	heard = stage_hear(stage);
	assert_true(strstr(heard, ". ▁█") != NULL || strstr(heard, ". █▁") != NULL);
}

static void ai_players_without_a_match_are_no_people(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!rank expert");
	assert_said(
		stage, "#table: The AI player expert has played no rated match yet: !bot expert");
	stage_whisper(stage, "anna", "set lang fr");
	stage_hear(stage);
	stage_whisper(stage, "anna", "rang difficile");
	assert_said(stage, "anna< Le joueur artificiel hard n’a encore joué");
	stage_whisper(stage, "anna", "rang");
	assert_said(stage, "anna< anna n’a pas encore de cote : les parties entre personnes");
}

static void sum_feats(const struct table *table, unsigned feats[FEAT_COUNT])
{
	for (unsigned i = 0; i < FEAT_COUNT; i++)
		feats[i] = (unsigned)table->seat[0].feats.count[i] + table->seat[1].feats.count[i];
}

static void feats_survive_a_restart(void **state)
{
	struct stage *stage = *state;
	unsigned before[FEAT_COUNT];
	unsigned after[FEAT_COUNT];
	case_two(stage, "!new mitaines classic target=500");
	stage_play(stage, 1, 90);
	sum_feats(stage_table(stage, 1), before);
	assert_true(before[FEAT_TENS] > 0);
	kept_restart(stage, NULL);
	sum_feats(stage_table(stage, 1), after);
	assert_memory_equal(after, before, sizeof before);
}

static void moves_are_told_page_by_page(void **state)
{
	struct stage *stage = *state;
	char ask[32];
	struct text text = text_in(ask, sizeof ask);
	text_add(&text, "replay ");
	text_number(&text, play_match(stage, "!new"));
	stage_whisper(stage, "rose", ask);
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< Hand 1: ");
	assert_in(heard, " more lines: !more)");
	unsigned pages = 1;
	for (; strstr(heard, "!more)") != NULL; pages++) {
		stage_whisper(stage, "rose", "more");
		heard = stage_hear(stage);
	}
	assert_true(pages > 1);
	stage_whisper(stage, "rose", "more");
	assert_said(stage, "rose< There is nothing more to tell.");
	assert_int_equal(stage->lobby.speech.pager.count, 0);
}

/* Adds what rose heard to a text, without whom it was said to and the last line of a page. */
static void take_page(struct string *out, const char *heard)
{
	static const char mark[] = "rose< ";
	while (*heard != '\0') {
		size_t length = strcspn(heard, "\n") + 1;
		assert_memory_equal(heard, mark, strlen(mark));
		if (heard[strlen(mark)] != '(')
			string_bytes(out, heard + strlen(mark), length - strlen(mark));
		heard += length;
	}
}

/* A page says how many lines come after it. */
static void assert_left(const char *heard, const struct string *told, const struct string *written)
{
	char wanted[32];
	unsigned left = 0;
	for (const char *at = written->bytes + told->length; *at != '\0'; at++)
		left += *at == '\n';
	struct text text = text_in(wanted, sizeof wanted);
	text_add(&text, "rose< (");
	text_number(&text, left);
	text_add(&text, " more lines");
	assert_in(heard, wanted);
}

/* Page by page it is what the command line exports. */
static void a_record_can_be_had(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "export 1");
	assert_said(stage, "rose< There is no match 1. None was opened yet: !new opens one.");
	struct string told = STRING_EMPTY;
	struct string written = STRING_EMPTY;
	struct store_match match;
	play_match(stage, "!new mitaines classic target=50");
	assert_int_equal(store_match(stage->store, 1, &match), STORE_OK);
	assert_null(transcript_write(stage->store, &match, &written));
	stage_say(stage, "rose", "!export 1");
	for (const char *heard = stage_hear(stage);; heard = stage_hear(stage)) {
		take_page(&told, heard);
		if (strstr(heard, "!more)") == NULL)
			break;
		assert_left(heard, &told, &written);
		stage_whisper(stage, "rose", "more");
	}
	assert_string_equal(told.bytes, written.bytes);
	string_free(&told);
	string_free(&written);
	stage_whisper(stage, "rose", "exporter 2");
	assert_said(stage, "rose< There is no match 2. They go from 1 to 1; ");
	stage_whisper(stage, "luc", "export last");
	assert_said(stage, "luc< mitaines-record 1");
	stage_whisper(stage, "luc", "partie DERNIÈRE");
	assert_said(stage, "luc< Match 1, ");
	stage_whisper(stage, "rose", "match last");
	assert_said(stage, "rose< No matches of rose yet.");
	stage_whisper(stage, "rose", "exporter");
	assert_said(stage, "rose< Which match? !export 12.");
	case_two(stage, "!new");
	stage_whisper(stage, "rose", "export 2");
	assert_said(stage, "rose< Match 2 is not over");
	stage_whisper(stage, "rose", "match 2");
	assert_said(stage, ". Hands: 1.");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_whisper(stage, "rose", "export 2");
	assert_said(stage, "rose< mitaines-record 1");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!leave");
	stage_hear(stage);
	stage_whisper(stage, "rose", "export 3");
	assert_said(stage, "rose< Match 3 ended before a card was played.");
}

static void a_match_that_goes_on_is_not_told(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_play(stage, 1, 3);
	stage_hear(stage);
	stage_whisper(stage, "rose", "replay 1");
	assert_said(stage, "rose< Match 1 is not over");
	stage_whisper(stage, "rose", "replay 2");
	assert_said(stage, "rose< There is no match 2.");
	stage_whisper(stage, "rose", "replay all");
	assert_said(stage, "rose< Which match? !replay 12.");
}

static void who_asks_is_forgotten(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "forget me yes");
	assert_said(stage, "rose< I remember nothing of you.");
	play_match(stage, "!new mitaines classic target=100");
	stage_whisper(stage, "luc", "set lang fr");
	stage_hear(stage);
	stage_whisper(stage, "luc", "oublier moi");
	assert_said(stage, "luc< Cela efface pour de bon votre nom");
	stage_whisper(stage, "luc", "oublier moi oui");
	assert_said(stage, "luc< C’est oublié.");
	stage_say(stage, "anna", "!stats luc");
	assert_said(stage, "anna< I don't know anybody called luc");
	stage_whisper(stage, "luc", "stats");
	assert_said(stage, "luc< I don't know anybody called luc"); /* and in English again */
	stage_say(stage, "luc", "!new");
	stage_hear(stage);
	stage_whisper(stage, "luc", "forget me yes");
	assert_said(stage, "luc< You still have a seat");
}

/* Whose seat another plays still owns what it brings: he has to be somebody until it ends. */
static void the_owner_of_a_seat_is_kept(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new target=50");
	stage_say(stage, "rose", "!ping");
	stage_say(stage, "luc", "!sub rose");
	stage_say(stage, "rose", "!accept");
	stage_hear(stage);
	stage_whisper(stage, "luc", "forget me yes");
	assert_said(stage, "luc< You still have a seat");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	stage_say(stage, "anna", "!stats luc");
	assert_said(stage, "luc, mitaines: matches 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(tops_by_preset_and_period),
		STAGE_CASE(tops_there_are_not),
		STAGE_CASE(ai_players_without_a_match_are_no_people),
		STAGE_CASE(figures_and_head_to_head),
		KEPT_CASE(feats_survive_a_restart),
		STAGE_CASE(moves_are_told_page_by_page),
		STAGE_CASE(a_record_can_be_had),
		STAGE_CASE(a_match_that_goes_on_is_not_told),
		STAGE_CASE(who_asks_is_forgotten),
		STAGE_CASE(the_owner_of_a_seat_is_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
