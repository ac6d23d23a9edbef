#include "config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "config/check.h"
#include "config/key.h"
#include "config/network.h"
#include "config/settings.h"

enum { CONFIG_MOST = 256 * 1024 }; /* maximum number of bytes of a configuration file */
enum { NETWORKS_MOST = 64, WEB_PORT = 8080 };

#define DATABASE "mitaines.db"

static const struct key web_keys[] = {
	KEY(config_web, listen, .kind = &key_text, .check = check_address),
	KEY(config_web, port, .kind = &key_number, .least = 1, .most = 65535),
	KEY(config_web, url, .kind = &key_text, .check = check_url),
	KEY(config_web, metrics, .kind = &key_switch),
	KEY(config_web, seats, .kind = &key_switch),
	KEY(config_web, guests, .kind = &key_choice, .choices = "no invited open"),
	KEY(config_web, play_now, .kind = &key_choice, .choices = "no local public"),
	KEY(config_web, chat, .kind = &key_text, .check = check_url),
	KEY(config_web, trusted_proxies, .kind = &key_list, .check = check_range),
	KEY_END,
};

static void read_web(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_web *web = field;
	unsigned before = reader->errors->count;
	(void)key;
	key_group(reader, setting, web_keys, field);
	if (reader->errors->count != before)
		return;
	if (web->play_now == CONFIG_PLAY_LOCAL && web->url)
		key_fault(reader, setting,
			"play_now is for this machine only: leave out url, or set it to "
			"\"public\"");
	else if (!web->url && (web->seats || web->guests || web->play_now == CONFIG_PLAY_PUBLIC))
		key_fault(reader, setting, "%s needs url too",
			web->seats            ? "seats"
				: web->guests ? "guests"
					      : "play_now = \"public\"");
	if (web->url && !config_setting_get_member(setting, "trusted_proxies")) {
		key_list_add(&web->trusted_proxies, "127.0.0.0/8");
		key_list_add(&web->trusted_proxies, "::1");
	}
}

static const struct key_kind web_kind = { read_web, KEY_GROUP };

static const struct key daily_keys[] = {
	KEY(config_daily, start, .kind = &key_text, .check = check_time),
	KEY(config_daily, zone, .kind = &key_text, .check = check_zone),
	KEY_END,
};

static void read_daily(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	(void)key;
	key_group(reader, setting, daily_keys, field);
}

static const struct key_kind daily_kind = { read_daily, KEY_GROUP };

static void networks_free(struct config *config)
{
	for (size_t i = 0; i < config->network_count; i++)
		config_network_free(config->networks[i]);
	free(config->networks);
	config->networks = NULL;
	config->network_count = 0;
}

static void read_networks(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config *config = (void *)((char *)field - offsetof(struct config, networks));
	int length = key_length(reader, setting, 1, NETWORKS_MOST);
	(void)key;
	if (length < 0 || !reader->types)
		return;
	networks_free(config);
	config->networks = memory_new((size_t)length, sizeof(*config->networks));
	for (int i = 0; i < length; i++)
		network_read(reader, config_setting_get_elem(setting, (unsigned)i), config);
}

static const struct key_kind networks_kind = { read_networks, KEY_OTHER };

static const struct key config_keys[] = {
	KEY(config, database, .when = CONFIG_RESTART, .kind = &key_path, .check = check_path),
	KEY(config, control, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path),
	KEY(config, metrics, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path,
		.gone = "the older name of seats: write seats"),
	KEY(config, seats, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path),
	KEY(config, backup, .when = CONFIG_RESTART, .kind = &key_path, .check = check_path),
	SETTINGS_KEYS(config),
	KEY(config, via, .kind = &key_text, .choices = "msg notice"),
	KEY(config, tables_per_channel, .kind = &key_number, .least = 1, .most = 1000),
	KEY(config, tables_per_network, .kind = &key_number, .least = 1, .most = 100000),
	KEY_GONE("exercises", "no longer a key: 500 exercises may run at a time"),
	KEY(config, minimum_matches, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config, rate_robots, .kind = &key_switch),
	KEY(config, rated_length, .kind = &key_number, .least = 0, .most = 100),
	KEY(config, think_seconds, .kind = &key_seconds, .most = 10),
	KEY(config, web, .kind = &web_kind, .group = web_keys),
	KEY(config, daily, .kind = &daily_kind, .group = daily_keys),
	KEY(config, log, .kind = &key_text, .choices = "error warn note info debug"),
	KEY(config, networks, .kind = &networks_kind),
	KEY_END,
};

