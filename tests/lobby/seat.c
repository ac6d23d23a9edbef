/* Tests players on pages: links to seats, views, and moves that the pages send to the bot over
 * their socket. */
#include "bot/surface/seat_view.h"

#include <ctype.h>

#include "tests/stage/seats.h"

/* ---- links ---- */

SEATS_CASE(a_link_to_a_seat_shows_only_the_hand_of_that_seat)
{
	struct table *table = case_two(stage, "!new mitaines classic target=100");
	drop(seats);
	const char *key = link_of(seats, "anna");
	const char *got = read_lines(seats);
	assert_in(got, case_text("{\"seat\":\"%s\",\"view\":{\"lang\":\"en\"", hash_of(key)));
	assert_in(got, "\"name\":\"anna\",\"table\":1,");
	assert_in(got, "\"state\":\"play\"");
	card hand[HAND_MAX];
	for (unsigned seat = 0; seat < 2; seat++) {
		union any_view seen;
		bool own = strcmp(table->seat[seat].player->name, "anna") == 0;
		table->game->view(table_state(table), seat, &seen.view);
		for (unsigned i = table->game->hand(&seen.view, hand); i-- > 0;) {
			char code[8];
			struct text text = text_in(code, sizeof code);
			card_write(&text, hand[i]);
			const char *shown = case_text("{\"card\":\"%s\",\"text\"", code);
			assert_int_equal(strstr(got, shown) != NULL, own);
		}
	}
	/* The bot sends the pages only a hash of the key. */
	assert_null(strstr(got, key));
}

SEATS_CASE(a_new_link_to_a_seat_replaces_the_old_one)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table);
	const char *old = link_of(seats, mover);
	drop(seats);
	const char *new = link_of(seats, mover);
	assert_in(read_lines(seats), case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(old)));
	assert_tap(seats, old, 0, first_move(table), 404, "(seat.unknown)");
	assert_tap(seats, new, 0, first_move(table), 200, "\"n\":1");
	assert_reply(stage, mover, "seat off", "(seat.off)");
	assert_tap(seats, new, 1, "p 1", 404, "(seat.unknown)");
	assert_reply(stage, mover, "seat off", "(seat.off.none)");
}

SEATS_CASE(a_link_to_a_seat_is_told_only_to_its_player_in_private)
{
	assert_reply(stage, "anna", "seat", "(no.table)");
	assert_answer(stage, "anna", "!seat", "(only.private ");
	stage->network.direct_rooms = true;
	assert_answer(stage, "anna", "!seat", "(only.private.room ");
	case_dialog(stage, "anna: !new", "anna: !new mate");
	assert_reply(stage, "anna", "seat", "(which.table.private tables=#1, #2 word=seat ");
	assert_reply(stage, "anna", "leave", "(which.table tables=#1, #2 word=leave ");
	assert_reply(stage, "anna", "can I play on a page?", "(answer.web.pages)");
	stage->lobby.settings.seats = false;
	assert_reply(stage, "anna", "seat", "(unknown.seat)");
	assert_reply_is(stage, "anna", "help seat", "anna< (unknown.seat)\n");
	assert_reply(stage, "anna", "can I play on a page?", "(answer.web)");
	assert_reply(stage, "anna", "set seat on", "(set.usage ");
}

SEATS_CASE(a_link_made_before_the_deal_works_until_the_match_ends)
{
	stage_say(stage, "anna", "!new mitaines classic");
	const char *key = link_of(seats, "anna");
	assert_in(read_lines(seats), "\"state\":\"open\"");
	assert_in(read_lines(seats), "(browser.not.started)");
	assert_tap(seats, key, 0, "9C", 422, "(browser.not.started)");
	drop(seats);
	case_dialog(stage, "luc: !join", "anna: !start");
	assert_in(read_lines(seats), "\"state\":\"play\"");
	case_dialog(stage, "anna: !leave");
	assert_in(read_lines(seats), case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
}

SEATS_CASE(the_page_of_a_seat_tells_that_the_match_was_stopped)
{
	case_two(stage, "!new mitaines classic");
	link_of(seats, "anna");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_in(read_lines(seats), "\"result\":\"(seat.stopped scores=");
}

SEATS_CASE(a_link_stops_working_when_its_owner_gives_the_seat_away)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table);
	const char *key = link_of(seats, mover);
	case_dialog(stage, case_text("%s: !sub rose", mover), "rose: !accept");
	assert_string_equal(table->seat[table_state(table)->turn].player->name, "rose");
	assert_in(read_lines(seats), case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
	assert_tap(seats, key, 0, first_move(table), 404, "(seat.unknown)");
	assert_tap(seats, link_of(seats, "rose"), 0, first_move(table), 200, "\"n\":1");
}

