/* The search: it depends only on the view, and improves play. */
#include "engine/search.h"

#include <stdlib.h>

#include "engine/mate/solve.h"
#include "engine/mitaines.h"
#include "engine/mitch/view.h"
#include "tests/cases.h"
#include "tests/rig.h"

CASE(the_chance_of_winning_is_computed_from_the_scores)
{
	const int32_t score[] = { 120, 100, 80 }, tie[] = { 5, 7, 7 };
	int32_t odds[3];
	odds_share(score, 3, 20, odds);
	assert_int_equal(odds[0], ODDS_SURE * 4 / 7);
	assert_int_equal(odds[1], ODDS_SURE * 2 / 7);
	assert_int_equal(odds[2], ODDS_SURE / 7);
	odds_share(tie, 3, 0, odds);
	assert_int_equal(odds[0], 0);
	assert_int_equal(odds[1], ODDS_SURE / 2);
	assert_int_equal(odds[2], ODDS_SURE / 2);
	for (int32_t lag = 0; lag < 400; lag++) {
		const int32_t two[] = { lag, 0 };
		int32_t before = odds[0];
		odds_share(two, 2, 20, odds);
		assert_true(lag == 0 || odds[0] >= before);
		assert_in_range(odds[0] + odds[1], ODDS_SURE - 1, ODDS_SURE);
	}
}

CASE(square_roots_are_rounded_down)
{
	for (uint32_t i = 0; i < 70000; i++) {
		uint32_t root = odds_root(i);
		assert_true(root * root <= i && (root + 1) * (root + 1) > i);
	}
	assert_int_equal(odds_root(UINT32_MAX), 65535);
}

/* Plays some random moves of a hand. */
static void advance(struct rig *rig, struct chance *chance)
{
	rig_deal_any(rig, chance);
	for (unsigned left = chance_below(chance, 40); left > 0; left--) {
		struct rig before = *rig;
		rig_play_any(rig, chance);
		if (rig->head.phase != PHASE_PLAY)
			*rig = before;
	}
}

static void assert_sound(
	const struct game *game, const struct view *view, const struct opinions *opinions)
{
	struct moves moves;
	game_view_legal(game, view, &moves);
	assert_int_equal(opinions->count, moves.count);
	assert_true(opinions->best < moves.count);
	for (unsigned i = 0; i < moves.count; i++) {
		assert_true(move_equal(opinions->opinion[i].move, moves.move[i]));
		assert_true(opinions->opinion[i].win >= 0 && opinions->opinion[i].win <= ODDS_SURE);
	}
}

/* Checks that opinions depend neither on old bytes in `memory` nor on hidden cards. */
static void same_thoughts(struct rig *rig, enum level level, struct chance *chance, void *memory)
{
	const struct game *game = rig->game;
	struct opinions here = { .count = 0 }, there = { .count = 0 };
	uint64_t seed = chance_next(chance);
	struct rig other = *rig;
	game->determinize(rig_view(rig, rig->head.turn), chance, &other.head);
	memset(memory, 0x55, game->think_memory);
	game->think(game, rig_view(rig, rig->head.turn), level, seed, memory, &here);
	memset(memory, 0xaa, game->think_memory);
	game->think(game, rig_view(&other, rig->head.turn), level, seed, memory, &there);
	assert_sound(game, &rig->view.head, &here);
	assert_memory_equal(&here, &there, sizeof here);
}

static void think_at_some(unsigned tables, const char *name, const char *preset, unsigned players,
	const char *options, enum level level)
{
	const struct game *game = game_named(name);
	struct chance chance = { players };
	void *memory = malloc(game->think_memory);
	struct rig rig;

	assert_non_null(memory);
	for (unsigned i = 0; i < tables; i++) {
		rig_open_preset(
			&rig, game, (unsigned)game_preset(game, preset), options, players, 0);
		advance(&rig, &chance);
		same_thoughts(&rig, level, &chance, memory);
	}
	free(memory);
}

static void think_at(const char *name, const char *preset, unsigned players, const char *options,
	enum level level)
{
	think_at_some(40, name, preset, players, options, level);
}

