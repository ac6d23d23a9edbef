/* bouncer.h - an IRC server that replays old lines, as bouncers and servers with history do. */
#ifndef TESTS_SIMULATE_BOUNCER_H
#define TESTS_SIMULATE_BOUNCER_H

#include <stdbool.h>

struct chance;
struct server;

/* Replays are in batches, or their lines have a time alone. */
enum bouncer { BOUNCER_NONE, BOUNCER_BATCHES, BOUNCER_TIMES };

/* Every replayed line says this; the bot must hear none. */
extern const char bouncer_mark[];

/* A step (step.h): from now on a server replays old lines at each connection, and loses this one.
 */
void bouncer_replay(struct chance *chance);
/* Writes the tag for the time so many ms ago and a blank; "" if the server replays nothing. */
const char *bouncer_time(const struct server *server, unsigned ago, char tag[64]);
/* Replays old lines to the channel or to the bot, where the server does. */
void bouncer_tells(struct server *server, const char *target);

#endif
