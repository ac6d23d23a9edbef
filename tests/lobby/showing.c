/* On a network that can change what it has said a table is shown, and few lines tell of it. */
#include "bot/talk/hand.h"
#include "bot/talk/show.h"
#include "tests/stage/case.h"

static struct table *two_shown(struct stage *stage, const char *new)
{
	stage_shows(stage, true);
	return case_two(stage, new);
}

/* What is said of so many moves, heard. */
static const char *after(struct stage *stage, unsigned moves)
{
	stage_hear(stage);
	stage_play(stage, 1, moves);
	return stage_hear(stage);
}

static void a_card_that_goes_by_is_seen_on_the_table_alone(void **state)
{
	struct stage *stage = *state;
	two_shown(stage, "!new mitaines classic target=100");
	const char *heard = after(stage, 1);
	assert_in(heard, "#table:: [1] (panel.scores hand=1 ");
	assert_in(heard, "|(event.pile ");
	assert_in(heard, "|(event.play ");
	assert_in(heard, "|(turn.next seat=");
	assert_not_in(heard, "#table: ");
	/* Whose turn it is hears of it where they saw their hand before, with something to tap. */
	assert_in(heard, " [loud] [play 1 #1|play 2 #1|play 3 #1|play 4 #1|play 5 #1|play 6 #1]\n");
	assert_int_equal(case_count(heard, "[loud]"), 1);
	assert_not_in(heard, "[below]");
	assert_not_in(heard, "[near]");
}

static void what_changes_much_is_a_line_too(void **state)
{
	struct stage *stage = *state;
	unsigned captures = 0, hands = 0;
	two_shown(stage, "!new mitaines classic target=100");
	for (unsigned i = 0; i < 60; i++) {
		const char *heard = after(stage, 1);
		const char *line = strstr(heard, "#table: ");
		const char *capture = line != NULL ? strstr(line, "(capture.") : NULL;
		captures += capture != NULL && capture < strchr(line, '\n');
		hands += case_count(heard, "(event.hand ");
		/* Where a hand begins is a good time to show it anew. */
		if (strstr(heard, "(event.hand "))
			assert_in(heard, " [near]\n");
		/* Nobody is told of a deal what they see. */
		assert_null(strstr(heard, "#table: [1] (event.deal"));
		/* Nor is a line of it empty. */
		assert_null(strstr(heard, "||"));
		/* Nor are they told what stands above it. */
		assert_null(strstr(heard, "(score.now "));
		/* Nor is it shown while there is none, between two hands. */
		assert_null(strstr(heard, "(table.over)"));
		assert_int_equal(case_count(heard, "#table:: [1] "), 1);
	}
	assert_true(captures > 3);
	assert_true(hands > 0);
}

static void its_last_moves_are_those_of_the_hand(void **state)
{
	struct stage *stage = *state;
	const struct table *table = two_shown(stage, "!new mitaines classic target=1000");
	unsigned hand = 1;
	for (unsigned i = 0; i < 60 && hand == 1; i++) {
		const char *heard = after(stage, 1);
		const char *line = strstr(heard, "#table:: ");
		assert_in(heard, "#table:: ");
		if (line == NULL)
			return;
		const char *last = strstr(line, "|(event.play");
		if (last != NULL)
			assert_true(case_count(last, "(event.play") <= TABLE_LAST);
		hand = strstr(line, "(panel.scores hand=2") != NULL ? 2 : 1;
		if (hand == 2)
			assert_null(strstr(strstr(line, "(panel.scores hand=2"), "(event.play"));
	}
	assert_int_equal(hand, 2);
	assert_true(table->running);
}

static void an_ai_players_answer_is_shown_with_what_led_to_it(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage->pensive = true;
	stage_say(stage, "anna", "!new mitaines classic target=100");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	while (table_state(stage_table(stage, 1))->turn != 0)
		assert_true(stage_think(stage));
	const char *heard = after(stage, 1);
	assert_in(heard, "#table:: [busy]\n");
	assert_null(strstr(heard, "|(turn.next"));
	assert_true(stage_think(stage));
	assert_int_equal(case_count(assert_said(stage, "|(turn.next"), "#table:: "), 1);
	/* Not for ever. */
	heard = after(stage, 1);
	assert_null(strstr(heard, "|(turn.next"));
	stage_wait(stage, 4000);
	assert_said(stage, "|(turn.next");
	stage_wait(stage, 4000);
	assert_null(strstr(stage_hear(stage), "|(turn.next"));
}

