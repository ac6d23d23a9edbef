#include "config/login.h"

#include <string.h>
#include <stringprep.h>

#include "config/check.h"
#include "config/secret.h"

const struct key login_sasl_keys[] = {
	KEY(config_sasl, mechanism, .kind = &key_text,
		.choices = "plain external scram-sha-256 scram-sha-512 ecdsa-nist256p-challenge"),
	KEY(config_sasl, account, .kind = &key_text, .check = check_account),
	KEY(config_sasl, password, .kind = &secret_text),
	KEY_NAMED(
		"password_file", config_sasl, password, .kind = &secret_file, .check = check_path),
	KEY(config_sasl, key, .kind = &secret_path, .check = check_path),
	KEY_END,
};

const struct key login_nickserv_keys[] = {
	KEY(config_nickserv, preset, .kind = &key_text, .choices = "atheme anope oftc undernet"),
	KEY(config_nickserv, service, .kind = &key_text, .check = check_account),
	KEY(config_nickserv, account, .kind = &key_text, .check = check_account),
	KEY(config_nickserv, password, .kind = &secret_text, .check_secret = check_word),
	KEY_NAMED("password_file", config_nickserv, password, .kind = &secret_file,
		.check = check_path, .check_secret = check_word),
	KEY(config_nickserv, identify, .kind = &key_text, .check = check_identify),
	KEY(config_nickserv, regain, .kind = &key_text, .check = check_optional),
	KEY(config_nickserv, ghost, .kind = &key_text, .check = check_optional),
	KEY(config_nickserv, modes, .kind = &key_text, .check = check_letters),
	KEY(config_nickserv, answer, .kind = &key_text, .check = check_optional),
	KEY_END,
};

/*
 * The login commands and confirmations of services: atheme 7.2, where REGAIN needs the module
 * nickserv/enforce; Anope 2.0, where RECOVER gives the nick to the caller; oftc-ircservices;
 * cservice of gnuworld, which answers in the account's language.
 */
static const struct config_nickserv nickserv_presets[] = {
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

/* Fills the missing keys of NickServ from its preset. */
static void nickserv_fill(struct config_nickserv *nickserv)
{
	const struct config_nickserv *usual = nickserv_presets;
	while (strcmp(usual->preset, nickserv->preset) != 0)
		usual++;
	for (const struct key *key = login_nickserv_keys; key->name; key++) {
		char **field = (char **)(void *)((char *)nickserv + key->offset);
		const char *value =
			*(char *const *)(const void *)((const char *)usual + key->offset);
		if (!*field && value)
			key_put(field, value);
	}
}

static void read_nickserv(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_nickserv *nickserv = field;
	login_group(reader, key, setting, field, "atheme");
	if (nickserv->preset)
		nickserv_fill(nickserv);
}

const struct key_kind login_sasl = { read_sasl, KEY_GROUP };
const struct key_kind login_nickserv = { read_nickserv, KEY_GROUP };

/* Adds an error at a key of the network, if the network has the key. */
static void login_fault(const struct reader *reader, const config_setting_t *network,
	const char *key, const char *what)
{
	const config_setting_t *setting = config_setting_get_member(network, key);
	if (setting)
		key_fault(reader, setting, "%s", what);
}

/* Checks which keys the SASL mechanism needs. Returns the error, or NULL. */
static const char *check_sasl(const struct config_network *network)
{
	const struct config_sasl *sasl = &network->sasl;
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
	return network->client_certificate ? NULL : "external needs client_certificate";
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
	login_fault(reader, sasl, key,
		"scram cannot prove it: it holds characters, or letters from left and from right, "
		"that SASLprep does not allow");
}

static void prepare_scram(
	const struct reader *reader, const config_setting_t *network, struct config_sasl *sasl)
{
	const config_setting_t *setting = config_setting_get_member(network, "sasl");
	if (strncmp(sasl->mechanism, "scram", strlen("scram")) != 0)
		return;
	prepare(reader, setting, "account", &sasl->account, 0);
	prepare(reader, setting,
		config_setting_get_member(setting, "password") ? "password" : "password_file",
		&sasl->password, STRINGPREP_NO_UNASSIGNED);
}

void login_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network)
{
	const struct config_nickserv *nickserv = &network->nickserv;
	const char *wrong = check_sasl(network);
	if (!network->tls)
		login_fault(reader, setting, "client_certificate", "needs tls = true");
	if (network->client_certificate && !network->client_key &&
		secret_exposed(network->client_certificate))
		login_fault(reader, setting, "client_certificate",
			"everybody on this machine may read it, and the key is in it: chmod o-r "
			"it");
	if (!network->client_certificate)
		login_fault(reader, setting, "client_key", "needs client_certificate");
	if (wrong)
		login_fault(reader, setting, "sasl", wrong);
	else if (network->sasl.mechanism)
		prepare_scram(reader, setting, &network->sasl);
	if (network->require_sasl && !network->sasl.mechanism)
		login_fault(reader, setting, "require_sasl", "needs sasl");
	if (nickserv->service && (!nickserv->account || !nickserv->password))
		login_fault(reader, setting, "nickserv", "needs account and a password");
}
