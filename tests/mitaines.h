/* mitaines.h - lays out tables of Mitaines in the middle of a hand. */
#ifndef TESTS_MITAINES_H
#define TESTS_MITAINES_H

#include "engine/mitaines.h"
#include "tests/rig.h"

enum { CLASSIC, GAMERULES, QUEBEC };
enum { A, B, C };

/* A table with seat 0 to play. Cards are separated by blanks; the pile is listed from bottom to
 * top. */
struct spot {
	unsigned preset;
	const char *options; /* "name=value name=value" */
	const char *pile;
	const char *hands[MITAINES_SEATS]; /* the players' hands, all of the same size */
	bool first;                        /* the pile was turned up in the first deal */
};

static inline struct mitaines *mitaines_in(struct rig *rig)
{
	return (struct mitaines *)&rig->head;
}

/* Lays out the last deal of a hand; the seat before 0 is the dealer. No points have
 * been scored yet, and all other cards have been captured. */
#define spot_lay(...) spot_lay_at(HERE, __VA_ARGS__)
static inline void spot_lay_at(AT, struct rig *rig, const struct spot *spot)
{
	struct mitaines *table = mitaines_in(rig);
	struct mitaines_open *open = &table->open;
	unsigned players = 0;
	cards left = CARDS_ALL;
	while (players < MITAINES_SEATS && spot->hands[players] != NULL)
		players++;
	rig_open_preset(rig, &mitaines_game, spot->preset, spot->options, players, players - 1);
	rig_deal(rig, NULL, 0);
	for (unsigned seat = 0; seat < players; seat++) {
		table->hand[seat] = rig_set(spot->hands[seat]);
		open->held[seat] = (uint8_t)cards_count(table->hand[seat]);
		left &= ~table->hand[seat];
	}
	open->pile_count = (uint8_t)rig_cards(spot->pile, open->shown);
	open->shown_count = open->pile_count;
	open->pile_set = rig_set(spot->pile);
	open->four = spot->first ? open->pile_set : 0;
	open->gone = left & ~open->pile_set;
	open->undealt = 0;
	open->exchange = 0;
	true_at(game_fault(&mitaines_game, &rig->head) == NULL);
}

/* Fails unless the four seats have these points in the current hand. */
#define assert_points(...) assert_points_at(HERE, __VA_ARGS__)
static inline void assert_points_at(
	AT, const struct rig *rig, int32_t a, int32_t b, int32_t c, int32_t d)
{
	const int32_t wanted[MITAINES_SEATS] = { a, b, c, d };
	for (unsigned seat = 0; seat < MITAINES_SEATS; seat++)
		equal_at(rig->head.points[seat], wanted[seat]);
}

/* Makes the first legal move of the seat to act. */
static inline void play_any(struct rig *rig)
{
	struct moves moves;
	mitaines_game.legal(&rig->head, &moves);
	rig->events.count = 0;
	mitaines_game.apply(&rig->head, moves.move[0], &rig->events);
	assert_null(game_fault(&mitaines_game, &rig->head));
}

/* Spots with the preset classic: `lies` is the pile; a, b and c are the players' hands. */
#define TWO(lies, a, b) \
	(&(struct spot){ .preset = CLASSIC, .options = "", .pile = (lies), .hands = { a, b } })
#define FIRST(lies, a, b) \
	(&(struct spot){ .preset = CLASSIC, \
		.options = "", \
		.pile = (lies), \
		.hands = { a, b }, \
		.first = true })
#define OPTIONS(set, lies, a, b) \
	(&(struct spot){ .preset = CLASSIC, .options = (set), .pile = (lies), .hands = { a, b } })
#define THREE(lies, a, b, c) \
	(&(struct spot){ .preset = CLASSIC, .options = "", .pile = (lies), .hands = { a, b, c } })

/* A list with one text for each of four seats. */
#define FOUR(a, b, c, d) ((const char *const[]){ a, b, c, d })

#endif
