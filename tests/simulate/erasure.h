/* erasure.h - checks that forgotten people are gone from store, memory and web pages. */
#ifndef TESTS_SIMULATE_ERASURE_H
#define TESTS_SIMULATE_ERASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "storage/people.h"

struct person;
struct store;

/* ERASURES is the number of forgotten persons to remember; the latest are kept. */
enum { ERASURES = 64 };

struct erasure {
	struct store_person was;
	char address[STORE_ADDRESS];
	const struct person *person; /* valid in the batch that forgets them */
};

struct erasures {
	struct erasure one[ERASURES]; /* the n-th is in slot n modulo ERASURES */
	unsigned count, kept;         /* persons forgotten, in all and in committed batches */
};

/* Checks a pending line to a person, or with NULL to all. */
void erasure_stage(const struct person *person, const char *text);
/* Ends a batch, and checks the database if it was committed. */
void erasure_settle(bool kept);
/* Checks that the bot knows no forgotten person. */
void erasure_look(void);
/* Compares with the database at a start. `lost`: the disk may have lost erasures. */
void erasure_compare(struct store *store, bool lost);
/* Checks the web pages at the end of a run. */
void erasure_end(struct store *store);

#endif
