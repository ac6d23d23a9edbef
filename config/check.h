/* check.h - which strings a configuration may hold. For config/, and for what is said to
 * a running bot. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include <stdbool.h>

/* Each tells what is wrong with a string ("may not be empty"), or NULL when nothing is. */
const char *check_path(const char *text);
const char *check_prefix(const char *text);
const char *check_name(const char *text);
const char *check_host(const char *text);
const char *check_nick(const char *text);
const char *check_user(const char *text);
const char *check_password(const char *text);
/* What goes in a line of a protocol whole. */
const char *check_line(const char *text);
/* A word: no blanks. */
const char *check_word(const char *text);
const char *check_key(const char *text);
const char *check_address(const char *text);
const char *check_modes(const char *text);
const char *check_command(const char *text);
const char *check_account(const char *text);
/* What services are told, with places in braces; and how they answer. */
const char *check_identify(const char *text);
/* As check_line, or nothing at all. */
const char *check_optional(const char *text);
const char *check_letters(const char *text);
const char *check_fingerprint(const char *text);
const char *check_proxy(const char *text);
/* http:// or https://, a host, and maybe a path, which does not end with a slash. */
const char *check_url(const char *text);
const char *check_channel(const char *text);
/* nick!user@host or account:NAME, with * and ?. */
const char *check_mask(const char *text);
/* The same, naming part of a host or account, so that not everybody can be meant. */
const char *check_admin(const char *text);

/* True if text is one of the words, which are parted by single blanks. */
bool check_choice(const char *text, const char *catalog);

#endif
