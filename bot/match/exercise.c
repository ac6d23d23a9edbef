#include "bot/match/exercise.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/match/thoughts.h"
#include "bot/talk/hand.h"

/*
 * IDLE_MS: ms that an exercise must have been idle before a new one may end it. SEEN_MS: the same
 * for an exercise that is over. PAGE_MS: ms after which an idle exercise on a page ends.
 */
enum { IDLE_MS = 10 * 60 * 1000, SEEN_MS = 60 * 1000, PAGE_MS = 60 * 60 * 1000 };

struct exercise *exercise_find(const struct lobby *lobby, const struct person *person)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->person == person && !exercise->key.ended && !exercise->table->closed)
			return exercise;
	}
	return NULL;
}

struct exercise *exercise_find_key(const struct lobby *lobby, const uint8_t hash[STORE_KEY_HASH])
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->has_page && !exercise->key.ended &&
			memcmp(exercise->key.row.hash, hash, STORE_KEY_HASH) == 0)
			return exercise;
	}
	return NULL;
}

bool exercise_must_wait(const struct lobby *lobby, const struct person *person)
{
	return !lobby->settings.matches_wait && tables_has_player(&lobby->tables, person);
}

void exercise_change(struct lobby *lobby, struct exercise *exercise)
{
	size_t size = exercise->kind->data_size;
	batch_join(&lobby->batch, &lobby->exercises.participant);
	table_snapshot(exercise->table);
	if (exercise->saved != NULL)
		return;
	struct exercise_saved *saved = exercise->saved = memory_new(1, sizeof *saved);
	*saved = (struct exercise_saved){ .person = exercise->person,
		.key = exercise->key.row,
		.has_page = exercise->has_page,
		.ended = exercise->key.ended,
		.times = exercise->times,
		.said = STRING_EMPTY };
	saved->untold = exercise->untold;
	string_add(&saved->said, exercise->said.bytes);
	if (size > 0)
		saved->data = memcpy(memory_new(1, size), exercise->data, size);
}

void exercise_tell(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args)
{
	if (!person_is_guest(exercise->person))
		speech_tell(&lobby->speech, exercise->person, message, args);
	exercise_tell_page(lobby, exercise, message, args);
}

void exercise_tell_page(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args)
{
	if (!exercise->has_page)
		return;
	exercise_change(lobby, exercise);
	string_clear(&exercise->said);
	catalog_add(&exercise->said, lobby->catalog, render_page_locale(exercise->person), message,
		args);
	exercise->times++;
}

void exercise_show(struct lobby *lobby, struct exercise *exercise)
{
	exercise_change(lobby, exercise);
	hand_show(&lobby->speech, exercise->table, EXERCISE_SEAT);
	if (exercise->kind->explain != NULL)
		exercise->kind->explain(lobby, exercise, false);
}

/* ---- the end ---- */

static void free_saved(struct exercise *exercise)
{
	if (exercise->saved == NULL)
		return;
	string_free(&exercise->saved->said);
	free(exercise->saved->data);
	free(exercise->saved);
	exercise->saved = NULL;
}

static void free_exercise(struct lobby *lobby, struct exercise *exercise)
{
	page_lines_remove(&lobby->speech.page_lines, exercise->table, 0);
	table_free(exercise->table);
	string_free(&exercise->key.last);
	string_free(&exercise->said);
	free_saved(exercise);
	free(exercise->data);
	exercise->person->references--;
	free(exercise);
}

static void set_person(struct exercise *exercise, struct person *person)
{
	exercise->person->references--;
	person->references++;
	exercise->person = person;
}

/*
 * Restores an exercise as it was before the batch. Forgets the awaited job: exercise_retry asks for
 * another.
 */
