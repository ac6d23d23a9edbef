/*
 * lobby.h - where chat becomes play: the channels, the people and the tables of all networks.
 *
 * One batch of messages changes tables, and each accepted move is written to the store;
 * lobby_commit commits once and only then lets the networks speak. When the store refuses, tables
 * and people are as before the batch, nothing of it is said, and whoever asked for anything in it
 * is told.
 */
#ifndef BOT_LOBBY_LOBBY_H
#define BOT_LOBBY_LOBBY_H

#include "bot/base/env.h"
#include "bot/base/log.h"
#include "bot/lobby/activity.h"
#include "bot/lobby/askers.h"
#include "bot/lobby/networks.h"
#include "bot/lobby/robots.h"
#include "bot/lobby/settings.h"
#include "bot/table/tables.h"
#include "bot/talk/speech.h"
#include "storage/prune.h"

/* When clocks were last looked at, and until when they stand after a batch that failed, in ms. */
struct clock {
	int64_t ticked;
	int64_t retry;
};

struct lobby {
	struct settings settings;
	struct env env;
	const struct catalog *catalog;
	const struct log *log;
	int64_t opened; /* on the lobby's clock */
	struct batch batch;
	struct people people;
	struct networks networks;
	struct channels channels;
	struct tables tables;
	struct speech speech;
	struct robots robots;
	struct clock clock;
	struct askers askers;
	struct activity activity;
	struct store_pruning pruning; /* which an operator has ordered */
};

/*
 * Opens a lobby, which takes part in these events of people, whose settings, env, catalog, log,
 * batch.store and robots.pool are set; false: the store refuses.
 */
bool lobby_open(struct lobby *lobby, const struct people_events *events);
void lobby_close(struct lobby *lobby);
/* Whoever waits to be told more of a table is told now, before they are spoken to otherwise. */
void lobby_catch_up(struct lobby *lobby);
/* Other settings from now on, on the same terms as the first. */
void lobby_configure(struct lobby *lobby, const struct settings *settings);
/* Adds a network before it connects; false likewise. */
bool lobby_add(struct lobby *lobby, struct network *network);
/* The end of a batch, see above; true if it was kept. */
bool lobby_commit(struct lobby *lobby);

int64_t lobby_now(const struct lobby *lobby);
int64_t lobby_date(const struct lobby *lobby);
/* The network of that id in the store, or NULL. */
struct network *lobby_network(const struct lobby *lobby, int64_t id);
/* The channel of that name, remembered from now on; NULL without a name. */
struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name);
/* A public line to every channel the bot is in: where there are tables, or to all; to how many. */
unsigned lobby_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args);
/* The bot takes leave wherever there are tables. */
void lobby_goodbye(struct lobby *lobby);
/* Remembers what lasts at a table; to be called before that first changes in a batch. */
void lobby_touch(struct lobby *lobby, struct table *table);
/* Minds what a write of this batch returned; true when it was written. */
bool lobby_wrote(struct lobby *lobby, enum store_error error);
/* Minds that somebody is answered in this batch: they are told if it fails. */
void lobby_asked(struct lobby *lobby, const struct person *person);

#endif
