#include "bot/text/fold.h"

#include <ctype.h>
#include <stdlib.h>
#include <utf8proc.h>

#include "engine/text.h"

void fold_word(const char *word, char *folded, size_t size)
{
	struct text text = text_in(folded, size);
	utf8proc_uint8_t *plain = NULL;
	const char *at = word;
	for (; isascii((unsigned char)*at) && *at != '\0'; at++)
		text_char(&text, (char)tolower((unsigned char)*at));
	if (*at == '\0')
		return;
	text = text_in(folded, size);
	utf8proc_map((const utf8proc_uint8_t *)word, 0, &plain,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
			UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
	if (plain != NULL)
		text_add(&text, (const char *)plain);
	free(plain);
}
