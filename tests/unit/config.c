/* config.c - a configuration is read whole, or refused with all errors and their lines */
#include "tests/conf.h"

enum { BIG = 2000000 };

/* libconfig 1.5 leaks strings at a syntax error. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
	return "leak:libconfig.so\n";
}

static void accept(struct conf *conf, const char *text)
{
	if (!conf_load(conf, text))
		fail_msg("refused: %s\n%s", text, conf->errors.text);
	assert_int_equal(conf->errors.count, 0);
}

static void check_network(const struct irc_settings *network)
{
	assert_string_equal(network->common.name, "local");
	assert_string_equal(network->server.host, "127.0.0.1");
	assert_int_equal(network->server.port, 6667);
	assert_false(network->server.tls);
	assert_null(network->server.ca_file);
	assert_string_equal(network->nick, "mitaines");
	assert_string_equal(network->user, "mitaines");
	assert_string_equal(network->realname, "mitaines, a host for card games");
	assert_null(network->password);
	assert_int_equal(network->common.channels.count, 1);
	assert_string_equal(network->common.channels.item[0], "#mitaines");
	assert_int_equal(network->common.ignore.count, 0);
	assert_int_equal(network->common.allow.count, 0);
	assert_int_equal(network->common.admins.count, 0);
	assert_true(network->rejoin_after_kick);
}

static void check_limits(const struct config_network *network, unsigned burst, double per_second)
{
	assert_int_equal(network->limits.burst, burst);
	assert_true(network->limits.per_second == per_second);
}

static void check_defaults(const struct config *config)
{
	assert_string_equal(config->settings.prefix, "!");
	assert_int_equal(config->settings.turn_seconds, 90);
	assert_string_equal(config->settings.language, "en");
	assert_string_equal(config->settings.cards, "unicode");
	assert_string_equal(config->via, "msg");
	assert_int_equal(config->tables_per_channel, 3);
	assert_int_equal(config->tables_per_network, 1000);
	assert_int_equal(config->minimum_matches, 5);
	assert_false(config->rate_robots);
	assert_int_equal(config->rated_length, 50);
	assert_true(config->think_seconds == 1);
	assert_string_equal(config->log, "info");
	assert_string_equal(config->web.listen, "127.0.0.1");
	assert_int_equal(config->web.port, 8080);
	assert_null(config->web.url);
	assert_int_equal(config->network_count, 1);
	check_network((const struct irc_settings *)config->networks[0]);
}

CONF_CASE(every_setting_has_a_default)
{
	config_defaults(&conf->config, network_types);
	check_defaults(&conf->config);
	assert_string_equal(conf->config.database, "mitaines.db");
	assert_true(conf->config.networks[0]->pace.per_second == 0);
	assert_int_equal(conf->config.networks[0]->limits.burst, 0);
	assert_string_equal(conf->config.networks[0]->same_host, "rated");
}

CONF_CASE(an_empty_configuration_file_gives_the_defaults)
{
	char database[PATH_MAX];
	accept(conf, "");
	check_defaults(&conf->config);
	assert_true(conf->config.networks[0]->pace.per_second == 0);
	folder_file(conf->folder, "mitaines.db", database);
	assert_string_equal(conf->config.database, database);
	accept(conf, "networks = ( { } );");
	check_defaults(&conf->config);
	assert_int_equal(conf->config.networks[0]->pace.burst, 8);
	assert_true(conf->config.networks[0]->pace.per_second == 1.0);
}

CONF_CASE(the_example_configuration_file_gives_the_defaults)
{
	assert_true(config_load(
		"config/mitaines.conf.example", network_types, &conf->config, &conf->errors));
	check_defaults(&conf->config);
	check_limits(conf->config.networks[0], 10, 1.0);
	assert_string_equal(conf->config.database, "config/mitaines.db");
	assert_int_equal(conf->config.networks[0]->pace.burst, 8);
	assert_true(conf->config.networks[0]->pace.per_second == 1.0);
}

static const char *const all_keys[] = { "database", "control", "seats", "prefix", "turn_seconds",
	"grace_seconds", "split_seconds", "leaver_wait_seconds", "language", "cards", "detail",
	"tables_in", "pages", "via", "tables_per_channel", "tables_per_network", "minimum_matches",
	"rate_robots", "rated_length", "think_seconds", "web", "listen", "url", "guests",
	"play_now", "chat", "trusted_proxies", "log", "networks", "type", "name", "host", "port",
	"tls", "ca_file", "nick", "user", "realname", "tls_fingerprint", "client_certificate",
	"client_key", "proxy", "sasl", "mechanism", "account", "require_sasl", "nickserv",
	"service", "daily", "start", "zone", "password", "password_file", "channels", "pace",
	"burst", "per_second", "limits", "ignore", "allow", "admins", "key", "rejoin_after_kick",
	"modes", "after_welcome", "source_address", "more_hosts", "preset", "identify", "answer",
	"homeserver", "token", "token_file", "invites", "trusted_servers", "tables", "locked",
	"same_host", "public" };

static void check_names_every_key(const char *path, const char *before, const char *after)
{
	char *text = folder_read(path, NULL);
	char key[64];
	for (size_t i = 0; i < sizeof(all_keys) / sizeof(*all_keys); i++) {
		snprintf(key, sizeof(key), "%s%s%s", before, all_keys[i], after);
		if (!strstr(text, key))
			fail_msg("%s is not in %s", all_keys[i], path);
	}
	free(text);
}

CASE(every_key_of_the_configuration_is_documented)
{
	check_names_every_key("config/mitaines.conf.example", "", " = ");
	check_names_every_key("config/mitaines.conf.5", "\n.It Ic ", " P");
}

/* Removes the comment sign before a key. */
static void uncomment(char *text, const char *key)
{
	char *at = strstr(text, key);
	assert_non_null(at);
	*at = ' ';
}

