#include "bot/match/trial.h"

#include <string.h>

#include "bot/match/daily.h"
#include "bot/match/rate.h"
#include "bot/match/result.h"
#include "bot/match/thoughts.h"
#include "bot/people/identity.h"
#include "engine/mitaines/reply.h"

/*
 * BUSY: replies come LATER_MS ms later while more searches than this wait. LEAST_LOSS: hundredths
 * of points that a move must cost to be told. OF_ADDRESS: maximum number of counted tries from one
 * address. PLAYED: a restart resumes a try if its last move is at most this many seconds old.
 */
enum { BUSY = 4, LATER_MS = 1000, LEAST_LOSS = 200, OF_ADDRESS = 5, PLAYED = 60 * 60 };

static const struct exercise_kind *const kinds[] = { [STORE_OPEN_DEAL] = &daily_exercise,
	[STORE_LADDER_DEAL] = &ladder_exercise,
	[STORE_CHALLENGE] = &challenge_exercise };

static struct trial_data *data_of(const struct exercise *exercise)
{
	return exercise->data;
}

const struct trial_data *trial_of(const struct exercise *exercise)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (exercise->kind == kinds[i])
			return exercise->data;
	return NULL;
}

struct exercise *trial_find_exercise(const struct lobby *lobby, int64_t id)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		const struct trial_data *data = trial_of(exercise);
		if (data != NULL && data->id == id && !exercise->key.ended)
			return exercise;
	}
	return NULL;
}

void trial_set_against(struct lobby *lobby, struct exercise *exercise, int64_t against)
{
	exercise_change(lobby, exercise);
	data_of(exercise)->against = against;
	exercise->times++;
}

static void shuffle(const struct exercise *exercise, unsigned hand, card *deck, unsigned count)
{
	trial_shuffle(&data_of(exercise)->trial, hand, deck, count);
}

static bool is_over(const struct exercise *exercise)
{
	return trial_is_over(&data_of(exercise)->trial, table_state(exercise->table));
}

static void explain(struct lobby *lobby, struct exercise *exercise, bool asked)
{
	if (asked)
		exercise_tell(lobby, exercise, MSG_TRIAL_NO_HINT, NO_ARGS);
}

/* ---- judging ---- */

/*
 * True if the moves of a try are judged. A ladder deal is not judged, because nothing about it may
 * be told before its day is over.
 */
static bool is_judged(const struct trial_data *data)
{
	return data->trial.kind != STORE_LADDER_DEAL;
}

/*
 * Walks to the person's first move that is not judged yet. Skips moves without an alternative.
 * Returns false if all are judged.
 */
static bool find_unjudged(struct trial_data *data, struct trial_walk *walk, struct move *move)
{
	struct moves moves;
	trial_walk_open(walk, &data->trial, data->moves);
	for (; trial_walk_read(walk, move); trial_walk_make(walk, *move)) {
		if (walk->made < data->judged)
			continue;
		data->judged = walk->made;
		walk->game->legal(&walk->state.state, &moves);
		if (walk->state.state.turn == TRIAL_SEAT && moves.count > 1)
			return true;
	}
	data->judged = walk->made;
	return false;
}

static void take_judgment(struct lobby *lobby, uint64_t serial, const struct thought *thought);

/*
 * Writes the moves that a walk has made. They identify the question to an AI player if the view has
 * no text (thoughts.c).
 */
static void write_past(const struct trial_walk *walk, const char *moves, struct string *past)
{
	string_add_bytes(past, moves, (size_t)(walk->at - moves));
}

/* Asks for a judgment of the next move, unless too many searches wait. */
static void judge_next(struct lobby *lobby, struct exercise *exercise)
{
	struct trial_data *data = data_of(exercise);
	struct trial_walk walk;
	struct move move;
	union any_view seen;
	if (exercise->judging != 0 || !is_judged(data) ||
		(thoughts_count_waiting(lobby) > BUSY && !is_over(exercise)) ||
		!find_unjudged(data, &walk, &move))
		return;
	struct string past = STRING_EMPTY;
	write_past(&walk, data->moves, &past);
	walk.game->view(&walk.state.state, TRIAL_SEAT, &seen.view);
	exercise->judging = thoughts_ask(lobby,
		&(struct thought_question){ .trial = data->trial.id,
			.seed = data->trial.seed,
			.game = walk.game,
			.view = &seen.view,
			.moves = past.bytes,
			.judged = &move,
			.done = take_judgment });
	string_free(&past);
}

