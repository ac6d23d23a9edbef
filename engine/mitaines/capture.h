/* mitaines/capture.h - who captures the pile with which card, and what that is worth. */
#ifndef ENGINE_MITAINES_CAPTURE_H
#define ENGINE_MITAINES_CAPTURE_H

#include "engine/mitaines/state.h"

/* What playing a card uncalled captures. */
struct mitaines_capture {
	uint8_t how;  /* enum event_how */
	uint8_t kind; /* of the contract or group, 0 for a sweep */
	uint8_t rank;
	int16_t points;     /* of the contract, group or sweep itself */
	int16_t overcalled; /* of contracts below it */
	int16_t ten;
	int16_t four; /* of equal cards among the first four */
};

/* What seat captures with c, played uncalled; false: nothing, and *capture is unchanged. */
bool mitaines_capture(
	const struct mitaines_open *open, unsigned seat, card c, struct mitaines_capture *capture);
/* Points of a capture in all. */
int mitaines_points(const struct mitaines_capture *capture);
/* What lies in the pile for whoever captures it, beside what the capture itself is worth. */
int mitaines_stake(const struct mitaines_open *open);
/* Plays c uncalled: seat captures the pile, or the card lies there. events may be NULL. */
void mitaines_lay(struct mitaines *table, unsigned seat, card c, struct events *events);

/* True if a card, played uncalled, just lies on the pile, as most do. */
static inline bool mitaines_lies(const struct mitaines_open *open, unsigned rank)
{
	if (open->live.seat != SEAT_NONE)
		return open->live.rank != rank;
	if (open->pile_count == 0)
		return true;
	return rank != RANK_J && card_rank(mitaines_top(open)) != rank;
}

#endif