CONF_CASE(the_keys_in_the_example_file_can_be_uncommented)
{
	char *text = folder_read("config/mitaines.conf.example", NULL);
	uncomment(text, "# ca_file = ");
	uncomment(text, "# password = ");
	memcpy(strstr(text, "tls = false;"), "tls = true; ", 12);
	conf_put(conf, "ca.pem", "x", 0600);
	accept(conf, text);
	assert_non_null(conf_irc(conf, 0)->server.ca_file);
	assert_string_equal(conf_irc(conf, 0)->password, "secret");
	free(text);
}

CONF_CASE(every_key_of_the_configuration_is_read)
{
	const struct config *config = &conf->config;
	const struct irc_settings *network;
	char ca_file[PATH_MAX];
	conf_put(conf, "ca.pem", "x", 0600);
	conf_put(conf, "secret", "anna:hunter 2\r\n", 0600);
	accept(conf,
		"database = \"/var/lib/m.db\"; control = \"/run/m\"; prefix = \"?!\"; turn_seconds "
		"= 30;\n"
		"language = \"fr\"; cards = \"colour\"; via = \"notice\";\n"
		"tables_per_channel = 1; tables_per_network = 2; minimum_matches = "
		"0;\n"
		"rate_robots = true; rated_length = 20; think_seconds = 2.5; log = \"debug\";\n"
		"daily = { start = \"18:30\"; zone = \"america/toronto\"; };\n"
		"web = { listen = \"::1\"; port = 80; url = \"https://cards.test/m\"; "
		"seats = true; trusted_proxies = ( \"192.0.2.0/24\", \"::1\" ); };\n"
		"networks = ( { name = \"Example.net\"; host = \"::1\"; tls = true;\n"
		"ca_file = \"ca.pem\"; nick = \"[caf\xc3\xa9]\"; user = \"u\"; realname = \"R "
		"n\";\n"
		"password_file = \"secret\"; channels = [ \"#a\", \"&b\" ];\n"
		"pace = { burst = 3; per_second = 2; }; },\n"
		"{ name = \"two\"; more_hosts = ( \"b.test\", \"::2\" ); port = 1; "
		"source_address = \"::1\"; "
		"password = \"pw\"; channels = ( "
		");\n"
		"rejoin_after_kick = false; pace = { burst = 0; }; } );\n");
	assert_string_equal(config->database, "/var/lib/m.db");
	assert_string_equal(config->control, "/run/m");
	assert_string_equal(config->settings.prefix, "?!");
	assert_int_equal(config->settings.turn_seconds, 30);
	assert_string_equal(config->settings.language, "fr");
	assert_string_equal(config->settings.cards, "colour");
	assert_string_equal(config->via, "notice");
	assert_int_equal(config->tables_per_channel, 1);
	assert_int_equal(config->tables_per_network, 2);
	assert_int_equal(config->minimum_matches, 0);
	assert_true(config->rate_robots);
	assert_int_equal(config->rated_length, 20);
	assert_true(config->think_seconds == 2.5);
	assert_string_equal(config->daily.start, "18:30");
	assert_string_equal(config->daily.zone, "america/toronto");
	assert_string_equal(config->log, "debug");
	assert_string_equal(config->web.listen, "::1");
	assert_int_equal(config->web.port, 80);
	assert_true(config->web.seats && !config->web.guests && !config->web.play_now);
	assert_string_equal(config->web.url, "https://cards.test/m");
	assert_int_equal(config->web.trusted_proxies.count, 2);
	assert_string_equal(config->web.trusted_proxies.item[0], "192.0.2.0/24");
	assert_int_equal(config->network_count, 2);
	network = conf_irc(conf, 0);
	folder_file(conf->folder, "ca.pem", ca_file);
	assert_string_equal(network->common.name, "Example.net");
	assert_string_equal(network->server.host, "::1");
	assert_int_equal(network->server.port, 6697);
	assert_true(network->server.tls);
	assert_string_equal(network->server.ca_file, ca_file);
	assert_string_equal(network->nick, "[caf\xc3\xa9]");
	assert_string_equal(network->user, "u");
	assert_string_equal(network->realname, "R n");
	assert_string_equal(network->password, "anna:hunter 2");
	assert_int_equal(network->common.channels.count, 2);
	assert_string_equal(network->common.channels.item[1], "&b");
	assert_int_equal(network->common.pace.burst, 3);
	assert_true(network->common.pace.per_second == 2.0);
	network = conf_irc(conf, 1);
	assert_int_equal(network->server.port, 1);
	assert_string_equal(network->password, "pw");
	assert_int_equal(network->common.channels.count, 0);
	assert_true(network->common.pace.per_second == 0);
	assert_false(network->rejoin_after_kick);
	assert_string_equal(network->server.source, "::1");
	assert_int_equal(network->more_hosts.count, 2);
	assert_string_equal(network->more_hosts.item[1], "::2");
}

