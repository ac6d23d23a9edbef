/* matrix/name.h - how people on Matrix are shown. Pure. */
#ifndef BOT_NET_MATRIX_NAME_H
#define BOT_NET_MATRIX_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a name by itself, NUL included: long enough to tell people apart by. And of an id at
 * most, without. */
enum { NAME_SIZE = 49, NAME_ID = 255 };

/*
 * Writes what people can see of a display name to out: without control and direction marks, in
 * normal form C, with _ for blanks. False: that is nothing, or it could be taken for an id, or for
 * a channel; then it is no name.
 */
bool name_clean(const char *display, char out[NAME_SIZE]);
/* True if text can be the id of a person (@), a room (!) or an alias (#): all of it can be seen. */
bool name_is_id(const char *text, char sigil);
/* The name and behind it the id, which nobody else has; the id alone where both don't fit. */
void name_distinct(const char *name, const char *id, char *out, size_t size);
/* The part of an id between @ and the first colon. */
void name_local(const char *id, char *out, size_t size);
/*
 * Text that somebody wrote, as one line of what people see: the first that is not empty, blanks
 * made plain. quoted: what it answers stands before it, behind >.
 */
void name_line(const char *body, bool quoted, char *out, size_t size);

#endif