static void note_judgment(struct exercise *exercise, const struct thought *thought)
{
	struct trial_data *data = data_of(exercise);
	struct trial_walk walk;
	struct move move, best;
	union any_view seen;
	if (!find_unjudged(data, &walk, &move))
		return;
	data->judged++;
	walk.game->view(&walk.state.state, TRIAL_SEAT, &seen.view);
	if (thought->loss < LEAST_LOSS || thought->loss <= data->cost.loss ||
		!thought_find_move(thought, walk.game, &seen.view, &best))
		return;
	data->cost = (struct trial_cost){
		.move = walk.made + 1, .played = move, .best = best, .loss = thought->loss
	};
}

static void take_judgment(struct lobby *lobby, uint64_t serial, const struct thought *thought)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->judging != serial || exercise->key.ended)
			continue;
		exercise_change(lobby, exercise);
		exercise->judging = 0;
		note_judgment(exercise, thought);
		judge_next(lobby, exercise);
		if (is_over(exercise) && exercise->judging == 0 && exercise->table->running)
			exercise_continue(lobby, exercise);
	}
}

/* ---- replies ---- */

static void take_reply(struct lobby *lobby, uint64_t serial, const struct thought *thought)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		struct table *table = exercise->table;
		struct state *state = table_state(table);
		union any_view seen;
		struct move move;
		if (exercise->awaited != serial || exercise->key.ended || !table->running)
			continue;
		table->game->view(state, state->turn, &seen.view);
		if (!thought_find_move(thought, table->game, &seen.view, &move))
			move = game_greedy(table->game, &seen.view);
		exercise_answer(lobby, exercise, move);
	}
}

/* Shows the person that replies come late, or come in time again. */
static void show_busy(struct lobby *lobby, struct exercise *exercise, bool busy)
{
	struct trial_data *data = data_of(exercise);
	if (data->busy != busy)
		exercise->times++;
	data->busy = busy;
	if (busy && !data->busy_told && !person_is_guest(exercise->person))
		exercise_tell(lobby, exercise, MSG_TRIAL_BUSY, NO_ARGS);
	data->busy_told = data->busy_told || busy;
}

static bool answer(struct lobby *lobby, struct exercise *exercise, struct move *move)
{
	const struct trial_data *data = data_of(exercise);
	struct table *table = exercise->table;
	const struct state *state = table_state(table);
	bool busy = thoughts_count_waiting(lobby) > BUSY;
	union any_view seen;
	(void)move;
	if (exercise->awaited != 0)
		return false;
	exercise_change(lobby, exercise);
	show_busy(lobby, exercise, busy);
	table->game->view(state, state->turn, &seen.view);
	exercise->awaited = thoughts_ask(lobby,
		&(struct thought_question){ .trial = data->trial.id,
			.seed = data->trial.seed,
			.game = table->game,
			.view = &seen.view,
			.moves = data->moves,
			.pause = lobby->settings.think_ms + (busy ? LATER_MS : 0),
			.done = take_reply });
	return false;
}

/* ---- moves and the end ---- */

/* True if a try that ends now may have a place. trial: its trial, just read from the database. */
static bool may_count(const struct lobby *lobby, const struct store_trial *trial, int64_t version)
{
	bool in_time = trial->kind == STORE_LADDER_DEAL || lobby_date(lobby) < trial->ends;
	return in_time && trial->revealed == 0 && trial->version != 0 && version == REPLY_VERSION;
}

static void end_try(struct lobby *lobby, struct exercise *exercise)
{
	struct trial_data *data = data_of(exercise);
	const struct state *state = table_state(exercise->table);
	struct store_try row = { .id = data->id,
		.trial = data->trial.id,
		.own = state_score(state, TRIAL_SEAT),
		.other = state_score(state, TRIAL_SEAT + 1) };
	uint8_t result[STORE_KEY_HASH];
	char key[SEAT_KEY];
	struct store *store = lobby->batch.store;
	struct store_trial trial = data->trial;
	lobby_check_write(lobby, store_get_trial(store, data->trial.id, &trial));
	result_write_key(lobby, data->id, key);
	seat_key_hash(key, result);
	lobby_check_write(lobby,
		store_end_try(store, &row, may_count(lobby, &trial, data->version), OF_ADDRESS,
			result, lobby_date(lobby)));
	if (trial.revealed != 0)
		lobby_check_write(lobby, store_reveal_try(store, trial.id));
	data->own = row.own;
	data->other = row.other;
	data->counted = row.counted;
	data->ended = true;
	calendar_request(&lobby->calendar, JOB_DAILY);
}

