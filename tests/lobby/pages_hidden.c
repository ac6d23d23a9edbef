/* Tests that hidden matches are on no page, and that names are marked in the text around them. */
#include "tests/stage/pages.h"

/* Fails unless no page shows a match of luc. Checks its own addresses and the pages that list
 * matches. */
static void assert_hidden(struct pages *pages, int64_t match, int64_t luc)
{
	static const char *const lists[] = { "/", "/index.json", "/top", "/top.json" };
	static const char *const addresses[] = { "/match/%lld", "/match/%lld.json",
		"/match/%lld.txt", "/match/%lld.png", "/table/%lld", "/table/%lld.json",
		"/table/%lld/events" };
	for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++)
		assert_get(pages, address(addresses[i], match), 404);
	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		assert_get(pages, lists[i], 200);
		assert_conceals(pages, "luc");
	}
	assert_get(pages, address("/player/%lld", luc), 404);
	assert_get(pages, address("/player/%lld.json", luc), 404);
}

static int64_t find_person(struct stage *stage, const char *name)
{
	return people_find(&stage->lobby.people, &stage->network, name)->id;
}

static void end_match(struct stage *stage)
{
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
}

static void a_match_of_a_secret_channel_is_on_no_page(void **state)
{
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	stage->settings.pages = "https://cards.test/m";
	lobby_configure(&stage->lobby, &stage->settings);
	stage->openness = OPENNESS_CLOSED;
	int64_t match = play_match(stage, 4);
	stage->openness = OPENNESS_OPEN;
	int64_t anna = find_person(stage, "anna"), luc = find_person(stage, "luc");
	assert_hidden(&pages, match, luc);
	stage_play(stage, 1, 500);
	assert_unsaid(stage, "cards.test");
	assert_hidden(&pages, match, luc);
	stage_whisper(stage, "luc", "match 1");
	assert_unsaid(stage, "cards.test");
	/* An open match shows only its own players. */
	stage_say(stage, "anna", "!new mitaines target=50");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_play(stage, 1, 500);
	assert_get(&pages, address("/player/%lld", anna), 200);
	assert_shows(&pages, "<a href=\"/m/match/2\">");
	assert_conceals(&pages, "luc");
	assert_get(&pages, address("/player/%lld.json", anna), 200);
	assert_conceals(&pages, "luc");
	assert_conceals(&pages, "\"match\":1,");
	assert_hidden(&pages, match, luc);
	close_pages(&pages);
}

static void a_match_stays_hidden_after_its_channel_was_hidden_once(void **state)
{
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	int64_t match = play_match(stage, 4);
	assert_get(&pages, address("/table/%lld", match), 200);
	stage->settings.usual.hidden = true;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_play(stage, 1, 1);
	stage->settings.usual.hidden = false;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_get(&pages, address("/table/%lld", match), 404);
	end_match(stage);
	assert_hidden(&pages, match, find_person(stage, "luc"));
	stage_wait(stage, 5000);
	match = play_match(stage, 4);
	assert_get(&pages, address("/table/%lld", match), 200);
	stage->openness = OPENNESS_CLOSED;
	end_match(stage);
	assert_hidden(&pages, match, find_person(stage, "luc"));
	close_pages(&pages);
}

/* The channel's openness becomes known while its tables wait. One of them was closed by then. */
static void a_table_is_on_pages_once_its_channel_is_known_as_open(void **state)
{
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	stage->openness = OPENNESS_UNKNOWN;
	stage_say(stage, "anna", "!new mitaines target=10 rated=no");
	int64_t table = stage_table(stage, 1)->match;
	stage_wait(stage, 1000);
	assert_get(&pages, address("/table/%lld", table), 404);
	stage->openness = OPENNESS_OPEN;
	stage_wait(stage, 1000);
	assert_get(&pages, address("/table/%lld", table), 200);
	stage->openness = OPENNESS_UNKNOWN;
	stage_say(stage, "luc", "!new mitaines target=10 rated=no");
	table = stage_table(stage, 2)->match;
	stage->openness = OPENNESS_CLOSED;
	stage_wait(stage, 1000);
	stage->openness = OPENNESS_OPEN;
	stage_wait(stage, 1000);
	assert_get(&pages, address("/table/%lld", table), 404);
	close_pages(&pages);
}

static void names_that_read_like_cards_are_marked_and_isolated(void **state)
{
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	stage_say(stage, "9♦", "!new mitaines classic target=10 rated=no");
	stage_say(stage, "[1]", "!join");
	stage_say(stage, "9♦", "!start");
	assert_said(stage, "names=“9♦”, “[1]”");
	int64_t match = stage_table(stage, 1)->match;
	assert_get(&pages, "/", 200);
	assert_shows(&pages, "<bdi>“9♦”</bdi>, <bdi>“[1]”</bdi>");
	stage_play(stage, 1, 500);
	assert_get(&pages, "/", 200);
	assert_shows(&pages, "<bdi>“9♦”</bdi> ");
	assert_get(&pages, address("/match/%lld", match), 200);
	assert_shows(&pages, "<bdi>“[1]”</bdi>");
	assert_get(&pages, address("/player/%lld", find_person(stage, "[1]")), 200);
	assert_shows(&pages, "<bdi>“9♦”</bdi> ");
	close_pages(&pages);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_match_of_a_secret_channel_is_on_no_page),
		STAGE_CASE(a_match_stays_hidden_after_its_channel_was_hidden_once),
		STAGE_CASE(a_table_is_on_pages_once_its_channel_is_known_as_open),
		STAGE_CASE(names_that_read_like_cards_are_marked_and_isolated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
