/*
 * lobby.h - the bot's central state: the channels, people and tables of all networks.
 *
 * A batch is one round of the event loop. Its messages change tables and journal each move. Then
 * lobby_commit commits once, and only after that the networks send their lines. If the commit
 * fails, tables and people are restored, the staged lines are discarded, and the people whose
 * commands failed get an apology.
 */
#ifndef BOT_LOBBY_LOBBY_H
#define BOT_LOBBY_LOBBY_H

#include "bot/base/env.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"
#include "bot/base/worker.h"
#include "bot/lobby/calendar.h"
#include "bot/lobby/guests.h"
#include "bot/lobby/pending_log.h"
#include "bot/lobby/seat_keys.h"
#include "bot/lobby/settings.h"
#include "bot/lobby/venues.h"
#include "bot/people/access.h"
#include "bot/table/tables.h"
#include "bot/talk/speech.h"
#include "storage/channels.h"
#include "storage/prune.h"

/* A list of networks. */
struct networks {
	struct network **network;
	size_t count;
};

/* A person whose command this batch answers, with the address for an apology if the batch fails. */
struct requester {
	struct network *network;
	char connection[NETWORK_KEY];
	struct locale locale;
	uint8_t via; /* enum via: message or notice */
};

/* Times in ms: when clock_tick last ran, and the end of the pause after a rollback. */
struct clock {
	int64_t ticked;
	int64_t paused_until;
};

/*
 * A surface that must know how each batch ends. The lobby calls `end` after the commit or rollback,
 * while closed tables and the marks of what the batch has changed still exist. `end` NULL: no
 * surface.
 */
struct batch_listener {
	void (*end)(void *self, bool kept);
	void *self;
};

/* The AI players. All members start as zeros, except the pools. */
struct robots {
	struct worker_pool *pool; /* moves and answers that people wait for */
	/* jobs for which no running match waits; a pool of one thread */
	struct worker_pool *slow_pool;
	int64_t id[LEVEL_COUNT]; /* ids in the database, by level */
	uint64_t last_serial;    /* serial number of the last job */
	struct advice *advice;   /* running reviews for the players, see match/advice.c */
};

/* The reasons for which a command is refused. */
enum refusal_reason {
	REFUSED_RATE,    /* rate limit */
	REFUSED_UNKNOWN, /* no such command */
	REFUSED_PLACE,   /* command not allowed here: in a channel, or in private */
	REFUSED_TABLE,   /* no such table */
	REFUSED_TURN,    /* not the player's turn */
	REFUSED_RULE,    /* illegal move */
	REFUSED_SEAT,    /* seat, offer or invitation missing or taken */
	REFUSED_ORDER,   /* an operator's command that failed or is not allowed */
	REFUSED_COUNT
};

/* Counters since the start of the bot, for metrics and `admin status`. */
struct counters {
	uint64_t moves, robot_moves; /* moves by people; moves by AI players */
	uint64_t refused[REFUSED_COUNT];
	uint64_t batches_rolled_back; /* batches that failed */
	struct histogram commit;      /* duration of commits of batches with writes */
	struct histogram thinking;    /* time that AI players took to think */
};

/* The running exercises, see match/exercise.h. Starts as zeros. */
struct exercises {
	struct participant participant; /* must be the first member */
	struct lobby *lobby;
	/* searches and their kept results, see match/thoughts.h; NULL: none yet */
	struct thoughts *thoughts;
	/* the exercises, oldest first; an ended one stays until the batch ends */
	struct exercise **exercise;
	size_t count;
};

/* The deals of a day, see match/daily_jobs.h. Starts as zeros. */
struct daily {
	bool plays; /* a job of the slow pool is playing a hand of a deal */
	/*
	 * the job that tells people the results of their challenges goes on after the try with this
	 * id; 0: with the first
	 */
	int64_t untold;
};