CASE(opinions_depend_only_on_the_view_level_and_seed)
{
	think_at("mitaines", "classic", 2, "", LEVEL_HARD);
	think_at("mitaines", "classic", 2, "", LEVEL_EXPERT);
	think_at("mitaines", "gamerules", 2, "ranks=standard", LEVEL_EXPERT);
	think_at("mitaines", "classic", 3, "", LEVEL_HARD);
	think_at("mitaines", "gamerules", 4, "", LEVEL_HARD);
	think_at("mitaines", "classic", 4, "partners=no", LEVEL_HARD);
	think_at("mitaines", "quebec", 4, "", LEVEL_HARD);
	think_at("mitch", "banilower", 2, "draw=either", LEVEL_HARD);
	think_at("mitch", "banilower", 2, "hand=0 draw=either", LEVEL_HARD);
	think_at("mitch", "banilower", 5, "highlow=yes", LEVEL_HARD);
	think_at_some(8, "mitch", "banilower", 2, "highlow=yes", LEVEL_EXPERT);
	think_at("mitch", "banilower", 10, "decks=2 draw=place", LEVEL_HARD);
	think_at("mate", "", 2, "king=yes", LEVEL_HARD);
	think_at("mate", "", 2, "discard=yes", LEVEL_HARD);
}

/* Returns the points by which seat 0 leads after perfect play, by exhaustive search. */
static int32_t tried(const struct mate *mate, bool second)
{
	struct moves moves;
	int32_t best = mate->head.turn == 0 ? INT32_MIN : INT32_MAX;
	if (mate->head.phase != PHASE_PLAY || mate->open.second != second)
		return mate->head.points[0] - mate->head.points[1];
	mate_game.legal(&mate->head, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct mate next = *mate;
		int32_t value;
		mate_game.apply(&next.head, moves.move[i], NULL);
		value = tried(&next, second);
		if (mate->head.turn == 0 ? value > best : value < best)
			best = value;
	}
	return best;
}

static bool is_late(const struct rig *rig, unsigned left)
{
	const struct mate *mate = (const struct mate *)&rig->head;
	return rig->head.phase == PHASE_PLAY && mate->open.decided == MATE_SEATS &&
		mate->open.held[0] + mate->open.held[1] <= (int)left;
}

/* Plays randomly up to the last `left` cards, in either hand of a round, then compares the solver
 * with an exhaustive search. */
static unsigned solve_late(const char *options, unsigned left, struct mate_solver *solver)
{
	struct chance chance = { left };
	unsigned decided = 0;
	for (unsigned i = 0; i < 300; i++) {
		struct rig rig;
		const struct mate *mate = (const struct mate *)&rig.head;
		int32_t lead;
		rig_open(&rig, &mate_game, options, 2, i % 2);
		rig_deal_any(&rig, &chance);
		while (rig.head.phase == PHASE_PLAY && !is_late(&rig, left))
			rig_play_any(&rig, &chance);
		if (rig.head.phase != PHASE_PLAY)
			continue;
		mate_solve_begin(solver, &mate_game, mate, UINT32_MAX);
		assert_true(mate_solve(solver, mate, &lead));
		assert_int_equal(lead, tried(mate, mate->open.second));
		decided += lead != rig.head.points[0] - rig.head.points[1];
	}
	return decided;
}

CASE(the_solver_agrees_with_exhaustive_search)
{
	struct mate_solver *solver = malloc(sizeof *solver);
	assert_non_null(solver);
	assert_true(solve_late("", 10, solver) > 20);
	assert_true(solve_late("suits=CSHD king=yes", 10, solver) > 20);
	assert_true(solve_late("discard=yes", 7, solver) > 20);
	free(solver);
}

/* Fails if the expert's move changes the result of perfect play. */
static void assert_plays_exactly(struct rig *rig, struct mate_solver *solver, void *memory)
{
	struct mate *mate = (struct mate *)&rig->head;
	struct opinions opinions;
	int32_t before, after;
	mate_solve_begin(solver, &mate_game, mate, UINT32_MAX);
	assert_true(mate_solve(solver, mate, &before));
	mate_game.think(
		&mate_game, rig_view(rig, rig->head.turn), LEVEL_EXPERT, 1, memory, &opinions);
	mate_game.apply(&rig->head, opinions.opinion[opinions.best].move, NULL);
	assert_true(mate_solve(solver, mate, &after));
	assert_int_equal(before, after);
}

/* Without foreplaced cards, no move of the expert in a whole hand loses points. */
CASE(the_expert_plays_mate_perfectly_when_no_card_is_foreplaced)
{
	struct mate_solver *solver = malloc(sizeof *solver);
	void *memory = malloc(mate_game.think_memory);
	struct chance chance = { 8 };

	assert_non_null(solver);
	assert_non_null(memory);
	for (unsigned i = 0; i < 4; i++) {
		const struct mate *mate;
		struct rig rig;
		rig_open(&rig, &mate_game, "", 2, 0);
		rig_deal_any(&rig, &chance);
		rig_play(&rig, "keep, keep");
		for (mate = (const struct mate *)&rig.head; !mate->open.second;)
			assert_plays_exactly(&rig, solver, memory);
	}
	free(memory);
	free(solver);
}

