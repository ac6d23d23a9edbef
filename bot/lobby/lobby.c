#include "bot/lobby/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "storage/people.h"

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
			lobby->store, level_name(i), lobby_date(lobby), &lobby->robot[i]);
	return error;
}

bool lobby_open(struct lobby *lobby)
{
	lobby->opened = lobby_now(lobby);
	speech_open(&lobby->speech, lobby->words, &lobby->env);
	lobby->people = (struct people){
		.store = lobby->store,
		.voice = lobby->house.terms.voice,
		.via = lobby->house.via,
	};
	return meet_robots(lobby) == STORE_OK && store_commit(lobby->store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->tables; i++)
		table_free(lobby->table[i]);
	for (size_t i = 0; i < lobby->channels; i++)
		free(lobby->channel[i]);
	free(lobby->table);
	free(lobby->channel);
	for (size_t i = 0; i < lobby->networks; i++)
		guard_close(lobby->guard[i]);
	free(lobby->guard);
	free(lobby->network);
	free(lobby->asker);
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
	for (size_t i = 0; i < lobby->channels; i++)
		lobby->channel[i]->terms = terms_of(lobby, lobby->channel[i]);
	for (size_t i = 0; i < lobby->people.count; i++)
		people_recall(&lobby->people, lobby->people.person[i]);
}

/* Makes room for one more pointer in a list. */
static bool grow(void **list, size_t count)
{
	void *grown = realloc(*list, (count + 1) * sizeof(void *));
	if (grown != NULL)
		*list = grown;
	return grown != NULL;
}

/*
 * Stores a network's name at once, so that no turn that fails can take its number back. In the
 * midst of a turn that keeps what the turn did so far.
 */
static bool number_network(struct lobby *lobby, const char *name, int64_t *id)
{
	enum store_error error = store_network(lobby->store, name, id);
	if (error == STORE_OK)
		error = store_commit(lobby->store);
	if (error != STORE_OK)
		return lobby_wrote(lobby, error);
	for (size_t i = 0; i < lobby->tables; i++) {
		table_keep(lobby->table[i]);
		lobby->table[i]->fresh = false;
	}
	people_settle(&lobby->people, true);
	return true;
}

bool lobby_add(struct lobby *lobby, struct network *network)
{
	int64_t id;
	if (!number_network(lobby, network->name, &id) ||
		!grow((void **)&lobby->network, lobby->networks) ||
		!grow((void **)&lobby->guard, lobby->networks))
		return false;
	struct guard *guard = guard_open();
	if (guard == NULL || guard_recall(guard, lobby->store, id) != STORE_OK) {
		guard_close(guard);
		return false;
	}
	lobby->guard[lobby->networks] = network->guard = guard;
	network->id = id;
	lobby->network[lobby->networks++] = network;
	return true;
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	for (size_t i = 0; i < lobby->networks; i++)
		if (lobby->network[i]->id == id)
			return lobby->network[i];
	return NULL;
}

struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, name, folded);
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->network == network &&
			strcmp(lobby->channel[i]->folded, folded) == 0)
			return lobby->channel[i];
	struct channel *channel = calloc(1, sizeof *channel);
	if (channel == NULL || !grow((void **)&lobby->channel, lobby->channels)) {
		free(channel);
		return NULL;
	}
	channel->network = network;
	struct text text = text_in(channel->name, sizeof channel->name);
	text_add(&text, name);
	text = text_in(channel->folded, sizeof channel->folded);
	text_add(&text, folded);
	channel->terms = terms_of(lobby, channel);
	lobby->channel[lobby->channels++] = channel;
	return channel;
}

struct table *lobby_table(const struct lobby *lobby, const struct network *network, unsigned number)
{
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (table->number == number && table->channel->network == network && !table->closed)
			return table;
	}
	return NULL;
}

struct table *lobby_match(const struct lobby *lobby, int64_t match)
{
	for (size_t i = 0; i < lobby->tables; i++)
		if (lobby->table[i]->match == match && !lobby->table[i]->closed)
			return lobby->table[i];
	return NULL;
}

struct table *lobby_next_seat(
	const struct lobby *lobby, const struct person *person, size_t *n, unsigned *seat)
{
	while (*n < lobby->tables) {
		struct table *table = lobby->table[(*n)++];
		*seat = table->closed ? SEAT_NONE : table_seat(table, person);
		if (*seat != SEAT_NONE)
			return table;
	}
	return NULL;
}

unsigned lobby_free_number(const struct lobby *lobby, const struct network *network)
{
	unsigned number = 1;
	while (lobby_table(lobby, network, number) != NULL)
		number++;
	return number;
}

