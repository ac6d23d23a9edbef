/* visit.h - the bot as a program, and a homeserver that answers what a test makes it answer. */
#ifndef TESTS_MATRIX_VISIT_H
#define TESTS_MATRIX_VISIT_H

#include "tests/matrix/homeserver.h"

struct visit {
	struct homeserver homeserver;
	struct bot bot;
};

/* Configures a network of these keys: the homeserver, how to get in, and more. */
void visit_configure(struct visit *visit, const char *keys);
/* The same for the homeserver without TLS. */
void visit_plainly(struct visit *visit, const char *keys);

/* For cmocka: makes a bot whose time runs ten times as fast; a homeserver too; ends both. */
int visit_make(void **state);
int visit_enter(void **state);
int visit_leave(void **state);

/* Starts the bot and waits until it is in the room. */
struct homeserver *visit_run(struct visit *visit);
/* A person pings the bot in the room with this word and is answered. */
void visit_goes_on(struct homeserver *homeserver, const char *word);

#endif
