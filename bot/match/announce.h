/*
 * announce.h - tells commitments, nonces and roots to the listeners of a table.
 *
 * A commitment is told when a table opens, a root when its match ends, in whatever way: each in a
 * line of its own. Nonces are told before the cards they count for. A root that would tell the
 * decks of another match waits until that match has ended (deck.h).
 *
 * A line that was said while the bot was not in the channel, or that may have been lost in a crash
 * or with the connection, is pending: it is said again when the bot comes there. It counts as told
 * once the network has surely taken it.
 */
#ifndef BOT_MATCH_ANNOUNCE_H
#define BOT_MATCH_ANNOUNCE_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

/* Reads the root of a match, which must have one. A root that cannot be read fails the batch. */
bool announce_read_root(struct lobby *lobby, int64_t match, struct store_root *root);

/* Tells the commitment of a table that has just opened, or whose commitment is pending. */
void announce_commitment(struct lobby *lobby, struct table *table);
/* Tells the root of a match that has just ended, unless it is withheld. */
void announce_root(struct lobby *lobby, struct table *table);
/* Tells the nonces of all seats for a hand, unless all are empty. */
void announce_nonces(
	struct lobby *lobby, struct table *table, unsigned hand, const struct nonce *nonces);
/* Tells the nonces of the hand in play once more. */
void announce_nonces_again(struct lobby *lobby, struct table *table);
/* Adds the nonces of a shuffle to a text, seat by seat: “zebra”, “”. */
void announce_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats);

/* Logs an error if pending announcements cannot be read. Call it at the start. */
void announce_check(struct lobby *lobby);
/*
 * Tells a channel its pending commitments and roots, if the bot is there and all pending ones of
 * all channels can be read. Call it before a new one is added, which would be told twice.
 */
void announce_pending(struct lobby *lobby, struct channel *channel);
/* Makes unconfirmed announcements pending again. Call it when the bot comes into a channel. */
void announce_mark_unconfirmed(struct channel *channel);
/* Stores which commitments and roots a channel has received, once the network took the lines. */
void announce_mark_announced(struct lobby *lobby, struct channel *channel);

#endif
