/* host.h - a bot put together: the loop, the store, the words and the lobby between them. */
#ifndef BOT_APP_HOST_H
#define BOT_APP_HOST_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

struct host {
	struct log log;
	struct loop *loop;
	struct loop_timer *tick;
	struct loop_signal *signal[2];
	struct store *store;
	struct words *words;
	struct mind *mind;
	struct lobby lobby;
	struct commands commands;
};

/*
 * Opens a host on a database file, NULL: on one in memory, whose AI players think on so many
 * threads, 0: when mind_work is called; 0, or -1 after one line in the log.
 * settings live as long as the host, and so does what their strings point to. SIGINT and SIGTERM
 * end host_run.
 */
int host_open(struct host *host, struct log log, const struct settings *settings,
	const char *database, unsigned threads);
void host_close(struct host *host);
/* Runs until a signal or loop_stop. */
void host_run(struct host *host);

#endif
