/* option.h - how a table's options are read: a game's list of them is the one description. */
#ifndef ENGINE_OPTION_H
#define ENGINE_OPTION_H

#include "engine/game.h"

/*
 * Reads name=value, both in any case, by a NULL-terminated list whose values are written "a|b|c" or
 * "LOW…HIGH" (whole numbers, not negative). Sets *index to the option's place in the list and
 * *number to the value's place among the choices, or to the number itself. Refuses OPTION_UNKNOWN
 * or OPTION_VALUE and changes nothing then.
 */
enum refusal option_read(const struct option *options, const char *name, const char *value,
	unsigned *index, int32_t *number);

#endif
