/* event.h - what a game has to say: what happened in a move, and what lies on the table. */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include "engine/card.h"

enum { SEATS_MAX = 10, DECK_MAX = 104, EVENTS_MAX = 96, SEAT_NONE = 0xff };

/*
 * Every kind of event: the message that tells it, HOW where its `how` has it, SILENT where it may
 * go without saying; the message for whoever may not see its cards, OPEN where all may; its traits.
 * In brackets before it: the members of struct event that it uses beside `kind`.
 */
#define EVENTS(X) \
	/* What happened. */ \
	/* draw for the first dealer [seat = player before seating, cards: one] */ \
	X(DRAWN, EVENT_DRAWN, OPEN, 0) \
	/* a hand begins [seat = dealer, number = hand, from 1] */ \
	X(HAND, EVENT_HAND, OPEN, TRAIT_BEGINS) \
	/* cards are dealt [how, number = deal of the hand, from 1; cards: face up] */ \
	X(DEAL, SILENT, OPEN, TRAIT_DEALS) \
	/* [seat, how, cards: one, number = enum call] */ \
	X(PLAY, EVENT_PLAY, OPEN, TRAIT_PASSES | TRAIT_CALL | TRAIT_KEEPS) \
	/* a card that raises one's own contract [as EVENT_PLAY] */ \
	X(RAISE, EVENT_RAISE, OPEN, TRAIT_CALL | TRAIT_KEEPS) \
	/* [seat, other = receiver, cards, visible] */ \
	X(GIVE, EVENT_GIVE, EVENT_GIVE_HIDDEN, TRAIT_KNOWN | TRAIT_KEEPS) \
	/* [seat, how, number = call or 0, cards: one of the rank, points] */ \
	X(CAPTURE, HOW, OPEN, TRAIT_JOINS | TRAIT_CALL | TRAIT_KEEPS) \
	/* a part of what was just captured, or points for themselves [seat, how, points] */ \
	X(SCORE, EVENT_SCORE, OPEN, TRAIT_PART | TRAIT_KEEPS) \
	/* [seat, cards: one] */ \
	X(PLACE, EVENT_PLACE, OPEN, TRAIT_PASSES) \
	/* [seat, cards: one, visible] */ \
	X(DISCARD, EVENT_DISCARD, EVENT_DISCARD_HIDDEN, TRAIT_PASSES) \
	/* [seat, cards: one, visible] */ \
	X(FOREPLACE, EVENT_FOREPLACE, EVENT_FOREPLACE_HIDDEN, TRAIT_PASSES) \
	/* [seat] */ \
	X(KEEP, EVENT_KEEP, OPEN, TRAIT_PASSES) \
	/* a card drawn [seat, cards: one, visible] */ \
	X(PICK_UP, EVENT_PICK_UP, EVENT_PICK_UP_HIDDEN, TRAIT_PASSES) \
	/* the same by the rules, where there is no choice: only its owner has news of it */ \
	X(REFILL, EVENT_PICK_UP, SILENT, TRAIT_PASSES) \
	/* the top of the discard pile taken [seat, cards: one] */ \
	X(TAKE, EVENT_TAKE, OPEN, TRAIT_PASSES) \
	/* laid out [seat, cards: one, number = Aces out now] */ \
	X(ACE, EVENT_ACE, OPEN, TRAIT_KEEPS) \
	/* another phase of the hand begins [number, seat = first to act], or the last Ace ends it \
	   [how, number = cards left in the stock, seat to act] */ \
	X(PHASE, EVENT_PHASE, OPEN, 0) \
	/* a suit won at the end of a hand [seat, cards: one of the suit, points] */ \
	X(SUIT, EVENT_SUIT, OPEN, 0) \
	/* [seat, how, points (negative)] */ \
	X(PENALTY, HOW, OPEN, 0) \
	/* [seat = who takes it, number = trick, from 1] */ \
	X(TRICK, EVENT_TRICK, OPEN, TRAIT_PASSES) \
	/* [seat = who mates, other = who is mated, cards: one, number = trick, points] */ \
	X(MATED, EVENT_MATED, OPEN, 0) \
	/* nobody won the hand */ \
	X(DRAW, EVENT_DRAW, OPEN, 0) \
	/* a card that lay hidden is shown [seat, cards: one] */ \
	X(UNCOVER, EVENT_UNCOVER, OPEN, 0) \
	/* the round's second hand: the same cards, exchanged [number = hand] */ \
	X(SWAP, EVENT_SWAP, OPEN, TRAIT_BEGINS | TRAIT_DEALS) \
	/* points and totals are in the state [number = hand] */ \
	X(HAND_END, EVENT_HAND_END, OPEN, TRAIT_BEGINS) \
	/* equal on top: another hand */ \
	X(TIE, EVENT_TIE, OPEN, 0) \
	/* the winning sides are in the state */ \
	X(MATCH_END, EVENT_MATCH_END, OPEN, 0) \
	/* What lies on the table, for game->describe. */ \
	/* bottom to top [how, cards]; whoever captures it gets so much more [points] */ \
	X(PILE, EVENT_PILE, OPEN, TRAIT_PILED) \
	/* live [seat, number = call, cards: one of the rank, points = cards down] */ \
	X(CONTRACT, EVENT_CONTRACT, OPEN, TRAIT_CALL) \
	/* [seat, number = cards in hand] */ \
	X(HELD, EVENT_HELD, OPEN, TRAIT_LONG) \
	/* [seat, cards: first to last] */ \
	X(COLUMN, EVENT_COLUMN, OPEN, TRAIT_LISTED) \
	/* Aces out [cards] */ \
	X(ACES, EVENT_ACES, OPEN, 0) \
	/* [number = cards left in it] */ \
	X(STOCK, EVENT_STOCK, OPEN, TRAIT_LONG) \
	/* of the discard pile [cards: one, number = cards in it] */ \
	X(TOP, EVENT_TOP, OPEN, 0) \
	/* the card to be answered [seat, cards: one, number = trick] */ \
	X(LED, EVENT_LED, OPEN, 0) \
	/* laid aside for all to see [seat, cards] */ \
	X(LAID, EVENT_LAID, OPEN, 0) \
	/* laid face down [seat, number of cards, visible; cards where they may be seen] */ \
	X(COVERED, EVENT_COVERED, EVENT_COVERED_HIDDEN, 0)
