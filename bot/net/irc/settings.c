/* irc/settings.c - reads and checks the configuration of an IRC network. */
#include "bot/net/irc/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <stringprep.h>

#include "bot/base/memory.h"
#include "bot/net/irc/irc.h"
#include "bot/net/irc/roster.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/irc/text.h"
#include "config/network.h"
#include "config/secret.h"

enum {
	NICK_MOST = ROSTER_NICK - 1,
	ACCOUNT_MOST = 63,
	WORD_MOST = 300,
	CHANNEL_MOST = 200,
	MODES_MOST = 60,
	COMMAND_MOST = 400,
	PLAIN_PORT = 6667,
	TLS_PORT = 6697
};

/* ---- single keys: each function returns NULL or an error, as in config/check.h ---- */

static const char *check_visible(const char *name)
{
	char clean[NETWORK_CHANNEL];
	return irc_text_clean(name, clean, sizeof clean) ? NULL
							 : "holds characters that nobody can see";
}

static const char *check_nick(const char *text)
{
	const char *fault = check_without(text, NICK_MOST, " ,:!@*?.#&$",
		"may not hold blanks or any of , : ! @ * ? . # & $");
	if (!fault && (isdigit((unsigned char)text[0]) || strchr("+-~%", text[0])))
		fault = "may not begin with a digit or any of + - ~ %";
	return fault ? fault : check_visible(text);
}

static const char *check_user(const char *text)
{
	return check_without(
		text, NICK_MOST, " ,:!@*?", "may not hold blanks or any of , : ! @ * ?");
}

static const char *check_word(const char *text)
{
	return check_without(text, WORD_MOST, " ", "may not hold blanks");
}

static const char *check_modes(const char *text)
{
	const char *fault = check_text(text, MODES_MOST);
	if (!fault && !strchr("+-", text[0]))
		fault = "has to begin with + or -";
	for (; !fault && *text; text++)
		if (!isalpha((unsigned char)*text) && !strchr("+-", *text))
			fault = "may hold only letters and + -";
	return fault;
}

static const char *check_command(const char *text)
{
	const char *fault = check_text(text, COMMAND_MOST);
	return !fault && !isalpha((unsigned char)text[0]) ? "has to begin with a command" : fault;
}

static const char *check_account(const char *text)
{
	const char *fault = check_without(
		text, ACCOUNT_MOST, " ,:!*?", "may not hold blanks or any of , : ! * ?");
	return !fault && text[0] == '+' ? "may not begin with +" : fault;
}

static const char *check_identify(const char *text)
{
	const char *fault = check_line(text);
	return !fault && !strstr(text, "{password}") ? "has to hold {password}" : fault;
}

static const char *check_optional(const char *text)
{
	return text[0] == '\0' ? NULL : check_line(text);
}

static const char *check_letters(const char *text)
{
	for (; *text; text++)
		if (!isalpha((unsigned char)*text))
			return "may hold only letters of modes";
	return NULL;
}

static const char *check_public(const char *text)
{
	const char *host = strncmp(text, "irc://", 6) == 0 ? text + 6
		: strncmp(text, "ircs://", 7) == 0         ? text + 7
							   : NULL;
	const char *fault = check_optional(text);
	if (fault || text[0] == '\0')
		return fault;
	if (!host)
		return "has to begin with irc:// or ircs://, or be empty";
	const char *end = host;
	while (isalnum((unsigned char)*end) || (*end != '\0' && strchr(".-_:[]", *end)))
		end++;
	return *end == '\0' && end > host
		? NULL
		: "has to end with the host or its port, as in ircs://irc.example.net:6697";
}

static const char *check_channel(const char *text)
{
	const char *fault =
		check_without(text, CHANNEL_MOST, " ,:", "may not hold blanks, commas or colons");
	if (!fault && !strchr("#&+!", text[0]))
		fault = "has to begin with # & + or !";
	return fault ? fault : check_visible(text);
}

/* ---- the login ---- */

