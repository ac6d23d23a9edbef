/* irc/case.h - which names are the same name, by the server's CASEMAPPING. Pure. */
#ifndef BOT_NET_IRC_CASE_H
#define BOT_NET_IRC_CASE_H

#include <stdbool.h>
#include <stddef.h>

enum irc_case { IRC_CASE_ASCII, IRC_CASE_RFC1459, IRC_CASE_STRICT, IRC_CASE_UNICODE };

/* The mapping a server names; one not known to us lowers the letters of all scripts. */
enum irc_case irc_case_named(const char *name);
/*
 * The form that all spellings of a name share. False when it does not fit in size (at least 1): it
 * is cut then, and good for nothing.
 */
bool irc_case_fold(enum irc_case mapping, const char *name, char *out, size_t size);

#endif
