#include "storage/ratings.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "storage/query.h"

enum { PERIOD_TEXT = 24, DAY_SECONDS = 24 * 3600 };

enum store_error store_set_rank_minimum(struct store *store, unsigned matches)
{
	struct query query = query_read_with(store, SQL_MINIMUM, matches);
	enum store_error error = query_end_found(&query);
	if (error != STORE_NONE)
		return error;
	error = query_run(store, SQL_MINIMUM_PUT, matches);
	return error ? error : query_run(store, SQL_MINIMUM_APPLY, matches);
}

static struct query query_rating(
	struct store *store, enum statement statement, int64_t person, const char *game)
{
	struct query query = query_read_with(store, statement, person);
	query_bind_text(&query, game, STORE_WORD);
	return query;
}

/* Binds the first three parameters of a statement about a rating: edition, person and game. */
static void bind_rating(
	struct query *query, enum store_edition edition, int64_t person, const char *game)
{
	query_bind_number(query, edition == STORE_DRAFT);
	query_bind_number(query, person);
	query_bind_text(query, game, STORE_WORD);
}

static void rating_take(struct query *query, struct store_rating *rating)
{
	rating->mu = query_real(query);
	rating->sigma = query_real(query);
	rating->points = query_real(query);
	rating->shown = query_int32(query);
	rating->matches = query_unsigned(query);
	rating->wins = query_unsigned(query);
	rating->peers = query_unsigned(query);
}

enum store_error store_get_rating(struct store *store, enum store_edition edition, int64_t person,
	const char *game, struct store_rating *rating)
{
	struct query query = query_read(store, SQL_RATING);
	bind_rating(&query, edition, person, game);
	if (query_row(&query)) {
		rating_take(&query, rating);
		rating->met = query_unsigned(&query);
		rating->known = query_unsigned(&query);
		rating->day = query_number(&query);
	}
	return query_end_found(&query);
}

enum store_error store_get_rank(
	struct store *store, int64_t person, const char *game, struct store_rank *rank)
{
	struct query query = query_rating(store, SQL_RANK, person, game);
	if (query_row(&query)) {
		rating_take(&query, &rank->rating);
		bool ranked = query_number(&query) != 0;
		bool robot = query_number(&query) != 0;
		unsigned better = query_unsigned(&query);
		unsigned all = query_unsigned(&query);
		unsigned better_robots = query_unsigned(&query);
		unsigned all_robots = query_unsigned(&query);
		rank->place = (robot ? better_robots : better - better_robots) + 1;
		rank->ranked = robot ? all_robots : all - all_robots;
		if (!ranked)
			rank->place = 0;
	}
	return query_end_found(&query);
}

enum store_error store_get_meeting(struct store *store, enum store_edition edition, int64_t person,
	int64_t other, const char *game, struct store_meeting *meeting)
{
	struct query query = query_read(store, SQL_MEETING);
	bind_rating(&query, edition, person, game);
	query_bind_number(&query, other);
	*meeting = (struct store_meeting){ .matches = 0 };
	if (query_row(&query)) {
		meeting->matches = query_unsigned(&query);
		meeting->won = query_real(&query);
	}
	return query_end(&query);
}

enum store_error store_set_meeting(struct store *store, enum store_edition edition, int64_t person,
	int64_t other, const char *game, const struct store_meeting *meeting)
{
	struct query query = query_write(store, SQL_MEETING_PUT);
	bind_rating(&query, edition, person, game);
	query_bind_number(&query, other);
	query_bind_number(&query, meeting->matches);
	query_bind_real(&query, meeting->won);
	return query_end(&query);
}

enum store_error store_set_peers(
	struct store *store, enum store_edition edition, int64_t person, const char *game)
{
	struct store_rating rating = { .peers = 0 };
	enum store_error error = store_get_rating(store, edition, person, game, &rating);
	if (!error && rating.peers < STORE_PEERS) {
		struct query count = query_read(store, SQL_PEERS);
		bind_rating(&count, edition, person, game);
		rating.peers = query_row(&count) ? query_unsigned(&count) : 0;
		error = query_end(&count);
	}
	if (error)
		return error;
	struct query query = query_write(store, SQL_PEERS_PUT);
	bind_rating(&query, edition, person, game);
	query_bind_number(&query, rating.peers < STORE_PEERS ? rating.peers : STORE_PEERS);
	return query_end(&query);
}

