/*
 * seat_trial.h - the part of a seat's page after a deal of the day or a challenge: results, and
 * what the player can do with their own result. Used only in bot/web.
 */
#ifndef BOT_WEB_SEAT_TRIAL_H
#define BOT_WEB_SEAT_TRIAL_H

#include "bot/web/seat.h"

/*
 * Adds the result of another person, the form that shares the player's own, and the seed of a
 * challenge that is over. trial: the member "trial" of the seat's view.
 */
void seat_trial_draw_end(const struct seat *seat, const json_t *trial);
/* Adds the form that deletes the result of an open deal that has ended. */
void seat_trial_draw_delete(const struct seat *seat, const json_t *trial);

#endif
