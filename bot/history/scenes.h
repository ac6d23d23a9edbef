/* scenes.h - shows the public part of a stored match, move by move. */
#ifndef BOT_HISTORY_SCENES_H
#define BOT_HISTORY_SCENES_H

#include "engine/game.h"
#include "storage/matches.h"

/*
 * The table after a deal or a move. It has all cards of a hand that is over, and only the public
 * cards of a hand in play.
 */
struct scene {
	const struct game *game;
	struct state head; /* the part of the game's state that all games share */
	unsigned seats;
	uint8_t side[SEATS_MAX];
	unsigned move;      /* number of the move in the hand; 0: the cards were just dealt */
	unsigned seat;      /* the seat that moved; SEAT_NONE: the scene is a deal */
	bool hands_shown;   /* the hand is over and its cards may be shown */
	struct events news; /* events of the deal or move */
	struct events cards_on_table;   /* cards on the table now */
	uint8_t hand_sizes[SEATS_MAX];  /* number of cards in each hand */
	card hand[SEATS_MAX][HAND_MAX]; /* cards in each hand; CARD_NONE unless hands_shown */
};

/*
 * Makes the scene of a hand in play after a deal (seat SEAT_NONE) or a move, without hidden cards.
 */
void history_make_scene(const struct game *game, const struct state *state, unsigned seats,
	unsigned seat, const struct events *news, struct scene *scene);
/*
 * Calls `show` for each scene of a started match, in order. Returns the errors of
 * history_write_record.
 */
enum store_error history_show_scenes(struct store *store, const struct store_match *match,
	void (*show)(void *context, const struct scene *scene), void *context);
/* Calls `show` for each scene of a record, in order. All hands of the record must be over. */
enum store_error history_show_record(
	const char *text, void (*show)(void *context, const struct scene *scene), void *context);

#endif
