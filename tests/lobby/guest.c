/* Tests guests: links, names, sitting down, being sent away, casual matches, restarts and
 * deletion. */
#include "bot/match/guest.h"

#include "bot/match/match.h"
#include "bot/match/resume.h"

#include "storage/expiry.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "tests/stage/guests.h"

enum { DAY = 24 * 60 * 60 };

static const struct guest_client browser = { "en", "" };

/* Lets anna, who opened table 1, ask for a link. Writes the hash of its key. */
static void get_link(struct stage *stage, char hash[SEAT_HASH])
{
	static const char url[] = "https://cards.test/join/";
	char key[SEAT_KEY];
	uint8_t bytes[STORE_KEY_HASH];
	const char *heard =
		assert_answer(stage, "anna", "!guest", "anna< (guest.link table=1 url=");
	struct text text = text_in(key, sizeof key);
	text_bytes(&text, strstr(heard, url) + strlen(url), SEAT_KEY - 1);
	seat_key_hash(key, bytes);
	seat_key_write_hash(bytes, hash);
}

static void open_with_link(struct stage *stage, char hash[SEAT_HASH])
{
	stage_visit(stage);
	stage_say(stage, "anna", "!new target=50");
	get_link(stage, hash);
}

static struct guest_answer join(struct stage *stage, const char *hash, const char *name)
{
	struct guest_answer answer = guest_take_seat(&stage->lobby, hash, name, &browser);
	lobby_commit(&stage->lobby);
	return answer;
}

/* Fails unless a guest with this name is refused with this result. */
static void assert_join_refused(
	struct stage *stage, const char *hash, const char *name, enum guest_result result)
{
	struct guest_answer answer = join(stage, hash, name);
	assert_int_equal(answer.result, result);
	assert_null(answer.person);
	assert_int_not_equal(answer.why, MSG_OK);
}

/* Seats anna and the guest ~lea at table 1. Returns ~lea. */
static struct person *seat_lea(struct stage *stage)
{
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	struct guest_answer answer = join(stage, hash, "lea");
	assert_int_equal(answer.result, GUEST_SEATED);
	return answer.person;
}

/* Makes a legal move for ~lea. It must be their turn. */
static void play_lea(struct stage *stage, struct table *table)
{
	struct state *state = table_state(table);
	unsigned seat = state->turn;
	union any_view seen;
	struct moves moves;
	table->game->view(state, seat, &seen.view);
	game_view_legal(table->game, &seen.view, &moves);
	assert_int_equal(
		match_move(&stage->lobby, table, seat, moves.move[0], table->seat[seat].player->id),
		REFUSE_NONE);
	match_continue(&stage->lobby, table);
	lobby_commit(&stage->lobby);
}

/* Plays table 1 to the end of its match. */
static void play_to_end(struct stage *stage)
{
	struct table *table;
	for (unsigned i = 0; i < 2000 && (table = stage_table(stage, 1)) != NULL; i++)
		if (table_state(table)->turn == seat_of(table, "~lea"))
			play_lea(stage, table);
		else
			stage_play(stage, 1, 1);
	assert_null(stage_table(stage, 1));
}

/* ---- links ---- */

STAGE_CASE(a_guest_link_ends_when_its_table_starts_or_closes)
{
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	assert_join_refused(stage, hash, "lea", GUEST_NO_LINK);
	stage_wait(stage, 60 * 1000);
	assert_int_equal(stage->lobby.guests.count, 0);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_say(stage, "anna", "!new");
	get_link(stage, hash);
	stage_say(stage, "anna", "!leave");
	assert_null(stage_table(stage, 1));
	assert_join_refused(stage, hash, "lea", GUEST_NO_LINK);
}

STAGE_CASE(a_link_with_an_unknown_hash_seats_no_guest)
{
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	assert_join_refused(stage, "", "lea", GUEST_NO_LINK);
	assert_join_refused(stage, "link", "lea", GUEST_NO_LINK);
	hash[0] = hash[0] == '0' ? '1' : '0';
	assert_join_refused(stage, hash, "lea", GUEST_NO_LINK);
}

STAGE_CASE(only_the_opener_of_a_table_that_has_not_started_gets_a_guest_link)
{
	char hash[SEAT_HASH];
	stage_say(stage, "anna", "!new");
	assert_answer_is(stage, "anna", "!guest", "");
	stage_visit(stage);
	stage_say(stage, "luc", "!join");
	assert_refusal(stage, "luc", "!guest", "(guest.opener name=anna)");
	assert_refusal(stage, "rose", "!guest", "(not.seated)");
	get_link(stage, hash);
	stage_say(stage, "anna", "!start");
	assert_refusal(stage, "anna", "!guest", "(match.running.yours)");
	stage_whisper(stage, "rose", "new");
	stage_hear(stage);
	stage_whisper(stage, "rose", "guest");
	assert_refused(stage, "rose", "(alone.only)");
}

