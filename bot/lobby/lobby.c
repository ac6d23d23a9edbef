#include "bot/lobby/lobby.h"

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

/* Stores a person for each level of AI player. */
static enum store_error store_robots(struct lobby *lobby)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < LEVEL_COUNT && error == STORE_OK; i++)
		error = store_find_or_add_robot(
			lobby->batch.store, level_name(i), lobby_date(lobby), &lobby->robots.id[i]);
	return error;
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
	return seat_keys_open(&lobby->seat_keys) && store_robots(lobby) == STORE_OK &&
		store_commit(lobby->batch.store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	tables_close(&lobby->tables);
	seat_keys_close(&lobby->seat_keys);
	channels_close(&lobby->channels);
	networks_close(&lobby->networks);
	visitors_close(&lobby->visitors);
	batch_requesters_close(&lobby->batch_requesters);
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
	if (lobby->visitors.network != NULL)
		greet(lobby, lobby->visitors.network);
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
static bool add_network_id(struct lobby *lobby, const char *name, int64_t *id)
{
	enum store_error error = store_find_or_add_network(lobby->batch.store, name, id);
	if (error == STORE_OK)
		error = store_commit(lobby->batch.store);
	if (error != STORE_OK) {
		log_about(lobby->log, LOG_ERROR,
			(struct log_about){ .part = "store", .network = name },
			"cannot store network %s: %s", name, store_error_text(error));
		return lobby_check_write(lobby, error);
	}
	batch_settle(&lobby->batch, true);
	return true;
}

bool lobby_add_network(struct lobby *lobby, struct network *network)
{
	int64_t id;
	if (!add_network_id(lobby, network->name, &id) ||
		!networks_add(&lobby->networks, &lobby->batch, network, id))
		return false;
	greet(lobby, network);
	return true;
}

bool lobby_set_visitors(struct lobby *lobby, struct network *network)
{
	int64_t id;
	if (!add_network_id(lobby, network->name, &id) ||
		!visitors_open(&lobby->visitors, &lobby->batch, network, id))
		return false;
	greet(lobby, network);
	return true;
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	struct network *visitors = lobby->visitors.network;
	if (visitors != NULL && visitors->id == id)
		return visitors;
	return networks_find(&lobby->networks, id);
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

void lobby_set_channel(
	struct lobby *lobby, struct channel *channel, const struct store_channel_setting *row)
{
	int64_t network = channel->network->id;
	lobby_tell_pending_news(lobby);
	lobby_check_write(lobby,
		store_set_channel_setting(lobby->batch.store, network, channel->folded, row));
	channel->settings_changed = true;
	channel_settings_load(&lobby->settings, &lobby->batch, channel);
}

void lobby_reset_channel(struct lobby *lobby, struct channel *channel, const char *key)
{
	int64_t network = channel->network->id;
	lobby_tell_pending_news(lobby);
	lobby_check_write(lobby,
		store_delete_channel_setting(lobby->batch.store, network, channel->folded, key));
	channel->settings_changed = true;
	channel_settings_load(&lobby->settings, &lobby->batch, channel);
}

unsigned lobby_most_tables(const struct lobby *lobby, const struct channel *channel)
{
	unsigned tables = channel->settings.tables;
	return tables > 0 ? tables : lobby->settings.tables_per_channel;
}

void lobby_snapshot_table(struct lobby *lobby, struct table *table)
{
	tables_snapshot(&lobby->tables, table);
}

bool lobby_check_write(struct lobby *lobby, enum store_error error)
{
	return batch_check_write(&lobby->batch, error);
}

void lobby_note_requester(struct lobby *lobby, const struct person *person)
{
	batch_requesters_add(&lobby->batch_requesters, person);
}

static bool has_tables(const struct lobby *lobby, const struct channel *channel)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel == channel)
			return true;
	return false;
}

unsigned lobby_announce(struct lobby *lobby, bool all, enum message message, const struct arg *args)
{
	const struct channel *channel;
	unsigned told = 0;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->joined && (all || has_tables(lobby, channel))) {
			speech_say_channel(&lobby->speech, channel, message, args);
			told++;
		}
	return told;
}

void lobby_say_goodbye(struct lobby *lobby)
{
	const struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->joined && has_tables(lobby, channel))
			speech_say_channel_now(&lobby->speech, channel, MSG_BYE, NO_ARGS);
}

/* Commits a batch. Measures how long that takes if the batch has writes. */
static bool end_batch(struct lobby *lobby)
{
	bool writes = lobby->batch.writes > 0;
	uint64_t begun = writes ? metrics_clock() : 0;
	enum store_error error = batch_end(&lobby->batch);
	if (error == STORE_OK && writes)
		histogram_add(&lobby->activity.commit, metrics_clock() - begun);
	if (error == STORE_OK)
		return true;
	lobby->activity.batches_rolled_back++;
	log_line(lobby->log, LOG_ERROR, "store",
		"cannot store the last moves and commands, so they were undone: %s",
		store_error_text(error));
	lobby->clock.paused_until = lobby_now(lobby) + RETRY_MS;
	return false;
}

bool lobby_commit(struct lobby *lobby)
{
	seat_keys_update(&lobby->seat_keys, &lobby->tables);
	bool kept = end_batch(lobby);
	networks_end_batch(&lobby->networks, kept);
	speech_end_batch(&lobby->speech, kept);
	channels_end_batch(&lobby->channels, kept);
	channel_settings_end_batch(&lobby->settings, &lobby->batch, &lobby->channels, kept);
	venues_end_batch(&lobby->venues, &lobby->channels, kept);
	batch_requesters_end_batch(&lobby->batch_requesters, lobby->catalog, kept);
	if (lobby->batch_listener.end != NULL)
		lobby->batch_listener.end(lobby->batch_listener.self, kept);
	batch_settle(&lobby->batch, kept);
	people_evict(&lobby->people);
	networks_send_staged(&lobby->networks);
	return kept;
}
