#include "bot/match/daily.h"

#include <time.h>

#include "bot/base/zone.h"
#include "bot/history/trial_walk.h"
#include "engine/mitaines.h"
#include "engine/mitaines/reply.h"
#include "engine/shuffle.h"

enum { DAY = 24 * 60 * 60 };

/* Returns the time at which a day begins, in Unix seconds. number: days since 1970-01-01. */
static int64_t begin_of(const struct settings *settings, const char *zone, int64_t number)
{
	return zone_find_date(zone, number * DAY + settings->daily_start);
}

struct daily_day daily_day_at(const struct settings *settings, int64_t at)
{
	struct daily_day day;
	int32_t offset;
	char zone[ZONE_NAME];
	if (settings->daily_zone == NULL || !zone_read(settings->daily_zone, zone))
		zone[0] = '\0';
	zone_find_offset(zone, at, &offset);
	int64_t number = (at + offset) / DAY;
	while (begin_of(settings, zone, number) > at)
		number--;
	while (begin_of(settings, zone, number + 1) <= at)
		number++;
	day.starts = begin_of(settings, zone, number);
	day.ends = begin_of(settings, zone, number + 1);
	struct tm date;
	time_t midnight = (time_t)(number * DAY);
	gmtime_r(&midnight, &date);
	strftime(day.date, sizeof day.date, "%Y-%m-%d", &date);
	return day;
}

bool daily_add(struct lobby *lobby, const struct game *game, struct store_trial *row)
{
	struct store *store = lobby->batch.store;
	char label[TRIAL_LABEL];
	row->version = REPLY_VERSION;
	text_copy(row->game, sizeof row->game, game->name);
	text_copy(row->preset, sizeof row->preset, game->presets[0]);
	env_entropy(&lobby->env, row->seed);
	if (!lobby_check_write(lobby, store_add_trial(store, row)))
		return false;
	/*
	 * Compute the commitment only now: the label of a challenge contains the number that the
	 * store gave it.
	 */
	trial_write_label(row, label);
	shuffle_commit_trial(label, row->seed, row->commitment);
	return lobby_check_write(lobby, store_set_commitment(store, row->id, row->commitment));
}

bool daily_make(struct lobby *lobby, enum store_trial_kind kind, const struct daily_day *day,
	struct store_trial *row)
{
	struct store *store = lobby->batch.store;
	enum store_error error = store_find_trial_of_day(store, kind, day->date, row);
	if (error != STORE_NONE)
		return error == STORE_OK || lobby_check_write(lobby, error);
	*row = (struct store_trial){
		.kind = kind, .hands = 1, .starts = day->starts, .ends = day->ends
	};
	text_copy(row->day, sizeof row->day, day->date);
	return daily_add(lobby, &mitaines_game, row);
}

bool daily_find_today(struct lobby *lobby, enum store_trial_kind kind, struct store_trial *row)
{
	struct daily_day day = daily_day_at(&lobby->settings, lobby_date(lobby));
	return daily_make(lobby, kind, &day, row);
}
