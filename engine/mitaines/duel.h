/*
 * mitaines/duel.h - one deal between two players, packed small: what AI players search through. The
 * rules are those of mitaines.c; a test plays both side by side.
 *
 * Suits matter only for the ten of diamonds, so cards are counted by lanes: one for each rank and
 * one for that ten. A lane is four bits, filled from the lowest. Of a hand they are its cards; of a
 * set of actions they are its card played uncalled, as a mitten, a glove or a sock. So a hand is
 * the set of what it may do on a pile that is not frozen, but for tens.
 */
#ifndef ENGINE_MITAINES_DUEL_H
#define ENGINE_MITAINES_DUEL_H

#include "engine/mitaines/state.h"

enum { DUEL_SEATS = 2, DUEL_TEN = RANK_COUNT, DUEL_LANES, DUEL_ACTIONS = 4 * DUEL_LANES };
enum { DUEL_NOBODY = 2 };

#define DUEL_LANE(lane) (UINT64_C(15) << ((lane)*4))
#define DUEL_PLAIN      UINT64_C(0x11111111111111)

/* What never changes in a match, made ready. */
struct duel_rules {
	uint64_t higher[3][RANK_COUNT]; /* actions allowed on a live contract, by kind and rank */
	uint64_t own[RANK_COUNT];       /* the same for its caller */
	int16_t value[3][RANK_COUNT];   /* of a contract */
	int16_t single[RANK_COUNT][2]; /* capturing a one-card pile with a rank: not equal, equal */
	uint8_t height[RANK_COUNT];    /* grows with the order of ranks */
	int16_t ten;
};

/* What lies on the table; eight bytes without a gap, so that they can be compared as a number. */
struct duel_pile {
	uint8_t caller; /* of the live contract, or DUEL_NOBODY */
	uint8_t kind;   /* of it, as an index: 0 mitten, 1 glove, 2 sock */
	uint8_t rank;   /* of it */
	uint8_t down;   /* cards of its rank since the call */
	uint8_t top;    /* rank of the top card; 0 on an empty pile */
	uint8_t count;  /* cards in the pile: 0, 1, or 2 for more */
	int16_t stake;  /* what its capture scores in any case: overcalled contracts, ten, four */
};

struct duel {
	uint64_t hand[DUEL_SEATS];
	struct duel_pile pile;
	int16_t points[DUEL_SEATS]; /* since the beginning of what is searched */
	int16_t group;              /* what a group made of the top cards scores more, or 0 */
	uint8_t turn;
	uint8_t left; /* cards in both hands */
};

/* The rank an action plays, its kind of contract as an index, -1 for none. */
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

/* Cards of a lane, 0…4. */
static inline unsigned duel_count(uint64_t hand, unsigned lane)
{
	/* The four bits are 0, 1, 3, 7 or 15; the number of bits stands at four times that. */
	return (unsigned)(UINT64_C(0x4000000030002010) >> (hand >> lane * 4 & 15) * 4 & 15);
}

/* A hand without one card of a lane, and with one more. */
static inline uint64_t duel_less(uint64_t hand, unsigned lane)
{
	uint64_t mask = DUEL_LANE(lane);
	return (hand & ~mask) | ((hand & mask) >> 1 & mask);
}
static inline uint64_t duel_more(uint64_t hand, unsigned lane)
{
	return hand | (hand << 1 & DUEL_LANE(lane)) | UINT64_C(1) << lane * 4;
}

/* What a hand may do on a pile that is not frozen. */
static inline uint64_t duel_free(uint64_t hand)
{
	uint64_t tens = hand >> RANK_T * 4 & 7;
	if (hand >> DUEL_TEN * 4 == 0)
		return hand;
	/* Together with the ten of diamonds, any other ten is one more. */
	return hand | tens << (RANK_T * 4 + 1) | tens << (DUEL_TEN * 4 + 1);
}

/* All actions of the seat to act, a bit each; never none while cards are left. */
static inline uint64_t duel_legal(const struct duel_rules *rules, const struct duel *duel)
{
	uint64_t hand = duel->hand[duel->turn];
	if (duel->pile.caller == DUEL_NOBODY)
		return duel_free(hand);
	if (duel->pile.caller == duel->turn)
		return hand & rules->own[duel->pile.rank];
	return duel_free(hand) & rules->higher[duel->pile.kind][duel->pile.rank];
}

/* What playing a rank uncalled captures, before the stake; -1: nothing. */
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
	/* Only a call on an empty pile leaves one card, and only until the next player's. */
	if (pile->count == 1)
		return 2 * rules->value[pile->kind][rank];
	return pile->down == pile->kind + 1 ? rules->value[pile->kind][rank] : -1;
}

/* A card that stays on the pile. */
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

/* The number of cards of each lane of a hand, as a number of four bits. */
static inline uint64_t duel_counts(uint64_t hand)
{
	uint64_t pairs = hand - (hand >> 1 & UINT64_C(0x55555555555555));
	const uint64_t low = UINT64_C(0x33333333333333);
	return (pairs & low) + (pairs >> 2 & low);
}

/*
 * What the pile that a deal leaves is worth to the seat that leads the next one, when so many cards
 * of each lane have not been dealt yet.
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
 * True if a duel can follow these rules: it knows each that is not as in `classic`. One that it was
 * never taught, or a value of one, it refuses, so that nobody thinks or judges by wrong rules.
 */
bool duel_knows(const struct mitaines_rules *rules);
/* The same of a table, which must be one for two players. */
bool duel_covers(const struct mitaines_open *open, unsigned players);
/* Rules must be known. */
void duel_set_rules(struct duel_rules *rules, const struct mitaines_rules *of);
/* Cards by lanes, and one of the cards of a hand that an action may play. */
uint64_t duel_pack(cards hand);
struct move duel_move(cards hand, unsigned action);
/* The action that a play is. */
unsigned duel_action(card c, unsigned call);
/* What everybody sees of a deal in progress, `turn` to act; hands are left empty, points 0. */
void duel_set(struct duel *duel, const struct mitaines_open *open, unsigned turn);

#endif
