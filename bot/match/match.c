#include "bot/match/match.h"

#include <stdlib.h>

#include "bot/history/scene_bytes.h"
#include "bot/match/advice.h"
#include "bot/match/announce.h"
#include "bot/match/deck.h"
#include "bot/match/first_act.h"
#include "bot/match/grace.h"
#include "bot/match/leaver.h"
#include "bot/match/match_log.h"
#include "bot/match/rate.h"
#include "bot/match/robot.h"
#include "bot/table/stats.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"
#include "storage/expiry.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* Returns the id in the database of a seat's owner or player; person NULL: its AI player. */
static int64_t id_of(
	const struct lobby *lobby, const struct seat *seat, const struct person *person)
{
	return person != NULL ? person->id : lobby->robots.id[seat->level];
}

static struct store_seat seat_row(
	const struct lobby *lobby, const struct table *table, unsigned seat)
{
	const struct seat *place = &table->seat[seat];
	struct store_seat row = {
		.person = { .id = id_of(lobby, place, place->owner) },
		.player = { .id = id_of(lobby, place, place->player) },
		.away = place->has_stand_in,
		.misses = place->misses,
		.left = place->left_at,
	};
	text_copy(row.robot, sizeof row.robot, table_robot_name(table, seat));
	return row;
}

void match_write_seat(struct lobby *lobby, const struct table *table, unsigned seat)
{
	struct store_seat row = seat_row(lobby, table, seat);
	lobby_check_write(lobby, store_set_seat(lobby->batch.store, table->match, seat, &row));
}

void match_write_seats(struct lobby *lobby, const struct table *table)
{
	struct store_seat rows[SEATS_MAX];
	for (unsigned i = 0; i < table->seats_taken; i++)
		rows[i] = seat_row(lobby, table, i);
	lobby_check_write(
		lobby, store_set_seats(lobby->batch.store, table->match, rows, table->seats_taken));
}

void match_note_openness(struct lobby *lobby, struct table *table)
{
	enum openness openness =
		table_is_private(table) ? OPENNESS_UNKNOWN : channel_openness(table->channel);
	if (table->openness == OPENNESS_CLOSED || openness == OPENNESS_UNKNOWN ||
		openness == table->openness)
		return;
	lobby_snapshot_table(lobby, table);
	table->openness = openness;
	lobby_check_write(lobby,
		store_hide_match(lobby->batch.store, table->match, openness == OPENNESS_CLOSED));
}

void match_write_scene(
	struct lobby *lobby, struct table *table, unsigned seat, const struct events *news)
{
	const struct state *state = table_state(table);
	struct store_scene stored = { .n = table->moves };
	struct scene scene;
	if (table_is_private(table) || state->phase != PHASE_PLAY)
		return;
	history_make_scene(table->game, state, table->seats_taken, seat, news, &scene);
	if (scene_bytes_write(&scene, &stored))
		lobby_check_write(
			lobby, store_add_scene(lobby->batch.store, table->match, &stored));
}

static void deal(struct lobby *lobby, struct table *table)
{
	struct events events = { .count = 0 };
	card deck[DECK_MAX];
	match_note_openness(lobby, table);
	deck_next(lobby, table, table_state(table)->hand + 1u, deck);
	table->game->deal(table_state(table), deck, &events);
	lobby_check_write(lobby, store_delete_scenes(lobby->batch.store, table->match));
	match_write_scene(lobby, table, SEAT_NONE, &events);
	table_note_events(table, &events);
	table_start_turn_clock(table, lobby_now(lobby));
	speech_tell_events(&lobby->speech, table, &events);
}

