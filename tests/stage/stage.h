/* stage.h - a lobby on a fake network: people speak by calls, and the bot's lines are kept as
 * text. The test sets shuffles and clocks, so every run is the same. */
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
	char key[STAGE_NAME]; /* of the connection */
	char nick[STAGE_NAME];
	char first[STAGE_NAME];
	char account[STAGE_NAME]; /* or "" */
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
	const char *site;    /* link to a channel without its name; NULL: channels have no links */
	const char *trusted; /* see stage_federate */
	struct lobby lobby;
	struct commands commands;
	struct settings settings;
	const struct catalogue *texts;
	const char *database; /* the database file, or NULL */
	struct store *store;
	struct catalog *catalog;
	struct worker_pool *pool, *slow_pool;
	bool strict;  /* an unknown nick has no connection; otherwise it gets one */
	bool visited; /* guests can sit down, see stage_visit */
	struct page_network page;
	bool pensive; /* AI players think only in stage_think */
	struct log log;
	struct chance chance;    /* source of shuffles */
	int64_t now;             /* ms */
	uint64_t lines;          /* number of private lines so far */
	struct saying last[2];   /* last public and last private line, without text */
	struct showing shown[2]; /* last public and last private showing, without text */
	enum openness openness;  /* of #table */
	bool restricted;         /* not all people may join #table or speak there */
	bool slow;               /* lines wait to be sent */
	uint64_t sent;           /* number of private lines sent while slow */
	const char *hidden;      /* a key that cannot be reached, or NULL */
	const char *elsewhere; /* a key that is only in other channels, "*" for all keys, or NULL */
	const char *operator;  /* the key of the operator of #table, or NULL */
	const char *voiced;    /* a key with voice in #table, or NULL */
	size_t owed;           /* number of unsent lines that each person has */
	bool stalled;          /* sent lines may still be lost */
	const char *account;   /* account of speakers without one of their own, or NULL */
	const char *host;      /* "user@host" of speakers without an address, or NULL */
	bool outside;          /* speakers are outside the channel */
	bool relayed;          /* speakers come through a relay */
	struct stage_guest *guest; /* room for STAGE_GUESTS */
	unsigned guests;
	char mask[2 * STAGE_NAME];
	struct string staged; /* lines of this batch */
	struct string said;   /* lines sent since stage_hear: "#table: …" and "anna< …" */
	struct string heard;
	struct stage_mark mark;
};

/* English texts replaced by their message key and arguments: "(table.left name=anna names=luc)".
 * Other languages stay as they are. */
extern const struct catalogue stage_keys[];

/* Returns true if some message key begins like the key in text, or if text has no key. */
bool stage_may_say(const char *text);

/* Opens a stage and joins #table, or ends the program. A null database is in memory. The texts
 * are stage_keys, or the catalogues that people read. */
void stage_open(struct stage *stage, const struct catalogue *texts, const char *database);
/* Lets guests sit down by links, from now on and after stage_rewind. */
void stage_visit(struct stage *stage);
/* Accounts belong to many servers from now on, of which this one is trusted. NULL: to one server.
 */
void stage_federate(struct stage *stage, const char *trusted);
/* The same without a log, for tests that expect errors. */
void stage_open_quietly(struct stage *stage, const struct catalogue *texts, const char *database);
/* The same without a log, with a given clock in milliseconds and a given source of shuffles. */
void stage_open_again(struct stage *stage, const struct catalogue *texts, const char *database,
	int64_t clock, struct chance chance);
/* Closes the stage like a crash: nothing more is said or stored. */
void stage_close(struct stage *stage);
/* Saves database, clock and shuffles for stage_rewind. A stage in memory can be marked once. */
void stage_mark(struct stage *stage);
/* Closes the stage like a crash, and restarts it from the mark. `strict` and `pensive` stay. */
void stage_rewind(struct stage *stage);
/* Sets whether the network can edit messages. Such a message is a line "#table:: …" or "anna<:
 * …". */
void stage_shows(struct stage *stage, bool shows);
/* A person speaks in #table, or in private. The batch ends. */
void stage_say(struct stage *stage, const char *nick, const char *text);
void stage_whisper(struct stage *stage, const char *nick, const char *text);
/* A person speaks in #table or in private. The batch goes on until the next call. */
void stage_add(struct stage *stage, const char *nick, bool in_channel, const char *text);
/* A connection with this key appears or changes its nick, account (NULL for none) or address.
 * Other calls name a connection by its key; a connection without stage_meet has its nick as
 * key. */
void stage_meet(struct stage *stage, const char *key, const char *nick, const char *account,
	const char *address);
/* A person becomes unreachable, or reachable again. */
void stage_went(struct stage *stage, const char *nick, enum departure how);
void stage_came(struct stage *stage, const char *nick);
/* The network reports that a private line to a person was refused. */
void stage_refuse(struct stage *stage, const char *nick);
/* A person comes to a place where private lines reach them. */
void stage_reach(struct stage *stage, const char *nick);
/* The bot is kicked from #table, loses the network, or joins #table. */
void stage_kick(struct stage *stage);
void stage_lose(struct stage *stage);
void stage_join(struct stage *stage);
/* The next waiting job of AI players runs, such as a move. Returns false if none waits. */
bool stage_think(struct stage *stage);
/* Lets time pass, and runs the lobby's clocks. */
void stage_wait(struct stage *stage, int64_t milliseconds);
/* Returns the bot's lines since the last call. They live until the next call. */
const char *stage_hear(struct stage *stage);
/* Returns a table by its number, or NULL. */
struct table *stage_table(struct stage *stage, unsigned number);
/* The player to move plays their first card, this many times or until the match ends. */
void stage_play(struct stage *stage, unsigned number, unsigned moves);

#endif
