/* visit.h - the bot as a process, and a homeserver scripted by the test. */
#ifndef TESTS_MATRIX_VISIT_H
#define TESTS_MATRIX_VISIT_H

#include "tests/cases.h"
#include "tests/matrix/homeserver.h"

struct visit {
	struct homeserver homeserver;
	struct bot bot;
};

/* Configures a network with these keys: homeserver, login and more. */
void visit_configure(struct visit *visit, const char *keys);
/* Configures the homeserver without TLS. */
void visit_plainly(struct visit *visit, const char *keys);

/* Setup for cmocka: a bot whose clock is ten times as fast. visit_enter adds a homeserver. */
int visit_make(void **state);
int visit_enter(void **state);
int visit_leave(void **state);
#define VISIT_CASE(name) CASE_WITH(name, struct visit *visit, visit_enter, visit_leave)

/* Starts the bot and waits until it is in the room. */
struct homeserver *visit_run(struct visit *visit);
/* A test with two parameters, `visit` and `homeserver`, that starts with a bot in the room. */
#define SYNCED_CASE(name) \
	static void name##_synced(struct visit *visit, struct homeserver *homeserver); \
	VISIT_CASE(name) \
	{ \
		name##_synced(visit, visit_run(visit)); \
	} \
	static void name##_synced( \
		__attribute__((unused)) struct visit *visit, struct homeserver *homeserver)
/* Pings the bot in the room with this word and waits for the answer. */
void visit_goes_on(struct homeserver *homeserver, const char *word);

#endif
