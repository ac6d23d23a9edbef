/*
 * shuffle.h - deals that anybody can check. When a table opens the root of all its seeds is drawn
 * and its commitment told, before nonces are taken; the root is told when the match ends, in which
 * way ever. Both are lines of their own, and so are nonces, before the cards they count for.
 *
 * A person's nonce counts for what is shuffled next (before the start for the draw and the first
 * hand), for the seat they play then; seats count in the order they have at that shuffle: for the
 * draw that of sitting down, from then on that of play.
 *
 * What was said while the bot was not in the channel, or may have been lost in a crash or with the
 * connection, is said when it comes there again: it counts as told once the network has surely
 * taken it.
 */
#ifndef BOT_MATCH_SHUFFLE_H
#define BOT_MATCH_SHUFFLE_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"

/* Draws what all seeds of a table that is opened follow from: its commitment is to be told. */
void shuffle_open(struct lobby *lobby, struct table *table);
/* Says it: once the table is opened, and while its channel may not have heard it. */
void shuffle_say(struct lobby *lobby, struct table *table);
/* Repeats the nonces of the hand in play. */
void shuffle_repeat(struct lobby *lobby, struct table *table);
/* Keeps what somebody gives for the next shuffle; returns the hand it is for, 0 before the start.
 */
unsigned shuffle_give(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce);
/* Shuffles the next hand, or the draw, with the nonces of those who sit now, which it says. */
void shuffle_deal(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX]);
/* Tells the root as the table closes. */
void shuffle_close(struct lobby *lobby, struct table *table);
/* At the start: logs it if what channels may not have heard cannot be read. */
void shuffle_check(struct lobby *lobby);
/*
 * Tells a channel where the bot is the commitments and roots it did not hear, once all untold ones
 * can be read. Call it before another one is added: that would be told twice.
 */
void shuffle_pay(struct lobby *lobby, struct channel *channel);
/* The bot comes into a channel: what it was told last may not have been heard. */
void shuffle_doubt(struct channel *channel);
/* Notes as told what a channel where the bot is was told and the network has taken. */
void shuffle_settle(struct lobby *lobby, struct channel *channel);

/* Adds what was given for a shuffle, seat by seat: “zebra”, “”. */
void shuffle_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats);

#endif
