/*
 * matrix/encryption.h - rooms whose encryption keeps the bot from reading and writing: a notice
 * there, and a room instead.
 */
#ifndef BOT_NET_MATRIX_ENCRYPTION_H
#define BOT_NET_MATRIX_ENCRYPTION_H

#include <jansson.h>
#include <stdbool.h>

#include "bot/net/http.h"

struct matrix;
struct matrix_person;
struct matrix_room;

/*
 * Deals with a room that is not fit, see matrix_room_is_fit: goes on in another direct room, or
 * opens a room beside a channel. Called after each sync; acts once for each room.
 */
void matrix_encryption_handle_unfit(struct matrix *matrix, struct matrix_room *room);
/*
 * True if no private line can reach a person now: the server encrypted the room that the bot made
 * for them. In a run that has not seen the server do so, gives up that room instead, so that the
 * bot tries another one, and returns false.
 */
bool matrix_encryption_blocks(struct matrix *matrix, struct matrix_person *person);
/*
 * Leaves a direct room that has a third member, and tells why. If private lines went there, goes on
 * in another direct room, which the bot opens.
 */
void matrix_encryption_leave_shared(struct matrix *matrix, struct matrix_room *room);
/* Writes the content of the request that opens the room beside an encrypted one. */
void matrix_encryption_add_beside(
	struct matrix *matrix, const struct matrix_room *room, struct string *body);
/* Handles that the bot has opened a room beside an encrypted one. */
void matrix_encryption_open_beside(
	struct matrix *matrix, struct matrix_room *room, const char *beside);
/*
 * Tells the people of an encrypted room of the room beside it, once a sync has shown that whole and
 * without encryption. `beside` may be any fit room. Called after each sync.
 */
void matrix_encryption_tell_beside(struct matrix *matrix, const struct matrix_room *beside);
/* Handles that the server refused to open a room beside an encrypted one: leaves it. */
void matrix_encryption_refuse_beside(struct matrix *matrix, struct matrix_room *room);

/* The key in m.room.create that names the encrypted room, in case the answer is lost. */
#define MATRIX_BESIDE "org.mitaines.beside"

#endif
