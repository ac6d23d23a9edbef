#include "bot/surface/seat_view.h"

#include "bot/base/json.h"
#include "bot/match/exercise.h"
#include "bot/match/first_act.h"
#include "bot/match/guest.h"
#include "bot/match/presence.h"
#include "bot/match/rate.h"
#include "bot/match/seating.h"
#include "bot/surface/seat_moves.h"
#include "bot/talk/board.h"
#include "bot/talk/turn.h"
#include "bot/text/tableview.h"
#include "storage/matches.h"

/* The view that is being written. `render` has the words of the seat's player. */
struct viewing {
	struct lobby *lobby;
	struct table *table;
	unsigned seat;
	struct render render;
	struct string words; /* words before they are added as JSON */
	struct string *out;
	/* the table as the seat sees it, and the events that describe it; set only during a hand */
	union any_view seen;
	struct events events;
};

/* ---- parts ---- */

/* Adds the collected words as a text, and empties them. */
static void put_words(struct viewing *viewing, const char *key)
{
	json_text(viewing->out, key, viewing->words.bytes);
	string_clear(&viewing->words);
}

static bool is_playing(struct table *table)
{
	return table->running && table_state(table)->phase == PHASE_PLAY;
}

static bool is_turn(struct viewing *viewing)
{
	return is_playing(viewing->table) && table_state(viewing->table)->turn == viewing->seat;
}

static void put_seats(struct viewing *viewing)
{
	struct table *table = viewing->table;
	const struct events *events = &viewing->events;
	int count[SEATS_MAX]; /* cards that each seat holds; -1: not known */
	for (unsigned i = 0; i < SEATS_MAX; i++)
		count[i] = -1;
	for (unsigned i = 0; i < events->count; i++)
		if (events->event[i].kind == EVENT_HELD)
			count[events->event[i].seat] = events->event[i].number;
	json_begin_list(viewing->out, "seats");
	for (unsigned i = 0; i < table->seats_taken; i++) {
		json_begin_object(viewing->out, NULL);
		json_text(viewing->out, "name", table_name(table, i));
		render_player(&viewing->render, i, viewing->out);
		if (count[i] >= 0)
			json_number(viewing->out, "cards", count[i]);
		json_bool(viewing->out, "you", i == viewing->seat);
		if (table->seat[i].player == NULL)
			json_text(viewing->out, "level",
				level_name((enum level)table->seat[i].level));
		json_bool(viewing->out, "away", presence_is_away(&table->seat[i]));
		json_end(viewing->out, '}');
	}
	json_end(viewing->out, ']');
}

/* The length of a match that has not started. */
struct length {
	unsigned units; /* points or hands */
	unsigned minutes;
};

/*
 * Estimates the length of a match. A hand brings its winner about POINTS_A_HAND points in every
 * preset, and has about as many moves as the deck has cards.
 */
static struct length length_of(struct table *table)
{
	enum { POINTS_A_HAND = 110, SECONDS_A_MOVE = 10, ROUND = 5 };
	const struct game *game = table->game;
	const struct state *state = table_state(table);
	card deck[DECK_MAX];
	unsigned units = game->length != NULL ? game->length(state, table_most_players(table)) : 1;
	unsigned seconds = units * game_deck(game, state, deck) * SECONDS_A_MOVE;
	unsigned minutes = seconds / (game->points ? 60 * POINTS_A_HAND : 60);
	return (struct length){ units,
		minutes > ROUND ? (minutes + ROUND / 2) / ROUND * ROUND : minutes + 1 };
}

void seat_view_add_length(struct table *table, struct string *out)
{
	struct length length = length_of(table);
	json_number(out, table->game->points ? "target" : "hands", length.units);
	json_number(out, "minutes", length.minutes);
	json_number(out, "most", table_most_players(table));
}

/* Adds the opener for whom the others wait, the players and the length of the match. */
static void put_waiting(struct viewing *viewing)
{
	struct table *table = viewing->table;
	const struct person *opener = seating_find_opener(table);
	struct length length = length_of(table);
	bool points = table->game->points;
	if (opener == NULL || opener == table->seat[viewing->seat].player)
		render_message(&viewing->render, "", MSG_NOT_STARTED, NO_ARGS);
	else
		render_message(&viewing->render, "", MSG_WAITING_DEAL,
			ARGS(arg_name("name", opener->name)));
	render_message(&viewing->render, " ", MSG_WAITING_HERE,
		ARGS(arg_number("seated", table->seats_taken),
			arg_number("most", table_most_players(table))));
	render_message(&viewing->render, " ", points ? MSG_LENGTH_POINTS : MSG_LENGTH_HANDS,
		ARGS(arg_number(points ? "target" : "hands", length.units),
			arg_number("minutes", length.minutes)));
}

