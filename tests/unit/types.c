/* types.c - network types are found by name and check their configuration */
#include "bot/net/types.h"
#include "bot/app/configuration.h"
#include "tests/conf.h"

/* Longer than any nick that can be shown. */
#define LONG_NICK "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"

CASE(a_type_of_network_is_found_by_its_name)
{
	assert_string_equal(types_find("irc")->name, "irc");
	assert_null(types_find("IRC"));
	assert_null(types_find("terminal"));
	assert_null(types_find(""));
}

CONF_CASE(a_network_with_default_settings_has_no_error)
{
	config_defaults(&conf->config);
	assert_null(types_check_config(&conf->config.networks[0]));
}

CONF_CASE(an_unknown_type_of_network_is_an_error)
{
	config_defaults(&conf->config);
	conf->config.networks[0].type[0] = 'x';
	assert_string_equal(
		types_check_config(&conf->config.networks[0]), "this type of network is unknown");
}

CONF_CASE(an_unusable_value_is_reported_with_its_line)
{
	char whole[2 * PATH_MAX + 512];
	assert_true(conf_load(conf,
		"networks = ( { name = \"a\"; nick = \"" LONG_NICK "\"; },\n"
		"{ name = \"b\"; },\n{ name = \"c\"; channels = ( \"#c\xe2\x80\x8b\" ); } );"));
	config_free(&conf->config);
	assert_false(configuration_load(conf->path, &conf->config, &conf->errors));
	snprintf(whole, sizeof whole,
		"%s:1: network a: nick is not a valid nick\n%s:3: network c: a channel's name has "
		"a space or does not begin with # & + or !\n",
		conf->path, conf->path);
	assert_string_equal(conf->errors.text, whole);
	assert_int_equal(conf->errors.count, 2);
	assert_int_equal(conf->config.network_count, 0);
}

CONF_CASE(a_network_is_checked_only_if_the_file_has_no_error)
{
	assert_false(
		conf_load(conf, "prefix = \"no\"; networks = ( { nick = \"" LONG_NICK "\"; } );"));
	config_errors_free(&conf->errors);
	assert_false(configuration_load(conf->path, &conf->config, &conf->errors));
	assert_int_equal(conf->errors.count, 1);
}

CONF_CASE(a_valid_configuration_is_loaded)
{
	conf_put(conf, "test.conf", "prefix = \"?\";", 0600);
	assert_true(configuration_load(conf->path, &conf->config, &conf->errors));
	assert_string_equal(conf->config.settings.prefix, "?");
	assert_int_equal(conf->errors.count, 0);
}
