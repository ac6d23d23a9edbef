/* replay.h - scenes of a match in words, as JSON and as an HTML board. Only for bot/web/. */
#ifndef BOT_WEB_REPLAY_H
#define BOT_WEB_REPLAY_H

#include "bot/history/scenes.h"
#include "bot/web/listing.h"

enum { REPLAY_LINES = 24 };

/* A scene in the reader's words. */
struct scene_text {
	unsigned hand, move, seat;                  /* seat: SEAT_NONE without a mover */
	unsigned seats, turn;                       /* turn: SEAT_NONE outside of play */
	bool open;                                  /* hands are visible */
	struct string news;                         /* the events of the move */
	struct string cards_on_table[REPLAY_LINES]; /* the table, "Pile (2): 9♦ 4♣" */
	unsigned lines;                             /* entries of lies */
	uint8_t hand_sizes[SEATS_MAX];              /* number of cards in each hand */
	struct string hands[SEATS_MAX];             /* set if open */
	int32_t totals[SEATS_MAX];
};

/*
 * Calls tell for each scene of a match in order; *told is valid during the call. Returns the error
 * of the store or the journal.
 */
enum store_error replay(const struct page *page, const struct listed_match *listed,
	void (*tell)(void *context, const struct scene_text *told), void *context);
/* Adds a scene as a JSON object; better: text on a better move, or NULL. */
void replay_json(const struct page *page, const struct scene_text *told, const char *better);
/* Draws a scene as an HTML board. */
void replay_board(
	const struct page *page, const struct listed_match *listed, const struct scene_text *told);
/* Copies a scene over *to, which is zeroed or a copy. The caller frees it with replay_free. */
void replay_copy(struct scene_text *to, const struct scene_text *from);
void replay_free(struct scene_text *told);

#endif
