#include "bot/text/fold.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

#include "engine/text.h"

/* Maximum number of code points that one character decomposes to. */
enum { POINTS = 32 };

/*
 * Folds a text character by character, without allocating memory. strip: UTF8PROC_STRIPMARK removes
 * combining marks, 0 keeps them in the order of the text. Returns false if the text is not UTF-8.
 */
static bool fold_points(struct text *text, const utf8proc_uint8_t *at, unsigned strip)
{
	const utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
		UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | strip);
	int class = UTF8PROC_BOUNDCLASS_START;
	while (*at != '\0') {
		utf8proc_int32_t point[POINTS];
		utf8proc_uint8_t bytes[4];
		utf8proc_ssize_t length = utf8proc_iterate(at, -1, point);
		if (length <= 0)
			return false;
		at += length;
		utf8proc_ssize_t count =
			utf8proc_decompose_char(*point, point, POINTS, options, &class);
		for (utf8proc_ssize_t i = 0; i < count && i < POINTS; i++)
			text_bytes(text, (const char *)bytes,
				(size_t)utf8proc_encode_char(point[i], bytes));
	}
	return true;
}

static void fold(const char *word, char *folded, size_t size, unsigned strip)
{
	struct text text = text_in(folded, size);
	const char *at = word;
	for (; isascii((unsigned char)*at) && *at != '\0'; at++)
		text_char(&text, (char)tolower((unsigned char)*at));
	if (*at == '\0')
		return;
	text = text_in(folded, size);
	if (!fold_points(&text, (const utf8proc_uint8_t *)word, strip))
		text = text_in(folded, size);
}

void fold_word(const char *word, char *folded, size_t size)
{
	fold(word, folded, size, UTF8PROC_STRIPMARK);
}

void fold_case(const char *word, char *folded, size_t size)
{
	fold(word, folded, size, 0);
}

int fold_find_word(const char *list, const char *word)
{
	size_t length = strlen(word);
	int index = 0;
	for (const char *at = list; at != NULL && length > 0; at = strchr(at, ' '), index++) {
		at += *at == ' ';
		/*
		 * This runs for each word said in a channel, so the first letter must exclude most
		 * words quickly.
		 */
		if (*at == *word && strncmp(at, word, length) == 0 &&
			(at[length] == ' ' || at[length] == '\0'))
			return index;
	}
	return -1;
}

bool fold_has_word(const char *list, const char *word)
{
	return fold_find_word(list, word) >= 0;
}
