/*
 * pages.h - a double of `mitaines web` at the bot's socket for seats, with moves of people on the
 * pages of their seats. guests.h has the people without a chat client.
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

/* A seat, as the pages know it. */
struct page_seat {
	char hash[SEAT_HASH];
	struct human *human;   /* has the link; NULL: not yet */
	char guest[PAGES_SAY]; /* name of its guest; empty: no guest */
	struct human *inviter; /* of the guest */
	bool gone;             /* the guest has closed the page */
	int connection;        /* connection of the pages when the key was first seen */
	bool shown;            /* this connection has shown it */
	bool ended;            /* its key has ended */
	int64_t match;         /* number of the match in the database */
	unsigned table;        /* number of the table in the channel */
	int64_t n;             /* moves so far, by the last view */
	bool turn;
	struct string view;
	uint64_t serial; /* counts the views */
	unsigned tries;
	int64_t done;   /* moves of the match, by the last acknowledged move here */
	uint64_t wrong; /* since when the view is out of date; 0: it is right */
};

/* A link for one guest. */
struct page_link {
	char hash[SEAT_HASH];
	struct human *inviter;
	bool used; /* a guest has a seat by it */
};

/* A request without an answer: to move at a seat, or to join by a link. */
struct page_ask {
	int64_t id; /* 0: free */
	struct page_seat *seat;
	struct page_link *link;
	bool ended; /* the key of its seat had ended */
	bool legal; /* it is a move of the last view, or a good name */
	int64_t n;
	char say[PAGES_SAY]; /* the move, or the name */
	uint64_t at;
};

struct pages {
	struct chance chance;
	int fd;            /* of the present connection; 0: none */
	int connections;   /* number of connections so far */
	struct string in;  /* sent to the bot */
	size_t taken;      /* how many of those bytes it has read */
	struct string out; /* the beginning of a line of the bot */
	bool ready;        /* the bot has shown all seats */
	uint64_t deaf;     /* reads nothing until this time */
	bool late;         /* the next bytes have waited meanwhile */
	uint64_t down;     /* does not exist until this time */
	int64_t asked;
	struct page_ask ask[PAGES_ASKS];
	struct page_seat seat[PAGES_SEATS];
	unsigned seats;
	struct page_link link[PAGES_LINKS];
	unsigned links;  /* so far; the n-th is in place n modulo PAGES_LINKS */
	unsigned played; /* moves acknowledged */
	unsigned guests; /* guests who got a seat */
};

void pages_open(struct pages *pages);
void pages_clear(struct pages *pages);
/* Notes a link in a private line. */
void pages_hear(struct human *human, const char *text);
/* Checks every second that requests are answered, and that the pages are right. */
void pages_look(void);
/* The disk has lost data, or an older copy is in place: ended keys and used links may be back. */
void pages_restore(void);

/* ---- for guests.c ---- */

/* Writes the hash of the key at the beginning of a text. */
void pages_hash(const char *text, char hash[SEAT_HASH]);
/* Returns the seat of a key, by its hash, or NULL if there are too many seats. */
struct page_seat *pages_seat(const char *hash);
/* Begins a request. Returns NULL if the bot is away, or has too many open requests. */
struct page_ask *pages_ask(void);
/* Sends a request with these members of JSON. */
void pages_send_ask(const char *members, const struct page_ask *ask);
/* Makes the person or guest of a seat leave the table. */
void pages_leave(struct page_seat *seat);
/* Makes the person or guest of a seat tap soon, if it is their turn. */
void pages_play(struct page_seat *seat);

/* These are what the process calls for connect, poll, read, write and close. */
int pages_connect(const char *path);
bool pages_owns(int fd);
unsigned pages_ready(int fd); /* WIRE_ flags */
long pages_recv(int fd, void *bytes, size_t room);
long pages_send(int fd, const void *bytes, size_t length);
int pages_close(int fd);

/* ---- steps ---- */

void pages_ask_link(struct chance *chance);
void pages_tap_all(struct chance *chance);
void pages_restart(struct chance *chance);
void pages_deafen(struct chance *chance);

#endif
