/* erasure.h - who asked to be forgotten is: by the store, by the bot and by its pages. */
#ifndef TESTS_SIMULATE_ERASURE_H
#define TESTS_SIMULATE_ERASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "storage/people.h"

struct person;
struct store;

/* ERASURES: of so many people, the latest, it is known who they were. */
enum { ERASURES = 64 };

struct erasure {
	struct store_person was;
	char address[STORE_ADDRESS];
	const struct person *person; /* in this batch */
};

struct erasures {
	struct erasure one[ERASURES]; /* the n-th in place n modulo that */
	unsigned count, kept;         /* how many there were, and of these in batches that were */
};

/* Somebody, or with NULL all, is about to be told something. */
void erasure_stage(const struct person *person, const char *text);
/* A batch has ended. */
void erasure_settle(bool kept);
/* Now and then: nobody is who was forgotten. */
void erasure_look(void);
/* The process lives again; lost: its disk has lost some. */
void erasure_compare(struct store *store, bool lost);
/* The run ends: pages do not tell who it was either. */
void erasure_end(struct store *store);

#endif
