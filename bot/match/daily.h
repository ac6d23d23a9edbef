/*
 * daily.h - the deals of a day: their dates, and their trials in the database. A day begins at
 * settings.daily_start in the zone settings.daily_zone, and has the date on which it begins there.
 */
#ifndef BOT_MATCH_DAILY_H
#define BOT_MATCH_DAILY_H

#include "bot/lobby/lobby.h"
#include "storage/trials.h"

struct daily_day {
	char date[STORE_DAY];
	int64_t starts, ends; /* Unix seconds */
};

/* Returns the day at a time in Unix seconds. */
struct daily_day daily_day_at(const struct settings *settings, int64_t at);
/*
 * Finds today's deal of a kind, and makes it if it is missing. Returns false if the database fails;
 * the batch then rolls back.
 */
bool daily_find_today(struct lobby *lobby, enum store_trial_kind kind, struct store_trial *row);
/*
 * Stores a new trial, of which the caller has set the kind, day, hands and times. Sets the game, a
 * secret seed and its commitment. Returns like daily_find_today.
 */
bool daily_add(struct lobby *lobby, const struct game *game, struct store_trial *row);
/* Makes the deal of a kind on a day, unless it exists. Returns like daily_find_today. */
bool daily_make(struct lobby *lobby, enum store_trial_kind kind, const struct daily_day *day,
	struct store_trial *row);
#endif
