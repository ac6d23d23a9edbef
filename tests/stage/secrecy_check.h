/* secrecy_check.h - reads all lines of the bot on a stage, and what it sends to the pages of seats.
 * Fails if a card is named to a person without the right to know it, if a seed is told before its
 * hand is over, or if a root is told before its match is over. */
#ifndef TESTS_STAGE_SECRECY_CHECK_H
#define TESTS_STAGE_SECRECY_CHECK_H

#include "bot/people/seat_key.h"
#include "storage/store.h"
#include "tests/stage/hidden.h"
#include "tests/stage/stage.h"

/* The listeners by the keys of their connections: players; eve, a watcher; a second
 * connection of luc; a thief of nicks; the whole channel; and the guest at a table. */
enum {
	ANNA,
	LUC,
	ROSE,
	YVES,
	ZOE,
	PAUL,
	EVE,
	SECOND,
	THIEF,
	PEOPLE,
	ALL = PEOPLE,
	GUEST,
	LISTENERS
};
enum { PLAYERS = EVE, CENSOR_TABLES = 2, CENSOR_SEEDS = 3, CENSOR_LINKS = 32 };

extern const char *const secrecy_check_key[LISTENERS];

/* Secrets: the root of the match, and the seeds of the current and the next hand. */
struct seeds {
	int64_t match;
	unsigned hand;
	char digits[CENSOR_SEEDS][2 * STORE_SEED + 1];
};

/* A table before an action, and the cards that may be named after it. */
struct scene {
	int64_t match; /* 0 without a table */
	const struct game *game;
	bool running;
	uint16_t hand;
	uint32_t moves;
	cards down;
	bool second;
	bool checked;             /* cards are hidden there before or after the action */
	cards before[LISTENERS];  /* cards each listener must not know before the action */
	cards after[LISTENERS];   /* the same after the action */
	unsigned seat[LISTENERS]; /* the seat of each listener before the action */
	cards own[LISTENERS];     /* cards each listener held in hands dealt and ended since */
	cards shown;              /* cards the moves themselves show */
	cards shown_anew;         /* the part of shown that belongs to the next hand */
	bool dealt;               /* the first hand is over and another one is dealt */
	bool over[LISTENERS];     /* the listener has heard the end of the first hand */
	struct seeds seeds;
};

/* A link to a seat, with the listener that it was told to. */
struct seat_link {
	unsigned listener;
	int64_t match;
	char key[SEAT_KEY];
};

/* The lines that the page of a seat has shown. */
struct seat_page {
	int64_t match, person;
	uint64_t added;
};

struct censor {
	struct stage *stage;
	struct reader reader;
	struct scene scene[CENSOR_TABLES];
	cards typed[PEOPLE]; /* cards that each person has typed */
	char said[256];      /* the last actions, for the message about a leak */
	uint64_t hands;      /* finished hands */
	uint64_t lines;
	uint64_t seen; /* number of cards in all lines so far */
	struct seat_link link[CENSOR_LINKS];
	unsigned links; /* told so far; the oldest are overwritten */
	struct seat_page page[CENSOR_TABLES][SEATS_MAX];
	struct string shown; /* lines shown on pages: listener, table, language, text */
	char tapped[3];      /* begins a line of `shown` with an answer to a move on a page */
	uint64_t views;
};

/* Opens a censor on an open stage. secrecy_check_close frees its memory. */
void secrecy_check_open(struct censor *censor, struct stage *stage);
void secrecy_check_close(struct censor *censor);
/* Records all tables before an action, and drops earlier lines. */
void secrecy_check_begin(struct censor *censor);
/* Notes an action, for the message about a leak. */
void secrecy_check_note(struct censor *censor, const char *who, const char *text);
/* Checks every line since secrecy_check_begin. */
void secrecy_check_lines(struct censor *censor);
/* Checks what the bot has sent to the pages in the batch that ends now. */
void secrecy_check_views(struct censor *censor, const char *sent);
/* Notes the link to a seat that a listener has. */
void secrecy_check_add_link(struct censor *censor, unsigned listener, const char *text);
/* Notes that a listener makes a move on the page of their seat: the answer is for them. */
void secrecy_check_tap(struct censor *censor, const struct table *table, unsigned listener);
/* Returns the key of a listener's link to their seat, or NULL. */
const char *secrecy_check_link(
	const struct censor *censor, const struct table *table, unsigned listener);
/* Returns a listener's language and style. */
struct locale secrecy_check_locale(struct censor *censor, unsigned listener);
struct channel *secrecy_check_channel(struct censor *censor);
/* Returns the seat of a listener. The thief has none, even if the bot thinks so. */
unsigned secrecy_check_seat(const struct table *table, unsigned listener);

#endif
