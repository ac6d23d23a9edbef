/* oracle.h - what must hold, looked at all the time; what does not is a fault of the world. */
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

/* PROMISES: more matches than a run has; APOLOGIES: more people than there are. */
enum {
	ORACLE_TABLES = 9,
	PROMISES = 2048,
	APOLOGIES = 32,
	HEARINGS = 1024,
	HEARING_TEXT = 64,
	WARNINGS = 256
};

/* A table as it was when the last batch ended. */
enum { SCENE_BEFORE = 8 };
struct scene {
	int64_t match; /* 0: there is none; as is … */
	/* … each that was played there before, the last first: channels may be told late */
	int64_t before[SCENE_BEFORE];
	uint64_t opened; /* when it was seen first */
	unsigned moves, hand, turn;
	uint64_t since;  /* when one of them, or whose turn it is, changed last */
	uint64_t dealt;  /* when the hand was */
	uint64_t absent; /* when whoever is to move was last not there */
	uint64_t rested; /* when nobody was */
	uint64_t barred; /* ms that the channel kept the bot out … */
	bool shut;       /* … and did so at the last look */
	bool running;
	uint64_t seen;               /* the batch after which it was so */
	uint64_t digest;             /* of the game's state */
	bool down;                   /* cards lay face down */
	cards hidden[SEATS_MAX + 1]; /* from each seat, and from who has none */
	int64_t player[SEATS_MAX];   /* who plays it; 0: an AI player, … */
	uint64_t seated[SEATS_MAX];  /* … since when, … */
	bool away[SEATS_MAX];        /* … or one stands in for them */
	unsigned misses[SEATS_MAX];  /* turns that they have let pass */
	unsigned holder[SEATS_MAX];  /* number of the human who was told its hand, and 1; 0: none */
	uint32_t holders[SEATS_MAX]; /* all who had the seat when its hand was said to them, as bits
				      */
	bool missed[SEATS_MAX];      /* who plays it is gone, … */
	uint64_t gone[SEATS_MAX];    /* … for so many ms in all, … */
	uint64_t counted;            /* … when that was counted last */
};

/* What was heard of how a match's decks are made. */
struct promise {
	int64_t match;
	struct promise_told {
		uint64_t at; /* heard last by anybody; 0: it was not */
		uint8_t bytes[32];
		unsigned heard, said;        /* in the channel, how often; by the bot, … */
		uint64_t said_at;            /* … when last, … */
		const struct server *staged; /* … and is about to be, once its batch is kept */
	} commitment, root;
};

/* Who has asked something in this batch, and whether they were told that it failed. */
struct apologies {
	struct apology {
		struct network *network;
		char connection[64];
		bool said;
	} to[APOLOGIES];
	unsigned count;
};

/* What somebody has said on Matrix in these words. */
struct utterance {
	unsigned human;
	char text[HEARING_TEXT];
	unsigned said, heard,
		kept;     /* how often; heard in this batch, and in those that were kept */
	unsigned owed;    /* and still to be heard … */
	uint64_t owed_at; /* … since the last of them was said */
};

/* Somebody was to be told that they ask for too much, as a limit knows them. */
struct warning {
	uint64_t bucket, at;
};

/* The events that the bot has for Matrix. */
struct ledger {
	struct ledger_line {
		char name[64];
		uint64_t at;                   /* when it was kept */
		const struct home_room *taken; /* where it was said; NULL: nowhere yet */
		bool refused;
		bool keeps, drops; /* as of this batch; … */
		bool kept;         /* … and of those that were */
	} * line;
	size_t lines, room;
};

/* Plans the looks that need time. */
void oracle_plan(void);
/* The program has opened its database; its tables go on. */
void oracle_start(struct store *store);
void oracle_resume(void);
/* An older copy of the database is put back: all that came later is gone, and ids are used again.
 */
void oracle_restore(void);
/* The run ends. */
void oracle_end(void);
/* A batch of the bot's has ended. */
void oracle_look(void);
/* At a terminal, it says something to whoever sits there, and at once. */
void oracle_say(struct network *network, const char *connection, const char *text);
/* The bot's words reach a channel (human NULL) or somebody. */
void oracle_hear(struct server *server, const struct human *human, const char *text);
/* A server throws the bot out as it had too much waiting. */
void oracle_flooded(struct server *server);

