#include "config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "config/check.h"
#include "config/key.h"
#include "config/login.h"
#include "config/matrix.h"
#include "config/secret.h"
#include "config/settings.h"

enum { CONFIG_MOST = 256 * 1024 }; /* maximum number of bytes of a configuration file */
enum { NETWORKS_MOST = 64, PLAIN_PORT = 6667, TLS_PORT = 6697, WEB_PORT = 8080 };

#define DATABASE "mitaines.db"

static const struct key pace_keys[] = {
	KEY(config_pace, burst, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config_pace, per_second, .kind = &key_rate),
	KEY_END,
};

static void read_pace(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_pace *pace = field;
	(void)key;
	key_group(reader, setting, pace_keys, pace);
	if (pace->burst == 0 || pace->per_second == 0)
		*pace = (struct config_pace){ .burst = 0 };
}

static const struct config_limits limits_usual = {
	.burst = 10, .per_second = 1.0, .ignore_seconds = 300
};

static const struct key limits_keys[] = {
	KEY(config_limits, burst, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config_limits, per_second, .kind = &key_rate),
	KEY(config_limits, ignore_seconds, .kind = &key_number, .least = 1, .most = 86400),
	KEY_END,
};

static void read_limits(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_limits *limits = field;
	(void)key;
	*limits = limits_usual;
	key_group(reader, setting, limits_keys, limits);
	if (limits->burst == 0 || limits->per_second == 0)
		*limits = (struct config_limits){ .ignore_seconds = limits->ignore_seconds };
}

static const struct key web_keys[] = {
	KEY(config_web, listen, .kind = &key_text, .check = check_address),
	KEY(config_web, port, .kind = &key_number, .least = 1, .most = 65535),
	KEY(config_web, url, .kind = &key_text, .check = check_url),
	KEY(config_web, metrics, .kind = &key_switch),
	KEY(config_web, seats, .kind = &key_switch),
	KEY(config_web, guests, .kind = &key_switch),
	KEY(config_web, play_now, .kind = &key_switch),
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
	if (web->play_now && web->url)
		key_fault(reader, setting, "play_now is for this machine only: leave out url");
	else if ((web->seats || web->guests) && !web->url)
		key_fault(reader, setting, "%s needs url too", web->seats ? "seats" : "guests");
	if (web->url && !config_setting_get_member(setting, "trusted_proxies")) {
		key_list_add(&web->trusted_proxies, "127.0.0.0/8");
		key_list_add(&web->trusted_proxies, "::1");
	}
}

static const struct key_kind pace_kind = { read_pace, KEY_OTHER };
static const struct key_kind limits_kind = { read_limits, KEY_OTHER };
static const struct key_kind web_kind = { read_web, KEY_GROUP };

static const char types[] = "irc matrix";

/* Keys of networks of every type. */
#define NAME_KEYS \
	KEY(config_network, type, .when = CONFIG_RESTART, .kind = &key_text, .choices = types), \
		KEY(config_network, name, .kind = &key_text, .check = check_name)
#define PASSWORD_KEYS \
	KEY(config_network, password, .when = CONFIG_CONNECT, .kind = &secret_text, \
		.check_secret = check_line), \
		KEY_NAMED("password_file", config_network, password, .kind = &secret_file, \
			.check = check_path, .check_secret = check_line)
#define PEOPLE_KEYS \
	SETTINGS_KEYS(config_network), KEY(config_network, pace, .kind = &pace_kind), \
		KEY(config_network, limits, .kind = &limits_kind), \
		KEY(config_network, same_host, .kind = &key_text, .choices = "casual rated"), \
		KEY(config_network, ignore, .kind = &key_list, .check = check_mask), \
		KEY(config_network, allow, .kind = &key_list, .check = check_mask), \
		KEY(config_network, admins, .kind = &key_list, .check = check_admin)