/* Three seconds after the card, however many answers there are. */
static void several_answers_are_waited_for_no_longer_than_one(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage->pensive = true;
	stage_say(stage, "anna", "!new mitaines classic");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	while (stage_think(stage))
		;
	assert_null(strstr(after(stage, 1), "|(turn.next"));
	stage_wait(stage, 2000);
	assert_true(stage_think(stage));
	stage_wait(stage, 999);
	assert_null(strstr(stage_hear(stage), "|(turn.next"));
	stage_wait(stage, 1);
	assert_said(stage, "|(turn.next");
}

/* Where cards are dealt there is nothing to wait for, whoever is to move. */
static void a_new_hand_is_shown_at_once(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage->pensive = true;
	stage_say(stage, "anna", "!new mitaines classic");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	const struct table *table = stage_table(stage, 1);
	const struct state *now = table_state(stage_table(stage, 1));
	for (bool first = false; !first;) {
		unsigned hand = now->hand;
		stage_hear(stage);
		if (!stage_think(stage))
			stage_play(stage, 1, 1);
		first = now->hand > hand && table->seat[now->turn].player == NULL;
	}
	assert_in(assert_said(stage, "|(turn.next seat="), " [near]\n");
}

static void a_match_that_is_over_is_shown_so_and_told_in_a_line(void **state)
{
	struct stage *stage = *state;
	two_shown(stage, "!new mitaines classic target=30");
	const char *heard = after(stage, 400);
	assert_null(stage_table(stage, 1));
	assert_in(heard, "|(table.over)\n");
	assert_in(heard, "(event.match.end ");
	/* Nothing is shown of it any more. */
	const char *last = strstr(heard, "|(table.over)\n");
	assert_in(last, "#table:: \n");
	assert_in(last, "anna<: \n");
	assert_in(last, "luc<: \n");
	/* Of a table its hands and itself, each once: what is next to it is another match's. */
	assert_int_equal(case_count(last, "#table:: \n"), 2);
	/* Nor of one that is stopped. */
	two_shown(stage, "!new mitaines classic");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	last = strstr(assert_said(stage, "|(table.over)\n"), "|(table.over)\n");
	assert_in(last, "anna<: \n");
	assert_in(last, "luc<: \n");
	assert_int_equal(case_count(last, "#table:: \n"), 2);
}

static void who_asks_is_shown_it_again(void **state)
{
	struct stage *stage = *state;
	struct table *table = two_shown(stage, "!new mitaines classic");
	stage_say(stage, "eve", "!table");
	assert_not_in(assert_said(stage, "#table:: "), "#table: ");
	stage_say(stage, "eve", "!table");
	assert_said(stage, "(turn.next seat=");
	stage_say(stage, "eve", "!table");
	assert_said(stage, " [below]\n");
	stage_say(stage, waiter_of(table), "!hand");
	const char *heard = assert_said(stage, " [below]\n");
	assert_not_in(heard, "[loud]");
	assert_not_in(heard, "[play ");
	stage_say(stage, mover_of(table), "!hand");
	assert_said(stage, " [below] [loud] [play 1 #1|");
}

static void somebody_alone_hears_every_card(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage_whisper(stage, "anna", "solo");
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	const char *heard = stage_hear(stage);
	assert_in(heard, "anna< ");
	assert_true(case_count(heard, "(event.play") >= 2);
	assert_in(heard, " [loud] [play 1 #1|");
	assert_null(strstr(heard, "(panel.scores"));
}

/* It has no number, and stands below all that was said before. */
static void a_tutorial_shows_a_hand_too(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage_whisper(stage, "anna", "tutorial");
	assert_said(stage, " [below] [loud] [play 1|play 2|");
}

/* What only its owner is told stays said above the hand, which changes. */
static void a_card_that_is_drawn_is_a_line_above_the_hand(void **state)
{
	struct stage *stage = *state;
	struct table *table = two_shown(stage, "!new mitch");
	char draws[64];
	snprintf(draws, sizeof draws, "\n%s< [1] (event.pick.up ", waiter_of(table));
	stage_hear(stage);
	stage_whisper(stage, mover_of(table), "discard 1");
	assert_said(stage, draws);
}

