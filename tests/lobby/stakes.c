/* Tests the announcements about ratings at the start and the end of a match. */
#include "tests/stage/case.h"

STAGE_CASE(the_first_line_of_a_match_says_whether_it_is_rated_and_why)
{
	static const struct {
		const char *table;
		bool robot;
		const char *said;
	} cases[] = {
		{ "!new", false, "#table: [1] (match.rated) (event.drawn " },
		{ "!new", true, "#table: [1] (match.casual.robots) (event.drawn " },
		{ "!new rated=no", false, "#table: [1] (match.casual.wished) (event.drawn " },
		{ "!new target=20", false, "#table: [1] (match.casual.short) (event.drawn " },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage->lobby.settings.rated_length = 50;
		stage_say(stage, "anna", cases[i].table);
		stage_say(stage, "luc", "!join");
		if (cases[i].robot)
			stage_say(stage, "anna", "!bot");
		assert_answer(stage, "anna", "!start", cases[i].said);
		case_dialog(stage, "anna: !stop", "luc: !stop");
	}
}

/* Fails unless the rank command shows the rating that the bot announced at the end of the match. */
static void assert_rating(struct stage *stage, const char *nick, const char *ratings)
{
	static const char arrow[] = " → ";
	const char *at = strstr(ratings, nick);
	assert_non_null(at);
	char *end;
	long before = strtol(at + strlen(nick), &end, 10);
	assert_int_equal(strncmp(end, arrow, strlen(arrow)), 0);
	long after = strtol(end + strlen(arrow), NULL, 10);
	assert_true(before != after);
	const char *rank = case_text("rating=%ld ", after);
	assert_answer(stage, nick, "!rank", rank);
}

MATCH_CASE(the_last_line_of_a_match_tells_the_changes_of_ratings, "!new target=50")
{
	stage_play(stage, 1, 1000);
	const char *at = strstr(stage_hear(stage), "(match.ratings list=");
	assert_non_null(at);
	const char *ratings = case_text("%.*s", (int)strcspn(at, ")"), at);
	assert_rating(stage, "anna", ratings);
	assert_rating(stage, "luc", ratings);
}

STAGE_CASE(a_match_with_ai_players_announces_no_rating_change)
{
	case_dialog(stage, "anna: !new target=20", "anna: !bot", "anna: !start");
	stage_play(stage, 1, 1000);
	const char *heard = assert_said(stage, "(match.stored.rated match=1 ratings= page=)");
	assert_not_in(heard, "(match.ratings ");
}
