/* mate.h - tables of Mate for tests. X deals and leads. */
#ifndef TESTS_MATE_H
#define TESTS_MATE_H

#include "engine/mate.h"
#include "tests/rig.h"

enum { X, Y };

static inline struct mate *mate_in(struct rig *rig)
{
	return (struct mate *)&rig->head;
}

static inline void sit(struct rig *rig, const char *options)
{
	rig_open(rig, &mate_game, options, 2, X);
}

/* Deals these ten cards to X, and the other ten to Y. */
#define lay(rig, first) lay_at(HERE, rig, first)
static inline void lay_at(AT, struct rig *rig, const char *first)
{
	card x[MATE_DECK] = { 0 }, deck[MATE_DECK];
	cards other = MATE_CARDS & ~rig_set(first);
	equal_at(rig_cards(first, x), MATE_HAND);
	for (unsigned i = 0; i < MATE_HAND; i++, other &= other - 1) {
		unsigned dealer = rig->head.dealer;
		deck[2 * i + (dealer == X)] = x[i];
		deck[2 * i + (dealer == Y)] = cards_first(other);
	}
	rig_deal(rig, deck, MATE_DECK);
}

/* Opens a table where both players keep all cards. X has these cards, and leads. */
#define keep(...) keep_at(HERE, __VA_ARGS__)
static inline void keep_at(AT, struct rig *rig, const char *options, const char *first)
{
	sit(rig, options);
	lay_at(THERE, rig, first);
	rig_play_at(THERE, rig, "keep,keep");
}

/* Lays out the end of a first hand, before trick `trick`: X and Y hold these cards, X leads, and
 * each may have foreplaced a card. The other cards have been played. */
#define late(...) late_at(HERE, __VA_ARGS__)
static inline void late_at(AT, struct rig *rig, const char *options, unsigned trick,
	const char *const *held, const char *const *fore)
{
	struct mate *mate = mate_in(rig);
	cards left = MATE_CARDS;
	sit(rig, options);
	lay_at(THERE, rig, "AC TC KC QC 7C AH TH KH QH 7H");
	mate->open.decided = MATE_SEATS;
	mate->open.trick = (uint8_t)trick;
	for (unsigned seat = X; seat <= Y; seat++) {
		card fored[1];
		mate->hand[seat] = rig_set(held[seat]);
		mate->open.held[seat] = (uint8_t)cards_count(mate->hand[seat]);
		mate->open.laid[seat] = (uint8_t)rig_cards(fore[seat], fored);
		if (mate->open.laid[seat] > 0)
			mate->fore[seat] = fored[0];
		left &= ~(mate->hand[seat] | rig_set(fore[seat]));
	}
	for (unsigned seat = X; seat <= Y; seat++) {
		mate->open.played[seat] = 0;
		for (unsigned i = 1; i < trick; i++, left &= left - 1) {
			mate->open.last[seat] = cards_first(left);
			mate->open.played[seat] |= left & -left;
		}
		mate->dealt[seat] =
			mate->hand[seat] | mate->open.played[seat] | rig_set(fore[seat]);
	}
	true_at(game_fault(&mate_game, &rig->head) == NULL);
}

#define TWO(x, y) ((const char *const[]){ x, y })

/* Fails unless X and Y have these points in the current round. */
#define assert_points(rig, x, y) assert_points_at(HERE, rig, x, y)
static inline void assert_points_at(AT, const struct rig *rig, int32_t x, int32_t y)
{
	equal_at(rig->head.points[X], x);
	equal_at(rig->head.points[Y], y);
}

#endif
