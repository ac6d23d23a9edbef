/*
 * fake.h - a server that says what a test makes it say, on 127.0.0.1 and on the bot's own loop, so
 * that both run in turns and nothing is left to chance.
 */
#ifndef TESTS_IRC_FAKE_H
#define TESTS_IRC_FAKE_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/ssl.h>

#include "bot/base/loop.h"

enum { FAKE_ROOM = 32 * 1024 * 1024 };

struct fake {
	struct loop *loop;
	struct loop_watch *door;
	struct loop_watch *watch;
	struct loop_timer *timer;
	int listener;
	int fd;       /* -1: nobody is connected */
	SSL_CTX *tls; /* NULL: the connection is plain */
	SSL *ssl;     /* of the connection */
	int port;
	bool late;   /* the time for what is waited for is over */
	bool deaf;   /* reads nothing */
	bool mute;   /* does not answer PING by itself */
	char *heard; /* all bytes received on this connection, with a NUL behind them */
	size_t length;
	size_t seen;     /* up to where fake_hears has looked, … */
	size_t answered; /* … and where PINGs are answered */
	char line[9000];
};

bool fake_open(struct fake *fake, struct loop *loop);
void fake_close(struct fake *fake);
/* Speaks TLS from the next connection on, of that version (TLS1_3_VERSION), by these files. */
bool fake_secure(struct fake *fake, int version, const char *certificate, const char *key);

/* Waits for the bot to connect; what was heard on the connection before is forgotten. */
bool fake_meets(struct fake *fake, int milliseconds);
void fake_hang_up(struct fake *fake);
/* The same without a goodbye: the connection is reset. */
void fake_reset(struct fake *fake);
/* Waits for the bot to hang up. */
bool fake_left(struct fake *fake, int milliseconds);

/* Sends bytes as they are, or a line, to which CR LF is added. */
void fake_bytes(struct fake *fake, const char *bytes, size_t length);
void fake_says(struct fake *fake, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * The first line after the one given last that contains part, without its end; lives until the next
 * call. NULL: none comes within so many milliseconds.
 */
const char *fake_hears(struct fake *fake, const char *part, int milliseconds);
/* Runs the loop for so many milliseconds. */
void fake_waits(struct fake *fake, int milliseconds);
/* How often part was received on this connection. */
size_t fake_count(const struct fake *fake, const char *part);
/* Stops or begins again to read. */
void fake_deafen(struct fake *fake, bool deaf);

#endif