static const struct key irc_keys[] = {
	NAME_KEYS,
	KEY(config_network, host, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_host),
	KEY(config_network, more_hosts, .when = CONFIG_CONNECT, .kind = &key_list,
		.check = check_host, .most = 16),
	KEY(config_network, port, .when = CONFIG_CONNECT, .kind = &key_number, .least = 1,
		.most = 65535),
	KEY(config_network, tls, .when = CONFIG_CONNECT, .kind = &key_switch),
	KEY(config_network, public, .kind = &key_text, .check = check_public),
	KEY(config_network, ca_file, .when = CONFIG_CONNECT, .kind = &key_readable,
		.check = check_path),
	KEY(config_network, tls_fingerprint, .when = CONFIG_CONNECT, .kind = &key_text,
		.check = check_fingerprint),
	KEY(config_network, client_certificate, .when = CONFIG_CONNECT, .kind = &key_readable,
		.check = check_path),
	KEY(config_network, client_key, .when = CONFIG_CONNECT, .kind = &secret_path,
		.check = check_path),
	KEY(config_network, proxy, .when = CONFIG_CONNECT, .kind = &secret_address,
		.check = check_proxy),
	KEY(config_network, source_address, .when = CONFIG_CONNECT, .kind = &key_text,
		.check = check_address),
	KEY(config_network, nick, .kind = &key_text, .check = check_nick),
	KEY(config_network, second_nick, .when = CONFIG_CONNECT, .kind = &key_text,
		.check = check_nick),
	KEY(config_network, user, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_user),
	KEY(config_network, realname, .when = CONFIG_CONNECT, .kind = &key_text,
		.check = check_line),
	PASSWORD_KEYS,
	KEY(config_network, sasl, .when = CONFIG_CONNECT, .kind = &login_sasl,
		.group = login_sasl_keys),
	KEY(config_network, require_sasl, .when = CONFIG_CONNECT, .kind = &key_switch),
	KEY(config_network, nickserv, .when = CONFIG_CONNECT, .kind = &login_nickserv,
		.group = login_nickserv_keys),
	KEY(config_network, modes, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_modes),
	KEY(config_network, after_welcome, .when = CONFIG_CONNECT, .kind = &secret_list,
		.check = check_command, .most = 16),
	KEY(config_network, channels, .kind = &settings_channels, .check = check_channel),
	KEY(config_network, rejoin_after_kick, .kind = &key_switch),
	PEOPLE_KEYS,
	KEY_END,
};

static const struct key matrix_keys[] = {
	NAME_KEYS,
	KEY(config_network, homeserver, .when = CONFIG_RESTART, .kind = &key_text,
		.check = check_homeserver),
	KEY(config_network, user, .when = CONFIG_RESTART, .kind = &key_text,
		.check = check_matrix_user),
	PASSWORD_KEYS,
	KEY(config_network, token, .when = CONFIG_CONNECT, .kind = &secret_text,
		.check_secret = check_token),
	KEY_NAMED("token_file", config_network, token, .kind = &secret_file, .check = check_path,
		.check_secret = check_token),
	KEY(config_network, ca_file, .when = CONFIG_RESTART, .kind = &key_readable,
		.check = check_path),
	KEY(config_network, proxy, .when = CONFIG_RESTART, .kind = &secret_address,
		.check = check_proxy),
	KEY(config_network, source_address, .when = CONFIG_RESTART, .kind = &key_text,
		.check = check_address),
	KEY(config_network, invites, .kind = &key_text, .choices = "nobody admins known anyone"),
	KEY(config_network, encryption, .kind = &key_text, .choices = "none proxy"),
	KEY(config_network, trusted_servers, .kind = &key_list, .check = check_server),
	KEY(config_network, channels, .kind = &settings_channels, .check = check_room),
	PEOPLE_KEYS,
	KEY_END,
};

void config_network_free(struct config_network *network)
{
	settings_channels_free(&network->channels);
	key_free(irc_keys, network);
	key_free(matrix_keys, network);
	free(network->secret);
	*network = (struct config_network){ .name = NULL };
}