static void who_sits_down_is_to_be_told_things(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage_say(stage, "anna", "!new mitaines classic");
	assert_said(stage, "anna<: [expected]\n");
	stage_say(stage, "luc", "!join");
	assert_said(stage, "luc<: [expected]\n");
}

/* What was said is still there: nothing is told twice. */
static void coming_back_shows_the_table_and_tells_nothing(void **state)
{
	struct stage *stage = *state;
	two_shown(stage, "!new mitaines classic");
	stage_kick(stage);
	stage_hear(stage);
	stage_join(stage);
	const char *heard = assert_said(stage, "#table:: ");
	assert_not_in(heard, "#table: ");
	/* What they saw is not shown anew below. */
	assert_not_in(heard, "[below]");
}

/* Those of two tables are never taken for one another, nor for none. */
static void what_is_shown_has_a_number_of_its_own(void **state)
{
	uint64_t found[4 * TOPICS];
	unsigned count = 0;
	(void)state;
	for (int64_t match = 0; match < 4; match++)
		for (unsigned topic = 0; topic < TOPICS; topic++) {
			const struct table table = { .match = match };
			found[count] = show_topic(&table, (enum topic)topic);
			assert_true(found[count] != 0);
			for (unsigned i = 0; i < count; i++)
				assert_true(found[i] != found[count]);
			count++;
		}
}

/* What of it has not gone yet need not be said any more once there is more about the same. */
static void what_holds_only_for_now_says_what_it_is_about(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_say(stage, waiter_of(table), "!leave #9");
	assert_int_equal(stage->last[1].topic, 0);
	stage_play(stage, 1, 1);
	assert_int_equal(stage->last[0].topic, show_topic(table, TOPIC_NEXT));
	assert_int_equal(stage->last[1].topic, show_topic(table, TOPIC_HAND));
	assert_int_equal(stage->last[0].about, 0);
	/* What holds for good is about nothing that passes. */
	stage_say(stage, "rose", "!score");
	assert_int_equal(stage->last[0].topic, 0);
}

/* Where lines stand in the thread of a table they say of which; in private there is none. */
static void where_tables_have_threads_lines_are_about_them(void **state)
{
	struct stage *stage = *state;
	struct table *table = two_shown(stage, "!new mitaines classic");
	stage_whisper(stage, "rose", "set lang fr");
	stage_whisper(stage, "rose", "watch 1");
	table->channel->settings.threads = true;
	stage_say(stage, "anna", "!leave");
	assert_said(stage, "rose< [1] ");
	assert_int_equal(stage->last[0].about, show_topic(table, TOPIC_TABLE));
	assert_int_equal(stage->last[1].about, 0);
}

/* By it and the state it is in a network knows what stands there already. */
static void what_is_shown_says_what_it_is_and_as_of_when(void **state)
{
	struct stage *stage = *state;
	struct table *table = two_shown(stage, "!new mitaines classic");
	for (unsigned i = 0; i < 3; i++) {
		const char *waiter = mover_of(table);
		char past[32];
		snprintf(past, sizeof past, "%s<: [past]\n", waiter);
		const char *heard = after(stage, 1);
		assert_int_equal(stage->shown[0].topic, show_topic(table, TOPIC_TABLE));
		assert_int_equal(stage->shown[0].edition, table->moves);
		assert_int_equal(stage->shown[1].topic, show_topic(table, TOPIC_HAND));
		/* Who has played can tap nothing any more, and is shown nothing new. */
		assert_in(heard, past);
		assert_int_equal(case_count(heard, "[past]"), 1);
	}
	stage_say(stage, mover_of(table), "!hand");
	assert_int_equal(stage->shown[1].topic, show_topic(table, TOPIC_HAND));
	assert_int_equal(stage->shown[1].edition, table->moves);
}

