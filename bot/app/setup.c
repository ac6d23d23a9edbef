#include "bot/app/setup.h"

#include <stdlib.h>
#include <string.h>

#include "bot/app/events.h"
#include "bot/match/resume.h"
#include "bot/net/types.h"
#include "storage/ratings.h"

enum log_level setup_level(const struct config *config)
{
	static const struct {
		const char *name;
		enum log_level level;
	} levels[] = { { "error", LOG_ERROR }, { "warn", LOG_WARN }, { "note", LOG_NOTE },
		{ "info", LOG_INFO }, { "debug", LOG_DEBUG } };
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		if (strcmp(levels[i].name, config->log) == 0)
			return levels[i].level;
	return LOG_NOTE;
}

bool setup_load(const char *path, struct config *config, struct config_errors *errors)
{
	if (!config_load(path, config, errors))
		return false;
	for (size_t i = 0; i < config->network_count; i++) {
		const struct config_network *network = &config->networks[i];
		const char *fault = types_fault(network);
		if (fault != NULL)
			config_network_fault(errors, path, network, fault);
	}
	if (errors->count > 0)
		config_free(config);
	return errors->count == 0;
}

/* English where this build lacks the language. */
static uint8_t language_of(const struct config_settings *settings)
{
	int language = words_language(settings->language);
	return language < 0 ? 0 : (uint8_t)language;
}

static struct channel_settings settings_of(const struct config_settings *settings)
{
	return (struct channel_settings){
		.turn_seconds = settings->turn_seconds,
		.grace_seconds = settings->grace_seconds,
		.split_seconds = settings->split_seconds,
		.leaver_wait_seconds = settings->leaver_wait_seconds,
		.voice = {
			.language = language_of(settings),
			.style = (uint8_t)words_style(settings->cards),
		},
		.quiet = strcmp(settings->detail, "quiet") == 0,
	};
}

struct settings setup_settings(const struct config *config)
{
	return (struct settings){
		.prefix = config->prefix,
		.usual = settings_of(&config->settings),
		.tables_per_channel = config->tables_per_channel,
		.tables_per_network = config->tables_per_network,
		.rate_robots = config->rate_robots,
		.think_ms = (unsigned)(config->think_seconds * 1000),
		.via = strcmp(config->via, "notice") == 0 ? VIA_NOTICE : VIA_MESSAGE,
	};
}

static struct masks masks_of(const struct config_list *list)
{
	return (struct masks){ .mask = list->item, .count = list->count };
}

static void set_rules(struct guard *guard, const struct config_network *network)
{
	guard->rules = (struct guard_rules){
		.admins = masks_of(&network->admins),
		.ignore = masks_of(&network->ignore),
		.allow = masks_of(&network->allow),
		.limit = {
			.burst = network->limits.burst,
			.per_second = network->limits.per_second,
			.ignore_seconds = network->limits.ignore_seconds,
		},
	};
}

/* The network of a configuration as the lobby will know it, or NULL. */
static struct network *open_network(struct host *host, const struct config_network *config)
{
	const struct network_type *type = types_named(config->type);
	return type == NULL
		? NULL
		: type->open(config, host->loop, &host->log, &events_of_networks, &host->commands);
}

/* Opens a network and takes its keys over. */
static bool add(struct setup *setup, struct config_network *config)
{
	struct host *host = setup->host;
	struct station *grown =
		realloc(setup->station, (setup->count + 1) * sizeof *setup->station);
	if (grown == NULL)
		return false;
	setup->station = grown;
	struct network *network = open_network(host, config);
	if (network == NULL)
		return false;
	if (!lobby_add(&host->lobby, network)) {
		network->driver->close(network);
		return false;
	}
	set_rules(network->guard, config);
	setup->station[setup->count++] = (struct station){ .config = *config, .network = network };
	*config = (struct config_network){ .name = NULL };
	return true;
}

/* The terms of a network's channels, and behind them its own; how many those are. */
static size_t add_overrides(struct override *override, const struct config_network *network)
{
	size_t count = network->channels.count;
	for (size_t i = 0; i < count; i++)
		override[i] = (struct override){
			.network = network->name,
			.channel = network->channels.item[i],
			.settings = settings_of(&network->channels.settings[i]),
		};
	override[count] = (struct override){ .network = network->name,
		.settings = settings_of(&network->settings) };
	return count + 1;
}

/* Makes the settings what the keys in force say; without memory, which is false, the same for all.
 */
static bool configure(struct setup *setup)
{
	struct settings settings = setup_settings(&setup->config);
	size_t room = setup->count;
	for (size_t i = 0; i < setup->count; i++)
		room += setup->station[i].config.channels.count;
	struct override *override = calloc(room + 1, sizeof *override);
	for (size_t i = 0; override != NULL && i < setup->count; i++)
		settings.overrides +=
			add_overrides(override + settings.overrides, &setup->station[i].config);
	settings.override = override;
	lobby_configure(&setup->host->lobby, &settings);
	free(setup->override);
	setup->override = override;
	return override != NULL;
}

bool setup_open(struct setup *setup)
{
	for (size_t i = 0; i < setup->config.network_count; i++)
		if (!add(setup, &setup->config.networks[i]))
			return false;
	return configure(setup);
}

