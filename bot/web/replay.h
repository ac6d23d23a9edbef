/* replay.h - the scenes of a match in words, as JSON, and drawn. Only for bot/web/. */
#ifndef BOT_WEB_REPLAY_H
#define BOT_WEB_REPLAY_H

#include "bot/history/scenes.h"
#include "bot/web/listing.h"

enum { REPLAY_LINES = 24 };

/* A scene as it is told to somebody. */
struct told {
	unsigned hand, move, seat;
	unsigned seats, turn; /* turn: SEAT_NONE when nobody has it */
	bool open;
	struct string news;
	struct string lies[REPLAY_LINES]; /* "Pile (2): 9♦ 4♣" */
	unsigned lines;
	uint8_t held[SEATS_MAX];
	struct string hands[SEATS_MAX]; /* where open */
	int32_t totals[SEATS_MAX];
};

/*
 * Calls told for each scene of a match in order; what told gets lives as long as the call. Returns
 * NULL, or what is wrong with the match.
 */
enum store_error replay(const struct page *page, const struct listed *listed,
	void (*tell)(void *context, const struct told *told), void *context);
/* An object of JSON in a list; better: what would have been better, or NULL. */
void replay_json(const struct page *page, const struct told *told, const char *better);
/* The table drawn. */
void replay_board(const struct page *page, const struct listed *listed, const struct told *told);
/* Keeps a scene beyond its call; the copy is freed with replay_free. */
void replay_keep(struct told *to, const struct told *from);
void replay_free(struct told *told);

#endif
