/* Tests actions that need another player's consent: handing over a seat and stopping a match. */
#include "storage/journal.h"
#include "storage/leave_count.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "tests/stage/guests.h"

enum { LAPSE = 120 * 1000 };

static struct stage *begin_with_rose(void **state, struct table **table)
{
	*table = begin(*state, NULL);
	stage_meet(*state, "R", "rose", NULL, "r@r.home");
	stage_hear(*state);
	return *state;
}

/* ---- sub ---- */

static void a_seat_is_handed_over_only_to_a_person_who_accepts(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	unsigned seat = seat_of(table, "anna");
	stage_say(stage, "A", "!sub rose");
	assert_said(stage, "#table: [1] (sub.offered name=anna other=rose)");
	assert_stored(stage, table->match, seat, "anna", "anna");
	assert_int_equal(seat_of(table, "rose"), SEAT_NONE);
	/* Until rose accepts, anna plays, and other people cannot accept. */
	assert_answer(stage, "T", "!accept", "(no.offer)");
	stage_say(stage, "R", "!decline");
	assert_said(stage, "#table: [1] (sub.declined name=rose)");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	assert_stored(stage, table->match, seat, "anna", "anna");
}

static void a_substitute_plays_and_the_result_stays_the_owners(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	unsigned seat = seat_of(table, "anna");
	char heard[HEARD];
	stage_say(stage, "A", "!sub rose");
	stage_hear(stage);
	stage_whisper(stage, "R", "accepter");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_in(heard, "#table: [1] (sub.done name=anna other=rose)");
	assert_true(showed_hand(heard, "R"));
	assert_false(showed_hand(heard, "A"));
	assert_stored(stage, table->match, seat, "anna", "rose");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "rose"), 0);
}

static void an_offer_lapses(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	stage_say(stage, "A", "!sub rose");
	stage->now += LAPSE;
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* An own move of the offering player ends the offer at once. */
	stage_say(stage, "A", "!sub rose");
	stage_say(stage, "A", "!p 1");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* An offer also ends when it is withdrawn, or replaced by an offer to another person. */
	stage_say(stage, "A", "!sub rose");
	assert_answer(stage, "A", "!sub -", "#table: [1] (offer.withdrawn name=anna)");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	stage_meet(stage, "Z", "zoe", NULL, "z@z.home");
	stage_say(stage, "A", "!sub rose");
	stage_say(stage, "A", "!sub zoe");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* The offer ends when the offering player leaves. */
	stage_say(stage, "A", "!leave");
	assert_answer(stage, "Z", "!accept", "(no.offer)");
	assert_null(
		table->seat[table_find_left_seat(table, table->seat[!seat_of(table, "luc")].owner)]
			.player);
}

static void a_failed_accept_leaves_the_offer_open(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	stage_say(stage, "A", "!sub rose");
	stage_add(stage, "R", true, "!accept");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	assert_int_equal(seat_of(table, "rose"), SEAT_NONE);
	assert_answer(stage, "R", "!accept", "(sub.done name=anna other=rose)");
}

/* Otherwise a stranger could be booked for a loss and a leave. */
static void sub_before_the_start_frees_the_seat(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	stage_say(stage, "A", "!new");
	stage_say(stage, "L", "!join");
	stage_hear(stage);
	stage_say(stage, "A", "!sub rose");
	assert_said(stage, "#table: [1] (sub.free name=anna other=rose names=luc)");
	struct table *table = stage_table(stage, 1);
	assert_int_equal(table->seats_taken, 1);
	assert_string_equal(table->seat[0].owner->name, "luc");
	/* The last player cannot free their seat like this, because the table would close. */
	assert_answer(stage, "L", "!sub rose", "(sub.alone name=rose)");
	assert_int_equal(table->seats_taken, 1);
	/* The free seat is open to all people, including anna. */
	assert_answer(stage, "A", "!join", "(table.joined name=anna ");
	stage_say(stage, "A", "!start");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->name, "anna");
}

static void an_offered_seat_does_not_bind_the_person_it_is_offered_to(void **state)
{
	struct table *table;
	struct stage *stage = *state;
	struct settings settings = stage->settings;
	settings.usual.leaver_wait_seconds = 600;
	lobby_configure(&stage->lobby, &settings);
	begin_with_rose(state, &table);
	stage_say(stage, "A", "!sub rose");
	assert_answer(stage, "R", "!leave", "(not.seated)");
	assert_answer(stage, "R", "!new", "(table.new name=rose ");
}

/* ---- stop ---- */

