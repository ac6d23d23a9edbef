#include "bot/match/correction.h"

#include "bot/history/scenes.h"
#include "bot/table/stats.h"
#include "storage/corrections.h"
#include "storage/ratings.h"

/* The achievements in a match, by seat. */
struct counting {
	struct store_counts seat[SEATS_MAX];
};

static void count_scene(void *context, const struct scene *scene)
{
	struct counting *counting = context;
	struct store_counts *counts[SEATS_MAX];
	for (unsigned i = 0; i < SEATS_MAX; i++)
		counts[i] = &counting->seat[i];
	/* Count achievements of moves only, not of deals, as during play. */
	if (scene->seat != SEAT_NONE)
		stats_add_events(scene->game, &scene->head, &scene->news, counts);
}

/* Counts achievements by replaying a match. The counts are zeros if it cannot be replayed. */
static enum store_error count_match(
	struct store *store, const struct store_match *match, struct counting *counting)
{
	*counting = (struct counting){ .seat = { { .best = 0 } } };
	enum store_error error = history_show_scenes(store, match, count_scene, counting);
	if (error)
		*counting = (struct counting){ .seat = { { .best = 0 } } };
	return error == STORE_PRUNED || error == STORE_BROKEN ? STORE_OK : error;
}

/*
 * Returns a person's first seat in a match, or `count` without any. Only the achievements of this
 * seat count for the person.
 */
static unsigned first_seat(const struct store_seat *seats, unsigned count, int64_t person)
{
	unsigned seat = 0;
	while (seat < count && seats[seat].person.id != person)
		seat++;
	return seat;
}

/* Raises *best to a person's best hand in a match, if that hand is better. */
static enum store_error raise_best(
	struct store *store, const struct store_match *match, int64_t person, int32_t *best)
{
	struct store_seat seats[STORE_SEATS];
	struct counting counting;
	unsigned count;
	enum store_error error = store_list_seats(store, match->id, seats, &count);
	if (!error)
		error = count_match(store, match, &counting);
	if (error)
		return error;
	unsigned seat = first_seat(seats, count, person);
	if (seat < count && counting.seat[seat].best > *best)
		*best = counting.seat[seat].best;
	return STORE_OK;
}

/*
 * Computes a person's best hand again if it may have been in a voided match. Keeps the stored best
 * hand if the moves of another match were removed. there: the best hand in the voided match.
 */
static enum store_error find_best(
	struct store *store, const struct store_match *voided, int64_t person, int32_t there)
{
	struct store_match match = { .id = 0 };
	struct store_stats stats;
	int32_t best = 0;
	enum store_error error = store_get_stats(store, person, voided->game, &stats);
	if (error || there < stats.best)
		return error;
	while ((error = store_next_finished_match(store, person, voided->game, &match)) ==
		STORE_OK) {
		if (match.pruned != 0)
			return STORE_OK;
		error = raise_best(store, &match, person, &best);
		if (error)
			return error;
	}
	return error == STORE_NONE ? store_set_best_hand(store, person, voided->game, best) : error;
}

/* Subtracts the achievements in a match from the counts of the seats' owners. */
static enum store_error subtract(
	struct store *store, const struct store_match *match, const struct counting *counting)
{
	const struct game *game = game_named(match->game);
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	enum store_error error = store_list_seats(store, match->id, seats, &count);
	for (unsigned i = 0; !error && i < count; i++) {
		int64_t person = seats[i].person.id;
		if (first_seat(seats, count, person) != i)
			continue;
		error = store_subtract_counts(store, person, match->game,
			game != NULL ? game->stats : NULL, &counting->seat[i]);
		if (!error && counting->seat[i].best > 0)
			error = find_best(store, match, person, counting->seat[i].best);
	}
	return error;
}

enum store_error correction_void_match(struct store *store, const struct store_match *match)
{
	struct counting counting = { .seat = { { .best = 0 } } };
	bool finished = match->state == STORE_FINISHED;
	enum store_error error = finished ? count_match(store, match, &counting) : STORE_OK;
	if (!error)
		error = store_void_match(store, match->id);
	return error || !finished ? error : subtract(store, match, &counting);
}

enum store_error correction_merge_people(struct store *store, int64_t from, int64_t to)
{
	int64_t shared = 0;
	enum store_error error;
	while ((error = store_next_shared_match(store, from, to, &shared)) == STORE_OK) {
		struct store_match match;
		error = store_get_match(store, shared, &match);
		if (!error)
			error = correction_void_match(store, &match);
		if (error)
			return error;
	}
	return error == STORE_NONE ? store_merge_people(store, from, to) : error;
}