/* Adds the player to move, or that an open table waits for its opener. */
static void put_turn(struct viewing *viewing)
{
	if (is_turn(viewing))
		render_message(&viewing->render, "",
			turn_page_message(viewing->table->game, &viewing->seen.view), NO_ARGS);
	else if (is_playing(viewing->table))
		board_add_turn(&viewing->render, "");
	else if (!viewing->table->closed && !viewing->table->running)
		put_waiting(viewing);
	put_words(viewing, "turn");
	json_bool(viewing->out, "your_turn", is_turn(viewing));
	const struct exercise *exercise = viewing->table->exercise;
	if (exercise != NULL)
		json_text(viewing->out, "guide", exercise->said.bytes);
	/* the tutorial explains each move in its own words */
	if (!is_turn(viewing) || (exercise != NULL && exercise->kind->asked != NULL))
		return;
	seat_moves_teach(&viewing->render, &viewing->seen.view);
	put_words(viewing, "teach");
	enum message first = first_act_message(viewing->table);
	if (first != MSG_OK)
		render_message(&viewing->render, "", first, NO_ARGS);
	put_words(viewing, "about");
}

/* Adds the result of the match. A stopped match has no winner. */
static void put_result(struct viewing *viewing)
{
	const struct state *state = table_state(viewing->table);
	struct event end = { .kind = EVENT_MATCH_END, .visible = VISIBLE_ALL };
	struct string scores = STRING_EMPTY;
	struct render list = viewing->render;
	list.out = &scores;
	render_scores(&list);
	bool over = state->phase == PHASE_OVER;
	if (over)
		render_event(&viewing->render, "", &end);
	render_message(&viewing->render, over ? " " : "",
		over || viewing->table->exercise != NULL ? MSG_SEAT_SCORES : MSG_SEAT_STOPPED,
		ARGS(arg_text("scores", scores.bytes)));
	string_free(&scores);
	put_words(viewing, "result");
}

/* ---- the view ---- */

/* True if the match is rated, or would be if it started now. */
static bool is_rated(const struct lobby *lobby, struct table *table)
{
	if (!table->running && !table->closed)
		return rate_casual_reason(lobby, table) == CASUAL_NOT;
	return rate_is_at_stake(lobby, table);
}

static void put_head(struct viewing *viewing)
{
	const struct lobby *lobby = viewing->lobby;
	struct table *table = viewing->table;
	const struct person *player = table->seat[viewing->seat].player;
	const struct locale *locale = &viewing->render.locale;
	struct string *out = viewing->out;
	json_text(out, "lang", catalog_language_code(locale->language));
	json_text(out, "cards", catalog_style_name(locale->style));
	json_text(out, "name", player->name);
	json_number(out, "table", table->number);
	bool has_page = !table_is_private(table) && table->openness == OPENNESS_OPEN;
	json_number(out, "match", has_page ? table->match : 0);
	json_text(out, "game", table->game->name);
	json_text(out, "preset", table->game->presets[table->preset]);
	/* A guest has no chat, so "In private" tells them nothing. */
	if (!person_is_guest(table->private_person))
		speech_add_place(lobby->catalog, *locale, table, &viewing->words);
	put_words(viewing, "place");
	json_text(out, "state", table->closed ? "over" : table->running ? "play" : "open");
	json_bool(out, "rated", is_rated(lobby, table));
	json_bool(out, "others", table_has_other_people(table, viewing->seat));
	if (guest_is_short(table))
		json_bool(out, "brief", true);
	if (table->exercise != NULL)
		json_text(out, "exercise", table->exercise->kind->name);
	json_bool(out, "confirm", player->confirm != 0);
	json_number(out, "n", table->moves);
}

void seat_view_add(struct lobby *lobby, struct table *table, unsigned seat, struct string *out)
{
	struct viewing viewing = {
		.lobby = lobby, .table = table, .seat = seat, .words = STRING_EMPTY, .out = out
	};
	const struct state *state = table_state(table);
	int64_t deadline = seat_view_deadline(lobby, table);
	viewing.render = (struct render){ .out = &viewing.words,
		.catalog = lobby->catalog,
		.locale = render_page_locale(table->seat[seat].player),
		.table = table,
		.seat = seat };
	if (is_playing(table)) {
		table->game->view(state, seat, &viewing.seen.view);
		game_describe(table->game, &viewing.seen.view, &viewing.events);
	}
	json_begin_object(out, NULL);
	put_head(&viewing);
	if (state->hand > 0) {
		json_number(out, "hand_number", state->hand);
		json_text(out, "dealer", table_name(table, state->dealer));
	}
	put_turn(&viewing);
	if (deadline != 0)
		json_number(out, "deadline", deadline);
	render_board(&viewing.render, &viewing.events, out);
	render_taken(&viewing.render, table->transient.last, table->transient.last_count, out);
	if (table->exercise != NULL && table->exercise->kind->add_view != NULL)
		table->exercise->kind->add_view(lobby, table->exercise, viewing.render.locale, out);
	else if (table->exercise == NULL && table->game->points && table->game->length != NULL)
		json_number(out, "target", table->game->length(state, state->players));
	const struct view *seen = is_playing(table) ? &viewing.seen.view : NULL;
	seat_moves_add_hand(&viewing.render, seen, out);
	seat_moves_add_moves(&viewing.render, seen, out);
	put_seats(&viewing);
	const struct page_lines_entry *said =
		page_lines_get(&lobby->speech.page_lines, table, seat);
	json_number(out, "said", (int64_t)said->added);
	json_begin_list(out, "lines");
	for (unsigned i = 0; i < said->count; i++)
		json_text(out, NULL, said->line[i].bytes);
	json_end(out, ']');
	if (table->closed)
		put_result(&viewing);
	json_end(out, '}');
	string_free(&viewing.words);
}

