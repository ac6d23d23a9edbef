/* Tests tries of deals of the day: replies, rollbacks, restarts, pages and results. */
#include "bot/match/result.h"
#include "bot/match/thoughts.h"
#include "tests/stage/kept.h"
#include "tests/stage/tries.h"

/* ---- the open deal in chat ---- */

STAGE_CASE(a_person_plays_the_open_deal_in_private)
{
	begin(stage, "anna");
	assert_said(stage, "anna< (hand.turn where=) ");
	play(stage, "anna", 1);
	assert_said(stage, "anna< (event.play");
	play(stage, "anna", MOVES - 1);
	const char *end = assert_said(stage, "anna< (trial.told.open words=(trial.points own=");
	assert_in(end, "(trial.place place=1 all=1)");
	assert_not_in(end, "#table: ");
	assert_not_in(end, "(trial.mean");
	assert_int_equal(stage->lobby.exercises.count, 0);
	const struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	assert_int_equal(trial_begin(&stage->lobby, &trial, person_of(stage, "anna"), NULL),
		MSG_TRIAL_PLAYED);
}

STAGE_CASE(a_result_at_a_terminal_has_no_place)
{
	stage->network.single = true;
	begin(stage, "anna");
	play(stage, "anna", MOVES);
	assert_not_in(assert_said(stage, "anna< (trial.told words=(trial.points "), "(trial.place");
	assert_not_in(assert_reply(stage, "anna", "daily", "(trial.points "), "(trial.place");
}

STAGE_CASE(people_cannot_move_while_a_reply_is_awaited)
{
	begin(stage, "anna");
	stage->pensive = true;
	play(stage, "anna", 1);
	const struct exercise *exercise = exercise_of(stage, "anna");
	const char *move = case_text("%s", first_move(exercise->table));
	assert_reply(stage, "anna", move, "(not.your.turn seat=");
	assert_int_equal(exercise->table->moves, 1);
	assert_reply(stage, "anna", "hand", "anna< (hand.wait ");
	assert_reply(stage, "anna", "hint", "anna< (trial.no.hint)");
	while (stage_think(stage))
		;
	assert_int_equal(exercise->table->moves, 2);
	assert_said(stage, "anna< (hand.turn where=) ");
	/* The waiting job of an exercise does nothing after the exercise has ended. */
	play(stage, "anna", 1);
	assert_reply(stage, "anna", "leave", "anna< (trial.stopped)");
	while (stage_think(stage))
		;
	assert_int_equal(stage->lobby.exercises.count, 0);
	stage->pensive = false;
	begin(stage, "anna");
	stage_wait(stage, 1000);
	assert_int_equal(exercise_of(stage, "anna")->table->moves, 4);
}

/* Returns the stored moves of the only try. The next call overwrites them. */
static const char *stored_moves(struct stage *stage)
{
	static struct store_try row;
	row.id = 0;
	const struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	assert_int_equal(store_next_try(stage->store, trial.id, &row), STORE_OK);
	return row.moves;
}

STAGE_CASE(a_failed_batch_leaves_hand_and_database_as_they_were)
{
	begin(stage, "anna");
	play(stage, "anna", 3);
	struct table *table = exercise_of(stage, "anna")->table;
	char before[STORE_TRY_MOVES], move[32];
	text_copy(before, sizeof before, stored_moves(stage));
	text_copy(move, sizeof move, first_move(table));
	stage->log.level = 0;
	for (unsigned i = 0; i < 3; i++) {
		/* The batch with the person's move fails, so neither the hand nor the database gets
		 * the move. */
		stage->pensive = true;
		stage_hear(stage);
		stage_add(stage, "anna", false, move);
		lobby_check_write(&stage->lobby, STORE_FULL);
		lobby_commit(&stage->lobby);
		assert_heard(stage, "anna< (store.failed)\n");
		assert_int_equal(table->moves, 6);
		assert_string_equal(stored_moves(stage), before);
		stage_wait(stage, 5000);
		while (stage_think(stage))
			;
	}
	stage_whisper(stage, "anna", move);
	assert_int_equal(table->moves, 7);
	lobby_check_write(&stage->lobby, STORE_FULL);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, 7);
	stage->pensive = false;
	stage_wait(stage, 5000);
	assert_int_equal(table->moves, 8);
	assert_memory_equal(stored_moves(stage), before, strlen(before));
	play(stage, "anna", MOVES - 4);
	assert_said(stage, "(trial.told.open ");
}