SEATS_CASE(a_link_to_a_seat_stops_working_an_hour_after_the_match)
{
	struct table *table = case_two(stage, "!new mitaines classic target=100");
	const char *key = link_of(seats, "anna");
	drop(seats);
	stage_play(stage, 1, 1000);
	assert_null(stage_table(stage, 1));
	(void)table;
	assert_in(read_lines(seats), "\"state\":\"over\"");
	assert_in(read_lines(seats), "event.match.end");
	assert_null(strstr(read_lines(seats), "(match.stored"));
	assert_tap(seats, key, 0, "9C", 409, "(seat.stale)");
	/* The pages restart, and get the same view again. */
	drop(seats);
	close(seats->fd);
	page_seats_close(&seats->surface);
	join(seats);
	assert_in(read_lines(seats), "event.match.end");
	assert_in(read_lines(seats), "{\"ready\":true}\n");
	drop(seats);
	stage_wait(stage, (SEAT_KEYS_AFTER - 10) * 1000);
	assert_null(strstr(read_lines(seats), "closed"));
	stage_wait(stage, 70 * 1000);
	assert_in(read_lines(seats), case_text("{\"seat\":\"%s\",\"closed\":true}", hash_of(key)));
	assert_tap(seats, key, 0, "9C", 404, "(seat.unknown)");
}

SEATS_CASE(the_link_to_a_seat_comes_with_the_first_hand_if_the_player_wants_it)
{
	assert_reply(stage, "anna", "set seat on", "(set.done name=(setting.seat) value=on)");
	assert_reply(stage, "luc", "regler confirmation oui",
		"(set.done name=(setting.confirm) value=on)");
	stage_say(stage, "anna", "!new mitaines classic");
	case_dialog(stage, "luc: !join", "anna: !start");
	const char *heard = stage_hear(stage);
	assert_in(heard, "(seat.link url=https://cards.test/seat/");
	assert_int_equal(case_count(heard, "/seat/"), 1);
	assert_in(read_lines(seats), "\"confirm\":false");
	drop(seats);
	link_of(seats, "luc");
	assert_in(read_lines(seats), "\"confirm\":true");
	stage_play(stage, 1, 30);
	assert_null(strstr(stage_hear(stage), "/seat/"));
	assert_reply(stage, "anna", "hand", "(hand.cards)");
	assert_reply(stage, "anna", "set seat off", "(set.done name=(setting.seat) value=off)");
}

/* ---- moves ---- */

SEATS_CASE(a_move_by_a_tap_is_told_like_a_typed_move)
{
	stage_mark(stage);
	char typed[4096];
	struct table *table = case_two(stage, "!new mitaines classic");
	stage_whisper(stage, mover_of(table), case_text("play %s", first_move(table)));
	snprintf(typed, sizeof typed, "%s", stage_hear(stage));
	page_seats_close(&seats->surface);
	close(seats->fd);
	stage_rewind(stage);
	set_up(seats);
	join(seats);
	table = case_two(stage, "!new mitaines classic");
	const char *key = link_of(seats, mover_of(table));
	stage_hear(stage);
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
	assert_string_equal(stage_hear(stage), typed);
	/* The bot sends the new view before its answer. */
	const char *got = read_lines(seats);
	assert_true(strstr(got, "\"view\"") < strstr(got, "\"reply\""));
}

