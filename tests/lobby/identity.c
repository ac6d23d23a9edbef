/* Tests how accounts and connections identify a person, and that the bot shows a hand only to its
 * owner. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

STAGE_CASE(an_account_is_one_person_under_any_nick)
{
	struct table *table = begin(stage, "Anna");
	int64_t match = table->match;
	unsigned seat = seat_of(table, "anna");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
	assert_int_equal(rated(stage, "anna"), 0);
	assert_int_equal(rated(stage, "luc"), 1);
	assert_stored(stage, match, seat, "account anna", "account anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	/* The same account comes with another nick, and with its name in capitals. */
	stage_meet(stage, "A2", "zoe", "ANNA", "z@elsewhere");
	assert_answer(stage, "A2", "!rank", "#table: (rank.unplaced name=zoe game=mitaines ");
	/* Another connection has the same nick, but not the account. */
	stage_meet(stage, "T", "anna", NULL, "a@a.home");
	stage_say(stage, "T", "!set lang fr");
	assert_answer(stage, "T", "!hand", "T< Vous");
	assert_reply(stage, "A2", "hand", "A2< (no.hand)");
}

STAGE_CASE(a_nick_used_from_three_hosts_belongs_to_three_people)
{
	static const char *const hosts[] = { "a@a.home", "b@b.home", "c@c.home" };
	static const char *const keys[] = { "A", "B", "C" };
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "L", "!new");
	for (size_t i = 0; i < 3; i++) {
		stage_meet(stage, keys[i], "anna", NULL, hosts[i]);
		stage_say(stage, keys[i], "!join");
		assert_int_equal(stage_table(stage, 1)->seats_taken, i + 2);
		stage_went(stage, keys[i], DEPARTED_NETWORK);
	}
}

STAGE_CASE(two_present_people_with_one_nick_are_never_one_person)
{
	static const char *const keys[][2] = { { "A", "B" }, { "D", "C" } };
	for (size_t i = 0; i < 2; i++) {
		const char *nick = i == 0 ? "anna" : "rose";
		stage_meet(stage, keys[i][0], nick, NULL, "a@a.home");
		stage_say(stage, keys[i][0], "!new");
		stage_meet(stage, keys[i][1], nick, NULL, "a@a.home");
		stage_say(stage, keys[i][1], "!join");
		assert_string_equal(key_of(stage, keys[i][0]), nick);
		assert_string_equal(key_of(stage, keys[i][1]), case_text("guest %s", nick));
	}
}

STAGE_CASE(a_stranger_on_a_claimed_nick_is_told_at_the_first_command)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A", "claim bastille");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	assert_answer(stage, "B", "!rank", "B< (stranger.claimed name=anna)");
	stage_went(stage, "B", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "C", "anna", NULL, "c@c.home");
	assert_silence(stage);
	assert_answer(stage, "C", "!rank", "C< (stranger.claimed name=anna)");
	/* The bot tells C only once that another person has claimed the nick. */
	stage_say(stage, "C", "!rank");
	assert_unsaid(stage, "(stranger.claimed ");
}

STAGE_CASE(a_stranger_gets_the_nick_when_its_owner_has_no_seat)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!new");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	stage_say(stage, "B", "!set lang fr");
	assert_string_equal(key_of(stage, "B"), "guest anna");
	stage_say(stage, "A", "!leave");
	assert_null(stage_table(stage, 1));
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_say(stage, "B", "!set cards ascii");
	assert_string_equal(key_of(stage, "B"), "anna");
}

