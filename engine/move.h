/* move.h - a move of any game, and its one text form: record, journal and chat share it. */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include <stdbool.h>
#include <string.h>

#include "engine/card.h"

/*
 * What a move may be beside a card that is played: its words as records and people write them,
 * English first, folded; its cards; true if others may not see those, so that it is said in
 * private; and how messages that ask for it end: HAND_TURN_GIVE, TURN_GIVE.
 */
#define VERBS(X) \
	/* give 9D,8C,7H */ \
	X(GIVE, "give donner pass passer", 3, true, GIVE) \
	/* place 9C */ \
	X(PLACE, "place placer", 1, false, PLACE) \
	/* discard 9C */ \
	X(DISCARD, "discard ecarter", 1, false, PLACE) \
	/* foreplace TH */ \
	X(FOREPLACE, "foreplace reserver", 1, true, FOREPLACE) \
	/* keep */ \
	X(KEEP, "keep garder", 0, false, FOREPLACE) \
	/* draw: the top card of the stock */ \
	X(DRAW, "draw piger", 0, false, DRAW) \
	/* take: the top card of the discard pile */ \
	X(TAKE, "take prendre", 0, false, DRAW)
enum act {
	ACT_PLAY, /* 9C · 4D mitten · AC king */
#define X(name, names, cards, secret, turn) ACT_##name,
	VERBS(X)
#undef X
		ACT_COUNT
};

/*
 * What a move says beside its card: a contract by its number of cards, or King's Privilege; with
 * its words likewise, and the message that names it.
 */
#define CALLS(X) \
	X(MITTEN, 2, "mitten mitaine m", CONTRACT_MITTEN) \
	X(GLOVE, 3, "glove gant g", CONTRACT_GLOVE) \
	X(SOCK, 4, "sock chausson s c", CONTRACT_SOCK) \
	X(KING, 5, "king roi", ACT_KING)
enum call {
	CALL_NONE = 0,
#define X(name, number, names, message) CALL_##name = (number),
	CALLS(X)
#undef X
		CALL_COUNT
};

/* Four bytes, no padding; unused cards are CARD_NONE. The cards of a GIVE ascend. */
struct move {
	uint8_t act;
	card card;
	union {
		uint8_t call; /* ACT_PLAY */
		card second;  /* ACT_GIVE */
	};
	card third; /* ACT_GIVE */
};

static inline struct move move_play(card c, enum call call)
{
	return (struct move){
		.act = ACT_PLAY, .card = c, .call = (uint8_t)call, .third = CARD_NONE
	};
}

/* A move of any other act with one card, or with none: CARD_NONE. */
static inline struct move move_of(enum act act, card c)
{
	return (struct move){ (uint8_t)act, c, { CARD_NONE }, CARD_NONE };
}

/*
 * Writes `like`, a move with card 0, with card c. All four bytes go at once: a move that is read
 * whole soon after would have to wait for bytes written one by one.
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
/* The cards it names, in order; returns their number. */
unsigned move_cards(struct move move, card named[3]);
/*
 * Reads a whole move; words in any case and by any of their names, é like e. Several cards are
 * parted by commas or blanks. False: not a move, *move unchanged. Whether a game allows it is not
 * asked here.
 */
bool move_read(const char *string, enum notation notation, struct move *move);
/* Writes the record form, at most MOVE_TEXT bytes with the NUL. */
enum { MOVE_TEXT = 24 };
void move_write(struct text *text, struct move move);

#endif
