/* pong.h - a minimal bot on an IRC network. It answers `!ping text` with `pong text` and records
 * all events of the network in a diary. */
#ifndef TESTS_IRC_PONG_H
#define TESTS_IRC_PONG_H

#include "bot/net/irc/irc.h"
#include "bot/net/irc/settings.h"

struct irc;

enum { PONG_DIARY = 64 * 1024 };

struct pong {
	struct loop *loop;
	struct log log;
	struct network *network;
	struct irc *irc;                 /* `network` as a struct irc */
	struct irc_settings settings[2]; /* the present settings are at changes % 2 */
	unsigned changes;
	/* One line for each event: `message key nick channel|- text`, `joined channel`, `came key
	 * nick`, `went …`, `renamed …`, `lost`, `secure host port seconds`. Nothing is added once
	 * it is full. */
	char diary[PONG_DIARY];
	size_t length;
	bool full;
	unsigned secured; /* TLS port of the STS policy of every host; 0 without a policy */
	bool forgetful;   /* each batch is discarded instead of sent */
};

/* Opens the bot on a loop. At the end of each batch of the loop the bot sends its lines. The
 * network logs to log_fd. Returns false on failure. */
bool pong_open(
	struct pong *pong, struct loop *loop, const struct irc_settings *settings, int log_fd);
/* Closes the bot. Does nothing if the struct is zeroed. */
void pong_close(struct pong *pong);
void pong_change(struct pong *pong, const struct irc_settings *settings);
void pong_quit(struct pong *pong, const char *reason);
/* Returns true if the connection is closed after pong_quit. */
bool pong_is_gone(struct pong *pong);

#endif
