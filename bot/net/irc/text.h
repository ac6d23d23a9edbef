/* irc/text.h - converts bytes from an IRC network into clean text. Pure. */
#ifndef BOT_NET_IRC_TEXT_H
#define BOT_NET_IRC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes bytes to out (size at least 1) as valid UTF-8 without control characters, mIRC formatting
 * and invisible format characters, such as joiners and byte order marks. A byte that is not UTF-8
 * is read as Latin-1. Returns false if anything was changed, or did not fit.
 */
bool irc_text_clean(const char *bytes, char *out, size_t size);

/*
 * Writes a name for display to out (size at least 1). Different names always look different: '%',
 * invisible characters, blanks, bytes outside UTF-8 and text not in normal form C become %xx, byte
 * by byte. Two displayed names are equal after case folding only if the names are. Returns false if
 * the result is cut; it must then not be used.
 */
bool irc_text_format_name(const char *name, char *out, size_t size);
/* Reverses irc_text_format_name, for names that people type. A '%' without two digits stays. */
bool irc_text_parse_name(const char *shown, char *out, size_t size);

/* Replaces other blanks in clean text, such as mistyped no-break spaces, by plain ones. */
void irc_text_replace_blanks(char *text);

/*
 * True if the reason of a QUIT is a netsplit's: two server names, "a.net b.net" or "*.net *.split",
 * and nothing else. If the network does not mark user-given reasons, a person can fake it.
 */
bool irc_text_is_netsplit(const char *reason);
/*
 * True if the reason of a QUIT is a change of user or host, which the server shows as QUIT and
 * JOIN.
 */
bool irc_text_is_host_change(const char *reason);

#endif
