/* town.h - rated matches with given results, between people of a new store */
#ifndef TESTS_TOWN_H
#define TESTS_TOWN_H

#include <stdio.h>
#include <stdlib.h>

#include "bot/match/ladder.h"
#include "bot/text/rulestext.h"
#include "engine/rating.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "storage/store.h"

enum { TOWN_TARGET = 500, TOWN_DAY = 24 * 3600 };

struct town {
	struct store *store;
	int64_t network;
	int64_t now; /* end of the next match; each match takes a minute */
};

/* Ends the program after an error of the store. */
static inline void town_check(enum store_error error)
{
	if (error == STORE_OK)
		return;
	fprintf(stderr, "store: %s\n", store_error_text(error));
	abort();
}

/* Opens a new store. path: path of its database; NULL: the database is in memory. */
static inline struct town town_open(const char *path)
{
	struct town town = { .now = 20800 * (int64_t)TOWN_DAY };
	town_check(store_open(path, &town.store));
	town_check(store_find_or_add_network(town.store, "local", &town.network));
	return town;
}

static inline int64_t town_person(struct town *town, const char *kind, unsigned n)
{
	char name[32];
	int64_t id = 0;
	snprintf(name, sizeof name, "%s%u", kind, n);
	town_check(store_find_or_add_person(town->store, town->network, name, name, 1, &id));
	return id;
}

static inline int town_shown(struct town *town, int64_t person)
{
	struct store_rating rating = { .shown = 1000 };
	store_get_rating(town->store, STORE_SHOWN, person, "mitaines", &rating);
	return rating.shown;
}

/* Stores and rates a match with these points. left: a bit for each seat whose owner left the
 * match. */
static inline void town_play(struct town *town, const int64_t *people, const int32_t *points,
	unsigned count, unsigned left)
{
	const struct store_match row = { .network = town->network,
		.game = "mitaines",
		.preset = "classic",
		.options = "target=500 partners=no" };
	const struct game *game = game_named(row.game);
	struct store_seat seats[STORE_SEATS];
	struct store_result results[STORE_SEATS] = { { .points = 0 } };
	struct rate_changes changes = { .count = 0 };
	union any_state state;
	int64_t match = 0;
	rulestext_open_state(game, row.preset, row.options, &state);
	game_start(game, &state.state, count, 0);
	for (unsigned i = 0; i < count; i++)
		state.state.total[i] = points[i];
	for (unsigned i = 0; i < count; i++) {
		seats[i] = (struct store_seat){ .person.id = people[i], .player.id = people[i] };
		seats[i].left = left >> i & 1;
		results[i] = (struct store_result){ .points = points[i],
			.won = game_won(game, &state.state, i) };
	}
	bool broken = !game_half(game, &state.state);
	town_check(store_add_match(town->store, &row, &match));
	town_check(store_set_seats(town->store, match, seats, count));
	town_check(store_start_match(town->store, match, true, town->now));
	town_check(store_end_match(town->store, match, broken ? STORE_STOPPED : STORE_FINISHED, 3,
		results, count, town->now));
	town_check(store_list_seats(town->store, match, seats, &count));
	town_check(ladder_store_ratings(town->store,
		&(struct ladder_match){ .id = match,
			.ended = town->now,
			.game = game,
			.preset = row.preset,
			.state = &state.state,
			.seat = seats,
			.rated_seats = 0xffff,
			.played_to_end = !broken,
			.broken_off = broken,
			.pruned = true },
		&changes));
	town->now += 60;
}

static inline void town_beat(struct town *town, int64_t winner, int64_t loser)
{
	town_play(town, (const int64_t[]){ winner, loser }, (const int32_t[]){ TOWN_TARGET, 90 }, 2,
		0);
}

#endif
