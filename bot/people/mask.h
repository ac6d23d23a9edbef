/*
 * mask.h - masks that match people: `nick!user@host` or `account:NAME`, where * stands for any text
 * and ? for any character. Pure functions.
 */
#ifndef BOT_PEOPLE_MASK_H
#define BOT_PEOPLE_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* A list of masks, which the caller owns. */
struct masks {
	char *const *mask;
	size_t count;
};

/*
 * True if a pattern matches the whole text; the case of ASCII letters is ignored. The number of
 * steps is at most the product of both lengths.
 */
bool mask_matches_text(const char *pattern, const char *text);
/*
 * True if a mask matches a person. address: nick!user@host. address and account may be NULL if
 * unknown.
 */
bool mask_matches_person(const char *mask, const char *address, const char *account);
/* True if a mask matches everyone, or everyone with an account. */
bool mask_matches_everyone(const char *mask);
/* True if one of the masks matches a person. */
bool masks_match_person(const struct masks *masks, const char *address, const char *account);

#endif