CONF_CASE(all_errors_of_a_configuration_are_listed)
{
	const char *lines[] = { ":1: database: has to be a text in quotes\n",
		":2: colour: no such key here\n",
		":4: networks: entry 1: has to be a group, as in { ... }\n",
		":5: port: has to be a whole number from 1 to 65535\n",
		":6: channels: entry 2: has to be a text in quotes\n",
		":8: prefix: may not be empty\n" };
	assert_false(conf_load(conf,
		"database = 5;\ncolour = true;\nnetworks = (\n  7,\n"
		"  { port = 0;\n    channels = ( \"#a\", 5 ); } );\n\n"
		"prefix = \"\";\n"));
	assert_int_equal(conf->errors.count, sizeof(lines) / sizeof(*lines));
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		if (!strstr(conf->errors.text, lines[i]))
			fail_msg("missing: %sin\n%s", lines[i], conf->errors.text);
	assert_int_equal(strncmp(conf->errors.text, conf->path, strlen(conf->path)), 0);
}

static void refuse_number(struct conf *conf, const char *number)
{
	char text[128];
	snprintf(text, sizeof(text), "\nminimum_matches = %s;", number);
	assert_false(conf_load(conf, text));
	assert_non_null(strstr(conf->errors.text, ":2: the number is too large\n"));
}

