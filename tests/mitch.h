/* mitch.h - tables of Mitch for tests. P1 sits left of the dealer. */
#ifndef TESTS_MITCH_H
#define TESTS_MITCH_H

#include "engine/mitch.h"
#include "tests/rig.h"

enum { P1, P2, P3 };

/* Opens a table with the last seat as dealer, so that P1 is seat 0. */
static inline void sit(struct rig *rig, const char *options, unsigned players)
{
	rig_open(rig, &mitch_game, options, players, players - 1);
}

/* Deals these hands card by card; the stock follows. */
static inline void lay(struct rig *rig, const char *const *hands, const char *stock)
{
	card deck[DECK_MAX] = { 0 }, hand[DECK_MAX] = { 0 };
	unsigned players = rig->head.players, size = 0;
	for (unsigned seat = 0; seat < players; seat++) {
		size = rig_cards(hands[seat], hand);
		for (unsigned i = 0; i < size; i++)
			deck[i * players + seat] = hand[i];
	}
	size *= players;
	rig_deal(rig, deck, size + rig_cards(stock, deck + size));
}

static inline const struct mitch *mitch_in(const struct rig *rig)
{
	return (const struct mitch *)&rig->head;
}

static inline unsigned held(const struct rig *rig, unsigned seat)
{
	return mitch_in(rig)->open.held[seat];
}

#define assert_points(rig, points) assert_points_at(HERE, rig, points)
static inline void assert_points_at(AT, const struct rig *rig, const int32_t *points)
{
	for (unsigned seat = 0; seat < rig->head.players; seat++)
		equal_at(rig->head.points[seat], points[seat]);
}

#define POINTS(...) ((const int32_t[SEATS_MAX]){ __VA_ARGS__ })
#define HANDS(...)  ((const char *const[SEATS_MAX]){ __VA_ARGS__ })

/* Fails unless these tableaux score these points. A tableau is the list of a seat's cards in the
 * order of placing. */
#define assert_score(...) assert_score_at(HERE, 0, __VA_ARGS__)
static inline void assert_score_at(AT, unsigned preset, const char *options, unsigned players,
	const char *const *tableaux, const int32_t *points)
{
	struct rig rig;
	struct mitch *mitch = (struct mitch *)&rig.head;
	int32_t scored[SEATS_MAX] = { 0 };
	int32_t told[SEATS_MAX] = { 0 };
	rig_open_preset(&rig, &mitch_game, preset, options, players, players - 1);
	for (unsigned seat = 0; seat < players; seat++) {
		card list[DECK_MAX];
		card before[SUIT_COUNT] = { 0 };
		unsigned count;
		count = rig_cards(tableaux[seat], list);
		for (unsigned i = 0; i < count; i++) {
			unsigned suit = card_suit(list[i]);
			mitch->open.placed[seat] |= card_bit(list[i]);
			if (++mitch->open.length[seat][suit] == 2 && list[i] > before[suit])
				mitch->open.rising[seat] |= (uint8_t)(1u << suit);
			before[suit] = list[i];
		}
	}
	mitch_score(&rig.head, &mitch->open, scored, &rig.events);
	for (unsigned i = 0; i < rig.events.count; i++)
		told[rig.events.event[i].seat] += rig.events.event[i].points;
	for (unsigned seat = 0; seat < players; seat++) {
		equal_at(scored[seat], points[seat]);
		equal_at(told[seat], points[seat]);
	}
}

/* Plays a hand. place: seat 0 places cards when it can; otherwise no seat places cards. */
static inline void play_hand(struct rig *rig, bool place)
{
	rig_deal(rig, NULL, 0);
	while (rig->head.phase == PHASE_PLAY) {
		struct moves moves;
		struct move move;
		mitch_game.legal(&rig->head, &moves);
		move = moves.move[0];
		for (unsigned i = 0; i < moves.count && rig->head.turn == P1 && place; i++)
			if (moves.move[i].act == ACT_PLACE)
				move = moves.move[i];
		mitch_game.apply(&rig->head, move, &rig->events);
		assert_null(game_fault(&mitch_game, &rig->head));
	}
}

#endif
