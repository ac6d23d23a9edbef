/* turn.h - chooses the messages for what a game asks a player to do, and for refused moves. */
#ifndef BOT_TALK_TURN_H
#define BOT_TALK_TURN_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/* The cards with which the view's owner may do what the game asks them to do. */
struct turn_cards {
	enum act act;        /* first act of enum act that the view's owner may do */
	card hand[HAND_MAX]; /* the hand: its first card has the number 1 in commands */
	unsigned count;      /* number of cards in `hand` */
	unsigned places;     /* bit set of indices in `hand`: the cards that the act may use */
};

void turn_read_cards(const struct game *game, const struct view *view, struct turn_cards *turn);
/* True if the act takes a card, but may not use every card of the hand. */
bool turn_is_limited(const struct turn_cards *turn);
/*
 * Returns the number of card `c` in the hand, if its index is in the bit set `places`. Else returns
 * the number of the first card in `places`, or 1 without any.
 */
unsigned turn_find_number(const struct turn_cards *turn, unsigned places, card c);
/*
 * Returns the message that tells everyone what the game asks the view's owner to do. It has a
 * placeholder {seat} for the owner.
 */
enum message turn_public_message(const struct game *game, const struct view *view);
/*
 * Returns the message that tells the view's owner what the game asks them to do. It has a
 * placeholder {where} for the place of the table.
 */
enum message turn_private_message(const struct game *game, const struct view *view);
/* Returns the message that tells a player what to type instead of a refused move, see board.h. */
enum message turn_advice_message(const struct turn_cards *turn);
/* Returns the message that tells the view's owner, on a page, what to tap. */
enum message turn_page_message(const struct game *game, const struct view *view);
/* Returns the message on the button of a move: "play", "call a mitten". */
enum message turn_move_message(struct move move);
enum message turn_refusal_message(enum refusal refusal);

#endif