/* A tap on a card makes the first move that the view lists for the card. */
SEATS_CASE(the_view_of_a_seat_lists_placing_a_card_before_discarding_it)
{
	struct table *table = case_two(stage, "!new mitch");
	drop(seats);
	link_of(seats, mover_of(table));
	const char *moves = strstr(read_lines(seats), "\"moves\":[");
	assert_non_null(moves);
	const char *discard = strstr(moves, "{\"move\":\"(act.discard) ");
	assert_non_null(discard);
	assert_null(strstr(discard, "{\"move\":\"(act.place) "));
	assert_in(moves, "{\"move\":\"(act.place) ");
}

SEATS_CASE(a_second_tap_or_a_tap_on_an_old_page_plays_nothing)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *key = link_of(seats, mover_of(table));
	const char *move = case_text("%s", first_move(table));
	drop(seats);
	add_tap(seats, key, 0, move);
	add_tap(seats, key, 0, move);
	assert_int_equal(table->moves, 1);
	commit(seats);
	assert_in(read_lines(seats), "{\"reply\":1,\"status\":200}");
	assert_status(seats, 409, "(seat.stale)");
	assert_tap(seats, key, 7, move, 409, "(seat.stale)");
	assert_int_equal(table->moves, 1);
}

SEATS_CASE(a_tap_and_a_typed_move_in_one_batch_play_only_one_card)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table);
	const char *key = link_of(seats, mover);
	drop(seats);
	stage_add(stage, mover, false, "p 1");
	add_tap(seats, key, 0, "p 2");
	commit(seats);
	assert_status(seats, 409, "\"n\":1");
	assert_int_equal(table->moves, 1);
}

SEATS_CASE(a_tap_in_the_batch_that_ends_the_match_comes_too_late)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table);
	const char *key = link_of(seats, mover);
	case_dialog(stage, "anna: !stop");
	drop(seats);
	stage_add(stage, "luc", true, "!stop");
	add_tap(seats, key, 0, "p 1");
	commit(seats);
	assert_status(seats, 409, "\"state\":\"over\"");
}

SEATS_CASE(a_tap_moves_only_for_the_seat_of_its_page)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *waiter = waiter_of(table), *key = link_of(seats, waiter);
	assert_tap(seats, key, 0, first_move(table), 422, "(not.your.turn ");
	/* At another table it is the waiting player's turn. */
	stage_say(stage, waiter, "!new mitaines classic");
	case_dialog(stage, "rose: !join", case_text("%s: !start", waiter));
	struct table *other = stage_table(stage, 2);
	if (strcmp(other->seat[table_state(other)->turn].player->name, waiter) != 0)
		stage_play(stage, 2, 1);
	assert_string_equal(other->seat[table_state(other)->turn].player->name, waiter);
	uint32_t moves = other->moves;
	assert_tap(seats, key, 0, case_text("%s #2", first_move(other)), 422, "\"say\"");
	assert_tap(seats, key, 0, "p 1 #2", 422, "(not.your.turn ");
	assert_int_equal(other->moves, moves);
	assert_int_equal(table->moves, 0);
}

SEATS_CASE(the_page_of_a_seat_accepts_only_moves)
{
	static const char *const lines[] = { "leave", "hand", "set lang fr", "forget me yes",
		"what can I play?", "seat", "", "admin quit", "nonsense",
		"0123456789012345678901234567890123456789012345678901234567890123456789" };
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *key = link_of(seats, mover_of(table));
	stage_hear(stage);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		assert_tap(seats, key, 0, lines[i], 422, "(seat.only.moves)");
	assert_silence(stage);
	assert_tap(seats, key, 0, "2c sock", 422, "(refuse.");
	assert_silence(stage);
	assert_int_equal(table->moves, 0);
}

SEATS_CASE(taps_count_against_the_rate_limit_of_chat)
{
	struct access *access = stage->network.access;
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *key = link_of(seats, mover_of(table));
	access->rules.limit = (struct ratelimit_rate){ 3, 1, 300 };
	for (unsigned i = 0; i < 3; i++)
		assert_tap(seats, key, 0, "leave", 422, "(seat.only.moves)");
	assert_tap(seats, key, 0, first_move(table), 429, "(too.much)");
	stage_wait(stage, 60000);
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
}

