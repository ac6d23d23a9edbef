#include "bot/lobby/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/lobby/channel_settings.h"
#include "storage/people.h"

enum { RETRY_MS = 2000 }; /* ms that all clocks stop after a rollback */

int64_t lobby_now(const struct lobby *lobby)
{
	return env_now(&lobby->env);
}

int64_t lobby_date(const struct lobby *lobby)
{
	return env_date(&lobby->env);
}

/* Removes a table's watchers. Called when the table is removed. */
static void gone(void *above, const struct table *table)
{
	speech_remove_watchers(&((struct lobby *)above)->speech, table);
}

bool lobby_run_job(const struct lobby *lobby)
{
	return worker_pool_run_one(lobby->robots.pool) ||
		worker_pool_run_one(lobby->robots.slow_pool);
}

bool lobby_is_robot(const struct lobby *lobby, int64_t id)
{
	for (unsigned i = 0; i < LEVEL_COUNT; i++)
		if (lobby->robots.id[i] == id)
			return true;
	return false;
}

bool lobby_open(struct lobby *lobby, const struct people_events *events)
{
	lobby->opened = lobby->clock.ticked = lobby_now(lobby);
	speech_open(&lobby->speech, lobby->catalog, &lobby->env);
	lobby->tables =
		(struct tables){ .batch = &lobby->batch, .on_removed = gone, .above = lobby };
	lobby->seat_keys = (struct seat_keys){ .batch = &lobby->batch, .env = &lobby->env };
	lobby->pending_log = (struct pending_log){ .batch = &lobby->batch, .log = lobby->log };
	lobby->people = (struct people){
		.batch = &lobby->batch,
		.env = &lobby->env,
		.events = events,
		.above = lobby,
		.via = lobby->settings.via,
	};
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < LEVEL_COUNT && error == STORE_OK; i++)
		error = store_find_or_add_robot(
			lobby->batch.store, level_name(i), lobby_date(lobby), &lobby->robots.id[i]);
	return error == STORE_OK && seat_keys_open(&lobby->seat_keys) && calendar_open(lobby) &&
		store_commit(lobby->batch.store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	tables_close(&lobby->tables);
	seat_keys_close(&lobby->seat_keys);
	channels_close(&lobby->channels);
	while (lobby->accesses > 0)
		access_close(lobby->access[--lobby->accesses]);
	free(lobby->access);
	free(lobby->networks.network);
	guests_close(&lobby->guests);
	free(lobby->requester);
	pending_log_close(&lobby->pending_log);
	speech_close(&lobby->speech);
	people_free(&lobby->people);
}

/* Sets the locale of people outside the network's channels. */
static void greet(struct lobby *lobby, struct network *network)
{
	network->access->locale = settings_of_network(&lobby->settings, network).locale;
}

void lobby_tell_pending_news(struct lobby *lobby)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		speech_tell_pending(&lobby->speech, table);
}

void lobby_configure(struct lobby *lobby, const struct settings *settings)
{
	lobby_tell_pending_news(lobby);
	lobby->settings = *settings;
	lobby->people.via = settings->via;
	for (size_t i = 0; i < lobby->networks.count; i++)
		greet(lobby, lobby->networks.network[i]);
	if (lobby->guests.network != NULL)
		greet(lobby, lobby->guests.network);
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		channel_settings_load(&lobby->settings, &lobby->batch, channel);
	venues_refresh(&lobby->venues, &lobby->channels);
	for (size_t i = 0; i < lobby->people.count; i++)
		people_reload(&lobby->people, lobby->people.person[i]);
}

/*
 * Stores a network and commits at once, so that no rollback can free its id for another network.
 * The commit includes everything that the batch has written before.
 */
