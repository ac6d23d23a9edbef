/* server.h - the HTTP server, by libmicrohttpd. */
#ifndef BOT_WEB_SERVER_H
#define BOT_WEB_SERVER_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/web/viewers.h"
#include "bot/web/web.h"

struct server;

/*
 * Listens at an IPv4 or IPv6 address. The caller owns loop, log and web, which is read at each
 * request. On an error returns NULL and sets *wrong to one clause.
 */
struct server *server_open(struct loop *loop, const struct log *log, const struct web *web,
	const char *address, unsigned port, const char **wrong);
void server_close(struct server *server);
/* Sends news to the viewers, after the database was written to or replaced. */
void server_notify_viewers(struct server *server);
/* Closes slow connections and sends keep-alives to viewers. Called periodically. */
void server_check_connections(struct server *server);
unsigned server_count_viewers(const struct server *server);

#endif
