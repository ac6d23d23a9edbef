/*
 * mitaines/duel.h - one deal between two players, packed into few bytes for the AI players' search.
 * The rules are the same as in mitaines.c; tests/unit/mitaines_duel.c plays both side by side.
 *
 * Suits matter only for the ten of diamonds. So cards are counted in lanes: one for each rank and
 * one for that ten. A lane is four bits, filled from the lowest. In a hand, the bits of a lane
 * count its cards. In a set of actions, they mean that a card of the lane is played without a call,
 * as a mitten, as a glove or as a sock. So, tens aside, a hand equals the set of its actions on a
 * pile that is not frozen.
 */
#ifndef ENGINE_MITAINES_DUEL_H
#define ENGINE_MITAINES_DUEL_H

#include "engine/mitaines.h"

enum { DUEL_SEATS = 2, DUEL_TEN = RANK_COUNT, DUEL_LANES, DUEL_ACTIONS = 4 * DUEL_LANES };
enum { DUEL_NOBODY = 2 };

#define DUEL_LANE(lane) (UINT64_C(15) << ((lane)*4))
#define DUEL_PLAIN      UINT64_C(0x11111111111111)

/* Tables computed from the rules once in a match. */
struct duel_rules {
	uint64_t higher[3]
		       [RANK_COUNT];  /* actions allowed on a live contract, by its kind and rank */
	uint64_t own[RANK_COUNT];     /* actions allowed to the contract's caller, by its rank */
	int16_t value[3][RANK_COUNT]; /* points of a contract, by kind and rank */
	/* points of a one-card pile swept by a card of another rank [0] or the same rank [1] */
	int16_t single[RANK_COUNT][2];
	uint8_t height[RANK_COUNT]; /* height of each rank, see mitaines_height */
	int16_t ten;
};

/* The pile: eight bytes without padding, so that a pile can be copied to one number. */
struct duel_pile {
	uint8_t caller; /* caller of the live contract, or DUEL_NOBODY */
	uint8_t kind;   /* kind of the live contract: 0 mitten, 1 glove, 2 sock */
	uint8_t rank;   /* rank of the live contract */
	uint8_t down;   /* cards of the contract's rank played since the call */
	uint8_t top;    /* rank of the top card; 0 on an empty pile */
	uint8_t count;  /* cards in the pile: 0, 1, or 2 for more */
	int16_t stake;  /* extra points of a capture: overcalled contracts, ten, first four */
};

struct duel {
	uint64_t hand[DUEL_SEATS];
	struct duel_pile pile;
	int16_t points[DUEL_SEATS]; /* points since the root of the search */
	int16_t group;              /* additional points of a group with the top cards, or 0 */
	uint8_t turn;
	uint8_t left; /* number of cards in both hands */
};

/*
 * Return the lane and the rank of the card that an action plays, and the kind of contract that the
 * action calls, -1 for no call.
 */
static inline unsigned duel_lane(unsigned action)
{
	return action >> 2;
}
static inline unsigned duel_rank(unsigned action)
{
	return action >> 2 == DUEL_TEN ? RANK_T : action >> 2;
}
static inline int duel_kind(unsigned action)
{
	return (int)(action & 3) - 1;
}

/* Returns the number of cards in a lane of a hand, 0…4. */
static inline unsigned duel_count(uint64_t hand, unsigned lane)
{
	/* A table of nibbles for the values 0, 1, 3, 7 and 15. */
	return (unsigned)(UINT64_C(0x4000000030002010) >> (hand >> lane * 4 & 15) * 4 & 15);
}

/* Return a hand with one card less, or one more, in a lane. */
static inline uint64_t duel_less(uint64_t hand, unsigned lane)
{
	uint64_t mask = DUEL_LANE(lane);
	return (hand & ~mask) | ((hand & mask) >> 1 & mask);
}
static inline uint64_t duel_more(uint64_t hand, unsigned lane)
{
	return hand | (hand << 1 & DUEL_LANE(lane)) | UINT64_C(1) << lane * 4;
}

/* Returns the actions of a hand on a pile that is not frozen. */
static inline uint64_t duel_free(uint64_t hand)
{
	uint64_t tens = hand >> RANK_T * 4 & 7;
	if (hand >> DUEL_TEN * 4 == 0)
		return hand;
	/* With the ten of diamonds, each of the two lanes must count the tens of both. */
	return hand | tens << (RANK_T * 4 + 1) | tens << (DUEL_TEN * 4 + 1);
}

/* Returns the legal actions, one bit each; at least one while the seat holds cards. */
static inline uint64_t duel_legal(const struct duel_rules *rules, const struct duel *duel)
{
	uint64_t hand = duel->hand[duel->turn];
	if (duel->pile.caller == DUEL_NOBODY)
		return duel_free(hand);
	if (duel->pile.caller == duel->turn)
		return hand & rules->own[duel->pile.rank];
	return duel_free(hand) & rules->higher[duel->pile.kind][duel->pile.rank];
}

