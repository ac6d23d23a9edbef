/*
 * mitaines/moves.h - the legal moves of a seat, from what everybody sees and its own cards: one
 * path for states and views. It is inline because every move of every play-out asks.
 */
#ifndef ENGINE_MITAINES_MOVES_H
#define ENGINE_MITAINES_MOVES_H

#include <string.h>

#include "engine/mitaines/state.h"

/* The legal moves of a seat as sets of cards, by what is called with them (enum call). */
struct mitaines_choices {
	cards set[CALL_SOCK + 1];
};

/* One bit for every rank, at its lowest card. */
#define MITAINES_RANK_BITS (CARDS_ALL / 15)

/* Whole ranks of at least so many cards, 1…8, by the number of cards in the four bits of each. */
static inline cards mitaines_ranks_with(cards count, unsigned least)
{
	return ((count + (8 - least) * MITAINES_RANK_BITS) >> 3 & MITAINES_RANK_BITS) * 15;
}

/* The cards of a hand of whose rank it holds at least 2, 3, 4: set[2], set[3], set[4]. */
static inline void mitaines_find_groups(cards hand, cards set[CALL_SOCK + 1])
{
	/* Each rank's four bits become the number of cards it has, all ranks at once. */
	cards pairs = hand - (hand >> 1 & 5 * MITAINES_RANK_BITS);
	cards count = (pairs & 3 * MITAINES_RANK_BITS) + (pairs >> 2 & 3 * MITAINES_RANK_BITS);

	set[CALL_MITTEN] = hand & mitaines_ranks_with(count, 2);
	set[CALL_GLOVE] = hand & mitaines_ranks_with(count, 3);
	set[CALL_SOCK] = set[CALL_GLOVE] != 0 ? hand & mitaines_ranks_with(count, 4) : 0;
}

/* A player bound by their own contract plays its rank; they may raise it when the rules allow. */
static inline void mitaines_choose_bound(
	const struct mitaines_open *open, cards hand, cards set[CALL_SOCK + 1])
{
	const struct mitaines_contract *live = &open->live;
	cards own = hand & CARDS_OF_RANK(live->rank);
	unsigned most = open->rules.raises ? live->down + cards_count_of_rank(hand, live->rank) : 0;
	set[CALL_NONE] = own;
	set[CALL_MITTEN] = 0;
	set[CALL_GLOVE] = live->kind < CALL_GLOVE && most >= CALL_GLOVE ? own : 0;
	set[CALL_SOCK] = live->kind < CALL_SOCK && most >= CALL_SOCK ? own : 0;
}

/* Calls on a frozen pile outrank the live contract. */
static inline void mitaines_choose_higher(
	const struct mitaines_open *open, cards set[CALL_SOCK + 1])
{
	cards above = mitaines_above(&open->rules, open->live.rank);
	switch (open->live.kind) {
	case CALL_MITTEN: set[CALL_MITTEN] &= above; break;
	case CALL_GLOVE:
		set[CALL_MITTEN] = 0;
		set[CALL_GLOVE] &= above;
		break;
	default: set[CALL_MITTEN] = set[CALL_GLOVE] = 0; set[CALL_SOCK] &= above;
	}
}

static inline struct mitaines_choices mitaines_choose(
	const struct mitaines_open *open, unsigned seat, cards hand)
{
	struct mitaines_choices choices;
	choices.set[1] = 0;
	if (open->live.seat == seat) {
		mitaines_choose_bound(open, hand, choices.set);
		return choices;
	}
	choices.set[CALL_NONE] = hand;
	mitaines_find_groups(hand, choices.set);
	if (open->live.seat != SEAT_NONE)
		mitaines_choose_higher(open, choices.set);
	return choices;
}

static inline struct move *mitaines_add_plays(struct move *move, cards set, enum call call)
{
	for (; set != 0; set &= set - 1)
		move_put(move++, move_play(0, call), cards_first(set));
	return move;
}

/*
 * Where a card may be called as a mitten, so may another. Most often there are no more than two:
 * these are written in any case and count if they are there. A branch would be guessed wrong often.
 */
static inline struct move *mitaines_add_mittens(struct move *move, cards mittens)
{
	const cards access = UINT64_C(1) << 63;
	cards rest = mittens & (mittens - 1);
	move_put(move, move_play(0, CALL_MITTEN), cards_first(mittens | access));
	move_put(move + 1, move_play(0, CALL_MITTEN), cards_first(rest | access));
	move += mittens != 0 ? 2 : 0;
	return mitaines_add_plays(move, rest & (rest - 1), CALL_MITTEN);
}

/* Every set of three cards of a hand, which has at most ten. */
void mitaines_list_gives(cards hand, struct moves *moves);

static inline void mitaines_list(
	const struct mitaines_open *open, unsigned seat, cards hand, struct moves *moves)
{
	struct mitaines_choices choices;
	struct move *move = moves->move;
	if (open->exchange > 0) {
		mitaines_list_gives(hand, moves);
		return;
	}
	choices = mitaines_choose(open, seat, hand);
	move = mitaines_add_plays(move, choices.set[CALL_NONE], CALL_NONE);
	move = mitaines_add_mittens(move, choices.set[CALL_MITTEN]);
	if ((choices.set[CALL_GLOVE] | choices.set[CALL_SOCK]) != 0) {
		move = mitaines_add_plays(move, choices.set[CALL_GLOVE], CALL_GLOVE);
		move = mitaines_add_plays(move, choices.set[CALL_SOCK], CALL_SOCK);
	}
	moves->count = (unsigned)(move - moves->move);
}

#endif
