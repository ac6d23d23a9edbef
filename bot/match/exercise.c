#include "bot/match/exercise.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/match/deck.h"
#include "bot/talk/hand.h"

/*
 * IDLE_MS: ms that an exercise must have been idle before a new one may end it. PAGE_MS: ms after
 * which an idle one on a page ends.
 */
enum { IDLE_MS = 10 * 60 * 1000, PAGE_MS = 60 * 60 * 1000 };

struct exercise *exercise_find(const struct lobby *lobby, const struct person *person)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->person == person && !exercise->key.ended)
			return exercise;
	}
	return NULL;
}

struct exercise *exercise_find_key(const struct lobby *lobby, const uint8_t hash[STORE_KEY_HASH])
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (person_is_guest(exercise->person) && !exercise->key.ended &&
			memcmp(exercise->key.row.hash, hash, STORE_KEY_HASH) == 0)
			return exercise;
	}
	return NULL;
}

bool exercise_must_wait(const struct lobby *lobby, const struct person *person)
{
	return !lobby->settings.matches_wait && tables_has_player(&lobby->tables, person);
}

void exercise_tell(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args)
{
	if (!person_is_guest(exercise->person)) {
		speech_tell(&lobby->speech, exercise->person, message, args);
		return;
	}
	string_clear(&exercise->said);
	catalog_add(&exercise->said, lobby->catalog, render_page_locale(exercise->person), message,
		args);
	exercise->times++;
}

void exercise_show(struct lobby *lobby, struct exercise *exercise)
{
	hand_show(&lobby->speech, exercise->table, EXERCISE_SEAT);
	exercise->kind->explain(lobby, exercise);
}

/* ---- the end ---- */

static void free_exercise(struct lobby *lobby, struct exercise *exercise)
{
	page_lines_remove(&lobby->speech.page_lines, exercise->table, 0);
	table_free(exercise->table);
	string_free(&exercise->key.last);
	string_free(&exercise->said);
	exercise->person->references--;
	free(exercise);
}

/* Frees the exercises that the batch has ended. After a rollback the pages do not know it yet. */
static void settle(struct participant *participant, bool kept)
{
	struct exercises *all = (struct exercises *)participant;
	size_t count = 0;
	for (size_t i = 0; i < all->count; i++)
		if (kept && all->exercise[i]->key.ended)
			free_exercise(all->lobby, all->exercise[i]);
		else
			all->exercise[count++] = all->exercise[i];
	all->count = count;
	if (!kept)
		batch_join(&all->lobby->batch, participant);
}

void exercise_end(struct lobby *lobby, struct exercise *exercise)
{
	exercise->key.ended = true;
	batch_join(&lobby->batch, &lobby->exercises.participant);
}

/* Shows the hand of the match that waited for a person, if it is their turn there. */
static void resume_match(struct lobby *lobby, const struct person *person)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && table_state(table)->turn == seat)
			hand_show(&lobby->speech, table, seat);
}

void exercise_stop(struct lobby *lobby, struct exercise *exercise)
{
	if (person_is_guest(exercise->person)) {
		table_close(exercise->table);
		exercise->table->running = false;
		return;
	}
	exercise_end(lobby, exercise);
	resume_match(lobby, exercise->person);
}

void exercise_end_idle(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (person_is_guest(exercise->person) &&
			lobby_now(lobby) - exercise->since >= PAGE_MS)
			exercise_end(lobby, exercise);
	}
}

void exercise_close_all(struct lobby *lobby)
{
	while (lobby->exercises.count > 0)
		free_exercise(lobby, lobby->exercises.exercise[--lobby->exercises.count]);
	free(lobby->exercises.exercise);
}

/* ---- the beginning ---- */

/*
 * Returns MSG_OK if one more exercise may begin, else the message that says why not. If the address
 * of a page has too many of the kind, ends one that its person has finished. If there are too many
 * in all, ends one that was idle for long. address: "" in chat.
 */