static void add_stored_seats(
	const struct store_seat *seats, unsigned count, unsigned own, struct string *out)
{
	json_begin_list(out, "seats");
	for (unsigned i = 0; i < count; i++) {
		json_begin_object(out, NULL);
		json_text(out, "name", seats[i].player.name);
		json_number(out, "points", seats[i].points);
		json_bool(out, "you", i == own);
		if (store_robot_level(&seats[i].player) != NULL)
			json_text(out, "level", store_robot_level(&seats[i].player));
		json_bool(out, "away", false);
		json_end(out, '}');
	}
	json_end(out, ']');
}

bool seat_view_add_ended(
	const struct lobby *lobby, int64_t match, int64_t person, struct string *out)
{
	static const char *const empty[] = { "board", "hand", "moves", "lines" };
	struct store_match row;
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	struct locale locale = { .language = lobby->settings.usual.locale.language };
	struct store_preferences preferences = { .lang = "" };
	int language = -1;
	if (store_get_preferences(lobby->batch.store, person, &preferences) == STORE_OK)
		language = catalog_language(preferences.lang);
	if (language >= 0)
		locale.language = (uint8_t)language;
	if (store_get_match(lobby->batch.store, match, &row) != STORE_OK ||
		store_list_seats(lobby->batch.store, match, seats, &count) != STORE_OK)
		return false;
	unsigned own = 0;
	while (own < count && seats[own].player.id != person)
		own++;
	if (own == count)
		return false;
	struct string scores = STRING_EMPTY;
	struct string result = STRING_EMPTY;
	for (unsigned i = 0; i < count; i++) {
		bool stays = seats[i].player.id == seats[i].person.id;
		string_add(&scores, i > 0 ? ", " : "");
		string_add(&scores, stays ? seats[i].shown : seats[i].player.name);
		string_add_char(&scores, ' ');
		string_add_number(&scores, seats[i].points);
	}
	catalog_add(&result, lobby->catalog, locale, MSG_SEAT_SCORES,
		ARGS(arg_text("scores", scores.bytes)));
	json_begin_object(out, NULL);
	json_text(out, "lang", catalog_language_code(locale.language));
	json_text(out, "cards", catalog_style_name(locale.style));
	json_text(out, "name", seats[own].player.name);
	json_number(out, "table", row.number);
	json_number(out, "match", row.channel[0] != '\0' && !row.hidden ? match : 0);
	json_text(out, "game", row.game);
	json_text(out, "preset", row.preset);
	json_text(out, "place", row.channel);
	json_text(out, "state", "over");
	json_bool(out, "rated", row.rated);
	json_bool(out, "confirm", false);
	json_number(out, "n", 0);
	json_text(out, "turn", "");
	json_bool(out, "your_turn", false);
	for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
		json_begin_list(out, empty[i]);
		json_end(out, ']');
	}
	add_stored_seats(seats, count, own, out);
	json_text(out, "result", result.bytes);
	json_end(out, '}');
	string_free(&scores);
	string_free(&result);
	return true;
}

/* ---- changes ---- */

int64_t seat_view_deadline(const struct lobby *lobby, struct table *table)
{
	int64_t turn = (int64_t)table->channel->settings.turn_seconds * 1000;
	int64_t now = lobby_now(lobby);
	if (turn == 0 || !is_playing(table) || !table_has_clock(table) ||
		table_is_robot_seat(table, table_state(table)->turn) || !table_is_attended(table) ||
		table->channel->network->input_paused ||
		table_network_to_move(table)->input_paused || presence_is_clock_stopped(table))
		return 0;
	return lobby_date(lobby) + (table->transient.clock_start + turn - now) / 1000;
}

/* Adds a number to a sum, as FNV-1a adds a byte. */
static uint64_t mix(uint64_t sum, uint64_t number)
{
	return (sum ^ number) * UINT64_C(0x100000001b3);
}

uint64_t seat_view_sum(struct lobby *lobby, struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	const struct person *player = table->seat[seat].player;
	struct locale locale = render_page_locale(player);
	const uint64_t numbers[] = { table->moves, state->hand, state->phase, state->turn,
		table->running, table->closed, is_rated(lobby, table), table->seats_taken,
		table_has_other_people(table, seat), locale.language, locale.style, player->confirm,
		table->seat[seat].has_stand_in,
		table->exercise != NULL ? table->exercise->times : 0,
		page_lines_get(&lobby->speech.page_lines, table, seat)->added };
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		sum = mix(sum, numbers[i]);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		for (const char *at = table_name(table, i); *at != '\0'; at++)
			sum = mix(sum, (uint8_t)*at);
		sum = mix(sum, 256 + presence_is_away(&table->seat[i]));
	}
	return sum;
}