static void consent_to_stop_lapses_with_time_and_moves(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	stage_say(stage, "A", "!stop");
	stage->now += LAPSE;
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	/* luc's consent holds until luc moves. */
	stage_say(stage, "A", "!p 1");
	stage_say(stage, "L", "!p 1");
	assert_answer(stage, "A", "!stop", "(stop.asked name=anna others=luc)");
	assert_answer(stage, "L", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

static void consent_to_stop_can_be_withdrawn(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	assert_answer(stage, "A", "!stop -", "(offer.nothing)");
	stage_say(stage, "A", "!stop");
	assert_answer(stage, "A", "!stop -", "#table: [1] (offer.withdrawn name=anna)");
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	assert_answer(stage, "A", "!stop", "(match.stopped ");
}

static void consent_to_stop_ends_when_the_player_leaves_the_seat(void **state)
{
	struct table *table;
	struct stage *stage = begin_with_rose(state, &table);
	stage_say(stage, "A", "!stop");
	stage_say(stage, "A", "!leave");
	stage_say(stage, "A", "!join");
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	stage->now += LAPSE;
	/* A consent that lapsed does not end the match when the other player leaves. */
	stage_say(stage, "L", "!stop");
	stage_say(stage, "A", "!leave");
	assert_non_null(stage_table(stage, 1));
}

static void sitting_down_again_does_not_agree_to_stop(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", "!new");
	stage_say(stage, "L", "!join");
	stage_say(stage, "L", "!stop");
	stage_say(stage, "L", "!leave");
	stage_say(stage, "L", "!join");
	assert_answer(stage, "A", "!stop", "(stop.asked name=anna others=luc)");
}

/* Plays until this seat is ahead in points and the other seat is to move. */
static void play_until_ahead(struct stage *stage, struct table *table, unsigned seat)
{
	for (unsigned i = 0; i < 400; i++) {
		const struct state *game = table_state(table);
		if (state_score(game, seat) > state_score(game, !seat) && game->turn != seat)
			return;
		stage_play(stage, 1, 1);
		assert_non_null(stage_table(stage, 1));
	}
	fail();
}

/* Disconnects anna and waits until an AI player stands in. */
static void lose_anna(struct stage *stage, struct table *table)
{
	unsigned seat = seat_of(table, "anna");
	stage_went(stage, "A", DEPARTED_NETWORK);
	for (unsigned i = 0; i < 600 && !table->seat[seat].has_stand_in; i++)
		stage_wait(stage, 1000);
	assert_true(table->seat[seat].has_stand_in);
	stage_hear(stage);
}

static struct table *begin_two(struct stage *stage, const char *new)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", new);
	stage_say(stage, "L", "!join");
	stage_say(stage, "L", "!start");
	assert_non_null(stage_table(stage, 1));
	return stage_table(stage, 1);
}

static unsigned count_leaves(struct stage *stage, const char *key)
{
	int64_t id = 0;
	struct store_leaver leaver = { .leaves = 0 };
	assert_int_equal(store_find_person(stage->store, stage->network.id, key, &id), STORE_OK);
	assert_int_equal(store_get_leaves(stage->store, id, &leaver), STORE_OK);
	return leaver.leaves;
}

static bool has_won(struct stage *stage, int64_t match, const char *key)
{
	struct store_seat rows[STORE_SEATS];
	struct store_match row;
	unsigned count;
	assert_int_equal(store_get_match(stage->store, match, &row), STORE_OK);
	assert_int_equal(row.state, STORE_FINISHED);
	assert_int_equal(store_list_seats(stage->store, match, rows, &count), STORE_OK);
	for (unsigned i = 0; i < count; i++)
		if (strcmp(rows[i].person.key, key) == 0)
			return rows[i].won;
	fail();
	return false;
}

static void stop_lets_an_absent_leader_win(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=20");
	int64_t match = table->match;
	play_until_ahead(stage, table, seat_of(table, "anna"));
	lose_anna(stage, table);
	assert_answer(stage, "L", "!stop", "(match.stands ");
	assert_null(stage_table(stage, 1));
	assert_true(has_won(stage, match, "anna"));
	assert_false(has_won(stage, match, "luc"));
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "luc"), 1);
	assert_int_equal(count_leaves(stage, "anna"), 0);
}

static void stop_lets_the_last_present_player_win_when_ahead(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=60");
	int64_t match = table->match;
	play_until_ahead(stage, table, seat_of(table, "luc"));
	lose_anna(stage, table);
	stage_say(stage, "L", "!stop");
	assert_true(has_won(stage, match, "luc"));
	assert_int_equal(count_leaves(stage, "anna"), 0);
	/* The match can be looked up, and its exported record says that it counted as it stood. */
	assert_answer(stage, "L", "!match last", "luc");
	stage_whisper(stage, "L", "export 1");
	for (unsigned i = 0; i < 10; i++)
		stage_whisper(stage, "L", "more");
	assert_said(stage, "as it stands");
}

