/* options.h - sets random options of any game. */
#ifndef TESTS_OPTIONS_H
#define TESTS_OPTIONS_H

#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/playout.h"

/* Appends a random value of an option: "a|b|c" or "LOW…HIGH". */
static inline void options_value(struct text *text, struct chance *chance, const char *values)
{
	const char *high = strstr(values, "…");
	unsigned choices = 1;
	if (high != NULL) {
		unsigned low = (unsigned)strtoul(values, NULL, 10);
		unsigned top = (unsigned)strtoul(high + strlen("…"), NULL, 10);
		text_number(text, low + chance_below(chance, top - low + 1));
		return;
	}
	for (const char *at = values; *at != '\0'; at++)
		choices += *at == '|';
	for (choices = chance_below(chance, choices); choices > 0; choices--)
		values = strchr(values, '|') + 1;
	text_bytes(text, values, strcspn(values, "|"));
}

/* Sets some random options that the preset accepts, and appends them as people type them:
 * "name=value name=value". Returns their number. */
static inline unsigned options_choose(
	const struct game *game, struct state *state, struct chance *chance, struct text *options)
{
	unsigned count = 0;
	for (const struct option *option = game_options(game); option->name != NULL; option++) {
		char value[32];
		struct text text = text_in(value, sizeof value);
		if (chance_below(chance, 2) == 0)
			continue;
		options_value(&text, chance, option->values);
		if (game_set(game, state, option->name, value) != REFUSE_NONE)
			continue;
		text_add(options, count++ > 0 ? " " : "");
		text_add(options, option->name);
		text_char(options, '=');
		text_add(options, value);
	}
	return count;
}

#endif