CONF_CASE(wrong_types_and_impossible_values_are_refused)
{
	conf_refuse(conf, "\nturn_seconds = \"90\";",
		"2: turn_seconds: has to be a whole number from 1 to 86400");
	conf_refuse(conf, "turn_seconds = 0;",
		"1: turn_seconds: has to be a whole number from 1 to 86400");
	conf_refuse(conf, "turn_seconds = 1.5;",
		"1: turn_seconds: has to be a whole number from 1 to 86400");
	conf_refuse(conf, "turn_seconds = 86401;",
		"1: turn_seconds: has to be a whole number from 1 to 86400");
	refuse_number(conf, "4294967301");
	refuse_number(conf, "0x100000005");
	refuse_number(conf, "99999999999999999999999");
	conf_refuse(conf, "rate_robots = 1;", "1: rate_robots: has to be true or false");
	conf_refuse(
		conf, "think_seconds = -1;", "1: think_seconds: has to be a number from 0 to 10");
	conf_refuse(
		conf, "think_seconds = 10.1;", "1: think_seconds: has to be a number from 0 to 10");
	conf_refuse(conf, "think_seconds = \"1\";",
		"1: think_seconds: has to be a number from 0 to 10");
	conf_refuse(conf, "web = 8080;", "1: web: has to be a group, as in { ... }");
	conf_refuse(
		conf, "web = { port = 0; };", "1: port: has to be a whole number from 1 to 65535");
	conf_refuse(conf, "web = { listen = \"localhost\"; };",
		"1: listen: is no address; an IPv6 address has no brackets");
	conf_refuse(conf, "web = { url = \"cards.test\"; };",
		"1: url: has to begin with http:// or https://");
	conf_refuse(conf, "web = { url = \"https://cards.test/\"; };",
		"1: url: may not end with a slash");
	conf_refuse(conf, "web = { url = \"https://a.test/\\\"x\"; };",
		"1: url: may not hold blanks or any of \" < > \\ ? #");
	conf_refuse(conf, "web = { seats = true; };", "1: web: seats needs url too");
	conf_refuse(conf, "web = { guests = true; };", "1: web: guests needs url too");
	conf_refuse(conf, "web = { trusted_proxies = ( \"10.0.0.0/33\" ); };",
		"1: trusted_proxies: entry 1: has more bits behind / than its address");
	conf_refuse(conf, "web = { trusted_proxies = ( \"::1/\" ); };",
		"1: trusted_proxies: entry 1: is no address or range, as in 192.0.2.7 or "
		"10.0.0.0/8");
	conf_refuse(conf, "web = { trusted_proxies = ( \"proxy.example\" ); };",
		"1: trusted_proxies: entry 1: is no address; an IPv6 address has no brackets");
	conf_refuse(conf, "web = { play_now = true; url = \"https://cards.test\"; };",
		"1: web: play_now is for this machine only: leave out url, or set it to "
		"\"public\"");
	conf_refuse(conf, "daily = { start = \"24:00\"; };",
		"1: start: has to be a time from 00:00 to 23:59");
	conf_refuse(conf, "daily = { start = \"1:000\"; };",
		"1: start: has to be a time from 00:00 to 23:59");
	conf_refuse(conf, "daily = { zone = \"Toronto/Nowhere\"; };",
		"1: zone: is no time zone; an example is America/Toronto");
	conf_refuse(conf, "web = { play_now = \"public\"; };",
		"1: web: play_now = \"public\" needs url too");
	conf_refuse(conf, "web = { guests = \"any\"; };",
		"1: guests: has to be one of: no invited open");
	conf_refuse(conf, "web = { guests = \"op\"; };",
		"1: guests: has to be one of: no invited open");
	conf_refuse(conf, "web = { chat = \"chat.test\"; };",
		"1: chat: has to begin with http:// or https://");
	conf_refuse(conf, "language = \"e\";", "1: language: has to be one of: " LANGUAGES);
	conf_refuse(conf, "language = \"\";", "1: language: has to be one of: " LANGUAGES);
	conf_refuse(conf, "language = \"en fr\";", "1: language: has to be one of: " LANGUAGES);
	conf_refuse(conf, "cards = ( );", "1: cards: has to be a text in quotes");
	conf_refuse(conf, "prefix = \"m\";", "1: prefix: may hold only signs such as ! . ?");
	conf_refuse(conf, "prefix = \"!!!!!!!!!\";", "1: prefix: is too long");
	conf_refuse(conf, "database = \"\";", "1: database: may not be empty");
	conf_refuse(
		conf, "networks = ( );", "1: networks: has to be a list of 1 to 64, as in ( ... )");
	conf_refuse(
		conf, "networks = { };", "1: networks: has to be a list of 1 to 64, as in ( ... )");
}

/* Fails unless a network with these keys is refused with exactly one error. */
static void refuse_network(struct conf *conf, const char *keys, const char *error)
{
	char text[2048];
	char line[512];
	snprintf(text, sizeof(text), "networks = ( {\n%s } );", keys);
	snprintf(line, sizeof(line), "2: %s", error);
	conf_refuse(conf, text, line);
}

