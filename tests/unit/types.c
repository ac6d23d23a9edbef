/* types.c - each type of network checks its configuration, and reads its own links */
#include "bot/net/types.h"
#include "bot/base/string.h"
#include "bot/net/irc/venue.h"
#include "bot/net/matrix/venue.h"
#include "tests/conf.h"

/* Longer than any nick that can be shown, and than any account for SASL. */
#define LONG_NICK "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
/* A space without width. */
#define UNSEEN "\xe2\x80\x8b"

CONF_CASE(names_that_an_irc_network_cannot_use_are_errors_with_their_line)
{
	char whole[4 * PATH_MAX + 512];
	assert_false(conf_load(conf,
		"networks = ( { name = \"a\"; nick = \"" LONG_NICK "\"; },\n"
		"{ name = \"b\"; nick = \"a" UNSEEN "b\"; },\n"
		"{ name = \"c\"; user = \"" LONG_NICK "\"; },\n"
		"{ name = \"d\"; channels = ( \"#c" UNSEEN "\" ); } );"));
	snprintf(whole, sizeof whole,
		"%s:1: nick: is too long\n%s:2: nick: holds characters that nobody can see\n"
		"%s:3: user: is too long\n"
		"%s:4: channels: entry 1: holds characters that nobody can see\n",
		conf->path, conf->path, conf->path, conf->path);
	assert_string_equal(conf->errors.text, whole);
}

CONF_CASE(a_key_of_an_older_version_gives_a_warning_and_the_bot_starts)
{
	static const struct {
		const char *text, *warning;
	} gone[] = {
		{ "exercises = 9;",
			"1: warning: exercises: no longer a key: 500 exercises may run at a time" },
		{ "metrics = \"m\";", "1: warning: metrics: the older name of seats: write seats" },
		{ "networks = ( {\nsecond_nick = \"b\"; } );",
			"2: warning: second_nick: no longer a key: if the nick is in use, the bot "
			"appends _ and regains it later" },
		{ "networks = ( { limits = { ignore_seconds = 7; }; } );",
			"1: warning: ignore_seconds: no longer a key: people who flood are ignored "
			"for 300 seconds" },
		{ "networks = ( { nickserv = { account = \"a\"; password = \"p\";\n"
		  "ghost = \"GHOST {nick}\"; }; } );",
			"2: warning: ghost: no longer a key: the bot takes its nick back by the "
			"commands of preset" },
	};
	char line[PATH_MAX + 200];
	for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++) {
		assert_true(conf_load(conf, gone[i].text));
		snprintf(line, sizeof line, "%s:%s\n", conf->path, gone[i].warning);
		assert_string_equal(conf->config.warnings.text, line);
	}
	assert_string_equal(conf_irc(conf, 0)->nickserv.ghost, "GHOST {nick} {password}");
	assert_true(conf_load(conf, "networks = ( { } );"));
	assert_int_equal(conf->config.warnings.count, 0);
}

static void note_file(void *context, const char *path)
{
	string_add(context, strrchr(path, '/'));
}

CONF_CASE(the_files_of_a_network_are_listed_for_the_sandbox)
{
	struct string files = STRING_EMPTY;
	conf_put(conf, "ca.pem", "x", 0600);
	conf_put(conf, "own.pem", "x", 0600);
	conf_put(conf, "sasl.key", "x", 0600);
	assert_true(conf_load(conf,
		"networks = ( { tls = true; ca_file = \"ca.pem\"; client_certificate = "
		"\"own.pem\"; sasl = { mechanism = \"ecdsa-nist256p-challenge\"; account = \"a\"; "
		"key = \"sasl.key\"; }; } );"));
	config_network_files(conf->config.networks[0], note_file, &files);
	assert_string_equal(files.bytes, "/ca.pem/own.pem/sasl.key");
	string_free(&files);
}

/* Fails unless an IRC network with these keys gives this link, or no link if `wanted` is NULL. */
static void expect_link(
	struct conf *conf, const char *keys, bool local, const char *channel, const char *wanted)
{
	char text[400];
	struct string link = STRING_EMPTY;
	snprintf(text, sizeof text, "networks = ( { %s } );", keys);
	assert_true(conf_load(conf, text));
	bool added = irc_venue_add_link(conf_irc(conf, 0), channel, local, &link);
	assert_int_equal(added, wanted != NULL);
	assert_string_equal(link.bytes, wanted != NULL ? wanted : "");
	string_free(&link);
}

CONF_CASE(an_irc_channel_has_a_link_if_other_people_can_reach_the_server)
{
	expect_link(
		conf, "host = \"irc.test\"; tls = true;", false, "#t", "ircs://irc.test:6697/t");
	expect_link(conf, "host = \"2001:db8::7\";", false, "##<b>\"é",
		"irc://[2001:db8::7]:6667/%23%23%3Cb%3E%22%C3%A9");
	expect_link(conf, "", false, "#t", NULL);
	expect_link(conf, "", true, "#t", "irc://127.0.0.1:6667/t");
	expect_link(conf, "host = \"irc.test\"; password = \"p\";", true, "#t", NULL);
	expect_link(conf, "public = \"irc://cards.test\"; password = \"p\";", false, "&t",
		"irc://cards.test/%26t");
	expect_link(conf, "host = \"irc.test\"; public = \"\";", true, "#t", NULL);
}

CASE(each_type_reads_its_own_links)
{
	struct network_place place;
	struct string link = STRING_EMPTY;
	assert_true(irc_venue_read_link("ircs://irc.test:6697/t", &place) && place.tls);
	assert_int_equal(place.length, strlen("irc.test:6697"));
	assert_true(irc_venue_read_link("irc://[::1]:6667/t", &place) && !place.tls);
	assert_memory_equal(place.server, "[::1]:6667/", place.length + 1);
	assert_true(matrix_venue_add_link(NULL, "!room:inn.test", false, &link));
	assert_string_equal(link.bytes, "https://matrix.to/#/%21room%3Ainn.test?via=inn.test");
	assert_true(matrix_venue_read_link(link.bytes, &place));
	assert_null(place.server);
	assert_false(irc_venue_read_link(link.bytes, &place));
	assert_false(matrix_venue_read_link("ircs://irc.test:6697/t", &place));
	string_free(&link);
}
