/*
 * mitaines/reply.h - repeatable replies of LEVEL_EXPERT in Mitaines for two: a view becomes a text
 * without suits, and this text and a seed fix the reply
 *
 * Suits matter only for the ten of diamonds, so the text writes every card as its rank (2…9 T J Q K
 * A) and only that ten as TD. Two views have the same text if, and only if, their player knows the
 * same about the cards, apart from suits. With the same seed they get the same reply.
 *
 * Other programs can rebuild the text. It has five lines, each ended by a line feed. Words are
 * separated by one blank:
 *
 *     mitaines classic           the preset, and NAME=NUMBER for each option that differs from it
 *     seat 1 dealer 0            the seat to act, and the dealer of this hand
 *     score 120 90               points of seat 0 and seat 1 in the finished hands
 *     shown 5 J 4m 9 4 TD 7g     cards of this hand in order: turned up, then played by turns
 *     hand 2 2 9 T TD A          the cards of the seat to act, by rank; TD after other tens
 *
 * A card that calls a mitten, a glove or a sock ends with m, g or s. Deals and captures follow from
 * the rules. The number of an option is the result of option_number (engine/option.h).
 */
#ifndef ENGINE_MITAINES_REPLY_H
#define ENGINE_MITAINES_REPLY_H

#include "engine/move.h"

struct view;

/*
 * REPLY_VERSION grows with every change of the text or of reply_think. REPLY_TEXT: size of the
 * longest text with its NUL.
 */
enum { REPLY_VERSION = 1, REPLY_TEXT = 512 };

/*
 * Writes the text of the view, whose seat must be to act. Returns false, and writes nothing, for a
 * view without such a text: more than two players, rules that the expert does not know, or a table
 * that was not played from its first deal on.
 */
bool reply_write_view(const struct view *view, struct text *text);
/*
 * Returns the reply of LEVEL_EXPERT to a view that has a text: 4 × rank of the card (2 is 0, A is
 * 12, the ten of diamonds 13), and 1, 2 or 3 more if it calls a mitten, a glove or a sock. memory:
 * player_memory bytes.
 */
unsigned reply_think(const struct view *view, uint64_t seed, void *memory);
/* Returns the reply that makes a move of ACT_PLAY. */
unsigned reply_of_move(struct move move);
/*
 * Turns a reply into a move of the view's hand. Of the cards that play alike it takes the first:
 * clubs, diamonds, hearts, spades. Returns false, and leaves *move unchanged, if the move is not
 * legal.
 */
bool reply_find_move(const struct view *view, unsigned reply, struct move *move);

#endif
