/* app.h - the parts of a bot put together: event loop, store, catalogue, lobby. */
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

/* Errors of app_open: APP_FAILED may pass at a later try, APP_REFUSED needs the operator. */
enum { APP_FAILED = -1, APP_REFUSED = -2 };

/*
 * Opens a bot on a database file; NULL: in memory. AI players think on that many threads; 0: within
 * worker_pool_run_one. The strings of settings must outlive it. SIGINT and SIGTERM end app_run.
 * Returns 0, or an error after a log line.
 */
int app_open(struct app *app, struct log log, const struct settings *settings, const char *database,
	unsigned threads);
void app_close(struct app *app);
/* Runs until a signal or loop_stop. */
void app_run(struct app *app);

#endif
