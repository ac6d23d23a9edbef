#include "bot/app/app.h"
#include "bot/command/command_table.h"
#include "bot/command/dispatch.h"

#include <signal.h>
#include <sodium.h>
#include <time.h>

#include "bot/base/sandbox.h"
#include "bot/match/arrival.h"
#include "bot/match/clock.h"
#include "bot/match/upkeep.h"
#include "storage/home.h"

enum { TICK_MS = 1000, SLICE_MS = 30 };

static int64_t now(void *self)
{
	const struct app *app = self;
	return (int64_t)loop_now(app->loop);
}

static int64_t date(void *self)
{
	(void)self;
	return (int64_t)time(NULL);
}

static void entropy(void *self, uint8_t bytes[32])
{
	(void)self;
	randombytes_buf(bytes, 32);
}

/* Runs the jobs of the calendar, in slices with pauses. */
static void run_jobs(void *context)
{
	struct app *app = context;
	if (calendar_run(&app->lobby))
		loop_timer_set(app->jobs, SLICE_MS);
}

static void tick(void *context)
{
	struct app *app = context;
	clock_tick(&app->lobby);
	loop_timer_set(app->jobs, SLICE_MS);
	loop_timer_set(app->tick, TICK_MS);
}

static void batch(void *context)
{
	struct app *app = context;
	lobby_commit(&app->lobby);
}

static void stop(void *context)
{
	struct app *app = context;
	loop_stop(app->loop);
}

static bool open_loop(struct app *app)
{
	sandbox_refuse_io_uring();
	app->loop = loop_open();
	if (app->loop == NULL)
		return false;
	app->tick = loop_timer_open(app->loop, tick, app);
	app->jobs = loop_timer_open(app->loop, run_jobs, app);
	app->signal[0] = loop_signal_open(app->loop, SIGINT, stop, app);
	app->signal[1] = loop_signal_open(app->loop, SIGTERM, stop, app);
	if (app->signal[0] == NULL || app->signal[1] == NULL)
		return false;
	loop_set_batch_end(app->loop, batch, app);
	loop_timer_set(app->tick, TICK_MS);
	return true;
}

/* Opens the database, and logs what the operator should know about it. On failure logs a line, and
 * returns an error as app_open does. */
static int open_store(struct app *app, const char *database)
{
	enum store_error error =
		database != NULL ? home_open(database, &app->store) : store_open(NULL, &app->store);
	const char *name = database != NULL ? database : "memory";
	if (error != STORE_OK) {
		log_line(&app->log, LOG_ERROR, "store", "%s: %s", name, store_error_text(error));
		/*
		 * Only the operator can remove the causes of these errors. After any other error a
		 * later try may succeed.
		 */
		return error == STORE_OWNED || error == STORE_OUTDATED || error == STORE_NEWER ||
				error == STORE_FOREIGN || error == STORE_KEYLESS
			? APP_REFUSED
			: APP_FAILED;
	}
	struct store_findings found = store_get_findings(app->store);
	const struct log *log = &app->log;
	if (found.privacy == STORE_MADE_PRIVATE)
		log_line(log, LOG_WARN, "store",
			"%s: other users could read this database or a file beside it, with hands "
			"and seeds; now only the owner can read them",
			name);
	if (found.privacy == STORE_EXPOSED)
		log_line(log, LOG_ERROR, "store",
			"%s: other users can read this database or a file beside it, with hands "
			"and seeds. The bot cannot change that; run: chmod go= %s*",
			name, name);
	if (found.upgraded > 0)
		log_line(log, LOG_NOTE, "store",
			"%s: upgraded to the schema of this version; the database from "
			"before is kept as %s.schema-%d",
			name, name, found.upgraded);
	if (found.moved)
		log_line(log, LOG_NOTE, "store",
			"%s: moved into the folder %s-data, which is all that the pages can read; "
			"hands and password hashes are sealed with the key in %s-key: keep a copy "
			"of that file",
			name, name, name);
	if (found.set_aside > 0)
		log_line(log, LOG_WARN, "store",
			"%s: the database is a copy or was restored; set aside %u "
			"running matches, because their seeds may be public",
			name, found.set_aside);
	return 0;
}

int app_open(struct app *app, struct log log, const struct settings *settings, const char *database,
	unsigned threads)
{
	*app = (struct app){ .log = log };
	int fault = open_store(app, database);
	if (fault != 0) {
		app_close(app);
		return fault;
	}
	app->catalog = catalog_open(catalogues, settings->prefix);
	bool opened = open_loop(app);
	if (opened) {
		struct loop *loop = threads > 0 ? app->loop : NULL;
		app->pool = worker_pool_open(loop, threads);
		app->slow_pool = worker_pool_open(loop, 1);
	}
	app->lobby = (struct lobby){
		.settings = *settings,
		.env = { .self = app, .now = now, .date = date, .entropy = entropy },
		.batch = { .store = app->store },
		.catalog = app->catalog,
		.log = &app->log,
		.robots = { .pool = app->pool, .slow_pool = app->slow_pool },
		.calendar = { .job = upkeep_jobs },
	};
	app->commands = (struct commands){
		.lobby = &app->lobby, .next = command_table_next, .find = command_table_find
	};
	if (opened && lobby_open(&app->lobby, &arrival_events))
		return 0;
	log_line(&app->log, LOG_ERROR, "start",
		opened ? "cannot read or write the database"
		       : "cannot create an event loop; raise LimitNOFILE (ulimit -n)");
	app_close(app);
	return APP_FAILED;
}

void app_close(struct app *app)
{
	dispatch_close(&app->commands);
	lobby_close(&app->lobby);
	if (app->loop != NULL)
		loop_close(app->loop);
	worker_pool_close(app->pool);
	worker_pool_close(app->slow_pool);
	catalog_free(app->catalog);
	store_close(app->store);
	*app = (struct app){ .store = NULL };
}
