/* record.h - a stored match written as a record. */
#ifndef BOT_HISTORY_RECORD_H
#define BOT_HISTORY_RECORD_H

#include "bot/base/string.h"
#include "storage/matches.h"

/*
 * Adds the record of a match that was started to out, as far as everybody may know it: of a match
 * that goes on without its root, and only the hands that are over. STORE_BROKEN: it cannot have
 * been played so; STORE_PRUNED: its journal was removed; of what cannot be read nothing is known.
 * After any error nothing is added.
 */
enum store_error history_record(
	struct store *store, const struct store_match *match, struct string *out);
/*
 * The same with the hand in play, whose number is put in *hand, 0: there is none: its deck and
 * moves, but not its seed. For nobody but operators, and for what shows less of it.
 */
enum store_error history_record_dealt(
	struct store *store, const struct store_match *match, struct string *out, unsigned *hand);

#endif
