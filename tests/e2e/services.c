/* services.c - the bot on an inspircd with Atheme and with Anope: login by SASL and NickServ,
 * failed logins, people identified by their accounts, and acts of operators against the bot during
 * a match. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/room.h"
#include "tests/irc/services.h"

#define PASSWORD "opensesame"

struct scene {
	struct ircd inspircd;
	struct services services;
	struct client root; /* an IRC operator, in no channel */
	struct room *room;
	struct player *owl; /* a channel operator */
	struct player *anna, *luc;
};

/* Starts services and registers the bot's account; with Atheme, also its certificate and public
 * key. */
static int start_with(void **state, enum services_kind kind)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct client client;
	char line[128];
	assert_non_null(scene);
	*state = scene;
	ircd_start(&scene->inspircd, IRCD_SECURE, IRCD_HASTE);
	services_start(&scene->services, &scene->inspircd, kind);
	assert_true(client_open(&client, scene->inspircd.port, "mitaines"));
	if (kind == SERVICES_ATHEME) {
		services_register(&client, PASSWORD,
			certificates_line(scene->inspircd.folder, "bot.fingerprint", line));
		certificates_line(scene->inspircd.folder, "sasl.public", line);
		client_send(&client, "PRIVMSG NickServ :SET PUBKEY %s", line);
		assert_non_null(client_wait(&client, line, BOT_PATIENCE));
	} else {
		services_register(&client, PASSWORD, NULL);
	}
	client_close(&client);
	assert_true(client_open(&scene->root, scene->inspircd.port, "root"));
	ircd_oper(&scene->root);
	return 0;
}

static int start(void **state)
{
	return start_with(state, SERVICES_ATHEME);
}

static int start_anope(void **state)
{
	return start_with(state, SERVICES_ANOPE);
}

static int end(void **state)
{
	struct scene *scene = *state;
	client_close(&scene->root);
	services_stop(&scene->services);
	ircd_end(&scene->inspircd);
	free(scene);
	return 0;
}

static int enter(void **state)
{
	struct scene *scene = *state;
	scene->room = room_new();
	scene->room->port = scene->inspircd.port;
	scene->owl = room_enter(scene->room, "owl");
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	room_empty(room);
	return room_close(&room);
}

#define NICKSERV(more) \
	"nickserv = { account = \"mitaines\"; password = \"" PASSWORD "\"; " more "};"
#define SASL "sasl = { account = \"mitaines\"; password = \"" PASSWORD "\"; };"

/* Writes the bot's configuration with these settings and starts it. */
static void run(struct scene *scene, const char *settings)
{
	char entry[BOT_ENTRY];
	bool tls = strstr(settings, "tls = true") != NULL;
	bot_network(entry, sizeof entry, "test",
		tls ? scene->inspircd.tls_port : scene->inspircd.port, "\"#t\", \"#u\"", settings);
	bot_configure_networks(&scene->room->bot, entry);
	bot_start(&scene->room->bot);
}

static void must_log(struct scene *scene, const char *part)
{
	room_expect_log(scene->room, part);
	if (bot_logged(&scene->room->bot, PASSWORD, 0))
		room_fail(scene->room, "logged", "the password");
}

/* Fails unless the server reports the bot as logged in, and the bot is in #t. Ends the bot. */
static void must_be_known(struct scene *scene)
{
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: joined #t");
	room_ask(scene->room, scene->owl, "!ping", " PRIVMSG #t :pong");
	client_send(&scene->owl->client, "WHOIS mitaines");
	room_expect(scene->room, scene->owl, " 330 owl mitaines mitaines :");
	room_expect(scene->room, scene->owl, " 318 owl mitaines ");
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

/* ---- SASL ---- */

static void the_bot_logs_in_by_sasl_plain(void **state)
{
	run(*state, "require_sasl = true; " SASL);
	must_be_known(*state);
}

static void the_bot_logs_in_by_certificate_and_by_key(void **state)
{
	struct scene *scene = *state;
	char settings[BOT_ENTRY / 2];
	const char *folder = scene->inspircd.folder;
	snprintf(settings, sizeof settings,
		"tls = true; ca_file = \"%.100s/ca.pem\"; client_certificate = \"%.100s/bot.pem\";"
		"client_key = \"%.100s/bot.key\"; require_sasl = true;"
		"sasl = { mechanism = \"external\"; };",
		folder, folder, folder);
	run(scene, settings);
	must_be_known(scene);
	snprintf(settings, sizeof settings,
		"require_sasl = true; sasl = { mechanism = \"ecdsa-nist256p-challenge\";"
		" account = \"mitaines\"; key = \"%.300s/sasl.key\"; };",
		folder);
	run(scene, settings);
	must_be_known(scene);
}

static void the_bot_does_not_join_if_a_required_login_fails(void **state)
{
	struct scene *scene = *state;
	size_t since = scene->owl->client.length;
	run(scene,
		"require_sasl = true; sasl = { account = \"mitaines\"; password = \"wrong\"; };");
	must_log(scene,
		"not connected: SASL is required, and the login failed: the server says 904");
	must_log(scene, "check account and password in sasl; trying again in ");
	client_send(&scene->owl->client, "PING :here");
	room_expect(scene->room, scene->owl, " PONG ");
	assert_int_equal(room_count(scene->owl, since, ":mitaines!"), 0);
}

/* ---- NickServ ---- */

/* With channel mode +R only logged-in users can join. */
static void identifies_before_it_joins(struct scene *scene, const char *settings)
{
	client_send(&scene->owl->client, "MODE #t +R");
	room_expect(scene->room, scene->owl, " MODE #t ");
	run(scene, settings);
	must_log(scene, "test: joined #t");
	assert_false(bot_logged(&scene->room->bot, "cannot join", 0));
	must_be_known(scene);
}

static void the_bot_identifies_to_nickserv_before_it_joins(void **state)
{
	identifies_before_it_joins(*state, NICKSERV(""));
}

static void the_bot_identifies_with_the_anope_preset(void **state)
{
	identifies_before_it_joins(*state, NICKSERV("preset = \"anope\"; "));
}

/* Another client has the bot's nick. */
static void regains_the_nick(struct scene *scene, const char *settings)
{
	struct client ghost;
	assert_true(client_open(&ghost, scene->inspircd.port, "mitaines"));
	run(scene, settings);
	room_expect(scene->room, scene->owl, " NICK :mitaines");
	client_close(&ghost);
	must_be_known(scene);
}

static void the_bot_regains_its_nick_from_nickserv(void **state)
{
	regains_the_nick(*state, NICKSERV(""));
}

static void the_bot_regains_its_nick_with_the_anope_preset(void **state)
{
	regains_the_nick(*state, NICKSERV("preset = \"anope\"; "));
}

/* ---- people ---- */

/* Operator rights belong to the account, not to the nick. */
static void the_bot_recognizes_admins_by_account(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct player *anna = room_enter(room, "anna"), *luc = room_enter(room, "luc");
	services_register(&anna->client, "password", NULL);
	run(scene, "admins = ( \"account:anna\" );");
	must_log(scene, "test: joined #t");
	room_whisper(luc, "admin status");
	room_whisper(anna, "admin status");
	room_expect(room, anna, ":mitaines!");
	client_send(&luc->client, "PRIVMSG NickServ :IDENTIFY anna password");
	room_expect(room, luc, " 900 ");
	room_whisper(luc, "admin status");
	room_expect(room, luc, ":mitaines!");
}

/* Unloads the modules by which the server tells accounts on JOIN and with messages. */
static void forget_capabilities(struct client *root)
{
	static const char *const modules[] = { "ircv3", "ircv3_accounttag" };
	for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
		client_send(root, "UNLOADMODULE %s", modules[i]);
		assert_non_null(client_wait(root, " 973 ", BOT_PATIENCE));
	}
}