/* Lets both people move, and runs all searches together. Returns the number of searches. */
static uint64_t count_searches(struct stage *stage, const char *one, const char *other)
{
	uint64_t before = thoughts_get_counts(&stage->lobby).searched;
	stage->pensive = true;
	play(stage, one, 1);
	play(stage, other, 1);
	stage->pensive = false;
	stage_wait(stage, 0);
	return thoughts_get_counts(&stage->lobby).searched - before;
}

STAGE_CASE(two_people_with_the_same_view_wait_for_one_search)
{
	begin(stage, "anna");
	begin(stage, "luc");
	/* One search finds the reply for both people, and one judges their move. */
	assert_int_equal(count_searches(stage, "anna", "luc"), 2);
	assert_int_equal(exercise_of(stage, "anna")->table->moves, 2);
	assert_int_equal(exercise_of(stage, "luc")->table->moves, 2);
	/* Later players get the kept replies. */
	play(stage, "anna", MOVES - 1);
	begin(stage, "rose");
	uint64_t before = thoughts_get_counts(&stage->lobby).searched;
	play(stage, "rose", MOVES);
	assert_int_equal(thoughts_get_counts(&stage->lobby).searched, before);
	const struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	struct store_try rows[3];
	unsigned count;
	assert_int_equal(store_list_places(stage->store, trial.id, rows, 3, &count), STORE_OK);
	assert_int_equal(count, 2);
	assert_string_equal(rows[0].moves, rows[1].moves);
	assert_int_equal(rows[0].own, rows[1].own);
}

/* Plays a card of the first rank with two cards in the hand: the first card of the rank, or with
 * `last` its last card. Returns it. */
static card play_twin(struct stage *stage, const char *nick, bool last)
{
	struct table *table = exercise_of(stage, nick)->table;
	struct moves moves;
	card found = CARD_NONE;
	table->game->legal(table_state(table), &moves);
	for (unsigned i = 0; i < moves.count; i++)
		for (unsigned k = i + 1; k < moves.count && (last || found == CARD_NONE); k++)
			if (moves.move[i].call == CALL_NONE && moves.move[k].call == CALL_NONE &&
				card_rank(moves.move[i].card) == card_rank(moves.move[k].card) &&
				(found == CARD_NONE ||
					card_rank(found) == card_rank(moves.move[i].card)))
				found = moves.move[last ? k : i].card;
	assert_int_not_equal(found, CARD_NONE);
	char typed[8];
	struct text text = text_in(typed, sizeof typed);
	card_write(&text, found);
	stage_whisper(stage, nick, typed);
	return found;
}

STAGE_CASE(cards_that_play_alike_get_the_same_reply)
{
	begin(stage, "anna");
	begin(stage, "luc");
	while (true) {
		struct table *table = exercise_of(stage, "anna")->table;
		union any_view seen;
		card hand[HAND_MAX];
		table->game->view(table_state(table), EXERCISE_SEAT, &seen.view);
		unsigned count = table->game->hand(&seen.view, hand);
		bool twins = false;
		for (unsigned i = 1; i < count; i++)
			twins = twins || card_rank(hand[i]) == card_rank(hand[i - 1]);
		if (twins)
			break;
		play(stage, "anna", 1);
		play(stage, "luc", 1);
	}
	uint64_t before = thoughts_get_counts(&stage->lobby).searched;
	card one = play_twin(stage, "anna", false);
	uint64_t between = thoughts_get_counts(&stage->lobby).searched;
	card other = play_twin(stage, "luc", true);
	assert_int_not_equal(one, other);
	assert_true(between > before);
	assert_int_equal(thoughts_get_counts(&stage->lobby).searched, between);
	struct table *mine = exercise_of(stage, "anna")->table;
	struct table *theirs = exercise_of(stage, "luc")->table;
	assert_int_equal(table_state(mine)->points[1], table_state(theirs)->points[1]);
}

