/* fold.h - folds words that people type, so that they can be compared. */
#ifndef BOT_TEXT_FOLD_H
#define BOT_TEXT_FOLD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes a word in lower case and without accents, cut to `size` bytes with the NUL. Writes "" if
 * the word is not UTF-8.
 */
void fold_word(const char *word, char *folded, size_t size);
/*
 * Writes a word in lower case with its accents, each as a combining mark behind its letter; else
 * like fold_word.
 */
void fold_case(const char *word, char *folded, size_t size);
/* Returns the index of a folded word in a list of words separated by blanks, or -1. */
int fold_find_word(const char *list, const char *word);
/* True if a folded word is in a list of words that are separated by blanks. list may be NULL. */
bool fold_has_word(const char *list, const char *word);

#endif
