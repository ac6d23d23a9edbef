/*
 * human.h - a simulated person on a server. They know only the lines they were told; on their turn
 * they move by themselves, and everything else they do comes from a step.
 */
#ifndef TESTS_SIMULATE_HUMAN_H
#define TESTS_SIMULATE_HUMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playout.h"
#include "tests/simulate/server.h"

struct incident; /* tests/simulate/world.h */

/* HUMAN_DEAL: the place of a deal or a challenge, which has no table number. */
enum { HUMAN_TABLES = 9, HUMAN_DEAL = 0, HUMAN_TEXT = 300 };

/* The last things that a human was told about a table. */
struct human_table {
	uint64_t match;  /* 0: unknown */
	bool turn;       /* it is the human's turn */
	char act;        /* expected move: p(lay), g(ive), f(oreplace), d(raw), l (place) */
	unsigned held;   /* cards in their hand */
	uint64_t told;   /* when the hand was last shown; 0: never */
	uint64_t serial; /* counts the hands shown */
	unsigned tries;
};

struct human {
	unsigned number;
	struct server *server;
	char name[SERVER_NICK]; /* the original nick */
	char id[64];            /* user id on Matrix; empty: on IRC */
	char nick[SERVER_NICK];
	char account[SERVER_NICK]; /* empty: none */
	bool logged;               /* logged in to the account */
	char address[48];          /* user@host */
	struct chance chance;      /* random numbers for moves and delays */
	bool online, here, split;
	uint64_t hurried;    /* private lines are refused with 439 until this time */
	uint64_t closed;     /* private lines are refused with 477 until this time */
	uint64_t reached;    /* when a private line last arrived */
	unsigned spurned;    /* useless direct rooms that this process has made for them */
	uint64_t asleep;     /* offline until this time, even in a calm */
	uint64_t changed;    /* when they last came or changed nicks; may lie ahead */
	uint64_t news;       /* when the news of `changed` gets to the bot's machine */
	uint64_t unnoticed;  /* when they last came back while the channel hid them; 0: never */
	uint64_t unseen;     /* the bot may have missed a change of this human until this time */
	uint64_t flooded;    /* when they last exceeded a rate limit */
	uint64_t ping, pong; /* number of the last ping, and of the last one answered */
	uint64_t ping_at;
	uint64_t unheard;     /* since then private lines fail to arrive; 0: none has failed */
	uint64_t named;       /* when the channel was last told that they miss lines; 0: never */
	uint64_t stopped;     /* when they last asked to end a match; 0: never */
	uint64_t yielded;     /* when they last left or offered a seat; 0: never */
	unsigned heir;        /* number + 1 of the last human offered a seat; 0: none */
	unsigned heir_before; /* value of `heir` before the last offer */
	uint64_t offered_at;  /* when the last offer was made */
	bool secured;         /* a password protects their nick */
	bool leaving;         /* they keep asking to be forgotten */
	unsigned hears;       /* table of the last private line; 0: none */
	struct human_table table[HUMAN_TABLES];
};

void human_open(struct human *human, unsigned number);
/* Returns the human with that nick on a server, or NULL. */
struct human *human_called(struct server *server, const char *nick);
/* human_neighbour returns another human on the same IRC server, always the same one. */
struct human *human_any(struct chance *chance);
struct human *human_of_irc(struct chance *chance);
struct human *human_neighbour(const struct human *human);
/* Takes a line of the bot in the channel or in private. */
void human_hear(struct human *human, bool in_channel, const char *text);
/* Notes that a private line did not arrive. */
void human_miss(struct human *human);
/* Says a formatted line in the channel or in private. */
void human_say(struct human *human, bool in_channel, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void human_come(struct human *human);
void human_quit(struct human *human, const char *why);
/* Removes the human from an IRC server without a QUIT. */
void human_vanish(struct human *human);
void human_join(struct human *human);
/* Brings the human back into the channel, online or not. */
void human_return(struct human *human);
/*
 * For world_later; the subject is the human. Starts their table, with an AI player if `number` > 0.
 */
void human_starts_table(struct incident *incident);
void human_comes_back(struct incident *incident);
void human_renames_back(struct incident *incident);
void human_part(struct human *human);
void human_rename(struct human *human, const char *nick);
void human_log(struct human *human, bool in);
/* Returns the account that the human is logged in to, or an empty string. */
const char *human_account(const struct human *human);

#endif
