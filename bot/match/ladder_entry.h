/*
 * ladder_entry.h - entries of the ladder deal: one for each account, for people with rated matches.
 * An entry is kept as a keyed hash of the account until the seed is published, so neither another
 * nick nor `forget me` gives a second one.
 */
#ifndef BOT_MATCH_LADDER_ENTRY_H
#define BOT_MATCH_LADDER_ENTRY_H

#include "bot/match/trial.h"

/*
 * Begins today's ladder deal of a person in private, or goes on with it. Does not show it yet.
 * Returns MSG_OK, or the message that says why not.
 */
enum message ladder_entry_begin(struct lobby *lobby, struct person *person);

#endif
