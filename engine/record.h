/*
 * record.h - reads, replays and writes a match as lines of text
 *
 * The reader does no I/O: the caller feeds it lines. It treats their content as hostile, and stops
 * at the first error. mitaines(1) documents the format.
 */
#ifndef ENGINE_RECORD_H
#define ENGINE_RECORD_H

#include "engine/game.h"
#include "engine/shuffle.h"

/* Limits of a line and of a seat's name, in bytes without the NUL. */
enum { RECORD_LINE = 2048, RECORD_NAME = 96 };

/* The errors of a line, and their texts. */
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

/* The result of reading a line. */
enum record_step {
	RECORD_ON,     /* the line is fine */
	RECORD_HAND,   /* the line is fine and ends a hand; its points are in the state */
	RECORD_FAILED, /* `error` says why; later lines are ignored */
};

/* The reader of a match. Callers may read the members up to `state`. */
struct record {
	unsigned line; /* number of the last line, or of the line with the error, from 1 */
	enum record_error error;
	enum refusal refusal; /* reason to refuse an illegal move */
	const struct game *game;
	unsigned preset;
	int64_t match;  /* number of the match, or 0 if the head has none */
	unsigned seats; /* number of seats; 0 before the seats line */
	char name[SEATS_MAX][RECORD_NAME + 1];
	unsigned hands; /* number of finished hands */
	unsigned moves;
	unsigned proved; /* number of hands whose deck was verified with seed and nonces */
	bool fair;       /* the head has the line "fair 2" */
	bool committed;  /* the head has a commitment */
	bool rooted;     /* the head has the root */
	union {
		struct state state; /* state after the last line */
		uint64_t block[GAME_BLOCK / 8];
	};
	/* Private to the reader. */
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
 * Begins a record. With verify, the reader checks every revealed seed, or the root, against the
 * commitment and the decks; call sodium_init before. Without verify it only parses these lines.
 */
void record_open(struct record *record, bool verify);
/*
 * Reads the next line, without its line feed. Ignores a carriage return at the end, and a byte
 * order mark before the first line. Of a line longer than RECORD_LINE the caller may pass only a
 * part, if the part is also longer than RECORD_LINE.
 */
enum record_step record_line(struct record *record, const char *line, size_t length);
/* Ends the record. A record may end anywhere after its seats line; an earlier end is an error. */
enum record_step record_close(struct record *record);

/* The head of a record; the caller owns the strings. */
struct record_head {
	const char *game;
	const char *preset;    /* "" for a game with only one preset */
	const char *options;   /* "name=value name=value", or "" */
	int64_t match;         /* number of the match; 0: omitted */
	const uint8_t *commit; /* NULL: a record without proofs */
	const uint8_t *root;   /* the root; NULL: still secret */
	unsigned seats;
	const char *const *names; /* names of the seats; characters outside the format become _ */
};

/* Append whole lines. The proof of a hand follows its hand line, then come its moves. */
void record_add_head(struct text *text, const struct record_head *head);
void record_add_hand(struct text *text, unsigned dealer, const card *deck, unsigned size);
/*
 * Appends the nonces of a hand, and its seed. seed NULL: it is still secret, or follows from the
 * root.
 */
void record_add_proof(struct text *text, const struct nonce *nonces, unsigned seats,
	const uint8_t seed[SHUFFLE_SEED]);
/* Append the points of a finished hand, and the totals at the end of the record. */
void record_add_score(struct text *text, const int32_t *points, unsigned seats);
void record_add_result(struct text *text, const int32_t *totals, unsigned seats);

#endif
