#include "bot/match/rate.h"

#include <string.h>

#include "bot/match/robot.h"
#include "bot/people/identity.h"
#include "engine/rating.h"
#include "storage/ratings.h"

enum { DAY = 24 * 60 * 60 };

/* ---- what is rated ---- */

static bool has_robot(const struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++)
		if (table->seat[i].owner == NULL)
			return true;
	return false;
}

/* True if AI players sat down to it, and the operator does not let them move ratings. */
static bool spares_people(const struct lobby *lobby, const struct table *table)
{
	return !lobby->settings.rate_robots && has_robot(table);
}

static bool is_short(const struct lobby *lobby, struct table *table)
{
	return game_length(table->game, table_state(table), table->preset, table->taken) <
		lobby->settings.rated_length;
}

/* The host somebody plays from, or last did; empty: not known. The string is copied. */
static void host_of(const struct person *person, char host[STORE_ADDRESS])
{
	struct network *network = person->network;
	struct sender sender;
	struct text text = text_in(host, STORE_ADDRESS);
	const char *origin = network->driver->who(network, person->name, &sender) ? sender.origin
										  : person->address;
	const char *at = strrchr(origin, '@');
	text_add(&text, at != NULL ? at + 1 : origin);
}

/* True if two people may be one who has two nicks. */
static bool may_be_one(const struct person *one, const struct person *other)
{
	char host[2][STORE_ADDRESS];
	if (one == NULL || other == NULL ||
		(identity_has_account(one) && identity_has_account(other)))
		return false;
	host_of(one, host[0]);
	host_of(other, host[1]);
	return *host[0] != '\0' && text_same(host[0], host[1]);
}

static bool shares_host(const struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++)
		for (unsigned j = 0; j < i; j++)
			if (may_be_one(table->seat[i].owner, table->seat[j].owner))
				return true;
	return false;
}

enum casual rate_casual(const struct lobby *lobby, struct table *table)
{
	if (is_short(lobby, table))
		return CASUAL_SHORT;
	if (spares_people(lobby, table))
		return CASUAL_ROBOTS;
	if (shares_host(table))
		return CASUAL_HOST;
	return table->rated ? CASUAL_NOT : CASUAL_WISHED;
}

void rate_settle(const struct lobby *lobby, struct table *table)
{
	enum casual casual = rate_casual(lobby, table);
	if (casual != CASUAL_NOT && casual != CASUAL_ROBOTS)
		table->rated = false;
}

bool rate_at_stake(const struct lobby *lobby, const struct table *table)
{
	return table->rated && !spares_people(lobby, table);
}

bool rate_binds(const struct lobby *lobby, const struct table *table)
{
	return rate_at_stake(lobby, table) && has_robot(table);
}

/* ---- what it comes to ---- */

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

/* How often a seat's owner met, within a day, whoever of the others they met most often. */
static unsigned met_of(struct lobby *lobby, const struct table *table, unsigned seat)
{
	int64_t own = robot_owner(lobby, &table->seat[seat]);
	int64_t since = lobby_date(lobby) - DAY;
	unsigned most = 0;
	for (unsigned i = 0; i < table->taken; i++) {
		unsigned met;
		int64_t other = robot_owner(lobby, &table->seat[i]);
		if (other != own &&
			lobby_wrote(lobby,
				store_met(lobby->batch.store, own, other, table->game->name, since,
					&met)) &&
			met > most)
			most = met;
	}
	return most;
}

/*
 * True if the match may bring a seat's owner something: it does not when an AI player finished it
 * for them, or when they end early what only they can.
 */
static bool may_gain(const struct table *table, const struct state *state, unsigned seat)
{
	const struct seat *place = &table->seat[seat];
	if (place->owner == NULL)
		return true;
	return !table_automatic(table, seat) &&
		(state->phase == PHASE_OVER || table_any_absent(table, SEAT_NONE));
}

/* The rating of a seat's owner after a match, of which all has been said but what it is worth. */
static struct rating moved(struct lobby *lobby, struct table *table, unsigned seat,
	struct rating before, struct rating after)
{
	struct rating moved = rating_damped(before, after, met_of(lobby, table, seat));
	bool gains = rating_shown(moved) > rating_shown(before);
	return gains && !may_gain(table, table_state(table), seat) ? before : moved;
}

static void rate_seat(struct lobby *lobby, struct table *table, unsigned seat, struct rating before,
	struct rating after, struct rate_changes *changes)
{
	after = moved(lobby, table, seat, before, after);
	write_rating(lobby, table, seat, before, after);
	if (table->seat[seat].owner != NULL)
		changes->change[changes->count++] = (struct rate_change){
			.seat = seat,
			.before = rating_shown(before),
			.after = rating_shown(after),
		};
}

/* A level has one rating: it moves once a match, by the first of its AI players. */
void rate_match(struct lobby *lobby, struct table *table, struct rate_changes *changes)
{
	const struct state *state = table_state(table);
	struct rating before[SEATS_MAX];
	struct rating after[SEATS_MAX];
	struct rated_seat seats[SEATS_MAX];
	bool people = !spares_people(lobby, table);
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
			rate_seat(lobby, table, i, before[i], after[i], changes);
		rated |= level;
	}
}