struct lobby {
	struct settings settings;
	struct env env;
	const struct catalog *catalog;
	const struct log *log;
	int64_t opened; /* ms on the lobby's clock: when the lobby was opened */
	struct batch batch;
	struct people people;
	/* configured and removed networks, without the network of guests; see lobby_next_network */
	struct networks networks;
	struct guests guests;
	/* access rules of all networks; they live longer than the networks */
	struct access **access;
	size_t accesses;
	struct channels channels;
	struct venues venues;
	struct tables tables;
	struct exercises exercises;
	struct seat_keys seat_keys;
	struct batch_listener batch_listener;
	struct speech speech;
	struct robots robots;
	struct clock clock;
	struct calendar calendar;
	struct daily daily;
	struct requester *requester; /* the people whose commands this batch answers */
	size_t requesters;
	struct pending_log pending_log;
	struct counters activity;
	/* progress of the removal of old journals, which an operator ordered */
	struct store_pruning pruning;
};

/*
 * Opens a lobby. The caller has set settings, env, catalog, log, batch.store, calendar.job and
 * the pools of robots. Returns false if the database fails.
 */
bool lobby_open(struct lobby *lobby, const struct people_events *events);
void lobby_close(struct lobby *lobby);
/* Tells the listeners of all tables the news held back for them. */
void lobby_tell_pending_news(struct lobby *lobby);
/* Replaces the settings. The strings in them must live as long as the lobby. */
void lobby_configure(struct lobby *lobby, const struct settings *settings);
/* Adds a network, which must not be connected yet. Returns false if the database fails. */
bool lobby_add_network(struct lobby *lobby, struct network *network);
/* Sets the network of guests. Returns false if the database fails. */
bool lobby_set_guests(struct lobby *lobby, struct network *network);
/* Ends a batch. Returns true if it was committed, false if it was rolled back. */
bool lobby_commit(struct lobby *lobby);

/*
 * Runs the oldest job of AI players, jobs of tables first. Only for pools without an event loop
 * (bot/base/worker.h). Returns false without a job.
 */
bool lobby_run_job(const struct lobby *lobby);
/* True if an AI player has this id in the database. */
bool lobby_is_robot(const struct lobby *lobby, int64_t id);
int64_t lobby_now(const struct lobby *lobby);
int64_t lobby_date(const struct lobby *lobby);
/*
 * Steps through the networks that operators see: the configured ones, and removed ones until the
 * bot has left them and their last table has ended. Begin with *n = 0. Returns NULL at the end.
 */
struct network *lobby_next_network(const struct lobby *lobby, size_t *n);
/* Finds a network by its id in the database. Returns NULL if not found. */
struct network *lobby_network(const struct lobby *lobby, int64_t id);
/* Finds a channel by its name, or adds it. Returns NULL for an empty name. */
struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name);
/* Stores a channel's setting. The value is in force at once; a rollback restores the old value. */
void lobby_set_channel(
	struct lobby *lobby, struct channel *channel, const struct store_channel_setting *row);
/*
 * Deletes a stored setting, which must exist. The default is in force at once; a rollback restores
 * the setting.
 */
void lobby_reset_channel(struct lobby *lobby, struct channel *channel, const char *key);
/* Returns the number of tables that the bot's operator allows in a channel. */
unsigned lobby_most_tables(const struct lobby *lobby, const struct channel *channel);
/*
 * Says a line in each channel that has tables; all: also in the other channels. Returns the number
 * of channels.
 */
unsigned lobby_announce(
	struct lobby *lobby, bool all, enum message message, const struct arg *args);
/* Says goodbye in each channel that has tables. */
void lobby_say_goodbye(struct lobby *lobby);
/*
 * Saves a copy of a table for a rollback. Call it before the first change of the table in a batch.
 */
void lobby_snapshot_table(struct lobby *lobby, struct table *table);
/* Records a store error; the batch will then roll back. Returns true on success. */
bool lobby_check_write(struct lobby *lobby, enum store_error error);
/*
 * Remembers that this batch answers a person, who gets an apology if the batch fails. Ignores a
 * person without a connection, because no apology can reach them.
 */
void lobby_note_requester(struct lobby *lobby, const struct person *person);

#endif
