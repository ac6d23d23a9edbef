/*
 * matrix/shown.h - shown messages, which are edited in place and may have choices to tap. Pure: no
 * I/O.
 */
#ifndef BOT_NET_MATRIX_SHOWN_H
#define BOT_NET_MATRIX_SHOWN_H

#include <jansson.h>

#include "bot/net/matrix/queue.h"

/* SHOWN_ID: bytes of an id with its NUL. SHOWN_PER_PERSON: limit of messages for one person. */
enum { SHOWN_ID = 256, SHOWN_PER_PERSON = 8 };

struct shown {
	struct shown *next;
	char target[SHOWN_ID]; /* id of the room or person that sees the message */
	uint64_t topic;        /* see struct showing */
	char room[SHOWN_ID];   /* id of the room with the message */
	char event[SHOWN_ID];  /* id of the message's event; empty: not sent yet */
	char name[QUEUE_NAME]; /* transaction id of the message */
	struct string head;    /* lines above `text` that edits do not change */
	struct string text;    /* the shown text */
	struct string choices;
	uint64_t notified_edition; /* the last edition that notified the person */
	unsigned offered;          /* number of choices that have a reaction to tap */
	uint64_t tapped;           /* bit i: choice i was tapped */
	bool over;     /* finished: the message is forgotten once no lines wait for the target */
	uint64_t said; /* matrix_room.said when the message was sent */
};

void shown_close(struct shown **list);
/* Finds the shown message of a target and topic. Returns NULL if not found. */
struct shown *shown_find(struct shown *list, const char *target, uint64_t topic);
/* Finds the shown message with an event id. Returns NULL if not found. */
struct shown *shown_find_event(struct shown *list, const char *event);
struct shown *shown_find_or_add(struct shown **list, const char *target, uint64_t topic);
/* Returns the oldest shown message of a person with more than SHOWN_PER_PERSON, or NULL. */
struct shown *shown_find_excess(struct shown *list, const char *target);
/* Removes and frees a shown message. */
void shown_drop(struct shown **list, struct shown *shown);
/*
 * Records that the server has an event, which is a new message or an edit of the shown message.
 * room: the event's room. id: the event's id.
 */
void shown_record_event(
	struct shown *shown, const struct queue_event *event, const char *room, const char *id);
/*
 * True if content must be sent to a room as a new message: it cannot be an edit of the shown
 * message.
 */
bool shown_needs_new_message(
	const struct shown *shown, const struct queue_content *words, const char *room);
/* Returns the number of choices that people can tap. */
unsigned shown_count_choices(const struct shown *shown);
/* Returns the choice that a reaction's emoji stands for, or -1. */
int shown_find_choice(const struct shown *shown, const char *key);
/* Adds the line that a choice stands for. */
void shown_add_choice_line(const struct shown *shown, unsigned choice, struct string *out);
/* Returns the emoji that people tap for a choice. */
const char *shown_choice_key(unsigned choice);

/* Writes the name under which a shown message is stored. */
void shown_write_name(const struct shown *shown, struct string *out);
/* Writes the stored value of a shown message, as JSON. */
void shown_write_value(const struct shown *shown, struct string *out);
/*
 * Reads a stored shown message and adds it to the list. Returns NULL if name or value is invalid.
 */
struct shown *shown_read(struct shown **list, const char *name, const json_t *stored);

#endif
