/*
 * lessons.h - tutorials on pages. A lesson is a visitor's tutorial with a key, like a seat.
 * Lessons are few, and lost in a restart like all tutorials.
 */
#ifndef BOT_SURFACE_LESSONS_H
#define BOT_SURFACE_LESSONS_H

#include "bot/command/command.h"

/* Most lessons at a time. A new one ends the oldest. */
enum { LESSONS_MOST = 20 };

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
/* Begins a lesson for a new visitor. lang: code of a language. key: gets the lesson's key. */
void lessons_begin(struct lessons *lessons, const char *lang, char key[SEAT_KEY]);
/* Finds the table of a lesson by the hash of its key. Returns NULL if not found. */
struct table *lessons_find(const struct lessons *lessons, const char *hash);
/* Makes lessons_add_changes send all lessons again. */
void lessons_resend(struct lessons *lessons);
/* Adds a line for each lesson that has changed or ended since the last call. */
void lessons_add_changes(struct lessons *lessons, struct string *out);

#endif
