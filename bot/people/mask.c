#include "bot/people/mask.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Returns the position of the next character in a UTF-8 text, which must not be empty. */
static const char *next(const char *text)
{
	do
		text++;
	while (((unsigned char)*text & 0xc0) == 0x80);
	return text;
}

bool mask_matches_text(const char *pattern, const char *text)
{
	const char *star = NULL; /* last * of the pattern so far */
	/* position in the text at which the pattern after `star` is tried next */
	const char *from = text;
	while (*text != '\0') {
		if (*pattern == '*') {
			star = pattern++;
			from = text;
		} else if (*pattern == '?') {
			pattern++;
			text = next(text);
		} else if (tolower((unsigned char)*pattern) == tolower((unsigned char)*text)) {
			pattern++;
			text++;
		} else if (star != NULL) {
			pattern = star + 1;
			text = from = next(from);
		} else {
			return false;
		}
	}
	return pattern[strspn(pattern, "*")] == '\0';
}

static const char by_account[] = "account:";

bool mask_matches_everyone(const char *mask)
{
	size_t length = sizeof by_account - 1;
	if (strncasecmp(mask, by_account, length) == 0)
		return mask[length] != '\0' && mask[length + strspn(mask + length, "*?")] == '\0';
	return *mask != '\0' && mask[strspn(mask, "*?!@")] == '\0';
}

bool mask_matches_person(const char *mask, const char *address, const char *account)
{
	size_t length = sizeof by_account - 1;
	if (strncasecmp(mask, by_account, length) == 0)
		return account != NULL && *account != '\0' &&
			mask_matches_text(mask + length, account);
	return address != NULL && mask_matches_text(mask, address);
}

bool masks_match_person(const struct masks *masks, const char *address, const char *account)
{
	for (size_t i = 0; i < masks->count; i++)
		if (mask_matches_person(masks->mask[i], address, account))
			return true;
	return false;
}
