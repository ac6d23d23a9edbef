/* option.h - the options of a table: a game's list of them is all there is to know of them. */
#ifndef ENGINE_OPTION_H
#define ENGINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option {
	const char *name;   /* NULL ends a list */
	const char *values; /* as people type them: "LOW…HIGH" or "a|b|c" */
	uint16_t at, size;  /* of its number in the state block */
};

/* An entry of a list, kept in a member of the state: uint8_t or bool, uint16_t, int16_t, int32_t.
 */
#define OPTION(name, values, state, member) \
	{ \
		name, values, offsetof(state, member), sizeof(((state *)0)->member) \
	}
#define OPTIONS_END \
	{ \
		NULL, NULL, 0, 0 \
	}

/* The option of that name, in any case, or NULL. */
const struct option *option_named(const struct option *options, const char *name);
/*
 * The number that a value, in any case, stands for: a number for itself, yes and no for 1 and 0,
 * any other word for its place in the list, from 0. Values not listed: -1.
 */
int32_t option_number(const struct option *option, const char *value);
/*
 * True if each of so many numbers is at most what a shortcut knows of it; options and values added
 * after it was written are more.
 */
bool options_known(const uint8_t *numbers, const uint8_t *most, unsigned count);
/* Reads and writes it in a state block; a number that is listed fits. */
int32_t option_get(const struct option *option, const void *state);
void option_put(const struct option *option, void *state, int32_t number);

#endif
