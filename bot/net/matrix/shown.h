/* matrix/shown.h - shown messages: they are edited in place, with choices to tap. Pure: no I/O. */
#ifndef BOT_NET_MATRIX_SHOWN_H
#define BOT_NET_MATRIX_SHOWN_H

#include <jansson.h>

#include "bot/net/matrix/queue.h"

/* SHOWN_ID: bytes of an id, NUL included. SHOWN_PER_PERSON: shown messages for one person. */
enum { SHOWN_ID = 256, SHOWN_PER_PERSON = 8 };

struct shown {
	struct shown *next;
	char target[SHOWN_ID]; /* the id of a room or a person */
	uint64_t topic;
	char room[SHOWN_ID]; /* the id of the room with the message */
	char event[SHOWN_ID];
	char name[QUEUE_NAME]; /* the transaction id of the message */
	struct string head;    /* lines above the shown text, unchanged by edits */
	struct string text;    /* the shown text */
	struct string choices;
	uint64_t notified_edition; /* the edition that notified the person */
	unsigned offered;          /* number of choices with a reaction to tap */
	uint64_t tapped;           /* bit i: choice i was tapped */
	bool over;                 /* finished: deleted once no lines wait for the target */
	uint64_t said;             /* matrix_room.said when the message was sent */
};

void shown_close(struct shown **list);
/* Return the shown message of a target and topic, or of an event, or NULL. */
struct shown *shown_find(struct shown *list, const char *target, uint64_t topic);
struct shown *shown_find_event(struct shown *list, const char *event);
/*
 * Finds or adds a message. If a person has too many, sets *gone to the oldest, for the caller to
 * pass to shown_drop; else to NULL.
 */
struct shown *shown_find_or_add(
	struct shown **list, const char *target, uint64_t topic, struct shown **gone);
/* Removes and frees a message. */
void shown_drop(struct shown **list, struct shown *shown);
/* Records that the server has an event in a room by an id: a new message or an edit of this one. */
void shown_record_event(
	struct shown *shown, const struct queue_event *event, const char *room, const char *id);
/* True if the event has to be a new message in that room: it cannot be an edit. */
bool shown_needs_new_message(
	const struct shown *shown, const struct queue_content *words, const char *room);
/* Count the choices with a key, find the choice of a key (-1 if unknown), add a choice's line. */
unsigned shown_count_choices(const struct shown *shown);
int shown_find_choice(const struct shown *shown, const char *key);
void shown_add_choice_line(const struct shown *shown, unsigned choice, struct string *out);
/* Returns the emoji of a choice, which people tap. */
const char *shown_choice_key(unsigned choice);

/* Write the name and the value to store, and read them back. shown_read returns NULL if bad. */
void shown_write_name(const struct shown *shown, struct string *out);
void shown_write_value(const struct shown *shown, struct string *out);
struct shown *shown_read(struct shown **list, const char *name, const json_t *kept);

#endif