static void quit(const struct station *station, const char *reason)
{
	station->network->driver->quit(station->network, reason);
}

static bool is_gone(const struct station *station)
{
	return station->network->driver->gone(station->network);
}

/* In the words of the settings. */
static const char *said(const struct setup *setup, enum word word)
{
	const struct host *host = setup->host;
	return words_text(host->words, host->lobby.settings.usual.voice.language, word);
}

void setup_quit(struct setup *setup)
{
	const char *reason = said(setup, WORD_REASON_RESTART);
	for (size_t i = 0; i < setup->count; i++)
		quit(&setup->station[i], reason);
}

bool setup_gone(const struct setup *setup)
{
	for (size_t i = 0; i < setup->count; i++)
		if (!is_gone(&setup->station[i]))
			return false;
	return true;
}

size_t setup_waiting(const struct setup *setup)
{
	size_t waiting = 0;
	for (size_t i = 0; i < setup->count; i++) {
		struct network *network = setup->station[i].network;
		struct network_status status;
		network->driver->status(network, &status);
		waiting += status.waiting;
	}
	return waiting;
}

void setup_close(struct setup *setup)
{
	for (size_t i = 0; i < setup->count; i++) {
		struct network *network = setup->station[i].network;
		network->driver->close(network);
		config_network_free(&setup->station[i].config);
	}
	free(setup->station);
	free(setup->override);
	config_free(&setup->config);
	*setup = (struct setup){ .path = NULL };
}

/* ---- reading it again ---- */

/* A key of a network, or NULL of the whole file, that is another now but not in force yet. */
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

static struct config_network *named(struct config *config, const char *name)
{
	for (size_t i = 0; i < config->network_count; i++)
		if (config->networks[i].name != NULL && strcmp(config->networks[i].name, name) == 0)
			return &config->networks[i];
	return NULL;
}

/* Gives a network its new keys; the old ones are left in fresh. */
static void change(const struct setup *setup, struct station *station, struct config_network *fresh,
	struct string *report)
{
	struct config_network old = station->config;
	struct network *network = station->network;
	if (!is_gone(station))
		config_network_changes(&old, fresh, tell_change, report);
	network->driver->change(network, fresh, said(setup, WORD_REASON_CHANNEL));
	set_rules(network->guard, fresh);
	station->config = *fresh;
	*fresh = old;
}

static void remove_network(
	const struct setup *setup, struct station *station, struct string *report)
{
	if (is_gone(station))
		return;
	quit(station, said(setup, WORD_REASON_NETWORK));
	string_add(report, station->config.name);
	string_add(report, ": leaving this network; its tables wait\n");
}

static void change_networks(struct setup *setup, struct config *fresh, struct string *report)
{
	for (size_t i = 0; i < setup->count; i++) {
		struct station *station = &setup->station[i];
		struct config_network *network = named(fresh, station->config.name);
		if (network == NULL)
			remove_network(setup, station, report);
		else if (strcmp(network->type, station->config.type) == 0)
			change(setup, station, network, report);
		else
			tell_change(report, network->name, "type", CONFIG_RESTART);
	}
}

/* Opens networks that are new; what was played on them before goes on. */
static void add_networks(struct setup *setup, struct config *fresh, struct string *report)
{
	size_t before = setup->count;
	for (size_t i = 0; i < fresh->network_count; i++) {
		struct config_network *network = &fresh->networks[i];
		bool known = false;
		for (size_t k = 0; k < before && !known; k++)
			known = network->name == NULL ||
				strcmp(setup->station[k].config.name, network->name) == 0;
		if (known || add(setup, network))
			continue;
		string_add(report, network->name);
		string_add(report, ": not opened: out of memory, or the database refuses\n");
	}
	if (setup->count > before)
		resume_tables(&setup->host->lobby);
}

/* Takes over what is no network's; the old keys are left in fresh, but the database in use stays.
 */
static void change_settings(struct setup *setup, struct config *fresh, struct string *report)
{
	struct lobby *lobby = &setup->host->lobby;
	struct config old = setup->config;
	config_changes(&old, fresh, tell_change, report);
	setup->host->log.level = setup_level(fresh);
	words_prefix(setup->host->words, fresh->prefix);
	lobby_wrote(lobby, store_minimum(lobby->turn.store, fresh->minimum_matches));
	char *database = fresh->database;
	setup->config = *fresh;
	setup->config.networks = old.networks;
	setup->config.network_count = old.network_count;
	setup->config.database = old.database;
	old.networks = fresh->networks;
	old.network_count = fresh->network_count;
	old.database = database;
	*fresh = old;
	configure(setup);
}

bool setup_reload(struct setup *setup, struct string *report)
{
	struct config fresh;
	struct config_errors errors = { .count = 0 };
	if (setup->path == NULL) {
		string_add(report, "the bot was started without a configuration\n");
		return false;
	}
	if (!setup_load(setup->path, &fresh, &errors)) {
		string_add(report, errors.text != NULL ? errors.text : "out of memory\n");
		config_errors_free(&errors);
		return false;
	}
	change_networks(setup, &fresh, report);
	add_networks(setup, &fresh, report);
	change_settings(setup, &fresh, report);
	config_free(&fresh);
	config_errors_free(&errors);
	return true;
}
