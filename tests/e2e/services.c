/* services.c - the bot on an inspircd with Atheme and with Anope: login by SASL and NickServ,
 * failed logins, and people identified by their accounts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/inspircd.h"
#include "tests/irc/room.h"
#include "tests/irc/services.h"

#define PASSWORD "opensesame"

struct scene {
	struct inspircd inspircd;
	struct services services;
	struct room *room;
	struct player *owl;
};

/* Reads the first line of a file in the server's folder. */
static void read_line(const struct inspircd *inspircd, const char *name, char line[128])
{
	char path[PATH_MAX];
	folder_file(inspircd->folder, name, path);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, 128, file));
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
}

/* Registers the bot's account, with its certificate and public key. */
static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct client client;
	char fingerprint[128], public[128];
	assert_non_null(scene);
	*state = scene;
	inspircd_start(&scene->inspircd);
	services_start(&scene->services, &scene->inspircd, SERVICES_ATHEME);
	read_line(&scene->inspircd, "bot.fingerprint", fingerprint);
	assert_true(client_open(&client, scene->inspircd.port, "mitaines"));
	services_register(&client, PASSWORD, fingerprint);
	read_line(&scene->inspircd, "sasl.public", public);
	client_send(&client, "PRIVMSG NickServ :SET PUBKEY %s", public);
	assert_non_null(client_wait(&client, public, BOT_PATIENCE));
	client_send(&client, "QUIT");
	client_close(&client);
	return 0;
}