/* Writes the name of the period that includes a time. Week 0 is the week of 1970-01-01. */
static void period_name(enum store_period period, int64_t at, char name[PERIOD_TEXT])
{
	time_t seconds = (time_t)at;
	struct tm tm = { .tm_year = 0 };
	gmtime_r(&seconds, &tm);
	if (period == STORE_EVER)
		snprintf(name, PERIOD_TEXT, "ever");
	else if (period == STORE_WEEK)
		snprintf(name, PERIOD_TEXT, "week %d", (int)((at / DAY_SECONDS + 3) / 7));
	else if (period == STORE_MONTH)
		snprintf(name, PERIOD_TEXT, "month %d", tm.tm_year * 12 + tm.tm_mon);
	else
		snprintf(name, PERIOD_TEXT, "year %d", tm.tm_year);
}

static enum store_error tally_add(struct store *store, enum store_edition edition,
	const struct store_change *change, enum store_period period, const char *preset)
{
	struct query query = query_write(store, SQL_TALLY_ADD);
	char name[PERIOD_TEXT];
	period_name(period, change->at, name);
	query_bind_number(&query, edition == STORE_DRAFT);
	query_bind_text(&query, name, PERIOD_TEXT);
	query_bind_text(&query, change->game, STORE_WORD);
	query_bind_text(&query, preset, STORE_WORD);
	query_bind_number(&query, change->person);
	query_bind_number(&query, change->won);
	query_bind_number(&query, (int64_t)change->after.shown - change->shown_before);
	return query_end(&query);
}

enum store_error store_set_rating(
	struct store *store, enum store_edition edition, const struct store_change *change)
{
	const struct store_rating *after = &change->after;
	struct query query = query_write(store, SQL_RATING_PUT);
	bind_rating(&query, edition, change->person, change->game);
	query_bind_real(&query, after->mu);
	query_bind_real(&query, after->sigma);
	query_bind_real(&query, after->points);
	query_bind_number(&query, after->shown);
	query_bind_number(&query, change->won);
	query_bind_number(&query, change->at);
	query_bind_number(&query, after->met);
	query_bind_number(&query, after->known);
	query_bind_number(&query, after->day);
	enum store_error error = query_end(&query);
	/* STORE_EVER has no sum over all presets, because that sum is the rating itself. */
	for (int period = STORE_EVER; !error && period < STORE_PERIODS; period++) {
		if (period != STORE_EVER)
			error = tally_add(store, edition, change, (enum store_period)period, "");
		if (!error && *change->preset != '\0')
			error = tally_add(
				store, edition, change, (enum store_period)period, change->preset);
	}
	if (error)
		return error;
	query = query_write(store, SQL_RATING_HISTORY_ADD);
	query_bind_number(&query, edition == STORE_DRAFT);
	query_bind_number(&query, change->person);
	query_bind_number(&query, change->match);
	query_bind_number(&query, change->after.shown);
	return query_end(&query);
}

/* Reads the rows of a ranking and numbers their places. Equal ratings share a place. */
static enum store_error places_take(
	struct query *query, struct store_place *rows, unsigned limit, unsigned *count)
{
	for (*count = 0; *count < limit && query_row(query); (*count)++) {
		struct store_place *row = &rows[*count];
		row->person = query_number(query);
		query_text(query, row->name, STORE_NAME);
		row->robot = query_number(query) != 0;
		row->provisional = query_number(query) != 0;
		row->shown = query_int32(query);
		row->matches = query_unsigned(query);
		row->wins = query_unsigned(query);
		/* The statements for AI players have no ORDER BY, so move the row to its place. */
		struct store_place last = *row;
		for (; last.robot && row > rows && row[-1].shown < last.shown; row--)
			*row = row[-1];
		*row = last;
	}
	for (unsigned i = 0; i < *count; i++)
		rows[i].place =
			i > 0 && rows[i - 1].shown == rows[i].shown ? rows[i - 1].place : i + 1;
	return query_end(query);
}

