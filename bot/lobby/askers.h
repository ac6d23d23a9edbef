/* askers.h - the people answered in this batch; they get an apology if it fails. */
#ifndef BOT_LOBBY_ASKERS_H
#define BOT_LOBBY_ASKERS_H

#include "bot/people/people.h"

/* An answered person's connection and locale, as they were then. */
struct asker {
	struct network *network;
	char connection[NETWORK_KEY];
	struct locale locale;
	uint8_t via; /* enum via */
};

/* Starts as zeros. */
struct askers {
	struct asker *asker;
	size_t count;
};

void askers_close(struct askers *askers);
/* Adds an answered person. Ignores a person without a connection, as they cannot be told. */
void askers_add(struct askers *askers, const struct person *person);
/* Ends a batch. After a rollback apologizes to each of them once. Empties the list. */
void askers_settle(struct askers *askers, const struct catalog *catalog, bool kept);

#endif
