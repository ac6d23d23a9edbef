/* option.h - the options of a table, all described by one list for each game */
#ifndef ENGINE_OPTION_H
#define ENGINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option {
	const char *name;   /* NULL ends a list */
	const char *values; /* the values people type: "LOW…HIGH" or "a|b|c" */
	uint16_t at, size;  /* offset and size of its number in the state block, in bytes */
};

/* An entry of a list of options. `member` is uint8_t, bool, uint16_t, int16_t or int32_t. */
#define OPTION(name, values, state, member) \
	{ \
		name, values, offsetof(state, member), sizeof(((state *)0)->member) \
	}
#define OPTIONS_END \
	{ \
		NULL, NULL, 0, 0 \
	}

/* Finds an option by its name in any case. Returns NULL if it is unknown. */
const struct option *option_named(const struct option *options, const char *name);
/*
 * Returns the number of a value, whatever the case of its letters: a number is itself, yes is 1, no
 * is 0, any other word is its index in the list. Returns -1 for a value that is not allowed.
 */
int32_t option_number(const struct option *option, const char *value);
/*
 * Returns true if each of `count` numbers is at most its limit in `most`. Code that is written for
 * some values only (mitch_think_knows) passes the highest values that it handles. So it refuses
 * options and values that are added later.
 */
bool options_known(const uint8_t *numbers, const uint8_t *most, unsigned count);
/*
 * Read and write the number of an option in a state block. A number from option_number always fits.
 */
int32_t option_get(const struct option *option, const void *state);
void option_put(const struct option *option, void *state, int32_t number);

#endif
