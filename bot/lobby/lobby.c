#include "bot/lobby/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "storage/people.h"
#include "storage/store.h"

enum { RETRY_MS = 2000 }; /* clocks stand so long after a turn that failed */

int64_t lobby_now(const struct lobby *lobby)
{
	return env_now(&lobby->env);
}

int64_t lobby_date(const struct lobby *lobby)
{
	return env_date(&lobby->env);
}

/* Every level is a person to the store. */
static enum store_error meet_robots(struct lobby *lobby)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < LEVEL_COUNT && error == STORE_OK; i++)
		error = store_robot(
			lobby->turn.store, level_name(i), lobby_date(lobby), &lobby->robots.id[i]);
	return error;
}

/* A table is no more. */
static void gone(void *above, const struct table *table)
{
	speech_leave(&((struct lobby *)above)->speech, table);
}

bool lobby_open(struct lobby *lobby, const struct people_events *events)
{
	lobby->opened = lobby_now(lobby);
	speech_open(&lobby->speech, lobby->words, &lobby->env);
	lobby->tables = (struct tables){ .turn = &lobby->turn, .gone = gone, .above = lobby };
	lobby->people = (struct people){
		.turn = &lobby->turn,
		.env = &lobby->env,
		.events = events,
		.above = lobby,
		.voice = lobby->house.terms.voice,
		.via = lobby->house.via,
	};
	return meet_robots(lobby) == STORE_OK && store_commit(lobby->turn.store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	tables_close(&lobby->tables);
	channels_close(&lobby->channels);
	for (size_t i = 0; i < lobby->networks.count; i++)
		guard_close(lobby->networks.guard[i]);
	free(lobby->networks.network);
	free(lobby->networks.guard);
	free(lobby->askers.asker);
	speech_close(&lobby->speech);
	people_free(&lobby->people);
}

/* What holds in a channel. */
static struct terms terms_of(const struct lobby *lobby, const struct channel *channel)
{
	struct network *network = channel->network;
	char folded[NETWORK_CHANNEL];
	for (size_t i = 0; i < lobby->house.locals; i++) {
		const struct local *local = &lobby->house.local[i];
		if (strcmp(local->network, network->name) != 0)
			continue;
		if (local->channel != NULL)
			network->driver->fold(network, local->channel, folded);
		if (local->channel == NULL || strcmp(folded, channel->folded) == 0)
			return local->terms;
	}
	return lobby->house.terms;
}

void lobby_furnish(struct lobby *lobby, const struct house *house)
{
	lobby->house = *house;
	lobby->people.voice = house->terms.voice;
	lobby->people.via = house->via;
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		channel->terms = terms_of(lobby, channel);
	for (size_t i = 0; i < lobby->people.count; i++)
		people_recall(&lobby->people, lobby->people.person[i]);
}

/*
 * Stores a network's name at once, so that no turn that fails can take its number back. In the
 * midst of a turn that keeps what the turn did so far.
 */
static bool number_network(struct lobby *lobby, const char *name, int64_t *id)
{
	enum store_error error = store_network(lobby->turn.store, name, id);
	if (error == STORE_OK)
		error = store_commit(lobby->turn.store);
	if (error != STORE_OK) {
		log_line(lobby->log, LOG_ERROR, "store", "network %s: %s", name,
			store_error_text(error));
		return lobby_wrote(lobby, error);
	}
	turn_settle(&lobby->turn, true);
	return true;
}

bool lobby_add(struct lobby *lobby, struct network *network)
{
	struct networks *networks = &lobby->networks;
	int64_t id;
	if (!number_network(lobby, network->name, &id))
		return false;
	struct network **grown = realloc(networks->network, (networks->count + 1) * sizeof *grown);
	struct guard **guards = realloc(networks->guard, (networks->count + 1) * sizeof *guards);
	struct guard *guard = guard_open(&lobby->turn, id);
	if (grown != NULL)
		networks->network = grown;
	if (guards != NULL)
		networks->guard = guards;
	if (grown == NULL || guards == NULL || guard == NULL) {
		guard_close(guard);
		return false;
	}
	network->id = id;
	network->guard = guard;
	networks->guard[networks->count] = guard;
	networks->network[networks->count++] = network;
	return true;
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	for (size_t i = 0; i < lobby->networks.count; i++)
		if (lobby->networks.network[i]->id == id)
			return lobby->networks.network[i];
	return NULL;
}

struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name)
{
	struct channel *channel = channels_find(&lobby->channels, network, name);
	if (channel != NULL)
		return channel;
	channel = channels_add(&lobby->channels, network, name);
	if (channel != NULL)
		channel->terms = terms_of(lobby, channel);
	return channel;
}

