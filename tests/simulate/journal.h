/* journal.h - the moves that the bot has committed. Its database must have them at each start. */
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
	size_t told; /* number of moves that the channel has read */
	size_t sure; /* number of moves that must survive a power cut */
};

/* A move that the bot has stored in the open batch, or in a failed one. */
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
	struct journal_step unsure[JOURNAL_BATCH]; /* moves that the database may or may not have */
	size_t unsures;
};

void journal_clear(struct journal *journal);
struct journal_match *journal_find(struct journal *journal, int64_t id);
/* Notes that the process died or a commit failed: the database may or may not have the moves of the
 * open batch. */
void journal_died(struct journal *journal);
/* Compares the journal with the database at the bot's start. `lost`: the disk may have lost
 * moves. */
void journal_compare(struct journal *journal, struct store *store, bool lost);

#endif
