/* Tests the review on the page of a match. */
#include "tests/stage/pages.h"

/* Plays a match to its end: the first seat like the level `greedy`, the other seats with their
 * first legal moves. */
static void play_out(struct stage *stage)
{
	struct table *table;
	while ((table = stage_table(stage, 1)) != NULL && table->running) {
		struct state *now = table_state(table);
		struct moves moves;
		union any_view view;
		table->game->view(now, now->turn, &view.view);
		table->game->legal(now, &moves);
		case_move(stage, table,
			now->turn == 0 ? game_greedy(table->game, &view.view) : moves.move[0]);
	}
}

/* Fails unless the page of a match contains `part`, and its JSON contains `json`. */
static void assert_review(struct pages *pages, int64_t match, const char *part, const char *json)
{
	assert_page(pages, address("/match/%lld?lang=fr", match), part);
	assert_page(pages, address("/match/%lld.json", match), json);
}

static void run_review(struct pages *pages, uint64_t before)
{
	assert_int_equal(reviews_count_done(pages->web.reviews), before);
	while (worker_pool_run_one(pages->pool))
		;
	assert_int_equal(reviews_count_done(pages->web.reviews), before + 1);
}

/* A page does not wait for the review, so the first request shows the match without it. */
PAGES_CASE(a_finished_match_is_reviewed_in_the_background)
{
	static const char *const games_of_all[] = { "!new mitaines target=50 rated=no",
		"!new mitch", "!new mate" };
	for (unsigned i = 0; i < 3; i++) {
		int64_t match = case_two(stage, games_of_all[i])->match;
		assert_get(pages, address("/match/%lld", match), 200);
		assert_conceals(pages, "id=\"review\"");
		assert_get(pages, address("/match/%lld.json", match), 200);
		assert_conceals(pages, "reviewed");
		play_out(stage);
		assert_review(pages, match, "id=\"soon\"", "\"reviewed\":false");
		run_review(pages, i);
		assert_review(pages, match, "<polyline class=\"side0\"", "\"reviewed\":true");
		assert_review(
			pages, match, "<span class=\"better\">Mieux : ", "\"better\":\"Better: ");
		assert_review(pages, match, "id=\"review\"", "\"verdicts\":[{\"hand\":1,");
		assert_get(pages, address("/match/%lld", match), 200);
		assert_conceals(pages, "id=\"soon\"");
	}
	assert_false(worker_pool_run_one(pages->pool));
}

PAGES_CASE(at_most_sixteen_reviews_wait_to_be_computed)
{
	unsigned jobs = 0;
	for (unsigned i = 0; i < 20; i++) {
		case_two(stage, "!new target=10 rated=no");
		stage_play(stage, 1, 100000);
		stage_hear(stage);
	}
	for (int64_t i = 1; i <= 20; i++)
		assert_get(pages, address("/match/%lld", i), 200);
	while (worker_pool_run_one(pages->pool))
		jobs++;
	assert_true(jobs > 0);
	assert_true(reviews_count_done(pages->web.reviews) <= 16);
}
