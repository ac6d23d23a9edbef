/* fold.h - words that people type, made comparable. */
#ifndef BOT_TEXT_FOLD_H
#define BOT_TEXT_FOLD_H

#include <stddef.h>

/*
 * Writes a word in lower case and without accents to folded, cut to size; nothing where it is not
 * UTF-8.
 */
void fold_word(const char *word, char *folded, size_t size);

#endif
