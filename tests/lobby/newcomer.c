/* Tests how the bot helps people to whom the bot or the games are new. */
#include "tests/stage/case.h"

/* The bot treats a private line as a move if it begins with a card or with the number of a card. */
STAGE_CASE(a_bad_move_in_private_is_refused_as_a_move)
{
	static const char *const cases[][2] = {
		{ "1 boot", "(refuse.unreadable first=1)" },
		{ "9d gluve", "(refuse.unreadable first=1)" },
		{ "7", "(hand.numbers held=6)" },
		{ "1 sock", "(refuse.call.cards call=(contract.sock) number=4 " },
		{ "4x", "(unknown.command word=4x)" },
		{ "hello there", "(answer.hello.playing)" },
		{ "start", "(only.channel word=start)" },
		{ "ROBOT", "(only.channel word=ROBOT)" },
	};
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, mover_of(table), cases[i][0]);
		assert_refused(stage, mover_of(table), cases[i][1]);
	}
	assert_int_equal(table->moves, 0);
	stage_whisper(stage, mover_of(table), "1");
	assert_int_equal(table->moves, 1);
}

MATCH_CASE(a_game_without_contracts_offers_none_to_call, "!new mate")
{
	stage_whisper(stage, mover_of(table), "keep");
	stage_whisper(stage, mover_of(table), "keep");
	stage_hear(stage);
	stage_whisper(stage, mover_of(table), "1 boot");
	assert_refused(stage, mover_of(table), "(refuse.unreadable.other try=");
}

STAGE_CASE(blank_lines_get_no_answer)
{
	static const char *const blanks[] = { "", " ", " \t ", "!" };
	stage_whisper(stage, "anna", "ping here");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
		stage_whisper(stage, "anna", blanks[i]);
		assert_silence(stage);
	}
}

STAGE_CASE(a_table_for_four_names_partners_and_says_how_many_are_missing)
{
	stage_say(stage, "anna", "!new quebec");
	assert_answer_is(stage, "luc", "!join",
		"#table: [1] (table.joined.few name=luc names=anna, luc players=4)\n");
	stage_say(stage, "rose", "!join");
	assert_answer(
		stage, "yves", "!join", "(table.joined name=yves names=anna, luc, rose, yves)");
	const char *said = assert_answer(stage, "yves", "!start", "(event.hand number=1 seat=");
	assert_in(said, " list=(partners list=anna & rose, luc & yves))");
}

MATCH_CASE(a_move_of_the_wrong_kind_is_answered_with_the_right_kind, "!new mitch")
{
	assert_refusal(
		stage, mover_of(table), "!p 1", "(refuse.not.now try=(try.place number=1 own=1))");
}