STAGE_CASE(logging_in_during_a_match_leaves_the_result_with_the_nick)
{
	struct table *table = begin(stage, NULL);
	unsigned seat = seat_of(table, "anna");
	struct seat_transient before = table->transient.seat[seat];
	assert_stored(stage, table->match, seat, "anna", "anna");
	stage_meet(stage, "A", "anna", "Anna", "a@a.home");
	assert_heard(stage, "A< (seat.counts)\n");
	assert_stored(stage, table->match, seat, "anna", "account anna");
	/* The stored hand of the seat is unchanged. */
	assert_int_equal(table->transient.seat[seat].shown, before.shown);
	assert_memory_equal(table->transient.seat[seat].hand, before.hand, before.shown);
	stage->now += 5000;
	stage_say(stage, "A", "hm");
	assert_silence(stage);
	assert_answer(stage, "A", "!p 1", "(event.play seat=anna ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 0);
	assert_int_equal(rated(stage, "anna"), 1);
}

STAGE_CASE(before_the_start_a_seat_follows_its_player_to_an_account)
{
	open_two(stage, NULL, "!new target=50");
	stage_hear(stage);
	stage_meet(stage, "A", "anna", "Anna", "a@a.home");
	/* The bot tells anna nothing, because the result counts for the account. */
	assert_silence(stage);
	stage_say(stage, "L", "!start");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
	assert_int_equal(rated(stage, "anna"), 0);
}

/* The store cannot keep a rated match with one owner for two seats, so every batch would fail. */
STAGE_CASE(after_a_logout_before_the_start_each_person_has_one_seat)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_say(stage, "A", "!new target=50");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "B", "annie", "anna", "a@office");
	stage_say(stage, "B", "!join");
	struct table *table = stage_table(stage, 1);
	assert_int_equal(table->seats_taken, 2);
	assert_stored(stage, table->match, 0, "anna", "anna");
	assert_stored(stage, table->match, 1, "account anna", "account anna");
	stage_say(stage, "B", "!start");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
	assert_int_equal(rated(stage, "anna"), 1);
}

STAGE_CASE(a_player_who_logs_out_plays_on_as_a_guest)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_hear(stage);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	/* The bot tells anna nothing, because after the logout this is still the same person. */
	assert_silence(stage);
	assert_stored(stage, table->match, seat, "account anna", "anna");
	assert_answer(stage, "A", "!p 1", "(event.play seat=anna ");
	stage_say(stage, "A", "!new mitch");
	assert_stored(stage, stage_table(stage, 2)->match, 0, "anna", "anna");
	stage_say(stage, "A", "!leave #2");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
	assert_int_equal(rated(stage, "anna"), 0);
}

STAGE_CASE(logging_in_again_restores_the_player_of_a_seat)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_stored(stage, table->match, seat, "account anna", "account anna");
	/* Another account may play, but the result stays with the owner of the seat. */
	stage_meet(stage, "A", "anna", "eve", "a@a.home");
	assert_stored(stage, table->match, seat, "account anna", "account eve");
	assert_answer(stage, "A", "!p 1", "(event.play seat=anna ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
	assert_int_equal(rated(stage, "account eve"), 0);
}

STAGE_CASE(the_swap_command_takes_a_seat_back_from_a_departed_guest)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "B", "anne", "anna", "a@office");
	stage_hear(stage);
	stage_whisper(stage, "B", "swap");
	assert_false(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat, "account anna", "anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_whisper(stage, "B", "swap");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat, "account anna", "account anna");
}

/* The failed batch made connection T the guest anna. The rollback must undo this. */
KEPT_CASE(a_failed_batch_does_not_turn_a_person_into_a_guest)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "B", "anne", "anna", "a@office");
	stage_meet(stage, "T", "anna", NULL, "t@t.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	kept_hush(stage);
	stage_add(stage, "B", false, "swap");
	stage_add(stage, "T", false, "ping");
	assert_string_equal(key_of(stage, "T"), "anna");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	assert_false(gets_hand(stage, "T"));
	assert_stored(stage, table->match, seat, "account anna", "anna");
	assert_string_equal(table_name(table, seat), "anna");
	assert_true(gets_hand(stage, "A"));
}

STAGE_CASE(a_player_who_logs_out_on_another_connection_is_shown_the_hand)
{
	begin(stage, "anna");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", "anna", "a@office");
	stage_hear(stage);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "B"));
}

