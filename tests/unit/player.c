/* AI players by level, in every game: names and choice of moves. */
#include "engine/player.h"

#include <math.h>
#include <stdlib.h>

#include "tests/cases.h"
#include "tests/mitaines.h"

enum { TABLES = 8, MOVES = 4000 };

/* Deals and plays random moves up to a position with several legal moves. */
static void arrive(
	struct rig *rig, const struct game *game, struct chance *chance, struct moves *moves)
{
	do {
		rig_open(rig, game, "", 2, 0);
		rig_deal_any(rig, chance);
		for (unsigned left = chance_below(chance, 8);
			left > 0 && rig->head.phase == PHASE_PLAY; left--)
			rig_play_any(rig, chance);
		game->legal(&rig->head, moves);
	} while (rig->head.phase != PHASE_PLAY || moves->count < 2);
}

/* A position, its legal moves, the greedy one, and how often each move was made. */
struct sample {
	struct rig rig;
	struct moves moves;
	struct move greedy;
	unsigned made[MOVES_MAX];
};

/* Counts the moves of a level in a random position; each must be legal. */
static void take(struct sample *sample, const struct game *game, enum level level,
	struct chance *chance, void *memory)
{
	*sample = (struct sample){ .made = { 0 } };
	arrive(&sample->rig, game, chance, &sample->moves);
	const struct view *view = rig_view(&sample->rig, sample->rig.head.turn);
	sample->greedy = game_greedy(game, view);
	for (unsigned n = 0; n < MOVES; n++) {
		struct move move = player_move(game, level, view, chance_next(chance), memory);
		unsigned i = 0;
		while (i < sample->moves.count && !move_equal(sample->moves.move[i], move))
			i++;
		assert_true(i < sample->moves.count);
		sample->made[i]++;
	}
}

static bool is_greedy(const struct sample *sample, unsigned move)
{
	return move_equal(sample->moves.move[move], sample->greedy);
}

/* Checks that this share of MOVES was made, within five standard deviations. */
static void assert_share(unsigned made, double share)
{
	double off = (double)made - MOVES * share;
	assert_true(fabs(off) < 5 * sqrt(MOVES * share * (1 - share)));
}

/* Two of five moves are uniformly random; the others are greedy. */
CASE(the_easy_level_makes_two_of_five_moves_at_random)
{
	struct chance chance = { 21 };
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	for (unsigned table = 0; table < TABLES; table++)
		for (unsigned game = 0; games[game] != NULL; game++) {
			struct sample sample;
			take(&sample, games[game], LEVEL_EASY, &chance, memory);
			for (unsigned i = 0; i < sample.moves.count; i++)
				assert_share(sample.made[i],
					0.4 / sample.moves.count +
						(is_greedy(&sample, i) ? 0.6 : 0));
		}
	free(memory);
}

CASE(the_normal_level_makes_no_random_move)
{
	struct chance chance = { 22 };
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	for (unsigned game = 0; games[game] != NULL; game++) {
		struct sample sample;
		take(&sample, games[game], LEVEL_NORMAL, &chance, memory);
		for (unsigned i = 0; i < sample.moves.count; i++)
			assert_int_equal(sample.made[i], is_greedy(&sample, i) ? MOVES : 0);
	}
	free(memory);
}

CASE(one_block_of_memory_is_large_enough_for_every_game_and_level)
{
	assert_true(player_memory() >= sizeof(struct moves));
	for (unsigned game = 0; games[game] != NULL; game++)
		assert_true(player_memory() >= games[game]->think_memory);
}

CASE(the_levels_hard_and_expert_make_the_move_they_judge_best)
{
	struct chance chance = { 23 };
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	for (enum level level = LEVEL_HARD; level <= LEVEL_EXPERT; level++) {
		unsigned others = 0;
		for (unsigned i = 0; i < 12; i++) {
			const struct game *game = games[i % 3];
			struct opinions opinions;
			struct moves moves;
			struct rig rig;
			arrive(&rig, game, &chance, &moves);
			const struct view *view = rig_view(&rig, rig.head.turn);
			game->think(game, view, level, i, memory, &opinions);
			struct move thought = opinions.opinion[opinions.best].move;
			assert_true(move_equal(player_move(game, level, view, i, memory), thought));
			others += !move_equal(thought, game_greedy(game, view));
		}
		assert_true(others > 0);
	}
	free(memory);
}

static const struct opinion *opinion_of(const struct opinions *opinions, const char *text)
{
	unsigned i = 0;
	while (i < opinions->count && !move_equal(opinions->opinion[i].move, rig_move(text)))
		i++;
	assert_true(i < opinions->count);
	return &opinions->opinion[i];
}

/*
 * In the first deal a ten captures the ten of diamonds, with 50 points. The two and the three
 * capture nothing, so they are equally good.
 */
static void assert_capture_sure(unsigned players, const char *dealt, void *memory)
{
	card deck[DECK_MAX];
	struct opinions opinions;
	struct rig rig;
	rig_open(&rig, &mitaines_game, "", players, players - 1);
	rig_deal(&rig, deck, rig_cards(dealt, deck));
	player_judge(&mitaines_game, rig_view(&rig, 0), 1, memory, &opinions);
	const struct opinion *best = &opinions.opinion[opinions.best];
	assert_int_equal(card_rank(best->move.card), RANK_T);
	const struct opinion *two = opinion_of(&opinions, "2C");
	const struct opinion *three = opinion_of(&opinions, "3C");
	assert_true(opinion_is_sure(best, two) && opinion_is_sure(best, three));
	assert_true(two->error > 0 && two->error < 20 * OPINION_POINT);
	assert_false(opinion_is_sure(two, three) || opinion_is_sure(three, two));
	assert_false(opinion_is_sure(best, best));
}

CASE(a_clear_blunder_is_sure_and_a_choice_of_equals_is_not)
{
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	assert_capture_sure(2, "TC 2C 3C 4C 8C 5D 7H 9S QC KC AC 7D TD", memory);
	assert_capture_sure(3,
		"TC 2C 3C QC 5D 7H 9S JC 4C 8C KC AC 2D 3H QD 6S 7D AS 6H 8H 5S 9H 7C TD", memory);
	free(memory);
}

/* In the last deal every result is exact, so the smallest loss is sure. */
RIG_CASE(a_loss_in_the_last_deal_is_sure)
{
	void *memory = malloc(player_memory());
	struct opinions opinions;
	assert_non_null(memory);
	spot_lay(rig, TWO("9C", "9D 4C 5C", "2C 3C KC"));
	player_judge(&mitaines_game, rig_view(rig, 0), 1, memory, &opinions);
	const struct opinion *best = &opinions.opinion[opinions.best];
	const struct opinion *four = opinion_of(&opinions, "4C");
	assert_true(move_equal(best->move, rig_move("9D")));
	assert_int_equal(best->points - four->points, 10 * OPINION_POINT);
	assert_int_equal(four->error, 0);
	assert_true(opinion_is_sure(best, four));
	assert_false(opinion_is_sure(four, opinion_of(&opinions, "5C")));
	free(memory);
}