static void networks_free(struct config *config)
{
	for (size_t i = 0; i < config->network_count; i++)
		config_network_free(&config->networks[i]);
	free(config->networks);
	config->networks = NULL;
	config->network_count = 0;
}

static bool is_matrix(const char *type)
{
	return strcmp(type, "matrix") == 0;
}

/*
 * Returns true if a network's type is "matrix". A type that is not a text is refused later, when it
 * is read.
 */
static bool says_matrix(const config_setting_t *setting)
{
	const char *type = NULL;
	return config_setting_lookup_string(setting, "type", &type) == CONFIG_TRUE &&
		is_matrix(type);
}

static void network_fill(struct config_network *network)
{
	*network = (struct config_network){
		.type = memory_copy("irc"),
		.name = memory_copy("local"),
		.host = memory_copy("127.0.0.1"),
		.nick = memory_copy("mitaines"),
		.user = memory_copy("mitaines"),
		.realname = memory_copy("mitaines, a host for card games"),
		.same_host = memory_copy("casual"),
		.rejoin_after_kick = true,
		.pace = { .burst = 8, .per_second = 1.0 },
	};
	network->settings = settings_none;
	settings_channels_room(&network->channels, 1);
	network->channels.settings[0] = settings_none;
	network->channels.item[0] = memory_copy("#mitaines");
	network->channels.count = 1;
}

static bool network_known(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->network_count; i++)
		if (strcasecmp(config->networks[i].name, name) == 0)
			return true;
	return false;
}

static void read_network(
	const struct reader *reader, const config_setting_t *setting, struct config *config)
{
	struct config_network *network = &config->networks[config->network_count];
	unsigned before = reader->errors->count;
	if (!config_setting_is_group(setting)) {
		key_fault(reader, setting, "has to be a group, as in { ... }");
		return;
	}
	bool matrix = says_matrix(setting);
	network_fill(network);
	if (matrix)
		matrix_fill(network);
	key_group(reader, setting, matrix ? matrix_keys : irc_keys, network);
	network->line = config_setting_source_line(setting);
	if (matrix && reader->errors->count == before)
		matrix_check(reader, setting, network);
	if (network->port == 0)
		network->port = network->tls ? TLS_PORT : PLAIN_PORT;
	if (network->limits.ignore_seconds == 0 && network->pace.burst > 0)
		network->limits = limits_usual;
	if (network_known(config, network->name))
		key_fault(reader, setting, "another network is named %s too", network->name);
	if (reader->errors->count == before)
		login_check(reader, setting, network);
	config->network_count++;
}

static void read_networks(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config *config = (void *)((char *)field - offsetof(struct config, networks));
	int length = key_length(reader, setting, 1, NETWORKS_MOST);
	(void)key;
	if (length < 0 || reader->alone)
		return;
	networks_free(config);
	config->networks = memory_new((size_t)length, sizeof(*config->networks));
	for (int i = 0; i < length; i++)
		read_network(reader, config_setting_get_elem(setting, (unsigned)i), config);
}

static const struct key_kind networks_kind = { read_networks, KEY_OTHER };

static const struct key config_keys[] = {
	KEY(config, database, .when = CONFIG_RESTART, .kind = &key_path, .check = check_path),
	KEY(config, control, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path),
	KEY(config, metrics, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path),
	KEY(config, seats, .when = CONFIG_RESTART, .kind = &key_socket, .check = check_path),
	KEY(config, backup, .when = CONFIG_RESTART, .kind = &key_path, .check = check_path),
	SETTINGS_KEYS(config),
	KEY(config, via, .kind = &key_text, .choices = "msg notice"),
	KEY(config, tables_per_channel, .kind = &key_number, .least = 1, .most = 1000),
	KEY(config, tables_per_network, .kind = &key_number, .least = 1, .most = 100000),
	KEY(config, exercises, .kind = &key_number, .least = 1, .most = 100000),
	KEY(config, minimum_matches, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config, rate_robots, .kind = &key_switch),
	KEY(config, rated_length, .kind = &key_number, .least = 0, .most = 100),
	KEY(config, think_seconds, .kind = &key_seconds, .most = 10),
	KEY(config, web, .kind = &web_kind, .group = web_keys),
	KEY(config, log, .kind = &key_text, .choices = "error warn note info debug"),
	KEY(config, networks, .kind = &networks_kind),
	KEY_END,
};