/* Returns the points by which seat 0 leads after the best choice of the seat that decides last
 * about foreplacing. */
static int32_t answered(const struct mate *mate, struct mate_solver *solver)
{
	struct moves moves;
	int32_t best = mate->head.turn == 0 ? INT32_MIN : INT32_MAX;
	mate_game.legal(&mate->head, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct mate next = *mate;
		int32_t lead;
		mate_game.apply(&next.head, moves.move[i], NULL);
		mate_solve_begin(solver, &mate_game, &next, UINT32_MAX);
		assert_true(mate_solve(solver, &next, &lead));
		if (mate->head.turn == 0 ? lead > best : lead < best)
			best = lead;
	}
	return best;
}

/* A player who keeps all cards must expect the best answer: here the opponent foreplaces. */
CASE(the_expert_expects_the_best_answer_of_the_opponent)
{
	static const uint64_t deals[] = { 2, 1, 4, 11 };
	struct mate_solver *solver = malloc(sizeof *solver);
	void *memory = malloc(mate_game.think_memory);

	assert_non_null(solver);
	assert_non_null(memory);
	for (unsigned i = 0; i < 4; i++) {
		struct chance chance = { deals[i] };
		struct opinions opinions;
		struct rig rig;
		rig_open(&rig, &mate_game, "", 2, i % 2);
		rig_deal_any(&rig, &chance);
		unsigned seat = rig.head.turn;
		mate_game.think(
			&mate_game, rig_view(&rig, seat), LEVEL_EXPERT, 1, memory, &opinions);
		const struct opinion *keeps = &opinions.opinion[opinions.count - 1];
		assert_int_equal(keeps->move.act, ACT_KEEP);
		rig_play(&rig, "keep");
		int32_t lead = answered((const struct mate *)&rig.head, solver);
		assert_int_equal(keeps->points / OPINION_POINT, seat == 0 ? lead : -lead);
	}
	free(memory);
	free(solver);
}

RIG_CASE(the_solver_reports_that_its_search_nodes_ran_out)
{
	struct mate_solver *solver = malloc(sizeof *solver);
	int32_t lead;
	assert_non_null(solver);
	rig_open(rig, &mate_game, "", 2, 0);
	rig_deal(rig, NULL, 0);
	rig_play(rig, "keep, keep");
	for (uint32_t nodes = 0; nodes <= 10; nodes += 10) {
		mate_solve_begin(solver, &mate_game, (const struct mate *)&rig->head, nodes);
		assert_false(mate_solve(solver, (const struct mate *)&rig->head, &lead));
	}
	free(solver);
}

/* The seat to act draws if it may choose, and discards a card. */
static void discard_next(struct rig *rig)
{
	struct mitch *mitch = (struct mitch *)&rig->head;
	unsigned seat = rig->head.turn;
	if (mitch->open.to_draw)
		mitch_game.apply(&rig->head, move_of(ACT_DRAW, CARD_NONE), NULL);
	mitch_game.apply(
		&rig->head, move_of(ACT_DISCARD, cards_first(mitch->hand[seat].all)), NULL);
}

/*
 * P1 has 7C in the column and draws, with KH and two Aces to come: 8C does not fit and stays on the
 * pile.
 */
CASE(the_expert_takes_no_discard_that_fits_no_column)
{
	static const char first[] = "AC AD 2C 7C";
	static const char last[] = "8C KH AS AH";
	enum { LAST = 4 };
	void *memory = malloc(mitch_game.think_memory);
	struct opinions opinions;
	struct rig rig;
	card deck[DECK_MAX], end[LAST];
	cards taken = rig_set(first) | rig_set(last);
	unsigned size = rig_cards(first, deck), found = 0;
	assert_non_null(memory);
	for (unsigned c = 0; c < CARD_COUNT; c++)
		if ((taken & card_bit((card)c)) == 0)
			deck[size++] = (card)c;
	rig_cards(last, end);
	memcpy(deck + size, end, sizeof end);
	rig_open(&rig, &mitch_game, "hand=0 draw=either", 2, 1);
	rig_deal(&rig, deck, CARD_COUNT);
	discard_next(&rig);
	rig_play(&rig, "draw, place 7C");
	const struct mitch *mitch = (const struct mitch *)&rig.head;
	while (mitch->open.stock > LAST)
		discard_next(&rig);
	rig_play(&rig, "draw");
	assert_int_equal(rig.head.turn, 0);
	mitch_game.think(&mitch_game, rig_view(&rig, 0), LEVEL_EXPERT, 1, memory, &opinions);
	for (unsigned i = 0; i < opinions.count; i++)
		if (opinions.opinion[i].move.act == ACT_DISCARD) {
			/* Clubs win 8 points, and hearts 4 more in one of three deals. */
			assert_in_range(
				-opinions.opinion[i].points, 9 * OPINION_POINT, 10 * OPINION_POINT);
			found++;
		}
	assert_int_equal(found, 1);
	free(memory);
}

