/* event.h - the events of a game: the consequences of a move, and the description of a table */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include "engine/card.h"

enum { SEATS_MAX = 10, DECK_MAX = 104, EVENTS_MAX = 96, SEAT_NONE = 0xff };

/*
 * Every kind of event: its name, its message key, the message key for people without a right to see
 * its cards, and its traits. HOW means that `how` gives the key. SILENT means no message. OPEN
 * means that all people may see the cards. The comment above each kind lists in brackets the
 * members of struct event that it uses besides `kind`; "one" is one card.
 */
#define EVENTS(X) \
	/* Events of a move or a deal. */ \
	/* draw for the first dealer [seat = player before seating, cards: one] */ \
	X(DRAWN, EVENT_DRAWN, OPEN, 0) \
	/* players draw again [how] */ \
	X(REDRAW, EVENT_REDRAW, OPEN, 0) \
	/* a hand begins [seat = dealer, number = hand, from 1] */ \
	X(HAND, EVENT_HAND, OPEN, TRAIT_BEGINS) \
	/* cards are dealt [how, number = deal of the hand, from 1; cards: those face up] */ \
	X(DEAL, SILENT, OPEN, TRAIT_DEALS) \
	/* a card is played [seat, how, cards: one, number = enum call] */ \
	X(PLAY, EVENT_PLAY, OPEN, TRAIT_PASSES | TRAIT_CALL | TRAIT_KEEPS) \
	/* a card raises the contract of its own player [members as for PLAY] */ \
	X(RAISE, EVENT_RAISE, OPEN, TRAIT_CALL | TRAIT_KEEPS) \
	/* cards are passed [seat, other = receiver, cards, visible] */ \
	X(GIVE, EVENT_GIVE, EVENT_GIVE_HIDDEN, TRAIT_KNOWN | TRAIT_KEEPS) \
	/* a pile is captured [seat, other = caller of the live contract or SEAT_NONE, how, \
	   number = call or 0, cards: first the one that captures, then the pile, points] */ \
	X(CAPTURE, HOW, OPEN, TRAIT_JOINS | TRAIT_CALL | TRAIT_KEEPS) \
	/* points: a part of the capture before it, or points on their own [seat, how, points] */ \
	X(SCORE, EVENT_SCORE, OPEN, TRAIT_PART | TRAIT_KEEPS) \
	/* a card is placed in a tableau [seat, cards: one] */ \
	X(PLACE, EVENT_PLACE, OPEN, TRAIT_PASSES) \
	/* a card is discarded [seat, cards: one, visible] */ \
	X(DISCARD, EVENT_DISCARD, EVENT_DISCARD_HIDDEN, TRAIT_PASSES) \
	/* a card is foreplaced [seat, cards: one, visible] */ \
	X(FOREPLACE, EVENT_FOREPLACE, EVENT_FOREPLACE_HIDDEN, TRAIT_PASSES) \
	/* a player keeps all cards, without foreplacing [seat] */ \
	X(KEEP, EVENT_KEEP, OPEN, TRAIT_PASSES) \
	/* a card is drawn [seat, cards: one, visible] */ \
	X(PICK_UP, EVENT_PICK_UP, EVENT_PICK_UP_HIDDEN, TRAIT_PASSES) \
	/* the rules make a player draw; only the player gets a message [members: PICK_UP] */ \
	X(REFILL, EVENT_PICK_UP, SILENT, TRAIT_PASSES) \
	/* the top of the discard pile is taken [seat, cards: one] */ \
	X(TAKE, EVENT_TAKE, OPEN, TRAIT_PASSES) \
	/* an Ace is laid out [seat, cards: one, number = Aces out so far] */ \
	X(ACE, EVENT_ACE, OPEN, TRAIT_KEEPS) \
	/* a phase of the hand begins [seat to act, number = phase], or the last Ace ends the \
	   hand [seat, how, number = cards left in the stock] */ \
	X(PHASE, EVENT_PHASE, OPEN, 0) \
	/* a suit is won at the end of a hand [seat, cards: one of the suit, points] */ \
	X(SUIT, EVENT_SUIT, OPEN, 0) \
	/* a penalty [seat, how, points: negative] */ \
	X(PENALTY, HOW, OPEN, 0) \
	/* a trick is taken [seat, number = trick, from 1] */ \
	X(TRICK, EVENT_TRICK, OPEN, TRAIT_PASSES) \
	/* a player mates another [seat, other = loser, how, cards: one, number = trick, points, \
	   times] */ \
	X(MATED, EVENT_MATED, OPEN, 0) \
	X(DRAW, EVENT_DRAW, OPEN, 0) \
	/* a hidden card is shown [seat, cards: one] */ \
	X(UNCOVER, EVENT_UNCOVER, OPEN, 0) \
	/* the second hand of a round: players exchange their cards [number = hand] */ \
	X(SWAP, EVENT_SWAP, OPEN, TRAIT_BEGINS | TRAIT_DEALS) \
	/* a hand ends; the state has points and totals [number = hand] */ \
	X(HAND_END, EVENT_HAND_END, OPEN, TRAIT_BEGINS) \
	/* two sides lead with equal totals: another hand follows */ \
	X(TIE, EVENT_TIE, OPEN, 0) \
	/* the match ends; the state has the winners */ \
	X(MATCH_END, EVENT_MATCH_END, OPEN, 0) \
	/* Events of game->describe: the cards on the table. */ \
	/* the pile [how, cards: bottom to top, points = bonus for capturing it] */ \
	X(PILE, EVENT_PILE, OPEN, TRAIT_PILED) \
	/* the live contract [seat, number = call, cards: one of the rank, points = cards down] */ \
	X(CONTRACT, EVENT_CONTRACT, OPEN, TRAIT_CALL) \
	/* the number of cards in a hand [seat, number] */ \
	X(HELD, EVENT_HELD, OPEN, TRAIT_LONG) \
	/* a column of a tableau [seat, cards: first to last] */ \
	X(COLUMN, EVENT_COLUMN, OPEN, TRAIT_LISTED) \
	/* the Aces laid out [cards] */ \
	X(ACES, EVENT_ACES, OPEN, 0) \
	/* the stock [number = cards left] */ \
	X(STOCK, EVENT_STOCK, OPEN, TRAIT_LONG) \
	/* the top of the discard pile [cards: one, number = cards in the pile] */ \
	X(TOP, EVENT_TOP, OPEN, 0) \
	/* the card that must be answered [seat, cards: one, number = trick] */ \
	X(LED, EVENT_LED, OPEN, 0) \
	/* cards laid aside in view of all [seat, cards] */ \
	X(LAID, EVENT_LAID, OPEN, 0) \
	/* cards laid face down [seat, number of cards, visible, cards: those visible] */ \
	X(COVERED, EVENT_COVERED, EVENT_COVERED_HIDDEN, 0) \
	/* A call overcalls the live contract [seat, other = caller of the overcalled contract, \
	   number = its call, cards: one of its rank]. It follows PLAY, and is last here because \
	   stored scenes have the number of a kind. */ \
	X(OVERCALL, EVENT_OVERCALL, OPEN, TRAIT_JOINS | TRAIT_CALL | TRAIT_KEEPS)
