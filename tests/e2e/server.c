/* server.c - the IRC server dies and comes back; the bot reconnects and the matches go on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/room.h"

/* Waits until a player is disconnected. */
static void lose(struct room *room, struct player *player)
{
	room_expect(room, player, "(closed)");
	client_close(&player->client);
}

/* Waits until the owl sees the bot join. */
static void meet_bot(struct room *room)
{
	room_expect(room, &room->people[ROOM_OWL], ":mitaines!~mitaines@127.0.0.1 JOIN :#t");
}

/* Counts how often the bot has shown the first table in #t since. */
static unsigned lines(struct room *room, struct player *player, size_t since)
{
	struct player *owl = &room->people[ROOM_OWL];
	room_say(player, "!ping now");
	room_expect(room, owl, "pong now");
	return room_count(owl, since, " PRIVMSG #t :[1] Pile");
}

/* The bot is back first; the player to move gets their hand on return. */
static void a_returning_player_gets_their_hand(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_play_moves(room, 4);
	struct player *mover = room_mover(room, anna, luc);
	cards hand = player_cards(mover);

	server_stop(&room->server);
	for (unsigned i = 0; i < room->count; i++)
		lose(room, &room->people[i]);
	assert_true(server_again(&room->server));
	room_return(room, owl, "owl");
	meet_bot(room);
	room_expect(room, owl, "[1] Pile");
	room_return(room, mover, mover == anna ? "anna" : "luc");
	assert_ptr_equal(room_mover(room, anna, luc), mover);
	assert_true(player_cards(mover) == hand);
	room_return(room, mover == anna ? luc : anna, mover == anna ? "luc" : "anna");
	assert_int_equal(lines(room, mover, 0), 1);
	room_play_moves(room, 3);
}

/* One of two servers dies; people on the other see nothing of it. */
static void losing_one_network_does_not_affect_another(void **state)
{
	struct room *room = *state;
	struct server other;
	char networks[2 * BOT_ENTRY];
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_true(server_start(&other));
	bot_network(networks, BOT_ENTRY, "one", room->server.port, "\"#t\", \"#u\"", "");
	strncat(networks, ", ", sizeof networks - strlen(networks) - 1);
	bot_network(
		networks + strlen(networks), BOT_ENTRY, "two", other.port, "\"#t\", \"#u\"", "");
	bot_configure_networks(&room->bot, networks);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room->port = other.port;
	struct player *away = room_enter(room, "anna");
	struct player *rose = room_enter(room, "rose");
	room_start_bot(room);
	room_expect(room, luc, ":mitaines!~mitaines@127.0.0.1 JOIN :#u");
	room_expect(room, rose, ":mitaines!~mitaines@127.0.0.1 JOIN :#u");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_table(room, (struct player *[]){ away, rose }, 2, "target=50");
	room_play_moves(room, 3);

	server_stop(&other);
	lose(room, away);
	lose(room, rose);
	away->turn = rose->turn = false;
	room_play_moves(room, 3);
	assert_int_equal(room_count(&room->people[ROOM_OWL], 0, " QUIT "), 1);
	assert_true(server_again(&other));
	room_return(room, away, "anna");
	room_return(room, rose, "rose");
	room_play(room, rose, " plays ");
	server_end(&other);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(a_returning_player_gets_their_hand),
		CASE(losing_one_network_does_not_affect_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
