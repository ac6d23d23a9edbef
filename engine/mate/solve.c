/* mate/solve.c - alpha-beta search with a transposition table */
#include "engine/mate/solve.h"

#include <assert.h>
#include <string.h>

enum bound { BOUND_NONE, BOUND_LEAST, BOUND_MOST, BOUND_EXACT };

enum { FAR = 1 << 20 };

bool mate_solve_knows(const struct mate_open *open)
{
	static const uint8_t most[MATE_OPTIONS] = {
		[MATE_DISCARD] = 1, [MATE_KING] = 1, [MATE_SUITS] = 1, [MATE_ROUNDS] = 4
	};
	return options_known(open->option, most, MATE_OPTIONS);
}

/* Packs a set of the twenty cards into 20 bits. */
static uint64_t pack(cards set)
{
	return (set >> RANK_7 * 4 & 15) | (set >> RANK_T * 4 & 15) << 4 |
		(set >> RANK_Q * 4 & 0xfff) << 8;
}

/* Returns a key that is unique within a hand. It has all that the later play depends on. */
static uint64_t key_of(const struct mate *mate)
{
	const struct mate_open *open = &mate->open;
	uint64_t key = pack(mate->hand[0]) | pack(mate->hand[1]) << 20;
	key = key << 4 | open->laid[0];
	key = key << 4 | open->laid[1];
	key = key << 5 | open->trick;
	key = key << 1 | mate->head.turn;
	key = key << 1 | open->laid_now;
	key = key << 1 | open->king;
	key = key << 1 | open->again;
	if (open->led == CARD_NONE)
		return key << 5;
	return key << 5 | (unsigned)(1 + __builtin_ctzll(pack(card_bit(open->led))));
}

static bool is_over(const struct mate_solver *solver, const struct mate *mate)
{
	return mate->head.phase != PHASE_PLAY || mate->open.second != solver->second;
}

/*
 * Returns the sort key of a move. Small keys come first: leads with few answers, and answers that
 * win cheaply.
 */
static unsigned order_of(const struct mate *mate, struct move move)
{
	const struct mate_open *open = &mate->open;
	unsigned height = mate_height(open, move.card);
	if (move.act != ACT_PLAY)
		return 1024;
	if (open->led == CARD_NONE)
		return cards_count(mate_answers(move.card, move.call == CALL_KING,
			       mate->hand[mate->head.turn ^ 1])) *
			32 +
			height;
	return height > mate_height(open, open->led) ? height : 32 + height;
}

static void sort_moves(const struct mate *mate, struct moves *moves)
{
	unsigned rank[MOVES_MAX];
	for (unsigned i = 0; i < moves->count; i++) {
		struct move move = moves->move[i];
		unsigned here = order_of(mate, move);
		unsigned at = i;
		for (; at > 0 && rank[at - 1] > here; at--) {
			rank[at] = rank[at - 1];
			moves->move[at] = moves->move[at - 1];
		}
		rank[at] = here;
		moves->move[at] = move;
	}
}

/*
 * Returns true if an entry has the exact value of the position, or a bound that decides a search
 * between alpha and beta.
 */
static bool is_known(const struct mate_entry *entry, uint64_t key, int32_t alpha, int32_t beta)
{
	if (entry->key != key)
		return false;
	/* GCOVR_EXCL_BR_START: the key of an empty entry fits no position. */
	switch (entry->bound) {
	/* GCOVR_EXCL_BR_STOP */
	case BOUND_EXACT: return true;
	case BOUND_LEAST: return entry->value >= beta;
	case BOUND_MOST: return entry->value <= alpha;
	default: return false;
	}
}

static int32_t value_of(
	struct mate_solver *solver, const struct mate *mate, int32_t alpha, int32_t beta);

/* Returns the best value of the moves for the seat to act. Stops when alpha reaches beta. */
static int32_t try_moves(struct mate_solver *solver, const struct mate *mate,
	const struct moves *moves, int32_t alpha, int32_t beta)
{
	bool first = mate->head.turn == 0;
	int32_t best = first ? -FAR : FAR;
	for (unsigned i = 0; i < moves->count && alpha < beta; i++) {
		struct mate next = *mate;
		solver->game->apply(&next.head, moves->move[i], NULL);
		int32_t value = value_of(solver, &next, alpha, beta);
		if (first ? value <= best : value >= best)
			continue;
		best = value;
		if (first && best > alpha)
			alpha = best;
		if (!first && best < beta)
			beta = best;
	}
	return best;
}

/*
 * Returns the value of a position, or a bound outside alpha and beta. The result is invalid once
 * the nodes run out.
 */
static int32_t value_of(
	struct mate_solver *solver, const struct mate *mate, int32_t alpha, int32_t beta)
{
	struct moves moves;
	if (is_over(solver, mate))
		return mate->head.points[0] - mate->head.points[1];
	if (solver->nodes == 0)
		return 0;
	solver->nodes--;
	uint64_t key = key_of(mate);
	struct mate_entry *entry =
		&solver->entry[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (MATE_ENTRIES - 1)];
	if (is_known(entry, key, alpha, beta))
		return entry->value;
	solver->game->legal(&mate->head, &moves);
	sort_moves(mate, &moves);
	int32_t best = try_moves(solver, mate, &moves, alpha, beta);
	if (solver->nodes == 0)
		return 0;
	*entry = (struct mate_entry){ .key = key,
		.value = best,
		.bound = best <= alpha ? BOUND_MOST
			: best >= beta ? BOUND_LEAST
				       : BOUND_EXACT };
	return best;
}

void mate_solve_begin(struct mate_solver *solver, const struct game *game, const struct mate *mate,
	uint32_t nodes)
{
	solver->game = game;
	memset(solver->entry, 0, sizeof solver->entry);
	solver->second = mate->open.second;
	solver->nodes = nodes;
}

bool mate_solve(struct mate_solver *solver, const struct mate *mate, int32_t *lead)
{
	assert(mate_solve_knows(&mate->open));
	assert(is_over(solver, mate) || mate->open.decided == MATE_SEATS);
	*lead = value_of(solver, mate, -FAR, FAR);
	return solver->nodes > 0;
}
