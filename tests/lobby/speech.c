/* Tests how the bot delivers news about a table and answers. */
#include "bot/talk/speech.h"
#include "tests/stage/case.h"

static const struct person *person_of(struct stage *stage, const char *nick)
{
	const struct person *person =
		people_find_by_connection(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	return person;
}

/* The bot hints at private answers only if the person's whole answer was private. */
STAGE_CASE(an_answer_is_private_only_if_all_of_its_lines_were_private)
{
	struct speech *speech = &stage->lobby.speech;
	const struct channel *channel = stage->lobby.channels.channel[0];
	case_dialog(stage, "anna: !ping", "luc: !ping");
	const struct person *anna = person_of(stage, "anna"), *luc = person_of(stage, "luc");
	speech_begin_command(speech, anna);
	assert_false(speech_is_all_private(speech));
	speech_tell(speech, luc, MSG_PONG, NO_ARGS);
	assert_false(speech_is_all_private(speech));
	speech_tell(speech, anna, MSG_PONG, NO_ARGS);
	assert_true(speech_is_all_private(speech));
	speech_tell(speech, luc, MSG_PONG, NO_ARGS);
	assert_true(speech_is_all_private(speech));
	speech_say_channel(speech, channel, MSG_PONG, NO_ARGS);
	assert_false(speech_is_all_private(speech));
	speech_tell(speech, anna, MSG_PONG, NO_ARGS);
	assert_false(speech_is_all_private(speech));
	/* A new command begins a new answer. */
	speech_begin_command(speech, luc);
	assert_false(speech_is_all_private(speech));
	speech_tell(speech, anna, MSG_PONG, NO_ARGS);
	assert_false(speech_is_all_private(speech));
	speech_tell(speech, luc, MSG_PONG, NO_ARGS);
	assert_true(speech_is_all_private(speech));
	/* A line that the bot says without a command does not count as an answer. */
	speech_begin_command(speech, NULL);
	speech_tell(speech, anna, MSG_PONG, NO_ARGS);
	assert_false(speech_is_all_private(speech));
	lobby_commit(&stage->lobby);
}

MATCH_CASE(the_score_is_told_once_when_it_changes, "!new mitaines classic target=1000")
{
	const struct state *now = table_state(table);
	unsigned told = 0, untold = 0;
	for (unsigned i = 0; i < 120; i++) {
		int32_t before[2] = { now->points[0], now->points[1] };
		unsigned hand = now->hand;
		stage_play(stage, 1, 1);
		const char *heard = stage_hear(stage);
		bool dealt = strstr(heard, "(event.deal ") != NULL;
		bool changed = before[0] != now->points[0] || before[1] != now->points[1];
		if (now->hand > hand)
			assert_null(strstr(heard, "(score.now "));
		else if (changed || dealt)
			assert_int_equal(case_count(heard, "(score.now "), 1);
		else
			assert_null(strstr(heard, "(score.now "));
		told += changed && now->hand == hand;
		untold += !changed;
	}
	assert_true(told > 2 && untold > 3);
}

STAGE_CASE(a_move_made_because_time_ran_out_is_told_at_once)
{
	stage->pensive = true;
	case_dialog(stage, "anna: !new", "luc: !join", "anna: !bot", "anna: !start");
	struct table *table = stage_table(stage, 1);
	for (;;) {
		case_dialog(stage, "anna: hello", "luc: hello");
		case_think(stage);
		stage_wait(stage, 45000);
		stage_wait(stage, 44999);
		stage_hear(stage);
		stage_wait(stage, 1);
		if (table->transient.robot_serial != 0)
			break;
		stage_say(stage, mover_of(table), "!p 1");
	}
	const char *heard = assert_said(stage, "#table: [1] (clock.move seat=");
	assert_in(heard, "(event.play");
}

MATCH_CASE(a_quiet_channel_is_told_which_card_made_a_capture, "!new")
{
	table->channel->settings.quiet = true;
	struct events events = { .count = 0 };
	event_card(events_add(&events, EVENT_PLAY, 0), CARD(0, SUIT_C));
	events_add(&events, EVENT_PLAY, 1);
	events_add(&events, EVENT_CAPTURE, 1)->how = HOW_JACK;
	events_add(&events, EVENT_HAND_END, SEAT_NONE);
	for (unsigned i = 1; i < 3; i++)
		event_card(&events.event[i], CARD(9, SUIT_D));
	speech_tell_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=");
	assert_int_equal(case_count(heard, "(event.play "), 1);
	assert_in(heard, "cards=JD) (capture.jack");
	assert_not_in(heard, "cards=2C)");
	/* The capturing card is also told if the capture is the last event. */
	events.count = 3;
	speech_tell_events(&stage->lobby.speech, table, &events);
	speech_tell_pending(&stage->lobby.speech, table);
	lobby_commit(&stage->lobby);
	assert_said(stage, "cards=JD) (capture.jack");
}

MATCH_CASE(much_news_is_split_into_several_lines, "!new")
{
	struct events events = { .count = 0 };
	for (unsigned i = 0; i < 12; i++)
		event_card(events_add(&events, EVENT_PLAY, i % 2), CARD(i, SUIT_C));
	speech_tell_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(event.play "), 12);
	assert_int_equal(case_count(heard, "#table: [1] (event.play "), 2);
	for (const char *line = heard; *line != '\0'; line = strchr(line, '\n') + 1)
		assert_in_range(strcspn(line, "\n"), 40, 440);
}

STAGE_CASE(a_goodbye_is_said_only_in_channels_with_a_table)
{
	lobby_say_goodbye(&stage->lobby);
	lobby_commit(&stage->lobby);
	assert_silence(stage);
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	lobby_say_goodbye(&stage->lobby);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "#table: (bye)\n");
	assert_int_equal(stage->last[0].topic, 0);
}

STAGE_CASE(people_without_a_preference_get_the_configured_message_type)
{
	stage_whisper(stage, "luc", "set via msg");
	assert_answer(stage, "anna", "!hand", "anna< (no.hand)");
	stage->settings.via = VIA_NOTICE;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_answer(stage, "anna", "!hand", "anna<< (no.hand)");
	assert_answer(stage, "rose", "!hand", "rose<< (no.hand)");
	assert_answer(stage, "luc", "!hand", "luc< (no.hand)");
	stage->settings.via = VIA_MESSAGE;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_answer(stage, "anna", "!hand", "anna< (no.hand)");
}