STAGE_CASE(the_help_command_explains_games_and_their_terms)
{
	static const char *const cases[][2] = {
		{ "help mitten", "anna< (help.call steal=(rule.mitaines.steal))" },
		{ "help !Glove", "anna< (help.call steal=(rule.mitaines.steal))" },
		{ "aide annoncer", "anna< (help.call steal=(rule.mitaines.steal))" },
		{ "help sweep", "anna< (help.sweep)" },
		{ "help cards", "anna< (help.cards)" },
		{ "help advice", "anna< (help.set " },
		{ "help commitment", "anna< (help.nonce)" },
		{ "help québec", "anna< (rules.mitaines.quebec " },
		{ "help mitch", "anna< (rules.mitch " },
		{ "help hand", "(help.hand)" },
		{ "help chess", "anna< (help.unknown word=chess)" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_reply(stage, "anna", cases[i][0], cases[i][1]);
	}
}

STAGE_CASE(the_help_of_contracts_tells_how_they_are_stolen_at_the_table)
{
	stage_say(stage, "anna", "!new quebec");
	assert_reply(
		stage, "anna", "help mitten", "(help.call steal=(rule.mitaines.quebec.steal))");
	assert_reply(stage, "luc", "help mitten", "(help.call steal=(rule.mitaines.steal))");
	stage_say(stage, "luc", "!new mate");
	assert_reply(stage, "luc", "help mitten", "(help.call steal=(rule.mitaines.steal))");
}

STAGE_CASE(the_set_command_shows_possible_and_current_values)
{
	stage_whisper(stage, "anna", "set");
	assert_refused(stage, "anna",
		"(set.usage list=(setting name=(setting.lang) values=en|fr), (setting "
		"name=(setting.cards) values=unicode|ascii|colour|plain), (setting "
		"name=(setting.advice) values=off|on), (setting name=(setting.via) "
		"values=msg|notice) now=(setting.lang) en, (setting.cards) ascii, "
		"(setting.advice) on, (setting.via) msg)");
	stage_whisper(stage, "anna", "set cards plain");
	assert_refused(stage, "anna", "(set.done name=(setting.cards) value=plain)");
	stage_whisper(stage, "anna", "set cards braille");
	assert_refused(stage, "anna",
		"(set.usage list=(setting name=(setting.cards) values=unicode|ascii|colour|plain) "
		"now=(setting.cards) plain)");
}

MATCH_CASE(a_score_is_not_told_to_watchers, "!new")
{
	stage_say(stage, "rose", "!watch");
	const char *heard =
		assert_answer(stage, "anna", "!score", "#table: [1] (score hand=1 match=1 ");
	assert_not_in(heard, "rose< ");
}

/* Some channels let people speak without joining them. */
STAGE_CASE(commands_of_people_outside_the_channel_are_refused_in_private)
{
	stage->outside = true;
	assert_answer(stage, "eve", "!ping", "eve< (only.inside channel=#table word=ping)");
	assert_answer_without(stage, "eve", "!new", "#table: eve");
	assert_null(stage_table(stage, 1));
	assert_reply(stage, "eve", "ping", "eve< (pong)");
	stage->outside = false;
	assert_answer(stage, "eve", "!ping", "#table: (pong)");
}

/* Lets 200 people, each from an address of their own, say a line. Returns the bot's lines. */
static const char *say_as_crowd(struct stage *stage, const char *line)
{
	for (unsigned i = 0; i < 200; i++) {
		const char *nick = case_text("n%u", i);
		stage->host = case_text("u@h%u.test", i);
		stage_say(stage, nick, line);
	}
	stage->host = NULL;
	return stage_hear(stage);
}

STAGE_CASE(people_outside_the_channel_get_no_public_answer)
{
	stage->lobby.settings.hints = true;
	stage->outside = true;
	const char *heard = say_as_crowd(stage, "!new");
	assert_not_in(heard, "#table: ");
	assert_int_equal(case_count(heard, "(only.inside "), 200);
	/* The bot gives the hint when the person is in the channel. */
	stage->outside = false;
	assert_answer(stage, "n7", "!leave", "#table: (channel.hint name=n7 ");
}

STAGE_CASE(a_channel_gets_the_same_answer_at_most_five_times_a_minute)
{
	stage->lobby.settings.hints = true;
	const char *heard = say_as_crowd(stage, "!leave");
	assert_int_equal(case_count(heard, "(no.table)"), 200);
	assert_int_equal(case_count(heard, "#table: (channel.hint "), CHANNEL_HINTS);
	heard = say_as_crowd(stage, "!ping");
	assert_int_equal(case_count(heard, "#table: (pong)"), 5);
	assert_int_equal(case_count(heard, "< (pong)"), 195);
	/* A different answer is public, and so is the same answer a minute later. */
	assert_answer(stage, "anna", "!ping you", "#table: (pong.text text=you)");
	stage_wait(stage, 60000);
	assert_answer(stage, "anna", "!ping", "#table: (pong)");
}

STAGE_CASE(people_behind_a_relay_get_answers_in_the_channel)
{
	stage->outside = stage->relayed = true;
	stage_say(stage, "luc/discord", "!new");
	assert_heard(stage, "#table: (relay.only name=luc/discord)\n");
	assert_answer(stage, "luc/discord", "!ping", "#table: (pong)");
	/* For people behind a relay, answers that others get in private go to the channel, too. */
	stage_say(stage, "luc/discord", "!table");
	assert_heard(stage, "#table: (no.table)\n");
	assert_reply_is(stage, "luc/discord", "ping", "luc/discord< (pong)\n");
	assert_answer_is(stage, "luc/discord", "!nwe", "");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(people_behind_a_bridge_get_answers_in_the_channel)
{
	static const char *const others[] = { "<luc>", "< !ping", "<> !ping", "<luc> ping",
		"[x !ping", "<luc", "<a name that is longer than any nick is> !ping" };
	stage_say(stage, "bridge", "<luc> !new");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	assert_answer_is(stage, "bridge", "[discord] <luc> mitaines: !hand",
		"#table: (relay.only name=luc)\n");
	assert_answer(stage, "bridge", "<luc> !ping", "#table: (pong)");
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		stage_say(stage, "bridge", others[i]);
		assert_silence(stage);
	}
	/* People behind the bridge cannot see or play a seat that the bridge's own nick has. */
	case_two(stage, "!new");
	stage_say(stage, "anna", "<luc> !hand");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	assert_answer_is(stage, "anna", "<luc> !p 1", "#table: (relay.only name=luc)\n");
	assert_null(stage_table(stage, 2));
}

MATCH_CASE(a_table_is_shown_at_most_five_times_until_a_move_is_made, "!new")
{
	const char *heard = say_as_crowd(stage, "!table");
	assert_int_equal(case_count(heard, "#table: [1] "), 5);
	stage_play(stage, 1, 1);
	assert_answer(stage, "rose", "!table", "#table: [1] ");
}

STAGE_CASE(a_channel_is_told_once_an_hour_of_private_answers_to_a_person)
{
	static const char hint[] = "#table: (channel.hint name=eve bot=mitaines)\n";
	stage->lobby.settings.hints = true;
	stage_say(stage, "eve", "!ping");
	assert_heard(stage, "#table: (pong)\n");
	const char *heard = assert_answer(stage, "eve", "!leave", "eve< (no.table)\n");
	assert_int_equal(case_count(heard, hint), 1);
	stage_say(stage, "eve", "!leave");
	assert_heard(stage, "eve< (no.table)\n");
	assert_reply_is(stage, "luc", "leave", "luc< (welcome name=luc)\nluc< (no.table)\n");
	assert_answer_without(stage, "luc", "!new", "(channel.hint ");
	assert_answer(stage, "luc", "!p 9", "#table: (channel.hint name=luc ");
	stage_wait(stage, 60 * 60 * 1000 - 1);
	assert_answer_without(stage, "eve", "!leave", hint);
	stage_wait(stage, 1);
	assert_answer(stage, "eve", "!leave", hint);
}

/* `solo` opens its table in private, so the bot tells the channel where its answers are. */
STAGE_CASE(a_channel_is_told_of_a_table_that_opens_in_private)
{
	stage->lobby.settings.hints = true;
	assert_answer(stage, "anna", "!solo", "#table: (channel.hint name=anna ");
}

STAGE_CASE(a_room_is_told_of_each_answer_in_a_direct_room)
{
	stage->lobby.settings.hints = true;
	stage->network.direct_rooms = true;
	for (unsigned i = 0; i < 5; i++)
		assert_answer(stage, "eve", "!leave", "#table: (channel.hint.room name=eve)");
}

STAGE_CASE(a_channel_gets_at_most_three_hints_an_hour)
{
	static const char *const nicks[] = { "anna", "luc", "rose", "yves", "eve" };
	stage->lobby.settings.hints = true;
	for (size_t i = 0; i < sizeof nicks / sizeof nicks[0]; i++) {
		stage_say(stage, nicks[i], "!leave");
		assert_int_equal(case_count(stage_hear(stage), "(channel.hint "), i < 3);
	}
	stage_wait(stage, 60 * 60 * 1000);
	assert_answer(stage, "yves", "!leave", "#table: (channel.hint name=yves ");
}

MATCH_CASE(the_hand_command_says_that_a_hand_is_empty, "!new")
{
	unsigned empty = 0;
	for (unsigned i = 0; i < 12; i++) {
		const char *mover = mover_of(table);
		stage_play(stage, 1, 1);
		stage_hear(stage);
		stage_whisper(stage, mover, "hand");
		empty += case_count(stage_hear(stage), "(hand.empty)");
	}
	assert_int_equal(empty, 1);
}

/* In Mate, two hands with the same cards make a round, so the bot counts rounds. */
STAGE_CASE(a_game_with_rounds_is_announced_in_rounds_and_not_hands)
{
	case_dialog(stage, "anna: !new mate", "luc: !join");
	assert_answer(stage, "anna", "!start", "(event.round number=1 ");
	assert_answer(stage, "anna", "!score", "(score.round ");
	assert_answer(stage, "anna", "!tables", "(tables.running.round ");
}

/* If the player to move says only a card in the channel, the bot does not play it, but tells them
 * once how to play it. */
MATCH_CASE(a_card_alone_in_the_channel_gets_a_hint_once_a_match, "!new")
{
	const char *mover = mover_of(table);
	assert_answer_is(stage, waiter_of(table), "3h", "");
	assert_answer_is(stage, "rose", "3h", "");
	assert_answer_is(stage, mover, "3", "");
	assert_answer_is(
		stage, mover, "3h mitten", case_text("%s< (nudge.card card=3h mitten)\n", mover));
	assert_answer_is(stage, mover, "3h", "");
	assert_int_equal(table->moves, 0);
}

STAGE_CASE(solo_at_a_private_table_seats_the_ai_player_and_deals)
{
	case_dialog(stage, "anna> new mitch", "anna> solo hard");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	assert_string_equal(table->game->name, "mitch");
	assert_int_equal(table->seats_taken, 2);
	assert_reply(stage, "anna", "solo", "(alone.already)");
}
