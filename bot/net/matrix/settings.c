/* matrix/settings.c - reads and checks the configuration of a Matrix network. */
#include "bot/net/matrix/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/matrix.h"
#include "config/network.h"
#include "config/secret.h"

enum { ID_MOST = 255, PORT_MOST = 65535, HTTP_PORT = 80, HTTPS_PORT = 443 };

static const char secure[] = "https://", open[] = "http://";

/* Returns the part of an address after http:// or https://, or NULL without such a scheme. */
static const char *authority(const char *text)
{
	if (strncasecmp(text, secure, strlen(secure)) == 0)
		return text + strlen(secure);
	return strncasecmp(text, open, strlen(open)) == 0 ? text + strlen(open) : NULL;
}

/* Returns the end of a host, where the colon before a port may be. */
static const char *host_end(const char *host)
{
	const char *bracket = host[0] == '[' ? strchr(host, ']') : NULL;
	return bracket ? bracket + 1 : host + strcspn(host, ":/");
}

static const char *check_port(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	unsigned long port = digits > 0 && digits < 6 ? strtoul(text, NULL, 10) : 0;
	return text[digits] == '\0' && port > 0 && port <= PORT_MOST
		? NULL
		: "has to end with the host or its port, as in https://matrix.example.org:8448";
}

/* Checks a host with an optional port. */
static const char *check_place(const char *host)
{
	const char *end = host_end(host);
	const char *fault = NULL;
	char name[MATRIX_SETTINGS_HOST];
	size_t length = (size_t)(end - host);
	if (length == 0 || length >= sizeof(name))
		return "has to name a host";
	memcpy(name, host, length);
	name[length] = '\0';
	if (name[0] != '[')
		fault = check_host(name);
	return fault || *end == '\0' ? fault : *end == ':' ? check_port(end + 1) : check_port(end);
}

static const char *check_homeserver(const char *text)
{
	const char *host = authority(text);
	const char *fault = check_line(text);
	if (fault)
		return fault;
	/* A text without a scheme is a domain, whose .well-known names the homeserver. */
	if (!host && strstr(text, "://"))
		return "has to begin with https:// or http://";
	return check_place(host ? host : text);
}

static const char *check_server(const char *text)
{
	return check_line(text) || check_place(text)
		? "has to be the name of a server, like example.org"
		: NULL;
}

static const char *check_id(const char *text, const char *fault)
{
	const char *wrong = check_line(text);
	if (!wrong && strlen(text) > ID_MOST)
		wrong = "is too long";
	return wrong ? wrong : strpbrk(text, " ,") || text[1] == '\0' ? fault : NULL;
}

static const char *check_user(const char *text)
{
	static const char fault[] = "has to be @name:server";
	const char *colon = strchr(text, ':');
	if (text[0] != '@' || !colon || colon == text + 1 || colon[1] == '\0')
		return fault;
	return check_id(text, fault);
}

static const char *check_room(const char *text)
{
	static const char fault[] =
		"has to be a room, #alias:server or its id, which begins with !";
	const char *colon = strchr(text, ':');
	if (text[0] != '!' && (text[0] != '#' || !colon || colon == text + 1 || colon[1] == '\0'))
		return fault;
	return check_id(text, fault);
}

static const char *check_token(const char *text)
{
	for (; *text; text++)
		if (!isgraph((unsigned char)*text))
			return "may not hold blanks, nor anything but ASCII";
	return NULL;
}

static void fill(struct config_network *common)
{
	struct matrix_settings *network = (struct matrix_settings *)common;
	common->pace = (struct config_pace){ .burst = 10, .per_second = 0.2 };
	network->invites = memory_copy("known");
	network->encryption = memory_copy("none");
}

/* Splits a valid address into host, port and TLS. */
static void take_apart(struct matrix_settings *network)
{
	const char *told = authority(network->homeserver);
	const char *host = told ? told : network->homeserver;
	const char *end = host_end(host);
	size_t brackets = host[0] == '[';
	size_t length = (size_t)(end - host) - 2 * brackets;
	network->discover = !told;
	network->server.tls =
		!told || strncasecmp(network->homeserver, secure, strlen(secure)) == 0;
	network->server.port = *end == ':' ? (unsigned)strtoul(end + 1, NULL, 10)
		: network->server.tls      ? HTTPS_PORT
					   : HTTP_PORT;
	memcpy(network->host, host + brackets, length);
	network->server.host = network->host;
	network->host[length] = '\0';
}

/* Writes to network->secret the key that has the password or token, for log lines about it. */
static void name_secret(const config_setting_t *setting, struct matrix_settings *network)
{
	static const char *const files[] = { "password_file", "token_file" };
	snprintf(network->secret, sizeof network->secret, "%s",
		network->token ? "token" : "password");
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		const config_setting_t *file = config_setting_get_member(setting, files[i]);
		const char *path = file ? config_setting_get_string(file) : NULL;
		if (path)
			snprintf(network->secret, sizeof network->secret, "%s = \"%s\"", files[i],
				path);
	}
}