bool lobby_touch(struct lobby *lobby, struct table *table)
{
	return tables_touch(&lobby->tables, table);
}

bool lobby_wrote(struct lobby *lobby, enum store_error error)
{
	return turn_wrote(&lobby->turn, error);
}

/* ---- who is answered ---- */

/* Whether somebody's connection is minded already. */
static bool has_asked(const struct askers *askers, const struct person *person)
{
	for (size_t i = 0; i < askers->count; i++)
		if (askers->asker[i].network == person->network &&
			strcmp(askers->asker[i].connection, person->connection) == 0)
			return true;
	return false;
}

void lobby_asked(struct lobby *lobby, const struct person *person)
{
	struct askers *askers = &lobby->askers;
	if (person->connection == NULL || has_asked(askers, person))
		return;
	struct asker *grown = realloc(askers->asker, (askers->count + 1) * sizeof *grown);
	if (grown == NULL)
		return;
	askers->asker = grown;
	struct asker *asker = &grown[askers->count++];
	*asker = (struct asker){
		.network = person->network,
		.voice = person_voice(person),
		.via = person->via,
	};
	struct text connection = text_in(asker->connection, sizeof asker->connection);
	text_add(&connection, person->connection);
}

static bool has_tables(const struct lobby *lobby, const struct channel *channel)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel == channel)
			return true;
	return false;
}

void lobby_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args)
{
	const struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->here && (all || has_tables(lobby, channel)))
			speech_channel(&lobby->speech, channel, word, args);
}

/* ---- the end of a turn ---- */

static void release(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks.count; i++)
		lobby->networks.network[i]->driver->release(lobby->networks.network[i]);
}

static void forget(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks.count; i++)
		lobby->networks.network[i]->driver->forget(lobby->networks.network[i]);
}

/* Says to everybody who was to be answered that nothing came of it. */
static void apologize(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->askers.count; i++) {
		const struct asker *asker = &lobby->askers.asker[i];
		struct string line = STRING_EMPTY;
		words_add(&line, lobby->words, asker->voice, WORD_STORE_FAILED, NO_ARGS);
		asker->network->driver->tell(
			asker->network, asker->connection, asker->via, line.bytes);
		string_free(&line);
	}
}

/* Nothing of the turn happened: says so to whoever asked, and once in the log. */
static void regret(struct lobby *lobby, enum store_error why)
{
	struct channel *channel;
	forget(lobby);
	speech_settle(&lobby->speech, false);
	/* A seed that was to be told may not have been. */
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		channel->owed = true;
	apologize(lobby);
	log_line(lobby->log, LOG_ERROR, "store", "%s: a turn was not kept", store_error_text(why));
	lobby->clock.retry = lobby_now(lobby) + RETRY_MS;
}

void lobby_turn(struct lobby *lobby)
{
	speech_flush(&lobby->speech);
	enum store_error error = turn_end(&lobby->turn);
	if (error != STORE_OK)
		regret(lobby, error);
	turn_settle(&lobby->turn, error == STORE_OK);
	lobby->askers.count = 0;
	people_sweep(&lobby->people);
	release(lobby);
}
