/*
 * seat_trial.h - the end of a deal that many people play, on the page of its seat: what its player
 * can do with the result. Used only in bot/web.
 */
#ifndef BOT_WEB_SEAT_TRIAL_H
#define BOT_WEB_SEAT_TRIAL_H

#include "bot/web/seat.h"

/*
 * Adds the result of another person beside the player's, the form that shares the result, and the
 * seed of a challenge that is over. trial: member of the view.
 */
void seat_trial_draw_end(const struct seat *seat, const json_t *trial);
/* Adds the form that deletes the result of an open deal that has ended. */
void seat_trial_draw_delete(const struct seat *seat, const json_t *trial);

#endif
