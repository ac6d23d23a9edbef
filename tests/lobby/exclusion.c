/* Tests matches whose channel bans the bot. */
#include "tests/stage/guests.h"
#include "tests/stage/heard.h"

enum { GRACE = 120, BOTH = 2 };

/* Begins a match of anna and luc, and bans the bot. */
static struct table *begin_and_ban(struct stage *stage, const char *new)
{
	struct table *table = case_two(stage, new);
	stage_wait(stage, ARRIVED_MS);
	stage_kick(stage);
	return table;
}

STAGE_CASE(a_rated_match_counts_as_it_stands_if_the_bot_is_banned)
{
	struct table *table = case_two(stage, "!new");
	assert_true(table->rated);
	while (!game_half(table->game, table_state(table)))
		stage_play(stage, 1, 1);
	stage_wait(stage, ARRIVED_MS);
	stage_hear(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE - 1);
	const char *heard =
		assert_said(stage, "anna< [1] (channel.barred channel=#table wait=2 min)\n");
	assert_int_equal(case_count(heard, "(channel.barred "), BOTH);
	assert_non_null(stage_table(stage, 1));
	case_seconds(stage, 1);
	heard = assert_said(stage, "anna< [1] (match.barred channel=#table)\n");
	assert_in(heard, "luc< [1] (match.stands ");
	assert_in(heard, "luc< [1] (fair.root match=1 ");
	assert_null(stage_table(stage, 1));
	/* The channel got the commitment, so it gets the root when the bot is back. */
	stage_join(stage);
	assert_said(stage, "#table: (fair.root match=1 ");
}

STAGE_CASE(a_casual_or_short_match_is_unrated_if_the_bot_is_banned)
{
	static const char *const tables[] = { "!new rated=no", "!new" };
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		begin_and_ban(stage, tables[i]);
		case_seconds(stage, GRACE);
		assert_said(stage, "luc< [1] (match.stopped ");
		assert_null(stage_table(stage, 1));
		stage_join(stage);
	}
}

STAGE_CASE(a_match_waits_while_its_network_is_disconnected)
{
	case_two(stage, "!new");
	stage_lose(stage);
	case_seconds(stage, 2 * GRACE);
	assert_silence(stage);
	assert_non_null(stage_table(stage, 1));
	/* The network is back, but the channel refuses the bot's join. */
	stage_kick(stage);
	case_seconds(stage, GRACE);
	assert_said(stage, "(match.barred ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(the_grace_period_goes_on_if_the_bot_is_let_in_only_for_a_moment)
{
	begin_and_ban(stage, "!new");
	case_seconds(stage, GRACE / 2);
	stage_join(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE / 2);
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_move_made_in_the_channel_renews_the_grace_period_of_the_match)
{
	struct table *table = begin_and_ban(stage, "!new");
	case_seconds(stage, GRACE / 2);
	stage_join(stage);
	stage_say(stage, mover_of(table), "!p 1");
	stage_hear(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE - 1);
	assert_said(stage, "(channel.barred channel=#table wait=2 min)");
	assert_non_null(stage_table(stage, 1));
}

STAGE_CASE(a_restart_renews_the_grace_period_of_a_match_without_its_channel)
{
	case_two(stage, "!new");
	stage->now += 2 * GRACE * 1000;
	stage_mark(stage);
	stage_rewind(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE - 1);
	assert_non_null(stage_table(stage, 1));
	case_seconds(stage, 1);
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(the_stop_command_in_private_works_while_the_bot_is_kept_out)
{
	begin_and_ban(stage, "!new rated=no");
	const char *heard = assert_reply(
		stage, "anna", "stop", "anna< [1] (stop.asked name=anna others=luc)\n");
	assert_in(heard, "luc< [1] (stop.asked name=anna others=luc)\n");
	assert_reply(stage, "luc", "stop", "anna< [1] (match.stopped ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(leave_and_table_commands_in_private_work_while_the_bot_is_kept_out)
{
	begin_and_ban(stage, "!new");
	assert_reply(stage, "anna", "table", "anna< [1] (");
	const char *heard = assert_reply(stage, "luc", "leave", "luc< [1] (seat.left name=luc ");
	assert_in(heard, "anna< [1] (seat.left name=luc ");
}

/* Outside the channel, the bot on IRC no longer sees the players. */
STAGE_CASE(a_player_whom_the_bot_cannot_see_is_told_when_they_speak)
{
	case_two(stage, "!new");
	stage->hidden = "luc";
	stage_kick(stage);
	case_seconds(stage, GRACE / 2);
	assert_unsaid(stage, "luc< ");
	stage->hidden = NULL;
	assert_reply(stage, "luc", "hand", "luc< [1] (channel.barred channel=#table wait=1 min)\n");
	stage_whisper(stage, "luc", "hand");
	assert_unsaid(stage, "(channel.barred ");
}
