/* oracle.h - checks of the bot during a run, by oracle.c and the files named below. A violation
 * ends the run. Times are in ms since the start of the run. */
#ifndef TESTS_SIMULATE_ORACLE_H
#define TESTS_SIMULATE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/game.h"

struct home_room;
struct human;
struct network;
struct person;
struct server;
struct store;
struct table;

/* Sizes of tables: PROMISES exceeds the matches of a run, and APOLOGIES the number of people. */
enum { ORACLE_TABLES = 9, PROMISES = 2048, APOLOGIES = 32, HEARINGS = 1024, HEARING_TEXT = 64 };

/* SCENE_BEFORE: number of earlier matches that the record of a table has. */
enum { SCENE_BEFORE = 8 };
/* The state of a table after the last batch. A time is 0 if its event never happened. */
struct scene {
	int64_t match; /* id of the present or last match; 0: no match yet */
	/* Earlier matches at this table, latest first: a channel may read of their moves late. */
	int64_t before[SCENE_BEFORE];
	uint64_t opened; /* when this check first saw the match */
	unsigned moves, hand, turn;
	uint64_t since;  /* when the turn, or the player to move, last changed */
	uint64_t dealt;  /* when the hand was dealt */
	uint64_t absent; /* when the player to move was last seen to be absent */
	uint64_t rested; /* when the table last had no present player, or had to wait */
	bool running;
	uint64_t seen;               /* number of the last batch that saw the table */
	uint64_t digest;             /* digest of the game's state */
	bool down;                   /* some cards of the table lie face down */
	cards hidden[SEATS_MAX + 1]; /* cards hidden from each seat, then from watchers */
	int64_t player[SEATS_MAX];   /* id of the seat's player; 0: an AI player */
	uint64_t seated[SEATS_MAX];  /* when the player took the seat */
	bool away[SEATS_MAX];        /* an AI player plays for the absent player */
	unsigned misses[SEATS_MAX];  /* turns that the player has missed */
	unsigned holder[SEATS_MAX];  /* number + 1 of the last human shown the hand; 0: none */
	uint32_t holders[SEATS_MAX]; /* bits of all humans shown the hand, by their number */
	bool missed[SEATS_MAX];      /* the player has lost the connection */
	uint64_t gone[SEATS_MAX];    /* ms for which the player has been gone in this match */
	uint64_t counted;            /* when `gone` was last updated */
};

/* The commitment of a match and its root (engine/shuffle.h), as people have read them. */
struct promise {
	int64_t match;
	struct promise_told {
		uint64_t at; /* when people last read it; 0: never */
		uint8_t bytes[32];
		unsigned heard, said; /* number of times read in the channel, and said by the bot */
		uint64_t said_at;     /* when the bot last said it */
		const struct server *staged; /* server to which the open batch sends it, or NULL */
	} commitment, root;
};

/* The people with a request in the open batch. `said`: the bot has apologized to them. */
struct apologies {
	struct apology {
		struct network *network;
		char connection[64];
		bool said;
	} to[APOLOGIES];
	unsigned count;
};

/* A text that a person says on Matrix, and the number of times it was said and handled. */
struct utterance {
	unsigned human;
	char text[HEARING_TEXT];
	/* Numbers of times: said, handled in the open batch, handled in committed batches. */
	unsigned said, heard, kept;
	unsigned owed;    /* number of times that the bot must still handle it */
	uint64_t owed_at; /* when the person last said it in the channel */
};

/* The Matrix events that the bot has stored in order to send them. */
struct ledger {
	struct ledger_line {
		char name[64];
		uint64_t at;                   /* when the bot first stored the event */
		const struct home_room *taken; /* room that has got the event; NULL: none yet */
		bool early; /* the person had not joined that room when it got the event */
		bool refused;
		bool keeps, drops; /* the open batch stores the event, or deletes it */
		bool kept;         /* a committed batch has stored the event */
	} * line;
	size_t lines, room;
};

/* Schedules the checks that run all the time (liveness_look). */
void oracle_plan(void);
/* Checks the database when the bot has just opened it. oracle_resume checks the tables when the bot
 * has resumed them. */
void oracle_start(struct store *store);
void oracle_resume(void);
/* Notes that an older copy replaces the database: later rows are gone, and their ids may be
 * reused. */
void oracle_restore(void);
/* Runs the checks for the end of a run. */
void oracle_end(void);
/* Notes and checks the state of all tables after a batch. */
void oracle_look(void);
/* Checks a line that the bot writes to a player at a terminal, where no batch holds it back. */
void oracle_say(struct network *network, const char *connection, const char *text);
/* Checks a line of the bot that a human reads, or the channel if `human` is NULL. */
void oracle_hear(struct server *server, const struct human *human, const char *text);
/* Reports that a server disconnects the bot because too many of its bytes wait (Excess Flood). */
void oracle_flooded(struct server *server);

/* Returns the human on the connection with that key (struct sender), or NULL. */
struct human *oracle_human(struct network *network, const char *key);
/* Returns the human on a player's connection, or NULL without one. `player` is NULL for an AI
 * player. */