STAGE_CASE(a_table_has_at_most_three_guests_and_guest_links_together)
{
	char hash[4][SEAT_HASH];
	stage_visit(stage);
	stage_say(stage, "anna", "!new mitch");
	for (unsigned i = 0; i < GUESTS_MOST; i++)
		get_link(stage, hash[i]);
	assert_int_equal(join(stage, hash[0], "lea").result, GUEST_SEATED);
	assert_refusal(stage, "anna", "!guest", "(guest.most)");
	assert_refusal(stage, "anna", "!guest off", "(guest.ended table=1)");
	assert_join_refused(stage, hash[1], "max", GUEST_NO_LINK);
	get_link(stage, hash[1]);
	get_link(stage, hash[2]);
	assert_int_equal(join(stage, hash[1], "max").result, GUEST_SEATED);
	assert_int_equal(join(stage, hash[2], "kim").result, GUEST_SEATED);
	assert_refusal(stage, "anna", "!guest", "(guest.most)");
	stage_say(stage, "anna", "!kick ~kim");
	get_link(stage, hash[2]);
}

STAGE_CASE(the_french_commands_for_guests_and_for_invitations_are_distinguished)
{
	stage_visit(stage);
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "anna", "!invité", "anna< (guest.link table=1 ");
	assert_answer(stage, "anna", "!INVITÉ", "anna< (guest.link table=1 ");
	assert_answer(stage, "anna", "!invite\xcc\x81", "anna< (guest.link table=1 ");
	assert_answer(stage, "anna", "!invite", "anna< (invite.who)");
	assert_refusal(stage, "anna", "!invité non", "(guest.ended table=1)");
}

/* ---- seats for all ---- */

/* Opens a table for a guest from this address, without a move. Returns the answer to the guest. */
static struct guest_answer play_from(struct stage *stage, const char *address)
{
	const struct guest_client client = { "en", address };
	struct guest_answer answer =
		guest_play(&stage->lobby, game_named("mitaines"), LEVEL_EASY, false, &client);
	lobby_commit(&stage->lobby);
	return answer;
}

/* Lets a guest from this address take a free seat at table 1. Returns the answer to the guest. */
static struct guest_answer sit_down(struct stage *stage, const char *name, const char *address)
{
	const struct guest_client client = { "en", address };
	char hash[SEAT_HASH];
	seat_key_write_match(stage_table(stage, 1)->match, hash);
	struct guest_answer answer = guest_take_seat(&stage->lobby, hash, name, &client);
	lobby_commit(&stage->lobby);
	return answer;
}

STAGE_CASE(guests_sit_down_without_a_link_only_if_the_opener_takes_guests)
{
	stage_visit(stage);
	case_dialog(stage, "anna: !new target=50", "luc: !new target=50 guests=yes");
	assert_int_equal(sit_down(stage, "lea", "192.0.2.7").result, GUEST_NO_LINK);
	stage_say(stage, "anna", "!leave");
	stage_say(stage, "anna", "!new target=50 invités=oui");
	assert_int_equal(sit_down(stage, "lea", "192.0.2.7").result, GUEST_SEATED);
	assert_answer(stage, "anna", "!start", "(match.casual.guest)");
	assert_int_equal(sit_down(stage, "max", "192.0.2.7").result, GUEST_NO_LINK);
	play_to_end(stage);
	assert_answer(stage, "anna", "!again", "options=target=50 guests=yes");
	assert_int_equal(sit_down(stage, "max", "192.0.2.7").result, GUEST_SEATED);
}

STAGE_CASE(no_seat_is_offered_in_a_channel_that_is_not_for_all)
{
	struct table *table;
	stage_visit(stage);
	stage_say(stage, "anna", "!new guests=yes");
	table = stage_table(stage, 1);
	assert_true(guest_is_offered(&stage->lobby, table));
	struct channel_settings *settings = &table->channel->settings;
	settings->guests = CONFIG_GUESTS_INVITED;
	assert_false(guest_is_offered(&stage->lobby, table));
	assert_refusal(stage, "luc", "!new guests=yes", "(new.guests)");
	settings->guests = CONFIG_GUESTS_OPEN;
	settings->opener = RANK_VOICED;
	assert_false(guest_is_offered(&stage->lobby, table));
	settings->opener = RANK_NONE;
	stage->restricted = true;
	assert_false(guest_is_offered(&stage->lobby, table));
	stage->restricted = false;
	stage->openness = OPENNESS_CLOSED;
	assert_false(guest_is_offered(&stage->lobby, table));
	stage->openness = OPENNESS_OPEN;
	table->channel->barred = true;
	assert_false(guest_is_offered(&stage->lobby, table));
	table->channel->barred = false;
	assert_true(guest_is_offered(&stage->lobby, table));
	stage_whisper(stage, "luc", "new guests=yes");
	assert_refused(stage, "luc", "(new.guests)");
}

