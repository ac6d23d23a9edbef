#include "bot/match/rate.h"

#include "bot/match/robot.h"
#include "engine/rating.h"
#include "storage/ratings.h"

/* True if this match moves ratings of people: it does not when AI players sat down to it. */
static bool rates_people(const struct lobby *lobby, const struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++)
		if (table->seat[i].owner == NULL)
			return lobby->settings.rate_robots;
	return true;
}

bool rate_at_stake(const struct lobby *lobby, const struct table *table)
{
	return table->rated && rates_people(lobby, table);
}

static struct rating rating_of(struct lobby *lobby, const struct table *table, unsigned seat)
{
	struct store_rating kept;
	enum store_error error = store_rating(lobby->batch.store,
		robot_owner(lobby, &table->seat[seat]), table->game->name, &kept);
	if (error == STORE_OK)
		return (struct rating){ kept.mu, kept.sigma };
	if (error != STORE_NONE)
		lobby_wrote(lobby, error);
	return RATING_NEW;
}

static void write_rating(struct lobby *lobby, struct table *table, unsigned seat,
	struct rating before, struct rating after)
{
	struct store_change change = {
		.match = table->match,
		.person = robot_owner(lobby, &table->seat[seat]),
		.game = table->game->name,
		.preset = table->game->presets[table->preset],
		.mu_before = before.mu,
		.sigma_before = before.sigma,
		.mu = after.mu,
		.sigma = after.sigma,
		.shown_before = rating_shown(before),
		.shown = rating_shown(after),
		.won = game_won(table->game, table_state(table), seat),
		.at = lobby_date(lobby),
	};
	lobby_wrote(lobby, store_rate(lobby->batch.store, &change));
}

/* A level has one rating: it moves once a match, by the first of its AI players. */
void rate_match(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	struct rating before[SEATS_MAX];
	struct rating after[SEATS_MAX];
	struct rated_seat seats[SEATS_MAX];
	bool people = rates_people(lobby, table);
	unsigned rated = 0; /* levels */
	for (unsigned i = 0; i < state->players; i++) {
		before[i] = rating_of(lobby, table, i);
		seats[i] = (struct rated_seat){
			.side = game_side(table->game, state, i),
			.rank = game_rank(table->game, state, i),
		};
	}
	rating_update(before, seats, state->players, after);
	for (unsigned i = 0; i < state->players; i++) {
		const struct seat *seat = &table->seat[i];
		unsigned level = seat->owner == NULL ? 1u << seat->level : 0;
		if (level > 0 ? !(rated & level) : people)
			write_rating(lobby, table, i, before[i], after[i]);
		rated |= level;
	}
}
