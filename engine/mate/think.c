/* mate/think.c - the strong players of Mate. */
#include <assert.h>

#include "engine/mate/solve.h"
#include "engine/mate/view.h"
#include "engine/playout.h"
#include "engine/search.h"

/* A hand sways the match by so many points, in the sense of odds_share. */
enum { SWAY = 20 };
/* Positions to solve a hand in, and play-outs beside that, or where it takes more, or in haste. */
enum { POSITIONS = 600000, BESIDE = 600, INSTEAD = 6000, HASTY = 24 };
/* What counts for the strongest: so many parts are exact, and one what a search found. */
enum { EXACT = 1023 };

static_assert(sizeof(struct mate_solver) <= SEARCH_MEMORY, "a solver fits the memory");

static bool hand_over(const struct state *from, const struct state *state)
{
	return state->phase != PHASE_PLAY ||
		((const struct mate *)state)->open.second !=
		((const struct mate *)from)->open.second;
}

/* How likely a seat is to win with so many hands of the match to come. */
static void share(const int32_t score[MATE_SEATS], unsigned hands, int32_t *odds)
{
	odds_share(score, MATE_SEATS, (int32_t)(SWAY * odds_root(16 * hands) / 4), odds);
}

/* Returns the number of hands in the rounds behind the current one. */
static unsigned hands_left(const struct mate_open *open, const struct state *head)
{
	return 2u * (open->option[MATE_ROUNDS] - head->hand);
}

static void rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	unsigned hands = hands_left(&((const struct mate *)state)->open, state) +
		(state->phase == PHASE_PLAY);
	int32_t score[MATE_SEATS] = { state_score(state, 0), state_score(state, 1) };
	share(score, hands, odds);
}

/* The same for the view's seat, when its hand will end with that lead of seat 0. */
static int32_t odds_at(const struct mate_view *view, int32_t lead)
{
	const struct state *head = &view->head.open;
	unsigned hands = hands_left(&view->open, head) + !view->open.second;
	int32_t score[MATE_SEATS] = { head->total[0] + lead, head->total[1] };
	int32_t odds[MATE_SEATS];
	share(score, hands, odds);
	return odds[view->head.seat];
}

/*
 * Solves what comes of a state for one seat. Who decides first of foreplacing expects an answer: to
 * a card they cannot know none, else the best one.
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

/* Sums over states. */
struct exact {
	int64_t odds[MOVES_MAX];
	int64_t points[MOVES_MAX];
	unsigned worlds;
};

/* One state: all moves count or, when it takes too long, none. */
static bool weigh(struct mate_solver *solver, const struct mate_view *view, const struct mate *mate,
	struct exact *exact)
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

/* Takes one card out of a set, or nothing out of an empty one. */
static cards take_any(struct chance *chance, cards *set)
{
	cards left = *set;
	if (left == 0)
		return 0;
	for (unsigned skip = chance_below(chance, cards_count(left)); skip > 0; skip--)
		left &= left - 1;
	*set ^= left & -left;
	return left & -left;
}

/* Solves the hand for the cards the opponent may have foreplaced, as far as the positions go. */
static void solve_all(const struct game *game, const struct mate_view *view, uint64_t seed,
	void *memory, struct exact *exact)
{
	struct mate_solver *solver = memory;
	struct chance chance = { seed };
	cards may = mate_foreplaced(view);
	struct mate mate;
	mate_lay_out(view, take_any(&chance, &may), &mate);
	mate_solve_begin(solver, game, &mate, POSITIONS);
	while (weigh(solver, view, &mate, exact) && may != 0)
		mate_lay_out(view, take_any(&chance, &may), &mate);
}

/* Of moves exactly as good the one that a search likes is better. */
static void blend(const struct exact *exact, struct opinions *opinions)
{
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		double odds = (double)exact->odds[i] / ((double)exact->worlds * ODDS_SURE);
		opinion->win = (float)((odds * EXACT + (double)opinion->win) / (EXACT + 1));
		opinion->points = (float)((double)exact->points[i] / exact->worlds);
	}
	for (unsigned i = 0; i < opinions->count; i++)
		if (opinions->opinion[i].win > opinions->opinion[opinions->best].win)
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
