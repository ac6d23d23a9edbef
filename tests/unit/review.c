/* Reviews of matches: good play scores high, and random play scores low. */
#include <stdlib.h>
#include <string.h>

#include "bot/history/review.h"
#include "engine/playout.h"
#include "engine/record.h"
#include "tests/cases.h"

struct test {
	struct review review;
	struct text text;
	char line[1 << 16];
	unsigned seats; /* bit set of the seats to judge; 0: all */
	void *memory;
	union {
		struct state state;
		uint64_t block[GAME_BLOCK / 8];
	};
	union {
		struct view view;
		uint64_t seen[GAME_BLOCK / 8];
	};
};

static int open_test(void **state)
{
	struct test *test = calloc(1, sizeof *test);
	if (test == NULL)
		return -1;
	test->text = text_in(test->line, sizeof test->line);
	test->memory = malloc(player_memory());
	*state = test;
	return test->memory != NULL ? 0 : -1;
}

static int close_test(void **state)
{
	struct test *test = *state;
	review_close(&test->review);
	free(test->memory);
	free(test);
	return 0;
}

#define REVIEW_CASE(name) CASE_WITH(name, struct test *test, open_test, close_test)

static void write_head(struct test *test, const struct game *game, const char *preset,
	unsigned players, struct chance *chance)
{
	static const char *const names[] = { "anna", "luc", "rose", "yves" };
	card deck[DECK_MAX];
	game_open(game, &test->state, (unsigned)game_preset(game, preset));
	assert_int_equal(game_start(game, &test->state, players, 0), REFUSE_NONE);
	record_add_head(&test->text,
		&(struct record_head){ .game = game->name,
			.preset = preset,
			.options = "",
			.seats = players,
			.names = names });
	unsigned size = game_deck(game, &test->state, deck);
	chance_shuffle(chance, deck, size);
	record_add_hand(&test->text, 0, deck, size);
	game->deal(&test->state, deck, NULL);
}

/* Writes a hand with the expert in seat 0 and random players. */
static void write_match(
	struct test *test, const struct game *game, const char *preset, unsigned players)
{
	struct chance chance = { 3 };
	struct moves moves;
	write_head(test, game, preset, players, &chance);
	while (test->state.phase == PHASE_PLAY) {
		game->legal(&test->state, &moves);
		struct move move = moves.move[chance_below(&chance, moves.count)];
		game->view(&test->state, test->state.turn, &test->view);
		if (test->state.turn == 0)
			move = player_move(game, LEVEL_EXPERT, &test->view, chance_next(&chance),
				test->memory);
		move_write(&test->text, move);
		text_char(&test->text, '\n');
		game->apply(&test->state, move, NULL);
	}
	assert_false(test->text.cut);
}

static enum record_step judge(struct test *test)
{
	enum record_step step = RECORD_ON;
	review_close(&test->review);
	review_open(&test->review);
	if (test->seats != 0)
		test->review.seats = test->seats;
	for (const char *at = test->line; *at != '\0' && step != RECORD_FAILED;) {
		size_t length = strcspn(at, "\n");
		step = review_line(&test->review, at, length, test->memory);
		at += length + 1;
	}
	return step == RECORD_FAILED ? step : record_close(&test->review.record);
}

static void assert_mistakes(const struct seat_review *seat_review)
{
	assert_in_range(seat_review->mistakes, 0, REVIEW_MISTAKES);
	for (unsigned i = 0; i < seat_review->mistakes; i++) {
		const struct mistake *mistake = &seat_review->mistake[i];
		assert_int_equal(mistake->hand, 1);
		assert_false(move_equal(mistake->played, mistake->better));
		assert_true(mistake->win >= 0 && mistake->points >= 0 &&
			mistake->win + mistake->points > 0);
		if (i > 0)
			assert_true(mistake->win <= mistake[-1].win);
	}
}

REVIEW_CASE(a_review_gives_the_expert_a_higher_accuracy_than_random_players)
{
	static const struct {
		const char *game, *preset;
		unsigned players;
	} tables[] = { { "mitaines", "classic", 2 }, { "mitaines", "quebec", 4 },
		{ "mitch", "banilower", 2 }, { "mate", "", 2 } };
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		test->text = text_in(test->line, sizeof test->line);
		write_match(test, game_named(tables[i].game), tables[i].preset, tables[i].players);
		assert_int_not_equal(judge(test), RECORD_FAILED);
		assert_true(test->review.judged > 0);
		int expert = seat_review_accuracy(&test->review.seat[0]);
		assert_in_range(expert, 60, 100);
		for (unsigned seat = 0; seat < tables[i].players; seat++)
			assert_mistakes(&test->review.seat[seat]);
		for (unsigned seat = 1; seat < tables[i].players; seat++) {
			assert_in_range(
				seat_review_accuracy(&test->review.seat[seat]), 0, expert - 15);
			assert_true(test->review.seat[seat].mistakes > 0);
		}
	}
}

REVIEW_CASE(a_review_judges_only_the_seats_that_are_asked_for)
{
	write_match(test, game_named("mitaines"), "classic", 2);
	judge(test);
	unsigned all = test->review.verdicts, own = 0;
	for (unsigned i = 0; i < all; i++)
		own += test->review.verdict[i].seat == 1;
	const struct verdict costliest =
		*review_costliest(test->review.verdict, test->review.verdicts, 1);
	assert_true(costliest.sure && costliest.slip);
	test->seats = 1u << 1;
	judge(test);
	assert_int_equal(test->review.verdicts, own);
	const struct verdict *again =
		review_costliest(test->review.verdict, test->review.verdicts, SEAT_NONE);
	assert_int_equal(again->hand, costliest.hand);
	assert_int_equal(again->move, costliest.move);
	assert_true(move_equal(again->better, costliest.better));
}

REVIEW_CASE(a_review_reports_errors_in_the_record)
{
	text_add(&test->text, "mitaines-record 1\ngame mitaines classic\nseats anna luc\n9C\n");
	assert_int_equal(judge(test), RECORD_FAILED);
	assert_int_equal(test->review.judged, 0);
	assert_int_equal(seat_review_accuracy(&test->review.seat[0]), -1);
}

CASE(the_costliest_move_of_a_seat_is_a_sure_slip)
{
	const struct verdict verdicts[] = {
		{ .seat = 0, .move = 1, .slip = true, .lost = 0.5f, .points = 9 },
		{ .seat = 0, .move = 2, .slip = true, .sure = true, .lost = 0.1f, .points = 3 },
		{ .seat = 0, .move = 3, .slip = true, .sure = true, .lost = 0.1f, .points = 5 },
		{ .seat = 1, .move = 4, .slip = true, .sure = true, .lost = 0.9f, .points = 1 },
		{ .seat = 2, .move = 5, .lost = 0, .points = 0 },
	};
	assert_int_equal(review_costliest(verdicts, 5, 0)->move, 3);
	assert_int_equal(review_costliest(verdicts, 5, SEAT_NONE)->move, 4);
	assert_null(review_costliest(verdicts, 5, 2));
	assert_null(review_costliest(verdicts, 0, SEAT_NONE));
}
