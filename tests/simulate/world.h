/*
 * world.h - all that surrounds the bot, made of nothing and from one seed: the time, what happens
 * in it, servers, people and a disk.
 *
 * What stands in place of libuv, libcurl and libc is called without a context, so there is one
 * world at a time, and this is the only thing that is global here.
 */
#ifndef TESTS_SIMULATE_WORLD_H
#define TESTS_SIMULATE_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/playout.h"
#include "tests/simulate/disk.h"
#include "tests/simulate/erasure.h"
#include "tests/simulate/homeserver.h"
#include "tests/simulate/human.h"
#include "tests/simulate/journal.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/server.h"
#include "tests/simulate/step.h"
#include "tests/simulate/terminal.h"

/* Servers of IRC and the people there; behind them are the homeserver and its own. */
enum { WORLD_SERVERS = 4, WORLD_HUMANS = 16, WORLD_FAULT = 600, WORLD_SECOND = 1000 };

/* Something that will happen. */
struct incident {
	uint64_t at; /* ms */
	uint64_t serial;
	void (*run)(struct incident *incident);
	void *subject;
	uint64_t number;
	char *bytes; /* its own, or NULL */
	size_t length;
};

struct app;

struct world {
	struct setting setting;
	struct chance chance; /* for what no step decides */
	uint64_t now;         /* ms */
	int64_t date;         /* of the calendar, in seconds, when the run begins */
	uint64_t serial;
	struct incident *event; /* a heap */
	size_t events, room;
	bool dead;        /* the process: what it still does has no effect */
	bool over;        /* the run has ended */
	bool acting;      /* what is done now the world does, and not the bot */
	uint64_t down;    /* a dead process starts again so many ms later */
	uint64_t stalled; /* the process gets no turn until then */
	uint64_t awake;   /* since then the process lives and gets its turns */
	uint64_t woken;   /* what was to happen before has; while the disk is slow more waits */
	unsigned lives;
	struct app *app; /* of the process that lives, or NULL */
	uint64_t calm;   /* no faults since then; UINT64_MAX: there are */
	struct disk disk;
	struct terminal terminal;
	unsigned servers, humans; /* there are */
	struct server server[WORLD_SERVERS + 1];
	struct human human[WORLD_HUMANS + HOME_PEOPLE];
	struct wire **wire; /* all there have been, by their descriptors */
	unsigned wires;
	struct journal journal;
	struct ledger ledger;
	struct apologies apologies;
	struct erasures erasures;
	struct utterance utterance[HEARINGS];
	unsigned utterances;
	struct warning warning[WARNINGS];
	unsigned warnings;
	struct scene scene[WORLD_SERVERS + 1][ORACLE_TABLES];
	struct promise promise[PROMISES];
	unsigned promises;
	bool staged;    /* some are about to be told */
	bool forgotten; /* the disk has lost some */
	FILE *story;    /* what happens, line by line; NULL: nobody wants to know, … */
	bool digests;   /* … but for the digest of it */
	bool wordy;     /* the story tells each line said, too */
	uint64_t digest;
	size_t heap;             /* bytes in use before the run */
	uint64_t spun;           /* the time of the last round of the loop, … */
	unsigned spins;          /* … and how many before it were at the same */
	uint64_t lines;          /* the bot has said */
	uint64_t batches;        /* of the loop; … */
	uint64_t looked;         /* … the last that an oracle looked at, … */
	uint64_t ticked;         /* … and the last before it looked at what needs time */
	uint64_t played;         /* hours in which somebody moved, … */
	uint64_t played_until;   /* … of those before this one */
	uint64_t failed;         /* when a batch last did */
	unsigned errors;         /* of the disk, when moves were last committed */
	const char *kind;        /* the words of the fault, without what differs */
	char fault[WORLD_FAULT]; /* what should not be, the first only; empty: nothing */
};

/* The one there is. */
struct world *world(void);
/* A world without people, in which nothing is planned; its servers are not open. */
void world_begin(struct world *world, const struct setting *setting);
/*
 * Lives through all that follows from a setting and these steps, for so many ms; `world` then tells
 * what came of it.
 */
void world_run(struct world *world, const struct setting *setting, const struct step *steps,
	size_t count, uint64_t until);
/* Frees what a run has left. */
void world_clear(struct world *world);

unsigned world_below(unsigned limit);
bool world_one_in(unsigned n);
/* True if the bot is beyond doing anything. */
bool world_ended(void);

/* Something happens so many ms from now; bytes (or NULL) are copied. */
void world_later(uint64_t delay, void (*run)(struct incident *incident), void *subject,
	uint64_t number, const char *bytes, size_t length);
/* The next thing that happens not after then happens; false: nothing does. */
bool world_step(uint64_t then);

/* A line of the story. */
void world_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A line of the wordy story. */
void world_mutter(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* FNV-1a: a digest goes on over these bytes; WORLD_DIGEST begins one. */
#define WORLD_DIGEST UINT64_C(14695981039346656037)
uint64_t world_digest(uint64_t digest, const void *bytes, size_t length);
/* Something is not as it must be: the run ends. */
void world_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The process dies, and starts again so many ms later; power: the whole machine does. */
void world_kill(bool power, uint64_t down);

#endif
