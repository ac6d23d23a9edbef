/*
 * pages.h - replaces `mitaines web` at the bot's socket for seats in the simulation. People move on
 * the pages of their seats; guests.h has the people without a chat client.
 */
#ifndef TESTS_SIMULATE_PAGES_H
#define TESTS_SIMULATE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "bot/people/seat_key.h"
#include "engine/playout.h"

struct chance;
struct human;

#define PAGES_URL "https://cards.test"

enum { PAGES_SEATS = 256, PAGES_LINKS = 64, PAGES_ASKS = 64, PAGES_SAY = 65 };

/* A seat with a page. A key in the page's address opens it; the pages know its hash. */
struct page_seat {
	char hash[SEAT_HASH];
	struct human *human;   /* human who got the link to the page; NULL: not yet */
	char guest[PAGES_SAY]; /* name of the seat's guest; empty: no guest */
	struct human *inviter; /* human who invited the guest */
	bool gone;             /* the guest has closed the page */
	int connection;        /* number of the connection that first showed the key */
	bool shown;            /* the bot has shown the seat on the present connection */
	bool ended;            /* the key is no longer valid */
	int64_t match;         /* number of the match in the database */
	unsigned table;        /* number of the table in the channel */
	int64_t n;             /* number of moves in the last view */
	bool turn;
	struct string view;
	uint64_t serial; /* number of views so far */
	unsigned tries;
	int64_t done;   /* number of the last move that the bot accepted from the page */
	uint64_t wrong; /* ms; since when the view is out of date; 0: it is right */
};

/* A link for one guest. */
struct page_link {
	char hash[SEAT_HASH];
	struct human *inviter;
	bool used; /* a guest has taken a seat by the link */
};

/* A request that waits for the bot's answer: to move or leave at a seat, or to join by a link. */
struct page_ask {
	int64_t id; /* 0: a free slot */
	struct page_seat *seat;
	struct page_link *link;
	bool ended; /* the key of the seat had ended when the request was sent */
	bool legal; /* the request has a legal move of the last view, or a valid name */
	int64_t n;
	char say[PAGES_SAY]; /* the move, or the guest's name */
	uint64_t at;
};

struct pages {
	struct chance chance;
	int fd;            /* descriptor of the present connection; 0: none */
	int connections;   /* number of connections so far */
	struct string in;  /* bytes sent to the bot */
	size_t taken;      /* number of these bytes that the bot has read */
	struct string out; /* the beginning of a line of the bot */
	bool ready;        /* the bot has shown all seats on this connection */
	uint64_t deaf;     /* ms; the pages read nothing until this time */
	bool late;         /* the bot tried to write before `deaf`, so its next bytes are old */
	uint64_t down;     /* ms; the pages refuse connections until this time */
	int64_t asked;
	struct page_ask ask[PAGES_ASKS];
	struct page_seat seat[PAGES_SEATS];
	unsigned seats;
	struct page_link link[PAGES_LINKS];
	unsigned links;  /* number of links so far; the n-th is in link[n % PAGES_LINKS] */
	unsigned played; /* number of moves that the bot accepted from pages */
	unsigned guests; /* number of guests with a seat so far */
};

void pages_open(struct pages *pages);
void pages_clear(struct pages *pages);
/* Notes a link to a page in a private line to the human, who then moves on the page. */
void pages_hear(struct human *human, const char *text);
/* Checks that the bot answers requests in time, and that the pages show the last moves. */
void pages_look(void);
/* Notes that the disk has lost data, or that an older copy replaces the database: ended keys and
 * used links may be valid again. */
void pages_restore(void);

/* ---- for guests.c ---- */

/* Writes the hash of the key at the beginning of a text. */
void pages_hash(const char *text, char hash[SEAT_HASH]);
/* Finds a seat by the hash of its key, or adds it. Returns NULL if there are too many seats. */
struct page_seat *pages_seat(const char *hash);
/* Begins a request to the bot. Returns NULL without a connection, or if too many requests wait. */
struct page_ask *pages_ask(void);
/* Sends a request to the bot. `members` are the members of its JSON object, without the id. */
void pages_send_ask(const char *members, const struct page_ask *ask);
/* Makes the person or guest of a seat leave the table. */
void pages_leave(struct page_seat *seat);
/* Makes the person or guest of a seat tap a move soon, if it is then their turn. */
void pages_play(struct page_seat *seat);

/* The bot's calls of connect, poll, read, write and close end up here for the pages' socket. */
int pages_connect(const char *path);
bool pages_owns(int fd);
unsigned pages_ready(int fd); /* returns WIRE_ flags (wire.h) */
long pages_recv(int fd, void *bytes, size_t room);
long pages_send(int fd, const void *bytes, size_t length);
int pages_close(int fd);

/* ---- steps ---- */

void pages_ask_link(struct chance *chance);
void pages_tap_all(struct chance *chance);
void pages_restart(struct chance *chance);
void pages_deafen(struct chance *chance);

#endif
