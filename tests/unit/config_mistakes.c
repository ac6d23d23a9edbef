/* config_mistakes.c - likely mistakes in a configuration, and files that cannot be read. */
#include "tests/conf.h"

CONF_CASE(an_unknown_key_suggests_the_nearest_known_one)
{
	conf_refuse(conf, "\nturn_second = 90;",
		"2: turn_second: no such key here; did you mean turn_seconds?");
	conf_refuse(
		conf, "databse = \"x\";", "1: databse: no such key here; did you mean database?");
	conf_refuse(conf, "networks = ( { prot = 6667; } );",
		"1: prot: no such key here; did you mean port?");
	conf_refuse(conf, "colour = true;", "1: colour: no such key here");
}

CONF_CASE(a_byte_order_mark_is_ignored)
{
	assert_true(conf_load(conf,
		"\xef\xbb\xbf"
		"prefix = \"?\";"));
	assert_string_equal(conf->config.settings.prefix, "?");
	conf_refuse(conf,
		"\xef\xbb\xbf"
		"database = 5;",
		"1: database: has to be a text in quotes");
}

CONF_CASE(a_prefix_that_clients_intercept_is_refused)
{
	conf_refuse(conf, "\nprefix = \"/\";",
		"2: prefix: may not begin with /, which people's programs keep for themselves");
	conf_refuse(conf, "prefix = \"/!\";",
		"1: prefix: may not begin with /, which people's programs keep for themselves");
	assert_true(conf_load(conf, "prefix = \"./\";"));
}

CONF_CASE(a_path_of_a_socket_may_have_at_most_107_bytes)
{
	char text[160];
	static const char *const keys[] = { "control", "metrics", "seats" };
	char error[120];
	for (unsigned i = 0; i < 3; i++) {
		snprintf(text, sizeof text, "\n%s = \"/%0106d\";", keys[i], 0);
		assert_true(conf_load(conf, text));
		snprintf(text, sizeof text, "\n%s = \"/%0107d\";", keys[i], 0);
		snprintf(error, sizeof error,
			"2: %s: is too long for a socket: at most 107 bytes, folder included",
			keys[i]);
		conf_refuse(conf, text, error);
	}
}

CONF_CASE(an_error_names_the_file_that_cannot_be_read)
{
	char path[PATH_MAX];
	folder_file(conf->folder, "absent.conf", path);
	assert_false(config_load(path, network_types, &conf->config, &conf->errors));
	assert_non_null(strstr(conf->errors.text, "absent.conf: No such file or directory\n"));
	config_errors_free(&conf->errors);
	assert_false(config_load(conf->folder, network_types, &conf->config, &conf->errors));
	assert_non_null(strstr(conf->errors.text, ": is not a plain file\n"));
	config_errors_free(&conf->errors);
	assert_false(config_load("/dev/zero", network_types, &conf->config, &conf->errors));
	assert_string_equal(conf->errors.text, "/dev/zero: is not a plain file\n");
}

/* A running bot that reads the pipe would block until a writer comes. */
CONF_CASE(a_pipe_in_place_of_the_configuration_is_refused)
{
	char path[PATH_MAX];
	folder_file(conf->folder, "pipe.conf", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(config_load(path, network_types, &conf->config, &conf->errors));
	assert_non_null(strstr(conf->errors.text, "pipe.conf: is not a plain file\n"));
}

CONF_CASE(the_public_address_of_a_network_must_be_an_irc_address)
{
	static const char *const usable[] = { "irc://irc.example.net", "ircs://[2001:db8::1]:6697",
		"" };
	static const char *const wrong[] = { "irc://", "ircs://a/b", "irc://me@a", "irc://a b",
		"ircs://a\\\"><b>" };
	for (size_t i = 0; i < sizeof(usable) / sizeof(*usable); i++) {
		char text[128];
		snprintf(text, sizeof(text),
			"networks = ( { public = \"%s\"; same_host = \"rated\"; } );", usable[i]);
		assert_true(conf_load(conf, text));
		assert_string_equal(conf_irc(conf, 0)->public, usable[i]);
		assert_string_equal(conf->config.networks[0]->same_host, "rated");
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		char text[128];
		snprintf(text, sizeof(text), "networks = ( { public = \"%s\"; } );", wrong[i]);
		conf_refuse(conf, text,
			"1: public: has to end with the host or its port, as in "
			"ircs://irc.example.net:6697");
	}
	conf_refuse(conf, "networks = ( { public = \"https://a\"; } );",
		"1: public: has to begin with irc:// or ircs://, or be empty");
	assert_true(conf_load(conf, "networks = ( { } );"));
	assert_null(conf_irc(conf, 0)->public);
	assert_string_equal(conf->config.networks[0]->same_host, "casual");
}
