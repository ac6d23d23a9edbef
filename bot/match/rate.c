#include "bot/match/rate.h"

#include "bot/people/access.h"
#include "bot/people/identity.h"
#include "storage/recount.h"

static bool has_robot(const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].owner == NULL)
			return true;
	return false;
}

/*
 * True if an AI player owns a seat, and the operator does not let such matches change people's
 * ratings.
 */
static bool excludes_people(const struct lobby *lobby, const struct table *table)
{
	return !lobby->settings.rate_robots && has_robot(table);
}

/*
 * True if a network consists of many servers with accounts, and any person can run such a server.
 */
static bool is_federated(const struct network *network)
{
	return network->driver->trusts != NULL;
}

void rate_find_host(const struct person *person, char host[STORE_ADDRESS])
{
	struct network *network = person->network;
	struct sender sender;
	struct text text = text_in(host, STORE_ADDRESS);
	const char *origin = network->driver->find_nick(network, person->name, &sender)
		? sender.origin
		: person->address;
	access_add_host(&text, origin);
}

bool rate_may_be_one_person(const struct person *one, const struct person *other)
{
	char host[2][STORE_ADDRESS];
	if (one == NULL || other == NULL)
		return false;
	if (one == other)
		return true;
	if (one->network->access->rules.same_host_rated)
		return false;
	rate_find_host(one, host[0]);
	rate_find_host(other, host[1]);
	return *host[0] != '\0' && text_same(host[0], host[1]) &&
		!(is_federated(one->network) &&
			one->network->driver->trusts(one->network, host[0]));
}

/*
 * Returns why two owners may be one person with two nicks or two accounts, or CASUAL_NOT if that is
 * unlikely. Takes two accounts for two people, unless they belong to one untrusted server of a
 * federated network.
 */
static enum casual same_person_reason(const struct person *one, const struct person *other)
{
	if (one == other || !rate_may_be_one_person(one, other))
		return CASUAL_NOT;
	if (is_federated(one->network))
		return CASUAL_SERVER;
	return identity_has_account(one) && identity_has_account(other) ? CASUAL_NOT : CASUAL_HOST;
}

enum casual rate_casual_reason(const struct lobby *lobby, struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].owner != NULL && table_is_outsider(table, table->seat[i].owner))
			return CASUAL_GUEST;
	if (game_length(table->game, table_state(table), table->preset, table->seats_taken) <
		lobby->settings.rated_length)
		return CASUAL_SHORT;
	if (excludes_people(lobby, table))
		return CASUAL_ROBOTS;
	for (unsigned i = 0; i < table->seats_taken; i++)
		for (unsigned j = 0; j < i; j++) {
			enum casual casual =
				same_person_reason(table->seat[i].owner, table->seat[j].owner);
			if (casual != CASUAL_NOT)
				return casual;
		}
	return table->rated ? CASUAL_NOT : CASUAL_CHOSEN;
}

void rate_decide(const struct lobby *lobby, struct table *table)
{
	enum casual casual = rate_casual_reason(lobby, table);
	if (casual != CASUAL_NOT && casual != CASUAL_ROBOTS)
		table->rated = false;
}

bool rate_is_at_stake(const struct lobby *lobby, const struct table *table)
{
	return table->rated && !excludes_people(lobby, table);
}

bool rate_is_binding(const struct lobby *lobby, const struct table *table)
{
	return rate_is_at_stake(lobby, table) && has_robot(table);
}

/* Queues a match for a recount in progress. Sets *queued to false without a recount. */
static enum store_error queue_match(
	struct store *store, const struct ladder_match *match, bool *queued)
{
	struct store_recount recount = { .stage = RECOUNT_NONE };
	enum store_error error = store_get_recount(store, &recount);
	*queued = recount.stage == RECOUNT_CLEAR || recount.stage == RECOUNT_COUNT;
	for (unsigned i = 0; !error && *queued && i < match->state->players; i++)
		if (match->rated_seats >> i & 1)
			error = store_queue_rating(
				store, match->id, match->ended, match->seat[i].person.id);
	return error;
}

void rate_match(struct lobby *lobby, struct table *table, bool broken, struct rate_changes *changes)
{
	const struct state *state = table_state(table);
	struct store_seat rows[STORE_SEATS];
	unsigned count;
	bool people = !excludes_people(lobby, table);
	uint16_t rated_seats = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (people || table->seat[i].owner == NULL)
			rated_seats |= (uint16_t)(1u << i);
	const struct ladder_match match = {
		.id = table->match,
		.ended = lobby_date(lobby),
		.game = table->game,
		.preset = table->game->presets[table->preset],
		.state = state,
		.seat = rows,
		.rated_seats = rated_seats,
		.played_to_end = state->phase == PHASE_OVER,
		.broken_off = broken,
	};
	enum store_error error = store_list_seats(lobby->batch.store, table->match, rows, &count);
	if (!error)
		error = queue_match(lobby->batch.store, &match, &changes->queued);
	if (!error && !changes->queued)
		error = ladder_store_ratings(lobby->batch.store, &match, changes);
	lobby_check_write(lobby, error);
}
