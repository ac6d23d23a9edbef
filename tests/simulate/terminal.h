/*
 * terminal.h - a terminal with `mitaines play` and a person at it: a server for one human, without
 * a protocol and without a database.
 */
#ifndef TESTS_SIMULATE_TERMINAL_H
#define TESTS_SIMULATE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "engine/playout.h"

/* The name of its kind of server: the last one, after the homeserver. */
#define TERMINAL_NAME "terminal"

struct terminal {
	struct chance chance;
	struct string in;  /* typed and there to read */
	size_t taken;      /* how many of those bytes were read */
	bool ended;        /* end of input */
	uint64_t last;     /* when the last key typed arrives */
	uint64_t held;     /* keys arrive no earlier than this */
	struct string out; /* the line being written */
};

void terminal_open(struct terminal *terminal);
void terminal_clear(struct terminal *terminal);
/* Begins a process, and forgets all that earlier ones did. */
void terminal_begin(struct terminal *terminal);
/* Draws the arguments of `mitaines play`. Returns their number. */
int terminal_words(struct terminal *terminal, char *words[8]);
void terminal_type(const char *line);

/* These are what the process calls for poll, read and write. */
bool terminal_ready(void);
long terminal_read(void *bytes, size_t room);
long terminal_write(const void *bytes, size_t length);

/* ---- steps ---- */

void terminal_hold(struct chance *chance);
void terminal_babble(struct chance *chance);
void terminal_end(struct chance *chance);

#endif
