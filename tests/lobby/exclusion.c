/* Tests matches in a channel that bans the bot. */
#include "tests/stage/guests.h"
#include "tests/stage/heard.h"

enum { GRACE = 120, TURN = 90, BOTH = 2 };

/* Begins a match of anna and luc. Then the channel kicks the bot, which stays out as if banned. */
static struct table *begin_and_ban(struct stage *stage, const char *new)
{
	struct table *table = case_two(stage, new);
	stage_wait(stage, ARRIVED_MS);
	stage_kick(stage);
	return table;
}

/* Lets the player to move play their first card in private. */
static void play_in_private(struct stage *stage, struct table *table)
{
	stage_whisper(stage, mover_of(table), "p 1");
}

STAGE_CASE(a_match_goes_on_in_private_while_the_bot_is_banned)
{
	struct table *table = begin_and_ban(stage, "!new target=50");
	case_seconds(stage, 1);
	const char *heard = assert_said(stage,
		"anna< [1] (channel.barred channel=#table wait=(channel.barred.wait wait=2 "
		"min))\n");
	assert_int_equal(case_count(heard, "(channel.barred "), BOTH);
	case_dialog(stage, "anna> hand", "luc> hand");
	stage_hear(stage);
	case_seconds(stage, 1);
	heard = assert_said(stage, "anna< [1] (match.in.private channel=#table)\n");
	assert_in(heard, "luc< [1] (match.in.private channel=#table)\n");
	assert_in(heard, case_text("%s< [1] (hand.turn", mover_of(table)));
	const char *other = waiter_of(table);
	play_in_private(stage, table);
	heard = assert_said(stage, case_text("%s< [1] (event.play", other));
	assert_not_in(heard, "#table: ");
	while (stage_table(stage, 1) != NULL)
		play_in_private(stage, table);
	heard = assert_said(stage, "anna< [1] (match.stored.rated match=1 ");
	assert_in(heard, "luc< [1] (fair.root match=1 ");
	/* The channel has heard the commitment to the deck, so it hears the root, which proves the
	 * deck, when the bot is back. */
	stage_join(stage);
	heard = assert_said(stage, "#table: (fair.root match=1 ");
	assert_not_in(heard, "(event.play");
}

STAGE_CASE(the_clock_of_a_match_waits_until_all_players_have_spoken_in_private)
{
	struct table *table = begin_and_ban(stage, "!new");
	case_seconds(stage, GRACE - 1);
	stage_whisper(stage, "anna", "hand");
	stage_say(stage, "luc", "!hand");
	assert_unsaid(stage, "(match.in.private ");
	stage_whisper(stage, "luc", "hand");
	case_seconds(stage, TURN + 1);
	assert_said(stage, case_text("(clock.move seat=%s)", waiter_of(table)));
}

STAGE_CASE(the_clock_of_a_match_runs_for_silent_players_after_the_grace_period)
{
	struct table *table = begin_and_ban(stage, "!new");
	stage_whisper(stage, waiter_of(table), "hand");
	case_seconds(stage, GRACE + TURN - 3);
	assert_unsaid(stage, "(clock.move ");
	case_seconds(stage, 3);
	assert_said(stage, "(clock.move ");
}

MATCH_CASE(an_unreachable_player_is_absent_after_the_grace_period, "!new")
{
	stage->hidden = "luc";
	stage_kick(stage);
	stage_whisper(stage, "anna", "hand");
	case_seconds(stage, GRACE - 1);
	assert_unsaid(stage, "(seat.lost ");
	case_seconds(stage, 2);
	assert_said(stage, "anna< [1] (seat.lost names=luc wait=2 min)\n");
	case_seconds(stage, GRACE);
	assert_said(stage, "anna< [1] (seat.stands.in names=luc)\n");
	stage->hidden = NULL;
	assert_reply(stage, "luc", "hand", "anna< [1] (seat.back seat=luc)\n");
}

MATCH_CASE(a_match_waits_while_its_network_is_disconnected, "!new")
{
	stage_lose(stage);
	case_seconds(stage, 2 * GRACE);
	assert_silence(stage);
	/* The bot is connected again, but the channel refuses its join. */
	stage_kick(stage);
	case_seconds(stage, GRACE - 1);
	assert_unsaid(stage, "(match.in.private ");
	case_seconds(stage, 1);
	assert_said(stage, "(match.in.private ");
}

STAGE_CASE(the_grace_period_goes_on_if_the_bot_is_let_in_only_for_a_moment)
{
	begin_and_ban(stage, "!new");
	case_seconds(stage, GRACE / 2);
	stage_join(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE / 2 - 1);
	assert_unsaid(stage, "(match.in.private ");
	case_seconds(stage, 1);
	assert_said(stage, "luc< [1] (match.in.private ");
}

STAGE_CASE(a_player_has_no_new_turn_when_the_bot_is_let_in_again)
{
	struct table *table = begin_and_ban(stage, "!new");
	case_dialog(stage, "anna> hand", "luc> hand");
	case_seconds(stage, TURN - 5);
	stage_join(stage);
	const char *mover = mover_of(table);
	stage_hear(stage);
	case_seconds(stage, 10);
	assert_said(stage, case_text("#table: [1] (clock.move seat=%s)", mover));
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
	assert_unsaid(stage, "(match.in.private ");
}

MATCH_CASE(a_match_goes_on_in_private_after_a_restart, "!new")
{
	stage->now += 2 * GRACE * 1000;
	stage_mark(stage);
	stage_rewind(stage);
	stage_kick(stage);
	case_seconds(stage, GRACE - 1);
	assert_unsaid(stage, "(match.in.private ");
	case_seconds(stage, 1);
	table = stage_table(stage, 1);
	stage_hear(stage);
	play_in_private(stage, table);
	assert_said(stage, "(event.play");
}

STAGE_CASE(an_open_table_waits_while_the_bot_is_kept_out)
{
	stage_say(stage, "anna", "!new");
	stage_kick(stage);
	case_seconds(stage, 3600);
	assert_non_null(stage_table(stage, 1));
	assert_answer(stage, "anna", "!join", "anna< (channel.shut channel=#table)\n");
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

/* On IRC, the bot does not see players while it is outside the channel. */
MATCH_CASE(a_player_whom_the_bot_cannot_see_is_told_when_they_speak, "!new")
{
	stage->hidden = "luc";
	stage_kick(stage);
	case_seconds(stage, GRACE / 2);
	assert_unsaid(stage, "luc< ");
	stage->hidden = NULL;
	assert_reply(stage, "luc", "hand", "luc< [1] (channel.barred channel=#table wait=)\n");
	stage_whisper(stage, "luc", "hand");
	assert_unsaid(stage, "(channel.barred ");
}
