/* spelling.h - finds the known word that is nearest to a mistyped one */
#ifndef ENGINE_SPELLING_H
#define ENGINE_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

/* A typed word, and the nearest of the words tried so far. */
struct spelling {
	const char *typed;
	const char *meant; /* the nearest word, without a terminating NUL; NULL: no word is near */
	size_t length;     /* length of `meant`, in bytes */
	unsigned distance;
};

/*
 * Begins with the typed word, which must outlive the result. The caller folds the case of all
 * words.
 */
struct spelling spelling_of(const char *typed);
/*
 * Tries one known word of `length` bytes, which must outlive the result. A word is near if it
 * differs by at most one edit for every three typed letters: a letter missing, added, replaced, or
 * swapped with the next one. Of equally near words the first one stays. The typed word itself never
 * counts. A word of more than 31 bytes is never near.
 */
void spelling_try(struct spelling *spelling, const char *word, size_t length);
/*
 * Returns true if one ASCII letter of the typed word is missing, added, replaced or swapped with
 * the next one. Lengths are in bytes. Returns false for equal words.
 */
bool spelling_is_one_edit(const char *typed, size_t typed_length, const char *word, size_t length);

#endif
