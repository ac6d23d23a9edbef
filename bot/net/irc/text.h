/* irc/text.h - converts bytes from an IRC network into clean text. Pure. */
#ifndef BOT_NET_IRC_TEXT_H
#define BOT_NET_IRC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Converts bytes to valid UTF-8 in `out` (size at least 1). Drops control characters, mIRC
 * formatting and invisible format characters (joiners, byte order marks). Reads a byte that is not
 * UTF-8 as Latin-1. Returns false if the text was changed or did not fit.
 */
bool irc_text_clean(const char *bytes, char *out, size_t size);

/*
 * Writes a name for display to `out` (size at least 1), so that different names always look
 * different: '%', invisible characters, blanks, bytes that are not UTF-8 and text not in normal
 * form C become %xx, byte by byte. Two displayed names are equal after case folding only if the
 * names themselves are. Returns false if the result does not fit; it is then cut and must not be
 * used.
 */
bool irc_text_format_name(const char *name, char *out, size_t size);
/*
 * Reverses irc_text_format_name, for names that people type. Keeps a '%' without two hexadecimal
 * digits. Returns false if the result does not fit in `size`.
 */
bool irc_text_parse_name(const char *shown, char *out, size_t size);

/*
 * True if a server can allow a nick: RFC 2812, 2.3.1, and visible characters of UTF-8, which some
 * servers allow too. most: largest number of bytes; 0: unknown.
 */
bool irc_text_is_nick(const char *name, size_t most);

/* Replaces no-break spaces and other wide or narrow blanks in clean text by plain spaces. */
void irc_text_replace_blanks(char *text);

/*
 * True if the reason of a QUIT means a netsplit: exactly two server names, like "a.net b.net" or
 * "*.net *.split". If the network does not mark reasons given by users, a person can fake a
 * netsplit.
 */
bool irc_text_is_netsplit(const char *reason);
/*
 * True if the reason of a QUIT means a change of user or host, which the server shows as QUIT and
 * JOIN.
 */
bool irc_text_is_host_change(const char *reason);

#endif
