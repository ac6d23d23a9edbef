/* matrix/name.h - names and texts of people on Matrix, as the bot shows them. Pure. */
#ifndef BOT_NET_MATRIX_NAME_H
#define BOT_NET_MATRIX_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* NAME_SIZE: bytes of a shown display name, NUL included. NAME_ID: bytes of an id, without NUL. */
enum { NAME_SIZE = 49, NAME_ID = 255 };

/*
 * Writes the visible part of a display name to out: in NFC, without control and direction marks,
 * with _ for blanks. Returns false if nothing is left, or if it looks like an id or a channel.
 */
bool name_clean(const char *display, char out[NAME_SIZE]);
/* True if text can be the id of a person (@) or a room (!), or an alias (#), all of it visible. */
bool name_is_id(const char *text, char sigil);
/* Writes "name(id)", which is unique, or the id alone if that is too long. */
void name_with_id(const char *name, const char *id, char *out, size_t size);
/* Writes the local part of an id, between @ and the first colon. */
void name_local_part(const char *id, char *out, size_t size);
/*
 * Writes the first line of a message, without invisible characters and with plain blanks. quoted:
 * skips the leading lines behind >, which quote the message it replies to.
 */
void name_first_line(const char *body, bool quoted, char *out, size_t size);

#endif