enum event_kind {
#define X(name, message, hidden, traits) EVENT_##name,
	EVENTS(X)
#undef X
		EVENT_KINDS
};

/* What to know of a kind to tell it well. */
enum event_trait {
	TRAIT_BEGINS = 1 << 0, /* something new: a line of its own */
	TRAIT_DEALS = 1 << 1,  /* all hold other cards than before */
	TRAIT_PASSES = 1 << 2, /* without a `how` it changes little */
	TRAIT_CALL = 1 << 3,   /* its number is an enum call */
	TRAIT_KNOWN = 1 << 4,  /* its seat chose the cards, and is not told them again */
	TRAIT_JOINS = 1 << 5,  /* belongs to the move before it, and the parts behind it to it */
	TRAIT_PART = 1 << 6,   /* such a part */
	TRAIT_LONG = 1 << 7,   /* left out where only what a move depends on is told */
	TRAIT_PILED = 1 << 8,  /* there its last card will do */
	TRAIT_LISTED = 1 << 9, /* several of a seat are a list */
	TRAIT_KEEPS = 1 << 10  /* no news to hurry with: it can be told along with what follows */
};

/*
 * How something was done: the message that tells it in place of its kind's, SILENT where that one
 * does; what points for it are called, SILENT where there are none.
 */
#define HOWS(X) \
	X(NONE, SILENT, SILENT) \
	/* A hand that is one round, of two hands with the same cards; its end, */ \
	X(ROUND, EVENT_ROUND, SILENT) \
	X(ROUND_END, EVENT_ROUND_END, SILENT) \
	/* Of a pile captured: top card matched, */ \
	X(SWEEP, CAPTURE_SWEEP, PART_SWEEP) \
	/* swept by a Jack, */ \
	X(JACK, CAPTURE_JACK, PART_SWEEP) \
	/* a one-card pile swept by its equal, */ \
	X(PAIR, CAPTURE_PAIR, PART_SWEEP) \
	/* by one's own contract, */ \
	X(COMPLETE, CAPTURE_COMPLETE, PART_CONTRACT) \
	/* by somebody else's contract, */ \
	X(STEAL, CAPTURE_STEAL, PART_CONTRACT) \
	/* by a double mitten or glove, */ \
	X(DOUBLE, CAPTURE_DOUBLE, PART_CONTRACT) \
	/* equal cards on top made into a group. */ \
	X(GROUP, CAPTURE_GROUP, PART_CONTRACT) \
	/* Points of overcalled contracts below it, */ \
	X(OVERCALLED, SILENT, PART_OVERCALLED) \
	/* of the ten of diamonds, */ \
	X(TEN, SILENT, PART_TEN) \
	/* of the ten of diamonds left at the end of the hand, */ \
	X(LEFT_TEN, SILENT, PART_LEFT_TEN) \
	/* of equal cards among the first four. */ \
	X(FOUR, SILENT, PART_FOUR) \
	/* Penalties: cards placed in suits the player did not win, */ \
	X(UNWON, PENALTY_UNWON, SILENT) \
	/* nothing placed in the first phase. */ \
	X(IDLE, PENALTY_IDLE, SILENT) \
	/* The last Ace ends the hand. */ \
	X(LAST_ACE, EVENT_LAST_ACE, SILENT) \
	/* Played with a call, with King's Privilege. */ \
	X(CALL, EVENT_PLAY_CALL, SILENT) \
	X(KING, EVENT_PLAY_KING, SILENT) \
	/* Dealt face up; a deal after the first. */ \
	X(FACE_UP, EVENT_DEAL_UP, SILENT) \
	X(AGAIN, EVENT_DEAL, SILENT) \
	/* A pile without cards. */ \
	X(EMPTY, EVENT_PILE_EMPTY, SILENT)
enum event_how {
#define X(name, message, part) HOW_##name,
	HOWS(X)
#undef X
		HOW_KINDS
};

struct event {
	uint8_t kind;
	uint8_t seat;
	uint8_t other;
	uint8_t how;
	int16_t number;
	int16_t points;
	uint16_t visible; /* seats that may see the cards, a bit each; VISIBLE_ALL: everybody */
	uint8_t count;    /* of cards */
	card cards[CARD_COUNT];
};

enum { VISIBLE_ALL = 0xffff };

struct events {
	unsigned count;
	struct event event[EVENTS_MAX];
};

/*
 * Appends an event with everything else zero and visible for all; the pointer lives as long as the
 * list. events may not be NULL and must have room: EVENTS_MAX is above what any move reports.
 */
struct event *events_add(struct events *events, enum event_kind kind, unsigned seat);
void event_card(struct event *event, card c);
/* The traits of its kind, bits of enum event_trait. */
unsigned event_traits(const struct event *event);

#endif
