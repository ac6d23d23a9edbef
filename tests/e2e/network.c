/* network.c - acts of network and channel operators against the bot and players during a match, and
 * how the match goes on; on an inspircd with services, where the bot has an account. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/audit.h"
#include "tests/irc/inspircd.h"
#include "tests/irc/room.h"
#include "tests/irc/services.h"

#define PASSWORD "opensesame"

struct scene {
	struct inspircd inspircd;
	struct services services;
	struct client root; /* an IRC operator, in no channel */
	struct room *room;
	struct player *owl; /* a channel operator */
	struct player *anna;
	struct player *luc;
};

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct client client;
	assert_non_null(scene);
	*state = scene;
	inspircd_start(&scene->inspircd);
	services_start(&scene->services, &scene->inspircd, SERVICES_ATHEME);
	assert_true(client_open(&client, scene->inspircd.port, "mitaines"));
	services_register(&client, PASSWORD, NULL);
	client_send(&client, "QUIT");
	client_close(&client);
	assert_true(client_open(&scene->root, scene->inspircd.port, "root"));
	inspircd_oper(&scene->root);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	client_close(&scene->root);
	services_stop(&scene->services);
	inspircd_end(&scene->inspircd);
	free(scene);
	return 0;
}

static int enter_with(struct scene *scene, const char *channels, const char *rest)
{
	char entry[BOT_ENTRY];
	scene->room = room_new();
	bot_network(entry, sizeof entry, "test", scene->inspircd.port, channels, rest);
	room_fill(scene->room, scene->inspircd.port, entry);
	scene->owl = &scene->room->people[ROOM_OWL];
	return 0;
}

/* Starts a bot that requires a login. Anna and luc come later. */
static int enter(void **state)
{
	return enter_with(*state, "\"#t\", \"#u\"",
		"require_sasl = true; sasl = { account = \"mitaines\"; password = \"" PASSWORD
		"\"; };");
}

/* Starts a bot whose grace is four seconds when it is kept out of a channel. */
static int enter_impatient(void **state)
{
	return enter_with(*state, "\"#t\", \"#u\"", "grace_seconds = 4;");
}

/* Starts a bot in #t only: outside #t it shares no channel with people. */
static int enter_single(void **state)
{
	return enter_with(*state, "\"#t\"", "");
}

static int leave(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	room_empty(room);
	return room_close(&room);
}

/* Lets anna and luc play some moves, until it is anna's turn. */
static void play(struct scene *scene)
{
	room_begin(scene->room, scene->anna, scene->luc, "target=100", 5);
}

static void begin(struct scene *scene)
{
	scene->anna = room_enter(scene->room, "anna");
	scene->luc = room_enter(scene->room, "luc");
	play(scene);
}

/* Fails unless the match finishes and no player was shown another's hand. */
static void finish(struct scene *scene)
{
	room_play(scene->room, scene->owl, "This was match 1:");
	audit_room(scene->room, 1);
	assert_int_equal(bot_stop(&scene->room->bot), 0);
}

/* Waits until the bot is in #t and has shown the table there. */
static void see_bot_back(struct scene *scene, const char *nick)
{
	char join[64];
	snprintf(join, sizeof join, ":%s!", nick);
	for (const char *line; (line = room_expect(scene->room, scene->owl, join)) != NULL;)
		if (strstr(line, " JOIN :#t") != NULL)
			break;
	room_expect(scene->room, scene->owl, " PRIVMSG #t :[1] Pile");
}

/* ---- operators of the network ---- */

static void a_killed_player_takes_the_seat_back(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	struct player *eve = room_enter(room, "eve");
	cards hand = player_cards(scene->anna);
	client_send(&scene->root, "KILL anna :out");
	room_expect(room, scene->anna, "(closed)");
	client_close(&scene->anna->client);
	room_expect(room, scene->owl, "[1] Connection lost: anna. The table waits");
	room_rename(room, eve, "anna");
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_ask_alone(room, eve, "p 1", ":You’re not at that table.");
	room_rename(room, eve, "eve");
	room_return(room, scene->anna, "anna");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->anna);
	assert_true(player_cards(scene->anna) == hand);
	finish(scene);
}

static void a_killed_bot_goes_on_with_the_match(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	for (unsigned i = 0; i < 2; i++) {
		struct player *mover = room_mover(room, scene->anna, scene->luc);
		cards hand = player_cards(mover);
		client_send(&scene->root, "KILL mitaines :out");
		room_see_bot_gone(room);
		see_bot_back(scene, "mitaines");
		assert_ptr_equal(room_mover(room, scene->anna, scene->luc), mover);
		assert_true(player_cards(mover) == hand);
		room_play_moves(room, 3);
	}
	client_send(&scene->owl->client, "WHOIS mitaines");
	room_expect(room, scene->owl, " 330 owl mitaines mitaines :");
	finish(scene);
}

/* A person takes the bot's nick while the bot is disconnected. */
static void a_bot_whose_nick_is_taken_goes_on_with_the_match(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	struct player *eve = room_enter(room, "eve");
	kill(room->bot.pid, SIGSTOP);
	client_send(&scene->root, "KILL mitaines :out");
	room_see_bot_gone(room);
	room_rename(room, eve, "mitaines");
	kill(room->bot.pid, SIGCONT);
	room_call_bot(room, "mitaines_");
	see_bot_back(scene, "mitaines_");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->anna);
	room_play_moves(room, 3);
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_quit(room, eve);
	/* A move sent to the lost nick must be made again. */
	room_expect(room, scene->anna, " NICK :mitaines");
	room_expect(room, scene->luc, " NICK :mitaines");
	room_ask(room, scene->anna, "!hand", "Your hand: ");
	room_ask(room, scene->luc, "!hand", "Your hand: ");
	room_play_moves(room, 3);
	assert_string_equal(room->self, "mitaines");
	finish(scene);
}

