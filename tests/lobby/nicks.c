/* Tests the seats of people who change their nick, or get an old nick back. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

/* Begins a match of anna and luc at table 1 and disconnects anna. Then connection B comes with this
 * nick and address. */
static struct table *lose_and_return(struct stage *stage, const char *nick, const char *address)
{
	struct table *table = begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", nick, NULL, address);
	return table;
}

/* Does the same as lose_and_return. Then B opens table 2 and begins a match with luc. */
static struct table *return_and_play_with_luc(
	struct stage *stage, const char *nick, const char *address)
{
	struct table *table = lose_and_return(stage, nick, address);
	case_dialog(stage, "B: !new target=50", "L: !join 2", "B: !start");
	assert_true(stage_table(stage, 2)->running);
	stage_hear(stage);
	return table;
}

static void play_out(struct stage *stage, unsigned number)
{
	struct table *table;
	const char *line = case_text("!p #%u 1", number);
	for (unsigned i = 0; i < 200 && (table = stage_table(stage, number)) != NULL; i++)
		stage_say(stage, turn_of(table)->connection, line);
	assert_null(stage_table(stage, number));
}

/* annie takes the nick anna again, with a seat under each of the two nicks. */
STAGE_CASE(taking_the_old_nick_again_keeps_the_seats_of_both_nicks)
{
	struct table *first = return_and_play_with_luc(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned mine = seat_of(first, "anna");
	unsigned other = seat_of(second, "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	const char *heard = stage_hear(stage);
	assert_true(showed_hand(heard, "B"));
	/* A nick proves no identity, so the results stay with the owners of the seats. */
	assert_not_in(heard, "(seat.counts)");
	assert_stored(stage, first->match, mine, "anna", "anna");
	assert_stored(stage, second->match, other, "annie", "anna");
	assert_answer(stage, "B", "!p #1 1", "[1] (event.play seat=anna ");
	/* Going back and forth between the nicks, the person loses no seat. */
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	assert_stored(stage, first->match, mine, "anna", "annie");
	assert_stored(stage, second->match, other, "annie", "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	play_out(stage, 1);
	play_out(stage, 2);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "annie"), 1);
}

STAGE_CASE(a_nick_change_that_cannot_be_stored_is_tried_again)
{
	return_and_play_with_luc(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned seat = seat_of(second, "annie");
	case_fail(stage);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_string_equal(second->seat[seat].player->key, "annie");
	assert_stored(stage, second->match, seat, "annie", "annie");
	stage_wait(stage, 5000);
	stage_say(stage, "B", "hello");
	assert_string_equal(second->seat[seat].player->key, "anna");
	assert_stored(stage, second->match, seat, "annie", "anna");
}

STAGE_CASE(a_returning_player_takes_back_a_seat_with_the_nick_of_its_owner)
{
	return_and_play_with_luc(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned seat = seat_of(second, "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	stage_went(stage, "B", DEPARTED_NETWORK);
	case_seconds(stage, 122);
	stage_meet(stage, "C", "annie", NULL, "a@a.home");
	stage_say(stage, "C", "!join 2");
	assert_stored(stage, second->match, seat, "annie", "annie");
}

static struct table *play_side_by_side(struct stage *stage)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	case_dialog(stage, "A: !new target=50", "B: !join", "L: !join", "A: !start");
	return stage_table(stage, 1);
}

/* If B became anna here, B could lose a seat, or see two hands of one table. */
STAGE_CASE(a_player_keeps_their_seat_when_taking_the_nick_of_another_seat)
{
	struct table *table = play_side_by_side(stage);
	unsigned mine = seat_of(table, "anna");
	unsigned other = seat_of(table, "annie");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	stage_say(stage, "B", "hello");
	assert_string_equal(key_of(stage, "B"), "annie");
	assert_stored(stage, table->match, mine, "anna", "anna");
	assert_stored(stage, table->match, other, "annie", "annie");
}

/* The owner can take back the seat of anna only with the command join. */
STAGE_CASE(a_player_keeps_their_seat_when_taking_the_nick_of_an_empty_seat)
{
	struct table *table = play_side_by_side(stage);
	unsigned mine = seat_of(table, "anna");
	unsigned other = seat_of(table, "annie");
	stage_say(stage, "A", "!leave");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	stage_say(stage, "B", "hello");
	assert_string_equal(key_of(stage, "B"), "annie");
	assert_stored(stage, table->match, other, "annie", "annie");
	assert_string_equal(table->seat[mine].owner->key, "anna");
	assert_null(table->seat[mine].player);
}

STAGE_CASE(a_person_can_prove_their_identity_by_password_on_any_nick)
{
	struct table *first = begin(stage, NULL);
	unsigned seat = seat_of(first, "anna");
	stage_whisper(stage, "A", "claim bastille");
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	case_dialog(stage, "B: !new target=50", "L: !join 2", "L: !start 2",
		"B> swap anna bastille", "B: hello");
	assert_string_equal(key_of(stage, "B"), "anna");
	assert_stored(stage, first->match, seat, "anna", "anna");
}

STAGE_CASE(a_player_can_take_back_only_their_own_seat_by_swap)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "L", "luc", "luc", "l@l.home");
	case_dialog(stage, "A: !new", "L: !join", "L: !start");
	const struct table *table = stage_table(stage, 1);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_went(stage, "L", DEPARTED_NETWORK);
	stage_meet(stage, "B", "lucas", "luc", "l@office");
	stage_whisper(stage, "B", "swap");
	assert_stored(stage, table->match, 0, "account anna", "anna");
	assert_stored(stage, table->match, 1, "account luc", "account luc");
}

STAGE_CASE(a_person_with_a_password_but_no_seat_gets_the_seat_of_their_nick)
{
	struct table *table = lose_and_return(stage, "annie", "a@a.home");
	stage_whisper(stage, "B", "claim bastille");
	stage_hear(stage);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat_of(table, "anna"), "anna", "anna");
}

