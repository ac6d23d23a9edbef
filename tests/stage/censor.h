/*
 * censor.h - listens to all that the bot says on a stage, and fails the test where a card is named
 * to somebody who may not know it, a seed is told before its hand is over, or a root before its
 * match is.
 */
#ifndef TESTS_STAGE_CENSOR_H
#define TESTS_STAGE_CENSOR_H

#include "storage/store.h"
#include "tests/stage/hidden.h"
#include "tests/stage/stage.h"

/*
 * Who hears lines, by the keys of their connections: players; eve, who only watches and learns; a
 * second connection of luc's; somebody who comes by the nicks of others; all in the channel.
 */
enum { ANNA, LUC, ROSE, YVES, ZOE, PAUL, EVE, SECOND, THIEF, PEOPLE, ALL = PEOPLE, LISTENERS };
enum { PLAYERS = EVE, CENSOR_TABLES = 2, CENSOR_SEEDS = 3 };

extern const char *const censor_key[PEOPLE];

/* What may not be told yet: the root of the match, the seeds of the hand in play and the next. */
struct seeds {
	int64_t match;
	unsigned hand;
	char digits[CENSOR_SEEDS][2 * STORE_SEED + 1];
};

/* A table before something happens, and what may be said of it when it has. */
struct scene {
	int64_t match; /* 0: there is none */
	const struct game *game;
	bool running;
	uint16_t hand;
	uint32_t moves;
	cards down;
	bool second;
	bool checked;             /* cards are hidden there, before, after or both */
	cards before[LISTENERS];  /* cards each listener must not know, before */
	cards after[LISTENERS];   /* the same after */
	unsigned seat[LISTENERS]; /* of each listener, before */
	cards own[LISTENERS];     /* cards each held in hands dealt and ended since */
	cards shown;              /* cards the moves themselves show */
	cards shown_anew;         /* the part of shown that belongs to the next hand */
	bool dealt;               /* the hand it began with is over, and another one dealt */
	bool over[LISTENERS];     /* the line has been said that ends the former */
	struct seeds seeds;
};

struct censor {
	struct stage *stage;
	struct reader reader;
	struct scene scene[CENSOR_TABLES];
	cards typed[PEOPLE]; /* what somebody themselves has named */
	char said[256];      /* what happened, for who reads of a leak */
	struct string known; /* lines eve may be told: a tutorial, a match long over */
	uint64_t hands;      /* that are over */
	uint64_t lines;
	uint64_t seen; /* cards named to those who may know them */
};

/* On an open stage; the words of its answers are those of the stage. */
void censor_open(struct censor *censor, struct stage *stage);
void censor_close(struct censor *censor);
/* Looks at all tables before something happens; what was said until then is not heard any more. */
void censor_observe(struct censor *censor);
/* Somebody says, or something does, this. */
void censor_note(struct censor *censor, const char *who, const char *text);
/* Checks every line that came of it, and fails the test. */
void censor_judge(struct censor *censor);
/* From now on eve may be told what she was told since the stage was last heard. */
void censor_learn(struct censor *censor);
/* How a listener is spoken to. */
struct locale censor_locale(struct censor *censor, unsigned listener);
/* The channel of the tables. */
struct channel *censor_channel(struct censor *censor);
/* The seat of a listener; who comes by the nicks of others has none, whatever the bot thinks. */
unsigned censor_seat(const struct table *table, unsigned listener);

#endif