enum refusal match_move(
	struct lobby *lobby, struct table *table, unsigned seat, struct move move, int64_t player)
{
	struct state *state = table_state(table);
	struct events events = { .count = 0 };
	unsigned hand = state->hand;
	union any_view seen;
	table->game->view(state, seat, &seen.view);
	move = game_canonical(table->game, &seen.view, move);
	enum refusal refusal = game_check(table->game, &seen.view, move);
	if (refusal != REFUSE_NONE)
		return refusal;
	lobby_snapshot_table(lobby, table);
	table->game->apply(state, move, &events);
	stats_count_events(table, &events);
	table_note_events(table, &events);
	struct store_move row = {
		.n = ++table->moves,
		.hand = hand,
		.seat = seat,
		.player = player,
		.at = lobby_date(lobby),
	};
	struct text text = text_in(row.text, sizeof row.text);
	move_write(&text, move);
	lobby_check_write(lobby, store_add_move(lobby->batch.store, table->match, &row));
	match_write_scene(lobby, table, seat, &events);
	match_note_openness(lobby, table);
	if (lobby_is_robot(lobby, player))
		lobby->activity.robot_moves++;
	else
		lobby->activity.moves++;
	table->transient.robot_serial = 0; /* the state changed: ignore the move of a running job */
	table_start_turn_clock(table, lobby_now(lobby));
	speech_tell_events(&lobby->speech, table, &events);
	struct seat *place = &table->seat[seat];
	if (place->player != NULL && place->player->id == player) {
		grace_renew(lobby, table, seat);
		table_cancel_requests(table, seat);
		if (place->misses > 0) {
			place->misses = 0;
			match_write_seat(lobby, table, seat);
		}
	}
	return REFUSE_NONE;
}

/*
 * Makes the move that an AI player found. Does nothing if the table has changed, or if the batch
 * was rolled back: the table then awaits another job.
 */
static void on_robot_job(struct job *job)
{
	struct robot_job *asked = (struct robot_job *)job;
	struct lobby *lobby = asked->lobby;
	struct table *table = tables_find_match(&lobby->tables, asked->match);
	histogram_add(&lobby->activity.thinking, job->work_ns);
	if (table != NULL && table->transient.robot_serial == asked->serial) {
		const struct state *state = table_state(table);
		table->transient.robot_serial = 0;
		if (table_is_robot_turn(table)) {
			match_move(lobby, table, state->turn, asked->move,
				lobby->robots.id[asked->level]);
			match_continue(lobby, table);
		}
	}
	free(asked);
}

void match_retry_robot(struct lobby *lobby, struct table *table)
{
	if (table->transient.robot_serial == 0)
		match_continue(lobby, table);
}

/* Stores the end of a match and closes the table, which is freed at the end of the batch. */
static void close_match(
	struct lobby *lobby, struct table *table, enum store_state how, const char *reason)
{
	const struct state *state = table_state(table);
	struct store_result results[SEATS_MAX];
	unsigned count = table->running ? state->players : 0;
	if (table->running)
		match_log_end(lobby, table, reason);
	announce_pending(lobby, table->channel);
	match_note_openness(lobby, table);
	for (unsigned i = 0; i < count; i++)
		results[i] = (struct store_result){
			.points = state_score(state, i),
			.won = how == STORE_FINISHED && game_won(table->game, state, i),
			.names = table->game->stats,
			.stats = table->seat[i].stats,
		};
	lobby_check_write(lobby,
		store_end_match(lobby->batch.store, table->match, how, state->hand, results, count,
			lobby_date(lobby)));
	for (unsigned i = 0; i < count; i++)
		if (person_is_guest(table->seat[i].owner))
			lobby_check_write(lobby,
				store_delete_statistics(
					lobby->batch.store, table->seat[i].owner->id));
	if (table->running && rate_is_at_stake(lobby, table))
		leaver_count_match(lobby, table, state->phase == PHASE_OVER);
	table_close(table);
	table->running = false;
}

/* Adds the changes of ratings: "anna 1512 → 1530, luc 1490 → 1472". */
static void add_ratings(
	const struct table *table, const struct rate_changes *changes, struct string *list)
{
	for (unsigned i = 0; i < changes->count; i++) {
		const struct rate_change *change = &changes->change[i];
		string_add(list, i > 0 ? ", " : "");
		nametext_add(list, table->seat[change->seat].owner->name);
		string_add_char(list, ' ');
		string_add_number(list, change->before);
		string_add(list, " → ");
		string_add_number(list, change->after);
	}
}

