/*
 * try.h - writes the decks of a trial, and a try (storage/trials.h) as a record, the text format of
 * engine/record.h.
 */
#ifndef BOT_HISTORY_TRY_H
#define BOT_HISTORY_TRY_H

#include "bot/base/string.h"
#include "storage/trials.h"

/*
 * Adds the record of a try of a revealed trial. name: name of the person. Returns STORE_NONE if the
 * trial is not revealed, and STORE_BROKEN if the moves break the rules of the game. Adds nothing on
 * an error.
 */
enum store_error history_write_try(const struct store_trial *trial, const struct store_try *row,
	const char *name, struct string *out);
/*
 * Adds the seed, the commitment and the decks of a revealed trial, in lines like a record's. The
 * label of the trial stands in place of the number of a match.
 */
void history_write_deal(const struct store_trial *trial, struct string *out);

#endif