/* Returns the last two parts of a host, "example.org" of "matrix.example.org". */
static const char *domain_of(const char *host, size_t length)
{
	const char *at = host + length;
	for (unsigned dots = 0; at > host; at--) {
		dots += at[-1] == '.';
		if (dots == 2)
			break;
	}
	return at;
}

/*
 * True if the homeserver can belong to `server`, the server of the bot's user id: both are in the
 * same domain, or the homeserver's domain is unknown.
 */
static bool is_route(const struct matrix_settings *network, const char *server)
{
	size_t length = strcspn(server, ":"), host = strlen(network->host);
	/*
	 * If the homeserver is an address, or a name without a domain, there is nothing to compare.
	 */
	if (!strchr(network->host, '.') || strchr(network->host, ':') ||
		network->host[strspn(network->host, "0123456789.")] == '\0')
		return true;
	if (network->discover)
		return length == host && strncasecmp(server, network->host, length) == 0;
	if (host > length && network->host[host - length - 1] == '.' &&
		strncasecmp(server, network->host + host - length, length) == 0)
		return true;
	const char *one = domain_of(server, length), *other = domain_of(network->host, host);
	size_t rest = length - (size_t)(one - server);
	return rest == strlen(other) && strncasecmp(one, other, rest) == 0;
}

/*
 * Adds an error for a homeserver without TLS, which would show secrets to others, or for a
 * homeserver of another server than the user's.
 */
static void check_route(const struct reader *reader, const config_setting_t *setting,
	const struct matrix_settings *network)
{
	const config_setting_t *at = config_setting_get_member(setting, "homeserver");
	const char *server = network->user ? strchr(network->user, ':') : NULL;
	const char *end = strrchr(network->host, '.');
	/* Tor encrypts all traffic to an .onion host, and the name of the host is its key. */
	if (end && strcasecmp(end, ".onion") == 0)
		return;
	if (!network->server.tls && !check_is_loopback(network->host))
		key_fault(reader, at,
			"http:// would show passwords and cards to others: it is only for a server "
			"on this machine; use https://");
	else if (server && !is_route(network, server + 1))
		key_fault(reader, at,
			"user is of %.*s, another server; if %.*s delegates to this one, use "
			"homeserver = \"%.*s\"",
			(int)strcspn(server + 1, ":"), server + 1, (int)strcspn(server + 1, ":"),
			server + 1, (int)strcspn(server + 1, ":"), server + 1);
}

static void check(
	const struct reader *reader, const config_setting_t *setting, struct config_network *common)
{
	struct matrix_settings *network = (struct matrix_settings *)common;
	if (!network->homeserver)
		key_fault(reader, setting,
			"needs homeserver, as in homeserver = \"example.org\" or "
			"\"https://matrix.example.org\"");
	else
		take_apart(network);
	if (!network->user)
		key_fault(reader, setting, "needs user, as in user = \"@mitaines:example.org\"");
	if (!network->password == !network->token)
		key_fault(reader, setting, "needs one of password_file and token_file");
	name_secret(setting, network);
	if (network->homeserver)
		check_route(reader, setting, network);
}

static const struct key group_keys[] = {
	CONN_KEYS(matrix_settings, server, CONFIG_RESTART),
	NETWORK_KEYS(check_room),
	KEY(matrix_settings, homeserver, .when = CONFIG_RESTART, .kind = &key_text,
		.check = check_homeserver),
	KEY(matrix_settings, user, .when = CONFIG_RESTART, .kind = &key_text, .check = check_user),
	KEY(matrix_settings, password, .when = CONFIG_CONNECT, .kind = &secret_text,
		.check_secret = check_line),
	KEY_NAMED("password_file", matrix_settings, password, .kind = &secret_file,
		.check = check_path, .check_secret = check_line),
	KEY(matrix_settings, token, .when = CONFIG_CONNECT, .kind = &secret_text,
		.check_secret = check_token),
	KEY_NAMED("token_file", matrix_settings, token, .kind = &secret_file, .check = check_path,
		.check_secret = check_token),
	KEY(matrix_settings, invites, .kind = &key_text, .choices = "nobody admins known anyone"),
	KEY(matrix_settings, encryption, .kind = &key_text, .choices = "none proxy"),
	KEY(matrix_settings, trusted_servers, .kind = &key_list, .check = check_server),
	KEY_END,
};

const struct config_type matrix_settings_type = {
	.name = "matrix",
	.size = sizeof(struct matrix_settings),
	.keys = group_keys,
	.fill = fill,
	.check = check,
	.network = &matrix_type,
};
