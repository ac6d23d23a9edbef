/* bouncer.h - an IRC server that replays old lines, as bouncers and servers with history do. */
#ifndef TESTS_SIMULATE_BOUNCER_H
#define TESTS_SIMULATE_BOUNCER_H

#include <stdbool.h>

struct chance;
struct server;

/* Replayed lines are in a BATCH, or have only a server-time tag. */
enum bouncer { BOUNCER_NONE, BOUNCER_BATCHES, BOUNCER_TIMES };

/* Part of every replayed line. The bot must handle none of them. */
extern const char bouncer_mark[];

/* A step: a server begins to replay old lines at each connection, and resets this one. */
void bouncer_replay(struct chance *chance);
/* Writes a server-time tag of so many ms ago, and a blank. Writes "" without replays. */
const char *bouncer_time(const struct server *server, unsigned ago, char tag[64]);
/* Replays old lines to the channel or to the bot, if the server does so. */
void bouncer_tells(struct server *server, const char *target);

#endif