static void undo(struct exercise *exercise)
{
	struct exercise_saved *saved = exercise->saved;
	exercise->awaited = exercise->judging = 0;
	set_person(exercise, saved->person);
	exercise->key.row = saved->key;
	exercise->key.ended = saved->ended;
	exercise->has_page = saved->has_page;
	exercise->lost.sent = false;
	exercise->times = saved->times;
	exercise->untold = saved->untold;
	string_set(&exercise->said, saved->said.bytes);
	if (saved->data != NULL)
		memcpy(exercise->data, saved->data, exercise->kind->data_size);
}

/*
 * Ends a batch: keeps its changes of exercises, or undoes them. Frees the exercises that have
 * ended.
 */
static void settle(struct participant *participant, bool kept)
{
	struct exercises *all = (struct exercises *)participant;
	size_t count = 0;
	for (size_t i = 0; i < all->count; i++) {
		struct exercise *exercise = all->exercise[i];
		if (exercise->saved != NULL || exercise->begun_now)
			table_end_batch(exercise->table, kept);
		if (exercise->saved != NULL && !kept)
			undo(exercise);
		free_saved(exercise);
		bool gone = kept ? exercise->key.ended : exercise->begun_now;
		exercise->begun_now = false;
		if (gone)
			free_exercise(all->lobby, exercise);
		else
			all->exercise[count++] = exercise;
	}
	all->count = count;
}

void exercise_end(struct lobby *lobby, struct exercise *exercise)
{
	exercise_change(lobby, exercise);
	exercise->key.ended = true;
}

/* Shows a person the hand of the match that waited for them, if it is their turn there. */
static void resume_match(struct lobby *lobby, const struct person *person)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && table_state(table)->turn == seat)
			hand_show(&lobby->speech, table, seat);
}

/* Ends an exercise that is over. A page still shows it. */
static void finish(struct lobby *lobby, struct exercise *exercise)
{
	exercise_change(lobby, exercise);
	if (exercise->has_page) {
		table_close(exercise->table);
		exercise->table->running = false;
	} else {
		exercise->key.ended = true;
	}
	if (!person_is_guest(exercise->person))
		resume_match(lobby, exercise->person);
}

void exercise_stop(struct lobby *lobby, struct exercise *exercise)
{
	if (!person_is_guest(exercise->person))
		exercise_end_key(lobby, exercise);
	finish(lobby, exercise);
}

void exercise_end_idle(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if ((person_is_guest(exercise->person) || exercise->table->closed) &&
			lobby_now(lobby) - exercise->since >= PAGE_MS)
			exercise_end(lobby, exercise);
	}
}

void exercise_close_all(struct lobby *lobby)
{
	while (lobby->exercises.count > 0)
		free_exercise(lobby, lobby->exercises.exercise[--lobby->exercises.count]);
	free(lobby->exercises.exercise);
	thoughts_close(lobby);
}

/* ---- the beginning ---- */

/*
 * Returns the exercise to end when there are too many: a finished one whose person has had SEEN_MS
 * to see the end, or else the one idle longest. Returns NULL if none may end yet.
 */
static struct exercise *find_dispensable(const struct lobby *lobby)
{
	struct exercise *found = NULL;
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		bool closed = exercise->table->closed;
		if (exercise->key.ended ||
			lobby_now(lobby) - exercise->since < (closed ? SEEN_MS : IDLE_MS))
			continue;
		if (found == NULL || (closed && !found->table->closed) ||
			(closed == found->table->closed && exercise->since < found->since))
			found = exercise;
	}
	return found;
}

enum message exercise_make_room(
	struct lobby *lobby, const struct exercise_kind *kind, const char *address)
{
	struct exercise *finished = NULL;
	unsigned count = 0, here = 0;
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->key.ended)
			continue;
		count++;
		if (exercise->kind != kind || !guest_is_from(exercise->person, address))
			continue;
		here++;
		if (exercise->table->closed)
			finished = exercise;
	}
	if (here >= EXERCISES_OF_ADDRESS) {
		if (finished == NULL)
			return kind->enough;
		exercise_end(lobby, finished);
		return MSG_OK;
	}
	if (count < lobby->settings.exercises)
		return MSG_OK;
	struct exercise *dispensable = find_dispensable(lobby);
	if (dispensable == NULL)
		return kind->full;
	exercise_end(lobby, dispensable);
	return MSG_OK;
}

