/* What somebody is told who knows neither the bot nor the game yet. */
#include "tests/stage/case.h"

/* What begins with a card or its number is meant as a move; all else is named back. */
static void in_private_a_bad_move_is_told_as_one(void **state)
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

static void blanks_are_answered_nothing(void **state)
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

/* Who sits down at a table for four is not told to start; who plays with whom is said at once. */
static void four_are_told_who_is_missing_and_who_are_partners(void **state)
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

/* What is to be done instead is said with the refusal. */
static void a_move_of_another_kind_hears_what_is_to_be_done(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitch");
	stage_say(stage, mover_of(table), "!p 1");
	assert_refused(stage, mover_of(table),
		"(refuse.not.now turn=(hand.turn.place where=(table.where channel=#table)))");
}

/* Help is asked about words of the game and games too, in either language. */
static void help_answers_what_is_asked_next(void **state)
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

/* What may be set is told with what is. */
static void settings_are_told_as_they_are(void **state)
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

/* A score asked for is an answer, not news: who looks on hears nothing of it. */
static void a_score_is_told_where_it_is_asked(void **state)
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

/* Where a channel lets people speak from outside, those in it hear nothing of it from the bot. */
static void who_is_outside_a_channel_gives_no_commands_in_it(void **state)
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
static const char *crowd_says(struct stage *stage, const char *line)
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
	const char *heard = crowd_says(stage, "!new");
	assert_not_in(heard, "#table: ");
	assert_int_equal(case_count(heard, "(only.inside "), 200);
	/* The hint comes when they are inside. */
	stage->outside = false;
	stage_say(stage, "n7", "!leave");
	assert_said(stage, "#table: (channel.hint name=n7 ");
}

static void a_channel_is_told_the_same_answer_five_times_a_minute(void **state)
{
	struct stage *stage = *state;
	stage->lobby.settings.hints = true;
	const char *heard = crowd_says(stage, "!leave");
	assert_int_equal(case_count(heard, "(no.table)"), 200);
	assert_int_equal(case_count(heard, "#table: (channel.hint "), 5);
	heard = crowd_says(stage, "!ping");
	assert_int_equal(case_count(heard, "#table: (pong)"), 5);
	assert_int_equal(case_count(heard, "< (pong)"), 195);
	/* Other answers, and the same one later. */
	assert_answer(stage, "anna", "!ping you", "#table: (pong.text text=you)");
	stage_wait(stage, 60000);
	assert_answer(stage, "anna", "!ping", "#table: (pong)");
}

static void people_behind_a_relay_are_answered_in_the_channel(void **state)
{
	struct stage *stage = *state;
	stage->outside = stage->relayed = true;
	stage_say(stage, "luc/discord", "!new");
	assert_heard(stage, "#table: (relay.only name=luc/discord)\n");
	assert_answer(stage, "luc/discord", "!ping", "#table: (pong)");
	/* So are answers that others get in private. */
	stage_say(stage, "luc/discord", "!table");
	assert_heard(stage, "#table: (no.table)\n");
	stage_whisper(stage, "luc/discord", "ping");
	assert_heard(stage, "luc/discord< (pong)\n");
	stage_say(stage, "luc/discord", "!nwe");
	assert_silence(stage);
	assert_null(stage_table(stage, 1));
}

static void a_bridge_is_answered_in_the_channel(void **state)
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
	/* People behind a bridge cannot see or play its own seat. */
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
	const char *heard = crowd_says(stage, "!table");
	assert_int_equal(case_count(heard, "#table: [1] "), 5);
	stage_play(stage, 1, 1);
	stage_hear(stage);
	stage_say(stage, "rose", "!table");
	assert_said(stage, "#table: [1] ");
}

/* Who does not know that answers come in private is told so in the channel, once. */
static void the_first_answer_in_private_is_pointed_to(void **state)
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

/* Whoever has played their last card is told so, while others have one. */
static void an_empty_hand_is_told_as_one(void **state)
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

/* A table with no seat left is dealt, told and handed on like others. */
static void ten_sit_at_one_table(void **state)
{
	struct stage *stage = *state;
	char name[8];
	stage_say(stage, "p0", "!new mitch decks=2");
	for (unsigned i = 1; i < SEATS_MAX; i++) {
		snprintf(name, sizeof name, "p%u", i);
		stage_say(stage, name, "!join");
	}
	stage_say(stage, "p0", "!start");
	assert_int_equal(stage_table(stage, 1)->taken, SEATS_MAX);
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

/* What Mate deals is a round: its cards are played twice. */
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
		STAGE_CASE(in_private_a_bad_move_is_told_as_one),
		STAGE_CASE(blanks_are_answered_nothing),
		STAGE_CASE(four_are_told_who_is_missing_and_who_are_partners),
		STAGE_CASE(a_move_of_another_kind_hears_what_is_to_be_done),
		STAGE_CASE(help_answers_what_is_asked_next),
		STAGE_CASE(settings_are_told_as_they_are),
		STAGE_CASE(a_score_is_told_where_it_is_asked),
		STAGE_CASE(who_is_outside_a_channel_gives_no_commands_in_it),
		STAGE_CASE(a_flood_from_outside_gets_no_public_line),
		STAGE_CASE(a_channel_is_told_the_same_answer_five_times_a_minute),
		STAGE_CASE(people_behind_a_relay_are_answered_in_the_channel),
		STAGE_CASE(a_bridge_is_answered_in_the_channel),
		STAGE_CASE(a_table_is_shown_five_times_until_a_move_is_made),
		STAGE_CASE(the_first_answer_in_private_is_pointed_to),
		STAGE_CASE(an_empty_hand_is_told_as_one),
		STAGE_CASE(ten_sit_at_one_table),
		STAGE_CASE(a_game_of_rounds_counts_rounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
