#include "bot/net/console/complete.h"

#include <stdbool.h>
#include <string.h>

#include "engine/text.h"

/*
 * Returns the length of the prefix that two texts share, ignoring the case of letters. Never splits
 * a character of `a`.
 */
static size_t alike(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t length = 0;
	while (length < a_length && length < b_length &&
		text_upper(a[length]) == text_upper(b[length]))
		length++;
	while (length > 0 && length < a_length && ((unsigned char)a[length] & 0xc0) == 0x80)
		length--;
	return length;
}

/* Returns the next candidate that begins with `typed`, and its length, or NULL at the end. */
static const char *next(const char *typed, const char **at, size_t *length)
{
	size_t wanted = strlen(typed);
	while (**at != '\0') {
		const char *candidate = *at;
		*length = strcspn(candidate, "\n");
		*at = candidate + *length + (candidate[*length] == '\n');
		if (alike(candidate, *length, typed, wanted) == wanted)
			return candidate;
	}
	return NULL;
}

/*
 * Adds to `choices` the word at byte `place` of each candidate that begins with `typed`; equal
 * words only once.
 */
static void add_choices(
	const char *typed, const char *candidates, size_t place, struct string *choices)
{
	const char *candidate;
	size_t length;
	for (const char *at = candidates; (candidate = next(typed, &at, &length)) != NULL;) {
		size_t begin = place;
		while (begin > 0 && begin <= length && candidate[begin - 1] != ' ')
			begin--;
		size_t end = begin;
		while (end < length && candidate[end] != ' ')
			end++;
		if (begin >= length ||
			string_has_word(choices->bytes, ' ', candidate + begin, end - begin))
			continue;
		string_add(choices, choices->length > 0 ? " " : "");
		string_add_bytes(choices, candidate + begin, end - begin);
	}
}

unsigned complete_line(
	const char *typed, const char *candidates, struct string *line, struct string *choices)
{
	const char *first = NULL;
	const char *candidate;
	size_t length, common = 0;
	unsigned count = 0;
	for (const char *at = candidates; (candidate = next(typed, &at, &length)) != NULL;
		count++) {
		common = count == 0 ? length : alike(first, common, candidate, length);
		first = count == 0 ? candidate : first;
	}
	add_choices(typed, candidates, common, choices);
	if (count > 1 && strchr(choices->bytes, ' ') == NULL) {
		/* All candidates continue with the same word, so offer the words after that one. */
		string_clear(choices);
		add_choices(typed, candidates, common + 1, choices);
	}
	if (count > 0)
		string_add_bytes(line, first, common);
	if (count == 1)
		string_add_char(line, ' ');
	return count;
}