static void moved(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	struct trial_data *data = data_of(exercise);
	size_t length = strlen(data->moves);
	struct text text = text_in(data->moves + length, sizeof data->moves - length);
	if (length > 0)
		text_char(&text, ';');
	move_write(&text, move);
	lobby_check_write(lobby,
		text.cut ? STORE_REFUSED
			 : store_set_try_moves(
				   lobby->batch.store, data->id, data->moves, lobby_date(lobby)));
	if (is_over(exercise))
		end_try(lobby, exercise);
	judge_next(lobby, exercise);
}

/* Tells the result. Returns false while the last move is not judged yet. */
static bool finish(struct lobby *lobby, struct exercise *exercise)
{
	exercise_change(lobby, exercise);
	judge_next(lobby, exercise);
	if (exercise->judging != 0)
		return false;
	result_tell(lobby, exercise);
	return true;
}

/* ---- the beginning ---- */

/*
 * Opens the exercise of a try, and makes its moves again. seat: hash of the key of its page, or
 * NULL in chat. Returns NULL if the game is unknown, or the stored moves cannot be made.
 */
static struct exercise *open_try(struct lobby *lobby, const struct store_trial *trial,
	const struct store_try *row, struct person *person, const uint8_t *seat, int64_t against)
{
	const struct game *game = game_named(trial->game);
	const struct trial_data data = {
		.trial = *trial, .id = row->id, .version = row->version, .against = against
	};
	struct trial_walk walk;
	struct move move;
	if (trial_walk_open(&walk, trial, row->moves)) {
		struct exercise *exercise = seat != NULL
			? exercise_open_page(lobby, kinds[trial->kind], game, person, &data, seat)
			: exercise_open(lobby, kinds[trial->kind], game, person, &data);
		while (trial_walk_read(&walk, &move) && exercise_replay(exercise, move))
			trial_walk_make(&walk, move);
		text_copy(data_of(exercise)->moves, STORE_TRY_MOVES, row->moves);
		if (*walk.at == '\0' && !is_over(exercise))
			return exercise;
		exercise_end(lobby, exercise);
	}
	log_line(lobby->log, LOG_ERROR, "trial",
		"cannot replay try %lld: its moves break the rules, or its game is unknown",
		(long long)row->id);
	return NULL;
}

/* Adds a try and sets *row. Returns false if the database fails; the batch then rolls back. */
static bool add_try(struct lobby *lobby, const struct store_new_try *fresh, struct store_try *row)
{
	*row = (struct store_try){ .trial = fresh->trial,
		.person = fresh->person,
		.version = fresh->version,
		.begun = fresh->begun };
	return lobby_check_write(
		lobby, store_add_try(lobby->batch.store, fresh, lobby_date(lobby), &row->id));
}

/*
 * Computes the keyed hash of a guest's address or browser. what: names the kind of `word`. Returns
 * NULL for an empty word.
 */
static const uint8_t *hash_word(
	struct lobby *lobby, const char *what, const char *word, uint8_t hash[STORE_HASH])
{
	struct string text = STRING_EMPTY;
	string_add(&text, what);
	string_add_char(&text, ' ');
	string_add(&text, word);
	store_hash_secretly(lobby->batch.store, text.bytes, hash);
	string_free(&text);
	return *word != '\0' ? hash : NULL;
}

/*
 * Finds a person's try and begins it if it has not begun. Adds a missing try, except in a
 * challenge, which has the tries of its people already. Returns MSG_OK, or the message that says
 * why they cannot play.
 */
