/* Who of a table's people cannot be reached: what is told of them, and what a restart keeps. */
#include "bot/match/presence.h"
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { SECOND = 1000, GRACE = 122 };

static struct table *case_three(struct stage *stage)
{
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	return stage_table(stage, 1);
}

/* That an AI player has a seat, and that it has it no more. */
static void who_is_stood_in_for_is_so_over_a_restart(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	unsigned seat = seat_of(table, "luc");
	stage->pensive = true;
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	assert_said(stage, "(seat.stands.in names=luc)");
	kept_restart(stage, NULL);
	stage->pensive = true;
	assert_true(stage_table(stage, 1)->seat[seat].away);
	stage_came(stage, "luc");
	case_seconds(stage, 1);
	assert_said(stage, "(seat.here names=luc)");
	kept_restart(stage, NULL);
	assert_false(stage_table(stage, 1)->seat[seat].away);
}

/* Of several in one line, with the longest of their times. */
static void those_who_are_gone_are_told_of_together(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_three(stage);
	char line[80], names[2][16];
	for (unsigned i = 0; i < 2; i++)
		snprintf(names[i], sizeof names[i], "%s", table_name(table, i + 1));
	stage_went(stage, names[1], DEPARTED_NETWORK);
	case_seconds(stage, 20);
	stage_came(stage, names[1]);
	case_seconds(stage, 1);
	stage_hear(stage);
	stage_went(stage, names[0], DEPARTED_NETWORK);
	stage_went(stage, names[1], DEPARTED_NETWORK);
	case_seconds(stage, 1);
	snprintf(line, sizeof line, "(seat.lost names=%s, %s wait=2 min)", names[0], names[1]);
	assert_said(stage, line);
}

/* A table that has not begun waits by no grace: all of it is left when it has. */
static void who_was_gone_before_the_start_has_all_their_grace(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 20);
	stage_came(stage, "luc");
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 1);
	assert_said(stage, "(seat.lost names=luc wait=2 min)");
}

/* Who played nothing then has missed nothing: their hand is shown once. */
static void who_was_not_reached_before_they_play_is_dealt_to(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_refuse(stage, "luc");
	stage_say(stage, "anna", "!start");
	assert_true(showed_hand(stage_hear(stage), "luc"));
	stage->now += 4 * SECOND;
	stage_say(stage, "luc", "good luck");
	assert_false(showed_hand(stage_hear(stage), "luc"));
}

/* At any time of the clock: not at once, but soon. */
static void who_was_not_reached_is_tried_again_in_a_moment(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	char nick[16];
	snprintf(nick, sizeof nick, "%s", turn_of(table)->name);
	stage->now += 20 * SECOND;
	stage_refuse(stage, nick);
	stage_say(stage, nick, "what now?");
	assert_false(showed_hand(stage_hear(stage), nick));
	stage->now += 4 * SECOND;
	stage_say(stage, nick, "and now?");
	assert_true(showed_hand(stage_hear(stage), nick));
}

/* However many lines came back in one turn. */
static void who_was_not_reached_is_named_once(void **state)
{
	struct stage *stage = *state;
	const struct person *player = turn_of(case_two(stage, "!new"));
	struct sender sender = { .key = player->connection, .nick = player->name };
	for (unsigned i = 0; i < 2; i++)
		stage->network.events->unheard(stage->network.above, &stage->network, &sender);
	lobby_commit(&stage->lobby);
	assert_int_equal(case_count(stage_hear(stage), "(seat.blocked "), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_CASE(who_is_stood_in_for_is_so_over_a_restart),
		STAGE_CASE(those_who_are_gone_are_told_of_together),
		STAGE_CASE(who_was_gone_before_the_start_has_all_their_grace),
		STAGE_CASE(who_was_not_reached_before_they_play_is_dealt_to),
		STAGE_CASE(who_was_not_reached_is_tried_again_in_a_moment),
		STAGE_CASE(who_was_not_reached_is_named_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