static bool store_network(struct lobby *lobby, struct network *network)
{
	enum store_error error =
		store_find_or_add_network(lobby->batch.store, network->name, &network->id);
	if (error == STORE_OK)
		error = store_commit(lobby->batch.store);
	if (error != STORE_OK) {
		log_about(lobby->log, LOG_ERROR,
			(struct log_about){ .part = "store", .network = network->name },
			"cannot store network %s: %s", network->name, store_error_text(error));
		return lobby_check_write(lobby, error);
	}
	batch_settle(&lobby->batch, true);
	return true;
}

/* Stores a network and opens its access rules. Returns false if the database fails. */
static bool open_network(struct lobby *lobby, struct network *network)
{
	if (!store_network(lobby, network))
		return false;
	network->access = access_open(&lobby->batch, network->id);
	if (network->access == NULL)
		return false;
	lobby->access = memory_grow(lobby->access, lobby->accesses + 1, sizeof(struct access *));
	lobby->access[lobby->accesses++] = network->access;
	greet(lobby, network);
	return true;
}

bool lobby_add_network(struct lobby *lobby, struct network *network)
{
	struct networks *networks = &lobby->networks;
	if (!open_network(lobby, network))
		return false;
	networks->network =
		memory_grow(networks->network, networks->count + 1, sizeof(struct network *));
	networks->network[networks->count++] = network;
	return true;
}

bool lobby_set_guests(struct lobby *lobby, struct network *network)
{
	return open_network(lobby, network) && guests_open(&lobby->guests, &lobby->batch, network);
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	const struct networks *networks = &lobby->networks;
	struct network *guests = lobby->guests.network;
	if (guests != NULL && guests->id == id)
		return guests;
	for (size_t i = 0; i < networks->count; i++)
		if (networks->network[i]->id == id)
			return networks->network[i];
	return NULL;
}

/* True if a network has a live table in a channel; channel NULL: in any channel or in private. */
static bool has_tables(
	const struct lobby *lobby, const struct network *network, const struct channel *channel)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel->network == network &&
			(channel == NULL || table->channel == channel))
			return true;
	return false;
}

struct network *lobby_next_network(const struct lobby *lobby, size_t *n)
{
	while (*n < lobby->networks.count) {
		struct network *network = lobby->networks.network[(*n)++];
		if (!network->removed || !network->driver->gone(network) ||
			has_tables(lobby, network, NULL))
			return network;
	}
	return NULL;
}

struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name)
{
	struct channel *channel = channels_find(&lobby->channels, network, name);
	if (channel != NULL || name[0] == '\0')
		return channel;
	channel = channels_add(&lobby->channels, network, name);
	channel_settings_load(&lobby->settings, &lobby->batch, channel);
	return channel;
}

/* Loads the settings of a channel after a change. error: the result of storing the change. */
static void reload_channel(struct lobby *lobby, struct channel *channel, enum store_error error)
{
	lobby_tell_pending_news(lobby);
	lobby_check_write(lobby, error);
	channel->settings_changed = true;
	channel_settings_load(&lobby->settings, &lobby->batch, channel);
}

void lobby_set_channel(
	struct lobby *lobby, struct channel *channel, const struct store_channel_setting *row)
{
	reload_channel(lobby, channel,
		store_set_channel_setting(
			lobby->batch.store, channel->network->id, channel->folded, row));
}

void lobby_reset_channel(struct lobby *lobby, struct channel *channel, const char *key)
{
	reload_channel(lobby, channel,
		store_delete_channel_setting(
			lobby->batch.store, channel->network->id, channel->folded, key));
}

unsigned lobby_most_tables(const struct lobby *lobby, const struct channel *channel)
{
	unsigned tables = channel->settings.tables;
	return tables > 0 ? tables : lobby->settings.tables_per_channel;
}

void lobby_snapshot_table(struct lobby *lobby, struct table *table)
{
	table_snapshot(table);
	batch_check_write(&lobby->batch, STORE_OK);
}

bool lobby_check_write(struct lobby *lobby, enum store_error error)
{
	return batch_check_write(&lobby->batch, error);
}