/* ---- operators of the channel ---- */

static void ban(struct scene *scene)
{
	client_send(&scene->owl->client, "MODE #t +b mitaines!*@*");
	client_send(&scene->owl->client, "KICK #t mitaines :out");
	room_expect_log(scene->room, "kicked out of #t");
	room_expect_log(scene->room, "cannot join #t (474)");
}

static void a_banned_bot_goes_on_with_the_match_after_the_ban(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	cards hand = player_cards(scene->anna);
	ban(scene);
	/* A player who shares another channel with the bot is told that the table still exists. */
	room_ask_alone(room, scene->anna, "hand", "[1] Your turn in #t.");
	assert_true(player_cards(scene->anna) == hand);
	client_send(&scene->owl->client, "MODE #t -b mitaines!*@*");
	see_bot_back(scene, "mitaines");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->anna);
	finish(scene);
}

static void a_match_ends_after_the_grace_of_a_ban(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	ban(scene);
	room_expect(room, scene->anna, " anna :[1] I’ve been kept out of #t, so this table is ");
	room_expect(room, scene->luc, " luc :[1] I’ve been kept out of #t for too long.");
	room_expect(room, scene->luc, " luc :[1] The match ends here");
	room_expect(room, scene->luc, " luc :[1] Match 1, root: ");
	room_ask_alone(room, scene->anna, "table", "There is no table here.");
	client_send(&scene->owl->client, "MODE #t -b mitaines!*@*");
	room_expect(room, scene->owl, " PRIVMSG #t :Match 1, root: ");
	assert_int_equal(bot_stop(&room->bot), 0);
}

static void commands_in_private_work_while_the_bot_is_banned(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	ban(scene);
	room_ask_alone(room, scene->anna, "table", " anna :[1] ");
	room_expect(room, scene->anna, " anna :[1] I’ve been kept out of #t");
	room_ask_alone(room, scene->luc, "stop", " luc :[1] luc would like to end the match");
	room_ask_alone(room, scene->anna, "stop", " anna :[1] The match ends here");
	client_send(&scene->owl->client, "MODE #t -b mitaines!*@*");
	room_expect(room, scene->owl, " PRIVMSG #t :Match 1, root: ");
	assert_int_equal(bot_stop(&room->bot), 0);
}

static void a_match_goes_on_after_a_moderated_channel(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	begin(scene);
	struct player *eve = room_enter(room, "eve");
	client_send(&scene->owl->client, "MODE #t +mv luc");
	room_expect(room, scene->anna, " MODE #t +mv ");
	room_whisper_move(room, scene->anna);
	room_expect_log(scene->room, "not heard in #t (404)");
	assert_ptr_equal(room_mover(room, scene->anna, scene->luc), scene->luc);
	room_ask(room, scene->luc, "!score", " luc :I can’t speak in #t right now");
	client_send(&scene->owl->client, "MODE #t -m");
	room_expect(room, scene->owl, " PRIVMSG #t :[1] Pile");
	room_play_moves(room, 3);
	/* A second time, but now the bot gets voice instead of -m. */
	struct player *mover = room_mover(room, scene->anna, scene->luc);
	client_send(&scene->owl->client, "MODE #t +mv anna");
	room_expect(room, scene->anna, " MODE #t +mv ");
	room_whisper_move(room, mover);
	room_mover(room, scene->anna, scene->luc);
	room_say(eve, "!table");
	room_expect(room, eve, " 404 eve #t ");
	client_send(&scene->owl->client, "MODE #t +v mitaines");
	room_expect(room, scene->owl, " PRIVMSG #t :[1] Pile");
	finish(scene);
}

/* ---- accounts ---- */

/* A player who logs out plays on; the result counts for the account. */
static void a_player_who_logs_out_keeps_seat_and_result(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	room->apart = true; /* a match from one address is casual */
	scene->anna = room_enter(room, "rose");
	scene->luc = room_enter(room, "luc");
	services_register(&scene->anna->client, "password", NULL);
	play(scene);
	client_send(&scene->anna->client, "PRIVMSG NickServ :LOGOUT");
	room_expect(room, scene->anna, " 901 ");
	room_ask(room, scene->anna, "!hand", "[1] Your turn in #t.");
	room_play(room, scene->owl, "This was match 1:");
	room_ask(room, scene->anna, "!rank", "rose has no rating yet");
	client_send(&scene->anna->client, "PRIVMSG NickServ :IDENTIFY rose password");
	room_expect(room, scene->anna, " 900 ");
	room_ask(room, scene->anna, "!rank", "rose, mitaines: ");
	assert_int_equal(audit_number(room->bot.database,
				 "SELECT count(*) FROM ratings JOIN people ON people.id = person"
				 " WHERE key IN ('account rose', 'luc')"),
		2);
	assert_int_equal(audit_number(room->bot.database, "SELECT count(*) FROM ratings"), 2);
	audit_room(room, 1);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(a_killed_player_takes_the_seat_back),
		CASE(a_killed_bot_goes_on_with_the_match),
		CASE(a_bot_whose_nick_is_taken_goes_on_with_the_match),
		CASE(a_banned_bot_goes_on_with_the_match_after_the_ban),
		cmocka_unit_test_setup_teardown(
			a_match_ends_after_the_grace_of_a_ban, enter_impatient, leave),
		cmocka_unit_test_setup_teardown(
			commands_in_private_work_while_the_bot_is_banned, enter_single, leave),
		CASE(a_match_goes_on_after_a_moderated_channel),
		CASE(a_player_who_logs_out_keeps_seat_and_result),
	};
	return cmocka_run_group_tests(tests, start, end);
}