STAGE_CASE(a_hand_whose_line_was_refused_before_a_login_is_shown_after_it)
{
	begin(stage, NULL);
	stage_refuse(stage, "A");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_hear(stage);
	stage->now += 5000;
	stage_say(stage, "A", "done");
	assert_true(showed_hand(stage_hear(stage), "A"));
	stage_say(stage, "A", "thank you");
	assert_silence(stage);
}

/* ---- every nick of the owner ---- */

/* Fails unless the bot shows anna's hand to a new connection with this nick and address. */
static void assert_has_the_seat(struct stage *stage, const char *nick, const char *address)
{
	stage_hear(stage);
	stage_meet(stage, "B", nick, NULL, address);
	assert_true(gets_hand(stage, "B"));
	stage_went(stage, "B", DEPARTED_NETWORK);
}

STAGE_CASE(the_owner_keeps_the_seat_through_every_change_of_nick)
{
	static const char *const nicks[] = { "anna_away", "zz", "Guest77" };
	struct table *table = begin(stage, NULL);
	for (size_t i = 0; i < 3; i++)
		stage_meet(stage, "A", nicks[i], NULL, "a@a.home");
	/* After a PART the bot does not see the connection any more, so the next one of this person
	 * is new to it. */
	stage_went(stage, "A", DEPARTED_CHANNEL);
	for (size_t i = 0; i < 3; i++)
		assert_has_the_seat(stage, nicks[i], "a@a.home");
	assert_has_the_seat(stage, "anna", "a@a.home");
	assert_int_equal(table_count_people(table), 2);
}

STAGE_CASE(a_person_with_an_old_nick_on_another_host_gets_no_seat)
{
	begin(stage, NULL);
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_meet(stage, "A", "Guest77", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna_away", NULL, "b@b.home");
	assert_false(gets_hand(stage, "B"));
	stage_meet(stage, "C", "Guest77", NULL, "c@c.home");
	const char *heard = assert_reply(stage, "C", "hand", "C< (stranger.seated name=Guest77)");
	assert_false(showed_hand(heard, "C"));
}

/* Other people can use an old nick, even from the same host. */
STAGE_CASE(a_present_owner_keeps_the_seat_when_an_old_nick_appears)
{
	begin(stage, NULL);
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_meet(stage, "B", "anna_away", NULL, "a@a.home");
	assert_false(gets_hand(stage, "B"));
	assert_true(gets_hand(stage, "A"));
}

STAGE_CASE(a_seated_person_can_start_the_match_after_a_rename)
{
	open_two(stage, NULL, "!new");
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_CHANNEL);
	stage_meet(stage, "B", "anna_away", NULL, "a@a.home");
	stage_say(stage, "B", "!start");
	assert_true(stage_table(stage, 1)->running);
}

KEPT_CASE(a_seat_belongs_to_the_last_nick_of_its_owner_after_a_restart)
{
	begin(stage, NULL);
	stage_meet(stage, "A", "Guest77", NULL, "a@a.home");
	kept_restart(stage, NULL);
	assert_has_the_seat(stage, "Guest77", "a@a.home");
	assert_has_the_seat(stage, "anna", "a@a.home");
}

/* ---- logged in as they come back ---- */

KEPT_CASE(the_nick_of_a_player_back_with_their_account_is_stored)
{
	begin(stage, "anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "annie", "anna", "a@office");
	kept_restart(stage, NULL);
	assert_int_not_equal(seat_of(stage_table(stage, 1), "annie"), SEAT_NONE);
}

STAGE_CASE(a_guest_returning_with_an_account_gets_the_seat)
{
	struct table *table = begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", "Anna", "a@a.home");
	assert_true(gets_hand(stage, "B"));
	assert_stored(stage, table->match, seat_of(table, "anna"), "anna", "account anna");
}

/* A login may change the host. The server then shows a QUIT and a JOIN. */
STAGE_CASE(a_guest_back_with_an_account_and_another_host_is_told_why_they_get_no_seat)
{
	begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "Anna", "a@users.net");
	assert_said(stage, "B< (stranger.seated name=anna)");
	assert_false(gets_hand(stage, "B"));
}

STAGE_CASE(a_person_without_the_account_of_a_seat_is_told_why_they_get_no_seat)
{
	begin(stage, "Anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	const char *heard = assert_reply(stage, "B", "hand", "B< (stranger.account name=anna)");
	assert_false(showed_hand(heard, "B"));
}

/* The list of members that the bot gets when it joins has neither accounts nor hosts. */
STAGE_CASE(a_person_gets_no_seat_of_an_account_by_its_nick_alone)
{
	struct table *table = begin(stage, "Anna");
	stage_meet(stage, "A", "Guest77", "Anna", "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "Guest77", NULL, "@");
	assert_false(showed_hand(stage_hear(stage), "B"));
	assert_stored(
		stage, table->match, seat_of(table, "Guest77"), "account anna", "account anna");
}