static enum message make_room(
	struct lobby *lobby, const struct exercise_kind *kind, const char *address)
{
	struct exercise *idlest = NULL, *finished = NULL;
	unsigned count = 0, here = 0;
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->key.ended)
			continue;
		count++;
		if (idlest == NULL || exercise->since < idlest->since)
			idlest = exercise;
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
	if (idlest == NULL || lobby_now(lobby) - idlest->since < IDLE_MS)
		return kind->full;
	exercise_end(lobby, idlest);
	return MSG_OK;
}

/* Opens an exercise of a person and deals the cards. */
static struct exercise *open_exercise(
	struct lobby *lobby, const struct exercise_kind *kind, struct person *person)
{
	struct exercises *all = &lobby->exercises;
	struct exercise *exercise = memory_new(1, sizeof *exercise);
	struct table *table = table_new_private(
		person->network, &(struct channel_settings){ .quiet = false }, kind->game, 0);
	card deck[DECK_MAX];
	*exercise = (struct exercise){ .kind = kind,
		.person = person,
		.table = table,
		.since = lobby_now(lobby),
		.key = { .last = STRING_EMPTY } };
	person->references++;
	table->exercise = exercise;
	table->rated = false;
	table->deck = kind->deck;
	table_take_seat(table, person, LEVEL_NORMAL);
	table_take_seat(table, NULL, LEVEL_NORMAL);
	table->running = true;
	game_start(kind->game, table_state(table), table->seats_taken, EXERCISE_SEAT + 1);
	deck_next(lobby, table, 1, deck);
	kind->game->deal(table_state(table), deck, NULL);
	all->exercise = memory_grow(all->exercise, all->count + 1, sizeof(struct exercise *));
	all->participant.settle = settle;
	all->lobby = lobby;
	return all->exercise[all->count++] = exercise;
}

struct exercise *exercise_begin(
	struct lobby *lobby, const struct exercise_kind *kind, struct person *person)
{
	return make_room(lobby, kind, "") == MSG_OK ? open_exercise(lobby, kind, person) : NULL;
}

enum message exercise_begin_on_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct guest_client *client, char key[SEAT_KEY])
{
	enum message why = make_room(lobby, kind, client->address);
	if (why != MSG_OK)
		return why;
	struct exercise *exercise = open_exercise(lobby, kind, guest_add(lobby, client));
	seat_key_make(&lobby->env, key);
	seat_key_hash(key, exercise->key.row.hash);
	page_lines_get(&lobby->speech.page_lines, exercise->table, EXERCISE_SEAT);
	exercise_show(lobby, exercise);
	return MSG_OK;
}

/* ---- moves ---- */

enum refusal exercise_move(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	const struct exercise_kind *kind = exercise->kind;
	struct table *table = exercise->table;
	struct state *state = table_state(table);
	struct events events = { .count = 0 };
	union any_view seen;
	exercise->since = lobby_now(lobby);
	table->game->view(state, EXERCISE_SEAT, &seen.view);
	move = game_canonical(table->game, &seen.view, move);
	enum refusal refusal = game_check(table->game, &seen.view, move);
	if (refusal != REFUSE_NONE || !kind->accept(lobby, exercise, move))
		return refusal;
	table->game->apply(state, move, &events);
	table->moves++;
	while (!kind->is_over(exercise) && state->turn != EXERCISE_SEAT)
		table->game->apply(state, kind->answer(exercise), &events);
	/* The person's move and the answers stand in one line. */
	if (person_is_guest(exercise->person)) {
		page_lines_tell_events(&lobby->speech.page_lines, table, &events);
	} else {
		struct listener listener = listener_person(exercise->person);
		speech_tell_events_to(&lobby->speech, table, &listener, &events);
	}
	if (kind->is_over(exercise)) {
		kind->finish(lobby, exercise);
		exercise_stop(lobby, exercise);
	} else {
		exercise_show(lobby, exercise);
	}
	return REFUSE_NONE;
}
