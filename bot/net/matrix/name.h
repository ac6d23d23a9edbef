/*
 * matrix/name.h - cleans names and texts of people on Matrix for display; resolves pills, links by
 * which a client names people in a message. Pure.
 */
#ifndef BOT_NET_MATRIX_NAME_H
#define BOT_NET_MATRIX_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/string.h"

/*
 * NAME_SIZE: bytes of a cleaned display name, NUL included. NAME_ID: maximum number of bytes of an
 * id, without NUL.
 */
enum { NAME_SIZE = 49, NAME_ID = 255 };

/*
 * Writes the visible part of a display name to `out`: in NFC, without control and direction marks,
 * with single blanks between words. Returns false if nothing is left, or if the result looks like
 * an id or a channel.
 */
bool name_clean(const char *display, char out[NAME_SIZE]);
/*
 * True if text can be an id or alias with this sigil (@ person, ! room, # alias) and all its
 * characters are visible.
 */
bool name_is_id(const char *text, char sigil);
/* Writes the unique nick "name(id)", or only the id if the nick does not fit. */
void name_with_id(const char *name, const char *id, char *out, size_t size);
/* Writes the local part of an id: the text between @ and the first colon. */
void name_local_part(const char *id, char *out, size_t size);
/*
 * Writes the first line of a message, without invisible characters and with plain blanks. quoted:
 * the message is a reply; skips the lines at its start that begin with > and quote another message.
 */
void name_first_line(const char *body, bool quoted, char *out, size_t size);

/*
 * Adds the body of a message. The text of a pill becomes the id of its person, so that a command
 * finds them whatever the text is; a pill of the bot becomes @nick. html: the formatted body, or
 * NULL. self, nick: the bot's id and nick.
 */
void name_resolve_pills(
	const char *body, const char *html, const char *self, const char *nick, struct string *out);

#endif
