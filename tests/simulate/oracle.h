/* oracle.h - the invariants that a run checks all the time. A violation ends the run. */
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

/* PROMISES exceeds the matches of a run, and APOLOGIES the number of people. */
enum { ORACLE_TABLES = 9, PROMISES = 2048, APOLOGIES = 32, HEARINGS = 1024, HEARING_TEXT = 64 };

/* A table as it was after the last batch. */
enum { SCENE_BEFORE = 8 };
struct scene {
	int64_t match; /* 0: no match */
	/* Earlier matches here, latest first: a channel may learn of a move late. */
	int64_t before[SCENE_BEFORE];
	uint64_t opened; /* when it was first seen */
	unsigned moves, hand, turn;
	uint64_t since;  /* when the turn, or the player to move, last changed */
	uint64_t dealt;  /* when the hand was dealt */
	uint64_t absent; /* when the player to move was last absent */
	uint64_t rested; /* when the table last had no player, or had to wait */
	bool running;
	uint64_t seen;               /* number of the last batch that saw the table */
	uint64_t digest;             /* of the game's state */
	bool down;                   /* cards lie face down */
	cards hidden[SEATS_MAX + 1]; /* cards hidden from each seat, then from watchers */
	int64_t player[SEATS_MAX];   /* id of the player; 0: an AI player */
	uint64_t seated[SEATS_MAX];  /* when the player took the seat */
	bool away[SEATS_MAX];        /* an AI player stands in */
	unsigned misses[SEATS_MAX];  /* turns that the player has missed */
	unsigned holder[SEATS_MAX];  /* number + 1 of the last human told the hand; 0: none */
	uint32_t holders[SEATS_MAX]; /* bits of all humans told the hand */
	bool missed[SEATS_MAX];      /* the player is gone */
	uint64_t gone[SEATS_MAX];    /* ms that the player has been gone in all */
	uint64_t counted;            /* when `gone` was last updated */
};

/* Facts about the decks of a match that people have read. */
struct promise {
	int64_t match;
	struct promise_told {
		uint64_t at; /* when it was last read; 0: never */
		uint8_t bytes[32];
		unsigned heard, said;        /* times read in the channel, times said by the bot */
		uint64_t said_at;            /* when the bot last said it */
		const struct server *staged; /* server of a pending line with it, or NULL */
	} commitment, root;
};

/* Requesters of this batch, and whether each was told that it failed. */
struct apologies {
	struct apology {
		struct network *network;
		char connection[64];
		bool said;
	} to[APOLOGIES];
	unsigned count;
};

/* A line of a person on Matrix, and how often it was said. */
struct utterance {
	unsigned human;
	char text[HEARING_TEXT];
	/* Times it was said, handled in this batch, and handled in committed batches. */
	unsigned said, heard, kept;
	unsigned owed;    /* times that the bot must still handle it */
	uint64_t owed_at; /* when the last of those was said */
};

/* The Matrix events that the bot has stored to send. */
struct ledger {
	struct ledger_line {
		char name[64];
		uint64_t at;                   /* when it was first stored */
		const struct home_room *taken; /* room that has the event; NULL: none yet */
		bool refused;
		bool keeps, drops; /* this batch stores or deletes it */
		bool kept;         /* a committed batch stores it */
	} * line;
	size_t lines, room;
};

/* Schedules the checks of liveness. */
void oracle_plan(void);
/* Checks the database that the program has just opened. oracle_resume checks the resumed tables. */
void oracle_start(struct store *store);
void oracle_resume(void);
/* Expects an older copy of the database: later rows are gone, and their ids are used again. */
void oracle_restore(void);
/* Runs the checks that belong to the end of a run. */
void oracle_end(void);
/* Checks all tables after a batch. */
void oracle_look(void);
/* Checks a line for the player at a terminal. It takes effect at once. */
void oracle_say(struct network *network, const char *connection, const char *text);
/* Checks a line of the bot that reaches a human, or a channel if `human` is NULL. */
void oracle_hear(struct server *server, const struct human *human, const char *text);
/* Reports that a server has cut the bot off: it had too much input waiting (Excess Flood). */
void oracle_flooded(struct server *server);

