/* config_matrix.c - the keys of a network of type "matrix". */
#include "bot/net/matrix/settings.h"
#include "tests/conf.h"

#include "bot/base/string.h"

static const struct matrix_settings *accept_matrix(struct conf *conf, const char *text)
{
	if (!conf_load(conf, text))
		fail_msg("%s", conf->errors.text);
	return (const struct matrix_settings *)conf->config.networks[0];
}

/* Fails unless a complete Matrix network plus this text is refused with this error. */
static void refuse_matrix(struct conf *conf, const char *text, const char *error)
{
	char whole[1024];
	snprintf(whole, sizeof(whole), "networks = ( {\n type = \"matrix\";\n %s\n } );", text);
	conf_refuse(conf, whole, error);
}

CONF_CASE(a_matrix_network_has_its_own_configuration_keys)
{
	static const char rest[] = "homeserver = \"https://hs.test\"; user = \"@m:test\";";
	static const char *const servers[] = { "", "@anna:example.org", "*.example.org",
		"https://example.org", "example.org/", "example.org:x", "a b" };
	static const char *const strange[] = { "https://matrix.org", "matrix.example.org" };
	static const char *const usual[] = { "https://matrix.example.org", "example.org",
		"https://EXAMPLE.org:8448", "http://localhost:8008", "https://192.0.2.7",
		"https://synapse:8008", "http://abc.onion" };
	char text[600];
	const struct matrix_settings *network = accept_matrix(conf,
		"networks = ( { type = \"matrix\"; homeserver = \"http://[::1]:8008\";"
		" user = \"@m:test\"; token = \"syt\"; channels = ( \"#t:test\", \"!id\" );"
		" trusted_servers = ( \"test\", \"hs.test:8448\" ); } );");
	assert_int_equal(network->trusted_servers.count, 2);
	assert_string_equal(network->server.host, "::1");
	assert_int_equal(network->server.port, 8008);
	assert_false(network->server.tls);
	assert_string_equal(network->invites, "known");
	assert_string_equal(network->encryption, "none");
	assert_int_equal(network->common.pace.burst, 10);
	assert_string_equal(network->common.channels.item[1], "!id");
	snprintf(text, sizeof(text), "networks = ( { type = \"matrix\"; %s password = \"p\"; } );",
		rest);
	network = accept_matrix(conf, text);
	assert_int_equal(network->server.port, 443);
	assert_true(network->server.tls);
	assert_int_equal(network->common.channels.count, 0);
	assert_false(network->discover);
	network = accept_matrix(conf,
		"networks = ( { type = \"matrix\"; homeserver = \"hs.test\"; user = "
		"\"@m:hs.test\"; password = \"p\"; } );");
	assert_string_equal(network->server.host, "hs.test");
	assert_int_equal(network->server.port, 443);
	assert_true(network->server.tls);
	assert_true(network->discover);
	refuse_matrix(conf, "homeserver = \"ftp://hs.test\";",
		"3: homeserver: has to begin with https:// or http://");
	refuse_matrix(conf, "homeserver = \"https://\";", "3: homeserver: has to name a host");
	refuse_matrix(conf, "homeserver = \"https://hs.test/\";",
		"3: homeserver: has to end with the host or its port, as in "
		"https://matrix.example.org:8448");
	refuse_matrix(conf, "user = \"mitaines\";", "3: user: has to be @name:server");
	refuse_matrix(conf, "invites = \"all\";",
		"3: invites: has to be one of: nobody admins known anyone");
	refuse_matrix(conf, "channels = ( \"#t\" );",
		"3: channels: entry 1: has to be a room, #alias:server or its id, which begins "
		"with "
		"!");
	for (size_t i = 0; i < sizeof servers / sizeof servers[0]; i++) {
		snprintf(text, sizeof(text), "trusted_servers = ( \"%s\" );", servers[i]);
		refuse_matrix(conf, text,
			"3: trusted_servers: entry 1: has to be the name of a server, like "
			"example.org");
	}
	refuse_matrix(conf,
		"homeserver = \"http://hs.test:8008\"; user = \"@m:test\"; password = \"p\";",
		"3: homeserver: http:// would show passwords and cards to others: it is only for a "
		"server on this machine; use https://");
	for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
		snprintf(text, sizeof(text),
			"homeserver = \"%s\"; user = \"@m:example.org\"; password = \"p\";",
			strange[i]);
		refuse_matrix(conf, text,
			"3: homeserver: user is of example.org, another server; if example.org "
			"delegates to this one, use homeserver = \"example.org\"");
	}
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
		snprintf(text, sizeof(text),
			"networks = ( { type = \"matrix\"; homeserver = \"%s\"; user = "
			"\"@m:example.org\"; password = \"p\"; } );",
			usual[i]);
		network = accept_matrix(conf, text);
		assert_string_equal(network->secret, "password");
	}
	refuse_matrix(
		conf, rest, "1: networks: entry 1: needs one of password_file and token_file");
}

