/*
 * terminal.h - a terminal with `mitaines play` and a person at it. In the world it is a server with
 * one human, without a protocol and a database.
 */
#ifndef TESTS_SIMULATE_TERMINAL_H
#define TESTS_SIMULATE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "engine/playout.h"

/* The name of the terminal's kind of server, the last one after the homeserver (server.c). */
#define TERMINAL_NAME "terminal"

struct terminal {
	struct chance chance;
	struct string in;  /* typed bytes that have arrived */
	size_t taken;      /* number of these bytes that the process has read */
	bool ended;        /* the input has ended */
	uint64_t last;     /* ms; when the last typed byte arrives */
	uint64_t held;     /* ms; typed bytes arrive no earlier than this time */
	struct string out; /* the beginning of a line that the process writes */
};

void terminal_open(struct terminal *terminal);
void terminal_clear(struct terminal *terminal);
/* Prepares the terminal and the checks for a new process, which knows nothing of earlier ones. */
void terminal_begin(struct terminal *terminal);
/* Draws random arguments for `mitaines play`. Returns their number. */
int terminal_words(struct terminal *terminal, char *words[8]);
void terminal_type(const char *line);

/* The process's calls of poll, read and write end up here for the terminal. */
bool terminal_ready(void);
long terminal_read(void *bytes, size_t room);
long terminal_write(const void *bytes, size_t length);

/* ---- steps ---- */

void terminal_hold(struct chance *chance);
void terminal_babble(struct chance *chance);
void terminal_end(struct chance *chance);

#endif
