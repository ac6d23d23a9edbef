/* Tests absent players: announcements, grace periods, and how a restart keeps both. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { SECOND = 1000, GRACE = 122 };

static struct table *case_three(struct stage *stage)
{
	case_dialog(stage, "anna: !new", "luc: !join", "rose: !join", "anna: !start");
	stage_hear(stage);
	return stage_table(stage, 1);
}

KEPT_CASE(a_stand_in_plays_on_after_a_restart_and_still_can_be_replaced)
{
	struct table *table = case_two(stage, "!new");
	unsigned seat = seat_of(table, "luc");
	stage->pensive = true;
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	assert_said(stage, "(seat.stands.in names=luc)");
	kept_restart(stage, NULL);
	stage->pensive = true;
	assert_true(stage_table(stage, 1)->seat[seat].has_stand_in);
	stage_came(stage, "luc");
	case_seconds(stage, 1);
	assert_said(stage, "(seat.here names=luc)");
	kept_restart(stage, NULL);
	assert_false(stage_table(stage, 1)->seat[seat].has_stand_in);
}

/* The line names the longer of the waits for both players. */
STAGE_CASE(players_lost_together_are_announced_in_one_line)
{
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

/* Only an absence during the match uses the grace period. */
STAGE_CASE(an_absence_before_the_start_uses_no_grace_period)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 20);
	stage_came(stage, "luc");
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 1);
	assert_said(stage, "(seat.lost names=luc wait=2 min)");
}

STAGE_CASE(a_player_unreachable_before_the_start_sees_the_hand_once)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_refuse(stage, "luc");
	stage_say(stage, "anna", "!start");
	assert_true(showed_hand(stage_hear(stage), "luc"));
	stage->now += 4 * SECOND;
	stage_say(stage, "luc", "good luck");
	assert_false(showed_hand(stage_hear(stage), "luc"));
}

STAGE_CASE(several_refused_lines_in_a_batch_are_announced_once)
{
	const struct person *player = turn_of(case_two(stage, "!new"));
	struct sender sender = { .key = player->connection, .nick = player->name };
	for (unsigned i = 0; i < 2; i++)
		stage->network.events->private_refused(&stage->network, &sender);
	lobby_commit(&stage->lobby);
	assert_int_equal(case_count(stage_hear(stage), "(seat.blocked "), 1);
}
