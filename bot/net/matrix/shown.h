/* matrix/shown.h - what is shown on Matrix, and is changed where it stands. Pure: no I/O. */
#ifndef BOT_NET_MATRIX_SHOWN_H
#define BOT_NET_MATRIX_SHOWN_H

#include <jansson.h>

#include "bot/net/matrix/queue.h"

/* Bytes, NUL included, of an id; and things that are shown to one person at most. */
enum { SHOWN_ID = 256, SHOWN_MOST = 8 };

/* One message that can be changed. */
struct shown {
	struct shown *next;
	char target[SHOWN_ID]; /* a room, or a person */
	uint64_t topic;
	char room[SHOWN_ID]; /* where it stands, … */
	char event[SHOWN_ID];
	char name[QUEUE_NAME]; /* … by which it was said */
	struct string head;    /* the lines above what is shown, which stay */
	struct string text;    /* as it is shown now */
	struct string choices;
	uint64_t told;    /* the edition that was told loudly */
	unsigned offered; /* so many of the choices can be tapped */
	uint64_t tapped;  /* a bit for each that was */
	bool over;        /* it is shown no more, once all has been said there */
	uint64_t said;    /* what had been said in the room when it came */
};

void shown_close(struct shown **list);
/* That of a target and topic, or NULL; the one that stands as that event. */
struct shown *shown_find(struct shown *list, const char *target, uint64_t topic);
struct shown *shown_event(struct shown *list, const char *event);
/*
 * Finds or adds a message. If a person is shown too many, *gone is the oldest, for the caller to
 * free by shown_drop; else NULL.
 */
struct shown *shown_get(
	struct shown **list, const char *target, uint64_t topic, struct shown **gone);
/* Takes it out and frees it. */
void shown_drop(struct shown **list, struct shown *shown);
/*
 * An event has been taken by the server under an id, in a room: it is what stands there, or has
 * changed it.
 */
void shown_is(
	struct shown *shown, const struct queue_event *event, const char *room, const char *id);
/* True if the event would be a message of its own. */
bool shown_begins(const struct shown *shown, const struct queue_words *words, const char *room);
/* How many choices it has that can be tapped; that of a key, -1: none; the line it stands for. */
unsigned shown_choices(const struct shown *shown);
int shown_choice(const struct shown *shown, const char *key);
void shown_line(const struct shown *shown, unsigned choice, struct string *out);
/* The key of a choice. */
const char *shown_key(unsigned choice);

/* Write the name and the value for the database, and read them back; kept may be NULL. */
void shown_name(const struct shown *shown, struct string *out);
void shown_save(const struct shown *shown, struct string *out);
struct shown *shown_load(struct shown **list, const char *name, const json_t *kept);

#endif
