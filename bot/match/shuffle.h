/*
 * shuffle.h - deals that anybody can check: for every hand a seed is drawn and promised in the
 * channel before nonces for it are taken, and told there once nobody will play on.
 *
 * The draw and the first hand are promised when a table opens, each hand after them when the one
 * before it is dealt. A person's nonce counts for what is shuffled next (before the start for the
 * draw and the first hand), for the seat they play then; seats count in the order they have at that
 * shuffle: for the draw that of sitting down, from then on that of play.
 *
 * What is to be said goes to the end of the next public line about the table (speech_suffix). What
 * was said while the bot was not in the channel, or may have been lost in a crash or with the
 * connection, is said when it comes there again: a seed counts as told only a while after that.
 */
#ifndef BOT_MATCH_SHUFFLE_H
#define BOT_MATCH_SHUFFLE_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"

/* Promises the draw and the first hand of a table that has just been opened. */
void shuffle_open(struct lobby *lobby, struct table *table);
/* Keeps what somebody gives for the next shuffle; returns the hand it is for, 0 before the start.
 */
unsigned shuffle_give(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce);
/* Shuffles a promised hand, with the nonces of those who sit now, and promises the one after it. */
void shuffle_deal(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX]);
/* Tells the seed of a hand that is over. */
void shuffle_reveal(struct lobby *lobby, struct table *table, unsigned hand);
/* Tells all seeds that were promised and not told yet: the table closes. */
void shuffle_close(struct lobby *lobby, struct table *table);
/* The bot is in the channel of a table again: says what was promised, in case that was lost. */
void shuffle_repeat(struct lobby *lobby, struct table *table);
/* Notes which channels did not hear a seed that may be told. Once, when tables are rebuilt. */
void shuffle_note_owed(struct lobby *lobby);
/* Tells a channel the seeds it did not hear. */
void shuffle_pay(struct lobby *lobby, struct channel *channel);
/* The bot comes into a channel: what it was told last may not have been heard. */
void shuffle_doubt(struct channel *channel);
/* Notes as told what a channel was told a while ago. */
void shuffle_settle(struct lobby *lobby, struct channel *channel);

/* Adds what was given for a shuffle, seat by seat: “zebra” “”. */
void shuffle_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats);

#endif
