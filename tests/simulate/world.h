/*
 * world.h - the simulated world around the bot, made from one seed: time, events, servers, people
 * and a disk. Times are in ms since the start of the run if nothing else is said.
 *
 * The functions that replace libuv, libcurl and libc get no context argument. So there is one world
 * at a time. world() returns it, and it is the only global state here.
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
#include "tests/simulate/pages.h"
#include "tests/simulate/server.h"
#include "tests/simulate/step.h"
#include "tests/simulate/terminal.h"

/* WORLD_SERVERS and WORLD_HUMANS: the IRC servers and their people. In the arrays of struct world
 * the homeserver and its people follow them. WORLD_FAULT: size of a fault's text. WORLD_SECOND: in
 * ms. */
enum { WORLD_SERVERS = 4, WORLD_HUMANS = 16, WORLD_FAULT = 600, WORLD_SECOND = 1000 };

/* An event that is scheduled for a later time. */
struct incident {
	uint64_t at; /* when `run` is called */
	uint64_t serial;
	void (*run)(struct incident *incident);
	void *subject;
	uint64_t number;
	char *bytes; /* owned by the event; or NULL */
	size_t length;
};

struct app;

struct world {
	struct setting setting;
	struct chance chance; /* source of random numbers outside of steps */
	uint64_t now;         /* the present time */
	int64_t date;         /* Unix time, in seconds, at which the run begins */
	int64_t jump;         /* seconds that the date has jumped since then */
	uint64_t serial;
	struct incident *event; /* scheduled events, a binary heap by time */
	size_t events, room;
	bool dead; /* the bot's process has died: its calls have no effect */
	bool over;
	bool acting;      /* code of the world runs now, not code of the bot */
	uint64_t down;    /* ms from the death of a process to the start of the next one */
	uint64_t stalled; /* the process gets no CPU time until this time */
	uint64_t awake;   /* when the process last started, or got CPU time again */
	uint64_t woken;   /* when the bot's loop last woke from its wait */
	unsigned lives;
	struct app *app; /* the running process's struct app, or NULL */
	uint64_t calm;   /* start of the present calm; UINT64_MAX in a storm */
	struct disk disk;
	struct terminal terminal;
	struct pages pages;
	unsigned servers, humans; /* number of elements in use of `server` and `human` */
	struct server server[WORLD_SERVERS + 1];
	struct human human[WORLD_HUMANS + HOME_PEOPLE];
	struct wire **wire; /* all wires of this run, in the order of their descriptors */
	unsigned wires;
	struct journal journal;
	struct ledger ledger;
	struct apologies apologies;
	struct erasures erasures;
	struct utterance utterance[HEARINGS];
	unsigned utterances;
	struct scene scene[WORLD_SERVERS + 1][ORACLE_TABLES];
	struct promise promise[PROMISES];
	unsigned promises;
	bool staged;    /* the open batch has a line with a commitment or root (promise.c) */
	bool forgotten; /* the disk has lost data that it reported as synced */
	FILE *story;    /* file to which the story is written, or NULL */
	bool digests;   /* the digest is computed even without a story */
	bool wordy;     /* the story also has every line said */
	uint64_t digest;
	size_t heap;             /* bytes allocated before the run */
	uint64_t spun;           /* when the bot's loop last ran a callback */
	unsigned spins;          /* number of callbacks run since time last passed */
	uint64_t lines;          /* number of lines that the bot has said */
	uint64_t batches;        /* number of batches that have ended */
	uint64_t looked;         /* number of the last batch that the oracle checked */
	uint64_t ticked;         /* value of `batches` when liveness_look last ran */
	uint64_t played;         /* number of simulated hours with at least one committed move */
	uint64_t deals;          /* number of deals of a day and challenges played to the end */
	uint64_t played_until;   /* number of the first hour that `played` does not count yet */
	uint64_t failed;         /* when a commit of the bot last failed */
	unsigned errors;         /* value of disk.errors at the last commit with moves */
	const char *kind;        /* format string of the fault: the same for faults of one kind */
	char fault[WORLD_FAULT]; /* text of the first violation found; empty: all is well */
};

struct world *world(void);
/* Begins a world without people, planned events or open servers. */
void world_begin(struct world *world, const struct setting *setting);
/*
 * Simulates a run with the given steps until the time `until`. The caller reads the result in
 * `world` and frees it with world_clear.
 */
void world_run(struct world *world, const struct setting *setting, const struct step *steps,
	size_t count, uint64_t until);
void world_clear(struct world *world);

/* Returns the Unix time on the bot's machine, in seconds. */
int64_t world_date(void);
unsigned world_below(unsigned limit);
bool world_one_in(unsigned n);
/* Returns true if the process is dead or the run is over: the bot's calls then have no effect. */
bool world_ended(void);

/* Schedules a call of `run` in `delay` ms, with the other arguments in its incident. Copies the
 * bytes, which may be NULL. */
void world_later(uint64_t delay, void (*run)(struct incident *incident), void *subject,
	uint64_t number, const char *bytes, size_t length);
/* Runs the next event that is due by the time `then`. Returns false if no event is due. */
bool world_step(uint64_t then);

/* Adds a formatted line to the story. */
void world_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Adds a formatted line to the story if it is wordy. */
void world_mutter(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns an FNV-1a digest continued with these bytes. WORLD_DIGEST is its initial value. */
#define WORLD_DIGEST UINT64_C(14695981039346656037)
uint64_t world_digest(uint64_t digest, const void *bytes, size_t length);
/* Notes a violation of a check, and ends the run. Only the first violation counts. */
void world_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Kills the bot's process, or with `power` its machine. It starts again `down` ms later. */
void world_kill(bool power, uint64_t down);

#endif
