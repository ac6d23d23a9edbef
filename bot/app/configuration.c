#include "bot/app/configuration.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/match/resume.h"
#include "bot/surface/events.h"
#include "bot/table/channel_key.h"
#include "config/check.h"
#include "engine/text.h"
#include "storage/ratings.h"

enum log_level configuration_level(const struct config *config)
{
	enum log_level level = LOG_INFO;
	log_find_level(config->log, &level);
	return level;
}

/*
 * EXERCISES: most exercises at a time. IGNORE_SECONDS: seconds for which a person above the rate
 * limit is ignored. DAILY_HANDS: hands that the AI player plays of each daily deal, to compute its
 * mean points.
 */
enum { EXERCISES = 500, IGNORE_SECONDS = 300, DAILY_HANDS = 64 };

static struct channel_settings settings_of(const struct config_settings *settings, unsigned guests)
{
	/* English if this build lacks the language */
	int language = catalog_language(settings->language);
	struct channel_settings made = {
		.turn_seconds = settings->turn_seconds,
		.grace_seconds = settings->grace_seconds,
		.split_seconds = settings->split_seconds,
		.leaver_wait_seconds = settings->leaver_wait_seconds,
		.locale = {
			.language = language < 0 ? 0 : (uint8_t)language,
			.style = (uint8_t)catalog_style(settings->cards),
		},
		.hidden = settings->pages == 0,
		.quiet = strcmp(settings->detail, "quiet") == 0,
		.threads = strcmp(settings->tables_in, "thread") == 0,
		.tables = settings->tables,
		.guests = (uint8_t)guests,
	};
	/* the keys that operators of a channel may not change */
	for (size_t i = 0; i < settings->locked.count; i++)
		for (unsigned key = 0; key < CHANNEL_KEYS; key++)
			if (strcmp(settings->locked.item[i], "all") == 0 ||
				strcmp(settings->locked.item[i], channel_key_name(key)) == 0)
				made.locked |= UINT32_C(1) << key;
	text_copy(made.locale.prefix, sizeof made.locale.prefix, settings->prefix);
	return made;
}

struct settings configuration_settings(const struct config *config)
{
	const char *start = config->daily.start; /* like "18:00" */
	return (struct settings){
		.prefix = config->settings.prefix,
		.usual = settings_of(&config->settings, config->web.guests),
		.tables_per_channel = config->tables_per_channel,
		.tables_per_network = config->tables_per_network,
		.exercises = EXERCISES,
		.hints = true,
		.advice = true,
		.rate_robots = config->rate_robots,
		.ranked_matches = config->minimum_matches,
		.rated_length = config->rated_length,
		.think_ms = (unsigned)(config->think_seconds * 1000),
		.via = strcmp(config->via, "notice") == 0 ? VIA_NOTICE : VIA_MESSAGE,
		.pages = config->web.url,
		.pages_local = config->web.url == NULL && check_is_loopback(config->web.listen),
		.seats = config->web.seats,
		.daily_start =
			(int32_t)(strtol(start, NULL, 10) * 60 + strtol(start + 3, NULL, 10)) * 60,
		.daily_zone = config->daily.zone,
		.daily_hands = DAILY_HANDS,
		.play_now = config->web.play_now != CONFIG_PLAY_NO,
	};
}

static struct masks masks_of(const struct config_list *list)
{
	return (struct masks){ .mask = list->item, .count = list->count };
}

static void set_rules(struct access *access, const struct config_network *network)
{
	access->rules = (struct access_rules){
		.admins = masks_of(&network->admins),
		.ignore = masks_of(&network->ignore),
		.allow = masks_of(&network->allow),
		.limit = {
			.burst = network->limits.burst,
			.per_second = network->limits.per_second,
			.ignore_seconds = IGNORE_SECONDS,
		},
		.same_host_rated = strcmp(network->same_host, "rated") == 0,
	};
}

/* Adds a network. On success takes over **config and sets it to NULL. */
static bool add(struct configuration *configuration, struct config_network **fresh)
{
	struct app *app = configuration->app;
	struct config_network *config = *fresh;
	struct network *network = config->type->network->open(
		config, app->loop, &app->log, &events_of_networks, &app->commands);
	if (network == NULL)
		return false;
	if (!lobby_add_network(&app->lobby, network)) {
		network->driver->close(network);
		return false;
	}
	set_rules(network->access, config);
	configuration->connection = memory_grow(configuration->connection, configuration->count + 1,
		sizeof *configuration->connection);
	configuration->connection[configuration->count++] =
		(struct connection){ .config = config, .network = network };
	*fresh = NULL;
	return true;
}