CONF_CASE(invalid_settings_of_a_network_are_refused)
{
	const char *port = "port: has to be a whole number from 1 to 65535";
	const char *rate = "per_second: has to be 0, or a number from 0.05 to 1000";
	const char *nick = "nick: may not hold blanks or any of , : ! @ * ? . # & $";
	const char *first = "nick: may not begin with a digit or any of + - ~ %";
	const char *unclean = "holds a control character or is not valid UTF-8";
	char line[256];
	refuse_network(conf, "port = 0;", port);
	refuse_network(conf, "port = 65536;", port);
	refuse_network(conf, "host = \"\";", "host: may not be empty");
	refuse_network(
		conf, "host = \"a b\";", "host: is neither the name nor the address of a host");
	refuse_network(conf, "host = \"http://x\";",
		"host: is neither the name nor the address of a host");
	refuse_network(conf, "name = \"my net\";", "name: may hold only letters, digits and . _ -");
	refuse_network(conf, "nick = \"\";", "nick: may not be empty");
	refuse_network(conf, "nick = \"a b\";", nick);
	refuse_network(conf, "nick = \"a!b\";", nick);
	refuse_network(conf, "nick = \"#a\";", nick);
	refuse_network(conf, "nick = \"9d\";", first);
	refuse_network(conf, "nick = \"-a\";", first);
	snprintf(line, sizeof(line), "nick: %s", unclean);
	refuse_network(conf, "nick = \"a\\nb\";", line);
	refuse_network(conf, "nick = \"a\xff\";", line);
	refuse_network(conf, "nick = \"a\xc3\";", line);
	refuse_network(conf, "nick = \"\xed\xa0\x80\";", line);
	refuse_network(conf, "nick = \"\xc0\xaf\";", line);
	refuse_network(conf, "nick = \"a\xc2\x9b\";", line);
	snprintf(line, sizeof(line), "realname: %s", unclean);
	refuse_network(conf, "realname = \"a\\r\\nQUIT\";", line);
	refuse_network(conf, "user = \"a@b\";", "user: may not hold blanks or any of , : ! @ * ?");
	refuse_network(conf, "ca_file = \"\";", "ca_file: may not be empty");
	refuse_network(conf, "pace = 5;", "pace: has to be a group, as in { ... }");
	refuse_network(conf, "pace = { per_second = -1.0; };", rate);
	refuse_network(conf, "pace = { per_second = 0.001; };", rate);
	refuse_network(conf, "pace = { per_second = 1e999; };", rate);
	refuse_network(conf, "pace = { per_second = \"1\"; };", rate);
	refuse_network(conf, "pace = { burst = 1001; };",
		"burst: has to be a whole number from 0 to 1000");
	refuse_network(conf, "pace = { lines = 3; };", "lines: no such key here");
	refuse_network(conf, "pace = { port = 3; };", "port: no such key here");
	refuse_network(conf, "networks = ( );", "networks: no such key here");
}

static void check_settings(const struct config_settings *settings, unsigned turn, unsigned grace,
	unsigned split, const char *language, const char *cards)
{
	assert_int_equal(settings->turn_seconds, turn);
	assert_int_equal(settings->grace_seconds, grace);
	assert_int_equal(settings->split_seconds, split);
	assert_string_equal(settings->language, language);
	assert_string_equal(settings->cards, cards);
}

/* A channel inherits settings from its network, and a network from the file, in any order. */
CONF_CASE(channels_inherit_settings_from_their_network)
{
	const struct config_network *network;
	accept(conf,
		"networks = ( { name = \"one\"; channels = ( \"#a\", { name = \"#b\";"
		" turn_seconds = 5; prefix = \"?\"; language = \"fr\"; detail = \"quiet\";"
		" tables_in = \"thread\"; pages = false; }, { split_seconds = 0;"
		" cards = \"ascii\"; name = \"#c\"; } ); grace_seconds = 7; }, { name = \"two\"; } "
		");"
		" split_seconds = 300; cards = \"plain\";");
	network = conf->config.networks[0];
	assert_int_equal(network->channels.count, 3);
	assert_string_equal(network->channels.item[2], "#c");
	check_settings(&conf->config.settings, 90, 120, 300, "en", "plain");
	check_settings(&network->settings, 90, 7, 300, "en", "plain");
	check_settings(&network->channels.settings[0], 90, 7, 300, "en", "plain");
	check_settings(&network->channels.settings[1], 5, 7, 300, "fr", "plain");
	assert_string_equal(network->channels.settings[1].detail, "quiet");
	assert_string_equal(network->channels.settings[1].tables_in, "thread");
	assert_false(network->channels.settings[1].pages);
	assert_string_equal(network->channels.settings[1].prefix, "?");
	assert_string_equal(network->channels.settings[2].prefix, "!");
	assert_string_equal(network->channels.settings[2].detail, "full");
	assert_string_equal(network->channels.settings[2].tables_in, "channel");
	check_settings(&network->channels.settings[2], 90, 7, 0, "en", "ascii");
	check_settings(
		&conf->config.networks[1]->channels.settings[0], 90, 120, 300, "en", "plain");
}

/* Older configurations have truth values. */
CONF_CASE(guests_and_play_now_take_words_and_truth_values)
{
	static const struct {
		const char *keys;
		unsigned guests, play_now;
	} cases[] = {
		{ "guests = false; play_now = false;", CONFIG_GUESTS_NO, CONFIG_PLAY_NO },
		{ "guests = true;", CONFIG_GUESTS_INVITED, CONFIG_PLAY_NO },
		{ "guests = \"no\"; play_now = \"no\";", CONFIG_GUESTS_NO, CONFIG_PLAY_NO },
		{ "guests = \"invited\";", CONFIG_GUESTS_INVITED, CONFIG_PLAY_NO },
		{ "guests = \"open\"; play_now = \"public\";", CONFIG_GUESTS_OPEN,
			CONFIG_PLAY_PUBLIC },
	};
	char text[256];
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		snprintf(text, sizeof(text), "web = { url = \"https://cards.test\"; %s };\n",
			cases[i].keys);
		accept(conf, text);
		assert_int_equal(conf->config.web.guests, cases[i].guests);
		assert_int_equal(conf->config.web.play_now, cases[i].play_now);
	}
	accept(conf, "web = { play_now = true; };\n");
	assert_int_equal(conf->config.web.play_now, CONFIG_PLAY_LOCAL);
	accept(conf, "web = { play_now = \"local\"; };\n");
	assert_int_equal(conf->config.web.play_now, CONFIG_PLAY_LOCAL);
}

