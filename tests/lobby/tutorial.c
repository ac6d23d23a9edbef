/* Tests exercises with the tutorial: in chat, and on pages. */
#include "tests/stage/seats.h"

/* Copies the move that the tutorial asks for, like "3 mitten" from "Type 3 mitten (7C)". Fails if
 * the lines ask for no move. */
static void read_asked_move(const char *heard, char move[32])
{
	static const char *const marks[] = { "Type ", "Tapez " };
	const char *at = NULL;
	for (size_t i = 0; i < 2; i++)
		for (const char *next = strstr(heard, marks[i]); next != NULL;
			next = strstr(at, marks[i]))
			at = next + strlen(marks[i]);
	if (at == NULL)
		fail_msg("no move is asked for:\n%s", heard);
	struct text text = text_in(move, 32);
	text_bytes(&text, at, strcspn(at, "("));
}

/* Makes the ten moves that the tutorial asks for. Returns the bot's last lines. */
static const char *make_asked_moves(struct stage *stage)
{
	char move[32];
	for (unsigned i = 0; i < 10; i++) {
		read_asked_move(stage_hear(stage), move);
		stage_whisper(stage, "anna", move);
	}
	return stage_hear(stage);
}

WORDED_CASE(the_tutorial_of_mitaines_has_ten_moves)
{
	stage_say(stage, "anna", "!tutorial");
	const char *end = make_asked_moves(stage);
	assert_in(end, "180 points");
	assert_not_in(end, "#table: ");
	assert_int_equal(stage->lobby.exercises.count, 0);
}

STAGE_CASE(the_tutorial_can_be_played_in_french)
{
	stage_whisper(stage, "anna", "set lang fr");
	assert_reply(stage, "anna", "tutoriel", "anna< À vous de jouer. Dessus");
	stage_whisper(stage, "anna", "main");
	assert_in(make_asked_moves(stage), "180 points pour vous");
	assert_reply(stage, "anna", "tutoriel ARRÊTER", "La leçon est finie");
}

STAGE_CASE(a_wrong_move_in_the_tutorial_is_answered_with_the_right_move)
{
	stage_whisper(stage, "anna", "tutorial");
	assert_reply_is(stage, "anna", "8d", "anna< (tutorial.instead move=1 card=5H)\n");
	assert_reply(stage, "anna", "8d m", "(refuse.call.cards call=(contract.mitten) number=2 ");
	assert_reply(stage, "anna", "as", "(refuse.not.held try=(try.play number=1))");
	assert_reply(stage, "anna", "xyzzy", "(unknown.command word=xyzzy)");
	assert_reply(stage, "anna", "hand", "(tutorial.sweep step=(tutorial.say move=1 card=5H))");
	stage_whisper(stage, "anna", "p 1");
	assert_in(stage_hear(stage),
		"anna< (event.play seat=anna cards=5H) (capture.sweep) (event.play seat=Ovila "
		"cards=8C)\nanna< (hand.turn where=) ");
}

STAGE_CASE(a_learner_may_play_either_of_two_cards_of_equal_rank)
{
	case_dialog(stage, "anna> tutorial", "anna> 5h", "anna> 8d");
	assert_reply(
		stage, "anna", "7h m", "(tutorial.complete step=(tutorial.say move=1 card=7C))");
	assert_reply(stage, "anna", "7c", "(capture.complete ");
	case_dialog(stage, "anna> ks", "anna> 9h", "anna> qd g", "anna> qc");
	assert_reply(stage, "anna", "qh", "(tutorial.jack step=(tutorial.say move=3 card=JS))");
}

STAGE_CASE(hint_and_table_commands_are_about_the_lesson)
{
	case_dialog(stage, "luc: !new", "anna> tutorial", "anna> 5h");
	assert_reply_is(stage, "anna", "hint",
		"anna< (tutorial.pair step=(tutorial.say move=3 card=8D))\n");
	assert_reply(stage, "anna", "table", "(tutorial.pair step=(tutorial.say move=3 card=8D))");
	assert_reply(stage, "anna", "tables",
		"(tables.open channel=#table game=mitaines preset=classic options= names=luc)");
}

STAGE_CASE(questions_during_the_lesson_are_about_the_lesson)
{
	case_dialog(stage, "anna> tutorial");
	assert_reply(stage, "anna", "what is a pile?", "(tutorial.sweep ");
	assert_reply(stage, "anna", "am I winning?", "(answer.winning.playing scores=");
	assert_reply_is(stage, "anna", "how do I stop?", "anna< (answer.stop.tutorial)\n");
	assert_reply_is(stage, "anna", "how do I leave?", "anna< (answer.stop.tutorial)\n");
}

STAGE_CASE(sitting_down_at_a_table_ends_the_tutorial)
{
	case_dialog(stage, "anna> tutorial", "anna: !new", "anna: !bot", "anna: !start");
	assert_reply(stage, "anna", "p 1", "#table: [1] (event.play seat=anna ");
	assert_int_equal(stage->lobby.exercises.count, 0);
	assert_reply(stage, "anna", "tutorial", "(tutorial.seated)");
	assert_reply(stage, "anna", "tutorial stop", "(tutorial.stopped)");
}

