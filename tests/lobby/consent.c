/* Tests actions that need another player's consent: handing over a seat and stopping a match. */
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "tests/stage/guests.h"

enum { LAPSE = 120 * 1000 };

static struct table *begin_with_rose(struct stage *stage)
{
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	stage_hear(stage);
	return table;
}

/* ---- sub ---- */

STAGE_CASE(a_seat_is_handed_over_only_to_a_person_who_accepts)
{
	struct table *table = begin_with_rose(stage);
	unsigned seat = seat_of(table, "anna");
	assert_answer(stage, "A", "!sub luc", "A< (sub.seated name=luc)");
	assert_answer(stage, "A", "!sub rose", "#table: [1] (sub.offered name=anna other=rose)");
	assert_stored(stage, table->match, seat, "anna", "anna");
	assert_int_equal(seat_of(table, "rose"), SEAT_NONE);
	/* Until rose accepts, anna can play, and no other person can accept. */
	assert_answer(stage, "T", "!accept", "(no.offer)");
	assert_answer(stage, "R", "!decline", "#table: [1] (sub.declined name=rose)");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	assert_stored(stage, table->match, seat, "anna", "anna");
}

STAGE_CASE(the_result_of_a_match_played_by_a_substitute_counts_for_the_owner)
{
	struct table *table = begin_with_rose(stage);
	unsigned seat = seat_of(table, "anna");
	stage_say(stage, "A", "!sub rose");
	const char *heard =
		assert_reply(stage, "R", "accept", "#table: [1] (sub.done name=anna other=rose)");
	assert_true(showed_hand(heard, "R"));
	assert_false(showed_hand(heard, "A"));
	assert_stored(stage, table->match, seat, "anna", "rose");
	assert_answer(stage, "A", "!p 1", "A< (not.seated)");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "rose"), 0);
}

STAGE_CASE(an_offer_of_a_seat_expires)
{
	struct table *table = begin_with_rose(stage);
	stage_say(stage, "A", "!sub rose");
	stage->now += LAPSE;
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* The offer ends at once when anna makes a move herself. */
	case_dialog(stage, "A: !sub rose", "A: !p 1");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* An offer also ends when anna withdraws it, or offers the seat to another person. */
	stage_say(stage, "A", "!sub rose");
	assert_answer(stage, "A", "!sub -", "#table: [1] (offer.withdrawn name=anna)");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	stage_meet(stage, "Z", "zoe", NULL, "z@z.home");
	case_dialog(stage, "A: !sub rose", "A: !sub zoe");
	assert_answer(stage, "R", "!accept", "(no.offer)");
	/* The offer ends when anna leaves. */
	stage_say(stage, "A", "!leave");
	assert_answer(stage, "Z", "!accept", "(no.offer)");
	assert_null(
		table->seat[table_find_left_seat(table, table->seat[!seat_of(table, "luc")].owner)]
			.player);
}

STAGE_CASE(an_offer_of_a_seat_stays_open_if_the_batch_accepting_it_fails)
{
	struct table *table = begin_with_rose(stage);
	stage_say(stage, "A", "!sub rose");
	stage_add(stage, "R", true, "!accept");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	assert_int_equal(seat_of(table, "rose"), SEAT_NONE);
	assert_answer(stage, "R", "!accept", "(sub.done name=anna other=rose)");
}

/* If rose got the seat without consent, rose would own it at the start, and could lose rating by
 * leaving. */
STAGE_CASE(the_sub_command_frees_the_seat_before_the_start)
{
	open_two(stage, NULL, "!new");
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	assert_answer(
		stage, "A", "!sub rose", "#table: [1] (sub.free name=anna other=rose names=luc)");
	struct table *table = stage_table(stage, 1);
	assert_int_equal(table->seats_taken, 1);
	assert_string_equal(table->seat[0].owner->name, "luc");
	/* A player alone at the table cannot free their seat like this, because the table would
	 * close. */
	assert_answer(stage, "L", "!sub rose", "(sub.alone name=rose)");
	assert_int_equal(table->seats_taken, 1);
	/* Anyone can take the free seat, including anna. */
	assert_answer(stage, "A", "!join", "(table.joined name=anna ");
	stage_say(stage, "A", "!start");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->name, "anna");
}

