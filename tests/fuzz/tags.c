/* tags.c - any text as the tags of a line: values point into it, and a time is in range. */
#include "bot/net/irc/tags.h"

#include "tests/fuzz/fuzz.h"

/* The last millisecond of the year 9999, and a leap second. */
#define LAST (INT64_C(253402300800) * 1000 + 999)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string = fuzz_string(data, size), *end = string + strlen(string);
	struct irc_tags tags = irc_tags_read(string);
	fuzz_must(tags.time >= 0 && tags.time <= LAST + INT64_C(3) * 86400 * 1000);
	if (tags.account != NULL)
		fuzz_must(tags.account > string && tags.account < end && tags.account[0] != '\0' &&
			tags.account + strlen(tags.account) <= end);
	free(string);
	return 0;
}