const struct human *oracle_player(const struct table *table, const struct person *player);
/* Returns the bot's network for a server, or NULL. oracle_server returns the server of a
 * network. */
struct network *oracle_network(const struct server *server);
struct server *oracle_server(const struct network *network);
/*
 * Returns true if the bot may not know yet to whom the human's nick belongs now: the line about a
 * change is under way, lost, unread, or in the input of the open batch.
 */
bool oracle_is_behind(const struct human *human, const struct network *network);
/* Returns the record of a table, which may be about an earlier match there. */
struct scene *oracle_scene(const struct table *table);

/* ---- audit.c ---- */

/* Returns a digest of the game's state at a table. */
uint64_t audit_digest(struct table *table);
/* Checks after a restart that the resumed tables are as they were before. */
void audit_tables(void);
/* Checks at the end that ratings and statistics equal those recomputed from the records. */
void audit_figures(struct store *store);
/* Checks that the bot's memory is bounded. Runs before each storm and at the end of a run. */
void audit_memory(void);

/* ---- seats.c ---- */

/* seats_begin starts the record of a table. seats_look updates and checks it after a batch. */
void seats_begin(struct scene *scene, const struct table *table);
void seats_look(struct scene *scene, const struct table *table);
/* Checks that each player was shown their hand in a turn that they just missed. Call it before
 * seats_look. */
void seats_missed(const struct scene *scene, const struct table *table);
/* seats_stage checks a line that the bot is about to send: tables end and seats change only with
 * consent. seats_hear notes a line that a channel reads. */
void seats_stage(struct network *network, const char *text);
void seats_hear(struct server *server, const char *text);
/* Checks that the channel of a table reads in time that a player gets no private lines. */
void seats_look_at_unheard(const struct scene *scene, const struct table *table);
/* Checks that a seat may have its new player. `human` is that player; NULL: without a
 * connection. */
void seats_changed(
	const struct scene *scene, unsigned seat, struct table *table, const struct human *human);

/* ---- deals.c ---- */

/* Checks a line that the bot is about to send to a person, or to all if `person` is NULL. `named`
 * is the set of cards in it. */
void deals_stage(const struct person *person, const char *text, cards named);
/* Checks at the end that the stored moves of deals lead to the stored results. */
void deals_end(struct store *store);

/* ---- promise.c ---- */

/* promise_hear checks a line that the channel of a server reads; `server` NULL: a person reads it.
 * promise_stage checks a line that the bot is about to send there. */
void promise_hear(struct server *server, const char *text);
void promise_stage(const struct server *server, const char *text);
/* Ends a batch on a server. If it was committed (`kept`), counts its lines as said. */
void promise_settle(const struct server *server, bool kept);
/* Checks in a calm that people have read the commitment of a match, which opened at that time in
 * the channel of the server. */
void promise_look(const struct server *server, int64_t match, uint64_t opened);
/* Checks at the end that people have read the root of each finished match. */
void promise_end(struct store *store);
/* Forgets all matches, because the disk has lost some, and the bot may reuse their ids. */
void promise_forget(void);
/* Forgets the matches that an older copy of the database lacks: the bot will reuse their ids. */
void promise_restore(struct store *store);

/* ---- apology.c ---- */

/* Notes whether a line for a connection is an apology. `connection` is NULL for a line to all. */
void apology_stage(const struct network *network, const char *connection, const char *text);

/* ---- hearing.c ---- */

/* Notes a text that a human says in a Matrix room. `there`: the bot is in that room. */
void hearing_say(const struct human *human, const char *text, bool there);
/* Ends a batch. Lines handled in it count only if it was committed (`kept`). */
void hearing_settle(bool kept);
/* hearing_owe notes that the bot must handle a line in the channel. hearing_excuse excuses it from
 * all such lines. */
void hearing_owe(const struct human *human, const char *text);
void hearing_excuse(void);
/* Checks in a calm that the bot has handled all lines noted by hearing_owe. */
void hearing_look(const struct server *server);

/* ---- ledger.c: the bot stores each Matrix event, then sends it once, to the right room ---- */

/* ledger_take notes that a room gets the event with that transaction id (`name`), and checks it.
 * ledger_refuse notes that the homeserver refused it for good. */
void ledger_take(const struct home_room *room, const char *name, const char *text);
void ledger_refuse(const char *name);
/* Ends a batch. What it stored or deleted counts only if it was committed (`kept`). */
void ledger_settle(bool kept);
/* Checks at the end that each event stored before the calm was sent. */
void ledger_end(void);
/* Notes that an older copy replaces the database: events that wait to be sent are gone. */
void ledger_restore(void);
void ledger_clear(struct ledger *ledger);

/* ---- liveness.c ---- */

/* Checks that the bot and its tables do in time all that is due. Runs every second, or less often
 * in an idle calm. */
void liveness_look(void);
/* Returns the time at which a fault last kept private lines from a human. Congestion does not
 * count. */
uint64_t liveness_hindered(const struct human *human);
/* Returns true in a calm if `then` and the last fault on a server are both two minutes ago. */
bool liveness_calm(const struct server *server, uint64_t then);

#endif