static enum message take_try(struct lobby *lobby, const struct store_trial *trial,
	struct person *person, const uint8_t *account, struct store_try *row)
{
	struct store *store = lobby->batch.store;
	uint8_t address[STORE_HASH];
	char host[STORE_ADDRESS] = "";
	if (person->id == 0 && !people_store(&lobby->people, person))
		return MSG_STORE_FAILED;
	enum store_error error = store_find_try(store, trial->id, person->id, row);
	if (error == STORE_OK && row->ended != 0)
		return MSG_TRIAL_PLAYED;
	if (error == STORE_OK && row->begun == 0) {
		row->version = REPLY_VERSION;
		error = store_begin_try(store, row, lobby_date(lobby));
	}
	if (error == STORE_NONE && trial->kind != STORE_CHALLENGE) {
		/* A person can have many nicks: without an account, the host counts. */
		if (!identity_has_account(person))
			rate_find_host(person, host);
		const struct store_new_try fresh = { .trial = trial->id,
			.person = person->id,
			.account = account,
			.address = hash_word(lobby, "address", host, address),
			.lang = "",
			.version = REPLY_VERSION,
			.begun = lobby_date(lobby) };
		return add_try(lobby, &fresh, row) ? MSG_OK : MSG_STORE_FAILED;
	}
	return lobby_check_write(lobby, error) ? MSG_OK : MSG_STORE_FAILED;
}

enum message trial_begin(struct lobby *lobby, const struct store_trial *trial,
	struct person *person, const uint8_t *account)
{
	const struct exercise_kind *kind = kinds[trial->kind];
	struct exercise *exercise = exercise_find(lobby, person);
	struct store_try row;
	if (exercise != NULL && trial_of(exercise) != NULL &&
		trial_of(exercise)->trial.id == trial->id)
		return MSG_OK;
	if (exercise != NULL)
		exercise_end(lobby, exercise);
	enum message why = exercise_make_room(lobby, kind, "");
	if (why == MSG_OK)
		why = take_try(lobby, trial, person, account, &row);
	if (why != MSG_OK)
		return why;
	return open_try(lobby, trial, &row, person, NULL, 0) != NULL ? MSG_OK : MSG_TRIAL_LOST;
}

/*
 * Finds the try that a browser has begun and not finished, and ends its exercise. Returns
 * STORE_NONE if the browser has no such try. browser: NULL if it is unknown.
 */
static enum store_error find_visited(struct lobby *lobby, const struct store_trial *trial,
	const uint8_t *browser, struct store_try *row)
{
	if (browser == NULL)
		return STORE_NONE;
	enum store_error error =
		store_find_try_of_browser(lobby->batch.store, trial->id, browser, row);
	struct exercise *before = error == STORE_OK ? trial_find_exercise(lobby, row->id) : NULL;
	if (before != NULL)
		exercise_end(lobby, before);
	return error;
}

enum message trial_visit(struct lobby *lobby, const struct store_trial *trial,
	const struct exercise_visit *visit, int64_t against, char key[SEAT_KEY])
{
	const struct guest_client *client = visit->client;
	uint8_t browser[STORE_HASH], address[STORE_HASH], seat[STORE_KEY_HASH];
	struct store_try row;
	const struct store_new_try fresh = { .trial = trial->id,
		.browser = hash_word(lobby, "browser", visit->browser, browser),
		.address = hash_word(lobby, "address", client->address, address),
		.seat = seat,
		.lang = client->lang,
		.version = REPLY_VERSION,
		.begun = lobby_date(lobby) };
	seat_key_make(&lobby->env, key);
	seat_key_hash(key, seat);
	enum store_error error = find_visited(lobby, trial, fresh.browser, &row);
	enum message why = exercise_make_room(lobby, kinds[trial->kind], client->address);
	if (why != MSG_OK)
		return why;
	bool taken = error == STORE_NONE ? add_try(lobby, &fresh, &row)
					 : lobby_check_write(lobby, error) &&
			lobby_check_write(
				lobby, store_set_try_seat(lobby->batch.store, row.id, seat));
	if (!taken)
		return MSG_STORE_FAILED;
	struct exercise *exercise =
		open_try(lobby, trial, &row, guest_add(lobby, client), seat, against);
	if (exercise == NULL)
		return MSG_TRIAL_LOST;
	exercise_show(lobby, exercise);
	return MSG_OK;
}

/* ---- changes of identity ---- */

/* Gives the stored open tries of `from`, if there are any, to `to`. */
static void move_tries(struct lobby *lobby, const struct person *from, struct person *to)
{
	struct store *store = lobby->batch.store;
	bool found = false;
	if (from->id != 0 && store_has_open_tries(store, from->id, &found) == STORE_OK && found &&
		people_store(&lobby->people, to))
		lobby_check_write(lobby, store_move_tries(store, from->id, to->id));
}

