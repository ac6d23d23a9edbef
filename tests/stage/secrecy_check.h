/* secrecy_check.h - checks all lines of the bot on a stage, and all that it sends to the pages of
 * seats. Fails if a listener is told a card that they may not know, if a seed is told before its
 * hand is over, or if a root is told before its match is over. */
#ifndef TESTS_STAGE_SECRECY_CHECK_H
#define TESTS_STAGE_SECRECY_CHECK_H

#include "bot/people/seat_key.h"
#include "storage/store.h"
#include "tests/stage/hidden.h"
#include "tests/stage/stage.h"

/* The listeners, most of them a connection: ANNA to PAUL play, EVE watches, SECOND is another
 * connection of luc, THIEF takes nicks of other people, ALL is the whole channel, and GUEST plays
 * on a page. */
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

/* The secrets of a match in hexadecimal digits: the root, and the seeds of the current and the next
 * hand. */
struct seeds {
	int64_t match;
	unsigned hand;
	char digits[CENSOR_SEEDS][2 * STORE_SEED + 1];
};

/* A table before an action, and the cards that the bot may name after it. */
struct scene {
	int64_t match; /* 0 without a table */
	const struct game *game;
	bool running;
	uint16_t hand;
	uint32_t moves;
	cards down;
	bool second;
	bool checked;             /* the table has hidden cards before or after the action */
	cards before[LISTENERS];  /* cards each listener must not know before the action */
	cards after[LISTENERS];   /* cards each listener must not know after the action */
	unsigned seat[LISTENERS]; /* the seat of each listener before the action */
	cards own[LISTENERS];     /* cards they held in hands that began and ended in the action */
	cards shown;              /* cards that the moves of the action show to all people */
	cards shown_anew;         /* the cards in `shown` that belong to the next hand */
	bool dealt; /* the hand played before the action is over, and the next one is dealt */
	bool over[LISTENERS]; /* the listener has heard the end of that earlier hand */
	struct seeds seeds;
};

/* A link to a seat, and the listener to whom the bot has told it. */
struct seat_link {
	unsigned listener;
	int64_t match;
	char key[SEAT_KEY];
};

/* The match and person of a seat's page, and the number of lines that it has shown. */
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
	uint64_t seen; /* number of cards named in all lines so far */
	struct seat_link link[CENSOR_LINKS];
	unsigned links; /* number of links told so far; the oldest are overwritten */
	struct seat_page page[CENSOR_TABLES][SEATS_MAX];
	struct string shown; /* lines shown on pages: listener, table, language, text */
	char tapped[3];      /* the beginning of a line of `shown` that answers a move on a page */
	uint64_t views;
};

/* Opens a censor on an open stage. Call secrecy_check_close to free its memory. */
void secrecy_check_open(struct censor *censor, struct stage *stage);
void secrecy_check_close(struct censor *censor);
/* Records all tables before an action, and drops earlier lines. */
void secrecy_check_begin(struct censor *censor);
/* Notes an action, to name it in the message about a leak. */
void secrecy_check_note(struct censor *censor, const char *who, const char *text);
/* Checks every line of the bot since secrecy_check_begin. */
void secrecy_check_lines(struct censor *censor);
/* Checks the lines in `sent`, which the bot has sent to the pages in the batch that ends now. */
void secrecy_check_views(struct censor *censor, const char *sent);
/* Notes that the bot has told a listener the link to a seat. text: the link from its key on. */
void secrecy_check_add_link(struct censor *censor, unsigned listener, const char *text);
/* Notes that a listener moves on the page of their seat, so that the answer is checked as
 * theirs. */
void secrecy_check_tap(struct censor *censor, const struct table *table, unsigned listener);
/* Returns the key of a listener's link to their seat at a table, or NULL. */
const char *secrecy_check_link(
	const struct censor *censor, const struct table *table, unsigned listener);
/* Returns a listener's language and style. */
struct locale secrecy_check_locale(struct censor *censor, unsigned listener);
struct channel *secrecy_check_channel(struct censor *censor);
/* Returns the seat of a listener at a table, or SEAT_NONE. The thief has no seat, even if the bot
 * takes them for its owner. */
unsigned secrecy_check_seat(const struct table *table, unsigned listener);

#endif