STAGE_CASE(an_address_that_was_sent_away_or_is_muted_gets_no_seat)
{
	char hash[SEAT_HASH];
	stage_visit(stage);
	stage_say(stage, "anna", "!new mitch guests=yes");
	assert_int_equal(sit_down(stage, "lea", "192.0.2.7").result, GUEST_SEATED);
	stage_say(stage, "anna", "!kick ~lea");
	assert_int_equal(sit_down(stage, "kim", "192.0.2.7").why, MSG_GUEST_BARRED);
	get_link(stage, hash);
	const struct guest_client client = { "en", "192.0.2.7" };
	assert_int_equal(
		guest_take_seat(&stage->lobby, hash, "kim", &client).why, MSG_GUEST_BARRED);
	/* The guest is still barred after a restart. */
	stage_mark(stage);
	stage_rewind(stage);
	assert_int_equal(sit_down(stage, "kim", "192.0.2.7").why, MSG_GUEST_BARRED);
	struct channel *channel = stage_table(stage, 1)->channel;
	channel_add_mute(channel, "*!rose@192.0.2.9", 0);
	channel_add_mute(channel, "*!*@2001:db8:0:1:2::7", 0);
	assert_int_equal(sit_down(stage, "kim", "192.0.2.9").why, MSG_GUEST_BARRED);
	assert_int_equal(sit_down(stage, "kim", "2001:db8:0:1::").why, MSG_GUEST_BARRED);
	assert_int_equal(sit_down(stage, "kim", "192.0.2.8").result, GUEST_SEATED);
}

STAGE_CASE(an_address_has_at_most_three_seats_without_a_link)
{
	stage_visit(stage);
	stage_say(stage, "anna", "!new mitch guests=yes");
	for (unsigned i = 0; i < GUEST_TABLES; i++)
		assert_int_equal(play_from(stage, "192.0.2.7").result, GUEST_SEATED);
	assert_int_equal(sit_down(stage, "kim", "192.0.2.7").why, MSG_GUEST_TABLES);
	assert_int_equal(sit_down(stage, "kim", "192.0.2.8").result, GUEST_SEATED);
}

/* ---- names ---- */

STAGE_CASE(a_guest_with_an_invalid_name_is_refused_and_the_link_stays_valid)
{
	static const char *const bad[] = { "", "~lea", "lea!", "lea\n", "a_b", "<b>", "../x" };
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_join_refused(stage, hash, bad[i], GUEST_BAD_NAME);
	assert_silence(stage);
	assert_int_equal(join(stage, hash, " Éloïse B. ").result, GUEST_SEATED);
	assert_string_equal(table_name(stage_table(stage, 1), 1), "~Éloïse B.");
}

STAGE_CASE(a_guest_cannot_take_the_name_of_a_player_at_the_table)
{
	char hash[SEAT_HASH], other[SEAT_HASH];
	stage_visit(stage);
	stage_say(stage, "anna", "!new mitch");
	stage_say(stage, "anna", "!bot");
	get_link(stage, hash);
	get_link(stage, other);
	assert_join_refused(stage, hash, "anna", GUEST_CONFLICT);
	assert_join_refused(stage, hash, "ANNA", GUEST_CONFLICT);
	assert_join_refused(stage, hash, table_name(stage_table(stage, 1), 1), GUEST_CONFLICT);
	assert_int_equal(join(stage, hash, "lea").result, GUEST_SEATED);
	assert_join_refused(stage, other, "Lea", GUEST_CONFLICT);
}

STAGE_CASE(a_guest_cannot_sit_down_at_a_full_table)
{
	char hash[SEAT_HASH];
	stage_visit(stage);
	stage_say(stage, "anna", "!new mate");
	get_link(stage, hash);
	stage_say(stage, "luc", "!join");
	assert_join_refused(stage, hash, "lea", GUEST_CONFLICT);
	stage_say(stage, "luc", "!leave");
	assert_int_equal(join(stage, hash, "lea").result, GUEST_SEATED);
}