/* Returns the sentence about the changes of ratings; without changes it is empty. */
static struct arg tell_ratings(const struct rate_changes *changes, const struct arg *list)
{
	if (changes->queued)
		return arg_message("ratings", MSG_MATCH_RATINGS_LATER);
	return changes->count > 0 ? arg_filled("ratings", MSG_MATCH_RATINGS, list)
				  : arg_text("ratings", "");
}

/* Ends a match that counts as it stands. */
static void finish(struct lobby *lobby, struct table *table, const char *reason)
{
	struct rate_changes changes = { .count = 0 };
	close_match(lobby, table, STORE_FINISHED, reason);
	if (table->rated)
		rate_match(lobby, table, false, &changes);
	struct string ratings = STRING_EMPTY;
	struct string page = STRING_EMPTY;
	add_ratings(table, &changes, &ratings);
	const struct arg *list = ARGS(arg_text("list", ratings.bytes));
	if (!table_is_private(table) && table->openness == OPENNESS_OPEN)
		settings_add_page_url(&lobby->settings, &page, "/match/", table->match);
	speech_say(&lobby->speech, table, table->rated ? MSG_MATCH_STORED_RATED : MSG_MATCH_STORED,
		ARGS(arg_number("match", table->match), arg_text("page", page.bytes),
			tell_ratings(&changes, list)));
	string_free(&page);
	string_free(&ratings);
	announce_root(lobby, table);
	speech_end_match(&lobby->speech, table);
}

static void say_final_scores(struct lobby *lobby, struct table *table)
{
	struct string scores = STRING_EMPTY;
	speech_add_scores(&lobby->speech, table, &scores);
	speech_say(&lobby->speech, table, MSG_MATCH_STANDS, ARGS(arg_text("scores", scores.bytes)));
	string_free(&scores);
}

void match_continue(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	lobby_snapshot_table(lobby, table);
	while (table->running && lobby->batch.error == STORE_OK) {
		bool full = state->phase == PHASE_DEAL && state->hand + 1 == SHUFFLE_HANDS;
		if (full)
			say_final_scores(lobby, table);
		if (full || state->phase == PHASE_OVER) {
			finish(lobby, table,
				full ? "after the last possible hand" : "played to the end");
			advice_begin(lobby, table);
		} else if (state->phase == PHASE_DEAL) {
			deal(lobby, table);
		} else {
			break;
		}
	}
	if (lobby->batch.error == STORE_OK && table_is_robot_turn(table)) {
		robot_request_move(lobby, table, on_robot_job);
		listener_show_typing(table);
	}
	hand_show_all(&lobby->speech, table);
	first_act_explain(lobby, table);
}

void match_handle_timeout(struct lobby *lobby, struct table *table)
{
	struct seat *seat = &table->seat[table_state(table)->turn];
	lobby_snapshot_table(lobby, table);
	seat->misses++;
	seat->has_stand_in = seat->misses >= MISSES_MOST;
	speech_set_prefix(
		&lobby->speech, seat->has_stand_in ? MSG_CLOCK_AWAY : MSG_CLOCK_MOVE, seat->player);
	match_write_seat(lobby, table, table_state(table)->turn);
	if (seat->has_stand_in)
		speech_alert(&lobby->speech, table, seat->player, MSG_CLOCK_AWAY_YOURS, NO_ARGS);
	/* Choose a quick, greedy move. It counts as a move of the AI player of LEVEL_NORMAL. */
	unsigned turn = table_state(table)->turn;
	union any_view seen;
	table->game->view(table_state(table), turn, &seen.view);
	match_move(lobby, table, turn, game_greedy(table->game, &seen.view),
		lobby->robots.id[LEVEL_NORMAL]);
	match_continue(lobby, table);
}

/*
 * Ends a match before half of it was played. In a rated match the leavers lose; nothing else is
 * rated.
 */