static void a_player_within_the_grace_period_must_agree_to_stop(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=20");
	play_until_ahead(stage, table, seat_of(table, "anna"));
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	assert_non_null(stage_table(stage, 1));
}

static void leaving_before_the_others_stop_counts_as_leaving(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=60");
	play_until_ahead(stage, table, seat_of(table, "luc"));
	stage_say(stage, "A", "!leave");
	assert_answer(stage, "L", "!stop", "(match.stands ");
	assert_int_equal(count_leaves(stage, "anna"), 1);
	assert_int_equal(rated(stage, "anna"), 1);
}

static void the_last_player_to_leave_does_not_undo_the_lead(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=20");
	int64_t match = table->match;
	play_until_ahead(stage, table, seat_of(table, "anna"));
	stage_say(stage, "A", "!leave");
	assert_answer(stage, "L", "!leave", "(match.stands ");
	assert_null(stage_table(stage, 1));
	assert_true(has_won(stage, match, "anna"));
	assert_false(has_won(stage, match, "luc"));
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "luc"), 1);
	assert_int_equal(count_leaves(stage, "anna"), 1);
	assert_int_equal(count_leaves(stage, "luc"), 0);
}

static void the_last_leave_of_a_substitute_does_not_undo_the_lead(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_two(stage, "!new target=20");
	int64_t match = table->match;
	play_until_ahead(stage, table, seat_of(table, "anna"));
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	stage_say(stage, "L", "!sub rose");
	stage_say(stage, "R", "!accept");
	stage_say(stage, "A", "!leave");
	assert_answer(stage, "R", "!leave", "(match.stands ");
	assert_true(has_won(stage, match, "anna"));
	assert_int_equal(rated(stage, "luc"), 1);
	assert_int_equal(rated(stage, "rose"), 0);
}

static void a_stopped_match_with_equal_scores_is_a_draw(void **state)
{
	struct stage *stage = *state;
	stage->chance.seed = 1;
	struct table *table = begin_two(stage, "!new target=20");
	int64_t match = table->match;
	lose_anna(stage, table);
	struct state *game = table_state(table);
	assert_int_equal(state_score(game, 0), state_score(game, 1));
	game->total[0] = game->total[1] = 10;
	stage_say(stage, "L", "!stop");
	assert_false(has_won(stage, match, "anna"));
	assert_false(has_won(stage, match, "luc"));
}

/* ---- start ---- */

static uint16_t three_players(const struct state *state)
{
	(void)state;
	return 1 << 3;
}

static void a_start_that_the_game_refuses_writes_nothing(void **state)
{
	struct stage *stage = *state;
	struct store_hand hands[3];
	unsigned count;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	struct table *table = stage_table(stage, 1);
	const struct game *game = table->game;
	struct game picky = *game;
	picky.players = three_players;
	table->game = &picky;
	stage_hear(stage);
	stage_say(stage, "anna", "!start");
	table->game = game;
	assert_unsaid(stage, "(event.drawn ");
	assert_false(table->running);
	assert_int_equal(
		store_list_hands(stage->store, table->match, 0, hands, 3, &count), STORE_OK);
	assert_int_equal(count, 2);
	assert_false(hands[0].dealt || hands[1].dealt);
	stage_say(stage, "anna", "!start");
	assert_true(table->running);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_seat_is_handed_over_only_to_a_person_who_accepts),
		STAGE_CASE(a_substitute_plays_and_the_result_stays_the_owners),
		STAGE_CASE(an_offer_lapses),
		STAGE_CASE(a_failed_accept_leaves_the_offer_open),
		STAGE_CASE(sub_before_the_start_frees_the_seat),
		STAGE_CASE(an_offered_seat_does_not_bind_the_person_it_is_offered_to),
		STAGE_CASE(consent_to_stop_lapses_with_time_and_moves),
		STAGE_CASE(consent_to_stop_can_be_withdrawn),
		STAGE_CASE(consent_to_stop_ends_when_the_player_leaves_the_seat),
		STAGE_CASE(sitting_down_again_does_not_agree_to_stop),
		STAGE_CASE(stop_lets_an_absent_leader_win),
		STAGE_CASE(stop_lets_the_last_present_player_win_when_ahead),
		STAGE_CASE(a_player_within_the_grace_period_must_agree_to_stop),
		STAGE_CASE(leaving_before_the_others_stop_counts_as_leaving),
		STAGE_CASE(the_last_player_to_leave_does_not_undo_the_lead),
		STAGE_CASE(the_last_leave_of_a_substitute_does_not_undo_the_lead),
		STAGE_CASE(a_stopped_match_with_equal_scores_is_a_draw),
		STAGE_CASE(a_start_that_the_game_refuses_writes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