KEPT_CASE(a_crash_loses_no_move_of_a_try)
{
	char database[PATH_MAX];
	text_copy(database, sizeof database, stage->database);
	begin(stage, "anna");
	for (unsigned i = 0; i < 5; i++) {
		play(stage, "anna", 4);
		char before[STORE_TRY_MOVES];
		text_copy(before, sizeof before, stored_moves(stage));
		int64_t clock = stage->now;
		stage_close(stage);
		stage_open_again(stage, stage_keys, database, clock, (struct chance){ 9 });
		assert_int_equal(stage->lobby.exercises.count, 1);
		stage_whisper(stage, "anna", "hand");
		assert_said(stage, "anna< (hand.turn where=) ");
		assert_string_equal(stored_moves(stage), before);
		assert_int_equal(exercise_of(stage, "anna")->table->moves, 8 * (i + 1));
	}
	play(stage, "anna", 4);
	assert_said(stage, "(trial.place place=1 all=1)");
}

KEPT_CASE(a_reply_that_was_awaited_in_a_crash_comes_after_the_restart)
{
	char database[PATH_MAX];
	text_copy(database, sizeof database, stage->database);
	begin(stage, "anna");
	stage->pensive = true;
	play(stage, "anna", 1);
	stage_close(stage);
	stage_open_again(stage, stage_keys, database, 1000, (struct chance){ 9 });
	stage_whisper(stage, "anna", "ping");
	stage_wait(stage, 1000);
	assert_said(stage, "anna< (event.play");
	assert_int_equal(exercise_of(stage, "anna")->table->moves, 2);
	/* An hour after the last move, a restart does not resume the hand, but the person can. */
	stage_close(stage);
	stage_open_again(stage, stage_keys, database, 3603 * 1000, (struct chance){ 9 });
	assert_int_equal(stage->lobby.exercises.count, 0);
	begin(stage, "anna");
	assert_int_equal(exercise_of(stage, "anna")->table->moves, 2);
}

STAGE_CASE(all_replies_take_a_second_longer_while_searches_queue)
{
	stage->lobby.settings.exercises = 20;
	for (unsigned i = 0; i < 10; i++)
		begin(stage, case_text("p%u", i));
	stage->pensive = true;
	for (unsigned i = 0; i < 10; i++) {
		struct exercise *exercise = exercise_of(stage, case_text("p%u", i));
		struct moves moves;
		char move[MOVE_TEXT];
		struct text text = text_in(move, sizeof move);
		exercise->table->game->legal(table_state(exercise->table), &moves);
		move_write(&text, moves.move[i % moves.count]);
		stage_whisper(stage, case_text("p%u", i), move);
	}
	assert_true(thoughts_count_waiting(&stage->lobby) > 4);
	assert_in(stage_hear(stage), "(trial.busy)");
}

/* ---- on pages ---- */

static const char *visit(unsigned address, const char *browser, const char *about)
{
	return case_text("\"do\":\"exercise\",\"name\":\"daily\",\"lang\":\"en\","
			 "\"address\":\"192.0.2.%u\",\"browser\":\"%s\",\"about\":\"%s\"",
		address, browser, about);
}

/* Lets a guest begin a deal on a page. Returns its key, which the fifth call after this one
 * overwrites. */
static const char *begin_on_page(
	struct seats *seats, unsigned address, const char *browser, const char *about)
{
	static char keys[5][SEAT_KEY];
	static unsigned next;
	char *key = keys[next++ % 5];
	assert_ask(seats, visit(address, browser, about), 303, "\"exercise\":\"daily\"");
	memcpy(key, key_in(seats->got.bytes), SEAT_KEY);
	return key;
}

