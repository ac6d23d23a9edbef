/* irc/case.h - compares names by the server's CASEMAPPING. Pure. */
#ifndef BOT_NET_IRC_CASE_H
#define BOT_NET_IRC_CASE_H

#include <stdbool.h>
#include <stddef.h>

enum irc_case { IRC_CASE_ASCII, IRC_CASE_RFC1459, IRC_CASE_STRICT, IRC_CASE_UNICODE };

/*
 * Finds a mapping by its name in CASEMAPPING. If the name is unknown, returns IRC_CASE_UNICODE,
 * which lowers the letters of all scripts.
 */
enum irc_case irc_case_find_mapping(const char *name);
/*
 * Writes the canonical form of a name, which is the same for all its spellings. Returns false if
 * the form does not fit in `size` (at least 1); the result is then cut and must not be used.
 */
bool irc_case_fold(enum irc_case mapping, const char *name, char *out, size_t size);

#endif
