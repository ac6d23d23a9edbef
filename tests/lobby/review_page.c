/* Tests the review on the page of a match. */
#include "tests/stage/pages.h"

/* Plays to the end: the first seat plays well, the others play their first legal move. */
static void play_out(struct stage *stage)
{
	const struct table *table;
	while ((table = stage_table(stage, 1)) != NULL && table->running) {
		struct state *now = table_state((struct table *)table);
		char typed[MOVE_TEXT + 8];
		struct text text = text_in(typed, sizeof typed);
		struct moves moves;
		union any_view view;
		table->game->view(now, now->turn, &view.view);
		table->game->legal(now, &moves);
		struct move made =
			now->turn == 0 ? game_greedy(table->game, &view.view) : moves.move[0];
		text_add(&text, made.act == ACT_PLAY ? "p " : "");
		move_write(&text, made);
		stage_whisper(stage, table->seat[now->turn].player->name, typed);
	}
}

/* Fails unless the match's page shows one text and its JSON the other. */
static void assert_page(struct pages *pages, int64_t match, const char *part, const char *json)
{
	assert_get(pages, address("/match/%lld?lang=fr", match), 200);
	assert_shows(pages, part);
	assert_get(pages, address("/match/%lld.json", match), 200);
	assert_shows(pages, json);
}

static void run_review(struct pages *pages, uint64_t before)
{
	assert_int_equal(reviews_count_done(pages->web.reviews), before);
	while (worker_pool_run_one(pages->pool))
		;
	assert_int_equal(reviews_count_done(pages->web.reviews), before + 1);
}

/* No request waits for the review, so the first page is shown without it. */
static void a_finished_match_is_reviewed_in_the_background(void **state)
{
	static const char *const games_of_all[] = { "!new mitaines target=50 rated=no",
		"!new mitch", "!new mate" };
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	for (unsigned i = 0; i < 3; i++) {
		int64_t match = case_two(stage, games_of_all[i])->match;
		assert_get(&pages, address("/match/%lld", match), 200);
		assert_conceals(&pages, "id=\"review\"");
		assert_get(&pages, address("/match/%lld.json", match), 200);
		assert_conceals(&pages, "reviewed");
		play_out(stage);
		assert_page(&pages, match, "id=\"soon\"", "\"reviewed\":false");
		run_review(&pages, i);
		assert_page(&pages, match, "<polyline class=\"side0\"", "\"reviewed\":true");
		assert_page(
			&pages, match, "<span class=\"better\">Mieux : ", "\"better\":\"Better: ");
		assert_page(&pages, match, "id=\"review\"", "\"verdicts\":[{\"hand\":1,");
		assert_get(&pages, address("/match/%lld", match), 200);
		assert_conceals(&pages, "id=\"soon\"");
	}
	assert_false(worker_pool_run_one(pages.pool));
	close_pages(&pages);
}

static void sixteen_reviews_wait_at_most(void **state)
{
	struct stage *stage = *state;
	struct pages pages = open_pages(stage);
	unsigned jobs = 0;
	for (unsigned i = 0; i < 20; i++) {
		case_two(stage, "!new target=10 rated=no");
		stage_play(stage, 1, 100000);
		stage_hear(stage);
	}
	for (int64_t i = 1; i <= 20; i++)
		assert_get(&pages, address("/match/%lld", i), 200);
	while (worker_pool_run_one(pages.pool))
		jobs++;
	assert_true(jobs > 0);
	assert_true(reviews_count_done(pages.web.reviews) <= 16);
	close_pages(&pages);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_finished_match_is_reviewed_in_the_background),
		STAGE_CASE(sixteen_reviews_wait_at_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
