/*
 * terminal.h - somebody at a terminal, where `mitaines play` reads what they type and writes what
 * it says: a server of one person, without lines of a protocol and with nothing that is kept.
 */
#ifndef TESTS_SIMULATE_TERMINAL_H
#define TESTS_SIMULATE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "engine/playout.h"

/* Behind the servers and the homeserver in the table of kinds. */
#define TERMINAL_NAME "terminal"

struct terminal {
	struct chance chance;
	struct string in;  /* typed, and there to be read, … */
	size_t taken;      /* … of which so much was */
	bool ended;        /* no more will be typed */
	uint64_t last;     /* when the last key typed is there */
	uint64_t held;     /* until then none is */
	struct string out; /* the line that is being written */
};

void terminal_open(struct terminal *terminal);
void terminal_clear(struct terminal *terminal);
/* A process begins, which knows nothing of those before. */
void terminal_begin(struct terminal *terminal);
/* How `mitaines play` is called this time; returns how many words. */
int terminal_words(struct terminal *terminal, char *words[8]);
/* Whoever sits there types a line. */
void terminal_type(const char *line);

/* For the process: standard input can be read, as read and write would. */
bool terminal_ready(void);
long terminal_read(void *bytes, size_t room);
long terminal_write(const void *bytes, size_t length);

/* ---- steps ---- */

void terminal_hold(struct chance *chance);
void terminal_babble(struct chance *chance);
void terminal_end(struct chance *chance);

#endif
