/*
 * matrix/encryption.h - rooms in which encryption keeps the bot from reading and writing: the bot
 * says so there and goes on in another room. A room beside an encrypted channel is the unencrypted
 * room that the bot opens in place of the channel.
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
 * Handles a room for which matrix_room_is_fit is false: goes on in another direct room, or opens a
 * room beside a channel. Called after each sync; acts once for each room.
 */
void matrix_encryption_handle_unfit(struct matrix *matrix, struct matrix_room *room);
/*
 * True if no private line can reach a person now, because the server encrypted the direct room that
 * the bot made for them. If the server has encrypted no such room in this run, gives up the direct
 * room instead, so that the bot makes another one, and returns false.
 */
bool matrix_encryption_blocks(struct matrix *matrix, struct matrix_person *person);
/*
 * Leaves a direct room that has a third member, and tells the people there why. If private lines
 * went there, goes on in another direct room, which the bot opens.
 */
void matrix_encryption_leave_shared(struct matrix *matrix, struct matrix_room *room);
/* Writes the content of the request that opens the room beside an encrypted one. */
void matrix_encryption_add_beside(
	struct matrix *matrix, const struct matrix_room *room, struct string *body);
/* Handles that the bot has opened a room beside an encrypted one. */
void matrix_encryption_open_beside(
	struct matrix *matrix, struct matrix_room *room, const char *beside);
/*
 * Tells the people of an encrypted room about `beside`, the room that the bot opened beside it,
 * once a sync has shown the whole of `beside`. Does nothing if `beside` is not beside an encrypted
 * room. Called after each sync for rooms for which matrix_room_is_fit is true.
 */
void matrix_encryption_tell_beside(struct matrix *matrix, const struct matrix_room *beside);
/*
 * Handles that the server refused to open a room beside an encrypted one: leaves the encrypted
 * room.
 */
void matrix_encryption_refuse_beside(struct matrix *matrix, struct matrix_room *room);

/*
 * Key in the m.room.create of a room beside an encrypted one, with the id of the encrypted room. If
 * the answer to the creation was lost, a sync shows the bot this key.
 */
#define MATRIX_BESIDE "org.mitaines.beside"

#endif
