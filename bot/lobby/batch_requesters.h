/*
 * batch_requesters.h - the people whose commands this batch answers. They get an apology if the
 * batch fails.
 */
#ifndef BOT_LOBBY_BATCH_REQUESTERS_H
#define BOT_LOBBY_BATCH_REQUESTERS_H

#include "bot/people/people.h"

/* A person's connection, locale and way of answering at the time of the answer. */
struct batch_requester {
	struct network *network;
	char connection[NETWORK_KEY];
	struct locale locale;
	uint8_t via; /* enum via: message or notice */
};

/* The list of this batch. An empty one is all zeros. */
struct batch_requesters {
	struct batch_requester *requester;
	size_t count;
};

void batch_requesters_close(struct batch_requesters *batch_requesters);
/* Adds a person. Ignores a person without a connection, because no apology can reach them. */
void batch_requesters_add(struct batch_requesters *batch_requesters, const struct person *person);
/*
 * Ends a batch and empties the list. After a rollback (kept is false), sends each person one
 * apology.
 */
void batch_requesters_end_batch(
	struct batch_requesters *batch_requesters, const struct catalog *catalog, bool kept);

#endif