enum event_kind {
#define X(name, message, hidden, traits) EVENT_##name,
	EVENTS(X)
#undef X
		EVENT_KINDS
};

/* The traits of a kind of event, for the code that turns events into messages. */
enum event_trait {
	TRAIT_BEGINS = 1 << 0, /* starts a new line of chat */
	TRAIT_DEALS = 1 << 1,  /* every hand of cards changes */
	TRAIT_PASSES = 1 << 2, /* quiet listeners get no line for it, unless it has a `how` */
	TRAIT_CALL = 1 << 3,   /* `number` is an enum call */
	TRAIT_KNOWN = 1 << 4,  /* the seat gets no message about the cards, because it chose them */
	TRAIT_JOINS = 1 << 5,  /* continues the message of the move; TRAIT_PART events follow */
	TRAIT_PART = 1 << 6,   /* a part of the last TRAIT_JOINS event */
	TRAIT_LONG = 1 << 7,   /* omitted in the short description of a table */
	TRAIT_PILED = 1 << 8,  /* the short description of a table shows only its last card */
	TRAIT_LISTED = 1 << 9, /* several events of one seat are shown as one list */
	TRAIT_KEEPS = 1 << 10  /* its message can wait for the line of the next event */
};

/*
 * How something happened: its name, the message key that replaces the key of the kind (SILENT: the
 * kind's key stays), and the name of its points (SILENT: it has no points).
 */