/* ---- kick ---- */

STAGE_CASE(the_opener_of_a_table_can_send_a_guest_away_before_the_start)
{
	const struct person *lea = seat_lea(stage);
	stage_say(stage, "luc", "!join");
	assert_refusal(stage, "luc", "!kick ~lea", "(kick.others name=~lea)");
	assert_refusal(stage, "anna", "!kick", "(kick.who)");
	assert_refusal(stage, "anna", "!kick luc", "(kick.unknown name=luc)");
	assert_answer_is(stage, "anna", "!kick ~LEA",
		"#table: [1] (table.kicked other=anna name=~lea names=anna, luc)\n");
	assert_int_equal(table_find_seat(stage_table(stage, 1), lea), SEAT_NONE);
}

STAGE_CASE(a_guest_can_be_kicked_by_a_name_with_a_blank)
{
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	assert_int_equal(join(stage, hash, "Éloïse B.").result, GUEST_SEATED);
	assert_answer(
		stage, "anna", "!kick ~Éloïse B.", "(table.kicked other=anna name=~Éloïse B. ");
}

STAGE_CASE(an_ai_player_replaces_a_guest_sent_away_during_a_match)
{
	const struct person *lea = seat_lea(stage);
	stage_say(stage, "anna", "!start");
	assert_answer(stage, "anna", "!renvoyer lea", "(seat.kicked other=anna name=~lea seat=");
	assert_int_equal(table_find_seat(stage_table(stage, 1), lea), SEAT_NONE);
}

STAGE_CASE(a_table_closes_when_only_guests_are_left)
{
	seat_lea(stage);
	assert_answer(stage, "anna", "!leave", "#table: [1] (table.closed name=anna)");
	assert_null(stage_table(stage, 1));
}

/* ---- matches ---- */

