/* record.h - a stored match written as a record. */
#ifndef BOT_HISTORY_RECORD_H
#define BOT_HISTORY_RECORD_H

#include "bot/base/string.h"
#include "storage/matches.h"

/*
 * Adds the record of a match that was started to out, as far as everybody may know it: of a match
 * that goes on without its root, and only the hands that are over. Returns NULL, or one clause that
 * says what is wrong with the match, and adds nothing then.
 */
const char *history_record(
	struct store *store, const struct store_match *match, struct string *out);
/*
 * The same with the hand in play, whose number is put in *hand, 0: there is none: its deck and
 * moves, but not its seed. For nobody but operators, and for what shows less of it.
 */
const char *history_record_dealt(
	struct store *store, const struct store_match *match, struct string *out, unsigned *hand);

#endif