/* Registers the bot's account with Anope, with a password only. */
static int start_anope(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct client client;
	assert_non_null(scene);
	*state = scene;
	inspircd_start(&scene->inspircd);
	services_start(&scene->services, &scene->inspircd, SERVICES_ANOPE);
	assert_true(client_open(&client, scene->inspircd.port, "mitaines"));
	services_register(&client, PASSWORD, NULL);
	client_send(&client, "QUIT");
	client_close(&client);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	services_stop(&scene->services);
	inspircd_end(&scene->inspircd);
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

/* Writes the bot's configuration with these settings and starts it. */
static void run(struct scene *scene, int port, const char *settings)
{
	char entry[BOT_ENTRY];
	bot_network(entry, sizeof entry, "test", port, "\"#t\"", settings);
	bot_configure_networks(&scene->room->bot, entry);
	bot_start(&scene->room->bot);
}

static void must_log(struct scene *scene, const char *part)
{
	room_expect_log(scene->room, part);
	if (bot_logged(&scene->room->bot, PASSWORD, 0))
		room_fail(scene->room, "logged", "the password");
}

/* Fails unless the server reports the bot as logged in, and the bot is in #t. */
static void must_be_known(struct scene *scene)
{
	room_ask(scene->room, scene->owl, "!ping", " PRIVMSG #t :pong");
	client_send(&scene->owl->client, "WHOIS mitaines");
	room_expect(scene->room, scene->owl, " 330 owl mitaines mitaines :");
	room_expect(scene->room, scene->owl, " 318 owl mitaines ");
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

/* ---- SASL ---- */

static void the_bot_logs_in_by_sasl_plain(void **state)
{
	struct scene *scene = *state;
	run(scene, scene->inspircd.port,
		"require_sasl = true; sasl = { account = \"mitaines\"; password = \"" PASSWORD
		"\"; };");
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: in #t");
	must_be_known(scene);
}

static void the_bot_logs_in_by_sasl_external(void **state)
{
	struct scene *scene = *state;
	char settings[BOT_ENTRY / 2];
	const char *folder = scene->inspircd.folder;
	snprintf(settings, sizeof settings,
		"tls = true; ca_file = \"%.100s/ca.pem\"; client_certificate = \"%.100s/bot.pem\";"
		"client_key = \"%.100s/bot.key\"; require_sasl = true;"
		"sasl = { mechanism = \"external\"; };",
		folder, folder, folder);
	run(scene, scene->inspircd.tls_port, settings);
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: in #t");
	must_be_known(scene);
}

static void the_bot_logs_in_by_sasl_ecdsa(void **state)
{
	struct scene *scene = *state;
	char settings[BOT_ENTRY / 2];
	snprintf(settings, sizeof settings,
		"require_sasl = true; sasl = { mechanism = \"ecdsa-nist256p-challenge\";"
		" account = \"mitaines\"; key = \"%.300s/sasl.key\"; };",
		scene->inspircd.folder);
	run(scene, scene->inspircd.port, settings);
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: in #t");
	must_be_known(scene);
}

static void a_required_login_with_a_wrong_password_does_not_join(void **state)
{
	struct scene *scene = *state;
	size_t since = scene->owl->client.length;
	run(scene, scene->inspircd.port,
		"require_sasl = true; sasl = { account = \"mitaines\"; password = \"wrong\"; };");
	must_log(scene,
		"not connected: SASL is required, and the login failed: the server says 904");
	must_log(scene, "check account and password in sasl; again in ");
	client_send(&scene->owl->client, "PING :here");
	room_expect(scene->room, scene->owl, " PONG ");
	assert_int_equal(room_count(scene->owl, since, ":mitaines!"), 0);
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

static void an_optional_login_with_a_wrong_password_joins(void **state)
{
	struct scene *scene = *state;
	run(scene, scene->inspircd.port,
		"sasl = { account = \"mitaines\"; password = \"wrong\"; };");
	must_log(scene, "not logged in by SASL: the server says 904");
	must_log(scene, "test: in #t");
	room_ask(scene->room, scene->owl, "!ping", " PRIVMSG #t :pong");
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

/* ---- NickServ ---- */

/* With channel mode +R only logged-in users can join. */
static void the_bot_identifies_to_nickserv_before_it_joins(void **state)
{
	struct scene *scene = *state;
	client_send(&scene->owl->client, "MODE #t +R");
	room_expect(scene->room, scene->owl, " MODE #t ");
	run(scene, scene->inspircd.port,
		"nickserv = { account = \"mitaines\"; password = \"" PASSWORD "\"; };");
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: in #t");
	assert_false(bot_logged(&scene->room->bot, "cannot join", 0));
	must_be_known(scene);
}

static void services_return_the_nick(void **state)
{
	struct scene *scene = *state;
	struct client ghost;
	assert_true(client_open(&ghost, scene->inspircd.port, "mitaines"));
	run(scene, scene->inspircd.port,
		"nickserv = { account = \"mitaines\"; password = \"" PASSWORD "\"; };");
	if (client_wait(&ghost, ":mitaines!", BOT_PATIENCE) == NULL)
		room_fail(scene->room, "the ghost", "keeps the nick");
	room_expect(scene->room, scene->owl, " NICK :mitaines");
	must_log(scene, "test: in #t");
	client_close(&ghost);
	must_be_known(scene);
}

/* For services without REGAIN. */
static void a_configured_command_regains_the_nick(void **state)
{
	struct scene *scene = *state;
	struct client ghost;
	assert_true(client_open(&ghost, scene->inspircd.port, "mitaines"));
	run(scene, scene->inspircd.port,
		"nickserv = { account = \"mitaines\"; password = \"" PASSWORD
		"\"; regain = \"TAKE {nick}\"; };");
	must_log(scene, "test: in #t");
	if (client_wait(&ghost, "KILL", BOT_PATIENCE) == NULL && !client_saw(&ghost, "ERROR"))
		room_fail(scene->room, "the ghost", "is still there");
	room_expect(scene->room, scene->owl, " NICK :mitaines");
	client_close(&ghost);
	must_be_known(scene);
}

/* ---- people ---- */

/* Operator rights belong to the account, not to the nick. */
static void operators_are_known_by_account(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct player *anna = room_enter(room, "anna"), *luc = room_enter(room, "luc");
	services_register(&anna->client, "password", NULL);
	run(scene, scene->inspircd.port, "admins = ( \"account:anna\" );");
	must_log(scene, "test: in #t");
	room_whisper(luc, "admin status");
	room_whisper(anna, "admin status");
	room_expect(room, anna, ":mitaines!");
	client_send(&luc->client, "PRIVMSG NickServ :IDENTIFY anna password");
	room_expect(room, luc, " 900 ");
	room_whisper(luc, "admin status");
	room_expect(room, luc, ":mitaines!");
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* Unloads the modules by which the server tells accounts on JOIN and with messages. */
static void forget_capabilities(const struct inspircd *inspircd)
{
	static const char *const modules[] = { "ircv3", "ircv3_accounttag" };
	struct client root;
	assert_true(client_open(&root, inspircd->port, "root"));
	inspircd_oper(&root);
	for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
		client_send(&root, "UNLOADMODULE %s", modules[i]);
		assert_non_null(client_wait(&root, " 973 ", BOT_PATIENCE));
	}
	client_send(&root, "QUIT");
	client_close(&root);
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
static void the_bot_asks_for_accounts_that_joins_do_not_tell(void **state)
{
	struct scene *scene = *state;
	struct client zoe;
	forget_capabilities(&scene->inspircd);
	run(scene, scene->inspircd.port, "admins = ( \"account:zoe\" );");
	must_log(scene, "test: in #t");
	assert_true(client_open(&zoe, scene->inspircd.port, "zoe"));
	services_register(&zoe, "password", NULL);
	assert_true(client_join(&zoe, "#t"));
	must_be_an_operator(scene, &zoe);
	client_close(&zoe);
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

static void identify(struct scene *scene, struct player *player, const char *account)
{
	client_send(&player->client, "PRIVMSG NickServ :IDENTIFY %s password", account);
	room_expect(scene->room, player, " 900 ");
}

/* A seat belongs to the account: it follows a login, and no nick, host or second connection gets
 * it. */
static void seats_belong_to_accounts(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct player *rose = room_enter(room, "rose"), *luc = room_enter(room, "luc");
	struct player *other = room_enter(room, "other");
	services_register(&rose->client, "password", NULL);
	client_send(&rose->client, "PRIVMSG NickServ :LOGOUT");
	room_expect(room, rose, " 901 ");
	run(scene, scene->inspircd.port, "");
	must_log(scene, "test: in #t");
	room_table(room, (struct player *[]){ rose, luc }, 2, "target=50");
	room_play_moves(room, 3);
	if (room_mover(room, rose, luc) == luc)
		room_move(room, luc);
	assert_ptr_equal(room_mover(room, rose, luc), rose);
	/* During the match rose logs in and goes on; then her connection is lost. */
	cards hand = player_cards(rose);
	identify(scene, rose, "rose");
	room_ask(room, rose, "!hand", "[1] Your turn in #t.");
	assert_true(player_cards(rose) == hand);
	client_close(&rose->client);
	room_expect(room, luc, ":rose!");
	/* Nick and host prove nothing. */
	room_return(room, rose, "rose");
	room_whisper(rose, "hand");
	room_expect(room, rose, ":You hold no cards.");
	client_send(&rose->client, "NICK :rosa");
	room_expect(room, rose, " NICK :rosa");
	/* A login to her account gets the seat, under any nick. */
	size_t told = luc->tellings;
	identify(scene, other, "rose");
	room_expect(room, other, "[1] Your turn in #t.");
	assert_true(player_cards(other) == hand);
	/* A second connection does not hold the seat until it swaps. */
	identify(scene, rose, "rose");
	room_expect(room, rose, ":other holds your seat; !swap moves it here.");
	room_ask(room, rose, "!hand", ":other holds your seat; ");
	other->turn = false;
	room_ask(room, rose, "!swap", "[1] Your turn in #t.");
	assert_true(player_cards(rose) == hand);
	assert_int_equal(luc->tellings, told);
	size_t shown = other->tellings;
	room_move(room, rose);
	room_expect(room, luc, "[1] rosa plays ");
	room_play(room, scene->owl, "This was match 1:");
	assert_int_equal(other->tellings, shown);
	/* The result counts for the person at the start, a nick, not for the account. */
	room_ask(room, other, "!rank", "other has no rating yet");
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* ---- late services ---- */

/* Copies a file from one server's folder to another's. */
static void copy(const struct inspircd *from, const struct inspircd *to, const char *name)
{
	char path[PATH_MAX], bytes[BUFSIZ];
	size_t count;
	folder_file(from->folder, name, path);
	FILE *source = fopen(path, "r");
	folder_file(to->folder, name, path);
	FILE *file = fopen(path, "w");
	assert_non_null(source);
	assert_non_null(file);
	while ((count = fread(bytes, 1, sizeof bytes, source)) > 0)
		assert_int_equal(fwrite(bytes, 1, count, file), count);
	fclose(source);
	assert_int_equal(fclose(file), 0);
}

/* The server gets its first services while the bot is connected. With Anope, because Atheme does
 * not offer SASL late to InspIRCd 4. */
static void services_that_come_late_are_used(void **state)
{
	struct scene *scene = *state;
	struct inspircd first = scene->inspircd;
	client_close(&scene->owl->client);
	services_stop(&scene->services);
	inspircd_start(&scene->inspircd);
	copy(&first, &scene->inspircd, "anope.db");
	inspircd_end(&first);
	scene->room->port = scene->inspircd.port;
	room_return(scene->room, scene->owl, "owl");
	run(scene, scene->inspircd.port,
		"sasl = { account = \"mitaines\"; password = \"" PASSWORD "\"; };");
	must_log(scene, "the server offers no SASL, or its services are away; going on");
	must_log(scene, "test: in #t");
	services_start(&scene->services, &scene->inspircd, SERVICES_ANOPE);
	must_log(scene, "test: logged in as mitaines");
	must_be_known(scene);
}

/* ---- Anope ---- */

static void the_anope_preset_identifies(void **state)
{
	struct scene *scene = *state;
	client_send(&scene->owl->client, "MODE #t +R");
	room_expect(scene->room, scene->owl, " MODE #t ");
	run(scene, scene->inspircd.port,
		"nickserv = { preset = \"anope\"; account = \"mitaines\"; password = \"" PASSWORD
		"\"; };");
	must_log(scene, "test: logged in as mitaines");
	must_log(scene, "test: in #t");
	assert_false(bot_logged(&scene->room->bot, "cannot join", 0));
	must_be_known(scene);
}

static void the_anope_preset_regains_the_nick(void **state)
{
	struct scene *scene = *state;
	struct client ghost;
	assert_true(client_open(&ghost, scene->inspircd.port, "mitaines"));
	run(scene, scene->inspircd.port,
		"nickserv = { preset = \"anope\"; account = \"mitaines\"; password = \"" PASSWORD
		"\"; };");
	room_expect(scene->room, scene->owl, " NICK :mitaines");
	must_log(scene, "test: in #t");
	client_close(&ghost);
	must_be_known(scene);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(the_bot_logs_in_by_sasl_plain),
		CASE(the_bot_logs_in_by_sasl_external),
		CASE(the_bot_logs_in_by_sasl_ecdsa),
		CASE(a_required_login_with_a_wrong_password_does_not_join),
		CASE(an_optional_login_with_a_wrong_password_joins),
		CASE(the_bot_identifies_to_nickserv_before_it_joins),
		CASE(a_configured_command_regains_the_nick),
		CASE(operators_are_known_by_account),
		CASE(seats_belong_to_accounts),
		CASE(the_bot_asks_for_accounts_that_joins_do_not_tell),
		/* Last, because services then hold the nick for a while. */
		CASE(services_return_the_nick),
	};
	const struct CMUnitTest anope[] = {
		CASE(the_bot_logs_in_by_sasl_plain),
		CASE(a_required_login_with_a_wrong_password_does_not_join),
		CASE(the_anope_preset_identifies), CASE(the_anope_preset_regains_the_nick),
		CASE(services_that_come_late_are_used), /* last, because its server replaces the
							   first */
	};
	int failed = cmocka_run_group_tests(tests, start, end);
	return failed + cmocka_run_group_tests(anope, start_anope, end);
}
