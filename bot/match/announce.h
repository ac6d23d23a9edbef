/*
 * announce.h - announces commitments, nonces and roots to the listeners of a table. A root
 * determines the seeds of all hands of a match, a commitment fixes them before the match, and a
 * nonce is what a player adds to a shuffle (engine/shuffle.h).
 *
 * A commitment is announced when a table opens, and a root when its match ends in whatever way.
 * Each has a line of its own. At a private table, which has one person, neither is announced. A
 * commitment is shown by its first digits; `verify` tells all of them. Nonces are announced before
 * the cards that they shuffled. A root that would reveal the decks of another match is held back
 * until that other match has ended (deck.h).
 *
 * An announcement is pending if it was made while the bot was not in the channel, or if a crash or
 * a lost connection may have lost it. A pending announcement is repeated when the bot enters the
 * channel, and stored as announced once the network has confirmed the line.
 */
#ifndef BOT_MATCH_ANNOUNCE_H
#define BOT_MATCH_ANNOUNCE_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

/*
 * Bytes of a commitment that the line about it shows. They are enough: to find two roots whose
 * commitments begin with the same 20 bytes takes 2^80 chains.
 */
enum { ANNOUNCE_COMMITMENT = 20 };

/*
 * Reads the root of a match. The match must have a root. If the root cannot be read, the batch
 * fails.
 */
bool announce_read_root(struct lobby *lobby, int64_t match, struct store_root *root);

/* Says the line that opens a table, and announces its commitment. */
void announce_opening(
	struct lobby *lobby, struct table *table, enum message message, const struct arg *args);
/* Announces the root of a match that has just ended, unless the root must be held back. */
void announce_root(struct lobby *lobby, struct table *table);
/* Announces the nonces of all seats for a hand, unless all of them are empty. */
void announce_nonces(
	struct lobby *lobby, struct table *table, unsigned hand, const struct nonce *nonces);
/* Repeats the announcement of the nonces for the hand in play. */
void announce_nonces_again(struct lobby *lobby, struct table *table);
/* Adds the nonces of a shuffle to `out` in the order of seats, like: “zebra”, “”. */
void announce_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats);

/* Logs an error if pending announcements cannot be read. Call this when the bot starts. */
void announce_check(struct lobby *lobby);
/*
 * Announces to a channel its pending commitments and roots. Does nothing if the bot is not in the
 * channel, or if any pending announcement of any channel cannot be read. Call this before adding an
 * announcement, which would otherwise be made twice.
 */
void announce_pending(struct lobby *lobby, struct channel *channel);
/* Makes unconfirmed announcements pending. Call this when the bot enters a channel. */
void announce_mark_unconfirmed(struct channel *channel);
/*
 * Stores which commitments and roots were announced to a channel, once the network has confirmed
 * them.
 */
void announce_mark_announced(struct lobby *lobby, struct channel *channel);

#endif