/* Rebuilds the lobby's settings from the configuration in force. */
static void configure(struct configuration *configuration)
{
	struct settings settings = configuration_settings(&configuration->config);
	const unsigned guests = configuration->config.web.guests;
	size_t room = configuration->count;
	for (size_t i = 0; i < configuration->count; i++)
		room += configuration->connection[i].config->channels.count;
	struct override *override = memory_new(room + 1, sizeof *override);
	for (size_t i = 0; i < configuration->count; i++) {
		const struct config_network *network = configuration->connection[i].config;
		for (size_t k = 0; k < network->channels.count; k++)
			override[settings.overrides++] = (struct override){
				.network = network->name,
				.channel = network->channels.item[k],
				.settings = settings_of(&network->channels.settings[k], guests),
			};
		/* The override of the network comes after the overrides of its channels. */
		override[settings.overrides++] = (struct override){
			.network = network->name,
			.settings = settings_of(&network->settings, guests),
		};
	}
	settings.override = override;
	lobby_configure(&configuration->app->lobby, &settings);
	free(configuration->override);
	configuration->override = override;
}

/*
 * Opens the network of guests if the configuration allows guests. Their rate limit is the same
 * as for other people. Returns false if the database fails.
 */
static bool open_guests(struct configuration *configuration)
{
	struct lobby *lobby = &configuration->app->lobby;
	const struct config_web *web = &configuration->config.web;
	if (!(web->guests || web->play_now) || lobby->guests.network != NULL)
		return true;
	page_open(&configuration->guests);
	if (!lobby_set_guests(lobby, &configuration->guests.network))
		return false;
	if (configuration->count > 0)
		lobby->guests.network->access->rules.limit =
			configuration->connection[0].network->access->rules.limit;
	return true;
}

bool configuration_open(struct configuration *configuration)
{
	for (size_t i = 0; i < configuration->config.network_count; i++)
		if (!add(configuration, &configuration->config.networks[i]))
			return false;
	configure(configuration);
	return open_guests(configuration);
}

static void quit(const struct connection *connection, const char *reason)
{
	connection->network->driver->quit(connection->network, reason);
}

static bool is_gone(const struct connection *connection)
{
	return connection->network->driver->gone(connection->network);
}

/* Returns the text of a message in the configured language. */
static const char *said(const struct configuration *configuration, enum message message)
{
	const struct app *app = configuration->app;
	return catalog_text(app->catalog, app->lobby.settings.usual.locale.language, message);
}

void configuration_quit(struct configuration *configuration)
{
	const char *reason = said(configuration, MSG_REASON_RESTART);
	for (size_t i = 0; i < configuration->count; i++)
		quit(&configuration->connection[i], reason);
}

bool configuration_is_offline(const struct configuration *configuration)
{
	for (size_t i = 0; i < configuration->count; i++)
		if (!is_gone(&configuration->connection[i]))
			return false;
	return true;
}

size_t configuration_count_unsent(const struct configuration *configuration)
{
	size_t waiting = 0;
	for (size_t i = 0; i < configuration->count; i++) {
		struct network *network = configuration->connection[i].network;
		struct network_status status;
		network->driver->status(network, &status);
		waiting += status.waiting;
	}
	return waiting;
}

void configuration_close(struct configuration *configuration)
{
	for (size_t i = 0; i < configuration->count; i++) {
		struct network *network = configuration->connection[i].network;
		network->driver->close(network);
		config_network_free(configuration->connection[i].config);
	}
	free(configuration->connection);
	free(configuration->override);
	config_free(&configuration->config);
	*configuration = (struct configuration){ .path = NULL };
}

/* ---- reload ---- */

/*
 * Adds to the report a key whose change is not in force yet. network: NULL for a key outside
 * networks.
 */
