/*
 * lessons.h - tutorials on pages. A lesson is a visitor's tutorial with a key, like a seat.
 * Lessons end when they were idle for an hour, and are lost in a restart like all tutorials.
 */
#ifndef BOT_SURFACE_LESSONS_H
#define BOT_SURFACE_LESSONS_H

#include "bot/command/command.h"
#include "bot/match/visitor.h"

/* Most lessons of one address at a time. */
enum { LESSONS_OF_ADDRESS = 2 };

struct lesson {
	struct person *person; /* the learner */
	char hash[SEAT_HASH];  /* hash of the lesson's key, in hexadecimal */
	uint64_t shown;        /* sum of the view that was sent last, see seat_view_sum */
	bool sent;
};

/* All lessons. Starts as zeros, except commands. */
struct lessons {
	struct commands *commands;
	struct lesson *lesson; /* the lessons, oldest first */
	size_t count;
};

void lessons_close(struct lessons *lessons);
/*
 * Begins a lesson for a new visitor. key: gets the lesson's key. Returns MSG_OK, or the message
 * that says why there are too many lessons.
 */
enum message lessons_begin(
	struct lessons *lessons, const struct visitor_client *client, char key[SEAT_KEY]);
/* Ends lessons that were idle for an hour. Call it about once a second. */
void lessons_end_idle(struct lessons *lessons);
/* Finds the table of a lesson by the hash of its key. Returns NULL if not found. */
struct table *lessons_find(const struct lessons *lessons, const char *hash);
/* Makes lessons_add_changes send all lessons again. */
void lessons_resend(struct lessons *lessons);
/* Adds a line for each lesson that has changed or ended since the last call. */
void lessons_add_changes(struct lessons *lessons, struct string *out);

#endif
