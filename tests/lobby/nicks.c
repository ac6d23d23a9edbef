/* nicks.c - who changes their nick, or has it again, and the seats of both. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

/* Anna's connection is lost at table 1, and B comes by that nick from there. */
static struct table *come_back_as(struct stage *stage, const char *nick, const char *address)
{
	struct table *table = begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", nick, NULL, address);
	return table;
}

/* The same, and B and luc have begun another match, where B opened table 2. */
static struct table *play_elsewhere_as(struct stage *stage, const char *nick, const char *address)
{
	struct table *table = come_back_as(stage, nick, address);
	stage_say(stage, "B", "!new target=50");
	stage_say(stage, "L", "!join 2");
	stage_say(stage, "B", "!start");
	assert_true(stage_table(stage, 2)->running);
	stage_hear(stage);
	return table;
}

static void play_out(struct stage *stage, unsigned number)
{
	struct table *table;
	char line[16];
	snprintf(line, sizeof line, "!p #%u 1", number);
	for (unsigned i = 0; i < 200 && (table = stage_table(stage, number)) != NULL; i++)
		stage_say(stage, turn_of(table)->connection, line);
	assert_null(stage_table(stage, number));
}

/* Under a nick that was not theirs they took a seat: now they have both. */
static void who_has_their_nick_again_has_the_seats_of_both(void **state)
{
	struct stage *stage = *state;
	struct table *first = play_elsewhere_as(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned mine = seat_of(first, "anna");
	unsigned other = seat_of(second, "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	const char *heard = stage_hear(stage);
	assert_true(showed_hand(heard, "B"));
	/* A nick proves nothing, and changes nothing for good. */
	assert_not_in(heard, "(seat.counts)");
	assert_stored(stage, first->match, mine, "anna", "anna");
	assert_stored(stage, second->match, other, "annie", "anna");
	stage_say(stage, "B", "!p #1 1");
	assert_said(stage, "[1] (event.play seat=anna ");
	/* There and back: nothing is lost by it. */
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	assert_stored(stage, first->match, mine, "anna", "annie");
	assert_stored(stage, second->match, other, "annie", "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	play_out(stage, 1);
	play_out(stage, 2);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "annie"), 1);
}

/* A turn that is not kept leaves them who they were, and their seat whose it was. */
static void a_nick_that_cannot_be_saved_is_had_later(void **state)
{
	struct stage *stage = *state;
	play_elsewhere_as(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned seat = seat_of(second, "annie");
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_string_equal(second->seat[seat].player->key, "annie");
	assert_stored(stage, second->match, seat, "annie", "annie");
	stage_wait(stage, 5000);
	stage_say(stage, "B", "hello");
	assert_string_equal(second->seat[seat].player->key, "anna");
	assert_stored(stage, second->match, seat, "annie", "anna");
}

/* What they own they can take back, by whichever of both nicks they come. */
static void who_comes_by_the_other_nick_joins_what_they_began_by_it(void **state)
{
	struct stage *stage = *state;
	play_elsewhere_as(stage, "annie", "a@a.home");
	struct table *second = stage_table(stage, 2);
	unsigned seat = seat_of(second, "annie");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	stage_went(stage, "B", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 121 * 1000);
	stage_meet(stage, "C", "annie", NULL, "a@a.home");
	stage_say(stage, "C", "!join 2");
	assert_stored(stage, second->match, seat, "annie", "annie");
}

static void who_plays_elsewhere_gets_no_seat_by_its_nick_alone(void **state)
{
	struct stage *stage = *state;
	struct table *table = play_elsewhere_as(stage, "annie", "b@b.home");
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	stage_say(stage, "B", "!table 1");
	assert_false(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat_of(table, "anna"), "anna", "anna");
	assert_string_equal(key_of(stage, "B"), "annie");
}

/* Anna and annie, of one address, play with luc. */
static struct table *play_side_by_side(struct stage *stage)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", "!new target=50");
	stage_say(stage, "B", "!join");
	stage_say(stage, "L", "!join");
	stage_say(stage, "A", "!start");
	return stage_table(stage, 1);
}

/* Nobody loses a seat, and sees two hands of one table, by taking a nick. */
static void who_sits_beside_their_nick_stays_there(void **state)
{
	struct stage *stage = *state;
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

/* Nor where an AI player has the seat of their nick meanwhile: it is for its owner to take back. */
static void who_sits_beside_what_their_nick_has_left_stays_there(void **state)
{
	struct stage *stage = *state;
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

/* By the word the seat was taken over; that the other nick has one too takes it from nobody. */
static void who_gave_the_word_stays_who_they_are_by_any_nick(void **state)
{
	struct stage *stage = *state;
	struct table *first = begin(stage, NULL);
	unsigned seat = seat_of(first, "anna");
	stage_whisper(stage, "A", "claim bastille");
	stage_meet(stage, "B", "annie", NULL, "a@a.home");
	stage_say(stage, "B", "!new target=50");
	stage_say(stage, "L", "!join 2");
	stage_say(stage, "L", "!start 2");
	stage_whisper(stage, "B", "swap anna bastille");
	stage_say(stage, "B", "hello");
	assert_string_equal(key_of(stage, "B"), "anna");
	assert_stored(stage, first->match, seat, "anna", "anna");
}

/* Nobody else's, though its player too plays as another and is gone. */
static void who_is_back_takes_no_seat_but_their_own(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "L", "luc", "luc", "l@l.home");
	stage_say(stage, "A", "!new");
	stage_say(stage, "L", "!join");
	stage_say(stage, "L", "!start");
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

/* Nor has who plays nothing a seat to lose, whatever word they gave. */
static void who_gave_the_word_and_has_no_seat_has_that_of_their_nick(void **state)
{
	struct stage *stage = *state;
	struct table *table = come_back_as(stage, "annie", "a@a.home");
	stage_whisper(stage, "B", "claim bastille");
	stage_hear(stage);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat_of(table, "anna"), "anna", "anna");
}

/* What did not reach who they were has not reached them: it is tried again when they speak. */
static void a_hand_refused_before_a_login_is_shown_after_it(void **state)
{
	struct stage *stage = *state;
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

/* Whoever comes as B by that nick from there is shown anna's hand. */
static void assert_has_the_seat(struct stage *stage, const char *nick, const char *address)
{
	stage_hear(stage);
	stage_meet(stage, "B", nick, NULL, address);
	stage_whisper(stage, "B", "hand");
	assert_true(showed_hand(stage_hear(stage), "B"));
	stage_went(stage, "B", DEPARTED_NETWORK);
}

static void a_seat_follows_every_nick_of_its_owner(void **state)
{
	static const char *const nicks[] = { "anna_away", "zz", "Guest77" };
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	for (size_t i = 0; i < 3; i++)
		stage_meet(stage, "A", nicks[i], NULL, "a@a.home");
	/* She parts; to come back is to be somebody new for the network. */
	stage_went(stage, "A", DEPARTED_CHANNEL);
	for (size_t i = 0; i < 3; i++)
		assert_has_the_seat(stage, nicks[i], "a@a.home");
	assert_has_the_seat(stage, "anna", "a@a.home");
	assert_int_equal(table_people(table), 2);
}

static void a_nick_of_the_owner_from_elsewhere_is_no_proof(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_meet(stage, "A", "Guest77", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna_away", NULL, "b@b.home");
	stage_whisper(stage, "B", "hand");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_meet(stage, "C", "Guest77", NULL, "c@c.home");
	stage_whisper(stage, "C", "hand");
	const char *heard = assert_said(stage, "C< (stranger.seated name=Guest77)");
	assert_false(showed_hand(heard, "C"));
}

/* While the owner is there, their other nicks are anybody's, even from the same place. */
static void an_owner_who_is_there_loses_no_seat_by_an_old_nick(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_meet(stage, "B", "anna_away", NULL, "a@a.home");
	stage_whisper(stage, "B", "hand");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_whisper(stage, "A", "hand");
	assert_true(showed_hand(stage_hear(stage), "A"));
}

static void whoever_is_shown_as_seated_may_start(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", "!new");
	stage_say(stage, "L", "!join");
	stage_meet(stage, "A", "anna_away", NULL, "a@a.home");
	stage_went(stage, "A", DEPARTED_CHANNEL);
	stage_meet(stage, "B", "anna_away", NULL, "a@a.home");
	stage_say(stage, "B", "!start");
	assert_true(stage_table(stage, 1)->running);
}

static void a_seat_follows_the_last_nick_over_a_restart(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_meet(stage, "A", "Guest77", NULL, "a@a.home");
	kept_restart(stage, NULL);
	assert_has_the_seat(stage, "Guest77", "a@a.home");
	assert_has_the_seat(stage, "anna", "a@a.home");
}

/* ---- logged in as they come back ---- */

static void a_guest_who_is_back_with_an_account_has_their_seat(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", "Anna", "a@a.home");
	stage_whisper(stage, "B", "hand");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_stored(stage, table->match, seat_of(table, "anna"), "anna", "account anna");
}

/* As with a host that an account brings, where the server tells it by QUIT and JOIN. */
static void a_guest_who_is_back_from_elsewhere_with_an_account_is_told_why(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "Anna", "a@users.net");
	assert_said(stage, "B< (stranger.seated name=anna)");
	stage_whisper(stage, "B", "hand");
	assert_false(showed_hand(stage_hear(stage), "B"));
}

static void whoever_comes_without_the_account_of_a_seat_is_told_why(void **state)
{
	struct stage *stage = *state;
	begin(stage, "Anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_whisper(stage, "B", "hand");
	const char *heard = assert_said(stage, "B< (stranger.account name=anna)");
	assert_false(showed_hand(heard, "B"));
}

/* As the server lists them: it has told neither their account nor their host. */
static void a_nick_alone_has_no_seat_of_an_account(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, "Anna");
	stage_meet(stage, "A", "Guest77", "Anna", "a@a.home");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "Guest77", NULL, "@");
	assert_false(showed_hand(stage_hear(stage), "B"));
	assert_stored(
		stage, table->match, seat_of(table, "Guest77"), "account anna", "account anna");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(who_has_their_nick_again_has_the_seats_of_both),
		STAGE_CASE(a_nick_that_cannot_be_saved_is_had_later),
		STAGE_CASE(who_comes_by_the_other_nick_joins_what_they_began_by_it),
		STAGE_CASE(who_plays_elsewhere_gets_no_seat_by_its_nick_alone),
		STAGE_CASE(who_sits_beside_their_nick_stays_there),
		STAGE_CASE(who_sits_beside_what_their_nick_has_left_stays_there),
		STAGE_CASE(who_gave_the_word_stays_who_they_are_by_any_nick),
		STAGE_CASE(who_is_back_takes_no_seat_but_their_own),
		STAGE_CASE(who_gave_the_word_and_has_no_seat_has_that_of_their_nick),
		STAGE_CASE(a_hand_refused_before_a_login_is_shown_after_it),
		STAGE_CASE(a_seat_follows_every_nick_of_its_owner),
		STAGE_CASE(a_nick_of_the_owner_from_elsewhere_is_no_proof),
		STAGE_CASE(an_owner_who_is_there_loses_no_seat_by_an_old_nick),
		STAGE_CASE(whoever_is_shown_as_seated_may_start),
		KEPT_CASE(a_seat_follows_the_last_nick_over_a_restart),
		STAGE_CASE(a_guest_who_is_back_with_an_account_has_their_seat),
		STAGE_CASE(a_guest_who_is_back_from_elsewhere_with_an_account_is_told_why),
		STAGE_CASE(whoever_comes_without_the_account_of_a_seat_is_told_why),
		STAGE_CASE(a_nick_alone_has_no_seat_of_an_account),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
