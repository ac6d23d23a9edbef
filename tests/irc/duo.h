/* duo.h - a bot and a fake server on one loop, and the usual exchanges between them. Each helper
 * fails the test if an expected line does not come. */
#ifndef TESTS_IRC_DUO_H
#define TESTS_IRC_DUO_H

#include <stdio.h>
#include <string.h>

#include "tests/cases.h"
#include "tests/irc/fake.h"
#include "tests/irc/pong.h"

/* Timeout of every wait in milliseconds; long enough for a busy machine. */
enum { DUO_PATIENCE = 60000 };

/* All capabilities that the bot uses. */
#define DUO_ALL \
	"account-notify account-tag batch cap-notify chghost extended-join message-tags " \
	"multi-prefix sasl server-time setname"

/* DUO_CASE tests a bot that is not opened yet; DUO_CONNECTED one that is in its channel. */
#define DUO_CASE(test)      CASE_WITH(test, struct duo *duo, duo_make, duo_end)
#define DUO_CONNECTED(test) CASE_WITH(test, struct duo *duo, duo_make_connected, duo_end)

struct duo {
	struct loop *loop;
	int log; /* descriptor of the bot's log, a deleted file */
	struct pong pong;
	struct fake fake;
	struct irc_settings settings; /* used by duo_open; a test may change them first */
	struct irc_times times;
	int pings;
};

/* Group setup and teardown for cmocka. */
int duo_start(void **state);
int duo_stop(void **state);
/* Test setup and teardown for cmocka, see DUO_CASE. */
int duo_make(void **state);
int duo_make_connected(void **state);
int duo_end(void **state);

/* Configures a login to NickServ: the account "jilles" with the password "sesame". */
void duo_use_nickserv(struct duo *duo);
void duo_open(struct duo *duo);
/* duo_reach opens the bot and accepts its connection. duo_arrive also lets it join the channel. */
void duo_reach(struct duo *duo);
void duo_arrive(struct duo *duo);
/* Applies the present settings and times to the bot. Timers that already run are not changed. */
void duo_change(struct duo *duo);
/* Waits for the bot's next line that contains `line`. Fails unless the whole line equals `line`. */
void duo_hear(struct duo *duo, const char *line);
void duo_never_hears(struct duo *duo, const char *part);
/* Accepts the bot's connection and its CAP LS, NICK and USER, and offers it these capabilities. */
void duo_offer(struct duo *duo, const char *caps);
void duo_grant(struct duo *duo, const char *caps);
/* Offers and grants the same capabilities. */
void duo_negotiate(struct duo *duo, const char *caps);
/* Connects and welcomes the bot without capabilities. */
void duo_register(struct duo *duo);
/* Welcomes the bot: numerics 001, 005 and 422. */
void duo_welcome(struct duo *duo, const char *nick);
void duo_join(struct duo *duo, const char *nick);
void duo_enter(struct duo *duo);
void duo_connect(struct duo *duo);
/* Pings the bot in its channel and in private, and waits for both answers. */
void duo_ping_as(struct duo *duo, const char *nick);
void duo_ping(struct duo *duo);
/* Waits until the bot's log has this part. */
void duo_logs(struct duo *duo, const char *part);
/* Fails unless the diary of events, pong.diary, has this part. */
void duo_noted(const struct duo *duo, const char *part);

#endif
