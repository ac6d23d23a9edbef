/*
 * mitaines/moves.h - the legal moves of a seat, from the public part of a table and the seat's
 * cards: one path for states and views. The functions are inline because every move of every
 * play-out calls them.
 */
#ifndef ENGINE_MITAINES_MOVES_H
#define ENGINE_MITAINES_MOVES_H

#include "engine/mitaines.h"

/* The legal plays of a seat: a set of cards for each call (enum call). */
struct mitaines_choices {
	cards set[CALL_SOCK + 1];
};

/* One bit for each rank, at its lowest card. */
#define MITAINES_RANK_BITS (CARDS_ALL / 15)

/*
 * Returns the full ranks (four bits each) with a count of at least `least`, 1…8; `count` has the
 * number of cards of each rank in its four bits.
 */
static inline cards mitaines_ranks_with(cards count, unsigned least)
{
	return ((count + (8 - least) * MITAINES_RANK_BITS) >> 3 & MITAINES_RANK_BITS) * 15;
}

/* Sets set[2], set[3], set[4] to the cards whose rank occurs at least 2, 3, 4 times in the hand. */
static inline void mitaines_find_groups(cards hand, cards set[CALL_SOCK + 1])
{
	/* Replace the four bits of each rank by their number, for all ranks at once. */
	cards pairs = hand - (hand >> 1 & 5 * MITAINES_RANK_BITS);
	cards count = (pairs & 3 * MITAINES_RANK_BITS) + (pairs >> 2 & 3 * MITAINES_RANK_BITS);

	set[CALL_MITTEN] = hand & mitaines_ranks_with(count, 2);
	set[CALL_GLOVE] = hand & mitaines_ranks_with(count, 3);
	set[CALL_SOCK] = set[CALL_GLOVE] != 0 ? hand & mitaines_ranks_with(count, 4) : 0;
}

/*
 * Finds the plays of the live contract's caller. The caller must play the contract's rank, and may
 * raise the contract if the rules allow.
 */
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

/* Removes the calls that do not outrank the live contract. */
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
 * Adds the mittens. Either no card can call one, or at least two cards can, and usually just two.
 * So the function always writes two moves, and counts them only if there are mittens: a branch
 * would often be mispredicted.
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

/*
 * Lists every set of three cards of a hand of at most ten: up to 120 moves. Also writes up to three
 * moves beyond the count, which the caller ignores; MOVES_MAX leaves room for them.
 */
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