SEATS_CASE(a_guest_plays_the_open_deal_on_a_page)
{
	stage_visit(stage);
	const char *key = begin_on_page(seats, 7, "b1", "");
	assert_in(seats->got.bytes, "\"trial\":{\"kind\":\"open\",\"day\":\"2027-01-15\"");
	play_on_page(seats, key, MOVES);
	const char *view = seats->got.bytes;
	assert_in(view, "\"ended\":true");
	assert_in(view, "\"counted\":true,\"place\":1,\"equal\":1,\"all\":1");
	assert_in(view, "\"state\":\"over\"");
	char share[128];
	copy_member(seats, "share", share);
	assert_in(view, "/daily/2027-01-15/r/");
}

SEATS_CASE(a_second_result_of_a_browser_has_no_place)
{
	stage_visit(stage);
	play_on_page(seats, begin_on_page(seats, 7, "b1", ""), MOVES);
	play_on_page(seats, begin_on_page(seats, 8, "b1", ""), MOVES);
	assert_in(seats->got.bytes, "\"counted\":false");
	assert_in(seats->got.bytes, "(trial.again)");
}

SEATS_CASE(a_browser_goes_on_with_its_hand_under_a_new_key)
{
	stage_visit(stage);
	const char *old = begin_on_page(seats, 7, "b1", "");
	play_on_page(seats, old, 3);
	const char *key = begin_on_page(seats, 7, "b1", "");
	assert_in(seats->got.bytes, "\"n\":6");
	assert_tap(seats, old, 6, "9D", 404, "");
	play_on_page(seats, key, MOVES - 3);
	assert_in(seats->got.bytes, "\"ended\":true");
	assert_int_equal(stage->lobby.exercises.count, 1);
}

SEATS_CASE(the_deal_of_a_result_is_played_first_and_then_compared)
{
	char result[128], moves[128];
	uint8_t seat[STORE_KEY_HASH];
	stage_visit(stage);
	const char *first = begin_on_page(seats, 7, "b1", "");
	seat_key_hash(first, seat);
	play_on_page(seats, first, MOVES);
	copy_member(seats, "key", result);
	copy_member(seats, "moves", moves);
	assert_int_equal(result_sign(&stage->lobby, seat, "Zoé", true), MSG_OK);
	const char *key = begin_on_page(seats, 8, "b2", result);
	assert_not_in(seats->got.bytes, "Zoé");
	assert_not_in(seats->got.bytes, moves);
	play_on_page(seats, key, MOVES);
	assert_in(seats->got.bytes, "\"against\":{\"name\":\"Zoé\",");
	assert_in(seats->got.bytes, case_text("\"moves\":\"%s", moves));
	assert_true(result_delete(&stage->lobby, seat));
	assert_ask(seats, visit(9, "b3", result), 404, "\"say\":");
	assert_ask(seats, visit(9, "b3", "2027-01-16"), 404, "\"say\":");
	assert_ask(seats, visit(9, "b3", "x"), 404, "\"say\":");
	assert_ask(seats, "\"do\":\"exercise\",\"name\":\"ladder\"", 404, "\"say\":");
}

SEATS_CASE(an_address_has_two_daily_deals_at_once)
{
	stage_visit(stage);
	begin_on_page(seats, 7, "b1", "");
	begin_on_page(seats, 7, "b2", "");
	assert_ask(seats, visit(7, "b3", ""), 429, "\"say\":");
	assert_ask(seats, visit(8, "b3", ""), 303, "\"exercise\":\"daily\"");
	begin_on_page(seats, 7, "b2", "");
}

/* ---- restarts ---- */

STAGE_CASE(a_hand_on_a_page_goes_on_under_its_key_after_a_restart)
{
	const struct guest_client client = { .lang = "fr", .address = "192.0.2.7" };
	const struct exercise_visit visit = { .client = &client, .browser = "b", .about = "" };
	char key[SEAT_KEY];
	uint8_t hash[STORE_KEY_HASH];
	stage_visit(stage);
	assert_int_equal(trial_visit_daily(&stage->lobby, &visit, key), MSG_OK);
	seat_key_hash(key, hash);
	lobby_commit(&stage->lobby);
	for (unsigned i = 0; i < MOVES; i++) {
		struct exercise *exercise = exercise_find_key(&stage->lobby, hash);
		struct moves moves;
		assert_non_null(exercise);
		assert_string_equal(catalog_language_code(exercise->person->chosen.language), "fr");
		assert_int_equal(exercise->table->moves, 2 * i);
		exercise->table->game->legal(table_state(exercise->table), &moves);
		assert_int_equal(
			exercise_move(&stage->lobby, exercise, moves.move[0]), REFUSE_NONE);
		stage_wait(stage, 0);
		if (i == MOVES / 2) {
			stage_mark(stage);
			stage_rewind(stage);
		}
	}
	const struct exercise *ended = exercise_find_key(&stage->lobby, hash);
	assert_true(ended->table->closed);
	assert_true(trial_of(ended)->counted);
}

