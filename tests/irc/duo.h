/*
 * duo.h - a bot and a fake server on one loop, and the ordinary course of things between them; what
 * is not as it should be fails the test.
 */
#ifndef TESTS_IRC_DUO_H
#define TESTS_IRC_DUO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/irc/fake.h"
#include "tests/irc/pong.h"

/* Milliseconds to wait for anything: enough for a busy machine. */
enum { DUO_PATIENCE = 60000 };

/* All capabilities the bot has a use for. */
#define DUO_ALL \
	"account-notify account-tag batch cap-notify chghost extended-join message-tags " \
	"multi-prefix sasl server-time setname"

/* A test whose state is a bot that is not opened yet, or one that is in its channel. */
#define DUO_CASE(test)      cmocka_unit_test_setup_teardown(test, duo_make, duo_end)
#define DUO_CONNECTED(test) cmocka_unit_test_setup_teardown(test, duo_make_connected, duo_end)

struct duo {
	struct loop *loop;
	int log; /* a file without a name */
	struct pong pong;
	struct fake fake;
	struct irc_settings settings; /* of duo_open; a test may change them before */
	struct irc_times times;
	int pings;
};

/* For cmocka: around a group of tests, */
int duo_start(void **state);
int duo_stop(void **state);
/* around a test: with a bot that is not opened yet, or one that is in its channel. */
int duo_make(void **state);
int duo_make_connected(void **state);
int duo_end(void **state);

void duo_open(struct duo *duo);
/* The bot goes by what the settings and times are now; what it waits for already stays. */
void duo_change(struct duo *duo);
/* The server hears exactly this line next of those that contain it, or none with that part. */
void duo_hear(struct duo *duo, const char *line);
void duo_never_hears(struct duo *duo, const char *part);
/* The server hears the bot's first lines and tells what it offers; it grants what is asked for. */
void duo_offer(struct duo *duo, const char *caps);
void duo_grant(struct duo *duo, const char *caps);
/* Both, of the same capabilities. */
void duo_negotiate(struct duo *duo, const char *caps);
/* The bot connects, registers and is welcome. */
void duo_register(struct duo *duo);
/* The server welcomes the bot; answers its JOIN; does both; and all of that. */
void duo_welcome(struct duo *duo, const char *nick);
void duo_join(struct duo *duo, const char *nick);
void duo_enter(struct duo *duo);
void duo_connect(struct duo *duo);
/* The bot, by that nick, is alive, tells channel and private apart, and answers at once. */
void duo_ping_as(struct duo *duo, const char *nick);
void duo_ping(struct duo *duo);
/* The bot's log has this part, or gets it. */
void duo_logs(struct duo *duo, const char *part);
/* The bot's diary has this part. */
void duo_noted(const struct duo *duo, const char *part);

#endif