SEATS_CASE(ignored_people_cannot_move_by_taps)
{
	char *mask = (char[]){ "*!*@*" };
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *key = link_of(seats, mover_of(table));
	stage->network.access->rules.ignore = (struct masks){ &mask, 1 };
	assert_tap(seats, key, 0, first_move(table), 404, "(seat.unknown)");
	assert_int_equal(table->moves, 0);
}

SEATS_CASE(a_tap_by_the_player_ends_their_stand_in)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	unsigned seat = table_state(table)->turn;
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	stage->pensive = true;
	lobby_snapshot_table(&stage->lobby, table);
	table->seat[seat].has_stand_in = true;
	stage_hear(stage);
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
	assert_said(stage, case_text("(seat.back seat=%s)", mover));
	assert_false(table->seat[seat].has_stand_in);
}

SEATS_CASE(a_page_takes_its_seat_back_from_a_stand_in)
{
	static const char button[] = "{\"move\":\"back\",\"label\":\"(seat.take.back)\"}";
	struct table *table = case_two(stage, "!new mitaines classic");
	unsigned seat = table_state(table)->turn;
	const char *key = link_of(seats, mover_of(table));
	link_of(seats, strcmp(mover_of(table), "anna") == 0 ? "luc" : "anna");
	drop(seats);
	stage->pensive = true;
	lobby_snapshot_table(&stage->lobby, table);
	table->seat[seat].has_stand_in = true;
	assert_in(commit(seats), button);
	assert_in(seats->got.bytes, "\"others\":false"); /* AI players do not count as others */
	assert_tap(seats, key, 99, "back", 200, "\"view\"");
	assert_false(table->seat[seat].has_stand_in);
	assert_null(strstr(seats->got.bytes, button));
	assert_tap(seats, key, 0, "back", 422, "(seat.only.moves)");
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
}

SEATS_CASE(a_tap_renews_the_grace_period_of_a_lost_connection)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	unsigned seat = table_state(table)->turn;
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	unsigned most = table->channel->settings.grace_seconds;
	stage_went(stage, mover, DEPARTED_NETWORK);
	case_seconds(stage, most - 5);
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
	case_seconds(stage, most - 5);
	assert_false(table->seat[seat].has_stand_in);
	case_seconds(stage, 10);
	assert_true(table->seat[seat].has_stand_in);
}

SEATS_CASE(a_player_leaves_by_the_page_like_by_the_command)
{
	char typed[4096];
	case_two(stage, "!new mitaines classic");
	stage_hear(stage);
	stage_whisper(stage, "anna", "leave");
	snprintf(typed, sizeof typed, "%s", stage_hear(stage));
	assert_in(typed, "(seat.left name=anna ");
	stage_whisper(stage, "anna", "join 1");
	const char *key = link_of(seats, "anna");
	stage_hear(stage);
	assert_leave(seats, key, 200, "\"closed\":true");
	assert_string_equal(stage_hear(stage), typed);
	assert_leave(seats, key, 404, "(seat.unknown)");
}

SEATS_CASE(a_tap_at_one_table_renews_no_grace_period_at_another)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	unsigned seat = table_state(table)->turn;
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	unsigned most = table->channel->settings.grace_seconds;
	case_dialog(stage, "anna: !new mate", "luc: !join 2", "anna: !start #2");
	const struct table *other = stage_table(stage, 2);
	assert_true(other->running);
	stage_went(stage, mover, DEPARTED_NETWORK);
	case_seconds(stage, most - 5);
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
	case_seconds(stage, 10);
	assert_false(table->seat[seat].has_stand_in);
	assert_true(other->seat[0].has_stand_in != other->seat[1].has_stand_in);
}

/* ---- faults ---- */