CONF_CASE(this_machine_is_a_trusted_proxy_if_the_pages_have_a_public_address)
{
	const struct config_list *trusted = &conf->config.web.trusted_proxies;
	accept(conf, "web = { play_now = true; };\n");
	assert_int_equal(trusted->count, 0);
	accept(conf, "web = { url = \"https://cards.test\"; };\n");
	assert_int_equal(trusted->count, 2);
	accept(conf, "web = { url = \"https://cards.test\"; trusted_proxies = ( ); };\n");
	assert_int_equal(trusted->count, 0);
}

CONF_CASE(locks_are_inherited_unless_a_channel_has_its_own)
{
	accept(conf,
		"locked = ( \"games\", \"daily\" ); networks = ( { name = \"one\"; channels = ( "
		"\"#a\", { name = \"#b\"; tables = 2; locked = ( ); } ); } );");
	const struct config_settings *settings = conf->config.networks[0]->channels.settings;
	assert_int_equal(settings[0].locked.count, 2);
	assert_string_equal(settings[0].locked.item[1], "daily");
	assert_int_equal(settings[0].tables, 0);
	assert_int_equal(settings[1].locked.count, 0);
	assert_int_equal(settings[1].tables, 2);
}

CONF_CASE(impossible_values_of_settings_are_refused)
{
	conf_refuse(conf, "locked = ( \"colour\" );",
		"1: locked: entry 1: is no setting that a channel's operators have");
	conf_refuse(conf, "grace_seconds = -1;",
		"1: grace_seconds: has to be a whole number from 0 to 86400");
	conf_refuse(conf, "pages = 2;", "1: pages: has to be true or false");
	refuse_network(
		conf, "channels = ( { turn_seconds = 5; } );", "channels: entry 1: has no name");
	refuse_network(
		conf, "channels = ( { name = \"a\"; } );", "name: has to begin with # & + or !");
	refuse_network(conf, "channels = ( \"#a\", { name = \"#A\"; } );",
		"channels: entry 2: #A is there twice");
	refuse_network(conf, "channels = ( { name = \"#a\"; turn_seconds = 0; } );",
		"turn_seconds: has to be a whole number from 1 to 86400");
	refuse_network(
		conf, "channels = ( { name = \"#a\"; via = \"msg\"; } );", "via: no such key here");
	refuse_network(conf, "channels = ( { name = \"#a\"; prefix = \"a\"; } );",
		"prefix: may hold only signs such as ! . ?");
}

CONF_CASE(the_setting_for_commands_after_the_welcome_is_read)
{
	const char *lines = "networks = ( { modes = \"+ix-w\"; after_welcome = ( \"OPER a b\", "
			    "\"LUSERS\" ); } );";
	const struct irc_settings *network;
	accept(conf, lines);
	network = conf_irc(conf, 0);
	assert_string_equal(network->modes, "+ix-w");
	assert_int_equal(network->after_welcome.count, 2);
	assert_string_equal(network->after_welcome.item[1], "LUSERS");
	conf_put(conf, "test.conf", lines, 0644);
	assert_false(conf_read(conf));
	assert_non_null(strstr(conf->errors.text, "after_welcome: everybody on this machine"));
	refuse_network(conf, "source_address = \"eth0\";",
		"source_address: is no address; an IPv6 address has no brackets");
	refuse_network(conf, "more_hosts = ( \"a\", \"http://b\" );",
		"more_hosts: entry 2: is neither the name nor the address of a host");
	refuse_network(conf, "modes = \"ix\";", "modes: has to begin with + or -");
	refuse_network(conf, "modes = \"+i x\";", "modes: may hold only letters and + -");
	refuse_network(conf, "after_welcome = ( \":a\" );",
		"after_welcome: entry 1: has to begin with a command");
	refuse_network(conf, "after_welcome = ( \"A\", \"B\\r\\nC\" );",
		"after_welcome: entry 2: holds a control character or is not valid UTF-8");
}