/* Deals the next hand. */
static void deal(const struct exercise *exercise, struct events *events)
{
	struct table *table = exercise->table;
	struct state *state = table_state(table);
	card deck[DECK_MAX];
	unsigned count = game_deck(table->game, state, deck);
	exercise->kind->shuffle(exercise, state->hand + 1u, deck, count);
	table->game->deal(state, deck, events);
}

struct exercise *exercise_open(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, struct person *person, const void *data)
{
	struct exercises *all = &lobby->exercises;
	struct exercise *exercise = memory_new(1, sizeof *exercise);
	struct table *table = table_new_private(
		person->network, &(struct channel_settings){ .quiet = false }, game, 0);
	*exercise = (struct exercise){ .kind = kind,
		.person = person,
		.table = table,
		.since = lobby_now(lobby),
		.key = { .last = STRING_EMPTY },
		.said = STRING_EMPTY,
		.begun_now = true };
	if (data != NULL)
		exercise->data = memcpy(memory_new(1, kind->data_size), data, kind->data_size);
	person->references++;
	table->exercise = exercise;
	table->rated = false;
	table_take_seat(table, person, LEVEL_NORMAL);
	table_take_seat(table, NULL, kind->level);
	table->running = true;
	game_start(game, table_state(table), table->seats_taken, EXERCISE_SEAT + 1);
	deal(exercise, NULL);
	all->exercise = memory_grow(all->exercise, all->count + 1, sizeof(struct exercise *));
	all->participant.settle = settle;
	all->lobby = lobby;
	batch_join(&lobby->batch, &all->participant);
	return all->exercise[all->count++] = exercise;
}

struct exercise *exercise_open_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, struct person *guest, const void *data,
	const uint8_t hash[STORE_KEY_HASH])
{
	struct exercise *exercise = exercise_open(lobby, kind, game, guest, data);
	exercise->has_page = true;
	memcpy(exercise->key.row.hash, hash, STORE_KEY_HASH);
	page_lines_get(&lobby->speech.page_lines, exercise->table, EXERCISE_SEAT);
	return exercise;
}

enum message exercise_begin_on_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, const struct guest_client *client, char key[SEAT_KEY])
{
	uint8_t hash[STORE_KEY_HASH];
	enum message why = exercise_make_room(lobby, kind, client->address);
	if (why != MSG_OK)
		return why;
	seat_key_make(&lobby->env, key);
	seat_key_hash(key, hash);
	exercise_show(
		lobby, exercise_open_page(lobby, kind, game, guest_add(lobby, client), NULL, hash));
	return MSG_OK;
}

void exercise_end_key(struct lobby *lobby, struct exercise *exercise)
{
	exercise_change(lobby, exercise);
	if (exercise->key.sent)
		exercise->lost = (struct seat_key){ .row = exercise->key.row, .sent = true };
	exercise->has_page = exercise->key.sent = false;
}

void exercise_make_key(struct lobby *lobby, struct exercise *exercise, char key[SEAT_KEY])
{
	exercise_end_key(lobby, exercise);
	seat_key_make(&lobby->env, key);
	seat_key_hash(key, exercise->key.row.hash);
	exercise->key.row.person = exercise->person->id;
	exercise->has_page = true;
	page_lines_get(&lobby->speech.page_lines, exercise->table, EXERCISE_SEAT);
}

void exercise_follow(struct lobby *lobby, struct exercise *exercise, struct person *to)
{
	struct exercise *other = exercise_find(lobby, to);
	if (other != NULL)
		exercise_end(lobby, other);
	exercise_change(lobby, exercise);
	if (exercise->has_page && to->id == 0)
		people_store(&lobby->people, to);
	exercise->key.row.person = to->id;
	table_replace_person(exercise->table, EXERCISE_SEAT, exercise->person, to);
	set_person(exercise, to);
}

