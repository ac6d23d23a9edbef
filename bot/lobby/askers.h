/* askers.h - who is answered in this batch, to be told if nothing comes of it. */
#ifndef BOT_LOBBY_ASKERS_H
#define BOT_LOBBY_ASKERS_H

#include "bot/people/people.h"

/*
 * Somebody who was answered in this batch: where, and how they read, whoever they become before it
 * ends.
 */
struct asker {
	struct network *network;
	char connection[NETWORK_KEY];
	struct locale locale;
	uint8_t via; /* enum via */
};

/* All of them; starts as zeros. */
struct askers {
	struct asker *asker;
	size_t count;
};

void askers_close(struct askers *askers);
/* Notes an answered person, to be told if the batch fails; without a connection that cannot be. */
void askers_add(struct askers *askers, const struct person *person);
/* Ends a batch: tells each of them once if it was not kept, and forgets them. */
void askers_settle(struct askers *askers, const struct catalog *catalog, bool kept);

#endif
