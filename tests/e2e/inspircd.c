/* inspircd.c - matches on an inspircd: without TLS, with TLS, by a proxy; and certificates that the
 * bot must not trust. */
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "tests/irc/audit.h"
#include "tests/irc/inspircd.h"
#include "tests/irc/room.h"
#include "tests/irc/socks.h"

struct scene {
	struct inspircd inspircd;
	struct room *room;
};

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	inspircd_start(&scene->inspircd);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	inspircd_end(&scene->inspircd);
	free(scene);
	return 0;
}

static int make_room(void **state)
{
	struct scene *scene = *state;
	scene->room = room_new();
	scene->room->port = scene->inspircd.port;
	return 0;
}

static int leave_room(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	return room_close(&room);
}

/* Writes an entry of `networks` for the server. It uses TLS if `ca` names a CA file. */
static void entry_for(const struct inspircd *inspircd, const char *ca, char entry[BOT_ENTRY])
{
	char tls[BOT_ENTRY / 2] = "";
	if (ca != NULL)
		snprintf(tls, sizeof tls, "tls = true; ca_file = \"%.400s/%s\";", inspircd->folder,
			ca);
	bot_network(entry, BOT_ENTRY, "test", ca != NULL ? inspircd->tls_port : inspircd->port,
		"\"#t\", \"#u\"", tls);
}

static void play(struct scene *scene, const char *entry)
{
	struct room *room = scene->room;
	struct player *players[2];
	struct audit audit;
	room_fill(room, scene->inspircd.port, entry);
	players[0] = room_enter(room, "anna");
	players[1] = room_enter(room, "luc");
	room_table(room, players, 2, "target=100");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
	audit_read(&audit, room->bot.database, 1);
	audit_public(&audit, &room->people[ROOM_OWL].client, 1);
	audit_told(&audit, players[0]);
	audit_told(&audit, players[1]);
	audit_free(&audit);
	assert_int_equal(bot_stop(&room->bot), 0);
}

static void a_match_works_without_tls(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_for(&scene->inspircd, NULL, entry);
	play(scene, entry);
}

static void a_match_works_with_tls(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_for(&scene->inspircd, "ca.pem", entry);
	play(scene, entry);
}

/* Writes an entry with the fingerprint in the first line of a file, and a CA file or NULL. */
static void entry_pinned(
	const struct inspircd *inspircd, const char *file, const char *ca, char entry[BOT_ENTRY])
{
	char tls[BOT_ENTRY / 2], path[PATH_MAX], pin[128] = "", authority[BOT_ENTRY / 3] = "";
	folder_file(inspircd->folder, file, path);
	FILE *pins = fopen(path, "r");
	assert_non_null(pins);
	assert_int_equal(fscanf(pins, "%127s", pin), 1);
	fclose(pins);
	if (ca != NULL)
		snprintf(authority, sizeof authority, "ca_file = \"%.200s/%s\";", inspircd->folder,
			ca);
	snprintf(tls, sizeof tls, "tls = true; tls_fingerprint = \"%s\"; %s", pin, authority);
	bot_network(entry, BOT_ENTRY, "test", inspircd->tls_port, "\"#t\", \"#u\"", tls);
}

/* A known key needs no CA. */
static void a_match_works_with_a_fingerprint(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_pinned(&scene->inspircd, "server.pin", NULL, entry);
	play(scene, entry);
}

static void a_match_works_with_the_fingerprint_of_a_certificate(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_pinned(&scene->inspircd, "server.fingerprint", NULL, entry);
	play(scene, entry);
}

/* Plays by a proxy, and checks the proxy's log: the mark, then the requested address. */
static void play_by_a_proxy(struct scene *scene, const char *scheme, const char *mark)
{
	char entry[BOT_ENTRY], rest[BOT_ENTRY / 2], log[PATH_MAX], asked[64], expected[64];
	struct socks socks = { .port = 0 };
	folder_file(scene->room->bot.folder, "socks.log", log);
	socks_start(&socks, log);
	snprintf(rest, sizeof rest, "tls = true; ca_file = \"%.300s\"; proxy = \"%s127.0.0.1:%d\";",
		scene->inspircd.ca, scheme, socks.port);
	bot_network(entry, sizeof entry, "test", scene->inspircd.tls_port, "\"#t\", \"#u\"", rest);
	play(scene, entry);
	socks_end(&socks);
	FILE *file = fopen(log, "r");
	assert_non_null(file);
	assert_non_null(fgets(asked, sizeof asked, file));
	fclose(file);
	snprintf(expected, sizeof expected, "%s127.0.0.1:%d\n", mark, scene->inspircd.tls_port);
	assert_string_equal(asked, expected);
}

static void a_match_works_by_a_proxy(void **state)
{
	play_by_a_proxy(*state, "socks5h://", "");
}

static void a_match_works_by_an_http_proxy(void **state)
{
	play_by_a_proxy(*state, "http://", "HTTP ");
}

