/*
 * human.h - somebody on a server, who knows only what they were told: when it is their turn they
 * play, sooner or later; everything else they do because a step says so.
 */
#ifndef TESTS_SIMULATE_HUMAN_H
#define TESTS_SIMULATE_HUMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playout.h"
#include "tests/simulate/server.h"

struct incident; /* tests/simulate/world.h */

enum { HUMAN_TABLES = 9, HUMAN_TEXT = 300 };

/* What they were told last of a table. */
struct human_table {
	uint64_t match;  /* 0: not known */
	bool turn;       /* it is theirs */
	char act;        /* what is asked for: p(lay), g(ive), f(oreplace), d(raw), l (to place) */
	unsigned held;   /* cards in their hand */
	uint64_t told;   /* when they were shown their hand; 0: never */
	uint64_t serial; /* of the hands shown */
	unsigned tries;
};

struct human {
	unsigned number;
	struct server *server;
	char name[SERVER_NICK]; /* who they are */
	char id[64];            /* on Matrix; empty: they are on IRC */
	char nick[SERVER_NICK];
	char account[SERVER_NICK]; /* empty: none */
	bool logged;               /* in to that */
	char address[48];          /* user@host */
	struct chance chance;      /* for what they do by themselves */
	bool online, here, split;
	uint64_t hurried; /* until then private lines to them are refused with 439, … */
	uint64_t closed;  /* … or with 477 */
	uint64_t reached; /* by the last of them that was not */
	unsigned spurned; /* rooms of the bot's that were none for them in its life */
	uint64_t asleep;  /* gone until then, whatever else is */
	uint64_t changed; /* when they came, or were called otherwise, … */
	uint64_t news;    /* … and when the bot's machine hears of it */
	uint64_t unseen;  /* until then the bot may not know that they came, went or were renamed */
	uint64_t flooded; /* when they last said too much, or were told so */
	uint64_t ping, pong; /* the number they said last, and were answered last */
	uint64_t ping_at;
	uint64_t spoke;
	uint64_t unheard; /* since when nothing reaches them in private, nor did they speak; or 0 */
	uint64_t named;   /* when all were told so last; 0: never */
	uint64_t stopped; /* when they last wanted a match to end, … */
	uint64_t yielded; /* … or not to play a seat of theirs any more; 0: never */
	unsigned heir;    /* the number of whom they offered one last, and 1; 0: nobody; … */
	unsigned heir_before; /* … of whom before that; … */
	uint64_t heir_at;     /* … and when last */
	bool secured;         /* their nick has a password */
	bool leaving;         /* they ask to be forgotten, until they are told so */
	unsigned hears;       /* the table that they were told of last in private; 0: none */
	struct human_table table[HUMAN_TABLES];
};

void human_open(struct human *human, unsigned number);
void human_close(struct human *human);
/* Whoever is called so on a server, or NULL. */
struct human *human_called(struct server *server, const char *nick);
/* Any of all, any of those on IRC; another on the same server of IRC, always the same one. */
struct human *human_any(struct chance *chance);
struct human *human_of_irc(struct chance *chance);
struct human *human_neighbour(const struct human *human);
/* The bot says something to all, or to them. */
void human_hear(struct human *human, bool in_channel, const char *text);
/* What it says to them in private does not reach them. */
void human_miss(struct human *human);
/* They say something to all, or to the bot. */
void human_say(struct human *human, bool in_channel, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* They come and go. */
void human_come(struct human *human);
void human_quit(struct human *human, const char *why);
/* Off a server of IRC, which tells the bot nothing of it. */
void human_vanish(struct human *human);
void human_join(struct human *human);
/* From wherever they are. */
void human_return(struct human *human);
/*
 * What may happen later: the subject starts their table, unless number is 0 with an AI player,
 * comes back, or goes by who they are again.
 */
void human_starts_table(struct incident *incident);
void human_comes_back(struct incident *incident);
void human_renames_back(struct incident *incident);
void human_part(struct human *human);
void human_rename(struct human *human, const char *nick);
/* They log in to the account they have, or out of it. */
void human_log(struct human *human, bool in);
/* The account they are logged in to; empty: none. */
const char *human_account(const struct human *human);

#endif
