/*
 * matrix/show.h - messages that are edited in place, reactions that people tap, and typing notices.
 */
#ifndef BOT_NET_MATRIX_SHOW_H
#define BOT_NET_MATRIX_SHOW_H

#include "bot/net/matrix/request.h"
#include "bot/net/matrix/shown.h"

struct matrix_room;

struct matrix_shows {
	struct shown *shown;
	char offered[MATRIX_ID]; /* id of the event that a reaction is being added to */
	/* after a 429: earliest time to add a reaction; messages go first */
	uint64_t reactions_after;
	struct http_request *typing; /* the typing notice being sent */
};

/* Implements network_driver.show. */
uint64_t matrix_show(
	struct network *network, const char *target, bool private, const struct showing *showing);
/* Implements network_driver.prepare_private. */
void matrix_show_expect(struct network *network, const char *key);
/* Implements network_driver.show_typing. */
void matrix_show_busy(struct network *network, const char *target, bool private);
/*
 * Adds the next reaction to a shown message if the rate limit allows it; otherwise lowers *then to
 * the time when it will. Messages to the same person go first.
 */
void matrix_show_add_reaction(struct matrix *matrix, uint64_t *then);
/* Sends the next typing notice, if one is pending. */
void matrix_show_send_typing(struct matrix *matrix);
/*
 * Handles a person's reaction to a shown message: reports the line of the chosen choice as a
 * message.
 */
void matrix_show_handle_reaction(
	struct matrix *matrix, const struct matrix_room *room, const json_t *event);

/* ---- outgoing_store.c ---- */

/* Stores a changed shown message. */
void matrix_shown_store(struct matrix *matrix, const struct shown *shown);
/* Deletes a shown message and its stored copy. */
void matrix_shown_drop(struct matrix *matrix, struct shown *shown);
/*
 * Deletes the shown messages of a target. If `all` is false, deletes only the finished ones, and
 * none while lines wait for the target.
 */
void matrix_shown_drop_all(struct matrix *matrix, const char *target, bool all);
/* Adds a shown message read from the database. */
void matrix_shown_load(struct matrix *matrix, const char *name, const char *value);

#endif
