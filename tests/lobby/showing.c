/* Tests networks that can edit messages: each table is one message, which the bot keeps current. */
#include "bot/talk/hand.h"
#include "bot/talk/show.h"
#include "tests/stage/case.h"

static struct table *begin_shown(struct stage *stage, const char *new)
{
	stage_shows(stage, true);
	return case_two(stage, new);
}

/* Plays so many moves. Returns the bot's lines. */
static const char *play_and_hear(struct stage *stage, unsigned moves)
{
	stage_hear(stage);
	stage_play(stage, 1, moves);
	return stage_hear(stage);
}

STAGE_CASE(a_card_without_effect_is_shown_on_the_table_and_not_told)
{
	begin_shown(stage, "!new mitaines classic target=100");
	const char *heard = play_and_hear(stage, 1);
	assert_in(heard, "#table:: [1] (panel.scores hand=1 ");
	assert_in(heard, "|(event.pile ");
	assert_in(heard, "|(event.play ");
	assert_in(heard, "|(turn.next seat=");
	assert_not_in(heard, "#table: ");
	/* The message with the hand notifies the player to move, and has a button for each move. */
	assert_in(heard, " [loud] [play 1 #1|play 2 #1|play 3 #1|play 4 #1|play 5 #1|play 6 #1]\n");
	assert_int_equal(case_count(heard, "[loud]"), 1);
	assert_not_in(heard, "[below]");
	assert_not_in(heard, "[near]");
}

STAGE_CASE(captures_and_new_hands_are_also_told_in_a_line)
{
	unsigned captures = 0, hands = 0;
	begin_shown(stage, "!new mitaines classic target=100");
	for (unsigned i = 0; i < 60; i++) {
		const char *heard = play_and_hear(stage, 1);
		const char *line = strstr(heard, "#table: ");
		const char *capture = line != NULL ? strstr(line, "(capture.") : NULL;
		captures += capture != NULL && capture < strchr(line, '\n');
		hands += case_count(heard, "(event.hand ");
		/* With a new hand, the bot may move the message of the table to the end of the
		 * channel. */
		if (strstr(heard, "(event.hand "))
			assert_in(heard, " [near]\n");
		/* The bot does not announce the deal in a line, because the table shows it. */
		assert_null(strstr(heard, "#table: [1] (event.deal"));
		/* The text of the table has no empty line. */
		assert_null(strstr(heard, "||"));
		/* The bot does not tell the score in a line, because the table shows it. */
		assert_null(strstr(heard, "(score.now "));
		/* Between two hands the table does not say that it is over. */
		assert_null(strstr(heard, "(table.over)"));
		assert_int_equal(case_count(heard, "#table:: [1] "), 1);
	}
	assert_true(captures > 3);
	assert_true(hands > 0);
}

STAGE_CASE(the_table_shows_the_last_moves_of_the_current_hand)
{
	const struct table *table = begin_shown(stage, "!new mitaines classic target=1000");
	unsigned hand = 1;
	for (unsigned i = 0; i < 60 && hand == 1; i++) {
		const char *heard = play_and_hear(stage, 1);
		const char *line = strstr(heard, "#table:: ");
		assert_in(heard, "#table:: ");
		if (line == NULL)
			return;
		const char *last = strstr(line, "|(event.play");
		if (last != NULL)
			assert_true(case_count(case_text("%.*s", (int)strcspn(last, "\n"), last),
					    "(event.play") <= TABLE_LAST_EVENTS);
		hand = strstr(line, "(panel.scores hand=2") != NULL ? 2 : 1;
		if (hand == 2)
			assert_null(strstr(strstr(line, "(panel.scores hand=2"), "(event.play"));
	}
	assert_int_equal(hand, 2);
	assert_true(table->running);
}

STAGE_CASE(the_table_is_shown_once_for_a_card_and_its_answer)
{
	stage_shows(stage, true);
	stage->pensive = true;
	case_dialog(stage, "anna: !new mitaines classic target=100", "anna: !bot", "anna: !start");
	while (table_state(stage_table(stage, 1))->turn != 0)
		assert_true(stage_think(stage));
	const char *heard = play_and_hear(stage, 1);
	assert_in(heard, "#table:: [busy]\n");
	assert_null(strstr(heard, "|(turn.next"));
	assert_true(stage_think(stage));
	assert_int_equal(case_count(assert_said(stage, "|(turn.next"), "#table:: "), 1);
	/* The bot waits for answers of AI players only for a limited time. */
	heard = play_and_hear(stage, 1);
	assert_null(strstr(heard, "|(turn.next"));
	stage_wait(stage, 4000);
	assert_said(stage, "|(turn.next");
	stage_wait(stage, 4000);
	assert_null(strstr(stage_hear(stage), "|(turn.next"));
}

