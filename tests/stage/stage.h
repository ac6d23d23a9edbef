/* stage.h - a lobby on a fake network: people speak by function calls, and the bot's lines are kept
 * as text. The test sets clocks and shuffles, so every run is the same. */
#ifndef TESTS_STAGE_STAGE_H
#define TESTS_STAGE_STAGE_H

#include "bot/base/string.h"
#include "bot/command/command.h"
#include "bot/net/page/page.h"
#include "engine/playout.h"
#include "tests/stage/db_snapshot.h"

enum { STAGE_GUESTS = 512, STAGE_NAME = 64 };

/* A connection on the network. */
struct stage_guest {
	char key[STAGE_NAME]; /* unique for each connection */
	char nick[STAGE_NAME];
	char first[STAGE_NAME];
	char account[STAGE_NAME]; /* "" without an account */
	char address[STAGE_NAME];
	bool gone;
};

/* The state that stage_rewind restores. */
struct stage_mark {
	struct image image;
	int64_t now;
	struct chance chance;
};

struct stage {
	struct network network;
	const char *site;    /* link to a channel, up to its name; NULL: channels have no links */
	const char *trusted; /* server whose accounts are trusted; see stage_federate */
	struct lobby lobby;
	struct commands commands;
	struct settings settings;
	const struct catalogue *texts;
	const char *database; /* path of the database file; NULL: in memory */
	struct store *store;
	struct catalog *catalog;
	struct worker_pool *pool, *slow_pool;
	bool strict;  /* an unknown nick has no connection; otherwise a search adds one */
	bool visited; /* guests can sit down by links; see stage_visit */
	struct page_network page;
	bool pensive; /* AI players think only in stage_think */
	struct log log;
	struct chance chance;    /* source of shuffles */
	int64_t now;             /* monotonic clock in milliseconds */
	uint64_t lines;          /* number of private lines that the bot has said so far */
	struct saying last[2];   /* last public and last private line; the text is not kept */
	struct showing shown[2]; /* last public and last private editable message, without text */
	enum openness openness;  /* public access to #table */
	bool restricted;         /* not all people may join #table or speak there */
	bool slow;               /* the network sends no lines; they wait */
	uint64_t sent;           /* number of private lines sent while slow */
	const char *hidden;      /* key of a connection that the bot cannot reach, or NULL */
	const char *elsewhere;   /* key of a person in other channels only, "*" for all, or NULL */
	const char *operator;    /* key of the connection that operates #table, or NULL */
	const char *voiced;      /* key of a connection with voice in #table, or NULL */
	size_t owed;             /* number of unsent lines that wait for each person */
	bool stalled;            /* lines already sent may still be lost */
	const char *account;     /* account of speakers without one of their own, or NULL */
	const char *host;        /* "user@host" of speakers without an address, or NULL */
	bool outside;            /* speakers are not in the channel */
	bool relayed;            /* speakers come through a relay bot */
	struct stage_guest *guest; /* room for STAGE_GUESTS */
	unsigned guests;
	char mask[2 * STAGE_NAME];
	struct string staged; /* lines of the open batch */
	struct string said;   /* lines sent since stage_hear: "#table: …" and "anna< …" */
	struct string heard;
	struct stage_mark mark;
};

/* Catalogues whose English texts are message keys with their arguments, like "(table.left name=anna
 * names=luc)". Other languages keep their texts. */
extern const struct catalogue stage_keys[];

/* Returns true if text has no message key, or if the catalogue has a key that begins like it. */
bool stage_may_say(const char *text);

/* Opens a stage whose bot joins #table, or ends the program. texts: stage_keys, or `catalogues` for
 * the texts that people read. database: path of its file, or NULL for one in memory. */
void stage_open(struct stage *stage, const struct catalogue *texts, const char *database);
/* Lets guests sit down by links, from now on and after stage_rewind. */
void stage_visit(struct stage *stage);
/* Sets the server whose accounts are trusted, on a network of many servers. NULL: the network has
 * one server. */
void stage_federate(struct stage *stage, const char *trusted);
/* Opens a stage like stage_open, but without a log, for tests that expect errors. */
void stage_open_quietly(struct stage *stage, const struct catalogue *texts, const char *database);
/* Opens a stage without a log. clock: monotonic time in milliseconds. chance: the source of
 * shuffles. */
void stage_open_again(struct stage *stage, const struct catalogue *texts, const char *database,
	int64_t clock, struct chance chance);
/* Closes the stage like a crash: the open batch is neither said nor stored. */
void stage_close(struct stage *stage);
/* Saves database, clock and source of shuffles for stage_rewind. A stage whose database is in
 * memory can be marked only once. */
void stage_mark(struct stage *stage);
/* Closes the stage like a crash, and restarts it from the mark. Keeps `strict` and `pensive`. */
void stage_rewind(struct stage *stage);
/* Sets whether the network can edit messages. Such a message is kept as a line "#table:: …" or
 * "anna<: …". */
void stage_shows(struct stage *stage, bool shows);
/* Lets a person speak in #table, or in private (stage_whisper), and ends the batch. */
void stage_say(struct stage *stage, const char *nick, const char *text);
void stage_whisper(struct stage *stage, const char *nick, const char *text);
/* Lets a person speak in #table or in private. The batch stays open until the next call. */
void stage_add(struct stage *stage, const char *nick, bool in_channel, const char *text);
/* Connects a person, or changes the nick, account (NULL for none) or address of their connection.
 * Other functions name a connection by this key. The key of a connection without stage_meet is its
 * nick. */
void stage_meet(struct stage *stage, const char *key, const char *nick, const char *account,
	const char *address);
/* Makes a person unreachable for the bot, or reachable again. */
void stage_went(struct stage *stage, const char *nick, enum departure how);
void stage_came(struct stage *stage, const char *nick);
/* Reports that the network refused a private line to a person. */
void stage_refuse(struct stage *stage, const char *nick);
/* Reports that private lines can reach a person again. */
void stage_reach(struct stage *stage, const char *nick);
/* Lets the bot be kicked from #table, lose the network, or join #table. */
void stage_kick(struct stage *stage);
void stage_lose(struct stage *stage);
void stage_join(struct stage *stage);
/* Runs the next waiting job of an AI player, such as a move. Returns false if no job waits. */
bool stage_think(struct stage *stage);
/* Moves the clock on, and runs the lobby's timers once. */
void stage_wait(struct stage *stage, int64_t milliseconds);
/* Returns the bot's lines since the last call. The next call overwrites them. */
const char *stage_hear(struct stage *stage);
/* Returns a table by its number, or NULL. */
struct table *stage_table(struct stage *stage, unsigned number);
/* Lets the player to move play their first card, so many times or until the match ends. */
void stage_play(struct stage *stage, unsigned number, unsigned moves);

#endif
