/* Tests the open deal on a page: its last view, the name for its result, and the deletion of the
 * result. */
#include "bot/match/daily.h"
#include "bot/match/result.h"
#include "tests/stage/seats.h"

#define BEGIN "\"do\":\"exercise\",\"name\":\"daily\",\"lang\":\"en\",\"address\":\"192.0.2.1\","

/* Begins the open deal on a page, and copies its key. about: the day or the link, as in the request
 * of a page. */
static void begin(struct seats *seats, const char *browser, const char *about, char key[SEAT_KEY])
{
	drop(seats);
	assert_ask(seats, case_text(BEGIN "\"browser\":\"%s\",\"about\":\"%s\"", browser, about),
		303, "\"key\":");
	memcpy(key, key_in(seats->got.bytes), SEAT_KEY);
}

static struct exercise *exercise_of(struct seats *seats, const char *key)
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_hash(key, hash);
	return exercise_find_key(&seats->stage.lobby, hash);
}

/* Plays a deal on a page to its end. Returns the last view. */
static const char *play(struct seats *seats, const char *key)
{
	struct exercise *exercise = exercise_of(seats, key);
	assert_non_null(exercise);
	for (unsigned i = 0; i < 200 && exercise->table->running; i++) {
		struct table *table = exercise->table;
		if (table_state(table)->phase == PHASE_PLAY &&
			table_state(table)->turn == EXERCISE_SEAT)
			add_tap(seats, key, table->moves, first_move(table));
		stage_wait(&seats->stage, 100);
		drop(seats);
	}
	assert_false(exercise->table->running);
	page_seats_look(&seats->surface);
	exercise->key.sent = false;
	return commit(seats);
}

static const char *ask_own(const char *act, const char *key, const char *rest)
{
	return case_text("\"do\":\"%s\",\"seat\":\"%s\"%s", act, hash_of(key), rest);
}

/* Returns the result of a guest that the last view names, and copies its key. */
static struct store_try result_in(struct seats *seats, const char *view, char key[SEAT_KEY])
{
	static const char mark[] = "\"ended\":true,\"key\":\"";
	struct store_try row;
	struct store_trial trial;
	const char *at = strstr(view, mark);
	assert_non_null(at);
	memcpy(key, at + strlen(mark), SEAT_KEY - 1);
	key[SEAT_KEY - 1] = '\0';
	assert_true(result_find(&seats->stage.lobby, key, &row, &trial));
	return row;
}

SEATS_CASE(a_turn_of_a_deal_tells_what_the_cards_can_do)
{
	char key[SEAT_KEY];
	stage_visit(stage);
	begin(seats, "one", "", key);
	assert_in(commit(seats), "\"teach\":\"(seat.teach.");
}

SEATS_CASE(the_end_of_a_deal_tells_points_place_and_address)
{
	char key[SEAT_KEY], result[SEAT_KEY];
	stage_visit(stage);
	begin(seats, "one", "", key);
	const char *view = play(seats, key);
	struct store_try row = result_in(seats, view, result);
	assert_in(view, "\"trial\":{\"kind\":\"open\"");
	assert_in(view, case_text("\"own\":%d,\"other\":%d", row.own, row.other));
	assert_in(view, "\"counted\":true,\"place\":1,");
	assert_in(view, "\"guide\":\"(trial.told words=");
}

SEATS_CASE(only_the_maker_of_a_result_can_sign_it)
{
	char key[SEAT_KEY], result[SEAT_KEY];
	stage_visit(stage);
	begin(seats, "one", "", key);
	assert_ask(seats, ask_own("sign", key, ",\"name\":\"Zoe\""), 404, "");
	struct store_try row = result_in(seats, play(seats, key), result);
	assert_ask(seats, ask_own("sign", key, ",\"name\":\"9<\",\"tells\":true"), 422,
		"(guest.name.bad)");
	assert_ask(seats, ask_own("sign", result, ",\"name\":\"Max\""), 404, "(trial.unknown)");
	assert_ask(seats, ask_own("sign", key, ",\"name\":\"Zo\u00e9\",\"tells\":true"), 200, "");
	assert_in(seats->got.bytes, "\"name\":\"Zo\u00e9\",\"tells\":true");
	assert_int_equal(store_get_try(stage->store, row.id, &row), STORE_OK);
	assert_string_equal(row.name, "Zoé");
	assert_true(row.tells);
}