SEATS_CASE(a_tap_in_a_failed_batch_plays_nothing_and_gets_an_error)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	const char *move = case_text("%s", first_move(table));
	stage_hear(stage);
	drop(seats);
	add_tap(seats, key, 0, move);
	case_fail(stage);
	commit(seats);
	assert_status(seats, 503, "(store.failed)");
	assert_null(strstr(read_lines(seats), "\"view\""));
	assert_int_equal(table->moves, 0);
	assert_silence(stage);
	assert_tap(seats, key, 0, move, 200, "\"n\":1");
	/* A failed batch does not make the new link valid, and leaves the old link valid. */
	stage_add(stage, mover, false, "seat");
	case_fail(stage);
	commit(seats);
	assert_int_equal(stage->lobby.seat_keys.count, 1);
	assert_tap(seats, key, 1, "p 1", 422, "(not.your.turn ");
}

SEATS_CASE(links_to_seats_work_after_a_restart)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	stage_mark(stage);
	page_seats_close(&seats->surface);
	close(seats->fd);
	stage_rewind(stage);
	set_up(seats);
	drop(seats);
	join(seats);
	table = stage_table(stage, 1);
	const char *got = read_lines(seats);
	assert_in(got, hash_of(key));
	assert_true(strstr(got, "\"view\"") < strstr(got, "{\"ready\":true}\n"));
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
}

SEATS_CASE(many_seats_reach_a_new_connection_in_several_batches)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	const char *mover = mover_of(table), *key = link_of(seats, mover);
	const char *other = link_of(seats, strcmp(mover, "anna") == 0 ? "luc" : "anna");
	page_seats_close(&seats->surface);
	close(seats->fd);
	drop(seats);
	page_seats_open(&seats->surface, &stage->commands, seats->loop, seats->path, NULL);
	seats->surface.most_unread = 1;
	loop_run(seats->loop);
	seats->fd = unix_socket_accept(seats->listener);
	const char *got = commit(seats);
	assert_true((strstr(got, hash_of(key)) != NULL) != (strstr(got, hash_of(other)) != NULL));
	assert_null(strstr(got, "ready"));
	got = commit(seats);
	assert_in(got, hash_of(key));
	assert_in(got, hash_of(other));
	assert_in(got, "{\"ready\":true}\n");
	assert_tap(seats, key, 0, first_move(table), 200, "\"n\":1");
}

SEATS_CASE(an_ended_match_keeps_its_language_after_a_restart)
{
	stage_say(stage, "anna", "!set lang fr");
	case_two(stage, "!new mitaines classic target=100");
	link_of(seats, "anna");
	stage_play(stage, 1, 1000);
	drop(seats);
	stage_mark(stage);
	page_seats_close(&seats->surface);
	close(seats->fd);
	stage_rewind(stage);
	set_up(seats);
	join(seats);
	assert_in(read_lines(seats), "\"view\":{\"lang\":\"fr\"");
	assert_in(read_lines(seats), "\"match\":1,");
}

SEATS_CASE(a_malformed_line_ends_the_connection_to_the_web_process)
{
	static const char *const lines[] = { "no JSON", "[]", "{\"ask\":0,\"do\":\"move\"}",
		"{\"ask\":1,\"do\":\"dance\"}", "{\"ask\":1,\"ask\":1,\"do\":\"move\"}" };
	stage->log.level = 0;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		char byte;
		send_line(seats, lines[i]);
		assert_int_equal(recv(seats->fd, &byte, 1, MSG_DONTWAIT), 0);
		close(seats->fd);
		page_seats_close(&seats->surface);
		join(seats);
	}
	add_tap(seats, "x", 0, "p 1");
	commit(seats);
	assert_status(seats, 404, "(seat.unknown)");
}

SEATS_CASE(too_many_requests_in_one_batch_are_refused)
{
	for (unsigned i = 0; i < PAGE_SEATS_REQUESTS; i++)
		add_tap(seats, "x", 0, "p 1");
	assert_string_equal(read_lines(seats), "{\"ready\":true}\n");
	add_tap(seats, "x", 0, "p 1");
	assert_status(seats, 429, "");
	assert_int_equal(case_count(commit(seats), "\"status\":404"), PAGE_SEATS_REQUESTS);
}