/* Keys with a wrong value. The test writes one a line, from the third line on. */
static const struct {
	const char *key, *fault;
} mistakes[] = {
	{ "name = 7;", "name: has to be a text in quotes" },
	{ "homeserver = \"matrix.example.org:x\";",
		"homeserver: has to end with the host or its port, as in "
		"https://matrix.example.org:8448" },
	{ "user = \"@:example.org\";", "user: has to be @name:server" },
	{ "password = \"\";", "password: the password may not be empty" },
	{ "password_file = \"/none/x\";", "password_file: /none/x: No such file or directory" },
	{ "token = \"a b\";", "token: the token may not hold blanks, nor anything but ASCII" },
	{ "token_file = \"/none/x\";", "token_file: /none/x: No such file or directory" },
	{ "ca_file = \"/none/x\";", "ca_file: /none/x: No such file or directory" },
	{ "proxy = \"ftp://hs.test\";",
		"proxy: has to begin with http:// socks4a:// socks5:// or socks5h://" },
	{ "source_address = \"hs\";",
		"source_address: is no address; an IPv6 address has no brackets" },
	{ "invites = true;", "invites: has to be a text in quotes" },
	{ "channels = ( \"#t:test\", \"@m:test\" );",
		"channels: entry 2: has to be a room, #alias:server or its id, which begins with "
		"!" },
	{ "pace = { burst = 10; per_second = -1; };",
		"per_second: has to be 0, or a number from 0.05 to 1000" },
	{ "limits = { burst = -1; };", "burst: has to be a whole number from 0 to 1000" },
	{ "ignore = ( \"@m:test\" );",
		"ignore: entry 1: has to be nick!user@host or account:NAME, where * and ? stand "
		"for any" },
	{ "admins = ( \"account:@*:*\" );",
		"admins: entry 1: means too many: name an account, or part of a host" },
	{ "tables_in = \"threads\";", "tables_in: has to be one of: channel thread" },
	{ "nick = \"mitaines\";", "nick: no such key here" },
};

CONF_CASE(each_mistake_in_a_matrix_network_is_reported_with_its_line)
{
	struct string text = STRING_EMPTY, wanted = STRING_EMPTY;
	string_add(&text, "networks = ( {\n type = \"matrix\";\n");
	for (unsigned i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		string_add(&text, mistakes[i].key);
		string_add_char(&text, '\n');
		string_add(&wanted, conf->path);
		string_add_char(&wanted, ':');
		string_add_number(&wanted, i + 3);
		string_add(&wanted, ": ");
		string_add(&wanted, mistakes[i].fault);
		string_add_char(&wanted, '\n');
	}
	string_add(&text, "} );");
	assert_false(conf_load(conf, text.bytes));
	assert_string_equal(conf->errors.text, wanted.bytes);
	string_free(&text);
	string_free(&wanted);
}