/* Fills missing settings: a channel's from its network, a network's from the whole file. */
static void inherit(struct config *config)
{
	for (size_t i = 0; i < config->network_count; i++) {
		struct config_network *network = config->networks[i];
		settings_inherit(&network->settings, &config->settings);
		for (size_t k = 0; k < network->channels.count; k++)
			settings_inherit(&network->channels.settings[k], &network->settings);
	}
}

void config_defaults(struct config *config, const struct config_type *const *types)
{
	memset(config, 0, sizeof(*config));
	config->database = memory_copy(DATABASE);
	config->settings = (struct config_settings){
		.turn_seconds = 90,
		.grace_seconds = 120,
		.split_seconds = 600,
		.pages = 1,
		.prefix = memory_copy("!"),
		.language = memory_copy("en"),
		.cards = memory_copy("unicode"),
		.detail = memory_copy("full"),
		.tables_in = memory_copy("channel"),
	};
	config->via = memory_copy("msg");
	config->tables_per_channel = 3;
	config->tables_per_network = 1000;
	config->minimum_matches = 5;
	config->rated_length = 50;
	config->think_seconds = 1;
	config->web = (struct config_web){
		.listen = memory_copy("127.0.0.1"), .port = WEB_PORT, .metrics = true
	};
	config->daily =
		(struct config_daily){ .start = memory_copy("00:00"), .zone = memory_copy("UTC") };
	config->log = memory_copy("info");
	if (types) {
		config->networks = memory_new(1, sizeof(*config->networks));
		struct config_network *network = network_add(config, types[0]);
		network->pace = (struct config_pace){ .burst = 0 };
		network->limits = (struct config_limits){ .burst = 0 };
		key_put(&network->same_host, "rated");
	}
	inherit(config);
}

bool config_load(const char *path, const struct config_type *const *types, struct config *config,
	struct config_errors *errors)
{
	struct source source = { .text = NULL };
	const struct reader reader = { .path = path,
		.source = &source,
		.errors = errors,
		.warnings = &config->warnings,
		.types = types,
		.handed_over = &config->handed_over };
	unsigned before = errors->count;
	config_defaults(config, types);
	if (!path)
		return true;
	const char *wrong = source_read(&source, path, CONFIG_MOST);
	if (wrong) {
		errors_add(errors, path, 0, "%s", wrong);
	} else {
		key_put_path(&reader, &config->database, DATABASE);
		config_t tree;
		bool sound = source_check(&source, path, errors);
		config_init(&tree);
		if (sound && config_read_string(&tree, source.text) == CONFIG_TRUE)
			key_group(&reader, config_root_setting(&tree), config_keys, config);
		else if (sound)
			errors_add(errors, path, (unsigned)config_error_line(&tree), "%s",
				config_error_text(&tree));
		config_destroy(&tree);
		inherit(config);
	}
	source_free(&source);
	if (errors->count != before)
		config_free(config);
	return errors->count == before;
}

bool config_load_or_print(
	const char *path, const struct config_type *const *types, struct config *config)
{
	struct config_errors errors = { .count = 0 };
	bool loaded = config_load(path, types, config, &errors);
	if (!loaded)
		fputs(errors.text, stderr);
	config_errors_free(&errors);
	return loaded;
}

/* Writes the configured path. If it is NULL, writes the database's path with the suffix `tail`. */
static bool beside(const struct config *config, const char *configured, const char *tail,
	char *path, size_t size)
{
	int length = snprintf(path, size, "%s%s", configured ? configured : config->database,
		configured ? "" : tail);
	return length >= 0 && (size_t)length < size;
}

bool config_control(const struct config *config, char *path, size_t size)
{
	return beside(config, config->control, "-control", path, size);
}

bool config_seats(const struct config *config, char *path, size_t size)
{
	const char *named = config->seats != NULL ? config->seats : config->metrics;
	return beside(config, named, "-seats", path, size);
}

bool config_backup(const struct config *config, char *path, size_t size)
{
	return beside(config, config->backup, "-backup", path, size);
}

void config_free(struct config *config)
{
	networks_free(config);
	key_free(config_keys, config);
	config_errors_free(&config->warnings);
	memset(config, 0, sizeof(*config));
}

void config_changes(
	const struct config *old, const struct config *fresh, CONFIG_TELL((*tell)), void *context)
{
	key_changes(config_keys, old, fresh, NULL, tell, context);
}
