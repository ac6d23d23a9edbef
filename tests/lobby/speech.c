/* Who is told what of a table, and with what. */
#include "bot/talk/speech.h"
#include "tests/stage/case.h"

static const struct person *person_of(struct stage *stage, const char *nick)
{
	const struct person *person = people_at(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	return person;
}

/* A hint says where answers come, to who got theirs in private and nothing else. */
static void an_answer_is_aside_if_who_asked_heard_all_of_it_alone(void **state)
{
	struct stage *stage = *state;
	struct speech *speech = &stage->lobby.speech;
	const struct channel *channel = stage->lobby.channels.channel[0];
	stage_say(stage, "anna", "!ping");
	stage_say(stage, "luc", "!ping");
	const struct person *anna = person_of(stage, "anna"), *luc = person_of(stage, "luc");
	speech_listen(speech, anna);
	assert_false(speech_was_aside(speech));
	speech_tell(speech, luc, WORD_PONG, NO_ARGS);
	assert_false(speech_was_aside(speech));
	speech_tell(speech, anna, WORD_PONG, NO_ARGS);
	assert_true(speech_was_aside(speech));
	speech_tell(speech, luc, WORD_PONG, NO_ARGS);
	assert_true(speech_was_aside(speech));
	speech_channel(speech, channel, WORD_PONG, NO_ARGS);
	assert_false(speech_was_aside(speech));
	speech_tell(speech, anna, WORD_PONG, NO_ARGS);
	assert_false(speech_was_aside(speech));
	/* The next command is another. */
	speech_listen(speech, luc);
	assert_false(speech_was_aside(speech));
	speech_tell(speech, anna, WORD_PONG, NO_ARGS);
	assert_false(speech_was_aside(speech));
	speech_tell(speech, luc, WORD_PONG, NO_ARGS);
	assert_true(speech_was_aside(speech));
	/* What nobody asked for is no answer. */
	speech_listen(speech, NULL);
	speech_tell(speech, anna, WORD_PONG, NO_ARGS);
	assert_false(speech_was_aside(speech));
	lobby_commit(&stage->lobby);
}

/* Said once: until it changes again everybody knows it. */
static void the_score_is_told_when_it_changes(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitaines classic target=1000");
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

/* Also where it changed by the first of them. */
static void an_answer_is_told_with_the_score(void **state)
{
	struct stage *stage = *state;
	stage->pensive = true;
	stage_say(stage, "anna", "!new target=1000");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	const struct state *now = table_state(table);
	unsigned found = 0;
	for (unsigned i = 0; i < 200 && found < 2; i++) {
		while (stage_think(stage))
			;
		stage_hear(stage);
		int32_t mine = state_score(now, 0), theirs = state_score(now, 1);
		unsigned hand = now->hand;
		stage_whisper(stage, "anna", "p 1");
		bool scored = state_score(now, 0) != mine;
		if (table->passing.awaited == 0 || !scored || now->hand > hand)
			continue;
		assert_true(stage_think(stage));
		if (state_score(now, 1) != theirs || now->hand > hand)
			continue;
		assert_int_equal(case_count(assert_said(stage, "#table: [1] "), "(score.now "), 1);
		found++;
	}
	assert_int_equal(found, 2);
}

/* What was done for somebody is told at once, and not with the answer. */
static void a_move_that_was_made_for_somebody_waits_for_nothing(void **state)
{
	struct stage *stage = *state;
	stage->pensive = true;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	do {
		while (stage_think(stage))
			;
		stage_hear(stage);
		stage_wait(stage, 45000);
		stage_wait(stage, 44999);
		stage_hear(stage);
		stage_wait(stage, 1);
		if (table->seat[table_state(table)->turn].player != NULL)
			stage_say(stage, "anna", "!p 1");
	} while (table->passing.awaited == 0);
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (clock.move seat=anna)");
	assert_in(heard, "(event.play seat=anna ");
}

/* A card that captures is told with what it captures, whatever that is worth. */
static void a_quiet_channel_hears_which_card_captured(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	table->channel->settings.quiet = true;
	struct events events = { .count = 0 };
	event_card(events_add(&events, EVENT_PLAY, 0), CARD(0, SUIT_C));
	events_add(&events, EVENT_PLAY, 1);
	events_add(&events, EVENT_CAPTURE, 1)->how = HOW_JACK;
	events_add(&events, EVENT_HAND_END, SEAT_NONE);
	for (unsigned i = 1; i < 3; i++)
		event_card(&events.event[i], CARD(9, SUIT_D));
	speech_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=");
	assert_int_equal(case_count(heard, "(event.play "), 1);
	assert_in(heard, "cards=JD) (capture.jack");
	assert_not_in(heard, "cards=2C)");
	/* Where it captures last, too. */
	events.count = 3;
	speech_events(&stage->lobby.speech, table, &events);
	speech_catch_up(&stage->lobby.speech, table);
	lobby_commit(&stage->lobby);
	assert_said(stage, "cards=JD) (capture.jack");
}

/* What a line takes in any case is the network's. */
static void much_news_is_several_lines(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	struct events events = { .count = 0 };
	for (unsigned i = 0; i < 12; i++)
		event_card(events_add(&events, EVENT_PLAY, i % 2), CARD(i, SUIT_C));
	speech_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(event.play "), 12);
	assert_int_equal(case_count(heard, "#table: [1] (event.play "), 2);
	for (const char *line = heard; *line != '\0'; line = strchr(line, '\n') + 1)
		assert_in_range(strcspn(line, "\n"), 40, 440);
}

/* Where nobody plays nobody needs it. */
static void a_goodbye_is_said_where_people_play(void **state)
{
	struct stage *stage = *state;
	lobby_goodbye(&stage->lobby);
	lobby_commit(&stage->lobby);
	assert_silence(stage);
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	lobby_goodbye(&stage->lobby);
	lobby_commit(&stage->lobby);
	assert_heard(stage, "#table: (bye)\n");
	assert_int_equal(stage->last[0].topic, 0);
}

/* Whatever is configured meanwhile; who said how they want it is told in that way. */
static void who_chose_no_way_is_told_in_the_usual_one(void **state)
{
	struct stage *stage = *state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(an_answer_is_aside_if_who_asked_heard_all_of_it_alone),
		STAGE_CASE(the_score_is_told_when_it_changes),
		STAGE_CASE(an_answer_is_told_with_the_score),
		STAGE_CASE(a_move_that_was_made_for_somebody_waits_for_nothing),
		STAGE_CASE(a_quiet_channel_hears_which_card_captured),
		STAGE_CASE(much_news_is_several_lines),
		STAGE_CASE(a_goodbye_is_said_where_people_play),
		STAGE_CASE(who_chose_no_way_is_told_in_the_usual_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
