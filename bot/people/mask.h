/*
 * mask.h - masks of people: `nick!user@host` or `account:NAME`, with * for any text and ? for any
 * character. Pure.
 */
#ifndef BOT_PEOPLE_MASK_H
#define BOT_PEOPLE_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* The caller owns the masks. */
struct masks {
	char *const *mask;
	size_t count;
};

/*
 * True if the whole text fits a pattern, with ASCII letters in any case. Takes at most as many
 * steps as the product of both lengths.
 */
bool mask_matches_text(const char *pattern, const char *text);
/* True if a mask fits a person. address: nick!user@host. Either is NULL if unknown. */
bool mask_matches_person(const char *mask, const char *address, const char *account);
/* True if a mask fits everyone, or everyone with an account. */
bool mask_matches_everyone(const char *mask);
/* True if one of the masks fits a person. */
bool masks_match_person(const struct masks *masks, const char *address, const char *account);

#endif