/* The table is as it is at once, and captures are told when cards are dealt. */
static void a_quiet_channel_sees_each_card_and_hears_of_few(void **state)
{
	struct stage *stage = *state;
	unsigned lines = 0, captures = 0;
	two_shown(stage, "!new mitaines classic target=1000")->channel->settings.quiet = true;
	for (unsigned i = 0; i < 24; i++) {
		const char *heard = after(stage, 1);
		assert_in(heard, "#table:: ");
		lines += case_count(heard, "#table: ");
		captures += case_count(heard, " (capture.");
		assert_null(strstr(heard, "#table: [1] (event.deal"));
	}
	assert_in_range(lines, 1, 3);
	assert_true(captures > lines);
}

/* Nor is anything done for them, as nobody would see it. */
static void who_cannot_be_reached_is_shown_nothing(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage_whisper(stage, "anna", "solo");
	struct person *anna = people_find(&stage->lobby.people, &stage->network, "anna");
	assert_non_null(anna);
	struct table *table = NULL;
	for (size_t n = 0; table == NULL || table->alone != anna;)
		assert_non_null(table = tables_next(&stage->lobby.tables, &n));
	stage_hear(stage);
	speech_thinks(&stage->lobby.speech, table);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "anna<: [busy]\n");
	listener_expect(anna);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "anna<: [expected]\n");
	assert_true(people_connect(&stage->lobby.people, anna, NULL));
	speech_thinks(&stage->lobby.speech, table);
	listener_expect(anna);
	hand_show_all(&stage->lobby.speech, table);
	table_state(table)->turn = !table_seat(table, anna);
	hand_show_all(&stage->lobby.speech, table);
	speech_end(&stage->lobby.speech, table);
	lobby_commit(&stage->lobby);
	assert_silence(stage);
}

/* A hand that is over, where none follows, is no reason to show nothing. */
static void a_match_that_ends_between_hands_is_shown_so(void **state)
{
	struct stage *stage = *state;
	struct table *table = two_shown(stage, "!new mitaines classic");
	table_state(table)->phase = PHASE_DEAL;
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_said(stage, "|(table.over)\n");
}

/* There is nothing to be shown yet. */
static void a_table_that_is_open_is_told(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "rose", "!table", "(table.open ");
}

static void cards_have_colours_where_they_can_stand_beside_what_is_read(void **state)
{
	struct stage *stage = *state;
	const struct network_driver *plain = stage->network.driver;
	struct network_driver driver = *plain;
	driver.colours = true;
	case_two(stage, "!new");
	const char *nick = mover_of(stage_table(stage, 1));
	assert_null(strchr(stage_hear(stage), '\003'));
	stage->network.driver = &driver;
	stage_say(stage, nick, "!hand");
	assert_non_null(strchr(stage_hear(stage), '\003'));
	stage->network.driver = plain;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_card_that_goes_by_is_seen_on_the_table_alone),
		STAGE_CASE(what_changes_much_is_a_line_too),
		STAGE_CASE(its_last_moves_are_those_of_the_hand),
		STAGE_CASE(an_ai_players_answer_is_shown_with_what_led_to_it),
		STAGE_CASE(several_answers_are_waited_for_no_longer_than_one),
		STAGE_CASE(a_new_hand_is_shown_at_once),
		STAGE_CASE(a_match_that_is_over_is_shown_so_and_told_in_a_line),
		STAGE_CASE(who_asks_is_shown_it_again),
		STAGE_CASE(somebody_alone_hears_every_card),
		STAGE_CASE(a_tutorial_shows_a_hand_too),
		STAGE_CASE(a_card_that_is_drawn_is_a_line_above_the_hand),
		STAGE_CASE(who_sits_down_is_to_be_told_things),
		cmocka_unit_test(what_is_shown_has_a_number_of_its_own),
		STAGE_CASE(what_holds_only_for_now_says_what_it_is_about),
		STAGE_CASE(where_tables_have_threads_lines_are_about_them),
		STAGE_CASE(what_is_shown_says_what_it_is_and_as_of_when),
		STAGE_CASE(a_quiet_channel_sees_each_card_and_hears_of_few),
		STAGE_CASE(who_cannot_be_reached_is_shown_nothing),
		STAGE_CASE(a_match_that_ends_between_hands_is_shown_so),
		STAGE_CASE(a_table_that_is_open_is_told),
		STAGE_CASE(cards_have_colours_where_they_can_stand_beside_what_is_read),
		STAGE_CASE(coming_back_shows_the_table_and_tells_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
