#include "engine/spelling.h"

#include <stdint.h>
#include <string.h>

/*
 * WORD_MOST: bytes of the longest word that can be near. LETTERS_FOR_ONE: letters for each allowed
 * edit. If a single letter allowed an edit, words that share no letter would match.
 */
enum { WORD_MOST = 31, LETTERS_FOR_ONE = 3 };

/* The characters of UTF-8 text; each malformed byte is one character. */
struct letters {
	uint32_t letter[WORD_MOST];
	unsigned count;
};

/* Splits a word into characters; the result is empty if the word is too long. */
static struct letters letters_of(const char *word, size_t length)
{
	struct letters letters = { .count = 0 };
	for (size_t i = 0; i < length && length <= WORD_MOST; i++) {
		unsigned char byte = (unsigned char)word[i];
		if ((byte & 0xc0) == 0x80 && letters.count > 0)
			letters.letter[letters.count - 1] =
				letters.letter[letters.count - 1] << 8 | byte;
		else
			letters.letter[letters.count++] = byte;
	}
	return letters;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Returns the Damerau-Levenshtein distance (optimal string alignment). */
static unsigned distance(const struct letters *a, const struct letters *b)
{
	unsigned row[WORD_MOST + 1][WORD_MOST + 1];
	for (unsigned i = 0; i <= a->count; i++)
		row[i][0] = i;
	for (unsigned j = 0; j <= b->count; j++)
		row[0][j] = j;
	for (unsigned i = 1; i <= a->count; i++)
		for (unsigned j = 1; j <= b->count; j++) {
			uint32_t x = a->letter[i - 1], y = b->letter[j - 1];
			row[i][j] = least(row[i - 1][j], row[i][j - 1]) + 1;
			row[i][j] = least(row[i][j], row[i - 1][j - 1] + (x != y));
			if (i > 1 && j > 1 && x == b->letter[j - 2] && a->letter[i - 2] == y)
				row[i][j] = least(row[i][j], row[i - 2][j - 2] + 1);
		}
	return row[a->count][b->count];
}

struct spelling spelling_of(const char *typed)
{
	struct letters letters = letters_of(typed, strlen(typed));
	return (struct spelling){ .typed = typed, .distance = letters.count / LETTERS_FOR_ONE + 1 };
}

void spelling_try(struct spelling *spelling, const char *word, size_t length)
{
	struct letters typed = letters_of(spelling->typed, strlen(spelling->typed));
	struct letters tried = letters_of(word, length);
	unsigned far = distance(&typed, &tried);
	if (far == 0 || far >= spelling->distance)
		return;
	spelling->meant = word;
	spelling->length = length;
	spelling->distance = far;
}

bool spelling_is_one_edit(const char *typed, size_t typed_length, const char *word, size_t length)
{
	while (typed_length > 0 && length > 0 && *typed == *word) {
		typed++, word++;
		typed_length--, length--;
	}
	while (typed_length > 0 && length > 0 && typed[typed_length - 1] == word[length - 1])
		typed_length--, length--;
	if (typed_length == 2 && length == 2)
		return typed[0] == word[1] && typed[1] == word[0];
	return typed_length <= 1 && length <= 1 && typed_length + length > 0;
}