static const struct key sasl_keys[] = {
	KEY(irc_settings_sasl, mechanism, .kind = &key_text,
		.choices = "plain external scram-sha-256 scram-sha-512 ecdsa-nist256p-challenge"),
	KEY(irc_settings_sasl, account, .kind = &key_text, .check = check_account),
	KEY(irc_settings_sasl, password, .kind = &secret_text),
	KEY_NAMED("password_file", irc_settings_sasl, password, .kind = &secret_file,
		.check = check_path),
	KEY(irc_settings_sasl, key, .kind = &secret_path, .check = check_path),
	KEY_END,
};

#define NICK_BY_PRESET "no longer a key: the bot takes its nick back by the commands of preset"

static const struct key nickserv_keys[] = {
	KEY(irc_settings_nickserv, preset, .kind = &key_text,
		.choices = "atheme anope oftc undernet"),
	KEY(irc_settings_nickserv, service, .kind = &key_text, .check = check_account),
	KEY(irc_settings_nickserv, account, .kind = &key_text, .check = check_account),
	KEY(irc_settings_nickserv, password, .kind = &secret_text, .check_secret = check_word),
	KEY_NAMED("password_file", irc_settings_nickserv, password, .kind = &secret_file,
		.check = check_path, .check_secret = check_word),
	KEY(irc_settings_nickserv, identify, .kind = &key_text, .check = check_identify),
	KEY_GONE("regain", NICK_BY_PRESET),
	KEY_GONE("ghost", NICK_BY_PRESET),
	KEY(irc_settings_nickserv, modes, .kind = &key_text, .check = check_letters),
	KEY(irc_settings_nickserv, answer, .kind = &key_text, .check = check_optional),
	KEY_END,
};

/*
 * The login commands and confirmations of services: atheme 7.2, where REGAIN needs the module
 * nickserv/enforce; Anope 2.0, where RECOVER gives the nick to the caller; oftc-ircservices;
 * cservice of gnuworld, which answers in the account's language.
 */
static const struct irc_settings_nickserv nickserv_presets[] = {
	{ .preset = "atheme",
		.service = "NickServ",
		.identify = "IDENTIFY {account} {password}",
		.regain = "REGAIN {nick} {password}",
		.ghost = "GHOST {nick} {password}",
		.modes = "r",
		.answer = "" },
	{ .preset = "anope",
		.service = "NickServ",
		.identify = "IDENTIFY {account} {password}",
		.regain = "RECOVER {nick} {password}",
		.ghost = "",
		.modes = "r",
		.answer = "" },
	{ .preset = "oftc",
		.service = "NickServ",
		.identify = "IDENTIFY {password} {account}",
		.regain = "REGAIN {nick} {password}",
		.ghost = "",
		.modes = "R",
		.answer = "" },
	{ .preset = "undernet",
		.service = "X@channels.undernet.org",
		.identify = "LOGIN {account} {password}",
		.regain = "",
		.ghost = "",
		.modes = "",
		.answer = "AUTHENTICATION SUCCESSFUL" },
};

/* Reads a group whose first member is a text; `usual` is the default of this text. */
static void login_group(const struct reader *reader, const struct key *key,
	config_setting_t *setting, void *field, const char *usual)
{
	if (!config_setting_is_group(setting)) {
		key_fault(reader, setting, "has to be a group, as in { ... }");
		return;
	}
	key_put(field, usual);
	key_group(reader, setting, key->group, field);
}

static void read_sasl(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	login_group(reader, key, setting, field, "plain");
}

/* Reads the group of NickServ, and fills its missing keys from its preset. */
static void read_nickserv(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const struct irc_settings_nickserv *usual = nickserv_presets;
	struct irc_settings_nickserv *nickserv = field;
	login_group(reader, key, setting, field, "atheme");
	if (!nickserv->preset)
		return;
	while (strcmp(usual->preset, nickserv->preset) != 0)
		usual++;
	for (const struct key *each = nickserv_keys; each->name; each++) {
		char **text = (char **)(void *)((char *)nickserv + each->offset);
		const char *value =
			*(char *const *)(const void *)((const char *)usual + each->offset);
		if (each->kind != &key_gone && !*text && value)
			key_put(text, value);
	}
	nickserv->regain = usual->regain;
	nickserv->ghost = usual->ghost;
}

static const struct key_kind sasl_kind = { read_sasl, KEY_GROUP };
static const struct key_kind nickserv_kind = { read_nickserv, KEY_GROUP };