STAGE_CASE(the_swap_command_does_not_take_a_seat_back_from_a_substitute)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	case_dialog(stage, "A: !sub rose", "R: !accept");
	stage_went(stage, "R", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anne", "anna", "a@office");
	stage_hear(stage);
	stage_whisper(stage, "B", "swap");
	assert_false(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat, "account anna", "rose");
	case_seconds(stage, 122);
	stage_say(stage, "B", "!join");
	assert_stored(stage, table->match, seat, "account anna", "account anna");
}

STAGE_CASE(a_player_who_logs_in_as_another_player_gives_up_their_seat)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "G", "ghost", NULL, "a@office");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	case_dialog(stage, "A: !new", "G: !join", "L: !join", "L: !start");
	struct table *table = stage_table(stage, 1);
	unsigned mine = seat_of(table, "anna");
	unsigned other = seat_of(table, "ghost");
	stage_hear(stage);
	/* While connection A of anna is present, the ghost plays on as a person of its own. */
	stage_meet(stage, "G", "ghost", "anna", "a@office");
	assert_said(stage, "G< (swap.offer name=anna)\n");
	assert_stored(stage, table->match, other, "ghost", "ghost");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	/* Connection A is gone, so the ghost becomes anna, and has only the seat of anna. */
	assert_not_in(
		assert_answer(stage, "G", "!table", "(seat.left name=ghost "), "(seat.counts)");
	assert_stored(stage, table->match, mine, "account anna", "account anna");
	assert_int_equal(table_find_seat(table, table->seat[mine].player), mine);
	assert_null(table->seat[other].player);
	assert_string_equal(table->seat[other].owner->key, "ghost");
}

/* After the logout, anna is a guest again and plays anna's own seat, so luc's seat loses its
 * substitute. */
STAGE_CASE(a_substitute_who_logs_out_gives_up_the_seat)
{
	struct table *table = begin(stage, "anna");
	unsigned mine = seat_of(table, "anna"), other = seat_of(table, "luc");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", "anna", "a@office");
	case_dialog(stage, "L: !sub anna", "B: !accept");
	assert_stored(stage, table->match, other, "luc", "account anna");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_stored(stage, table->match, mine, "account anna", "anna");
	assert_null(table->seat[other].player);
}

STAGE_CASE(logging_in_before_the_start_merges_two_seats_of_a_person)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "G", "ghost", NULL, "a@office");
	case_dialog(stage, "A: !new", "G: !join");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "G", "ghost", "anna", "a@office");
	struct table *table = stage_table(stage, 1);
	assert_int_equal(table->seats_taken, 1);
	assert_string_equal(table->seat[0].player->key, "account anna");
	assert_string_equal(table->seat[0].player->connection, "G");
}

STAGE_CASE(a_second_connection_can_only_watch_until_it_swaps)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "B", "anna_", "anna", "a@office");
	assert_string_equal(stage_hear(stage), "B< (swap.offer name=anna)\n");
	static const char *const acts[] = { "!hand", "!p 1", "!leave", "!stop", "!join", "!new",
		"!sub luc", "!set lang fr" };
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
		stage_say(stage, "B", acts[i]);
		assert_string_equal(stage_hear(stage), "B< (swap.offer name=anna)\n");
	}
	assert_answer(stage, "B", "!table", "(turn.next seat=anna)");
	/* The bot also tells the channel, and it shows the hand on the new connection. */
	const char *heard =
		assert_answer(stage, "B", "!reprendre", "#table: [1] (swap.done seat=anna_)");
	assert_true(showed_hand(heard, "B"));
	assert_not_in(heard, "A< ");
	assert_stored(stage, table->match, seat, "account anna", "account anna");
	/* The old connection is now the second one, so it gets no hand. */
	stage_say(stage, "A", "!hand");
	assert_string_equal(stage_hear(stage), "A< (swap.offer name=anna_)\n");
	case_dialog(stage, "B: !p 1", "L: !p 1");
	heard = assert_said(stage, "(event.play seat=anna_ ");
	assert_true(showed_hand(heard, "B"));
	assert_not_in(heard, "A< ");
	stage_whisper(stage, "B", "swap");
	assert_true(showed_hand(stage_hear(stage), "B"));
	finish(stage, 1);
	assert_int_equal(rated(stage, "account anna"), 1);
}