/* anna still owns the seat, but private lines now belong to the tutorial. */
STAGE_CASE(a_player_can_play_the_tutorial_after_leaving_a_match)
{
	case_dialog(stage, "anna: !new", "luc: !join", "anna: !start", "anna: !leave");
	assert_reply(
		stage, "anna", "tutorial", "(tutorial.sweep step=(tutorial.say move=1 card=5H))");
	assert_reply(stage, "anna", "5h", "anna< (event.play seat=anna cards=5H)");
}

STAGE_CASE(a_new_tutorial_ends_only_one_that_was_idle_for_ten_minutes)
{
	const unsigned most = stage->lobby.settings.exercises;
	for (unsigned i = 0; i < most; i++)
		stage_whisper(stage, case_text("p%u", i), "tutorial");
	assert_reply(stage, "eve", "tutorial", "eve< (tutorial.full)");
	stage_wait(stage, 599 * 1000);
	assert_reply(stage, "p0", "5h", "p0< (event.play seat=p0 cards=5H)");
	assert_reply(stage, "eve", "tutorial", "eve< (tutorial.full)");
	/* p2 begins the tutorial again, which still counts as one exercise. */
	assert_reply(
		stage, "p2", "tutorial", "(tutorial.sweep step=(tutorial.say move=1 card=5H))");
	stage_wait(stage, 1000);
	assert_reply(
		stage, "eve", "tutorial", "(tutorial.sweep step=(tutorial.say move=1 card=5H))");
	assert_int_equal(stage->lobby.exercises.count, most);
	assert_reply(stage, "p1", "5h", "p1< (no.table)");
	assert_reply(stage, "p0", "8d", "p0< (event.");
}

WORDED_CASE(a_match_at_a_terminal_waits_until_the_lesson_ends)
{
	stage->lobby.settings.matches_wait = true;
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !start");
	stage_hear(stage);
	const struct table *table = stage_table(stage, 1);
	uint32_t moves = table->moves;
	stage_whisper(stage, "anna", "tutorial");
	make_asked_moves(stage);
	assert_int_equal(stage->lobby.exercises.count, 0);
	assert_true(table->moves - moves <= 1);
	assert_reply(stage, "anna", "tutorial", "Mitaines in ten moves");
	assert_reply(stage, "anna", "what now?", "in the lesson");
	assert_reply(stage, "anna", "tutorial stop", "The lesson is over");
}

/* The hand of a tutorial is a new message, and its buttons have no number of a table. */
STAGE_CASE(the_tutorial_shows_the_hand_with_buttons)
{
	stage_shows(stage, true);
	assert_reply(stage, "anna", "tutorial", " [below] [loud] [play 1|play 2|");
}

STAGE_CASE(quit_leave_and_stop_end_a_tutorial)
{
	static const char *const words[] = { "quit", "leave", "stop" };
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		stage_whisper(stage, "anna", "tutorial");
		assert_reply_is(stage, "anna", words[i], "anna< (tutorial.stopped)\n");
		stage_wait(stage, 60000);
	}
	assert_reply(stage, "anna", "leave", "(no.table)");
}

STAGE_CASE(the_tutorial_tells_no_hand_in_lines_if_a_panel_shows_it)
{
	stage->network.single = stage->network.shows_table = true;
	assert_not_in(assert_reply(stage, "anna", "tutorial", "(tutorial.sweep"), "(hand.cards)");
}

/* ---- on pages ---- */

/* Returns the request of a page for a tutorial. address: number of the guest's address. */
static const char *tutorial_from(unsigned address)
{
	return case_text("\"do\":\"exercise\",\"name\":\"tutorial\",\"lang\":\"en\","
			 "\"address\":\"192.0.2.%u\"",
		address);
}

/* Begins a tutorial on a page, and copies its key. address: number of the guest's address. */
static void begin_on_page(struct seats *seats, unsigned address, char key[SEAT_KEY])
{
	assert_ask(seats, tutorial_from(address), 303, "\"exercise\":\"tutorial\"");
	memcpy(key, key_in(seats->got.bytes), SEAT_KEY);
}

static void finish_on_page(struct seats *seats, const char *key)
{
	static const char *const moves[] = { "5H", "8D", "7C mitten", "7H", "KS", "9H", "QC glove",
		"QH", "QD", "JS" };
	for (unsigned i = 0; i < 10; i++)
		assert_tap(seats, key, 2 * i, moves[i], 200, i < 9 ? "(tutorial." : "\"over\"");
}

