/* spelling.h - which of some words somebody meant who typed another. Pure. */
#ifndef ENGINE_SPELLING_H
#define ENGINE_SPELLING_H

#include <stddef.h>

/* A word that was typed, and the nearest of the words tried so far. */
struct spelling {
	const char *typed;
	const char *meant; /* not terminated where it ends; NULL: none is near */
	size_t length;     /* of it, in bytes */
	unsigned distance;
};

/* Starts with what was typed, which lives as long; words are compared as they are: folded. */
struct spelling spelling_of(const char *typed);
/*
 * Tries a word of so many bytes, which lives as long. Near is what differs by one letter in three
 * at most: left out, put in, another, or swapped with the next. Of equally near ones the first
 * counts; the word itself was not meant, as that would have been found. Nothing is near of more
 * than 31 bytes.
 */
void spelling_try(struct spelling *spelling, const char *word, size_t length);

#endif
