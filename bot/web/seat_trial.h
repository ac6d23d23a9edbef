/*
 * seat_trial.h - the end of a deal that many people play, on the page of its seat: what its player
 * can do with the result. Used only in bot/web.
 */
#ifndef BOT_WEB_SEAT_TRIAL_H
#define BOT_WEB_SEAT_TRIAL_H

#include "bot/web/seat.h"

/*
 * Adds the result of another person beside the player's, the form that shares the result, the
 * seed of a challenge that is over, and the form that deletes the result. trial: member of the
 * view.
 */
void seat_trial_draw_end(const struct seat *seat, const json_t *trial);

#endif