/* Returns the number of times that the server has seen the bot. */
static unsigned visits(struct room *room, struct player *owl)
{
	size_t since = owl->client.length;
	client_send(&owl->client, "WHOIS mitaines");
	room_expect(room, owl, " 401 owl mitaines :");
	client_send(&owl->client, "WHOWAS mitaines");
	room_expect(room, owl, " 369 owl mitaines :");
	return room_count(owl, since, " 314 owl mitaines ");
}

/* Fails if the bot trusts this server, or connects without TLS instead. */
static void refuse(struct scene *scene, const char *entry, const char *reason, const char *advice)
{
	struct room *room = scene->room;
	struct player *owl = room_enter(room, "owl");
	unsigned before = visits(room, owl);
	bot_configure_networks(&room->bot, entry);
	bot_start(&room->bot);
	if (!bot_logged(&room->bot, reason, BOT_PATIENCE))
		room_fail(room, "the log says nothing of", reason);
	if (!bot_logged(&room->bot, advice, 0))
		room_fail(room, "the log does not advise", advice);
	assert_int_equal(visits(room, owl), before);
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_false(bot_logged(&room->bot, "connected as", 0));
}

static void a_certificate_of_another_ca_is_refused(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_for(&scene->inspircd, "other.pem", entry);
	refuse(scene, entry, "test: not connected: SSL certificate problem",
		"; if this is the right server, name its authority in ca_file, or its key in "
		"tls_fingerprint; again in ");
}

static void another_key_is_refused(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_pinned(&scene->inspircd, "other.pin", NULL, entry);
	refuse(scene, entry, "test: not connected: SSL: public key does not match pinned",
		"; the server has another key or certificate than tls_fingerprint says");
}

static void another_certificate_is_refused(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_pinned(&scene->inspircd, "other.fingerprint", NULL, entry);
	refuse(scene, entry, "test: not connected: ",
		"; the server has another key or certificate than tls_fingerprint says");
}

/* Both are required, and the CA is wrong. */
static void a_known_key_with_a_wrong_ca_is_refused(void **state)
{
	struct scene *scene = *state;
	char entry[BOT_ENTRY];
	entry_pinned(&scene->inspircd, "server.pin", "other.pem", entry);
	refuse(scene, entry, "test: not connected: SSL certificate problem", "; again in ");
}

/* The server greets in plain text, although the bot wants TLS. */
static void a_server_without_tls_is_refused(void **state)
{
	struct scene *scene = *state;
	struct bot *bot = &scene->room->bot;
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof address;
	char entry[BOT_ENTRY];
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
	bot_network(entry, sizeof entry, "test", ntohs(address.sin_port), "\"#t\"", "tls = true;");
	bot_configure_networks(bot, entry);
	bot_start(bot);
	int fd = accept(listener, NULL, NULL);
	assert_true(send(fd, "NOTICE * :Welcome\r\n", 19, MSG_NOSIGNAL) == 19);
	if (!bot_logged(bot, "; does the server speak TLS on this port? 6697 is usual; again in ",
		    BOT_PATIENCE))
		room_fail(scene->room, "the log", "no advice");
	close(fd);
	close(listener);
	assert_int_equal(bot_stop(bot), 0);
}

/* With user mode +g a person receives private messages only from people on their ACCEPT list. */
static void a_player_with_caller_id_sees_their_hand_after_accept(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	char entry[BOT_ENTRY];
	entry_for(&scene->inspircd, NULL, entry);
	room_fill(room, scene->inspircd.port, entry);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	client_send(&anna->client, "MODE anna +g");
	room_expect(room, anna, " MODE anna ");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_expect(room, luc, "[1] anna can’t see their cards");
	assert_int_equal(anna->tellings, 0);
	client_send(&anna->client, "ACCEPT mitaines");
	room_ask(room, anna, "!hand", "Your hand: ");
	assert_int_equal(room_count(&room->people[ROOM_OWL], 0, "can’t see their cards"), 1);
}

/* With a grace of one second an AI player moves for the person; then the person takes the seat
 * back. */
static void a_player_takes_the_seat_back_from_an_ai_player(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	char entry[BOT_ENTRY];
	bot_network(entry, sizeof entry, "test", scene->inspircd.port, "\"#t\", \"#u\"",
		"grace_seconds = 1;");
	room_fill(room, scene->inspircd.port, entry);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	if (room_mover(room, anna, luc) == luc)
		room_move(room, luc);
	assert_ptr_equal(room_mover(room, anna, luc), anna);
	room_quit(room, anna);
	anna->turn = false;
	room_expect(room, luc, "[1] An AI player plays for anna until they come back.");
	room_expect(room, luc, "[1] anna plays ");
	room_return(room, anna, "anna");
	room_expect(room, luc, "[1] Back at the table: anna.");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
}