/* ---- moves ---- */

/* Applies a legal move, and deals the next hand if the move ended a hand. */
static void apply(struct exercise *exercise, struct move move, struct events *events)
{
	struct table *table = exercise->table;
	table->game->apply(table_state(table), move, events);
	table->moves++;
	while (!exercise->kind->is_over(exercise) && table_state(table)->phase == PHASE_DEAL)
		deal(exercise, events);
}

bool exercise_replay(struct exercise *exercise, struct move move)
{
	struct table *table = exercise->table;
	if (table_state(table)->phase != PHASE_PLAY ||
		!game_allows(table->game, table_state(table), move))
		return false;
	apply(exercise, move, NULL);
	return true;
}

/* Makes a legal move, and tells the kind of exercise, which may store it. */
static void make(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	exercise_change(lobby, exercise);
	apply(exercise, move, &exercise->untold);
	if (exercise->kind->moved != NULL)
		exercise->kind->moved(lobby, exercise, move);
}

/*
 * Tells the moves that were not told yet. waits: in chat, keeps the person's move until the answer,
 * so that one line tells both.
 */
static void tell_events(struct lobby *lobby, struct exercise *exercise, bool waits)
{
	struct events *events = &exercise->untold;
	bool chats = !person_is_guest(exercise->person);
	if (events->count == 0 || (waits && chats && events->count < EVENTS_MAX / 2))
		return;
	table_note_events(exercise->table, events);
	if (exercise->has_page)
		page_lines_tell_events(&lobby->speech.page_lines, exercise->table, events);
	if (chats) {
		struct listener listener = listener_person(exercise->person);
		speech_tell_events_to(&lobby->speech, exercise->table, &listener, events);
	}
	events->count = 0;
}

/*
 * Makes the answers that come at once, and tells them. Then shows the next turn, or finishes the
 * exercise.
 */
static void go_on(struct lobby *lobby, struct exercise *exercise)
{
	const struct exercise_kind *kind = exercise->kind;
	const struct state *state = table_state(exercise->table);
	struct move move;
	while (!kind->is_over(exercise) && state->turn != EXERCISE_SEAT &&
		kind->answer(lobby, exercise, &move))
		make(lobby, exercise, move);
	tell_events(lobby, exercise, !kind->is_over(exercise) && state->turn != EXERCISE_SEAT);
	if (!kind->is_over(exercise)) {
		if (state->turn == EXERCISE_SEAT)
			exercise_show(lobby, exercise);
	} else if (kind->finish(lobby, exercise)) {
		finish(lobby, exercise);
	}
}

enum refusal exercise_move(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	const struct exercise_kind *kind = exercise->kind;
	struct table *table = exercise->table;
	struct state *state = table_state(table);
	union any_view seen;
	exercise->since = lobby_now(lobby);
	if (kind->is_over(exercise) || state->turn != EXERCISE_SEAT)
		return REFUSE_NOT_NOW;
	table->game->view(state, EXERCISE_SEAT, &seen.view);
	move = game_canonical(table->game, &seen.view, move);
	enum refusal refusal = game_check(table->game, &seen.view, move);
	if (refusal != REFUSE_NONE ||
		(kind->accept != NULL && !kind->accept(lobby, exercise, move)))
		return refusal;
	make(lobby, exercise, move);
	go_on(lobby, exercise);
	return REFUSE_NONE;
}

void exercise_answer(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	exercise->awaited = 0;
	make(lobby, exercise, move);
	go_on(lobby, exercise);
}

void exercise_continue(struct lobby *lobby, struct exercise *exercise)
{
	exercise->awaited = 0;
	go_on(lobby, exercise);
}

void exercise_retry(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		const struct state *state = table_state(exercise->table);
		if (exercise->awaited == 0 && !exercise->key.ended && exercise->table->running &&
			(state->turn != EXERCISE_SEAT || exercise->kind->is_over(exercise)))
			exercise_continue(lobby, exercise);
	}
}