/* ---- the whole group ---- */

/* Adds an error at a key of the network, if the network has the key. */
static void fault_at(const struct reader *reader, const config_setting_t *network, const char *key,
	const char *what)
{
	const config_setting_t *setting = config_setting_get_member(network, key);
	if (setting)
		key_fault(reader, setting, "%s", what);
}

/* Checks which keys the SASL mechanism needs. Returns the error, or NULL. */
static const char *check_sasl(const struct irc_settings *network)
{
	const struct irc_settings_sasl *sasl = &network->sasl;
	if (!sasl->mechanism)
		return NULL;
	if (strcmp(sasl->mechanism, "ecdsa-nist256p-challenge") == 0)
		return sasl->account && sasl->key && !sasl->password
			? NULL
			: "ecdsa-nist256p-challenge needs account and key, and no password";
	if (sasl->key)
		return "only ecdsa-nist256p-challenge has a key";
	if (strcmp(sasl->mechanism, "external") != 0)
		return sasl->account && sasl->password
			? NULL
			: "plain and scram need account and a password";
	if (sasl->password)
		return "external has no password, but a certificate";
	return network->server.certificate ? NULL : "external needs client_certificate";
}

/*
 * Replaces a part of the login by its SASLprep form (RFC 4013). Unassigned characters are refused
 * in a password (RFC 5802).
 */
static void prepare(const struct reader *reader, const config_setting_t *sasl, const char *key,
	char **field, Stringprep_profile_flags flags)
{
	char *prepared = NULL;
	if (stringprep_profile(*field, &prepared, "SASLprep", flags) == STRINGPREP_OK &&
		prepared[0] != '\0') {
		key_wipe(*field);
		*field = prepared;
		return;
	}
	key_wipe(prepared);
	fault_at(reader, sasl, key,
		"scram cannot prove it: it holds characters, or letters from left and from right, "
		"that SASLprep does not allow");
}

static void prepare_scram(const struct reader *reader, const config_setting_t *network,
	struct irc_settings_sasl *sasl)
{
	const config_setting_t *setting = config_setting_get_member(network, "sasl");
	if (strncmp(sasl->mechanism, "scram", strlen("scram")) != 0)
		return;
	prepare(reader, setting, "account", &sasl->account, 0);
	prepare(reader, setting,
		config_setting_get_member(setting, "password") ? "password" : "password_file",
		&sasl->password, STRINGPREP_NO_UNASSIGNED);
	/* Check the SASLprep forms too: they can be longer and have other characters. */
	if (strlen(sasl->account) > IRC_SASL_ACCOUNT || strpbrk(sasl->account, " ,") != NULL)
		fault_at(reader, setting, "account", "has blanks or commas, or is too long");
	if (strlen(sasl->password) > IRC_SASL_PASSWORD || strpbrk(sasl->password, "\r\n") != NULL)
		fault_at(reader, network, "sasl", "the password is too long or has several lines");
}

/* Adds warnings about keys that weaken others, or have no effect. */
static void warn_about_keys(const struct reader *reader, const config_setting_t *group,
	const struct irc_settings *network)
{
	const char *mechanism = network->sasl.mechanism;
	const char *trust = network->server.ca_file ? "ca_file" : "tls_fingerprint";
	if (network->server.tls)
		return;
	if (mechanism && strcmp(mechanism, "plain") == 0)
		key_warn(reader, config_setting_get_member(group, "sasl"),
			"\"plain\" without tls sends the password unencrypted; set tls = true");
	else if (network->server.ca_file || network->server.fingerprint)
		key_warn(reader, config_setting_get_member(group, trust),
			"no effect before the server asks for TLS (STS); set tls = true");
}