SEATS_CASE(no_log_line_contains_a_seat_key)
{
	FILE *log = tmpfile();
	char *bytes = NULL;
	size_t size = 0;
	assert_non_null(log);
	stage->log = (struct log){ .fd = fileno(log), .level = LOG_DEBUG };
	struct table *table = case_two(stage, "!new mitaines classic target=100");
	const char *key = link_of(seats, mover_of(table));
	assert_tap(seats, key, 0, "nonsense", 422, "");
	assert_tap(seats, key, 0, first_move(table), 200, "");
	stage_play(stage, 1, 1000);
	stage_wait(stage, (SEAT_KEYS_AFTER + 10) * 1000);
	rewind(log);
	assert_true(getdelim(&bytes, &size, '\0', log) > 0);
	assert_null(strstr(bytes, key));
	assert_null(strstr(bytes, hash_of(key)));
	assert_int_equal(stage->lobby.seat_keys.count, 0);
	free(bytes);
	stage->log.fd = STDERR_FILENO;
	fclose(log);
}

/* ---- views ---- */

SEATS_CASE(the_view_of_a_seat_changes_with_names_languages_and_clocks)
{
	struct table *table = case_two(stage, "!new mitaines classic");
	link_of(seats, "anna");
	int64_t deadline = seat_view_deadline(&stage->lobby, table);
	assert_int_equal(deadline, lobby_date(&stage->lobby) + 90);
	assert_in(read_lines(seats), case_text("\"deadline\":%lld", (long long)deadline));
	drop(seats);
	stage_whisper(stage, "anna", "set lang fr");
	page_seats_look(&seats->surface);
	commit(seats);
	assert_in(read_lines(seats), "{\"lang\":\"fr\"");
	drop(seats);
	case_seconds(stage, 5);
	page_seats_look(&seats->surface);
	commit(seats);
	assert_string_equal(read_lines(seats), "");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	page_seats_look(&seats->surface);
	commit(seats);
	assert_in(read_lines(seats), "\"away\":true");
}

CASE_WITH(a_view_has_the_words_of_its_person, struct seats *seats, seats_open_worded, seats_close)
{
	struct stage *stage = &seats->stage;
	stage_say(stage, "anna", "!new mitaines classic");
	stage_whisper(stage, "anna", "set lang fr");
	stage_whisper(stage, "anna", "set cards colour");
	case_dialog(stage, "luc: !join", "anna: !start");
	struct table *table = stage_table(stage, 1);
	if (strcmp(mover_of(table), "anna") != 0)
		stage_play(stage, 1, 1);
	drop(seats);
	const char *key = link_of(seats, "anna");
	const char *got = read_lines(seats);
	assert_in(got, "\"cards\":\"unicode\"");
	assert_in(got, "\"turn\":\"À vous.\",\"your_turn\":true");
	assert_in(got, "\"label\":\"jouer\"");
	assert_in(got, "\"board\":[{\"kind\":\"PILE\"");
	assert_in(got, " de ");
	assert_null(strchr(got, '\003'));
	/* A tap sends a move as the view writes it. */
	char move[64];
	const char *at = strstr(got, "\"moves\":[{\"move\":\"") + strlen("\"moves\":[{\"move\":\"");
	snprintf(move, sizeof move, "%.*s", (int)strcspn(at, "\""), at);
	assert_tap(seats, key, table->moves, move, 200, "\"lines\":[");
	assert_in(read_lines(seats), "Vous jouez ");
}

/* Returns the view of a seat without its `lines`, which tell of earlier moves. The caller frees
 * it. */
static char *view_of(struct seats *seats, struct table *table, unsigned seat)
{
	struct string out = STRING_EMPTY;
	seat_view_add(&seats->stage.lobby, table, seat, &out);
	char *lines = strstr(out.bytes, ",\"lines\":");
	assert_non_null(lines);
	assert_true(out.length < 16 * 1024);
	*lines = '\0';
	return out.bytes;
}

/* Replaces the hidden cards by others that a seat thinks possible. Fails unless its view stays the
 * same. */
static void check_secrecy(struct seats *seats, struct table *table, struct chance *chance)
{
	struct state *state = table_state(table);
	union any_state truth;
	memcpy(&truth, state, table->game->state_size);
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		union any_view seen;
		char *before = view_of(seats, table, seat);
		table->game->view(state, seat, &seen.view);
		table->game->determinize(&seen.view, chance, state);
		char *after = view_of(seats, table, seat);
		memcpy(state, &truth, table->game->state_size);
		assert_string_equal(before, after);
		free(before);
		free(after);
	}
}

