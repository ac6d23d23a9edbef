/*
 * pong.h - the smallest bot there can be above an IRC network: answers `!ping text` with `pong
 * text` where it was asked, and remembers what the network told it.
 */
#ifndef TESTS_IRC_PONG_H
#define TESTS_IRC_PONG_H

#include "bot/net/irc/irc.h"

enum { PONG_DIARY = 64 * 1024 };

struct pong {
	struct loop *loop;
	struct log log;
	struct irc *irc;
	/*
	 * One line for each upward call: `message key nick channel|- text`, `joined channel`,
	 * `came key nick`, `went …`, `renamed …`, `lost`, `secure host
	 * port seconds`. Full, it stays as it is.
	 */
	char diary[PONG_DIARY];
	size_t length;
	bool full;
	unsigned secured; /* the port that a host is to be reached on by TLS; 0: any */
	bool forgetful;   /* every turn is forgotten instead of released */
};

/* On a loop of the caller's, whose end of turn it takes; log_fd: where the network's log goes. */
bool pong_open(
	struct pong *pong, struct loop *loop, const struct irc_settings *settings, int log_fd);
/* Also one that was never opened, being all zeroes. */
void pong_close(struct pong *pong);

#endif