/* Who holds a key, as far as anybody does now, or NULL. */
struct human *oracle_human(struct network *network, const char *key);
/* Who a player of a table is by the connection they are on, or NULL; player NULL: an AI player. */
const struct human *oracle_player(const struct table *table, const struct person *player);
/* The network of a server, and the server of a network; NULL: the bot has none. */
struct network *oracle_network(const struct server *server);
struct server *oracle_server(const struct network *network);
/*
 * True if the bot cannot know yet who is called so: news are on their way to it, lost, unread, or
 * in what this batch has read, maybe behind what it is at.
 */
bool oracle_is_behind(const struct human *human, const struct network *network);
/* What is remembered of a table. */
struct scene *oracle_scene(const struct table *table);

/* ---- audit.c ---- */

/* The game's state at a table, as one number. */
uint64_t audit_digest(struct table *table);
/* The process lives again: its tables are what they were. */
void audit_tables(void);
/* The run ends: figures are what records come to. */
void audit_figures(struct store *store);
/* Before each storm, and at the end: the bot has no more memory than it needs. */
void audit_memory(void);

/* ---- seats.c ---- */

/* What is remembered of a table begins; a batch has ended. */
void seats_begin(struct scene *scene, const struct table *table);
void seats_look(struct scene *scene, const struct table *table);
/* Before it is looked at: whoever has lost a turn has seen their hand in it. */
void seats_missed(const struct scene *scene, const struct table *table);
/* Something is about to be said; and is heard by all in a channel. */
void seats_stage(struct network *network, const char *text);
void seats_hear(struct server *server, const char *text);
/* Every second. */
void seats_look_at_unheard(const struct scene *scene, const struct table *table);
/* Somebody else plays a seat now; human NULL: nobody who is there. */
void seats_changed(
	const struct scene *scene, unsigned seat, struct table *table, const struct human *human);

/* ---- promise.c ---- */

/* A line is heard in the channel of a server, or NULL: in private; another is about to be said … */
void promise_hear(struct server *server, const char *text);
void promise_stage(const struct server *server, const char *text);
/* … there, if its batch is kept. */
void promise_settle(const struct server *server, bool kept);
/*
 * Once faults have stopped: a table of that match was opened then, in a channel. Behind the cards a
 * commitment is told no more.
 */
void promise_look(const struct server *server, int64_t match, uint64_t opened);
/* The run ends: nothing of what was to be told is missing. */
void promise_end(struct store *store);
/* The disk has lost matches: others may have their numbers. */
void promise_forget(void);
/* An older copy of the database is put back: others get the numbers of matches not in it. */
void promise_restore(struct store *store);

/* ---- apology.c ---- */

/* Whoever has a connection, or with NULL all, are about to be told something. */
void apology_stage(const struct network *network, const char *connection, const char *text);

/* ---- hearing.c ---- */

/* Somebody says something on Matrix; there: where the bot hears it. */
void hearing_say(const struct human *human, const char *text, bool there);
/* A batch has ended. */
void hearing_settle(bool kept);
/* They say it where all are, and the bot has to hear it; what was said up to now it may miss. */
void hearing_owe(const struct human *human, const char *text);
void hearing_excuse(void);
/* Once faults have stopped: it has. */
void hearing_look(const struct server *server);

/* ---- ledger.c: what is said on Matrix is said once, to whom it is for, and not before it is kept
 * ---- */

/* A homeserver takes an event of that name in a room, or never will. */
void ledger_take(const struct home_room *room, const char *name, const char *text);
void ledger_refuse(const char *name);
/* A batch has ended. */
void ledger_settle(bool kept);
/* The run ends: all that was kept long before is said. */
void ledger_end(void);
/* Lines that waited are dropped with an older database. */
void ledger_restore(void);
void ledger_clear(struct ledger *ledger);

/* ---- liveness.c ---- */

/* Every second: nothing that has to be done is left undone. */
void liveness_look(void);
/* When something stood in the way last of what somebody is told, but that there was much to say. */
uint64_t liveness_hindered(const struct human *human);
/* True if for two minutes nothing has stood in the way on a server, and so long ago was then. */
bool liveness_calm(const struct server *server, uint64_t then);

#endif
