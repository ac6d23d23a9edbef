/* record.h - a stored match written as a record. */
#ifndef BOT_HISTORY_RECORD_H
#define BOT_HISTORY_RECORD_H

#include "bot/base/string.h"
#include "storage/matches.h"

/*
 * Adds the record of a match that was started to out: of a match that goes on without its root, of
 * a hand in play without its seed, but with its deck. Returns NULL, or one clause that says what is
 * wrong with the match.
 */
const char *history_record(
	struct store *store, const struct store_match *match, struct string *out);

#endif
