/* Tests guests on pages: invitations, and matches that begin at once. The test sends requests over
 * the socket of the pages. */
#include "tests/stage/seats.h"

/* Lets anna say a command that opens a table, and ask for a link for a guest. Returns the hash of
 * its key. */
static const char *open_for_guest(struct seats *seats, const char *line)
{
	static const char mark[] = "{\"join\":\"";
	static char hash[SEAT_HASH];
	stage_visit(&seats->stage);
	drop(seats);
	case_dialog(&seats->stage, case_text("anna: %s", line), "anna: !guest");
	const char *got = read_lines(seats);
	assert_in(got,
		"\"by\":\"anna\",\"target\":500,\"minutes\":40,\"most\":4,\"seated\":[\"anna\"]}");
	memcpy(hash, strstr(got, mark) + strlen(mark), SEAT_HASH - 1);
	return hash;
}

static const char *join_text(const char *hash, const char *name)
{
	return case_text(
		"\"do\":\"join\",\"join\":\"%s\",\"name\":\"%s\",\"lang\":\"en\"", hash, name);
}

SEATS_CASE(a_guest_sits_down_by_a_link_that_works_only_once)
{
	const char *hash = open_for_guest(seats, "!new");
	assert_ask(seats, join_text(hash, "anna"), 409, "(guest.name.taken)");
	assert_ask(seats, join_text(hash, "le/a"), 422, "(guest.name.bad)");
	assert_ask(seats, join_text(hash, "lea"), 303, "\"name\":\"~lea\",\"table\":1,");
	const char *key = key_in(seats->got.bytes);
	assert_in(seats->got.bytes, case_text("{\"join\":\"%s\",\"closed\":true}", hash));
	assert_said(stage, "#table: [1] (table.guest name=~lea other=anna names=anna, ");
	assert_ask(seats, join_text(hash, "max"), 409, "(guest.used)");
	assert_ask(seats, join_text(hash_of(key), "max"), 404, "(guest.no.link)");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	unsigned own = table->seat[0].player->network->guests ? 0 : 1;
	if (table_state(table)->turn != own)
		stage_say(stage, "anna", "!p 1");
	assert_tap(seats, key, table->moves, first_move(table), 200, "\"your_turn\":false");
	stage_say(stage, "anna", "!kick ~lea");
	assert_tap(seats, key, table->moves, first_move(table), 404, "(seat.unknown)");
}