static CONFIG_TELL(tell_change)
{
	struct string *report = context;
	if (network != NULL) {
		string_add(report, network);
		string_add(report, ": ");
	}
	string_add(report, key);
	string_add(report,
		when == CONFIG_RESTART ? ": in force after a restart of the bot\n"
				       : ": in force from the next connection on\n");
}

/* Gives a network its new configuration. *place gets the network's old configuration. */
static void change(const struct configuration *configuration, struct connection *connection,
	struct config_network **place, struct string *report)
{
	struct config_network *old = connection->config, *fresh = *place;
	struct network *network = connection->network;
	if (!is_gone(connection))
		config_network_changes(old, fresh, tell_change, report);
	network->driver->change(network, fresh, said(configuration, MSG_REASON_CHANNEL));
	set_rules(network->access, fresh);
	connection->config = fresh;
	connection->network->removed = false;
	*place = old;
}

static void change_networks(
	struct configuration *configuration, struct config *fresh, struct string *report)
{
	for (size_t i = 0; i < configuration->count; i++) {
		struct connection *connection = &configuration->connection[i];
		const char *name = connection->config->name;
		size_t k = 0;
		while (k < fresh->network_count && strcmp(fresh->networks[k]->name, name) != 0)
			k++;
		if (k == fresh->network_count) {
			connection->network->removed = true;
			if (is_gone(connection))
				continue;
			quit(connection, said(configuration, MSG_REASON_NETWORK));
			string_add(report, name);
			string_add(report, ": leaving this network; its tables wait\n");
		} else if (fresh->networks[k]->type == connection->config->type) {
			change(configuration, connection, &fresh->networks[k], report);
		} else {
			tell_change(report, name, "type", CONFIG_RESTART);
		}
	}
}

/* Opens the networks that a reload has added, and resumes their tables. */
static void add_networks(
	struct configuration *configuration, struct config *fresh, struct string *report)
{
	size_t before = configuration->count;
	for (size_t i = 0; i < fresh->network_count; i++) {
		const char *name = fresh->networks[i]->name;
		bool known = false;
		for (size_t k = 0; k < before && !known; k++)
			known = strcmp(configuration->connection[k].config->name, name) == 0;
		if (known || add(configuration, &fresh->networks[i]))
			continue;
		string_add(report, name);
		string_add(report, ": not opened; the log says why\n");
	}
	if (configuration->count > before)
		resume_tables(&configuration->app->lobby);
}

/*
 * Applies the keys outside networks. `fresh` gets their old values. A new database path needs a
 * restart.
 */
static void change_settings(
	struct configuration *configuration, struct config *fresh, struct string *report)
{
	struct lobby *lobby = &configuration->app->lobby;
	struct config old = configuration->config;
	config_changes(&old, fresh, tell_change, report);
	configuration->app->log.level = configuration_level(fresh);
	catalog_set_prefix(configuration->app->catalog, fresh->settings.prefix);
	lobby_check_write(
		lobby, store_set_rank_minimum(lobby->batch.store, fresh->minimum_matches));
	char *database = fresh->database;
	configuration->config = *fresh;
	configuration->config.networks = old.networks;
	configuration->config.network_count = old.network_count;
	configuration->config.database = old.database;
	old.networks = fresh->networks;
	old.network_count = fresh->network_count;
	old.database = database;
	*fresh = old;
	configure(configuration);
	if (!open_guests(configuration))
		string_add(report, "guests: cannot be stored; the log says why\n");
}

bool configuration_reload(struct configuration *configuration, struct string *report)
{
	struct config fresh;
	struct config_errors errors = { .count = 0 };
	if (configuration->path == NULL) {
		string_add(report, "the bot was started without a configuration\n");
		return false;
	}
	if (!config_load(configuration->path, configuration->types, &fresh, &errors)) {
		string_add(report, errors.text);
		config_errors_free(&errors);
		return false;
	}
	if (fresh.handed_over && getenv("CREDENTIALS_DIRECTORY") != NULL)
		string_add(report,
			"passwords/: read as they were when the service started; after a change "
			"of one, restart the service\n");
	string_add(report, fresh.warnings.count > 0 ? fresh.warnings.text : "");
	change_networks(configuration, &fresh, report);
	add_networks(configuration, &fresh, report);
	change_settings(configuration, &fresh, report);
	config_free(&fresh);
	config_errors_free(&errors);
	return true;
}
