/* move.h - a move of any game, and its text form in records, journal and chat */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include <stdbool.h>
#include <string.h>

#include "engine/card.h"

/*
 * The verbs of all moves except playing a card: name; verb in records, in lower case; number of
 * cards; whether the cards are secret, so that people must give the move in private; and the last
 * part of the message keys that ask for the move (HAND_TURN_GIVE, TURN_GIVE).
 */
#define VERBS(X) \
	/* give 9D,8C,7H */ \
	X(GIVE, "give", 3, true, GIVE) \
	/* place 9C */ \
	X(PLACE, "place", 1, false, PLACE) \
	/* discard 9C */ \
	X(DISCARD, "discard", 1, false, PLACE) \
	/* foreplace TH */ \
	X(FOREPLACE, "foreplace", 1, true, FOREPLACE) \
	/* keep */ \
	X(KEEP, "keep", 0, false, FOREPLACE) \
	/* draw (the top card of the stock) */ \
	X(DRAW, "draw", 0, false, DRAW) \
	/* take (the top card of the discard pile) */ \
	X(TAKE, "take", 0, false, DRAW)
enum act {
	ACT_PLAY, /* 9C · 4D mitten · AC king */
#define X(name, verb, cards, secret, turn) ACT_##name,
	VERBS(X)
#undef X
		ACT_COUNT
};

/*
 * A call made with a card: its name, its number (for a contract the number of cards), its word in
 * records, and the message key of its name. A call is a contract or King's Privilege.
 */
#define CALLS(X) \
	X(MITTEN, 2, "mitten", CONTRACT_MITTEN) \
	X(GLOVE, 3, "glove", CONTRACT_GLOVE) \
	X(SOCK, 4, "sock", CONTRACT_SOCK) \
	X(KING, 5, "king", ACT_KING)
enum call {
	CALL_NONE = 0,
#define X(name, number, word, message) CALL_##name = (number),
	CALLS(X)
#undef X
		CALL_COUNT
};

/* A move: four bytes without padding. Unused cards are CARD_NONE. The cards of ACT_GIVE ascend. */
struct move {
	uint8_t act;
	card card;
	union {
		uint8_t call; /* only with ACT_PLAY */
		card second;  /* only with ACT_GIVE */
	};
	card third; /* only with ACT_GIVE */
};

static inline struct move move_play(card c, enum call call)
{
	return (struct move){
		.act = ACT_PLAY, .card = c, .call = (uint8_t)call, .third = CARD_NONE
	};
}

static inline struct move move_of(enum act act, card c)
{
	return (struct move){ (uint8_t)act, c, { CARD_NONE }, CARD_NONE };
}

/*
 * Writes to *at a copy of the move `like`, whose card is 0, with card c. The four bytes are stored
 * at once: a load of the whole move soon after would stall on four single stores (store
 * forwarding).
 */
static inline void move_put(struct move *at, struct move like, card c)
{
	const struct move one = { .card = 1 };
	uint32_t word, step;
	memcpy(&word, &like, sizeof word);
	memcpy(&step, &one, sizeof step);
	word += c * step;
	memcpy(at, &word, sizeof word);
}

bool move_equal(struct move a, struct move b);
/* Lists the cards of a move in order. Returns their number. */
unsigned move_cards(struct move move, card named[3]);
/*
 * Parses a whole string as a move; several cards are separated by commas or blanks. Returns false,
 * and leaves *move unchanged, if the string is not a move. Does not check whether a game allows it.
 */
bool move_read(const char *string, const struct move_words *words, struct move *move);
/* Writes a move as in records: at most MOVE_TEXT bytes with the NUL. */
enum { MOVE_TEXT = 24 };
void move_write(struct text *text, struct move move);

#endif