#define HOWS(X) \
	X(NONE, SILENT, SILENT) \
	/* ROUND begins a round of two hands with the same cards, ROUND_END ends it. */ \
	X(ROUND, EVENT_ROUND, SILENT) \
	X(ROUND_END, EVENT_ROUND_END, SILENT) \
	/* Captures: a card matches the top card. */ \
	X(SWEEP, CAPTURE_SWEEP, PART_SWEEP) \
	X(JACK, CAPTURE_JACK, PART_SWEEP) \
	/* A card sweeps a one-card pile of its rank. */ \
	X(PAIR, CAPTURE_PAIR, PART_SWEEP) \
	/* A player completes their own contract. */ \
	X(COMPLETE, CAPTURE_COMPLETE, PART_CONTRACT) \
	X(STEAL, CAPTURE_STEAL, PART_CONTRACT) \
	/* A player makes a double mitten or double glove. */ \
	X(DOUBLE, CAPTURE_DOUBLE, PART_CONTRACT) \
	/* A card makes a group with equal cards on top. */ \
	X(GROUP, CAPTURE_GROUP, PART_CONTRACT) \
	/* Parts of a capture: the overcalled contracts below it. */ \
	X(OVERCALLED, SILENT, PART_OVERCALLED) \
	X(TEN, SILENT, PART_TEN) \
	/* The ten of diamonds is still in the pile at the end of the hand. */ \
	X(LEFT_TEN, SILENT, PART_LEFT_TEN) \
	/* Equal cards among the four that the first deal turned up. */ \
	X(FOUR, SILENT, PART_FOUR) \
	/* Penalties: cards placed in suits that the player did not win. */ \
	X(UNWON, PENALTY_UNWON, SILENT) \
	/* A penalty for a player who placed no card in the first phase. */ \
	X(IDLE, PENALTY_IDLE, SILENT) \
	/* The last Ace ends the hand. */ \
	X(LAST_ACE, EVENT_LAST_ACE, SILENT) \
	/* CALL: a card is played with a call. KING: with King's Privilege. */ \
	X(CALL, EVENT_PLAY_CALL, SILENT) \
	X(KING, EVENT_PLAY_KING, SILENT) \
	/* FACE_UP: a deal with cards face up. AGAIN: a later deal of the hand. */ \
	X(FACE_UP, EVENT_DEAL_UP, SILENT) \
	X(AGAIN, EVENT_DEAL, SILENT) \
	X(EMPTY, EVENT_PILE_EMPTY, SILENT) \
	/* No player drew a spade, and only a spade makes its player the first dealer. */ \
	X(NO_SPADE, EVENT_REDRAW_SPADE, SILENT) \
	/* A mate with a card that was led before. */ \
	X(OVERMATE, EVENT_OVERMATE, SILENT)
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
	uint16_t visible; /* one bit for each seat that may see the cards; VISIBLE_ALL: everyone */
	uint8_t times;    /* `points` of an overmate are already multiplied by this */
	uint8_t count;
	card cards[CARD_COUNT];
};

enum { VISIBLE_ALL = 0xffff };

struct events {
	unsigned count;
	struct event event[EVENTS_MAX];
};

/*
 * Appends an event that everyone may see, with all other members zero. The returned pointer is
 * valid as long as the list. events must not be NULL and must have room; a move reports fewer than
 * EVENTS_MAX events.
 */
struct event *events_add(struct events *events, enum event_kind kind, unsigned seat);
void event_card(struct event *event, card c);
/* Returns the traits of the event's kind, bits of enum event_trait. */
unsigned event_traits(const struct event *event);

#endif
