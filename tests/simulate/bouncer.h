/* bouncer.h - an IRC server that replays old lines, as bouncers and servers with history do. */
#ifndef TESTS_SIMULATE_BOUNCER_H
#define TESTS_SIMULATE_BOUNCER_H

#include <stdbool.h>

struct chance;
struct server;

/* How a server marks replayed lines: by a BATCH around them, or only by their server-time tags. */
enum bouncer { BOUNCER_NONE, BOUNCER_BATCHES, BOUNCER_TIMES };

/* A text in every replayed line. The bot must handle no line with it. */
extern const char bouncer_mark[];

/* A step (step.h): a server replays old lines from the bot's next connection on, and resets the
 * present one. */
void bouncer_replay(struct chance *chance);
/* Writes a server-time tag for the time `ago` ms before now, and a blank. Writes "" if the server
 * does not replay old lines. Returns `tag`. */
const char *bouncer_time(const struct server *server, unsigned ago, char tag[64]);
/* Replays old lines to `target`, the channel or the bot's nick, if the server replays lines. */
void bouncer_tells(struct server *server, const char *target);

#endif
