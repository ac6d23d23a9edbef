/* irc/text.h - bytes from an IRC network made into text fit for everybody above. Pure. */
#ifndef BOT_NET_IRC_TEXT_H
#define BOT_NET_IRC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes bytes to out (size at least 1) as valid UTF-8 without control characters, mIRC formatting
 * with its colour numbers, directions, joiners, byte order marks and other invisible format
 * characters. A byte that is not UTF-8 is read as Latin-1, as older clients write it. What does not
 * fit is left out. False when anything was changed or left out.
 */
bool irc_text_clean(const char *bytes, char *out, size_t size);

/*
 * Writes a name in the bytes of the network to out (size at least 1) as people are shown it: no two
 * names are shown alike. What nobody sees (as above, and blanks and fillers), what is not UTF-8 or
 * not in normal form C, and '%' itself become %xx, byte by byte; all else stays. Folded as shown,
 * too, only those are alike that are alike to the network. False when it does not fit: it is cut
 * then, and good for nothing.
 */
bool irc_text_show(const char *name, char *out, size_t size);
/* The way back, for names people type as they read them; a '%' without two digits is itself. */
bool irc_text_name(const char *shown, char *out, size_t size);

/* Makes plain blanks of all others in clean text: what people type with a slip of the thumb. */
void irc_text_blanks(char *text);

/*
 * True if the reason of a QUIT is that two servers lost each other: their names, "a.net b.net" or
 * "*.net *.split", and nothing else. Where the network does not mark what people say themselves,
 * they can say that too.
 */
bool irc_text_split(const char *reason);
/* True if a QUIT has a reason of servers that change a user or host by QUIT and JOIN. */
bool irc_text_moves(const char *reason);

#endif