SEATS_CASE(one_of_two_guests_in_the_same_batch_gets_the_seat)
{
	const char *hash = open_for_guest(seats, "!new");
	drop(seats);
	add_ask(seats, join_text(hash, "lea"));
	add_ask(seats, join_text(hash, "max"));
	commit(seats);
	assert_status(seats, 409, "(guest.used)");
	assert_in(seats->got.bytes, "\"status\":303");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

SEATS_CASE(a_guest_gets_no_seat_at_a_table_that_closes_at_once)
{
	const char *hash = open_for_guest(seats, "!seek");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	assert_ask(seats, join_text(hash, "lea"), 404, "(guest.no.link)");
	assert_null(stage_table(stage, 1));
}

SEATS_CASE(a_guest_plays_without_a_link_only_if_play_now_is_on)
{
	static const char ask[] = "\"do\":\"play\",\"game\":\"mitch\",\"level\":\"easy\"";
	assert_ask(seats, ask, 404, "(guest.no.link)");
	stage_visit(stage);
	assert_ask(seats, ask, 303, "\"game\":\"mitch\"");
	assert_in(seats->got.bytes, "\"name\":\"~(guest.nick)\"");
	/* A private match has no page that could be linked. */
	assert_in(seats->got.bytes, "\"match\":0,");
	stage->lobby.settings.play_now = false;
	assert_ask(seats, ask, 404, "(guest.no.link)");
}

SEATS_CASE(a_guest_leaves_a_table_by_the_page)
{
	const char *hash = open_for_guest(seats, "!new");
	assert_ask(seats, join_text(hash, "lea"), 303, "\"name\":\"~lea\"");
	const char *key = key_in(seats->got.bytes);
	stage_hear(stage);
	assert_leave(seats, key, 200, "\"closed\":true");
	assert_heard(stage, "#table: [1] (table.left name=~lea names=anna)\n");
	assert_leave(seats, key, 404, "(seat.unknown)");
	assert_ask(seats, "\"do\":\"play\",\"game\":\"mate\"", 303, "\"state\":\"play\"");
	key = key_in(seats->got.bytes);
	assert_leave(seats, key, 200, "(match.abandoned name=~");
	assert_in(seats->got.bytes, "\"state\":\"over\"");
	assert_leave(seats, key, 409, "(seat.stale)");
}

SEATS_CASE(a_guest_takes_the_seat_that_a_table_offers_to_all)
{
	char hash[SEAT_HASH];
	stage_visit(stage);
	drop(seats);
	stage_say(stage, "anna", "!new target=110 guests=yes");
	const struct table *table = stage_table(stage, 1);
	seat_key_write_match(table->match, hash);
	assert_in(read_lines(seats), hash);
	assert_in(seats->got.bytes,
		"\"by\":\"anna\",\"target\":110,\"minutes\":10,\"most\":4,\"seated\":[\"anna\"]}");
	assert_ask(seats, join_text(hash, "lea"), 303,
		"(waiting.deal name=anna) (waiting.here seated=2 most=4) "
		"(length.points target=110 minutes=10)");
	assert_said(stage, "#table: [1] (table.guest name=~lea other=anna names=anna, ");
	assert_in(seats->got.bytes, "\"seated\":[\"anna\",\"~lea\"]}");
	stage_say(stage, "anna", "!start");
	assert_in(read_lines(seats), case_text("{\"join\":\"%s\",\"closed\":true}", hash));
}

/* Asks for a rematch from the page with this key. Fails unless the bot answers with this status and
 * text. */
static void assert_again(struct seats *seats, const char *key, unsigned status, const char *text)
{
	assert_ask(
		seats, case_text("\"do\":\"again\",\"seat\":\"%s\"", hash_of(key)), status, text);
}

SEATS_CASE(a_guest_takes_a_seat_again_by_the_same_page)
{
	const char *hash = open_for_guest(seats, "!new");
	assert_ask(seats, join_text(hash, "lea"), 303, "\"name\":\"~lea\"");
	char key[SEAT_KEY];
	text_copy(key, sizeof key, key_in(seats->got.bytes));
	assert_again(seats, key, 409, "(seat.stale)");
	drop(seats);
	stage_say(stage, "anna", "!start");
	for (struct table *table; (table = stage_table(stage, 1)) != NULL; drop(seats)) {
		if (table->seat[table_state(table)->turn].player->network->guests)
			add_tap(seats, key, table->moves, first_move(table));
		else
			stage_say(stage, "anna", "!p 1");
		commit(seats);
		if (stage_table(stage, 1) == NULL)
			break;
	}
	assert_in(seats->got.bytes, "\"again\":\"wait\"}");
	assert_again(seats, key, 409, "");
	drop(seats);
	stage_say(stage, "anna", "!again");
	assert_in(read_lines(seats), "\"again\":\"sit\"}");
	assert_again(seats, key, 303, "\"state\":\"play\"");
	const struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	assert_int_equal(table->seats_taken, 2);
	assert_in(seats->got.bytes, "\"again\":\"wait\"}");
}

SEATS_CASE(a_person_on_a_page_opens_the_next_match_there)
{
	case_two(stage, "!new mitaines classic target=20");
	const char *key = link_of(seats, "anna");
	drop(seats);
	stage_play(stage, 1, 1000);
	assert_in(read_lines(seats), "\"again\":\"open\"}");
	assert_again(seats, key, 303, "\"state\":\"open\"");
	assert_said(stage, "#table: [1] (again.call name=anna ");
	assert_non_null(stage_table(stage, 1));
	assert_again(seats, key, 303, "\"state\":\"open\"");
}
