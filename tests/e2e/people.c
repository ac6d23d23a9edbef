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

static void finish(struct room *room)
{
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
}

static void a_seat_follows_its_player_to_another_nick(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	room_rename(room, anna, "anne");
	room_ask(room, anna, "!hand", "PRIVMSG anne :[1] Your turn in #t.");
	room_move(room, anna);
	room_expect(room, luc, "[1] anne plays ");
	room_ask(room, luc, "!table", "anne holds ");
	finish(room);
}

static void taking_an_old_nick_gives_no_seat(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	struct player *eve = room_enter(room, "eve");
	room_rename(room, anna, "anne");
	room_rename(room, eve, "anna");
	room_ask(room, eve, "!hand", "You hold no cards.");
	room_ask(room, eve, "!p 1", "You’re not at that table.");
	room_ask(room, eve, "!leave", "You’re not at that table.");
	room_ask(room, eve, "!stop", "You’re not at that table.");
	room_quit(room, eve);
	room_return(room, eve, "anna");
	room_ask(room, eve, "!hand", "You hold no cards.");
	room_move(room, anna);
	room_expect(room, luc, "[1] anne plays ");
	finish(room);
	assert_int_equal(eve->tellings, 0);
}

static void taking_an_absent_players_nick_gives_no_seat(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	struct player *eve = room_enter(room, "eve");
	cards hand = player_cards(anna);
	room_quit(room, anna);
	room_quit(room, eve);
	room_return_as(room, eve, "anna", "eve");
	room_expect(
		room, eve, ":You are a guest until anna’s match ends: that seat was last heard");
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_ask_alone(room, eve, "p 1", ":You’re not at that table.");
	room_ask_alone(room, eve, "claim bastille", ":You are a guest until anna");
	room_ask_alone(room, eve, "swap anna bastille", ":No password is set for anna.");
	room_ask(room, luc, "!p 1", "It’s anna’s turn.");
	/* Coming with another nick first does not help either. */
	room_quit(room, eve);
	room_return(room, eve, "eve");
	room_ask_alone(room, eve, "ping", ":pong");
	room_rename(room, eve, "anna");
	room_ask_alone(room, eve, "hand", ":You hold no cards.");
	room_ask_alone(room, eve, "claim bastille", ":You are a guest until anna");
	room_rename(room, eve, "eve");
	room_return(room, anna, "anna");
	assert_ptr_equal(room_mover(room, anna, luc), anna);
	assert_true(player_cards(anna) == hand);
	finish(room);
	assert_int_equal(eve->tellings, 0);
}

static void a_password_proves_a_nick(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	struct player *eve = room_enter(room, "eve");
	cards hand = player_cards(anna);
	room_say(anna, "!claim bastille");
	room_expect(room, anna, ":Everybody has read that");
	room_ask_alone(room, anna, "claim bastille", ":anna is yours now");
	room_quit(room, anna);
	/* With a password the same user@host is no longer enough, nor is a wrong password. */
	room_quit(room, eve);
	room_return(room, eve, "anna");
	room_ask_alone(room, eve, "hand", ":anna is protected by a password.");
	room_ask_alone(room, eve, "claim bastion", ":That’s not the password for anna.");
	room_rename(room, eve, "eve");
	room_return(room, anna, "anne");
	room_ask_alone(room, anna, "swap anna bastille", "[1] Your turn in #t.");
	assert_true(player_cards(anna) == hand);
	room_expect(room, luc, "[1] anne is now playing from another connection.");
	assert_ptr_equal(room_mover(room, anna, luc), anna);
	room_move(room, anna);
	room_expect(room, luc, "[1] anne plays ");
	finish(room);
	assert_int_equal(eve->tellings, 0);
	assert_false(bot_logged(&room->bot, "bastille", 0));
}

/* The first connection is still there, as after a lost connection that the server has not
 * noticed. */
static void a_password_takes_the_seat_from_a_ghost(void **state)
{
	struct room *room = *state;
	struct player *luc;
	struct player *anna = begin(room, &luc);
	struct player *other = room_enter(room, "anna_");
	room_ask_alone(room, anna, "claim bastille", ":anna is yours now");
	room_ask_alone(room, other, "reprendre anna bastille", "[1] Your turn in #t.");
	assert_true(player_cards(other) == player_cards(anna));
	size_t told = anna->tellings;
	anna->turn = false;
	room_ask_alone(room, anna, "hand", ":You hold no cards.");
	room_move(room, other);
	room_expect(room, luc, "[1] anna_ plays ");
	finish(room);
	assert_int_equal(anna->tellings, told);
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
	finish(room);
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
	finish(room);
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
	finish(room);
	assert_int_equal(room_count(&room->people[ROOM_OWL], 0, "can’t see their cards"), 1);
}

static void a_nick_may_look_like_a_card(void **state)
{
	struct room *room = *state;
	struct player *ten = room_enter(room, "TD");
	struct player *jack = room_enter(room, "JS");
	room_table(room, (struct player *[]){ ten, jack }, 2, "target=50");
	finish(room);
	room_ask(room, ten, "!stats JS", "“JS”, mitaines: matches 1, ");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(a_seat_follows_its_player_to_another_nick),
		CASE(taking_an_old_nick_gives_no_seat),
		CASE(taking_an_absent_players_nick_gives_no_seat),
		CASE(a_password_proves_a_nick),
		CASE(a_password_takes_the_seat_from_a_ghost),
		CASE(a_player_returns_to_the_seat_after_a_quit),
		CASE(a_player_returns_to_the_seat_after_a_part),
		CASE(a_player_without_private_messages_is_told_in_public),
		CASE(a_nick_may_look_like_a_card),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