STAGE_CASE(a_second_connection_on_another_persons_nick_is_offered_a_swap)
{
	begin(stage, "anna");
	stage_meet(stage, "B", "luc", "anna", "a@office");
	assert_heard(stage, "B< (swap.offer name=anna)\n");
	assert_answer_is(stage, "B", "!hand", "B< (swap.offer name=anna)\n");
}

STAGE_CASE(two_connections_of_one_account_without_a_seat_are_the_same_person)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "B", "anna_", "anna", "a@office");
	stage_say(stage, "A", "!set cards plain");
	assert_answer(stage, "B", "!swap", "B< (swap.nothing)");
	assert_answer(stage, "B", "!new", "(table.new name=anna_ ");
	assert_answer(stage, "A", "!join", "A< (swap.offer name=anna_)");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 1);
	stage_meet(stage, "E", "eve", NULL, "e@e.home");
	assert_answer(stage, "E", "!swap", "E< (swap.usage)");
	assert_int_equal(stage_table(stage, 1)->seat[0].player->connection[0], 'B');
}

STAGE_CASE(a_second_connection_gets_the_seat_when_the_first_one_is_gone)
{
	struct table *table = begin(stage, "anna");
	stage_meet(stage, "B", "anna_", "anna", "a@office");
	stage_hear(stage);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_say(stage, "B", "hello");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_answer(stage, "B", "!p 1", "(event.play seat=anna_ ");
	assert_int_equal(table->seat[seat_of(table, "anna_")].left_at, 0);
}

KEPT_CASE(a_login_that_cannot_be_stored_is_tried_again_later)
{
	kept_hush(stage);
	struct table *table = begin(stage, NULL);
	unsigned seat = seat_of(table, "anna");
	sqlite3 *other = kept_lock(stage);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_string_equal(table->seat[seat].player->key, "anna");
	assert_string_equal(table->seat[seat].player->connection, "A");
	stage_say(stage, "A", "!p 1");
	assert_false(showed_hand(stage_hear(stage), "L"));
	sqlite3_close(other);
	assert_answer(stage, "A", "!p 1", "(event.play seat=anna ");
	assert_string_equal(table->seat[seat].player->key, "account anna");
	assert_string_equal(table->seat[seat].player->connection, "A");
	assert_stored(stage, table->match, seat, "anna", "account anna");
}

STAGE_CASE(people_dropped_from_memory_are_recognized_again)
{
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "W", "wanda", NULL, "w@w.home");
	stage_whisper(stage, "W", "claim bastille");
	stage_meet(stage, "V", "vera", NULL, "v@v.home");
	stage_whisper(stage, "V", "set lang fr");
	for (unsigned i = 0; i < 2500; i++) {
		const char *nick = case_text("n%u", i);
		struct sender sender = { nick, nick, nick, NULL, "n!u@h", "u@h", false, false };
		stage->network.events->message(&stage->network, &sender, "#table", "!hand");
		lobby_commit(&stage->lobby);
	}
	assert_in_range(stage->lobby.people.count, 0, 2000);
	assert_true(people_find(&stage->lobby.people, &stage->network, "vera") == NULL);
	stage_hear(stage);
	stage_meet(stage, "W", "wendy", NULL, "w@w.home");
	assert_reply(stage, "W", "claim -", "W< (claim.other name=wanda)");
	assert_reply(stage, "V", "hand", "V< Vous n");
	assert_reply(stage, "A", "p 1", "(event.play seat=anna ");
	assert_int_equal(seat_of(table, "n1"), SEAT_NONE);
}

