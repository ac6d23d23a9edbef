/* matrix/show.h - messages that are edited in place, choices to tap, and typing. */
#ifndef BOT_NET_MATRIX_SHOW_H
#define BOT_NET_MATRIX_SHOW_H

#include "bot/net/matrix/request.h"
#include "bot/net/matrix/shown.h"

struct matrix_room;

struct matrix_shows {
	struct shown *shown;
	char offered[MATRIX_ID];     /* the event to which a reaction is being added */
	uint64_t scarce;             /* until then no reactions: messages need the pace */
	struct http_request *typing; /* tells that the bot is typing, or adds a reaction */
};

/* ---- show.c ---- */

/* Members of network_driver. */
uint64_t matrix_show(
	struct network *network, const char *target, bool private, const struct showing *showing);
void matrix_show_expect(struct network *network, const char *key);
void matrix_show_busy(struct network *network, const char *target, bool private);
/* Adds a reaction to tap where no message waits; lowers *then to the time of a later one. */
void matrix_show_offer(struct matrix *matrix, uint64_t *then);
/* Tells a room that the bot is typing, or no longer. */
void matrix_show_typing(struct matrix *matrix);
/* Reads a reaction: a person tapped a choice. */
void matrix_show_tap(struct matrix *matrix, const struct matrix_room *room, const json_t *event);

/* ---- shown_store.c ---- */

/* Stores a shown message that changed. */
void matrix_shown_keep(struct matrix *matrix, const struct shown *shown);
/* Forgets a shown message. */
void matrix_shown_drop(struct matrix *matrix, struct shown *shown);
/* Forgets the shown messages of a target that are over, or all of them. */
void matrix_shown_sweep(struct matrix *matrix, const char *target, bool all);
/* Reads a stored one. */
void matrix_shown_load(struct matrix *matrix, const char *name, const char *value);

#endif
