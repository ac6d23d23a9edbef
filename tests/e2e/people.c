/* people.c - people keep their seats when they change nicks, leave and come back, and other people
 * do not get them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/room.h"

/* Starts a match of two people. Returns anna, whose turn it is. */
static struct player *begin(struct room *room, struct player **other)
{
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=50", 3);
	*other = luc;
	return anna;
}

static void taking_the_old_nick_of_a_player_gives_no_seat(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	struct player *eve = room_enter(room, "eve");
	room_rename(room, anna, "anne");
	room_rename(room, eve, "anna");
	room_ask(room, eve, "!hand", "You hold no cards.");
	room_ask(room, eve, "!p 1", "You’re not at that table.");
	room_quit(room, eve);
	room_return(room, eve, "anna");
	room_ask(room, eve, "!hand", "You hold no cards.");
	room_move(room, anna);
	room_expect(room, luc, "[1] anne plays ");
	assert_int_equal(eve->tellings, 0);
}

static void a_player_returns_to_the_seat_after_a_quit(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	cards hand = player_cards(anna);
	room_quit(room, anna);
	room_ask(room, luc, "!p 1", "It’s anna’s turn.");
	room_return(room, anna, "anna");
	assert_ptr_equal(room_mover(room, anna, luc), anna);
	assert_true(player_cards(anna) == hand);
	room_move(room, anna);
	assert_ptr_equal(room_mover(room, anna, luc), luc);
	room_quit(room, anna);
	room_return(room, anna, "ANNA");
	room_play_moves(room, 3);
}

/* A person can be reached while they are in one of the bot's channels. */
static void a_player_returns_to_the_seat_after_a_part(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	client_send(&anna->client, "PART #t");
	room_expect(room, luc, " PART #t");
	room_whisper_move(room, anna);
	assert_ptr_equal(room_mover(room, anna, luc), luc);
	size_t told = anna->tellings;
	client_send(&anna->client, "PART #u");
	room_expect(room, luc, " PART #u");
	room_move(room, luc);
	room_expect(room, luc, "anna to play.");
	client_send(&anna->client, "JOIN #t,#u");
	assert_ptr_equal(room_mover(room, anna, luc), anna);
	assert_int_equal(anna->tellings, told + 1);
}

/* With user mode +b an ngircd delivers private messages only from logged-in users. */
static void a_player_without_private_messages_is_told_in_public(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	client_send(&anna->client, "MODE anna +b");
	room_expect(room, anna, " MODE anna ");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_expect(room, luc, "[1] anna can’t see their cards");
	assert_int_equal(anna->tellings, 0);
	client_send(&anna->client, "MODE anna -b");
	room_expect(room, anna, " MODE anna ");
	room_ask(room, anna, "!hand", "Your hand: ");
	assert_int_equal(room_count(&room->people[ROOM_OWL], 0, "can’t see their cards"), 1);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(taking_the_old_nick_of_a_player_gives_no_seat),
		CASE(a_player_returns_to_the_seat_after_a_quit),
		CASE(a_player_returns_to_the_seat_after_a_part),
		CASE(a_player_without_private_messages_is_told_in_public),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
