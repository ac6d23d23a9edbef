/* record.h - writes a stored match as a record, the text format of engine/record.h. */
#ifndef BOT_HISTORY_RECORD_H
#define BOT_HISTORY_RECORD_H

#include "bot/base/string.h"
#include "storage/matches.h"

/*
 * Adds the public part of a started match's record to `out`: of a live match, the hands that are
 * over, without the root. Returns STORE_BROKEN if the journal breaks the rules of the game,
 * STORE_PRUNED if the journal was removed. Adds nothing on an error.
 */
enum store_error history_write_record(
	struct store *store, const struct store_match *match, struct string *out);
/*
 * Like history_write_record, but also adds the deck and the moves of the hand in play, without its
 * seed. Only for operators, because they may read the database.
 */
enum store_error history_write_dealt_record(
	struct store *store, const struct store_match *match, struct string *out);

#endif
