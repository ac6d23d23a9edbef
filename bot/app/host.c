#include "bot/app/host.h"

#include <signal.h>
#include <sodium.h>
#include <time.h>

#include "bot/match/clock.h"
#include "bot/match/seating.h"
#include "storage/store.h"

enum { TICK_MS = 1000 };

static int64_t now(void *self)
{
	const struct host *host = self;
	return (int64_t)loop_now(host->loop);
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

static void tick(void *context)
{
	struct host *host = context;
	clock_tick(&host->lobby);
	loop_timer_set(host->tick, TICK_MS);
}

static void turn(void *context)
{
	struct host *host = context;
	lobby_turn(&host->lobby);
}

static void stop(void *context)
{
	struct host *host = context;
	loop_stop(host->loop);
}

static bool open_loop(struct host *host)
{
	host->loop = loop_open();
	if (host->loop == NULL)
		return false;
	host->tick = loop_timer_open(host->loop, tick, host);
	host->signal[0] = loop_signal_open(host->loop, SIGINT, stop, host);
	host->signal[1] = loop_signal_open(host->loop, SIGTERM, stop, host);
	if (host->tick == NULL || host->signal[0] == NULL || host->signal[1] == NULL)
		return false;
	loop_turn(host->loop, turn, host);
	loop_timer_set(host->tick, TICK_MS);
	return true;
}

static void log_privacy(const struct log *log, const char *name, enum store_privacy privacy)
{
	if (privacy == STORE_MADE_PRIVATE)
		log_line(log, LOG_WARN, "store",
			"%s: others could read it or a file beside it, hands and seeds too; now "
			"only "
			"its owner can",
			name);
	if (privacy == STORE_EXPOSED)
		log_line(log, LOG_ERROR, "store",
			"%s: others may read it or a file beside it, hands and seeds too, and that "
			"cannot be changed: chmod go= %s*",
			name, name);
}

/* What the operator must know of the database. */
static void log_findings(
	const struct log *log, const char *name, const struct store_findings *found)
{
	log_privacy(log, name, found->privacy);
	if (found->upgraded > 0)
		log_line(log, LOG_NOTE, "store",
			"%s: upgraded; %s.schema-%d is the database as it was", name, name,
			found->upgraded);
	if (found->set_aside > 0)
		log_line(log, LOG_WARN, "store",
			"%s: an older state, or from elsewhere: matches under way then, whose "
			"seeds may be public now, are set aside: %u",
			name, found->set_aside);
}

/* Opens the database; -1 after one line in the log. */
static int open_store(struct host *host, const char *database)
{
	enum store_error error = store_open(database, &host->store);
	const char *name = database != NULL ? database : "memory";
	if (error != STORE_OK) {
		log_line(&host->log, LOG_ERROR, "store", "%s: %s", name, store_error_text(error));
		return -1;
	}
	struct store_findings found = store_findings(host->store);
	log_findings(&host->log, name, &found);
	return 0;
}

int host_open(struct host *host, struct log log, const struct settings *settings,
	const char *database, unsigned threads)
{
	*host = (struct host){ .log = log };
	if (open_store(host, database) != 0) {
		host_close(host);
		return -1;
	}
	host->words = words_open(catalogues, settings->prefix);
	bool opened = open_loop(host);
	if (opened)
		host->mind = mind_open(threads > 0 ? host->loop : NULL, threads);
	host->lobby = (struct lobby){
		.settings = *settings,
		.env = { .self = host, .now = now, .date = date, .entropy = entropy },
		.turn = { .store = host->store },
		.words = host->words,
		.log = &host->log,
		.robots = { .mind = host->mind },
	};
	host->commands = (struct commands){ .lobby = &host->lobby };
	if (opened && host->words != NULL && host->mind != NULL &&
		lobby_open(&host->lobby, &seating_events))
		return 0;
	log_line(&host->log, LOG_ERROR, "start", "out of memory, or the database refuses");
	host_close(host);
	return -1;
}

void host_close(struct host *host)
{
	commands_close(&host->commands);
	lobby_close(&host->lobby);
	if (host->loop != NULL)
		loop_close(host->loop);
	mind_close(host->mind);
	words_free(host->words);
	store_close(host->store);
	*host = (struct host){ .store = NULL };
}

void host_run(struct host *host)
{
	loop_run(host->loop);
}