/* Returns the human with that connection key, or NULL. */
struct human *oracle_human(struct network *network, const char *key);
/* Returns the human on a player's connection, or NULL. An AI player is NULL. */
const struct human *oracle_player(const struct table *table, const struct person *player);
/* Returns the bot's network of a server, or NULL. oracle_server does the reverse. */
struct network *oracle_network(const struct server *server);
struct server *oracle_server(const struct network *network);
/*
 * Returns true if the bot may take the human's nick for another person: news of a change is under
 * way, lost, unread, or in the input of this batch.
 */
bool oracle_is_behind(const struct human *human, const struct network *network);
/* Returns the record of a table. */
struct scene *oracle_scene(const struct table *table);

/* ---- audit.c ---- */

/* Returns a digest of the game's state at a table. */
uint64_t audit_digest(struct table *table);
/* Checks after a restart that the tables are unchanged. */
void audit_tables(void);
/* Checks at the end that ratings and statistics equal those recomputed from the records. */
void audit_figures(struct store *store);
/* Checks that the bot's memory is bounded: before each storm and at the end. */
void audit_memory(void);

/* ---- seats.c ---- */

/* seats_begin starts the record of a table. seats_look updates and checks it after a batch. */
void seats_begin(struct scene *scene, const struct table *table);
void seats_look(struct scene *scene, const struct table *table);
/* Checks that each player with a newly missed turn was shown their hand. Runs before seats_look. */
void seats_missed(const struct scene *scene, const struct table *table);
/* seats_stage checks a pending line of the bot. seats_hear notes a line that a channel reads. */
void seats_stage(struct network *network, const char *text);
void seats_hear(struct server *server, const char *text);
/* Checks every second that a table learns of a player who gets no private lines. */
void seats_look_at_unheard(const struct scene *scene, const struct table *table);
/* Checks that a seat may have a new player. `human` is NULL without a connection. */
void seats_changed(
	const struct scene *scene, unsigned seat, struct table *table, const struct human *human);

/* ---- deals.c ---- */

/* Checks a line for a person, or for all if `person` is NULL. named: the cards in it. */
void deals_stage(const struct person *person, const char *text, cards named);
/* Checks at the end that the stored moves of deals lead to the stored results. */
void deals_end(struct store *store);

/* ---- promise.c ---- */

/* Checks a line that a channel reads (`server` NULL: a person), or a pending line. */
void promise_hear(struct server *server, const char *text);
void promise_stage(const struct server *server, const char *text);
/* Ends the batch: its pending lines are said if it was committed. */
void promise_settle(const struct server *server, bool kept);
/* Checks, in a calm, that the commitment of a match opened in a channel at that time was told. */
void promise_look(const struct server *server, int64_t match, uint64_t opened);
/* Checks at the end that the root of each finished match was told. */
void promise_end(struct store *store);
/* The disk has lost matches, so their ids may be used again. */
void promise_forget(void);
/* An older copy of the database is in place: ids of matches missing from it are used again. */
void promise_restore(struct store *store);

/* ---- apology.c ---- */

/* Notes a line for one connection, or with NULL for all. */
void apology_stage(const struct network *network, const char *connection, const char *text);

/* ---- hearing.c ---- */

/* Notes a line that a human says on Matrix. `there`: the bot is in that room. */
void hearing_say(const struct human *human, const char *text, bool there);
/* Ends a batch: lines handled in it count only if it was committed. */
void hearing_settle(bool kept);
/* Notes that the bot must handle a line in the channel, or excuses all such lines. */
void hearing_owe(const struct human *human, const char *text);
void hearing_excuse(void);
/* Checks in a calm that all those lines were handled. */
void hearing_look(const struct server *server);

/* ---- ledger.c: each Matrix event is stored first, and sent once, to the right room ---- */

/* Notes that a room has an event of that name, or that no room ever will. */
void ledger_take(const struct home_room *room, const char *name, const char *text);
void ledger_refuse(const char *name);
/* Ends a batch. */
void ledger_settle(bool kept);
/* Checks at the end that each event stored long before was sent. */
void ledger_end(void);
/* An older database is in place: pending events are gone. */
void ledger_restore(void);
void ledger_clear(struct ledger *ledger);

/* ---- liveness.c ---- */

/* Checks every second that everything due happens in time. */
void liveness_look(void);
/* Returns when a fault last kept private lines from a human. Congestion does not count. */
uint64_t liveness_hindered(const struct human *human);
/* Returns true if both `then` and the last fault on a server are two minutes ago. */
bool liveness_calm(const struct server *server, uint64_t then);

#endif
