/* Tests the bot's help for people new to the bot or the games. */
#include "tests/stage/case.h"

/* A line that begins with a card or its number is treated as a move. */
static void a_bad_move_in_private_is_refused_as_a_move(void **state)
{
	static const char *const cases[][2] = {
		{ "1 boot", "(refuse.unreadable)" },
		{ "9d gluve", "(refuse.unreadable)" },
		{ "7", "(hand.numbers held=6)" },
		{ "1 sock", "(refuse.call.cards call=(contract.sock) number=4 " },
		{ "4x", "(unknown.command word=4x)" },
		{ "hello there", "(unknown.command word=hello)" },
		{ "start", "(only.channel word=start)" },
		{ "ROBOT", "(only.channel word=ROBOT)" },
	};
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, mover_of(table), cases[i][0]);
		assert_refused(stage, mover_of(table), cases[i][1]);
	}
	assert_int_equal(table->moves, 0);
	stage_whisper(stage, mover_of(table), "1");
	assert_int_equal(table->moves, 1);
}

static void blank_lines_get_no_answer(void **state)
{
	static const char *const blanks[] = { "", " ", " \t ", "!" };
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "ping here");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
		stage_whisper(stage, "anna", blanks[i]);
		assert_silence(stage);
	}
}

static void a_table_for_four_tells_missing_players_and_partners(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new quebec");
	stage_hear(stage);
	stage_say(stage, "luc", "!join");
	assert_heard(stage, "#table: [1] (table.joined.few name=luc names=anna, luc players=4)\n");
	stage_say(stage, "rose", "!join");
	stage_hear(stage);
	stage_say(stage, "yves", "!join");
	assert_said(stage, "(table.joined name=yves names=anna, luc, rose, yves)");
	stage_say(stage, "yves", "!start");
	const char *said = stage_hear(stage);
	assert_in(said, "(event.hand number=1 seat=");
	assert_in(said, " list=(partners list=anna & rose, luc & yves))");
}

static void a_wrong_kind_of_move_is_answered_with_the_right_kind(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitch");
	stage_say(stage, mover_of(table), "!p 1");
	assert_refused(stage, mover_of(table),
		"(refuse.not.now turn=(hand.turn.place where=(table.where channel=#table)))");
}

static void help_knows_games_and_words_of_the_games(void **state)
{
	static const char *const cases[][2] = {
		{ "help mitten", "anna< (help.call)" },
		{ "help !Glove", "anna< (help.call)" },
		{ "aide annoncer", "anna< (help.call)" },
		{ "help sweep", "anna< (help.sweep)" },
		{ "help cards", "anna< (help.cards)" },
		{ "help commitment", "anna< (help.nonce)" },
		{ "help québec", "anna< (rules.mitaines.quebec " },
		{ "help mitch", "anna< (rules.mitch " },
		{ "help hand", "(help.hand)" },
		{ "help chess", "anna< (help.unknown word=chess)" },
	};
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, "anna", cases[i][0]);
		assert_said(stage, cases[i][1]);
	}
}

static void set_tells_possible_and_current_values(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "set");
	assert_refused(stage, "anna",
		"(set.usage list=(setting name=(setting.lang) values=en|fr), (setting "
		"name=(setting.cards) values=unicode|ascii|colour|plain), (setting "
		"name=(setting.via) values=msg|notice) now=(setting.lang) en, (setting.cards) "
		"ascii, (setting.via) msg)");
	stage_whisper(stage, "anna", "set cards plain");
	assert_refused(stage, "anna", "(set.done name=(setting.cards) value=plain)");
	stage_whisper(stage, "anna", "set cards braille");
	assert_refused(stage, "anna",
		"(set.usage list=(setting name=(setting.cards) values=unicode|ascii|colour|plain) "
		"now=(setting.cards) plain)");
}

static void a_score_is_not_told_to_watchers(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "rose", "!watch");
	stage_hear(stage);
	stage_say(stage, "anna", "!score");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (score hand=1 match=1 ");
	assert_not_in(heard, "rose< ");
}

