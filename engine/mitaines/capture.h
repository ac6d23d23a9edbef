/* mitaines/capture.h - whether a card captures the pile, and its points */
#ifndef ENGINE_MITAINES_CAPTURE_H
#define ENGINE_MITAINES_CAPTURE_H

#include "engine/mitaines.h"

/* The capture that a card makes when it is played without a call. */
struct mitaines_capture {
	uint8_t how;  /* enum event_how */
	uint8_t kind; /* number of cards of the contract or group, 0 for a sweep */
	uint8_t rank;
	int16_t points;     /* points of the contract, group or sweep itself */
	int16_t overcalled; /* points of the overcalled contracts below */
	int16_t ten;
	int16_t four; /* points of equal cards among the first four */
};

/*
 * Computes the capture that c makes if it is played without a call. Returns false and leaves
 * *capture unchanged if c captures nothing.
 */
bool mitaines_capture(
	const struct mitaines_open *open, unsigned seat, card c, struct mitaines_capture *capture);
/* Returns the total points of a capture. */
int mitaines_points(const struct mitaines_capture *capture);
/* Returns the points that the pile adds to every capture. */
int mitaines_stake(const struct mitaines_open *open);
/*
 * Plays c without a call: the seat captures the pile, or the card stays on the pile. events may be
 * NULL.
 */
void mitaines_lay(struct mitaines *table, unsigned seat, card c, struct events *events);

/*
 * Returns true if a card of a rank, played without a call, stays on the pile, as most cards do. May
 * return false for a card that captures nothing.
 */
static inline bool mitaines_lies(const struct mitaines_open *open, unsigned rank)
{
	if (open->live.seat != SEAT_NONE)
		return open->live.rank != rank;
	if (open->pile_count == 0)
		return true;
	return rank != RANK_J && card_rank(mitaines_top(open)) != rank;
}

#endif