SEATS_CASE(a_guest_deletes_their_result_even_after_the_day)
{
	char key[SEAT_KEY], result[SEAT_KEY];
	struct store_trial trial;
	stage_visit(stage);
	begin(seats, "one", "", key);
	struct store_try row = result_in(seats, play(seats, key), result);
	assert_int_equal(store_get_trial(stage->store, row.trial, &trial), STORE_OK);
	assert_int_equal(store_reveal_trial(stage->store, &trial, trial.ends), STORE_OK);
	while (store_reveal_try(stage->store, trial.id) == STORE_OK)
		continue;
	exercise_end(&stage->lobby, exercise_of(seats, key));
	commit(seats);
	assert_ask(seats, ask_own("delete", result, ""), 404, "(trial.unknown)");
	assert_ask(seats, ask_own("delete", key, ""), 200, "");
	assert_false(result_find(&stage->lobby, result, &row, &trial));
	assert_ask(seats, ask_own("delete", key, ""), 404, "");
}

/* ---- a person in chat ---- */

/* Lets nick ask for a link by `seat` in private, and copies its key. */
static void copy_link(struct seats *seats, const char *nick, char key[SEAT_KEY])
{
	static const char mark[] = "(seat.link url=https://cards.test/seat/";
	const char *at = strstr(assert_reply(&seats->stage, nick, "seat", mark), mark);
	snprintf(key, SEAT_KEY, "%s", at + strlen(mark));
}

SEATS_CASE(a_person_in_chat_can_play_a_deal_on_a_page)
{
	char key[SEAT_KEY];
	stage_whisper(stage, "anna", "daily");
	drop(seats);
	copy_link(seats, "anna", key);
	const char *view = read_lines(seats);
	assert_in(view, hash_of(key));
	assert_in(view, "\"exercise\":\"daily\"");
	/* A move in chat changes the page, and the bot tells a tap on the page in chat. */
	drop(seats);
	stage_whisper(stage, "anna", "p 1");
	assert_in(read_lines(seats), hash_of(key));
	struct exercise *exercise = exercise_of(seats, key);
	stage_hear(stage);
	add_tap(seats, key, exercise->table->moves, first_move(exercise->table));
	stage_wait(stage, 100);
	assert_said(stage, "anna< (event.play seat=anna ");
	view = play(seats, key);
	assert_in(view, "\"ended\":true");
	assert_in(view, "\"chats\":true");
	assert_said(stage, "anna< (trial.told.open ");
	assert_reply(stage, "anna", "daily", "(trial.points ");
	assert_reply(stage, "anna", "p 1", "anna< (no.table)");
	/* People in chat pass on the result by commands, and cannot delete it to play again. */
	assert_ask(seats, ask_own("delete", key, ""), 404, "(trial.unknown)");
	stage_wait(stage, 61 * 60 * 1000);
	assert_int_equal(stage->lobby.exercises.count, 0);
}

SEATS_CASE(a_page_of_a_deal_in_chat_ends_with_its_key_and_with_a_pause)
{
	char key[3][SEAT_KEY];
	case_dialog(stage, "anna> daily", "anna> set lang en");
	assert_reply(stage, "anna", "seat off", "(seat.off.none)");
	copy_link(seats, "anna", key[0]);
	drop(seats);
	copy_link(seats, "anna", key[1]);
	assert_in(read_lines(seats), case_text("\"%s\",\"closed\":true", hash_of(key[0])));
	assert_null(exercise_of(seats, key[0]));
	drop(seats);
	assert_reply(stage, "anna", "seat off", "anna< (seat.off)");
	assert_in(read_lines(seats), case_text("\"%s\",\"closed\":true", hash_of(key[1])));
	copy_link(seats, "anna", key[2]);
	drop(seats);
	case_fail(stage);
	stage_whisper(stage, "anna", "seat off");
	assert_non_null(exercise_of(seats, key[2]));
	assert_reply(stage, "anna", "stop", "anna< (trial.stopped)");
	assert_in(read_lines(seats), case_text("\"%s\",\"closed\":true", hash_of(key[2])));
	assert_int_equal(stage->lobby.exercises.count, 0);
	assert_reply(stage, "anna", "daily", "anna< (daily.begin.open ");
}

SEATS_CASE(a_login_keeps_the_page_of_a_deal)
{
	char key[SEAT_KEY];
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A", "daily");
	copy_link(seats, "A", key);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_in(play(seats, key), "\"ended\":true");
}