/* Some channels let people speak from outside. */
static void commands_from_outside_the_channel_are_refused_in_private(void **state)
{
	struct stage *stage = *state;
	stage->outside = true;
	stage_say(stage, "eve", "!ping");
	assert_said(stage, "eve< (only.inside channel=#table word=ping)");
	stage_say(stage, "eve", "!new");
	assert_unsaid(stage, "#table: eve");
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "eve", "ping");
	assert_said(stage, "eve< (pong)");
	stage->outside = false;
	assert_answer(stage, "eve", "!ping", "#table: (pong)");
}

/* 200 people, each from an address of their own, say a line. Returns the bot's lines. */
static const char *say_as_crowd(struct stage *stage, const char *line)
{
	for (unsigned i = 0; i < 200; i++) {
		char nick[16], host[32];
		snprintf(nick, sizeof nick, "n%u", i);
		snprintf(host, sizeof host, "u@h%u.test", i);
		stage->host = host;
		stage_say(stage, nick, line);
	}
	stage->host = NULL;
	return stage_hear(stage);
}

static void a_flood_from_outside_gets_no_public_line(void **state)
{
	struct stage *stage = *state;
	stage->lobby.settings.hints = true;
	stage->outside = true;
	const char *heard = say_as_crowd(stage, "!new");
	assert_not_in(heard, "#table: ");
	assert_int_equal(case_count(heard, "(only.inside "), 200);
	/* The hint comes when a person is inside the channel. */
	stage->outside = false;
	stage_say(stage, "n7", "!leave");
	assert_said(stage, "#table: (channel.hint name=n7 ");
}

static void a_channel_gets_the_same_answer_five_times_a_minute(void **state)
{
	struct stage *stage = *state;
	stage->lobby.settings.hints = true;
	const char *heard = say_as_crowd(stage, "!leave");
	assert_int_equal(case_count(heard, "(no.table)"), 200);
	assert_int_equal(case_count(heard, "#table: (channel.hint "), 5);
	heard = say_as_crowd(stage, "!ping");
	assert_int_equal(case_count(heard, "#table: (pong)"), 5);
	assert_int_equal(case_count(heard, "< (pong)"), 195);
	/* Another answer, or the same one a minute later, is public again. */
	assert_answer(stage, "anna", "!ping you", "#table: (pong.text text=you)");
	stage_wait(stage, 60000);
	assert_answer(stage, "anna", "!ping", "#table: (pong)");
}

static void people_behind_a_relay_get_answers_in_the_channel(void **state)
{
	struct stage *stage = *state;
	stage->outside = stage->relayed = true;
	stage_say(stage, "luc/discord", "!new");
	assert_heard(stage, "#table: (relay.only name=luc/discord)\n");
	assert_answer(stage, "luc/discord", "!ping", "#table: (pong)");
	/* Behind a relay, private answers also go to the channel. */
	stage_say(stage, "luc/discord", "!table");
	assert_heard(stage, "#table: (no.table)\n");
	stage_whisper(stage, "luc/discord", "ping");
	assert_heard(stage, "luc/discord< (pong)\n");
	stage_say(stage, "luc/discord", "!nwe");
	assert_silence(stage);
	assert_null(stage_table(stage, 1));
}

static void people_behind_a_bridge_get_answers_in_the_channel(void **state)
{
	static const char *const others[] = { "<luc>", "< !ping", "<> !ping", "<luc> ping",
		"[x !ping", "<luc", "<a name that is longer than any nick is> !ping" };
	struct stage *stage = *state;
	stage_say(stage, "bridge", "<luc> !new");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	stage_say(stage, "bridge", "[discord] <luc> mitaines: !hand");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	assert_answer(stage, "bridge", "<luc> !ping", "#table: (pong)");
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		stage_say(stage, "bridge", others[i]);
		assert_silence(stage);
	}
	/* People behind a bridge cannot see or play the bridge's own seat. */
	case_two(stage, "!new");
	stage_say(stage, "anna", "<luc> !hand");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	stage_say(stage, "anna", "<luc> !p 1");
	assert_heard(stage, "#table: (relay.only name=luc)\n");
	assert_null(stage_table(stage, 2));
}

