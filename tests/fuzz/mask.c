/* mask.c - any pattern and any text, separated by a newline: the result equals the one of a plain
 * table, and text always matches itself as a pattern. */
#include "bot/people/mask.h"

#include <ctype.h>
#include <utf8proc.h>

#include "tests/fuzz/fuzz.h"

enum { MOST = 48 };

static size_t step(const char *text)
{
	size_t length = 1;
	while (((unsigned char)text[length] & 0xc0) == 0x80)
		length++;
	return length;
}

static bool is_utf8(const char *text)
{
	utf8proc_int32_t point;
	utf8proc_ssize_t length = 0;

	for (; *text != '\0'; text += length) {
		length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &point);
		if (length <= 0)
			return false;
	}
	return true;
}

/* fits[n] is true if the pattern so far matches the first n bytes of the text. */
static bool fits_slowly(const char *pattern, const char *text)
{
	bool fits[MOST + 2] = { true }, row[MOST + 2] = { false };
	size_t length = strlen(text);
	for (; *pattern != '\0'; pattern++) {
		memset(row, 0, sizeof row);
		if (*pattern == '*') {
			for (size_t at = 0, any = 0; at <= length; at++) {
				any = any || fits[at];
				row[at] = any;
			}
		} else {
			for (size_t at = 0; at < length; at++)
				if (fits[at] && *pattern == '?')
					row[at + step(text + at)] = true;
				else if (fits[at] &&
					tolower((unsigned char)*pattern) ==
						tolower((unsigned char)text[at]))
					row[at + 1] = true;
		}
		memcpy(fits, row, sizeof fits);
	}
	return fits[length];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *pattern = fuzz_line(&data, &size), *text = fuzz_line(&data, &size);
	if (pattern != NULL && text != NULL) {
		bool fits = mask_matches_text(pattern, text),
		     sound = is_utf8(pattern) && is_utf8(text);
		if (sound && strlen(pattern) <= MOST && strlen(text) <= MOST)
			fuzz_must(fits == fits_slowly(pattern, text));
		fuzz_must(
			(!sound || mask_matches_text(text, text)) && mask_matches_text("*", text));
		(void)mask_matches_person(pattern, text, text);
		fuzz_must(!mask_matches_person(pattern, NULL, NULL));
	}
	free(pattern);
	free(text);
	return 0;
}
