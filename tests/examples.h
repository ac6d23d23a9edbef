/* examples.h - finds the examples on the pages of rules, so that tests of games can play them. */
#ifndef TESTS_EXAMPLES_H
#define TESTS_EXAMPLES_H

#include <stdlib.h>
#include <string.h>

#include "bot/web/examples.h"
#include "tests/at.h"

/* Counts the examples of a game. */
static inline unsigned examples_of(const char *game)
{
	unsigned count = 0;
	for (const struct example *at = examples; at->game != NULL; at++)
		count += strcmp(at->game, game) == 0;
	return count;
}

/* Returns the example with this text. */
static inline const struct example *example_at_page(enum message message)
{
	const struct example *at = examples;
	while (at->game != NULL && at->message != message)
		at++;
	assert_non_null(at->game);
	return at;
}

/* Returns true if a text contains this number, not as part of a longer number. */
static inline bool holds_number(const char *text, long number)
{
	while ((text = strpbrk(text, "0123456789")) != NULL) {
		char *end;
		if (strtol(text, &end, 10) == number)
			return true;
		text = end;
	}
	return false;
}

/* Fails unless the text of an example names this number in every language. */
#define assert_says(example, number) assert_says_at(HERE, example, number)
static inline void assert_says_at(AT, const struct example *example, long number)
{
	struct catalog *catalog = catalog_open(catalogues, "!");
	assert_non_null(catalog);
	for (uint8_t i = 0; catalog_language_code(i) != NULL; i++) {
		const char *text = catalog_text(catalog, i, example->message);
		if (!holds_number(text, number))
			fail_at("%ld is not in: %s", number, text);
	}
	catalog_free(catalog);
}

#endif
