/* erasure.h - checks that forgotten people are gone from store, memory and web pages. */
#ifndef TESTS_SIMULATE_ERASURE_H
#define TESTS_SIMULATE_ERASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "storage/people.h"

struct person;
struct store;

/* ERASURES: number of forgotten persons that the checks remember, the latest ones. */
enum { ERASURES = 64 };

struct erasure {
	struct store_person was;
	char address[STORE_ADDRESS];
	const struct person *person; /* valid only in the batch that forgets the person */
};

struct erasures {
	struct erasure one[ERASURES]; /* the n-th erasure is in slot n modulo ERASURES */
	unsigned count, kept;         /* number of erasures, in all and in committed batches */
};

/* Checks that a pending line confirms an erasure only to a person whom this batch forgets. `person`
 * is NULL for a line to all. */
void erasure_stage(const struct person *person, const char *text);
/* Ends a batch. Checks the database if it was committed (`kept`). If not, checks that the bot still
 * knows the persons of its erasures. */
void erasure_settle(bool kept);
/* Checks that the bot's memory has no forgotten person. */
void erasure_look(void);
/* Checks at the bot's start that the database has no forgotten person. `lost`: the disk may have
 * lost erasures, so all are dropped. */
void erasure_compare(struct store *store, bool lost);
/* Checks at the end of a run that no web page names a forgotten person. */
void erasure_end(struct store *store);

#endif