STAGE_CASE(guests_need_not_agree_to_stop_a_match)
{
	seat_lea(stage);
	case_dialog(stage, "luc: !join", "anna: !start");
	assert_answer(stage, "anna", "!stop", "(stop.asked name=anna others=luc)");
	assert_answer(stage, "luc", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_rematch_calls_the_others_and_tells_that_guests_need_a_link)
{
	seat_lea(stage);
	case_dialog(stage, "luc: !join", "anna: !start", "anna: !stop", "luc: !stop");
	const char *heard = assert_answer(stage, "anna", "!again", "(again.call name=anna ");
	assert_in(heard, "others=luc)");
	assert_in(heard, "anna< (again.guest others=~lea)");
}

STAGE_CASE(a_match_with_a_guest_is_casual_and_leaves_no_statistics)
{
	const struct person *lea = seat_lea(stage);
	struct store_stats stats;
	struct store_versus versus;
	int64_t anna;
	assert_answer(stage, "anna", "!start", "(match.casual.guest)");
	play_to_end(stage);
	assert_int_equal(rated(stage, "anna"), 0);
	assert_int_equal(
		store_find_person(stage->store, stage->network.id, "anna", &anna), STORE_OK);
	assert_int_equal(store_get_stats(stage->store, anna, "mitaines", &stats), STORE_OK);
	assert_int_equal(stats.matches, 1);
	assert_int_equal(store_get_stats(stage->store, lea->id, "mitaines", &stats), STORE_OK);
	assert_int_equal(stats.matches, 0);
	assert_int_equal(store_get_versus(stage->store, anna, lea->id, &versus), STORE_OK);
	assert_int_equal(versus.matches, 0);
}

STAGE_CASE(links_seats_and_guests_survive_a_restart)
{
	char hash[SEAT_HASH];
	seat_lea(stage);
	get_link(stage, hash);
	stage_mark(stage);
	stage_rewind(stage);
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_string_equal(table_name(table, 1), "~lea");
	assert_true(person_is_reachable(table->seat[1].player));
	assert_int_equal(join(stage, hash, "max").result, GUEST_SEATED);
}

STAGE_CASE(a_table_with_a_guest_waits_while_guests_are_switched_off)
{
	seat_lea(stage);
	stage_mark(stage);
	stage->visited = false;
	stage->log.level = 0;
	stage_rewind(stage);
	assert_null(stage_table(stage, 1));
	stage_visit(stage);
	assert_int_equal(resume_tables(&stage->lobby), 1);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

STAGE_CASE(the_link_of_a_guest_works_again_after_a_rollback)
{
	char hash[SEAT_HASH];
	open_with_link(stage, hash);
	guest_take_seat(&stage->lobby, hash, "lea", &browser);
	lobby_check_write(&stage->lobby, STORE_FULL);
	lobby_commit(&stage->lobby);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 1);
	assert_int_equal(join(stage, hash, "lea").result, GUEST_SEATED);
}

/* ---- play now ---- */

STAGE_CASE(an_abandoned_match_without_a_link_closes_after_an_hour)
{
	enum { HOUR = 60 * 60 };
	stage_visit(stage);
	const struct table *table =
		guest_play(&stage->lobby, game_named("mitaines"), LEVEL_EASY, false, &browser)
			.table;
	lobby_commit(&stage->lobby);
	case_seconds(stage, HOUR - 5);
	assert_int_equal(table_count_people(table), 1);
	case_seconds(stage, 10);
	assert_int_equal(stage->lobby.tables.count, 0);
	assert_silence(stage);
}

STAGE_CASE(a_short_match_is_shorter_than_the_usual_one_in_each_game)
{
	stage_visit(stage);
	for (unsigned i = 0; games[i] != NULL; i++) {
		struct table *table =
			guest_play(&stage->lobby, games[i], LEVEL_EASY, true, &browser).table;
		const struct state *state = table_state(table);
		assert_in_range(game_length(games[i], state, 0, state->players), 1, 50);
		assert_true(guest_is_short(table));
		lobby_commit(&stage->lobby);
	}
}

STAGE_CASE(an_address_has_at_most_three_tables_of_its_own)
{
	stage_visit(stage);
	const struct table *first = play_from(stage, "192.0.2.7").table;
	for (unsigned i = 1; i < GUEST_TABLES; i++)
		assert_int_equal(play_from(stage, "192.0.2.7").result, GUEST_SEATED);
	struct guest_answer answer = play_from(stage, "192.0.2.7");
	assert_int_equal(answer.result, GUEST_TOO_MANY);
	assert_int_equal(answer.why, MSG_GUEST_TABLES);
	assert_int_equal(play_from(stage, "192.0.2.8").result, GUEST_SEATED);
	/* The bot still knows the addresses of guests after a restart. */
	const int64_t match = first->match;
	stage_mark(stage);
	stage_rewind(stage);
	assert_int_equal(play_from(stage, "192.0.2.7").result, GUEST_TOO_MANY);
	match_cancel(&stage->lobby, tables_find_match(&stage->lobby.tables, match), "a test",
		MSG_OK, "");
	assert_int_equal(play_from(stage, "192.0.2.7").result, GUEST_SEATED);
}

STAGE_CASE(a_new_table_of_a_guest_closes_only_one_that_was_idle_for_ten_minutes)
{
	stage_visit(stage);
	stage->lobby.settings.tables_per_network = 2;
	const int64_t first = play_from(stage, "192.0.2.1").table->match;
	case_seconds(stage, 300);
	const int64_t second = play_from(stage, "192.0.2.2").table->match;
	case_seconds(stage, 200);
	struct guest_answer answer = play_from(stage, "192.0.2.3");
	assert_int_equal(answer.result, GUEST_TOO_MANY);
	assert_int_equal(answer.why, MSG_GUEST_BUSY);
	case_seconds(stage, 300);
	assert_int_equal(play_from(stage, "192.0.2.3").result, GUEST_SEATED);
	assert_null(tables_find_match(&stage->lobby.tables, first));
	assert_non_null(tables_find_match(&stage->lobby.tables, second));
}

/* ---- deletion ---- */

STAGE_CASE(a_guest_is_deleted_a_day_after_the_match)
{
	struct store_person row = { .id = 0 };
	const int64_t id = seat_lea(stage)->id;
	stage_say(stage, "anna", "!start");
	play_to_end(stage);
	stage_wait(stage, (DAY - 60) * INT64_C(1000));
	assert_int_equal(store_get_person(stage->store, id, &row), STORE_OK);
	assert_string_equal(row.name, "~lea");
	stage_wait(stage, 120 * 1000);
	assert_int_equal(store_get_person(stage->store, id, &row), STORE_OK);
	assert_true(store_is_person_deleted(&row));
}

STAGE_CASE(a_guest_is_deleted_although_guests_are_switched_off)
{
	struct store_person row = { .id = 0 };
	const int64_t id = seat_lea(stage)->id;
	stage_say(stage, "anna", "!leave");
	stage_mark(stage);
	stage->visited = false;
	stage_rewind(stage);
	stage_wait(stage, (DAY + 120) * INT64_C(1000));
	stage_wait(stage, 1000);
	assert_int_equal(store_get_person(stage->store, id, &row), STORE_OK);
	assert_true(store_is_person_deleted(&row));
}