STAGE_CASE(a_returning_stranger_sees_their_hand)
{
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	stage_say(stage, "B", "!rank");
	stage_meet(stage, "B", "bob", NULL, "b@b.home");
	begin(stage, NULL);
	assert_string_equal(key_of(stage, "A"), "guest anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "A2"));
}

STAGE_CASE(a_connection_that_logs_in_as_another_player_is_offered_a_swap)
{
	struct table *table = begin(stage, "anna");
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "E", "eve", "eve", "e@e.home");
	stage_say(stage, "E", "!new");
	stage_hear(stage);
	stage_meet(stage, "A", "anna", "eve", "a@a.home");
	assert_said(stage, "A< (swap.offer name=eve)");
	assert_stored(stage, table->match, seat, "account anna", "anna");
}

STAGE_CASE(an_account_takes_back_the_seat_of_its_nick_on_a_new_connection)
{
	struct table *table = begin(stage, NULL);
	unsigned seat = seat_of(table, "anna");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "annie", "anna", "a@office");
	assert_stored(stage, table->match, seat, "anna", "account anna");
	stage_meet(stage, "C", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_meet(stage, "C", "anna", "anna", "a@a.home");
	assert_said(stage, "C< (swap.offer name=annie)");
	assert_answer(stage, "C", "!hand", "C< (swap.offer name=annie)");
	stage_say(stage, "C", "!swap");
	assert_true(showed_hand(stage_hear(stage), "C"));
	assert_stored(stage, table->match, seat, "anna", "account anna");
}

static int64_t count_people_at_office(const struct stage *stage)
{
	return kept_asked(stage, "SELECT count(*) FROM people WHERE address LIKE '%@office'");
}

/* The store has no addresses of people with accounts. */
KEPT_CASE(the_swap_command_stores_the_new_address_of_a_guest_at_once)
{
	begin(stage, "anna");
	stage_meet(stage, "B", "annie", "anna", "a@office");
	stage_whisper(stage, "B", "swap");
	assert_int_equal(count_people_at_office(stage), 0);
	stage_whisper(stage, "L", "claim bastille");
	stage_meet(stage, "M", "lucien", NULL, "l@office");
	stage_whisper(stage, "M", "swap luc bastille");
	assert_int_equal(count_people_at_office(stage), 1);
}

/* The bot recognizes a guest by the address. For players it must store a new address at once; for
 * other people this can wait. */
KEPT_CASE(a_new_address_is_stored_at_once_for_players_only)
{
	begin(stage, NULL);
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	stage_whisper(stage, "R", "set lang fr");
	stage_meet(stage, "R", "rose", NULL, "r@office");
	assert_int_equal(count_people_at_office(stage), 0);
	stage_meet(stage, "L", "luc", NULL, "l@office");
	assert_int_equal(count_people_at_office(stage), 1);
	kept_restart(stage, NULL);
	stage_meet(stage, "L2", "luc", NULL, "l@office");
	assert_string_equal(key_of(stage, "L2"), "luc");
}

KEPT_CASE(logging_out_stores_the_nick_that_the_person_has_then)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!set lang en");
	stage_meet(stage, "A", "annie", NULL, "a@a.home");
	stage_say(stage, "A", "!set lang en");
	stage_meet(stage, "A", "annie", "anna", "a@a.home");
	stage_say(stage, "A", "!new");
	stage_meet(stage, "A", "zoe", "anna", "a@a.home");
	stage_meet(stage, "A", "zoe", NULL, "a@a.home");
	assert_int_equal(kept_asked(stage,
				 "SELECT count(*) FROM people WHERE key = 'anna' AND name = 'zoe'"),
		1);
}

KEPT_CASE(logging_in_without_a_seat_stores_no_person)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_say(stage, "A", "!ping");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM people WHERE network > 0"), 0);
	stage_say(stage, "A", "!new");
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM people WHERE network > 0"), 1);
}

KEPT_CASE(an_unchanged_player_is_not_stored_again)
{
	kept_hush(stage);
	begin(stage, NULL);
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_say(stage, "A", "!table");
	sqlite3_close(other);
	const char *heard = assert_said(stage, "(turn.next seat=anna)");
	assert_not_in(heard, "(store.failed)");
}