enum store_error store_list_top(struct store *store, const char *game, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count)
{
	struct query query = query_read(store, robots ? SQL_TOP_ROBOTS : SQL_TOP);
	query_bind_text(&query, game, STORE_WORD);
	query_bind_number(&query, limit);
	return places_take(&query, rows, limit, count);
}

/*
 * Begins a query for a game, a preset and a period. Writes the name of the period to `name`, which
 * must live until query_end.
 */
static struct query query_span(struct store *store, enum statement statement,
	const struct store_span *span, unsigned limit, char name[PERIOD_TEXT])
{
	struct query query = query_read(store, statement);
	period_name(span->period, span->now, name);
	query_bind_text(&query, name, PERIOD_TEXT);
	query_bind_text(&query, span->game, STORE_WORD);
	query_bind_text(&query, span->preset, STORE_WORD);
	query_bind_number(&query, limit);
	return query;
}

enum store_error store_list_newcomers(struct store *store, const char *game, int64_t now,
	struct store_place *rows, unsigned limit, unsigned *count)
{
	const struct store_span year = { game, "", STORE_YEAR, now };
	char name[PERIOD_TEXT];
	struct query query = query_span(store, SQL_NEWCOMERS, &year, limit, name);
	enum store_error error = places_take(&query, rows, limit, count);
	for (unsigned i = 0; i < *count; i++)
		rows[i].place = 0;
	return error;
}

enum store_error store_list_ladder(struct store *store, const char *game, int64_t now,
	struct store_place *rows, unsigned limit, unsigned *count)
{
	enum { FEW = 10 };
	unsigned more = 0;
	enum store_error error = store_list_top(store, game, false, rows, limit, count);
	if (!error && *count < FEW)
		error = store_list_newcomers(
			store, game, now, rows + *count, limit - *count, &more);
	*count += more;
	return error;
}

enum store_error store_list_gains(struct store *store, const struct store_span *span, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count)
{
	char name[PERIOD_TEXT];
	struct query query =
		query_span(store, robots ? SQL_TALLY_ROBOTS : SQL_TALLY, span, limit, name);
	return places_take(&query, rows, limit, count);
}

static void versus_take(struct query *query, bool swapped, struct store_versus *versus)
{
	versus->matches = query_unsigned(query);
	versus->wins[swapped] = query_unsigned(query);
	versus->wins[!swapped] = query_unsigned(query);
	versus->points[swapped] = query_number(query);
	versus->points[!swapped] = query_number(query);
}

enum store_error store_get_versus(
	struct store *store, int64_t one, int64_t other, struct store_versus *versus)
{
	struct query query = query_read(store, SQL_VERSUS);
	bool swapped = one > other;
	*versus = (struct store_versus){ .matches = 0 };
	query_bind_number(&query, swapped ? other : one);
	query_bind_number(&query, swapped ? one : other);
	if (query_row(&query))
		versus_take(&query, swapped, versus);
	return query_end(&query);
}

/* Reads the rivals whose ids are lower (`below`) or higher than the person's. */
static enum store_error rivals_read(struct store *store, bool below, int64_t person,
	struct store_rival *rows, unsigned limit, unsigned *count)
{
	struct query query = query_read_with(store, below ? SQL_RIVALS_BEFORE : SQL_RIVALS, person);
	query_bind_number(&query, limit);
	while (query_row(&query)) {
		struct store_rival rival;
		query_person(&query, &rival.person);
		versus_take(&query, below, &rival.versus);
		/*
		 * Insert by number of matches, then by id. If all rows are used, drop the last one.
		 */
		unsigned at = *count < limit ? (*count)++ : limit;
		for (; at > 0; at--) {
			const struct store_rival *before = &rows[at - 1];
			if (before->versus.matches > rival.versus.matches ||
				(before->versus.matches == rival.versus.matches &&
					before->person.id <= rival.person.id))
				break;
			if (at < limit)
				rows[at] = *before;
		}
		if (at < limit)
			rows[at] = rival;
	}
	return query_end(&query);
}