STAGE_CASE(a_person_is_not_seated_by_the_mere_offer_of_a_seat)
{
	struct settings settings = stage->settings;
	settings.usual.leaver_wait_seconds = 600;
	lobby_configure(&stage->lobby, &settings);
	begin_with_rose(stage);
	stage_say(stage, "A", "!sub rose");
	assert_answer(stage, "R", "!leave", "(not.seated)");
	assert_answer(stage, "R", "!new", "(table.new name=rose ");
}

/* ---- stop ---- */

STAGE_CASE(consent_to_stop_expires_after_some_time_or_a_move_by_the_player)
{
	begin_with_rose(stage);
	stage_say(stage, "A", "!stop");
	stage->now += LAPSE;
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	/* luc's consent ends when luc makes a move. */
	case_dialog(stage, "A: !p 1", "L: !p 1");
	assert_answer(stage, "A", "!stop", "(stop.asked name=anna others=luc)");
	assert_answer(stage, "L", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(consent_to_stop_can_be_withdrawn)
{
	begin_with_rose(stage);
	assert_answer(stage, "A", "!stop -", "(offer.nothing)");
	stage_say(stage, "A", "!stop");
	assert_answer(stage, "A", "!stop -", "#table: [1] (offer.withdrawn name=anna)");
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	assert_answer(stage, "A", "!stop", "(match.stopped ");
}

STAGE_CASE(consent_to_stop_ends_when_the_player_leaves_the_seat)
{
	begin_with_rose(stage);
	case_dialog(stage, "A: !stop", "A: !leave", "A: !join");
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	stage->now += LAPSE;
	/* A lapsed consent does not end the match when the other player leaves. */
	case_dialog(stage, "L: !stop", "A: !leave");
	assert_non_null(stage_table(stage, 1));
}

STAGE_CASE(sitting_down_again_does_not_count_as_consent_to_stop)
{
	open_two(stage, NULL, "!new");
	case_dialog(stage, "L: !stop", "L: !leave", "L: !join");
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
	open_two(stage, NULL, new);
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

STAGE_CASE(an_absent_leader_wins_when_another_player_stops_the_match)
{
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
	/* The exported record says that the match ended early and its points counted as they
	 * stood. */
	stage_whisper(stage, "L", "export 1");
	for (unsigned i = 0; i < 10; i++)
		stage_whisper(stage, "L", "more");
	assert_said(stage, "as it stands");
}

STAGE_CASE(a_player_within_the_grace_period_must_agree_to_stop)
{
	struct table *table = begin_two(stage, "!new target=20");
	play_until_ahead(stage, table, seat_of(table, "anna"));
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	assert_answer(stage, "L", "!stop", "(stop.asked name=luc others=anna)");
	assert_non_null(stage_table(stage, 1));
}

STAGE_CASE(a_leader_wins_although_they_left_before_the_last_player)
{
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

STAGE_CASE(a_leader_wins_although_a_substitute_is_the_last_to_leave)
{
	struct table *table = begin_two(stage, "!new target=20");
	int64_t match = table->match;
	play_until_ahead(stage, table, seat_of(table, "anna"));
	stage_meet(stage, "R", "rose", NULL, "r@r.home");
	case_dialog(stage, "L: !sub rose", "R: !accept", "A: !leave");
	assert_answer(stage, "R", "!leave", "(match.stands ");
	assert_true(has_won(stage, match, "anna"));
	assert_int_equal(rated(stage, "luc"), 1);
	assert_int_equal(rated(stage, "rose"), 0);
}

STAGE_CASE(a_stopped_match_with_equal_scores_is_a_draw)
{
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