STAGE_CASE(a_restart_opens_only_as_many_hands_as_there_may_be)
{
	const unsigned most = stage->lobby.settings.exercises;
	char address[16], key[SEAT_KEY];
	stage_visit(stage);
	stage->lobby.settings.exercises = most + 1;
	for (unsigned i = 0; i <= most; i++) {
		struct text text = text_in(address, sizeof address);
		text_number(&text, i);
		const struct guest_client client = { .lang = "en", .address = address };
		const struct exercise_visit visit = {
			.client = &client, .browser = "", .about = ""
		};
		assert_int_equal(trial_visit_daily(&stage->lobby, &visit, key), MSG_OK);
	}
	lobby_commit(&stage->lobby);
	assert_int_equal(stage->lobby.exercises.count, most + 1);
	stage_mark(stage);
	stage_rewind(stage);
	assert_int_equal(stage->lobby.exercises.count, most);
}

STAGE_CASE(a_deal_in_an_unknown_game_cannot_be_played)
{
	struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	text_copy(trial.day, sizeof trial.day, "2020-01-01");
	text_copy(trial.game, sizeof trial.game, "chess");
	assert_int_equal(store_add_trial(stage->store, &trial), STORE_OK);
	stage->log.level = 0;
	stage_whisper(stage, "anna", "ping");
	assert_int_equal(
		trial_begin(&stage->lobby, &trial, person_of(stage, "anna"), NULL), MSG_TRIAL_LOST);
	assert_int_equal(stage->lobby.exercises.count, 0);
}

KEPT_CASE(a_hand_that_an_upgrade_interrupts_has_no_place)
{
	char database[PATH_MAX];
	text_copy(database, sizeof database, stage->database);
	begin(stage, "anna");
	play(stage, "anna", 4);
	stage_close(stage);
	sqlite3 *db;
	assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(db, "UPDATE tries SET version = version - 1", NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(db);
	stage_open_again(stage, stage_keys, database, 1000, (struct chance){ 9 });
	stage_whisper(stage, "anna", "hand");
	play(stage, "anna", MOVES - 4);
	assert_said(stage, "(trial.upgraded)");
	/* Hands that begin after the upgrade count. */
	begin(stage, "luc");
	play(stage, "luc", MOVES);
	assert_said(stage, "(trial.place place=1 all=1");
}

KEPT_CASE(a_deal_whose_cards_may_be_known_from_before_a_restore_has_no_places)
{
	struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	char database[PATH_MAX];
	sqlite3 *db;
	lobby_commit(&stage->lobby);
	text_copy(database, sizeof database, stage->database);
	stage_close(stage);
	assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(db, "UPDATE settings SET copied = 1", NULL, NULL, NULL), SQLITE_OK);
	/* Moves the start of the deal back, because SQLite uses the real time and the clock of the
	 * stage may be ahead of it. */
	const char *earlier =
		case_text("UPDATE trials SET starts = 1 WHERE id = %d", (int)trial.id);
	assert_int_equal(sqlite3_exec(db, earlier, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	stage_open_again(stage, stage_keys, database, 1000, (struct chance){ 9 });
	assert_int_equal(store_get_trial(stage->store, trial.id, &trial), STORE_OK);
	assert_int_equal(trial.version, 0);
	begin(stage, "luc");
	play(stage, "luc", MOVES);
	assert_said(stage, "(trial.restored)");
}
