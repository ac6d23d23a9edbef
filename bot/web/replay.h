/*
 * replay.h - shows the scenes of a match in words, as JSON and as an HTML board. Used only in
 * bot/web.
 */
#ifndef BOT_WEB_REPLAY_H
#define BOT_WEB_REPLAY_H

#include "bot/history/scenes.h"
#include "bot/text/eventtext.h"
#include "bot/web/listing.h"

enum { REPLAY_LINES = 24 };

/* A scene of a match, in the reader's words. */
struct scene_text {
	const struct scene *scene; /* `scene` and `words` are invalid in a copy */
	struct eventtext words;
	unsigned hand, move, seat; /* `seat` is the seat that moved; SEAT_NONE: no seat did */
	unsigned seats, turn;      /* `turn` is the seat to move; SEAT_NONE: none is to move */
	bool open;                 /* the cards of all hands may be shown */
	struct string news;        /* events of the move, in words */
	/* cards on the table, one pile or set a line, like "Pile (2): 9♦ 4♣" */
	struct string cards_on_table[REPLAY_LINES];
	unsigned lines;                 /* number of entries in cards_on_table */
	uint8_t hand_sizes[SEATS_MAX];  /* number of cards in each hand */
	struct string hands[SEATS_MAX]; /* cards of each hand, in words; empty unless `open` */
	int32_t totals[SEATS_MAX];
};

/*
 * Calls `tell` for each scene of a match or try, in order. *told is valid only during the call.
 * Returns the error of the store or of the journal.
 */
enum store_error replay(const struct page *page, const struct listed_match *listed,
	void (*tell)(void *context, const struct scene_text *told), void *context);
/* Adds a scene as a JSON object. better: text about a better move, or NULL. */
void replay_json(const struct page *page, const struct scene_text *told, const char *better);
/* Adds a scene as an HTML board. */
void replay_board(
	const struct page *page, const struct listed_match *listed, const struct scene_text *told);
/*
 * Copies a scene to *to, which must be all zeros or an earlier copy. Free the copy with
 * replay_free.
 */
void replay_copy(struct scene_text *to, const struct scene_text *from);
void replay_free(struct scene_text *told);

#endif
