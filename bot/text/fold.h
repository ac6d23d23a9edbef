/* fold.h - folds words that people type, for comparison. */
#ifndef BOT_TEXT_FOLD_H
#define BOT_TEXT_FOLD_H

#include <stddef.h>

/* Writes a word in lower case without accents, cut to size bytes; "" if it is not UTF-8. */
void fold_word(const char *word, char *folded, size_t size);

#endif
