/* move.h - a move of any game, and its one text form: record, journal and chat share it. */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include <stdbool.h>
#include <string.h>

#include "engine/card.h"

enum act {
	ACT_PLAY,      /* 9C · 4D mitten · AC king */
	ACT_GIVE,      /* give 9D,8C,7H */
	ACT_PLACE,     /* place 9C */
	ACT_DISCARD,   /* discard 9C */
	ACT_FOREPLACE, /* foreplace TH */
	ACT_KEEP,      /* keep */
	ACT_DRAW,      /* draw: the top card of the stock */
	ACT_TAKE,      /* take: the top card of the discard pile */
};

/* What a move says beside its card: a contract by its number of cards, or King's Privilege. */
enum call { CALL_NONE = 0, CALL_MITTEN = 2, CALL_GLOVE = 3, CALL_SOCK = 4, CALL_KING = 5 };

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
/*
 * Reads a whole move; words in any case and by their English or French names and first letters
 * (m, mitten, mitaine; g, glove, gant; s, c, sock, chausson; king, roi). Cards of a GIVE are parted
 * by commas or blanks. False: not a move, *move unchanged. Whether a game allows it is not asked
 * here.
 */
bool move_read(const char *string, enum notation notation, struct move *move);
/* Writes the record form, at most MOVE_TEXT bytes with the NUL. */
enum { MOVE_TEXT = 24 };
void move_write(struct text *text, struct move move);

#endif
