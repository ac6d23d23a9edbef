/* record.h - writes a stored match as a record. */
#ifndef BOT_HISTORY_RECORD_H
#define BOT_HISTORY_RECORD_H

#include "bot/base/string.h"
#include "storage/matches.h"

/*
 * Adds the record of a started match to out, as far as it is public: of a live match only the hands
 * that are over, without the root. Returns STORE_BROKEN if the journal breaks the rules,
 * STORE_PRUNED if it was removed. After an error nothing is added.
 */
enum store_error history_write_record(
	struct store *store, const struct store_match *match, struct string *out);
/*
 * Like history_write_record, with the deck and moves of the hand in play too, but without its seed.
 * *hand: its number; 0: none. Only for operators, and for callers that show less of it.
 */
enum store_error history_write_dealt_record(
	struct store *store, const struct store_match *match, struct string *out, unsigned *hand);

#endif