/* A new deal ends the wait for answers of AI players. */
STAGE_CASE(a_newly_dealt_hand_is_shown_at_once)
{
	stage_shows(stage, true);
	stage->pensive = true;
	case_dialog(
		stage, "anna: !new mitaines classic", "anna: !bot", "anna: !bot", "anna: !start");
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

STAGE_CASE(a_finished_match_is_shown_as_over_and_told_in_a_line)
{
	begin_shown(stage, "!new mitaines classic target=30");
	const char *heard = play_and_hear(stage, 400);
	assert_null(stage_table(stage, 1));
	assert_in(heard, "|(table.over)\n");
	assert_in(heard, "(event.match.end ");
	/* After that, the bot does not edit the messages. */
	const char *last = strstr(heard, "|(table.over)\n");
	assert_in(last, "#table:: \n");
	assert_in(last, "anna<: \n");
	assert_in(last, "luc<: \n");
	/* The table and each hand get one last edit, because the next table belongs to another
	 * match. */
	assert_int_equal(case_count(last, "#table:: \n"), 2);
	/* The same happens when a match is stopped. */
	begin_shown(stage, "!new mitaines classic");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	last = strstr(assert_said(stage, "|(table.over)\n"), "|(table.over)\n");
	assert_in(last, "anna<: \n");
	assert_in(last, "luc<: \n");
	assert_int_equal(case_count(last, "#table:: \n"), 2);
}

STAGE_CASE(table_and_hand_are_shown_again_on_request)
{
	struct table *table = begin_shown(stage, "!new mitaines classic");
	assert_not_in(assert_answer(stage, "eve", "!table", "#table:: "), "#table: ");
	assert_answer(stage, "eve", "!table", "(turn.next seat=");
	assert_answer(stage, "eve", "!table", " [below]\n");
	const char *heard = assert_answer(stage, waiter_of(table), "!hand", " [below]\n");
	assert_not_in(heard, "[loud]");
	assert_not_in(heard, "[play ");
	assert_answer(stage, mover_of(table), "!hand", " [below] [loud] [play 1 #1|");
}

STAGE_CASE(every_card_of_a_private_table_is_told_in_a_line)
{
	stage_shows(stage, true);
	stage_whisper(stage, "anna", "solo");
	const char *heard = assert_reply(stage, "anna", "p 1", "anna< ");
	assert_true(case_count(heard, "(event.play") >= 2);
	assert_in(heard, " [loud] [play 1 #1|");
	assert_null(strstr(heard, "(panel.scores"));
}

/* The drawn card would disappear when the message with the hand changes. */
STAGE_CASE(a_drawn_card_is_told_in_a_separate_line)
{
	struct table *table = begin_shown(stage, "!new mitch");
	assert_reply(stage, mover_of(table), "discard 1",
		case_text("\n%s< [1] (event.pick.up ", mover_of(table)));
}

STAGE_CASE(the_network_learns_that_a_seated_player_will_get_private_lines)
{
	stage_shows(stage, true);
	assert_answer(stage, "anna", "!new mitaines classic", "anna<: [expected]\n");
	assert_answer(stage, "luc", "!join", "luc<: [expected]\n");
}

/* The earlier messages still exist, so the bot does not repeat their news. */
STAGE_CASE(the_table_is_shown_again_when_the_bot_comes_back)
{
	begin_shown(stage, "!new mitaines classic");
	stage_kick(stage);
	stage_hear(stage);
	stage_join(stage);
	const char *heard = assert_said(stage, "#table:: ");
	assert_not_in(heard, "#table: ");
	/* The bot does not send the hands as new messages. */
	assert_not_in(heard, "[below]");
}

CASE(topics_of_different_tables_are_different_numbers)
{
	uint64_t found[4 * TOPICS];
	unsigned count = 0;
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

/* While a line with a topic is unsent, a newer line with this topic replaces it. */
MATCH_CASE(a_line_that_a_newer_line_may_replace_has_a_topic, "!new")
{
	stage_say(stage, waiter_of(table), "!leave #9");
	assert_int_equal(stage->last[1].topic, 0);
	stage_play(stage, 1, 1);
	assert_int_equal(stage->last[0].topic, show_topic(table, TOPIC_NEXT));
	assert_int_equal(stage->last[1].topic, show_topic(table, TOPIC_HAND));
	assert_int_equal(stage->last[0].about, 0);
	/* A line that stays interesting has no topic. */
	stage_say(stage, "rose", "!score");
	assert_int_equal(stage->last[0].topic, 0);
}

STAGE_CASE(public_lines_of_a_table_with_a_thread_name_their_table)
{
	struct table *table = begin_shown(stage, "!new mitaines classic");
	case_dialog(stage, "rose> set lang fr", "rose> watch 1");
	table->channel->settings.threads = true;
	assert_answer(stage, "anna", "!leave", "rose< [1] ");
	assert_int_equal(stage->last[0].about, show_topic(table, TOPIC_TABLE));
	assert_int_equal(stage->last[1].about, 0);
}

/* The network compares the topic and edition of a message with the message that it shows. */
STAGE_CASE(a_message_that_is_edited_has_a_topic_and_an_edition)
{
	struct table *table = begin_shown(stage, "!new mitaines classic");
	for (unsigned i = 0; i < 3; i++) {
		const char *waiter = mover_of(table);
		const char *past = case_text("%s<: [past]\n", waiter);
		const char *heard = play_and_hear(stage, 1);
		assert_int_equal(stage->shown[0].topic, show_topic(table, TOPIC_TABLE));
		assert_int_equal(stage->shown[0].edition, table->moves);
		assert_int_equal(stage->shown[1].topic, show_topic(table, TOPIC_HAND));
		/* After their move, a player has no buttons any more, and gets no new message. */
		assert_in(heard, past);
		assert_int_equal(case_count(heard, "[past]"), 1);
	}
	stage_say(stage, mover_of(table), "!hand");
	assert_int_equal(stage->shown[1].topic, show_topic(table, TOPIC_HAND));
	assert_int_equal(stage->shown[1].edition, table->moves);
}

STAGE_CASE(a_quiet_channel_is_shown_each_card_and_told_few_lines)
{
	unsigned lines = 0, captures = 0;
	begin_shown(stage, "!new mitaines classic target=1000")->channel->settings.quiet = true;
	for (unsigned i = 0; i < 24; i++) {
		const char *heard = play_and_hear(stage, 1);
		assert_in(heard, "#table:: ");
		lines += case_count(heard, "#table: ");
		captures += case_count(heard, " (capture.");
		assert_null(strstr(heard, "#table: [1] (event.deal"));
	}
	assert_in_range(lines, 1, 3);
	assert_true(captures > lines);
}

STAGE_CASE(nothing_is_shown_to_an_absent_person)
{
	stage_shows(stage, true);
	stage_whisper(stage, "anna", "solo");
	struct person *anna = people_find(&stage->lobby.people, &stage->network, "anna");
	assert_non_null(anna);
	struct table *table = NULL;
	for (size_t n = 0; table == NULL || table->private_person != anna;)
		assert_non_null(table = tables_next(&stage->lobby.tables, &n));
	stage_hear(stage);
	listener_show_typing(table);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "anna<: [busy]\n");
	listener_prepare(anna);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "anna<: [expected]\n");
	people_set_connection(&stage->lobby.people, anna, NULL);
	listener_show_typing(table);
	listener_prepare(anna);
	hand_show_all(&stage->lobby.speech, table);
	table_state(table)->turn = !table_find_seat(table, anna);
	hand_show_all(&stage->lobby.speech, table);
	speech_end_match(&stage->lobby.speech, table);
	lobby_commit(&stage->lobby);
	assert_silence(stage);
}

STAGE_CASE(a_match_that_ends_between_hands_is_shown_as_over)
{
	struct table *table = begin_shown(stage, "!new mitaines classic");
	table_state(table)->phase = PHASE_DEAL;
	stage_say(stage, "anna", "!stop");
	assert_answer(stage, "luc", "!stop", "|(table.over)\n");
}

STAGE_CASE(the_table_command_tells_of_an_open_table_in_a_line)
{
	stage_shows(stage, true);
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "rose", "!table", "(table.open ");
}

STAGE_CASE(cards_are_coloured_on_networks_that_show_colours)
{
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