static void check(
	const struct reader *reader, const config_setting_t *setting, struct config_network *common)
{
	struct irc_settings *network = (struct irc_settings *)common;
	const struct irc_settings_nickserv *nickserv = &network->nickserv;
	const char *wrong = check_sasl(network);
	if (network->server.tls && !config_setting_get_member(setting, "port"))
		network->server.port = TLS_PORT;
	if (!network->server.tls)
		fault_at(reader, setting, "client_certificate", "needs tls = true");
	if (network->server.certificate && !network->server.key &&
		secret_exposed(network->server.certificate))
		fault_at(reader, setting, "client_certificate",
			"everybody on this machine may read it, and the key is in it: chmod o-r "
			"it");
	if (!network->server.certificate)
		fault_at(reader, setting, "client_key", "needs client_certificate");
	if (wrong)
		fault_at(reader, setting, "sasl", wrong);
	else if (network->sasl.mechanism)
		prepare_scram(reader, setting, &network->sasl);
	if (network->require_sasl && !network->sasl.mechanism)
		fault_at(reader, setting, "require_sasl", "needs sasl");
	if (nickserv->service && (!nickserv->account || !nickserv->password))
		fault_at(reader, setting, "nickserv", "needs account and a password");
	warn_about_keys(reader, setting, network);
}

static void fill(struct config_network *common)
{
	struct irc_settings *network = (struct irc_settings *)common;
	common->pace = (struct config_pace){ .burst = 8, .per_second = 1.0 };
	common->channels.item[0] = memory_copy("#mitaines");
	common->channels.settings[0] = settings_none;
	common->channels.count = 1;
	network->server.host = memory_copy("127.0.0.1");
	network->server.port = PLAIN_PORT;
	network->nick = memory_copy("mitaines");
	network->user = memory_copy("mitaines");
	network->realname = memory_copy("mitaines, a host for card games");
	network->rejoin_after_kick = true;
}

static const struct key group_keys[] = {
	CONN_KEYS(irc_settings, server, CONFIG_CONNECT),
	NETWORK_KEYS(check_channel),
	KEY_NAMED("host", irc_settings, server.host, .when = CONFIG_CONNECT, .kind = &key_text,
		.check = check_host),
	KEY(irc_settings, more_hosts, .when = CONFIG_CONNECT, .kind = &key_list,
		.check = check_host, .most = 16),
	KEY_NAMED("port", irc_settings, server.port, .when = CONFIG_CONNECT, .kind = &key_number,
		.least = 1, .most = 65535),
	KEY_NAMED("tls", irc_settings, server.tls, .when = CONFIG_CONNECT, .kind = &key_switch),
	KEY(irc_settings, public, .kind = &key_text, .check = check_public),
	KEY_NAMED("tls_fingerprint", irc_settings, server.fingerprint, .when = CONFIG_CONNECT,
		.kind = &key_text, .check = check_fingerprint),
	KEY_NAMED("client_certificate", irc_settings, server.certificate, .when = CONFIG_CONNECT,
		.kind = &key_readable, .check = check_path),
	KEY_NAMED("client_key", irc_settings, server.key, .when = CONFIG_CONNECT,
		.kind = &secret_path, .check = check_path),
	KEY(irc_settings, nick, .kind = &key_text, .check = check_nick),
	KEY_GONE("second_nick",
		"no longer a key: if the nick is in use, the bot appends _ and regains it later"),
	KEY(irc_settings, user, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_user),
	KEY(irc_settings, realname, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_line),
	KEY(irc_settings, password, .when = CONFIG_CONNECT, .kind = &secret_text,
		.check_secret = check_line),
	KEY_NAMED("password_file", irc_settings, password, .kind = &secret_file,
		.check = check_path, .check_secret = check_line),
	KEY(irc_settings, sasl, .when = CONFIG_CONNECT, .kind = &sasl_kind, .group = sasl_keys),
	KEY(irc_settings, require_sasl, .when = CONFIG_CONNECT, .kind = &key_switch),
	KEY(irc_settings, nickserv, .when = CONFIG_CONNECT, .kind = &nickserv_kind,
		.group = nickserv_keys),
	KEY(irc_settings, modes, .when = CONFIG_CONNECT, .kind = &key_text, .check = check_modes),
	KEY(irc_settings, after_welcome, .when = CONFIG_CONNECT, .kind = &secret_list,
		.check = check_command, .most = 16),
	KEY(irc_settings, rejoin_after_kick, .kind = &key_switch),
	KEY_END,
};

const struct config_type irc_settings_type = {
	.name = "irc",
	.size = sizeof(struct irc_settings),
	.keys = group_keys,
	.fill = fill,
	.check = check,
	.network = &irc_type,
};
