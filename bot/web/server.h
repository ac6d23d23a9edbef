/* server.h - pages over HTTP. */
#ifndef BOT_WEB_SERVER_H
#define BOT_WEB_SERVER_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/web/viewers.h"
#include "bot/web/web.h"

struct server;

/*
 * Listens at an address of this machine; web, which is read at each request, log and loop live
 * longer. NULL after setting *wrong: one clause.
 */
struct server *server_open(struct loop *loop, const struct log *log, const struct web *web,
	const char *address, unsigned port, const char **wrong);
void server_close(struct server *server);
/* The database is another, or something was written in it: whoever watches is told. */
void server_changed(struct server *server);
/* Now and then: notices who is gone, or too slow. */
void server_tidy(struct server *server);
unsigned server_viewers(const struct server *server);

#endif
