/* check.h - checks strings of the configuration, and of operators' orders to a running bot. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Each function returns NULL if the string is valid, otherwise the error as the end of a sentence,
 * such as "may not be empty".
 */
/* Checks UTF-8 without control characters: at least 1 byte, and at most `most`. */
const char *check_text(const char *text, size_t most);
/* Like check_text, but returns `fault` if the text has a character of `banned`. */
const char *check_without(const char *text, size_t most, const char *banned, const char *fault);
const char *check_path(const char *text);
const char *check_prefix(const char *text);
const char *check_name(const char *text);
const char *check_host(const char *text);
/* Checks text of one line. */
const char *check_line(const char *text);
const char *check_key(const char *text);
const char *check_address(const char *text);
/* Returns true for a name or address that only this machine can reach. */
bool check_is_loopback(const char *host);
/* Checks an address, or a range of addresses like 10.0.0.0/8. */
const char *check_range(const char *text);
const char *check_fingerprint(const char *text);
const char *check_proxy(const char *text);
/*
 * Checks an address: http:// or https://, a host, and an optional path without a slash at its end.
 */
const char *check_url(const char *text);
/* Checks a time of day, "18:00". */
const char *check_time(const char *text);
/* Checks a time zone, "America/Toronto". */
const char *check_zone(const char *text);
/* Checks a mask: nick!user@host or account:NAME, with the wildcards * and ?. */
const char *check_mask(const char *text);
/* Checks the name of a channel's setting, or "all". */
const char *check_locked(const char *text);
/*
 * Like check_mask, but the mask must name a part of a host or account, so that it can't match all
 * people.
 */
const char *check_admin(const char *text);

/* Returns true if text is one word of catalog, which lists words separated by single blanks. */
bool check_choice(const char *text, const char *catalog);

#endif
