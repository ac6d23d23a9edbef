/* mate/think.c - the strong AI players of Mate */
#include <assert.h>

#include "engine/mate/solve.h"
#include "engine/mate/view.h"
#include "engine/playout.h"
#include "engine/search.h"

/* The spread of one hand for odds_share, in points. */
enum { SWAY = 20 };
/*
 * POSITIONS: maximum number of nodes of the exact solver for one move. BESIDE: number of play-outs
 * for a move if the solver has a result; INSTEAD: if it has none; HASTY: at LEVEL_HARD.
 */
enum { POSITIONS = 600000, BESIDE = 600, INSTEAD = 6000, HASTY = 24 };
/* The weight of the exact result; the search has the weight 1. */
enum { EXACT = 1023 };

static_assert(sizeof(struct mate_solver) <= SEARCH_MEMORY, "a solver fits the memory");

static bool hand_over(const struct state *from, const struct state *state)
{
	return state->phase != PHASE_PLAY ||
		((const struct mate *)state)->open.second !=
		((const struct mate *)from)->open.second;
}

/* Computes the odds with `hands` hands of the match still to play. */
static void share_odds(const int32_t score[MATE_SEATS], unsigned hands, int32_t *odds)
{
	odds_share(score, MATE_SEATS, (int32_t)(SWAY * odds_root(16 * hands) / 4), odds);
}

static unsigned hands_left(const struct mate_open *open, const struct state *head)
{
	return 2u * (open->option[MATE_ROUNDS] - head->hand);
}

static void rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	unsigned hands = hands_left(&((const struct mate *)state)->open, state) +
		(state->phase == PHASE_PLAY);
	int32_t score[MATE_SEATS] = { state_score(state, 0), state_score(state, 1) };
	share_odds(score, hands, odds);
}

/*
 * Returns the odds of the view's seat to win the match if seat 0 leads this hand by `lead` points
 * at its end.
 */
static int32_t odds_at(const struct mate_view *view, int32_t lead)
{
	const struct state *head = &view->head.open;
	unsigned hands = hands_left(&view->open, head) + !view->open.second;
	int32_t score[MATE_SEATS] = { head->total[0] + lead, head->total[1] };
	int32_t odds[MATE_SEATS];
	share_odds(score, hands, odds);
	return odds[view->head.seat];
}

/*
 * Solves a state from the view of one seat. If the opponent must still decide about foreplacing,
 * assumes a decision: if the seat has foreplaced a card, the opponent keeps all cards; otherwise
 * the opponent decides as is best for them.
 */
static bool solve(struct mate_solver *solver, const struct mate *mate, unsigned seat, int32_t *lead)
{
	struct moves moves;
	int32_t worst = seat == 0 ? INT32_MAX : INT32_MIN;
	if (mate->open.decided != 1)
		return mate_solve(solver, mate, lead);
	solver->game->legal(&mate->head, &moves);
	for (unsigned i = mate->open.laid[seat] > 0 ? moves.count - 1 : 0; i < moves.count; i++) {
		struct mate next = *mate;
		solver->game->apply(&next.head, moves.move[i], NULL);
		if (!mate_solve(solver, &next, lead))
			return false;
		if (seat == 0 ? *lead < worst : *lead > worst)
			worst = *lead;
	}
	*lead = worst;
	return true;
}

/* The sums of exact results over deals, for each legal move. */
struct exact {
	int64_t odds[MOVES_MAX];
	int64_t points[MOVES_MAX];
	int32_t worlds;
	bool complete; /* every possible deal is in the sums */
};

/* Adds the exact results of one deal, unless the solver runs out of nodes. */
static bool add_exact(struct mate_solver *solver, const struct mate_view *view,
	const struct mate *mate, struct exact *exact)
{
	int32_t now = mate->head.points[0] - mate->head.points[1];
	unsigned seat = view->head.seat;
	int32_t lead[MOVES_MAX];
	struct moves moves;
	solver->game->legal(&mate->head, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct mate next = *mate;
		solver->game->apply(&next.head, moves.move[i], NULL);
		if (!solve(solver, &next, seat, &lead[i]))
			return false;
	}
	for (unsigned i = 0; i < moves.count; i++) {
		exact->odds[i] += odds_at(view, lead[i]);
		exact->points[i] += seat == 0 ? lead[i] - now : now - lead[i];
	}
	exact->worlds++;
	return true;
}

/* Removes a random card from a set and returns it; 0 for an empty set. */
static cards take_any(struct chance *chance, cards *set)
{
	cards one = chance_card(chance, *set);
	*set ^= one;
	return one;
}

/* Solves the hand for each possible foreplaced card of the opponent, until the nodes run out. */
static void solve_all(const struct game *game, const struct mate_view *view, uint64_t seed,
	void *memory, struct exact *exact)
{
	struct mate_solver *solver = memory;
	struct chance chance = { seed };
	cards may = mate_foreplaced(view);
	int32_t worlds = may != 0 ? (int32_t)cards_count(may) : 1;
	struct mate mate;
	mate_lay_out(view, take_any(&chance, &may), &mate);
	mate_solve_begin(solver, game, &mate, POSITIONS);
	while (add_exact(solver, view, &mate, exact) && may != 0)
		mate_lay_out(view, take_any(&chance, &may), &mate);
	exact->complete = may == 0 && exact->worlds == worlds;
}

/*
 * Blends exact results with the opinions of the search. The search decides between moves of equal
 * exact value.
 */
static void blend(const struct exact *exact, struct opinions *opinions)
{
	int64_t value[MOVES_MAX];
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		value[i] = exact->odds[i] * EXACT / exact->worlds + opinion->win;
		opinion->win = (int32_t)(value[i] / (EXACT + 1));
		opinion->points = (int32_t)(exact->points[i] * OPINION_POINT / exact->worlds);
		opinion->error = exact->complete ? 0 : OPINION_UNSURE;
	}
	for (unsigned i = 0; i < opinions->count; i++)
		if (value[i] > value[opinions->best])
			opinions->best = i;
}

void mate_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions)
{
	struct exact exact = { .worlds = 0 };
	struct search search = {
		.game = game,
		.view = view,
		.over = hand_over,
		.rate = rate,
		.kind = search_every_kind,
		.playouts = HASTY,
	};
	if (level == LEVEL_EXPERT) {
		if (mate_solve_knows(&((const struct mate_view *)view)->open))
			solve_all(game, (const struct mate_view *)view, seed, memory, &exact);
		search.playouts = exact.worlds > 0 ? BESIDE : INSTEAD;
	}
	search_think(&search, seed, memory, opinions);
	if (exact.worlds > 0)
		blend(&exact, opinions);
}
