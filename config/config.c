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

void config_network_free(struct config_network *network)
{
	settings_channels_free(&network->channels);
	settings_free(&network->settings);
	key_list_free(&network->more_hosts);
	key_list_free(&network->ignore);
	key_list_free(&network->allow);
	key_list_free(&network->admins);
	key_list_free(&network->trusted_servers);
	free(network->type);
	free(network->name);
	free(network->host);
	free(network->ca_file);
	free(network->source_address);
	free(network->nick);
	free(network->second_nick);
	free(network->modes);
	secret_list_free(&network->after_welcome);
	free(network->user);
	free(network->realname);
	secret_free(network->password);
	free(network->homeserver);
	secret_free(network->token);
	free(network->invites);
	free(network->same_host);
	free(network->public);
	login_free(network);
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

static const struct key pace_keys[] = {
	{ KEY_FIELD(config_pace, burst), .read = key_number, .least = 0, .most = 1000 },
	{ KEY_FIELD(config_pace, per_second), .read = key_rate },
};

static void read_pace(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_pace *pace = field;
	(void)key;
	key_group(reader, setting, pace_keys, KEY_COUNT(pace_keys), pace);
	if (pace->burst == 0 || pace->per_second == 0)
		*pace = (struct config_pace){ .burst = 0 };
}

static const struct config_limits limits_usual = {
	.burst = 10, .per_second = 1.0, .ignore_seconds = 300
};

static const struct key limits_keys[] = {
	{ KEY_FIELD(config_limits, burst), .read = key_number, .least = 0, .most = 1000 },
	{ KEY_FIELD(config_limits, per_second), .read = key_rate },
	{ KEY_FIELD(config_limits, ignore_seconds), .read = key_number, .least = 1, .most = 86400 },
};

static void read_limits(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_limits *limits = field;
	(void)key;
	*limits = limits_usual;
	key_group(reader, setting, limits_keys, KEY_COUNT(limits_keys), limits);
	if (limits->burst == 0 || limits->per_second == 0)
		*limits = (struct config_limits){ .ignore_seconds = limits->ignore_seconds };
}

static const struct key web_keys[] = {
	{ KEY_FIELD(config_web, listen), .read = key_text, .check = check_address },
	{ KEY_FIELD(config_web, port), .read = key_number, .least = 1, .most = 65535 },
	{ KEY_FIELD(config_web, url), .read = key_text, .check = check_url },
	{ KEY_FIELD(config_web, metrics), .read = key_switch },
	{ KEY_FIELD(config_web, seats), .read = key_switch },
	{ KEY_FIELD(config_web, guests), .read = key_switch },
	{ KEY_FIELD(config_web, play_now), .read = key_switch },
};

static void read_web(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const struct config_web *web = field;
	unsigned before = reader->errors->count;
	(void)key;
	key_group(reader, setting, web_keys, KEY_COUNT(web_keys), field);
	if (reader->errors->count != before)
		return;
	if (web->play_now && web->url)
		key_fault(reader, setting, "play_now is for this machine only: leave out url");
	else if ((web->seats || web->guests) && !web->url)
		key_fault(reader, setting, "%s needs url too", web->seats ? "seats" : "guests");
}

static bool web_differs(const void *old, const void *fresh)
{
	return key_group_differs(web_keys, KEY_COUNT(web_keys), old, fresh);
}

static void web_free(struct config_web *web)
{
	free(web->listen);
	free(web->url);
}

static const char types[] = "irc matrix";

/* Keys of networks of every type. */
#define NAME_KEYS \
	{ KEY_FIELD(config_network, type), .when = CONFIG_RESTART, .read = key_text, \
		.choices = types }, \
	{ \
		KEY_FIELD(config_network, name), .read = key_text, .check = check_name \
	}
#define PASSWORD_KEYS \
	{ KEY_FIELD(config_network, password), .when = CONFIG_CONNECT, .read = secret_text, \
		.check_secret = check_line }, \
	{ \
		.name = "password_file", .offset = offsetof(struct config_network, password), \
		.read = secret_file, .check = check_path, .check_secret = check_line \
	}
#define PEOPLE_KEYS \
	SETTINGS_KEYS(config_network), { KEY_FIELD(config_network, pace), .read = read_pace }, \
		{ KEY_FIELD(config_network, limits), .read = read_limits }, \
		{ KEY_FIELD(config_network, same_host), .read = key_text, \
			.choices = "casual rated" }, \
		{ KEY_FIELD(config_network, ignore), .read = key_list, .check = check_mask }, \
		{ KEY_FIELD(config_network, allow), .read = key_list, .check = check_mask }, \
	{ \
		KEY_FIELD(config_network, admins), .read = key_list, .check = check_admin \
	}

static const struct key irc_keys[] = {
	NAME_KEYS,
	{ KEY_FIELD(config_network, host), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_host },
	{ KEY_FIELD(config_network, more_hosts), .when = CONFIG_CONNECT,
		.differs = key_list_differs, .read = key_list, .check = check_host, .most = 16 },
	{ KEY_FIELD(config_network, port), .when = CONFIG_CONNECT, .read = key_number, .least = 1,
		.most = 65535 },
	{ KEY_FIELD(config_network, tls), .when = CONFIG_CONNECT, .read = key_switch },
	{ KEY_FIELD(config_network, public), .read = key_text, .check = check_public },
	{ KEY_FIELD(config_network, ca_file), .when = CONFIG_CONNECT, .read = key_readable,
		.check = check_path },
	{ KEY_FIELD(config_network, tls_fingerprint), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_fingerprint },
	{ KEY_FIELD(config_network, client_certificate), .when = CONFIG_CONNECT,
		.read = key_readable, .check = check_path },
	{ KEY_FIELD(config_network, client_key), .when = CONFIG_CONNECT, .read = secret_path,
		.check = check_path },
	{ KEY_FIELD(config_network, proxy), .when = CONFIG_CONNECT, .read = secret_address,
		.check = check_proxy },
	{ KEY_FIELD(config_network, source_address), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_address },
	{ KEY_FIELD(config_network, nick), .read = key_text, .check = check_nick },
	{ KEY_FIELD(config_network, second_nick), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_nick },
	{ KEY_FIELD(config_network, user), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_user },
	{ KEY_FIELD(config_network, realname), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_line },
	PASSWORD_KEYS,
	{ KEY_FIELD(config_network, sasl), .when = CONFIG_CONNECT, .differs = login_sasl_differs,
		.read = login_sasl },
	{ KEY_FIELD(config_network, require_sasl), .when = CONFIG_CONNECT, .read = key_switch },
	{ KEY_FIELD(config_network, nickserv), .when = CONFIG_CONNECT,
		.differs = login_nickserv_differs, .read = login_nickserv },
	{ KEY_FIELD(config_network, modes), .when = CONFIG_CONNECT, .read = key_text,
		.check = check_modes },
	{ KEY_FIELD(config_network, after_welcome), .when = CONFIG_CONNECT,
		.differs = key_list_differs, .read = secret_list, .check = check_command,
		.most = 16 },
	{ KEY_FIELD(config_network, channels), .read = settings_channels, .check = check_channel },
	{ KEY_FIELD(config_network, rejoin_after_kick), .read = key_switch },
	PEOPLE_KEYS,
};

static const struct key matrix_keys[] = {
	NAME_KEYS,
	{ KEY_FIELD(config_network, homeserver), .when = CONFIG_RESTART, .read = key_text,
		.check = check_homeserver },
	{ KEY_FIELD(config_network, user), .when = CONFIG_RESTART, .read = key_text,
		.check = check_matrix_user },
	PASSWORD_KEYS,
	{ KEY_FIELD(config_network, token), .when = CONFIG_CONNECT, .read = secret_text,
		.check_secret = check_token },
	{ .name = "token_file",
		.offset = offsetof(struct config_network, token),
		.read = secret_file,
		.check = check_path,
		.check_secret = check_token },
	{ KEY_FIELD(config_network, ca_file), .when = CONFIG_RESTART, .read = key_readable,
		.check = check_path },
	{ KEY_FIELD(config_network, proxy), .when = CONFIG_RESTART, .read = secret_address,
		.check = check_proxy },
	{ KEY_FIELD(config_network, source_address), .when = CONFIG_RESTART, .read = key_text,
		.check = check_address },
	{ KEY_FIELD(config_network, invites), .read = key_text, .choices = "nobody admins anyone" },
	{ KEY_FIELD(config_network, trusted_servers), .differs = key_list_differs, .read = key_list,
		.check = check_server },
	{ KEY_FIELD(config_network, channels), .read = settings_channels, .check = check_room },
	PEOPLE_KEYS,
};

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
	if (matrix)
		key_group(reader, setting, matrix_keys, KEY_COUNT(matrix_keys), network);
	else
		key_group(reader, setting, irc_keys, KEY_COUNT(irc_keys), network);
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

static const struct key config_keys[] = {
	{ KEY_FIELD(config, database), .when = CONFIG_RESTART, .read = key_path,
		.check = check_path },
	{ KEY_FIELD(config, control), .when = CONFIG_RESTART, .read = key_socket,
		.check = check_path },
	{ KEY_FIELD(config, metrics), .when = CONFIG_RESTART, .read = key_socket,
		.check = check_path },
	{ KEY_FIELD(config, seats), .when = CONFIG_RESTART, .read = key_socket,
		.check = check_path },
	{ KEY_FIELD(config, backup), .when = CONFIG_RESTART, .read = key_path,
		.check = check_path },
	SETTINGS_KEYS(config),
	{ KEY_FIELD(config, via), .read = key_text, .choices = "msg notice" },
	{ KEY_FIELD(config, tables_per_channel), .read = key_number, .least = 1, .most = 1000 },
	{ KEY_FIELD(config, tables_per_network), .read = key_number, .least = 1, .most = 100000 },
	{ KEY_FIELD(config, minimum_matches), .read = key_number, .least = 0, .most = 1000 },
	{ KEY_FIELD(config, rate_robots), .read = key_switch },
	{ KEY_FIELD(config, rated_length), .read = key_number, .least = 0, .most = 100 },
	{ KEY_FIELD(config, think_seconds), .read = key_seconds, .most = 10 },
	{ KEY_FIELD(config, web), .differs = web_differs, .read = read_web },
	{ KEY_FIELD(config, log), .read = key_text, .choices = "error warn note info debug" },
	{ KEY_FIELD(config, networks), .read = read_networks },
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
		key_group(reader, config_root_setting(&tree), config_keys, KEY_COUNT(config_keys),
			config);
	else
		errors_add(reader->errors, reader->path, (unsigned)config_error_line(&tree), "%s",
			config_error_text(&tree));
	config_destroy(&tree);
}

static bool load(const char *path, bool alone, struct config *config, struct config_errors *errors)
{
	struct source source = { .text = NULL };
	const struct reader reader = {
		.path = path, .source = &source, .errors = errors, .alone = alone
	};
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

bool config_metrics(const struct config *config, char *path, size_t size)
{
	return beside(config, config->metrics, "-metrics", path, size);
}

bool config_seats(const struct config *config, char *path, size_t size)
{
	return beside(config, config->seats, "-seats", path, size);
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
	free(config->database);
	free(config->control);
	free(config->metrics);
	free(config->seats);
	free(config->backup);
	settings_free(&config->settings);
	free(config->via);
	web_free(&config->web);
	free(config->log);
	memset(config, 0, sizeof(*config));
}

void config_changes(
	const struct config *old, const struct config *fresh, CONFIG_TELL((*tell)), void *context)
{
	key_changes(config_keys, KEY_COUNT(config_keys), old, fresh, NULL, tell, context);
}

void config_network_changes(const struct config_network *old, const struct config_network *fresh,
	CONFIG_TELL((*tell)), void *context)
{
	if (is_matrix(fresh->type))
		key_changes(
			matrix_keys, KEY_COUNT(matrix_keys), old, fresh, old->name, tell, context);
	else
		key_changes(irc_keys, KEY_COUNT(irc_keys), old, fresh, old->name, tell, context);
}