static void a_table_is_shown_five_times_until_a_move_is_made(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	const char *heard = say_as_crowd(stage, "!table");
	assert_int_equal(case_count(heard, "#table: [1] "), 5);
	stage_play(stage, 1, 1);
	stage_hear(stage);
	stage_say(stage, "rose", "!table");
	assert_said(stage, "#table: [1] ");
}

static void the_channel_hints_once_at_a_private_answer(void **state)
{
	static const char hint[] = "#table: (channel.hint name=eve bot=mitaines)\n";
	struct stage *stage = *state;
	stage->lobby.settings.hints = true;
	stage_say(stage, "eve", "!ping");
	assert_heard(stage, "#table: (pong)\n");
	stage_say(stage, "eve", "!leave");
	const char *heard = stage_hear(stage);
	assert_in(heard, "eve< (no.table)\n");
	assert_int_equal(case_count(heard, hint), 1);
	stage_say(stage, "eve", "!leave");
	assert_heard(stage, "eve< (no.table)\n");
	stage_whisper(stage, "luc", "leave");
	assert_heard(stage, "luc< (no.table)\n");
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(channel.hint ");
	stage_say(stage, "luc", "!p 9");
	assert_said(stage, "#table: (channel.hint name=luc ");
}

static void the_hand_command_says_that_a_hand_is_empty(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
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

static void ten_people_can_play_at_one_table(void **state)
{
	struct stage *stage = *state;
	char name[8];
	stage_say(stage, "p0", "!new mitch decks=2");
	for (unsigned i = 1; i < SEATS_MAX; i++) {
		snprintf(name, sizeof name, "p%u", i);
		stage_say(stage, name, "!join");
	}
	stage_say(stage, "p0", "!start");
	assert_int_equal(stage_table(stage, 1)->seats_taken, SEATS_MAX);
	assert_true(stage_table(stage, 1)->running);
	stage_wait(stage, 2000);
	const char *heard = stage_hear(stage);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		snprintf(name, sizeof name, "p%u< ", i);
		assert_in(heard, name);
	}
	stage_meet(stage, "p3", "p3", "claire", "c@home");
	assert_heard(stage, "p3< (seat.counts)\n");
	stage_say(stage, "p3", "!leave");
	assert_said(stage, "#table: [1] (seat.left name=p3 ");
}

/* Mate plays the cards of a deal twice, so it counts rounds. */
static void a_game_of_rounds_counts_rounds(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new mate");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	assert_said(stage, "(event.round number=1 ");
	assert_answer(stage, "anna", "!score", "(score.round ");
	assert_answer(stage, "anna", "!tables", "(tables.running.round ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_bad_move_in_private_is_refused_as_a_move),
		STAGE_CASE(blank_lines_get_no_answer),
		STAGE_CASE(a_table_for_four_tells_missing_players_and_partners),
		STAGE_CASE(a_wrong_kind_of_move_is_answered_with_the_right_kind),
		STAGE_CASE(help_knows_games_and_words_of_the_games),
		STAGE_CASE(set_tells_possible_and_current_values),
		STAGE_CASE(a_score_is_not_told_to_watchers),
		STAGE_CASE(commands_from_outside_the_channel_are_refused_in_private),
		STAGE_CASE(a_flood_from_outside_gets_no_public_line),
		STAGE_CASE(a_channel_gets_the_same_answer_five_times_a_minute),
		STAGE_CASE(people_behind_a_relay_get_answers_in_the_channel),
		STAGE_CASE(people_behind_a_bridge_get_answers_in_the_channel),
		STAGE_CASE(a_table_is_shown_five_times_until_a_move_is_made),
		STAGE_CASE(the_channel_hints_once_at_a_private_answer),
		STAGE_CASE(the_hand_command_says_that_a_hand_is_empty),
		STAGE_CASE(ten_people_can_play_at_one_table),
		STAGE_CASE(a_game_of_rounds_counts_rounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
