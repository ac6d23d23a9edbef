/*
 * asker.h - finds the address of a client that asks the bot for something, and limits how often an
 * address may ask. Used only in bot/web.
 */
#ifndef BOT_WEB_ASKER_H
#define BOT_WEB_ASKER_H

#include <stdbool.h>
#include <sys/socket.h>

#include "bot/people/ratelimit.h"

/* Bytes of an address as text, NUL included. */
enum { ASKER_ADDRESS = 46 };

/* The proxies whose header X-Forwarded-For is believed: addresses and ranges like "10.0.0.0/8". */
struct asker_proxies {
	char *const *range;
	size_t count;
};

/*
 * Writes the address of a client; of an IPv6 address, only the first 64 bits (the network). If the
 * client is a trusted proxy, writes instead the last address in `forwarded` that is not trusted.
 * Writes "" if the client has no address. forwarded: the values of all X-Forwarded-For headers of
 * the request in their order, separated by commas.
 */
void asker_read_address(const struct sockaddr *client, const char *forwarded,
	const struct asker_proxies *trusted, char address[ASKER_ADDRESS]);
/*
 * Counts a question from an address. takes_seat: the question asks for a new seat, which is allowed
 * less often than a move. now: ms of a monotonic clock. Returns false if the address asks too
 * often.
 */
bool asker_may_ask(struct ratelimit *limit, const char *address, bool takes_seat, int64_t now);

#endif