void trial_follow(struct lobby *lobby, struct person *from, struct person *to)
{
	struct exercise *exercise = exercise_find(lobby, from);
	struct store_try row;
	if (identity_has_account(from))
		return;
	move_tries(lobby, from, to);
	if (exercise == NULL)
		return;
	if (trial_of(exercise) == NULL ||
		(store_get_try(lobby->batch.store, trial_of(exercise)->id, &row) == STORE_OK &&
			row.person == to->id)) {
		exercise_follow(lobby, exercise, to);
	} else {
		/* the person already has a try of this trial */
		exercise_end(lobby, exercise);
		speech_tell(&lobby->speech, to, MSG_TRIAL_PLAYED, NO_ARGS);
	}
}

/* ---- after a restart ---- */

static bool has_seat(const struct store_try *row)
{
	static const uint8_t none[STORE_KEY_HASH];
	return memcmp(row->seat, none, sizeof none) != 0;
}

/* Opens a try again after a restart. Its person may be away, or their network not open yet. */
static void resume(struct lobby *lobby, const struct store_try *row)
{
	struct store *store = lobby->batch.store;
	struct store_trial trial;
	struct store_person person;
	struct network *network = lobby->guests.network;
	if (trial_find_exercise(lobby, row->id) != NULL ||
		store_get_trial(store, row->trial, &trial) != STORE_OK)
		return;
	if (has_seat(row)) {
		const struct guest_client client = { .lang = row->lang, .address = "" };
		if (network != NULL)
			open_try(lobby, &trial, row, guest_add(lobby, &client), row->seat, 0);
		return;
	}
	if (row->person == 0 || store_get_person(store, row->person, &person) != STORE_OK)
		return;
	network = lobby_network(lobby, person.network);
	if (network != NULL)
		open_try(lobby, &trial, row,
			people_load(&lobby->people, network, person.key, person.name), NULL, 0);
}

void trial_resume(struct lobby *lobby)
{
	struct store_try row = { .touched = lobby_date(lobby) - PLAYED };
	enum store_error error = STORE_NONE;
	while (lobby->exercises.count < lobby->settings.exercises &&
		(error = store_next_try_in_play(lobby->batch.store, &row)) == STORE_OK)
		resume(lobby, &row);
	if (error != STORE_OK && error != STORE_NONE)
		log_line(lobby->log, LOG_ERROR, "trial", "cannot read the tries to resume: %s",
			store_error_text(error));
}

/* ---- pages ---- */

enum message trial_visit_daily(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY])
{
	struct store *store = lobby->batch.store;
	struct store_trial trial = { .id = 0 };
	struct store_try against = { .id = 0 };
	if (visit->about[0] == '\0')
		return daily_find_today(lobby, STORE_OPEN_DEAL, &trial)
			? trial_visit(lobby, &trial, visit, 0, key)
			: MSG_STORE_FAILED;
	bool found = strlen(visit->about) == STORE_DAY - 1
		? store_find_trial_of_day(store, STORE_OPEN_DEAL, visit->about, &trial) == STORE_OK
		: result_find(lobby, visit->about, &against, &trial);
	if (!found || trial.kind != STORE_OPEN_DEAL || trial.starts > lobby_date(lobby))
		return MSG_TRIAL_UNKNOWN;
	return trial_visit(lobby, &trial, visit, against.id, key);
}

#define TRIAL_KIND(word, stop_message) \
	{ \
		.name = (word), .level = LEVEL_EXPERT, .data_size = sizeof(struct trial_data), \
		.stopped = (stop_message), .full = MSG_TRIAL_FULL, .enough = MSG_TRIAL_TWO, \
		.shuffle = shuffle, .explain = explain, .moved = moved, .answer = answer, \
		.is_over = is_over, .finish = finish, .add_view = result_add_view \
	}

const struct exercise_kind daily_exercise = TRIAL_KIND("daily", MSG_TRIAL_STOPPED);
const struct exercise_kind ladder_exercise = TRIAL_KIND("ladder", MSG_LADDER_STOPPED);
const struct exercise_kind challenge_exercise = TRIAL_KIND("challenge", MSG_CHALLENGE_STOPPED);