/* A file readable by all is an error only if it holds a channel key. */
CONF_CASE(a_file_with_channel_keys_must_be_private)
{
	const char *keyed =
		"networks = ( { channels = ( \"#a\", { name = \"#b\"; key = \"k\"; } ); } );";
	accept(conf, keyed);
	assert_null(conf->config.networks[0]->channels.key[0]);
	assert_string_equal(conf->config.networks[0]->channels.key[1], "k");
	conf_put(conf, "test.conf", keyed, 0644);
	assert_false(conf_read(conf));
	assert_non_null(strstr(conf->errors.text, "key: everybody on this machine may read"));
	refuse_network(conf, "channels = ( { name = \"#a\"; key = \"a b\"; } );",
		"key: the password may not hold blanks or commas");
	refuse_network(conf, "channels = ( { name = \"#a\"; key = \":b\"; } );",
		"key: the password may not begin with a colon");
	refuse_network(conf, "channels = ( { key = \"k\"; } );", "channels: entry 1: has no name");
}

CONF_CASE(impossible_lists_and_names_of_channels_are_refused)
{
	const char *list = "channels: has to be a list of 0 to 256, as in ( ... )";
	const char *unclean = "channels: entry 1: holds a control character or is not valid UTF-8";
	const char *blank = "channels: entry 1: may not hold blanks, commas or colons";
	char text[300] = "channels = ( \"#";
	refuse_network(conf, "channels = \"#a\";", list);
	refuse_network(conf, "channels = ( \"\" );", "channels: entry 1: may not be empty");
	refuse_network(conf, "channels = ( \"#a b\" );", blank);
	refuse_network(conf, "channels = ( \"#a,#b\" );", blank);
	refuse_network(conf, "channels = ( \"#a\\x07\" );", unclean);
	refuse_network(conf, "channels = ( \"#a\\r\\nQUIT\" );", unclean);
	refuse_network(conf, "channels = ( \"mitaines\" );",
		"channels: entry 1: has to begin with # & + or !");
	refuse_network(conf, "channels = ( \"#a\", \"#b\", \"#A\" );",
		"channels: entry 3: #A is there twice");
	memset(text + strlen(text), 'a', 220);
	strncat(text, "\" );", 5);
	refuse_network(conf, text, "channels: entry 1: is too long");
}

/* Without settings, rate limits apply only to networks with a pace. */
CONF_CASE(rate_limits_apply_by_default_to_networks_with_a_pace)
{
	const char *rate = "per_second: has to be 0, or a number from 0.05 to 1000";
	accept(conf,
		"networks = ( { name = \"a\"; }, { name = \"b\"; pace = { burst = 0; }; },\n"
		"{ name = \"c\"; limits = { burst = 5; }; pace = { burst = 0; }; },\n"
		"{ name = \"d\"; limits = { per_second = 0; }; },\n"
		"{ name = \"e\"; limits = { burst = 9; per_second = 0.5; }; } "
		");");
	check_limits(conf->config.networks[0], 10, 1.0);
	check_limits(conf->config.networks[1], 0, 0);
	check_limits(conf->config.networks[2], 5, 1.0);
	check_limits(conf->config.networks[3], 0, 0);
	check_limits(conf->config.networks[4], 9, 0.5);
	refuse_network(conf, "limits = 5;", "limits: has to be a group, as in { ... }");
	refuse_network(conf, "limits = { per_second = -1; };", rate);
	refuse_network(conf, "limits = { ignore = ( ); };", "ignore: no such key here");
}

CONF_CASE(an_unknown_type_of_network_is_refused)
{
	accept(conf, "networks = ( { type = \"irc\"; } );");
	conf_refuse(conf, "networks = ( {\n type = \"xmpp\"; } );",
		"2: type: has to be one of: irc matrix");
	conf_refuse(conf, "networks = ( { type = 1; } );", "1: type: has to be a text in quotes");
}