/* In every game and preset, plays a match by taps on random moves of the views. */
SEATS_CASE(the_view_of_a_seat_does_not_depend_on_hidden_cards)
{
	struct chance chance = { 7 };
	for (size_t g = 0; games[g] != NULL; g++)
		for (const char *const *preset = games[g]->presets; *preset != NULL; preset++) {
			stage_say(stage, "anna", case_text("!new %s %s", games[g]->name, *preset));
			struct table *table = stage_table(stage, 1);
			bool four = !(game_players(table->game, table_state(table)) & 1u << 2);
			if (four)
				case_dialog(stage, "rose: !join", "yves: !join");
			case_dialog(stage, "luc: !join", "anna: !start");
			assert_true(table->running);
			for (unsigned i = 0; i < 60 && stage_table(stage, 1) != NULL; i++) {
				struct moves moves;
				char line[MOVE_TEXT];
				struct text text = text_in(line, sizeof line);
				const struct state *state = table_state(table);
				check_secrecy(seats, table, &chance);
				table->game->legal(state, &moves);
				move_write(&text, moves.move[chance_below(&chance, moves.count)]);
				const char *mover = table->seat[state->turn].player->name;
				if (i < 4)
					link_of(seats, mover);
				stage_whisper(stage, mover, case_text("p %s #1", line));
				drop(seats);
			}
			case_dialog(
				stage, "anna: !stop", "luc: !stop", "rose: !stop", "yves: !stop");
			assert_null(stage_table(stage, 1));
			stage_wait(stage, 100000);
		}
}

/* Fails if the bot sends the pages a command of chat, like "!p 1". */
static void check_words(const char *got)
{
	for (const char *at = got; (at = strchr(at, '!')) != NULL; at++)
		if (isalpha((unsigned char)at[1]))
			fail_msg("%.40s in: %s", at, got);
}

/* Taps moves, most of them illegal. Legal ones are made. */
static void tap_wrong(struct seats *seats, struct table *table, const char *key)
{
	static const char *const lines[] = { "2C", "QD mitten", "JS sock", "AC king", "99",
		"give 2C 3C 4C", "give 2C", "give 2C 2C 2C", "place 2C", "place", "discard 2C",
		"draw", "take", "keep", "foreplace 2C", "foreplace" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0] && table->running; i++) {
		drop(seats);
		add_tap(seats, key, table->moves, lines[i]);
		check_words(commit(seats));
		assert_null(strstr(seats->got.bytes, "\"status\":422}"));
	}
}

CASE_WITH(
	no_sentence_on_a_page_names_a_command, struct seats *seats, seats_open_worded, seats_close)
{
	struct stage *stage = &seats->stage;
	stage->network.access->rules.limit.burst = 0; /* burst 0: no rate limit */
	stage_whisper(stage, "luc", "set lang fr");
	for (size_t g = 0; games[g] != NULL; g++)
		for (const char *const *preset = games[g]->presets; *preset != NULL; preset++) {
			stage_say(stage, "anna", case_text("!new %s %s", games[g]->name, *preset));
			struct table *table = stage_table(stage, 1);
			const char *keys[] = { link_of(seats, "anna"), NULL };
			tap_wrong(seats, table, keys[0]);
			if (!(game_players(table->game, table_state(table)) & 1u << 2))
				case_dialog(stage, "rose: !join", "yves: !join");
			case_dialog(stage, "luc: !join");
			keys[1] = link_of(seats, "luc");
			case_dialog(stage, "anna: !start");
			for (unsigned i = 0; i < 30 && stage_table(stage, 1) != NULL; i++) {
				tap_wrong(seats, table, keys[i % 2]);
				stage_play(stage, 1, 1);
				check_words(read_lines(seats));
			}
			case_dialog(
				stage, "luc: !stop", "rose: !stop", "yves: !stop", "anna: !stop");
			check_words(read_lines(seats));
			stage_wait(stage, 100000);
		}
}
