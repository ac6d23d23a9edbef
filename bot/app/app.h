/* app.h - puts the parts of a bot together: event loop, store, catalogue, lobby. */
#ifndef BOT_APP_APP_H
#define BOT_APP_APP_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

struct app {
	struct log log;
	struct loop *loop;
	struct loop_timer *tick;
	struct loop_timer *jobs;
	struct loop_signal *signal[2];
	struct store *store;
	struct catalog *catalog;
	struct worker_pool *pool;
	struct worker_pool *slow_pool;
	struct lobby lobby;
	struct commands commands;
};

/*
 * Errors of app_open. After APP_FAILED a later try may succeed; APP_REFUSED means that the operator
 * must change something.
 */
enum { APP_FAILED = -1, APP_REFUSED = -2 };

/*
 * Opens a bot on a database file. database NULL: in memory. threads: number of threads for AI
 * players at tables; 0: all jobs run in worker_pool_run_one. The strings of settings must outlive
 * the app. SIGINT and SIGTERM will stop the loop. Returns 0, or an error after a log line.
 */
int app_open(struct app *app, struct log log, const struct settings *settings, const char *database,
	unsigned threads);
void app_close(struct app *app);

#endif
