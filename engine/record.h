/*
 * record.h - one match as lines of text: read and replayed line by line, and written.
 *
 * The reader does no I/O: its caller feeds it lines. Everything in them is hostile until read; the
 * first error ends the reading. Words are documented where people read of record files.
 */
#ifndef ENGINE_RECORD_H
#define ENGINE_RECORD_H

#include "engine/game.h"
#include "engine/shuffle.h"

/* The longest line that is read, and the longest name of a seat, in bytes without a NUL. */
enum { RECORD_LINE = 2048, RECORD_NAME = 96 };

/* What can be wrong with a line, and the words for it. */
#define RECORD_ERRORS(X) \
	X(NONE, "nothing") \
	X(LONG, "too long a line") \
	X(BYTES, "bytes that are not text") \
	X(START, "a record begins with: mitaines-record 1") \
	X(END, "the record ends before its seats") \
	X(WORD, "neither a move nor a word of records") \
	X(PLACE, "not at this place of a record") \
	X(ARGUMENTS, "too few or too many words") \
	X(NUMBER, "not a possible number") \
	X(GAME, "no such game") \
	X(PRESET, "no such preset of this game") \
	X(OPTION, "no such option of this game") \
	X(VALUE, "not a value of this option") \
	X(NAME, "too long a name") \
	X(PLAYERS, "not a number of players for this game") \
	X(DEALER, "another seat deals this hand") \
	X(CARD, "not a card") \
	X(CARD_FOREIGN, "a card this game has not") \
	X(CARD_TWICE, "a card twice") \
	X(CARD_COUNT, "too few or too many cards") \
	X(MATCH, "a commitment needs a match line in the head") \
	X(FAIR, "no such scheme of fair deals") \
	X(HANDS, "more hands than a match of this scheme has") \
	X(HEX, "not 64 hexadecimal digits") \
	X(NONCE, "a nonce has 1 to 64 bytes") \
	X(COMMIT, "the revealed seed does not match the commitment") \
	X(ROOT, "the root does not match the commitment") \
	X(DECK, "the deck is not the one that seed and nonces give") \
	X(MOVE, "an illegal move") \
	X(SCORE, "not the points of this hand") \
	X(RESULT, "not the totals")
enum record_error {
#define X(name, message) RECORD_ERROR_##name,
	RECORD_ERRORS(X)
#undef X
};

const char *record_error_words(enum record_error error);

/* What a line has done. */
enum record_step {
	RECORD_ON,     /* go on */
	RECORD_HAND,   /* this line has ended a hand, whose points are in the state */
	RECORD_FAILED, /* see error; nothing more is read */
};

/* A match that is being read; all but what is called its own may be looked at. */
struct record {
	unsigned line; /* the number of the last line, or of the one at fault, from 1 */
	enum record_error error;
	enum refusal refusal;    /* of an illegal move */
	const struct game *game; /* NULL before the game line */
	unsigned preset;
	int64_t match;  /* 0 when the head names none */
	unsigned seats; /* 0 before the seats line */
	char name[SEATS_MAX][RECORD_NAME + 1];
	unsigned hands; /* ended */
	unsigned moves;
	unsigned proved; /* hands whose deck was checked against seed and nonces */
	bool fair;       /* the head has the line "fair 2" */
	bool committed;  /* the head has a commitment */
	bool rooted;     /* the root of the match is told */
	union {
		struct state state; /* the match so far */
		uint64_t block[GAME_BLOCK / 8];
	};
	/* The reader's own. */
	bool verify;
	uint8_t stage;
	uint8_t commit[SHUFFLE_COMMIT];
	struct shuffle_chain chain;
	struct {
		unsigned line;
		card deck[DECK_MAX];
		unsigned size;
		struct nonce nonces[SEATS_MAX];
	} hand;
};

/*
 * Begins a record. With verify every revealed seed, or the root, is checked against commitment and
 * decks, for which main has called sodium_init; without, these lines are only read.
 */
void record_open(struct record *record, bool verify);
/*
 * Reads the next line, without its end; a carriage return there is ignored, and so is a byte order
 * mark before the first. Of a line longer than RECORD_LINE any longer part will do.
 */
enum record_step record_line(struct record *record, const char *line, size_t length);
/* There are no more lines: a match may end anywhere behind its seats. */
enum record_step record_close(struct record *record);

/* What the head of a record says; strings are the caller's. */
struct record_head {
	const char *game;
	const char *preset;    /* "" where the game has only one */
	const char *options;   /* "name=value name=value", or "" */
	int64_t match;         /* 0: not said */
	const uint8_t *commit; /* NULL: the record proves nothing */
	const uint8_t *root;   /* NULL: not revealed */
	unsigned seats;
	const char *const *names; /* of the seats; what no record can hold becomes _ */
};

/* Each appends whole lines; a hand's proof stands directly under its hand line, then its moves. */
void record_add_head(struct text *text, const struct record_head *head);
void record_add_hand(struct text *text, unsigned dealer, const card *deck, unsigned size);
/* One nonce for each seat; seed is NULL while it is secret, or if the head has the root. */
void record_add_proof(struct text *text, const struct nonce *nonces, unsigned seats,
	const uint8_t seed[SHUFFLE_SEED]);
void record_add_move(struct text *text, struct move move);
/* The points of a hand that has ended, and the totals at the end of the record. */
void record_add_score(struct text *text, const int32_t *points, unsigned seats);
void record_add_result(struct text *text, const int32_t *totals, unsigned seats);

#endif
