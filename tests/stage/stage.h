/*
 * stage.h - a lobby on a network made of nothing: people speak by calls, and what the bot says is
 * kept as text. Shuffles and clocks are the test's own, so every run is the same.
 */
#ifndef TESTS_STAGE_STAGE_H
#define TESTS_STAGE_STAGE_H

#include "bot/base/string.h"
#include "bot/command/command.h"
#include "engine/playout.h"
#include "tests/stage/image.h"

enum { STAGE_GUESTS = 512, STAGE_NAME = 64 };

/* Somebody on the network. */
struct stage_guest {
	char key[STAGE_NAME]; /* of their connection */
	char nick[STAGE_NAME];
	char first[STAGE_NAME];
	char account[STAGE_NAME]; /* empty: none */
	char address[STAGE_NAME];
	bool gone;
};

/* Where stage_rewind goes back to. */
struct stage_mark {
	struct image image;
	int64_t now;
	struct chance chance;
};

struct stage {
	struct network network;
	struct lobby lobby;
	struct commands commands;
	struct settings settings;
	const struct catalogue *texts;
	const char *database; /* its file, or NULL */
	struct store *store;
	struct catalog *catalog;
	struct worker_pool *pool;
	bool strict;  /* by no nick is anybody found who did not come */
	bool pensive; /* AI players think only when stage_think is called */
	struct log log;
	struct chance chance;      /* shuffles */
	int64_t now;               /* ms */
	uint64_t lines;            /* private ones so far */
	struct saying last[2];     /* a line in public and one in private, without their texts */
	struct showing shown[2];   /* likewise */
	enum openness openness;    /* of #table */
	bool slow;                 /* lines wait to be sent, … */
	uint64_t sent;             /* … but for so many private ones */
	const char *hidden;        /* who cannot be reached, or NULL: everybody can */
	const char *elsewhere;     /* who is in other channels alone, "*": all, or NULL: nobody */
	size_t owed;               /* lines said to wait for anybody */
	bool stalled;              /* what is sent may yet be lost */
	const char *account;       /* of whoever speaks, NULL: none */
	const char *host;          /* likewise: "user@host", NULL: not known */
	bool outside;              /* likewise: in no channel */
	bool relayed;              /* likewise: through a relay */
	struct stage_guest *guest; /* room for STAGE_GUESTS */
	unsigned guests;
	char mask[2 * STAGE_NAME];
	struct string staged; /* said in this turn */
	struct string said;   /* let out since stage_hear: "#table: …" and "anna< …" lines */
	struct string heard;
	struct stage_mark mark;
};

/* Of each English text the key and what goes into its places, "(table.left name=anna names=luc)";
 * the other languages are as people read them. */
extern const struct catalogue stage_keys[];

/* True if there is a key that begins as text does behind its first bracket, or text has none. */
bool stage_may_say(const char *text);

/*
 * Opens a stage on a database file, NULL: in memory, and joins #table; ends the program when it
 * cannot. All that is said comes from texts: stage_keys, or the catalogues that people read.
 */
void stage_open(struct stage *stage, const struct catalogue *texts, const char *database);
/* The same for tests that expect errors: nothing is logged. */
void stage_open_quietly(struct stage *stage, const struct catalogue *texts, const char *database);
/* The same quietly, where the clock has come to so many ms and shuffles go on from chance. */
void stage_open_again(struct stage *stage, const struct catalogue *texts, const char *database,
	int64_t clock, struct chance chance);
/* Ends it as a crash would: nothing is said or written. */
void stage_close(struct stage *stage);
/*
 * Once on a stage in memory: what is stored now, the clock and chance are where it goes back to.
 */
void stage_mark(struct stage *stage);
/*
 * Ends it as a crash would and begins anew from the mark, as stage_open_again does on a file: of
 * what came after the mark nothing is left. How strict and pensive it is stays.
 */
void stage_rewind(struct stage *stage);
/*
 * From now on the network can change what it has said, or no longer: what is shown is a line
 * "#table:: …" or "anna<: …".
 */
void stage_shows(struct stage *stage, bool shows);
/* Somebody says something in #table, or in private; a batch by itself. */
void stage_say(struct stage *stage, const char *nick, const char *text);
void stage_whisper(struct stage *stage, const char *nick, const char *text);
/* The same in #table, or else in private, but the turn goes on: it ends with the next call. */
void stage_add(struct stage *stage, const char *nick, bool in_channel, const char *text);
/*
 * Somebody comes by a connection of that key, or what is known of them changes: their nick, account
 * (NULL: none) and user@host. In the calls above and below they are named by the key; who has none
 * is their nick.
 */
void stage_meet(struct stage *stage, const char *key, const char *nick, const char *account,
	const char *address);
/* Somebody can no longer be reached, or can again. */
void stage_went(struct stage *stage, const char *nick, enum departure how);
void stage_came(struct stage *stage, const char *nick);
/* A private line to somebody did not reach them. */
void stage_refuse(struct stage *stage, const char *nick);
/* They come where they are told things. */
void stage_reach(struct stage *stage, const char *nick);
/* The bot is thrown out of #table, loses the network, or is in #table again. */
void stage_kick(struct stage *stage);
void stage_lose(struct stage *stage);
void stage_join(struct stage *stage);
/* The AI player asked first, and not answered yet, makes their move; false: there is none. */
bool stage_think(struct stage *stage);
/* Time goes by, and the lobby looks at its clocks. */
void stage_wait(struct stage *stage, int64_t milliseconds);
/* What was said since the last call; lives until the next. */
const char *stage_hear(struct stage *stage);
/* The table of that number, or NULL. */
struct table *stage_table(struct stage *stage, unsigned number);
/* Whoever is to move plays their first card, so many times or until the match ends. */
void stage_play(struct stage *stage, unsigned number, unsigned moves);

#endif
