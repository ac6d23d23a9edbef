/*
 * lobby.h - the bot's central state: channels, people and tables of all networks.
 *
 * A batch of messages changes tables and journals each move. lobby_commit commits once, and only
 * then the networks send. If the commit fails, tables and people are restored, staged lines are
 * discarded, and each person that asked for something gets an apology.
 */
#ifndef BOT_LOBBY_LOBBY_H
#define BOT_LOBBY_LOBBY_H

#include "bot/base/env.h"
#include "bot/base/log.h"
#include "bot/lobby/batch_requesters.h"
#include "bot/lobby/counters.h"
#include "bot/lobby/networks.h"
#include "bot/lobby/pending_log.h"
#include "bot/lobby/robots.h"
#include "bot/lobby/settings.h"
#include "bot/table/tables.h"
#include "bot/talk/speech.h"
#include "storage/prune.h"

/* The last clock_tick, and the end of the pause after a rollback, in ms. */
struct clock {
	int64_t ticked;
	int64_t paused_until;
};

struct lobby {
	struct settings settings;
	struct env env;
	const struct catalog *catalog;
	const struct log *log;
	int64_t opened; /* ms on the lobby's clock */
	struct batch batch;
	struct people people;
	struct networks networks;
	struct channels channels;
	struct tables tables;
	struct speech speech;
	struct robots robots;
	struct clock clock;
	struct batch_requesters batch_requesters;
	struct pending_log pending_log;
	struct counters activity;
	struct store_pruning pruning; /* ordered by an operator */
};

/*
 * Opens a lobby. The caller has set settings, env, catalog, log, batch.store and robots.pool.
 * Returns false if the store fails.
 */
bool lobby_open(struct lobby *lobby, const struct people_events *events);
void lobby_close(struct lobby *lobby);
/* Tells all listeners the news of tables that wait for them. */
void lobby_tell_pending_news(struct lobby *lobby);
/* Replaces the settings. The new strings must live as long as the lobby. */
void lobby_configure(struct lobby *lobby, const struct settings *settings);
/* Adds a network, before it connects. Returns false if the store fails. */
bool lobby_add_network(struct lobby *lobby, struct network *network);
/* Ends a batch. Returns true if it was committed, false if it was rolled back. */
bool lobby_commit(struct lobby *lobby);

int64_t lobby_now(const struct lobby *lobby);
int64_t lobby_date(const struct lobby *lobby);
/* Finds a network by its id in the store, or NULL. */
struct network *lobby_network(const struct lobby *lobby, int64_t id);
/* Finds a channel or adds it. Returns NULL if the name is empty. */
struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name);
/* Says a line in each channel with tables, or with `all` in each channel. Returns how many. */
unsigned lobby_announce(
	struct lobby *lobby, bool all, enum message message, const struct arg *args);
/* Says goodbye in channels with tables. */
void lobby_say_goodbye(struct lobby *lobby);
/* Saves a table for a rollback. Call it before the table's first change in a batch. */
void lobby_snapshot_table(struct lobby *lobby, struct table *table);
/* Records a store error; the batch will then roll back. Returns true on success. */
bool lobby_check_write(struct lobby *lobby, enum store_error error);
/* Notes that a person is answered in this batch: they get an apology if it fails. */
void lobby_note_requester(struct lobby *lobby, const struct person *person);

#endif
