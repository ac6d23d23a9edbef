#include "bot/lobby/lobby.h"

#include "storage/people.h"

enum { RETRY_MS = 2000 }; /* clocks stop for so long after a rollback */

int64_t lobby_now(const struct lobby *lobby)
{
	return env_now(&lobby->env);
}

int64_t lobby_date(const struct lobby *lobby)
{
	return env_date(&lobby->env);
}

/* Drops the watchers of a removed table. */
static void gone(void *above, const struct table *table)
{
	speech_leave(&((struct lobby *)above)->speech, table);
}

bool lobby_open(struct lobby *lobby, const struct people_events *events)
{
	lobby->opened = lobby->clock.ticked = lobby_now(lobby);
	speech_open(&lobby->speech, lobby->catalog, &lobby->env);
	lobby->tables = (struct tables){ .batch = &lobby->batch, .gone = gone, .above = lobby };
	lobby->people = (struct people){
		.batch = &lobby->batch,
		.env = &lobby->env,
		.events = events,
		.above = lobby,
		.via = lobby->settings.via,
	};
	return robots_enlist(&lobby->robots, lobby->batch.store, lobby_date(lobby)) == STORE_OK &&
		store_commit(lobby->batch.store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	tables_close(&lobby->tables);
	channels_close(&lobby->channels);
	networks_close(&lobby->networks);
	askers_close(&lobby->askers);
	speech_close(&lobby->speech);
	people_free(&lobby->people);
}

/* Sets the locale of people outside the network's channels. */
static void greet(struct lobby *lobby, struct network *network)
{
	network->access->locale = settings_around(&lobby->settings, network).locale;
}

void lobby_catch_up(struct lobby *lobby)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		speech_catch_up(&lobby->speech, table);
}

void lobby_configure(struct lobby *lobby, const struct settings *settings)
{
	lobby_catch_up(lobby);
	lobby->settings = *settings;
	lobby->people.via = settings->via;
	for (size_t i = 0; i < lobby->networks.count; i++)
		greet(lobby, lobby->networks.network[i]);
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		channel->settings = settings_in(&lobby->settings, channel);
	for (size_t i = 0; i < lobby->people.count; i++)
		people_recall(&lobby->people, lobby->people.person[i]);
}

/*
 * Stores a network and commits at once, so that no rollback frees its id. Commits all earlier
 * writes of the batch too.
 */
static bool number_network(struct lobby *lobby, const char *name, int64_t *id)
{
	enum store_error error = store_network(lobby->batch.store, name, id);
	if (error == STORE_OK)
		error = store_commit(lobby->batch.store);
	if (error != STORE_OK) {
		log_about(lobby->log, LOG_ERROR,
			(struct log_about){ .part = "store", .network = name },
			"cannot store network %s: %s", name, store_error_text(error));
		return lobby_wrote(lobby, error);
	}
	batch_settle(&lobby->batch, true);
	return true;
}

bool lobby_add(struct lobby *lobby, struct network *network)
{
	int64_t id;
	if (!number_network(lobby, network->name, &id) ||
		!networks_add(&lobby->networks, &lobby->batch, network, id))
		return false;
	greet(lobby, network);
	return true;
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	return networks_find(&lobby->networks, id);
}

struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name)
{
	struct channel *channel = channels_find(&lobby->channels, network, name);
	if (channel != NULL || name[0] == '\0')
		return channel;
	channel = channels_add(&lobby->channels, network, name);
	channel->settings = settings_in(&lobby->settings, channel);
	return channel;
}

void lobby_touch(struct lobby *lobby, struct table *table)
{
	tables_touch(&lobby->tables, table);
}

bool lobby_wrote(struct lobby *lobby, enum store_error error)
{
	return batch_wrote(&lobby->batch, error);
}

void lobby_asked(struct lobby *lobby, const struct person *person)
{
	askers_add(&lobby->askers, person);
}

static bool has_tables(const struct lobby *lobby, const struct channel *channel)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel == channel)
			return true;
	return false;
}

unsigned lobby_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args)
{
	const struct channel *channel;
	unsigned told = 0;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->here && (all || has_tables(lobby, channel))) {
			speech_channel(&lobby->speech, channel, word, args);
			told++;
		}
	return told;
}

void lobby_goodbye(struct lobby *lobby)
{
	const struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->here && has_tables(lobby, channel))
			speech_channel_now(&lobby->speech, channel, WORD_BYE, NO_ARGS);
}

/* Commits. Measures the time if the batch has writes. */
static bool end_batch(struct lobby *lobby)
{
	bool writes = lobby->batch.writes > 0;
	uint64_t begun = writes ? metrics_clock() : 0;
	enum store_error error = batch_end(&lobby->batch);
	if (error == STORE_OK && writes)
		histogram_add(&lobby->activity.commit, metrics_clock() - begun);
	if (error == STORE_OK)
		return true;
	lobby->activity.lost++;
	log_line(lobby->log, LOG_ERROR, "store", "batch rolled back: %s", store_error_text(error));
	lobby->clock.retry = lobby_now(lobby) + RETRY_MS;
	return false;
}

bool lobby_commit(struct lobby *lobby)
{
	bool kept = end_batch(lobby);
	networks_settle(&lobby->networks, kept);
	speech_settle(&lobby->speech, kept);
	channels_settle(&lobby->channels, kept);
	askers_settle(&lobby->askers, lobby->catalog, kept);
	batch_settle(&lobby->batch, kept);
	people_sweep(&lobby->people);
	networks_release(&lobby->networks);
	return kept;
}