/* The bot sees the players in this channel alone, and no longer after the kick. */
static void players_are_told_that_the_bot_is_banned(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	struct player *owl = &room->people[ROOM_OWL];
	char entry[BOT_ENTRY];
	bot_network(entry, sizeof entry, "test", scene->inspircd.port, "\"#t\"", "");
	room_fill(room, scene->inspircd.port, entry);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	client_send(&owl->client, "MODE #t +b mitaines!*@*");
	client_send(&owl->client, "KICK #t mitaines :out");
	room_expect(room, anna, "PRIVMSG anna :[1] I’ve been kept out of #t");
	room_expect(room, luc, "PRIVMSG luc :[1] I’ve been kept out of #t");
	room_ask_alone(room, anna, "table", "Pile (4)");
	assert_int_equal(room_count(anna, 0, "I’ve been kept out of #t"), 1);
}

/* ---- channels that do not list all people ---- */

static void fill(struct scene *scene)
{
	char entry[BOT_ENTRY];
	bot_network(entry, sizeof entry, "test", scene->inspircd.port, "\"#t\", \"#u\"", "");
	room_fill(scene->room, scene->inspircd.port, entry);
}

/* Sets channel modes in both channels and waits until the bot has seen them. */
static void set_modes(struct room *room, const char *modes)
{
	struct player *owl = &room->people[ROOM_OWL];
	client_send(&owl->client, "MODE #t %s", modes);
	client_send(&owl->client, "MODE #u %s", modes);
	room_expect(room, owl, " MODE #u ");
	room_ask(room, owl, "!ping", "pong");
}

/* Quits when the channel's modes hide the QUIT from others. */
static void quit_unseen(struct player *player)
{
	client_send(&player->client, "QUIT :bye");
	while (client_wait(&player->client, "", 1000) != NULL)
		;
	client_close(&player->client);
	player->client.nick[0] = '\0';
	player->turn = false;
}

static void a_match_where_nobody_is_listed(struct scene *scene, const char *modes)
{
	struct room *room = scene->room;
	fill(scene);
	set_modes(room, modes);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
}

static void a_match_works_in_an_auditorium(void **state)
{
	a_match_where_nobody_is_listed(*state, "+ntu");
}

static void a_match_works_with_delayed_joins(void **state)
{
	a_match_where_nobody_is_listed(*state, "+ntD");
}

/* The match begins before the channel hides people; then anna quits, and eve takes her nick. */
static void a_hand_is_not_told_to_a_nick_taken_unseen(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	fill(scene);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	struct player *eve = room_enter(room, "eve");
	room_begin(room, luc, anna, "target=50", 4);
	set_modes(room, "+ntu");
	quit_unseen(anna);
	room_rename(room, eve, "anna");
	/* It is luc's turn; his move would show anna her hand. */
	room_move(room, luc);
	room_expect(room, luc, "[1] Connection lost: anna.");
	room_ask_alone(room, eve, "hand", "You are a guest until anna’s match ends");
	room_ask_alone(room, eve, "p 1", "not at that table");
	if (eve->tellings > 0 || room_count(eve, 0, "Your hand") > 0)
		room_fail(room, "eve", "sees a hand");
	client_send(&eve->client, "NICK eve");
	room_return(room, anna, "anna");
	room_ask_alone(room, anna, "hand", "Your ");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
}

/* inspircd announces the new host by CHGHOST. */
static void a_new_host_keeps_the_seat(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	fill(scene);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=50", 2);
	inspircd_oper(&room->people[ROOM_OWL].client);
	client_send(&room->people[ROOM_OWL].client, "CHGHOST anna cloak.example");
	room_expect(room, anna, "cloak.example");
	room_ask_alone(room, anna, "hand", "Your ");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_room, leave_room)
	const struct CMUnitTest tests[] = {
		CASE(a_match_works_without_tls),
		CASE(a_match_works_with_tls),
		CASE(a_match_works_with_a_fingerprint),
		CASE(a_match_works_with_the_fingerprint_of_a_certificate),
		CASE(a_match_works_by_a_proxy),
		CASE(a_match_works_by_an_http_proxy),
		CASE(a_certificate_of_another_ca_is_refused),
		CASE(another_key_is_refused),
		CASE(another_certificate_is_refused),
		CASE(a_known_key_with_a_wrong_ca_is_refused),
		CASE(a_server_without_tls_is_refused),
		CASE(a_player_with_caller_id_sees_their_hand_after_accept),
		CASE(a_player_takes_the_seat_back_from_an_ai_player),
		CASE(players_are_told_that_the_bot_is_banned),
		CASE(a_match_works_in_an_auditorium),
		CASE(a_match_works_with_delayed_joins),
		CASE(a_hand_is_not_told_to_a_nick_taken_unseen),
		CASE(a_new_host_keeps_the_seat),
	};
	return cmocka_run_group_tests(tests, start, end);
}
