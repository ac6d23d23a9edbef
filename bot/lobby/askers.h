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
	size_t owed; /* so many of them, the first, are still to be told of a batch before this */
};

void askers_close(struct askers *askers);
/* Somebody is answered; without memory, or a connection, they will not be told. */
void askers_add(struct askers *askers, const struct person *person);
/*
 * The batch has ended: tells each of them once if it was not kept, and who is owed that. If their
 * networks are speechless then, it must be undone and nobody was told.
 */
void askers_settle(struct askers *askers, const struct catalog *catalog, bool kept);
/* They were told, or else will be with the next batch. */
void askers_release(struct askers *askers, bool told);

#endif
