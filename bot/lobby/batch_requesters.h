/* batch_requesters.h - the people answered in this batch; they get an apology if it fails. */
#ifndef BOT_LOBBY_BATCH_REQUESTERS_H
#define BOT_LOBBY_BATCH_REQUESTERS_H

#include "bot/people/people.h"

/* An answered person's connection and locale, as they were then. */
struct batch_requester {
	struct network *network;
	char connection[NETWORK_KEY];
	struct locale locale;
	uint8_t via; /* enum via */
};

/* Starts as zeros. */
struct batch_requesters {
	struct batch_requester *requester;
	size_t count;
};

void batch_requesters_close(struct batch_requesters *batch_requesters);
/* Adds an answered person. Ignores a person without a connection, as they cannot be told. */
void batch_requesters_add(struct batch_requesters *batch_requesters, const struct person *person);
/* Ends a batch. After a rollback apologizes to each of them once. Empties the list. */
void batch_requesters_end_batch(
	struct batch_requesters *batch_requesters, const struct catalog *catalog, bool kept);

#endif