bool lobby_add_table(struct lobby *lobby, struct table *table)
{
	if (!grow((void **)&lobby->table, lobby->tables))
		return false;
	lobby->table[lobby->tables++] = table;
	return true;
}

bool lobby_touch(struct lobby *lobby, struct table *table)
{
	lobby->changed = true;
	if (table_save(table))
		return true;
	lobby->failed = STORE_MEMORY;
	return false;
}

bool lobby_wrote(struct lobby *lobby, enum store_error error)
{
	lobby->changed = true;
	if (error != STORE_OK && lobby->failed == STORE_OK)
		lobby->failed = error;
	return error == STORE_OK;
}

bool lobby_enlist(struct lobby *lobby, struct person *person)
{
	return lobby_wrote(lobby, people_enlist(&lobby->people, person, lobby_date(lobby)));
}

/* Whether somebody's connection is minded already. */
static bool has_asked(const struct lobby *lobby, const struct person *person)
{
	for (size_t i = 0; i < lobby->askers; i++)
		if (lobby->asker[i].network == person->network &&
			strcmp(lobby->asker[i].connection, person->connection) == 0)
			return true;
	return false;
}

void lobby_asked(struct lobby *lobby, const struct person *person)
{
	if (person->connection == NULL || has_asked(lobby, person))
		return;
	struct asker *grown = realloc(lobby->asker, (lobby->askers + 1) * sizeof *grown);
	if (grown == NULL)
		return;
	lobby->asker = grown;
	struct asker *asker = &grown[lobby->askers++];
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
	for (size_t i = 0; i < lobby->tables; i++)
		if (lobby->table[i]->channel == channel && !lobby->table[i]->closed)
			return true;
	return false;
}

void lobby_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args)
{
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->here && (all || has_tables(lobby, lobby->channel[i])))
			speech_channel(&lobby->speech, lobby->channel[i], word, args);
}

/* Takes tables off the list that closed, or that a turn opened which did not reach the disk. */
static void settle_tables(struct lobby *lobby, bool kept)
{
	size_t count = 0;
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		bool fresh = table->fresh;
		if (!kept)
			table_undo(table);
		table_keep(table);
		table->fresh = table->promising = false;
		if (table->closed || (fresh && !kept)) {
			speech_leave(&lobby->speech, table);
			table_free(table);
		} else
			lobby->table[count++] = table;
	}
	lobby->tables = count;
}

/* Who is ignored is what the store says, whether the turn was kept or not. */
static void settle_guards(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks; i++) {
		struct guard *guard = lobby->guard[i];
		if (guard->changed)
			guard_recall(guard, lobby->store, lobby->network[i]->id);
		guard->changed = false;
	}
}

static void release(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks; i++)
		lobby->network[i]->driver->release(lobby->network[i]);
}

/* Says to everybody who was to be answered that nothing came of it. */
static void apologize(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->askers; i++) {
		const struct asker *asker = &lobby->asker[i];
		struct string line = STRING_EMPTY;
		words_add(&line, lobby->words, asker->voice, WORD_STORE_FAILED, NO_ARGS);
		asker->network->driver->tell(
			asker->network, asker->connection, asker->via, line.bytes);
		string_free(&line);
	}
}

/* Nothing of the turn happened: says so to whoever asked, and once in the log. */
static void regret(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks; i++)
		lobby->network[i]->driver->forget(lobby->network[i]);
	speech_settle(&lobby->speech, false);
	/* A seed that was to be told may not have been. */
	for (size_t i = 0; i < lobby->channels; i++)
		lobby->channel[i]->owed = true;
	apologize(lobby);
	log_line(lobby->log, LOG_ERROR, "store", "%s: a turn was not kept",
		store_error_text(lobby->failed));
	lobby->retry = lobby_now(lobby) + RETRY_MS;
}

void lobby_turn(struct lobby *lobby)
{
	speech_flush(&lobby->speech);
	if (lobby->changed) {
		if (lobby->failed == STORE_OK)
			lobby->failed = store_commit(lobby->store);
		bool kept = lobby->failed == STORE_OK;
		if (!kept)
			store_rollback(lobby->store);
		settle_tables(lobby, kept);
		settle_guards(lobby);
		if (!kept)
			regret(lobby);
		people_settle(&lobby->people, kept);
		lobby->changed = false;
		lobby->failed = STORE_OK;
	}
	lobby->askers = 0;
	people_keep(&lobby->people);
	people_sweep(&lobby->people);
	release(lobby);
}
