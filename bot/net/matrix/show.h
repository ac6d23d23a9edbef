/* matrix/show.h - messages edited in place, reactions to tap, and typing notices. */
#ifndef BOT_NET_MATRIX_SHOW_H
#define BOT_NET_MATRIX_SHOW_H

#include "bot/net/matrix/request.h"
#include "bot/net/matrix/shown.h"

struct matrix_room;

struct matrix_shows {
	struct shown *shown;
	char offered[MATRIX_ID];     /* the event that a reaction is being added to */
	uint64_t reactions_after;    /* no reactions before that time: messages need the pace */
	struct http_request *typing; /* the typing notice being sent */
};

/* ---- show.c ---- */

/* Implement network_driver's show, expect and busy. */
uint64_t matrix_show(
	struct network *network, const char *target, bool private, const struct showing *showing);
void matrix_show_expect(struct network *network, const char *key);
void matrix_show_busy(struct network *network, const char *target, bool private);
/* Adds the next reaction to tap, if no message waits; lowers *then to the time of a later one. */
void matrix_show_add_reaction(struct matrix *matrix, uint64_t *then);
/* Sends the next typing notice. */
void matrix_show_send_typing(struct matrix *matrix);
/* Reports a person's reaction to a shown message as the line of that choice. */
void matrix_show_handle_reaction(
	struct matrix *matrix, const struct matrix_room *room, const json_t *event);

/* ---- shown_store.c ---- */

/* Stores a shown message that changed. */
void matrix_shown_store(struct matrix *matrix, const struct shown *shown);
/* Deletes a shown message and its stored copy. */
void matrix_shown_drop(struct matrix *matrix, struct shown *shown);
/* Deletes the shown messages of a target: all, or only the finished ones if no lines wait there. */
void matrix_shown_drop_all(struct matrix *matrix, const char *target, bool all);
/* Adds a stored shown message. */
void matrix_shown_load(struct matrix *matrix, const char *name, const char *value);

#endif