/*
 * Returns the points, without the stake, of the capture that a card of this rank makes without a
 * call. Returns -1 if the card captures nothing.
 */
static inline int duel_capture(
	const struct duel_rules *rules, const struct duel *duel, unsigned rank)
{
	const struct duel_pile *pile = &duel->pile;
	if (pile->caller == DUEL_NOBODY) {
		if (pile->count == 0 || (rank != RANK_J && rank != pile->top))
			return -1;
		if (pile->count == 1)
			return rules->single[rank][rank == pile->top];
		return rank == pile->top ? duel->group : 0;
	}
	if (rank != pile->rank)
		return -1;
	/*
	 * If a pile under a contract has one card, this card was called on an empty pile one play
	 * ago, and the next card makes a double contract.
	 */
	if (pile->count == 1)
		return 2 * rules->value[pile->kind][rank];
	return pile->down == pile->kind + 1 ? rules->value[pile->kind][rank] : -1;
}

static inline void duel_lie(struct duel_pile *pile, unsigned rank, int ten)
{
	pile->top = (uint8_t)rank;
	pile->count = (uint8_t)(pile->count == 0 ? 1 : 2);
	pile->stake = (int16_t)(pile->stake + ten);
}

/* Plays a legal action. */
static inline void duel_play(const struct duel_rules *rules, struct duel *duel, unsigned action)
{
	struct duel_pile *pile = &duel->pile;
	unsigned seat = duel->turn, rank = duel_rank(action);
	int kind = duel_kind(action);
	int ten = duel_lane(action) == DUEL_TEN ? rules->ten : 0;
	duel->hand[seat] = duel_less(duel->hand[seat], duel_lane(action));
	duel->left--;
	if (kind >= 0) {
		if (pile->caller != DUEL_NOBODY)
			ten += rules->value[pile->kind][pile->rank];
		pile->caller = (uint8_t)seat;
		pile->kind = (uint8_t)kind;
		pile->rank = (uint8_t)rank;
		pile->down = 1;
		duel_lie(pile, rank, ten);
	} else {
		int capture = duel_capture(rules, duel, rank);
		if (capture >= 0) {
			duel->points[seat] =
				(int16_t)(duel->points[seat] + capture + pile->stake + ten);
			*pile = (struct duel_pile){ .caller = DUEL_NOBODY };
		} else {
			pile->down = (uint8_t)(pile->down +
				(pile->caller != DUEL_NOBODY && rank == pile->rank));
			duel_lie(pile, rank, ten);
		}
	}
	duel->group = 0;
	duel->turn ^= 1;
}

/* Returns the number of cards in each lane, as a number of four bits. */
static inline uint64_t duel_counts(uint64_t hand)
{
	uint64_t pairs = hand - (hand >> 1 & UINT64_C(0x55555555555555));
	const uint64_t low = UINT64_C(0x33333333333333);
	return (pairs & low) + (pairs >> 2 & low);
}

/*
 * Estimates the points that the pile at the end of a deal is worth to the seat that leads the next
 * deal. undealt: number of cards of each lane that were not dealt yet.
 */
static inline int duel_rest(const struct duel_pile *pile, uint64_t undealt)
{
	unsigned equal;
	if (undealt == 0 || pile->count == 0)
		return 0;
	equal = (unsigned)(undealt >> pile->top * 4 & 7) +
		(pile->top == RANK_T ? (unsigned)(undealt >> DUEL_TEN * 4 & 1) : 0);
	return pile->stake * (int)(40 + 4 * equal) / 64 +
		(pile->count == 1           ? (pile->top == RANK_J        ? 16
							      : equal > 0 ? 8
									  : 1)
				: equal > 0 ? 5
					    : 0);
}

/*
 * Returns true if a duel implements all of these rules. Returns false for every unknown rule or
 * value, so no AI player thinks or judges by wrong rules.
 */
bool duel_knows(const struct mitaines_rules *rules);
/* Returns true if a duel can represent the table: two players, known rules. */
bool duel_covers(const struct mitaines_open *open, unsigned players);
/* Computes the tables of rules that duel_knows accepts. */
void duel_set_rules(struct duel_rules *rules, const struct mitaines_rules *of);
/* Converts a hand to lanes. */
uint64_t duel_pack(cards hand);
unsigned duel_action(card c, unsigned call);
/* Fills a duel from the public part of a table, with `turn` to act, empty hands and 0 points. */
void duel_set(struct duel *duel, const struct mitaines_open *open, unsigned turn);

#endif
