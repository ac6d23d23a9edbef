/* app.h - a bot put together: the loop, the store, the catalogue and the lobby between them. */
#ifndef BOT_APP_APP_H
#define BOT_APP_APP_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

struct app {
	struct log log;
	struct loop *loop;
	struct loop_timer *tick;
	struct loop_signal *signal[2];
	struct store *store;
	struct catalog *catalog;
	struct worker_pool *pool;
	struct lobby lobby;
	struct commands commands;
};

/* Results of app_open: a later try may succeed (APP_FAILED), or none will (APP_REFUSED). */
enum { APP_FAILED = -1, APP_REFUSED = -2 };

/*
 * Opens it on a database file, NULL: on one in memory, whose AI players think on so many
 * threads, 0: when worker_pool_work is called; 0, or one of these after a line in the log.
 * settings live as long as the program, and so does what their strings point to. SIGINT and SIGTERM
 * end app_run.
 */
int app_open(struct app *app, struct log log, const struct settings *settings, const char *database,
	unsigned threads);
void app_close(struct app *app);
/* Runs until a signal or loop_stop. */
void app_run(struct app *app);

#endif
