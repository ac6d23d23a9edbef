/* server.h - the HTTP server, which uses libmicrohttpd. */
#ifndef BOT_WEB_SERVER_H
#define BOT_WEB_SERVER_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/web/web.h"

struct server;

/*
 * Listens at an IPv4 or IPv6 address. The caller owns loop, log and web; each request reads the
 * current *web. On an error returns NULL and sets *wrong to a text that says why; errno is then the
 * error of listening at the address, or 0 for any other error.
 */
struct server *server_open(struct loop *loop, const struct log *log, const struct web *web,
	const char *address, unsigned port, const char **wrong);
void server_close(struct server *server);
/*
 * Listens at a path for the bot, which sends seats and metrics. Call it before entering the
 * sandbox. Returns the seats, for *web, or NULL with errno set.
 */
const struct seats *server_open_seats(struct server *server, const char *path);
/* Sends news to the viewers. Call it after the database was written to or replaced. */
void server_notify_viewers(struct server *server);
unsigned server_count_viewers(const struct server *server);

#endif