enum store_error store_list_rivals(struct store *store, int64_t person, struct store_rival *rows,
	unsigned limit, unsigned *count)
{
	*count = 0;
	enum store_error error = rivals_read(store, false, person, rows, limit, count);
	return error ? error : rivals_read(store, true, person, rows, limit, count);
}

enum store_error store_list_rating_history(struct store *store, int64_t person, const char *game,
	int32_t *shown, unsigned limit, unsigned *count)
{
	struct query query = query_rating(store, SQL_CURVE, person, game);
	query_bind_number(&query, limit);
	for (*count = 0; *count < limit && query_row(&query); (*count)++)
		shown[*count] = query_int32(&query);
	return query_end(&query);
}

enum store_error store_get_stats(
	struct store *store, int64_t person, const char *game, struct store_stats *stats)
{
	struct query query = query_rating(store, SQL_STATS, person, game);
	*stats = (struct store_stats){ .matches = 0 };
	if (query_row(&query)) {
		stats->matches = query_unsigned(&query);
		stats->wins = query_unsigned(&query);
		stats->points = query_number(&query);
		stats->hands = query_number(&query);
		stats->best = query_int32(&query);
		stats->streak = query_unsigned(&query);
		stats->longest = query_unsigned(&query);
	}
	return query_end(&query);
}

enum store_error store_get_counts(struct store *store, int64_t person, const char *game,
	const char *const *names, unsigned count[STORE_COUNTS])
{
	struct query query = query_rating(store, SQL_COUNTS, person, game);
	memset(count, 0, STORE_COUNTS * sizeof(*count));
	while (query_row(&query)) {
		char name[STORE_WORD];
		query_text(&query, name, STORE_WORD);
		unsigned times = query_unsigned(&query);
		for (unsigned i = 0; names && names[i]; i++)
			if (strcmp(names[i], name) == 0)
				count[i] = times;
	}
	return query_end(&query);
}

enum store_error store_list_history(struct store *store, int64_t person, struct store_past *rows,
	unsigned limit, unsigned *count)
{
	struct query query = query_read(store, SQL_HISTORY);
	enum store_error error = STORE_OK;
	query_bind_number(&query, person);
	query_bind_number(&query, limit);
	for (*count = 0; !error && *count < limit && query_row(&query); (*count)++) {
		struct store_past *past = &rows[*count];
		past->match = query_number(&query);
		query_text(&query, past->game, STORE_WORD);
		query_text(&query, past->preset, STORE_WORD);
		past->state = (enum store_state)query_unsigned(&query);
		past->ended = query_number(&query);
		past->hidden = query_number(&query) != 0;
		past->points = query_int32(&query);
		past->won = query_number(&query) != 0;
		unsigned seat = query_unsigned(&query);
		struct query others = query_read_with(store, SQL_OTHERS, past->match);
		query_bind_number(&others, seat);
		query_bind_number(&others, STORE_SEATS);
		for (past->count = 0; past->count < STORE_SEATS && query_row(&others);
			past->count++) {
			struct store_opponent *other = &past->others[past->count];
			query_text(&others, other->name, STORE_FULL_NAME);
			query_text(&others, other->level, STORE_WORD);
			other->points = query_int32(&others);
			other->won = query_number(&others) != 0;
		}
		error = query_end(&others);
	}
	enum store_error ended = query_end(&query);
	return error ? error : ended;
}

enum store_error store_has_public_match(
	struct store *store, int64_t person, int64_t other, bool *listed)
{
	struct query query = query_read_with(store, SQL_LISTED, person);
	query_bind_number(&query, other);
	*listed = query_row(&query);
	return query_end(&query);
}
