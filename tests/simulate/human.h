/*
 * human.h - a simulated person on a server. They know only lines that they have read. On their turn
 * they move by themselves. All their other acts come from steps (step.h).
 */
#ifndef TESTS_SIMULATE_HUMAN_H
#define TESTS_SIMULATE_HUMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playout.h"
#include "tests/simulate/server.h"

struct incident; /* tests/simulate/world.h */

/* HUMAN_DEAL: index in `table` of a deal or challenge, which has no table number. */
enum { HUMAN_TABLES = 9, HUMAN_DEAL = 0, HUMAN_TEXT = 300 };

/* The human's knowledge of a table, from lines that they have read. */
struct human_table {
	uint64_t match; /* number of the match; 0: unknown */
	bool turn;      /* it is the human's turn */
	char act; /* kind of move due: 'p' play, 'g' give, 'f' foreplace, 'd' draw, 'l' place */
	unsigned held;   /* number of cards in the human's hand */
	uint64_t told;   /* ms; when the human last read their hand; 0: never */
	uint64_t serial; /* number of times that the human has read their hand or turn */
	unsigned tries;
};

struct human {
	unsigned number;
	struct server *server;
	char name[SERVER_NICK]; /* nick at the start of the run */
	char id[64];            /* user id on Matrix; empty: an IRC user */
	char nick[SERVER_NICK];
	char account[SERVER_NICK]; /* account of services; empty: none */
	bool logged;               /* the human is logged in to the account */
	char address[48];          /* user@host */
	struct chance chance;      /* source of random numbers for moves and delays */
	bool online, here, split;
	/* Times are in ms since the start of the run. "They" is this human. */
	uint64_t hurried; /* the server refuses private lines to them with 439 until this time */
	uint64_t closed; /* they or the server refuse private lines to them until this time (477) */
	uint64_t reached;    /* when a private line last reached them */
	unsigned spurned;    /* direct rooms that the bot's process made for them in vain */
	uint64_t asleep;     /* they are offline until this time, even in a calm */
	uint64_t changed;    /* when they last came or changed nicks; may lie ahead */
	uint64_t news;       /* when the bot's machine gets the line about that change */
	uint64_t unnoticed;  /* when they last came back while the channel hid them; 0: never */
	uint64_t unseen;     /* until this time the bot may not know their latest change */
	uint64_t flooded;    /* when they last exceeded a rate limit */
	uint64_t ping, pong; /* number of their last ping, and of the last one answered */
	uint64_t ping_at;
	uint64_t unheard;     /* since when private lines fail to reach them; 0: they arrive */
	uint64_t named;       /* when the channel last read that they miss lines; 0: never */
	uint64_t stopped;     /* when they last asked to end a match; 0: never */
	uint64_t yielded;     /* when they last left or offered a seat; 0: never */
	unsigned heir;        /* number + 1 of the human they last offered a seat; 0: none */
	unsigned heir_before; /* value of `heir` before their last offer */
	uint64_t offered_at;  /* when they made their last offer */
	bool secured;         /* a password protects their nick */
	bool leaving;         /* they repeat their request to be forgotten */
	unsigned hears;       /* number of the table in their last private line; 0: none */
	struct human_table table[HUMAN_TABLES];
};

void human_open(struct human *human, unsigned number);
/* Returns the human with that nick on a server, or NULL. */
struct human *human_called(struct server *server, const char *nick);
/* human_any and human_of_irc draw a human. human_neighbour returns another human on the same IRC
 * server, always the same one. */
struct human *human_any(struct chance *chance);
struct human *human_of_irc(struct chance *chance);
struct human *human_neighbour(const struct human *human);
/* Makes the human read a line of the bot, and react to it. */
void human_hear(struct human *human, bool in_channel, const char *text);
/* Notes that a private line did not reach the human. */
void human_miss(struct human *human);
/* Makes the human say a formatted line in the channel, or to the bot in private. */
void human_say(struct human *human, bool in_channel, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void human_come(struct human *human);
void human_quit(struct human *human, const char *why);
/* Removes the human from an IRC server without a QUIT. */
void human_vanish(struct human *human);
void human_join(struct human *human);
/* Makes the human join the channel again, and first come online if they are not. */
void human_return(struct human *human);
/*
 * These are functions for world_later; incident->subject is the human. human_starts_table starts
 * their table, with an AI player if incident->number > 0.
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