void lobby_note_requester(struct lobby *lobby, const struct person *person)
{
	if (person->connection == NULL)
		return;
	for (size_t i = 0; i < lobby->requesters; i++)
		if (lobby->requester[i].network == person->network &&
			strcmp(lobby->requester[i].connection, person->connection) == 0)
			return;
	lobby->requester =
		memory_grow(lobby->requester, lobby->requesters + 1, sizeof *lobby->requester);
	struct requester *requester = &lobby->requester[lobby->requesters++];
	*requester = (struct requester){
		.network = person->network,
		.locale = person_locale(person),
		.via = person->via,
	};
	text_copy(requester->connection, sizeof requester->connection, person->connection);
}

/* Tells a person, in their language, that their command was not saved. */
static void apologize(const struct lobby *lobby, const struct requester *requester)
{
	struct string line = STRING_EMPTY;
	catalog_add(&line, lobby->catalog, requester->locale, MSG_STORE_FAILED, NO_ARGS);
	requester->network->driver->tell(
		requester->network, requester->connection, requester->via, SAYING(line.bytes));
	string_free(&line);
}

unsigned lobby_announce(struct lobby *lobby, bool all, enum message message, const struct arg *args)
{
	const struct channel *channel;
	unsigned told = 0;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->joined && (all || has_tables(lobby, channel->network, channel))) {
			speech_say_channel(&lobby->speech, channel, message, args);
			told++;
		}
	return told;
}

void lobby_say_goodbye(struct lobby *lobby)
{
	const struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->joined && has_tables(lobby, channel->network, channel))
			speech_say_channel_now(&lobby->speech, channel, MSG_BYE);
}

/*
 * The order of the steps matters: 1. The keys of seats follow the tables while their rows can still
 * join the batch. 2. The commit. From here on the batch is either on disk or undone. 3. After a
 * rollback the staged lines go, before anything new is said. 4. Speech and channels keep their
 * notes about lines, or restore them after a rollback. 5. After a rollback people get an apology.
 * It must not be discarded with the lines of the batch. 6. Pages get their views while closed
 * tables, and the marks of changed tables, still exist. 7. Tables, people and other participants
 * are kept or restored; closed tables are freed. 8. People without any use leave the memory, now
 * that the freed tables no longer refer to them. 9. The lines are sent.
 */
bool lobby_commit(struct lobby *lobby)
{
	const struct networks *networks = &lobby->networks;
	seat_keys_update(&lobby->seat_keys, &lobby->tables);

	bool writes = lobby->batch.writes > 0;
	uint64_t begun = writes ? metrics_clock() : 0;
	enum store_error error = batch_end(&lobby->batch);
	bool kept = error == STORE_OK;
	if (kept && writes)
		histogram_add(&lobby->activity.commit, metrics_clock() - begun);
	if (!kept) {
		lobby->activity.batches_rolled_back++;
		log_line(lobby->log, LOG_ERROR, "store",
			"cannot store the last moves and commands, so they were undone: %s",
			store_error_text(error));
		lobby->clock.paused_until = lobby_now(lobby) + RETRY_MS;
	}
	for (size_t i = 0; i < networks->count; i++) {
		networks->network[i]->storage_failed = false;
		if (!kept)
			networks->network[i]->driver->discard_staged(networks->network[i]);
	}
	speech_end_batch(&lobby->speech, kept);
	channels_end_batch(&lobby->channels, kept);
	channel_settings_end_batch(&lobby->settings, &lobby->batch, &lobby->channels, kept);
	venues_end_batch(&lobby->venues, &lobby->channels, kept);
	for (size_t i = 0; i < lobby->requesters && !kept; i++)
		apologize(lobby, &lobby->requester[i]);
	lobby->requesters = 0;
	if (lobby->batch_listener.end != NULL)
		lobby->batch_listener.end(lobby->batch_listener.self, kept);
	batch_settle(&lobby->batch, kept);
	people_evict(&lobby->people);
	for (size_t i = 0; i < networks->count; i++)
		networks->network[i]->driver->send_staged(networks->network[i]);
	return kept;
}