static void break_off(struct lobby *lobby, struct table *table, const char *reason)
{
	struct rate_changes changes = { .count = 0 };
	struct string scores = STRING_EMPTY;
	struct string ratings = STRING_EMPTY;
	speech_add_scores(&lobby->speech, table, &scores);
	close_match(lobby, table, STORE_STOPPED, reason);
	if (rate_is_at_stake(lobby, table))
		rate_match(lobby, table, true, &changes);
	add_ratings(table, &changes, &ratings);
	const struct arg *list = ARGS(arg_text("list", ratings.bytes));
	speech_say(&lobby->speech, table,
		changes.count > 0 || changes.queued ? MSG_MATCH_BROKEN_OFF : MSG_MATCH_STOPPED,
		ARGS(arg_text("scores", scores.bytes), tell_ratings(&changes, list)));
	string_free(&scores);
	string_free(&ratings);
	announce_root(lobby, table);
	speech_end_match(&lobby->speech, table);
}

void match_end_early(struct lobby *lobby, struct table *table, const char *reason)
{
	lobby_snapshot_table(lobby, table);
	if (game_half(table->game, table_state(table))) {
		say_final_scores(lobby, table);
		finish(lobby, table, reason);
	} else {
		break_off(lobby, table, reason);
	}
}

void match_cancel(struct lobby *lobby, struct table *table, const char *reason, enum message why,
	const char *name)
{
	struct string scores = STRING_EMPTY;
	if (table->running)
		speech_add_scores(&lobby->speech, table, &scores);
	lobby_snapshot_table(lobby, table);
	close_match(lobby, table, STORE_STOPPED, reason);
	if (why != MSG_OK)
		speech_say(&lobby->speech, table, why,
			ARGS(arg_name("name", name), arg_text("scores", scores.bytes)));
	string_free(&scores);
	announce_root(lobby, table);
	speech_end_match(&lobby->speech, table);
}

/* True if a person plays or played a seat, or may be its owner. A failed read fails the batch. */
static bool answers_for(
	struct lobby *lobby, const struct table *table, unsigned seat, const struct person *person)
{
	const struct seat *place = &table->seat[seat];
	bool played = false;
	if (person == NULL || place->owner == NULL)
		return false;
	lobby_check_write(lobby,
		store_has_moved(lobby->batch.store, table->match, seat, person->id, &played));
	return played || place->player == person || rate_may_be_one_person(person, place->owner);
}

/* Marks as left each owner of a seat for which a person answers. */
static void leave_seats(struct lobby *lobby, struct table *table, const struct person *person)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct seat *seat = &table->seat[i];
		if (!answers_for(lobby, table, i, person))
			continue;
		seat->left_at = seat->left_at != 0 ? seat->left_at : lobby_date(lobby);
		seat->has_stand_in = true;
		match_write_seat(lobby, table, i);
	}
}

void match_close(struct lobby *lobby, struct table *table, const struct person *closer,
	const char *reason, enum message why, const char *name)
{
	if (!table->running) {
		match_cancel(lobby, table, NULL, why, name);
		return;
	}
	lobby_snapshot_table(lobby, table);
	speech_say(&lobby->speech, table, why, ARGS(arg_name("name", name)));
	if (rate_is_at_stake(lobby, table)) {
		leave_seats(lobby, table, closer);
		match_end_early(lobby, table, reason);
	} else {
		match_cancel(lobby, table, reason, MSG_MATCH_STOPPED, "");
	}
}

void match_close_idle(struct lobby *lobby, struct table *table)
{
	static const char reason[] = "no person plays";
	lobby_snapshot_table(lobby, table);
	speech_say(&lobby->speech, table, MSG_TABLE_IDLE, NO_ARGS);
	if (rate_is_at_stake(lobby, table))
		match_end_early(lobby, table, reason);
	else
		match_cancel(lobby, table, reason, MSG_OK, "");
}

void match_close_unused(struct lobby *lobby, struct table *table, enum message why)
{
	bool is_spared = table->channel->settings.quiet && !table_is_private(table);
	match_cancel(lobby, table, NULL, is_spared ? MSG_OK : why, "");
}
