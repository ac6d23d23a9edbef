/*
 * mask.h - who is meant: `nick!user@host` or `account:NAME`, where * stands for any text and ? for
 * any one character. Pure.
 */
#ifndef BOT_PEOPLE_MASK_H
#define BOT_PEOPLE_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* They belong to whoever keeps them. */
struct masks {
	char *const *mask;
	size_t count;
};

/*
 * True if all of text fits the pattern; ASCII letters in any case. Takes at most as many steps as
 * the product of both lengths.
 */
bool mask_fits(const char *pattern, const char *text);
/* True if a mask means somebody: their nick!user@host and their account, each NULL when unknown. */
bool mask_means(const char *mask, const char *address, const char *account);
/* True if it means everybody, or everybody who has an account: it names nothing. */
bool mask_everybody(const char *mask);
/* True if one of the masks means somebody. */
bool mask_any(const struct masks *masks, const char *address, const char *account);

#endif