/* A game with many moves, and one legal move at a time. */

struct march {
	struct state head;
	unsigned made;
};
struct march_view {
	struct view head;
	struct march seen;
};
enum { MARCH = 200 };

static void march_legal(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 1;
	moves->move[0] = (struct move){ ACT_DRAW, CARD_NONE, { .second = CARD_NONE }, CARD_NONE };
}

static void march_apply(struct state *state, struct move move, struct events *events)
{
	(void)move;
	(void)events;
	((struct march *)state)->made++;
	state->turn ^= 1;
}

static void march_view(const struct state *state, unsigned seat, struct view *view)
{
	struct march_view *march = (struct march_view *)view;
	memset(march, 0, sizeof *march);
	march->seen = *(const struct march *)state;
	view->open = *state;
	view->seat = (uint8_t)seat;
}

static void march_determinize(const struct view *view, struct chance *chance, struct state *state)
{
	(void)chance;
	*(struct march *)state = ((const struct march_view *)view)->seen;
}

static struct move march_on(const struct state *state)
{
	struct moves moves;
	march_legal(state, &moves);
	return moves.move[0];
}

static bool march_over(const struct state *from, const struct state *state)
{
	(void)from;
	return ((const struct march *)state)->made == MARCH;
}

/* Checks that the play-out reaches the end of the game beyond the tree. */
static void march_rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	assert_int_equal(((const struct march *)state)->made, MARCH);
	odds[0] = ODDS_SURE;
	odds[1] = 0;
}

CASE(the_search_tree_has_a_limited_depth)
{
	static const struct game march_game = { .name = "march",
		.state_size = sizeof(struct march),
		.view_size = sizeof(struct march_view),
		.legal = march_legal,
		.apply = march_apply,
		.view = march_view,
		.determinize = march_determinize };
	struct march march = { .head = { .players = 2, .phase = PHASE_PLAY, .total = { 5, 2 } } };
	struct march_view view;
	struct opinions opinions;
	void *memory = malloc(SEARCH_MEMORY);
	const struct search search = { .game = &march_game,
		.view = &view.head,
		.over = march_over,
		.rate = march_rate,
		.kind = search_every_kind,
		.play = march_on,
		.playouts = SEARCH_PLAYOUTS };
	assert_non_null(memory);
	march_view(&march.head, 0, &view.head);
	search_think(&search, 1, memory, &opinions);
	assert_int_equal(opinions.count, 1);
	assert_true(opinions.opinion[0].win == ODDS_SURE);
	/* This hand has no points yet. */
	assert_true(opinions.opinion[0].points == 0);
	free(memory);
}

/* With an unknown rule all deals have equal weight. */
RIG_CASE(moves_are_judged_even_if_an_option_is_unknown_to_the_solver)
{
	void *memory = malloc(player_memory());
	struct opinions opinions;
	uint8_t *rule;

	assert_non_null(memory);
	rig_open(rig, &mate_game, "", 2, 0);
	rig_deal(rig, NULL, 0);
	rule = &((struct mate *)&rig->head)->open.option[MATE_KING];
	assert_true(mate_solve_knows(&((struct mate *)&rig->head)->open));
	*rule = 2;
	assert_false(mate_solve_knows(&((struct mate *)&rig->head)->open));
	player_judge(&mate_game, rig_view(rig, rig->head.turn), 1, memory, &opinions);
	assert_true(opinions.count > 0);
	rig_open(rig, &mitch_game, "", 3, 0);
	rig_deal(rig, NULL, 0);
	rule = &((struct mitch *)&rig->head)->open.option[MITCH_HIGHLOW];
	assert_true(mitch_think_knows(&((struct mitch *)&rig->head)->open));
	*rule = 2;
	assert_false(mitch_think_knows(&((struct mitch *)&rig->head)->open));
	player_judge(&mitch_game, rig_view(rig, rig->head.turn), 1, memory, &opinions);
	assert_true(opinions.count > 0);
	free(memory);
}