SEATS_CASE(the_tutorial_can_be_played_on_a_page)
{
	char key[SEAT_KEY];
	assert_ask(seats, tutorial_from(7), 404, "(guest.no.link)");
	stage_visit(stage);
	assert_ask(seats, "\"do\":\"exercise\",\"name\":\"x\"", 404, "(guest.no.link)");
	begin_on_page(seats, 7, key);
	assert_in(seats->got.bytes, "(tutorial.sweep step=(browser.tutorial.say move=5H))");
	assert_not_in(seats->got.bytes, "\"target\"");
	assert_tap(seats, key, 0, "KS", 200,
		"(tutorial.other lesson=(tutorial.sweep step=(browser.tutorial.say move=5H)))");
	assert_tap(seats, key, 0, "9H mitten", 422, "\"say\":");
	finish_on_page(seats, key);
	assert_in(seats->got.bytes, "(browser.tutorial.end ");
	assert_in(seats->got.bytes, "\"your_turn\":false");
	assert_tap(seats, key, 19, "3D", 409, "(seat.stale)");
}

SEATS_CASE(a_learner_leaves_the_tutorial_by_the_page)
{
	char key[SEAT_KEY];
	stage_visit(stage);
	begin_on_page(seats, 7, key);
	assert_leave(seats, key, 200, "(tutorial.stopped)");
	assert_leave(seats, key, 409, "(seat.stale)");
}

SEATS_CASE(strangers_do_not_end_the_tutorial_of_another_address)
{
	char key[SEAT_KEY];
	stage_visit(stage);
	begin_on_page(seats, 7, key);
	for (unsigned i = 1; i < stage->lobby.settings.exercises; i++)
		assert_ask(seats, tutorial_from(10 + i / 2), 303, "\"exercise\":\"tutorial\"");
	assert_ask(seats, tutorial_from(10), 429, "(tutorial.full)");
	assert_ask(seats, tutorial_from(11), 429, "(tutorial.two)");
	assert_tap(seats, key, 0, "5H", 200, "(tutorial.");
}

SEATS_CASE(a_tutorial_on_a_page_ends_after_an_idle_hour)
{
	char key[SEAT_KEY];
	enum { HOUR_MS = 60 * 60 * 1000 };
	stage_visit(stage);
	begin_on_page(seats, 7, key);
	stage_wait(stage, HOUR_MS - 1000);
	assert_tap(seats, key, 0, "5H", 200, "(tutorial.");
	stage_wait(stage, HOUR_MS);
	assert_in(read_lines(seats), case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
	assert_tap(seats, key, 2, "8D", 404, "(seat.unknown)");
}

SEATS_CASE(a_finished_tutorial_makes_room_for_another_one_of_the_address)
{
	char key[SEAT_KEY];
	stage_visit(stage);
	assert_ask(seats, tutorial_from(7), 303, "\"exercise\":\"tutorial\"");
	begin_on_page(seats, 7, key);
	assert_ask(seats, tutorial_from(7), 429, "(tutorial.two)");
	finish_on_page(seats, key);
	assert_ask(seats, tutorial_from(7), 303, "\"exercise\":\"tutorial\"");
	assert_in(seats->got.bytes, case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
}

SEATS_CASE(a_tutorial_that_is_over_makes_room_after_a_minute)
{
	char key[SEAT_KEY];
	stage_visit(stage);
	begin_on_page(seats, 7, key);
	for (unsigned i = 1; i < stage->lobby.settings.exercises; i++)
		assert_ask(seats, tutorial_from(10 + i), 303, "\"exercise\":\"tutorial\"");
	finish_on_page(seats, key);
	assert_ask(seats, tutorial_from(8), 429, "(tutorial.full)");
	stage_wait(stage, 60 * 1000);
	assert_ask(seats, tutorial_from(8), 303, "\"exercise\":\"tutorial\"");
	assert_in(seats->got.bytes, case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
	assert_ask(seats, tutorial_from(9), 429, "(tutorial.full)");
}

SEATS_CASE(a_failed_batch_leaves_tutorials_as_they_were)
{
	char first[SEAT_KEY], key[SEAT_KEY];
	stage_visit(stage);
	begin_on_page(seats, 7, first);
	begin_on_page(seats, 7, key);
	assert_tap(seats, key, 0, "5H", 200, "(tutorial.");
	lobby_check_write(&stage->lobby, STORE_FULL);
	assert_tap(seats, key, 2, "8D", 503, "(store.failed)");
	stage_wait(stage, 60 * 1000);
	lobby_check_write(&stage->lobby, STORE_FULL);
	assert_leave(seats, first, 503, "(store.failed)");
	stage_wait(stage, 60 * 1000);
	assert_tap(seats, first, 0, "5H", 200, "(tutorial.");
	assert_tap(seats, key, 2, "8D", 200, "(tutorial.call step=");
}

STAGE_CASE(a_tutorial_that_begins_in_a_failed_batch_does_not_exist)
{
	lobby_check_write(&stage->lobby, STORE_FULL);
	stage_add(stage, "anna", false, "tutorial");
	lobby_commit(&stage->lobby);
	assert_int_equal(stage->lobby.exercises.count, 0);
	stage_wait(stage, 60 * 1000);
	stage_whisper(stage, "anna", "tutorial");
	stage_hear(stage);
	lobby_check_write(&stage->lobby, STORE_FULL);
	stage_add(stage, "anna", false, "stop");
	lobby_commit(&stage->lobby);
	stage_wait(stage, 60 * 1000);
	assert_reply(stage, "anna", "5h", "anna< (event.play seat=anna cards=5H)");
}