CONF_CASE(malformed_or_too_general_masks_are_refused)
{
	const char *form = "ignore: entry 1: has to be nick!user@host or account:NAME,"
			   " where * and ? stand for any";
	const char *many = "admins: entry 1: means too many: name an account, or part of a host";
	accept(conf,
		"networks = ( { ignore = ( \"*!*@*\", \"account:*\" ); allow = ( \"eve!*@*\" );\n"
		"admins = ( \"account:luc\", \"*!*@*.example\", \"*!*@::1\" ); } );");
	assert_int_equal(conf->config.networks[0]->ignore.count, 2);
	assert_string_equal(conf->config.networks[0]->allow.item[0], "eve!*@*");
	assert_int_equal(conf->config.networks[0]->admins.count, 3);
	refuse_network(conf, "ignore = ( \"eve\" );", form);
	refuse_network(conf, "ignore = ( \"eve@host\" );", form);
	refuse_network(conf, "ignore = ( \"!*@host\" );", form);
	refuse_network(conf, "ignore = ( \"eve!e@\" );", form);
	refuse_network(conf, "ignore = ( \"account:\" );", form);
	refuse_network(
		conf, "allow = ( \"eve !*@*\" );", "allow: entry 1: may not hold blanks or commas");
	refuse_network(conf, "admins = \"account:luc\";",
		"admins: has to be a list of 0 to 256, as in ( ... )");
	refuse_network(conf, "admins = ( \"*!*@*\" );", many);
	refuse_network(conf, "admins = ( \"luc!*@*.*\" );", many);
	refuse_network(conf, "admins = ( \"account:*\" );", many);
	refuse_network(conf, "admins = ( \"*\" );",
		"admins: entry 1: has to be nick!user@host or account:NAME, where * and ? stand for"
		" any");
	refuse_network(conf, "admins = ( \"account:luc\", \"Account:luc\" );",
		"admins: entry 2: Account:luc is there twice");
}

CONF_CASE(two_networks_with_the_same_name_are_refused)
{
	conf_refuse(conf,
		"networks = ( { name = \"one\"; },\n{ name = \"two\"; },\n{ name = \"ONE\"; } );",
		"3: networks: entry 3: another network is named ONE too");
	conf_refuse(conf, "networks = ( { },\n{ } );",
		"2: networks: entry 2: another network is named local too");
}

CONF_CASE(malformed_text_that_libconfig_accepts_is_refused)
{
	conf_refuse(conf, "turn_seconds = 5;\n\"", "2: the string that begins here has no end");
	conf_refuse(conf, "turn_seconds = 5;\n/* prefix = \"?\";\n",
		"2: the comment that begins here has no end");
	conf_refuse(conf, "/*/ turn_seconds = 5;\n", "1: the comment that begins here has no end");
	conf_refuse(conf, "prefix = \"!\\x00?\";", "1: a string holds NUL");
	conf_refuse(conf, "\n\n@include \"other.conf\"\n",
		"3: @include is not possible: all keys stand in one file");
	conf_refuse(conf, "prefix = \"!\";\n\x1b[2J",
		"2: a control character: this is not a text file");
	accept(conf,
		"prefix = \"\\\\\"; // @include \"x\" /* 99999999999\n"
		"/* \" @include \"y\" \x22 */ turn_seconds = 5; # \"\n"
		"database = \"@include 99999999999 /* # // \\\" x\";");
	assert_string_equal(conf->config.settings.prefix, "\\");
	assert_int_equal(conf->config.settings.turn_seconds, 5);
}

/* `mitaines web` loads the file without its networks: it must read neither passwords nor files with
 * passwords. */
CONF_CASE(a_file_can_be_loaded_without_its_networks)
{
	conf_put(conf, "test.conf",
		"web = { port = 81; };\n"
		"networks = ( { name = \"a\"; password_file = \"nowhere\"; } );\n",
		0600);
	assert_false(config_load(conf->path, network_types, &conf->config, &conf->errors));
	config_errors_free(&conf->errors);
	conf->errors = (struct config_errors){ .count = 0 };
	assert_true(config_load(conf->path, NULL, &conf->config, &conf->errors));
	assert_int_equal(conf->config.network_count, 0);
}

CONF_CASE(syntax_errors_are_reported_with_their_line)
{
	conf_refuse(conf, "turn_seconds = 5;\n\nprefix = ;\n", "3: syntax error");
	conf_refuse(conf, "turn_seconds = 5;\nturn_seconds = 6;\n", "2: duplicate setting name");
	conf_refuse(conf, "}", "1: syntax error");
	conf_refuse(conf, "turn_seconds = 5 \"x\";", "1: syntax error");
	conf_refuse(conf, "networks = ( { name = \"a\"; }\n", "2: syntax error");
}

CONF_CASE(hostile_files_are_refused)
{
	static const char *const pieces[] = { "(", "{", "[", "\"", "a=(", "a={", "/*", "\\",
		"a=", ";", "=", "0x", "9", "-", "@include", "networks=({", "a=[[", "1e", "*",
		"\xff" };
	char *big = malloc(BIG);
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		size_t length = strlen(pieces[i]);
		for (size_t size = 200000; size <= BIG; size += BIG - 200000) {
			for (size_t at = 0; at < size; at++)
				big[at] = pieces[i][at % length];
			big[size - 1] = '\0';
			assert_false(conf_load(conf, big));
			assert_true(conf->errors.count > 0);
		}
	}
	free(big);
}
