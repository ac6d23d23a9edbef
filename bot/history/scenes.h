/* scenes.h - a stored match, move by move, as everybody may see it. */
#ifndef BOT_HISTORY_SCENES_H
#define BOT_HISTORY_SCENES_H

#include "engine/game.h"
#include "storage/matches.h"

/*
 * What a deal or a move has brought about. Of a hand that is over all may be seen; of one in play
 * what a bystander sees: cards that are hidden are not in here.
 */
struct scene {
	const struct game *game;
	struct state head; /* of the game */
	unsigned seats;
	uint8_t side[SEATS_MAX];
	unsigned move;                  /* made in the hand, 0: it was just dealt */
	unsigned seat;                  /* whoever moved, or with a deal SEAT_NONE */
	bool open;                      /* its hand is over */
	struct events news;             /* what happened */
	struct events lies;             /* what lies on the table now */
	uint8_t held[SEATS_MAX];        /* how many cards each has in hand */
	card hand[SEATS_MAX][HAND_MAX]; /* these, where it is open, or else CARD_NONE */
};

/*
 * Shows each scene of a match that was started, in order. Fails as history_record does: then there
 * are none.
 */
enum store_error history_scenes(struct store *store, const struct store_match *match,
	void (*show)(void *context, const struct scene *scene), void *context);

#endif