/* Fills missing settings: a channel's from its network, a network's from the whole file. */
static void inherit(struct config *config)
{
	for (size_t i = 0; i < config->network_count; i++) {
		struct config_network *network = &config->networks[i];
		settings_inherit(&network->settings, &config->settings);
		for (size_t k = 0; k < network->channels.count; k++)
			settings_inherit(&network->channels.settings[k], &network->settings);
	}
}

void config_defaults(struct config *config)
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
	config->exercises = 500;
	config->minimum_matches = 5;
	config->rated_length = 50;
	config->think_seconds = 1;
	config->web = (struct config_web){
		.listen = memory_copy("127.0.0.1"), .port = WEB_PORT, .metrics = true
	};
	config->log = memory_copy("info");
	config->networks = memory_new(1, sizeof(*config->networks));
	config->network_count = 1;
	network_fill(&config->networks[0]);
	config->networks[0].port = PLAIN_PORT;
	config->networks[0].pace = (struct config_pace){ .burst = 0 };
	key_put(&config->networks[0].same_host, "rated");
	inherit(config);
}

static void parse(const struct reader *reader, struct config *config)
{
	config_t tree;

	config_init(&tree);
	if (config_read_string(&tree, reader->source->text) == CONFIG_TRUE)
		key_group(reader, config_root_setting(&tree), config_keys, config);
	else
		errors_add(reader->errors, reader->path, (unsigned)config_error_line(&tree), "%s",
			config_error_text(&tree));
	config_destroy(&tree);
}

static bool load(const char *path, bool alone, struct config *config, struct config_errors *errors)
{
	struct source source = { .text = NULL };
	const struct reader reader = { .path = path,
		.source = &source,
		.errors = errors,
		.alone = alone,
		.handed_over = &config->handed_over };
	unsigned before = errors->count;
	config_defaults(config);
	if (!path)
		return true;
	const char *wrong = source_read(&source, path, CONFIG_MOST);
	if (wrong) {
		errors_add(errors, path, 0, "%s", wrong);
	} else {
		key_put_path(&reader, &config->database, DATABASE);
		if (source_check(&source, path, errors))
			parse(&reader, config);
		inherit(config);
	}
	source_free(&source);
	if (errors->count != before)
		config_free(config);
	return errors->count == before;
}

bool config_load(const char *path, struct config *config, struct config_errors *errors)
{
	return load(path, false, config, errors);
}

bool config_load_alone(const char *path, struct config *config, struct config_errors *errors)
{
	return load(path, true, config, errors);
}

bool config_load_or_print(const char *path, struct config *config,
	bool (*read)(const char *path, struct config *config, struct config_errors *errors))
{
	struct config_errors errors = { .count = 0 };
	bool loaded = read(path, config, &errors);
	if (!loaded)
		fputs(errors.text, stderr);
	config_errors_free(&errors);
	return loaded;
}

/* Writes the configured path; if it is NULL, the path of the database with a suffix. */
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

void config_network_fault(struct config_errors *errors, const char *path,
	const struct config_network *network, const char *what)
{
	errors_add(errors, path, network->line, "network %s: %s", network->name, what);
}

void config_free(struct config *config)
{
	networks_free(config);
	key_free(config_keys, config);
	memset(config, 0, sizeof(*config));
}

void config_changes(
	const struct config *old, const struct config *fresh, CONFIG_TELL((*tell)), void *context)
{
	key_changes(config_keys, old, fresh, NULL, tell, context);
}

void config_network_changes(const struct config_network *old, const struct config_network *fresh,
	CONFIG_TELL((*tell)), void *context)
{
	key_changes(is_matrix(fresh->type) ? matrix_keys : irc_keys, old, fresh, old->name, tell,
		context);
}
