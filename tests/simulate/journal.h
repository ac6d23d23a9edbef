/*
 * journal.h - what the bot has acknowledged: the moves of every batch that was committed, kept
 * beside the bot, and held against its database whenever it starts again.
 */
#ifndef TESTS_SIMULATE_JOURNAL_H
#define TESTS_SIMULATE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum { JOURNAL_MOVE = 64, JOURNAL_BATCH = 256 };

struct journal_match {
	int64_t id;
	char (*move)[JOURNAL_MOVE];
	size_t moves, room;
	size_t told; /* of these, in the channel */
	/* Of these, on the disk: with the next commit, or when the process lives again. */
	size_t sure;
};

/* A move of the batch under way. */
struct journal_step {
	int64_t match;
	unsigned n;
	char text[JOURNAL_MOVE];
};

struct journal {
	struct journal_match *match;
	size_t matches, room;
	struct journal_step batch[JOURNAL_BATCH];
	size_t steps;
	struct journal_step unsure[JOURNAL_BATCH]; /* of batches that failed, or nobody knows */
	size_t unsures;
};

void journal_clear(struct journal *journal);
/* The match of that id, or NULL. */
struct journal_match *journal_find(struct journal *journal, int64_t id);
/* The process has died: what was not committed may be there or not. */
void journal_died(struct journal *journal);
/* The process lives again: its database holds what was acknowledged; lost: it need not. */
void journal_compare(struct journal *journal, struct store *store, bool lost);

#endif