/* Sends an operator's command until the bot accepts it. */
static void must_be_an_operator(struct scene *scene, struct client *client)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	const char *line = NULL;
	while (line == NULL || strstr(line, ", up ") == NULL) {
		if (bot_clock() > deadline)
			room_fail(scene->room, client->nick, "is no operator");
		client_say(client, "mitaines", "admin status");
		line = client_wait(client, ":mitaines!", BOT_PATIENCE);
	}
}

/* The bot is in the channel first and must ask for the account. */
static void the_bot_asks_for_accounts_that_are_missing_in_joins(void **state)
{
	struct scene *scene = *state;
	struct client zoe;
	forget_capabilities(&scene->root);
	run(scene, "admins = ( \"account:zoe\" );");
	must_log(scene, "test: joined #t");
	assert_true(client_open(&zoe, scene->inspircd.port, "zoe"));
	services_register(&zoe, "password", NULL);
	assert_true(client_join(&zoe, "#t"));
	must_be_an_operator(scene, &zoe);
	client_close(&zoe);
}

/* ---- late services ---- */

/* The server gets its first services while the bot is connected. The test uses Anope, because
 * Atheme does not offer SASL late to InspIRCd 4. */
static void the_bot_uses_services_that_connect_late(void **state)
{
	struct scene *scene = *state;
	struct ircd first = scene->inspircd;
	char path[PATH_MAX], copy[PATH_MAX];
	client_close(&scene->owl->client);
	services_stop(&scene->services);
	ircd_start(&scene->inspircd, IRCD_SECURE, IRCD_HASTE);
	folder_file(first.folder, "anope.db", path);
	folder_file(scene->inspircd.folder, "anope.db", copy);
	folder_copy(path, copy);
	ircd_end(&first);
	scene->room->port = scene->inspircd.port;
	room_return(scene->room, scene->owl, "owl");
	run(scene, SASL);
	must_log(scene, "the server offers no SASL, or its services are down; going on");
	must_log(scene, "test: joined #t");
	services_start(&scene->services, &scene->inspircd, SERVICES_ANOPE);
	must_be_known(scene);
}

int main(void)
{
#define SERVED(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		SERVED(the_bot_logs_in_by_sasl_plain),
		SERVED(the_bot_logs_in_by_certificate_and_by_key),
		SERVED(the_bot_does_not_join_if_a_required_login_fails),
		SERVED(the_bot_identifies_to_nickserv_before_it_joins),
		SERVED(the_bot_recognizes_admins_by_account),
		SERVED(the_bot_asks_for_accounts_that_are_missing_in_joins),
		/* This test comes last, because services then hold the nick for a while. */
		SERVED(the_bot_regains_its_nick_from_nickserv),
	};
	const struct CMUnitTest anope[] = {
		SERVED(the_bot_logs_in_by_sasl_plain),
		SERVED(the_bot_identifies_with_the_anope_preset),
		SERVED(the_bot_regains_its_nick_with_the_anope_preset),
		/* This test comes last, because its server replaces the first. */
		SERVED(the_bot_uses_services_that_connect_late),
	};
	int failed = cmocka_run_group_tests(tests, start, end);
	return failed + cmocka_run_group_tests(anope, start_anope, end);
}
