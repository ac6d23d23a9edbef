/* Tests that hidden matches are on no page, that pages need no secret of a match, and that pages
 * mark up names of people within a sentence. */
#include "bot/history/scene_bytes.h"
#include "tests/stage/kept.h"
#include "tests/stage/pages.h"

/* Fails unless the match of luc is on no page. Requests the addresses of the match, and the pages
 * that list matches. */
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
	case_dialog(stage, "anna: !stop", "luc: !stop");
	stage_hear(stage);
}

PAGES_CASE(a_match_of_a_secret_channel_is_on_no_page)
{
	stage->settings.pages = "https://cards.test/m";
	lobby_configure(&stage->lobby, &stage->settings);
	stage->openness = OPENNESS_CLOSED;
	int64_t match = play_match(stage, 4);
	stage->openness = OPENNESS_OPEN;
	int64_t anna = find_person(stage, "anna"), luc = find_person(stage, "luc");
	assert_hidden(pages, match, luc);
	stage_play(stage, 1, 500);
	assert_unsaid(stage, "cards.test");
	assert_hidden(pages, match, luc);
	stage_whisper(stage, "luc", "match 1");
	assert_unsaid(stage, "cards.test");
	/* The page of an open match of anna does not name luc. */
	case_dialog(stage, "anna: !new mitaines target=50", "anna: !bot", "anna: !start");
	stage_play(stage, 1, 500);
	assert_page(pages, address("/player/%lld", anna), "<a href=\"/m/match/2\">");
	assert_conceals(pages, "luc");
	assert_get(pages, address("/player/%lld.json", anna), 200);
	assert_conceals(pages, "luc");
	assert_conceals(pages, "\"match\":1,");
	assert_hidden(pages, match, luc);
}

PAGES_CASE(a_match_stays_hidden_after_its_channel_was_hidden_once)
{
	int64_t match = play_match(stage, 4);
	assert_get(pages, address("/table/%lld", match), 200);
	stage->settings.usual.hidden = true;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_play(stage, 1, 1);
	stage->settings.usual.hidden = false;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_get(pages, address("/table/%lld", match), 404);
	end_match(stage);
	assert_hidden(pages, match, find_person(stage, "luc"));
	stage_wait(stage, 5000);
	match = play_match(stage, 4);
	assert_get(pages, address("/table/%lld", match), 200);
	stage->openness = OPENNESS_CLOSED;
	end_match(stage);
	assert_hidden(pages, match, find_person(stage, "luc"));
}

PAGES_CASE(a_match_whose_channel_proves_open_in_a_failed_batch_is_shown_later)
{
	stage->openness = OPENNESS_UNKNOWN;
	int64_t match = play_match(stage, 4);
	stage->openness = OPENNESS_OPEN;
	case_fail(stage);
	stage_wait(stage, 1000);
	assert_get(pages, address("/table/%lld", match), 404);
	stage_wait(stage, 5000);
	assert_get(pages, address("/table/%lld", match), 200);
}

PAGES_CASE(names_that_look_like_cards_are_marked_and_isolated_on_pages)
{
	stage_say(stage, "9♦", "!new mitaines classic target=10 rated=no");
	assert_answer(stage, "[1]", "!join", "names=“9♦”, “[1]”");
	stage_say(stage, "9♦", "!start");
	int64_t match = stage_table(stage, 1)->match;
	assert_page(pages, "/", "<bdi>“9♦”</bdi>, <bdi>“[1]”</bdi>");
	stage_play(stage, 1, 500);
	assert_page(pages, "/", "<bdi>“9♦”</bdi> ");
	assert_page(pages, address("/match/%lld", match), "<bdi>“[1]”</bdi>");
	assert_page(pages, address("/player/%lld", find_person(stage, "[1]")), "<bdi>“9♦”</bdi> ");
}

KEPT_CASE(pages_work_without_reading_secrets_of_a_live_match)
{
	static const char *const addresses[] = { "/table/%lld.json", "/match/%lld.json",
		"/match/%lld.txt", "/table/%lld" };
	struct store *reader;
	int64_t match = play_match(stage, 30);
	assert_true(table_state(stage_table(stage, 1))->hand > 0);
	struct pages pages = open_pages(stage), others = open_pages(stage);
	assert_int_equal(store_open_read_only(stage->database, false, &reader), STORE_OK);
	others.web.store = reader;
	for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
		assert_get(&pages, address(addresses[i], match), 200);
		assert_get(&others, address(addresses[i], match), 200);
		assert_string_equal(pages.answer.body.bytes, others.answer.body.bytes);
	}
	assert_get(&others, address(addresses[0], match), 200);
	assert_shows(&others, "\"move\":30,");
	close_pages(&pages);
	close_pages(&others);
	store_close(reader);
}

STAGE_CASE(malformed_stored_scenes_are_refused)
{
	struct store_scene stored, other;
	struct scene scene;
	int64_t match = play_match(stage, 5);
	assert_int_equal(store_next_scene(stage->store, match, true, &stored), STORE_OK);
	assert_int_equal(store_next_scene(stage->store, match, false, &stored), STORE_OK);
	assert_true(scene_bytes_read(&stored, &scene));
	assert_int_equal(scene.seats, 2);
	for (size_t i = 0; i < stored.size; i++) {
		other = stored;
		other.size = i;
		assert_false(scene_bytes_read(&other, &scene));
		other = stored;
		other.bytes[i] = 0xff;
		if (scene_bytes_read(&other, &scene))
			assert_true(scene.seats == 2 && scene.news.count <= EVENTS_MAX);
	}
	stored.bytes[stored.size++] = 0;
	assert_false(scene_bytes_read(&stored, &scene));
}
