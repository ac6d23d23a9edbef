/* deals.c - checks the deals of days and challenges: lines name no hidden card, and stored results
 * are right. */
#include "tests/simulate/deals.h"

#include <string.h>

#include "bot/app/app.h"
#include "bot/match/trial.h"
#include "tests/simulate/world.h"
#include "tests/stage/hidden.h"

/* Checks that a line for all people names no card that is hidden from watchers of a running
 * deal. */
static void check_public(struct lobby *lobby, cards named, const char *text)
{
	for (size_t i = 0; named != 0 && i < lobby->exercises.count; i++) {
		const struct exercise *exercise = lobby->exercises.exercise[i];
		const struct trial_data *data = trial_of(exercise);
		if (data != NULL && !data->ended && exercise->table->running &&
			(named & hidden_from(exercise->table, SEAT_NONE)) != 0)
			world_fault("trial %lld: a card is told to all: %s",
				(long long)data->trial.id, text);
	}
}

/*
 * Checks that a line to a person about their own deal names no card that is hidden from them. It
 * skips the later hands of a challenge: the bot tells the last move of a hand when it has already
 * dealt the next hand, in which the same card may be hidden.
 */
static void check_private(
	struct lobby *lobby, const struct person *person, cards named, const char *text)
{
	const struct exercise *exercise = exercise_find(lobby, person);
	const struct trial_data *data = exercise != NULL ? trial_of(exercise) : NULL;
	bool about = strncmp(text, "(hand.", 6) == 0 || strncmp(text, "(event.", 7) == 0;
	if (data != NULL && about && exercise->table->running &&
		table_state(exercise->table)->hand == 1 &&
		(named & hidden_from(exercise->table, EXERCISE_SEAT)) != 0)
		world_fault("trial %lld: a card is not for %s: %s", (long long)data->trial.id,
			person->name, text);
}

void deals_stage(const struct person *person, const char *text, cards named)
{
	struct lobby *lobby = &world()->app->lobby;
	/* Skip lines about tables, and lines of a batch with a store error, which are never
	 * sent. */
	if (text[0] == '[' || lobby->batch.error != STORE_OK)
		return;
	if (person == NULL)
		check_public(lobby, named, text);
	else
		check_private(lobby, person, named, text);
}

/* Checks that the stored moves of a try (storage/trials.h) are legal and lead to the try's stored
 * points. */
static void check_try(const struct store_trial *trial, const struct store_try *row)
{
	struct trial_walk walk;
	struct move move;
	bool known = trial_walk_open(&walk, trial, row->moves);
	while (known && trial_walk_read(&walk, &move))
		trial_walk_make(&walk, move);
	bool legal = known && *walk.at == '\0';
	const struct state *state = &walk.state.state;
	bool over = legal && trial_is_over(trial, state);
	if (!legal || over != (row->ended != 0) ||
		(over &&
			(row->own != state_score(state, TRIAL_SEAT) ||
				row->other != state_score(state, TRIAL_SEAT + 1))))
		world_fault("trial %lld: try %lld is not what its moves make: %s",
			(long long)trial->id, (long long)row->id, row->moves);
}

/* Does not check that each person and account has only one try, because unique indexes of the
 * database ensure it. */
void deals_end(struct store *store)
{
	struct store_trial trial;
	for (int64_t id = 1; store_get_trial(store, id, &trial) == STORE_OK; id++) {
		struct store_try row = { .id = 0 };
		while (store_next_try(store, id, &row) == STORE_OK) {
			if (row.begun != 0)
				check_try(&trial, &row);
			world()->deals += row.ended != 0;
		}
	}
}

/* ---- steps ---- */

void deals_type(struct chance *chance)
{
	static const char *const lines[] = { "daily", "daily", "daily", "daily ladder",
		"daily ladder", "daily top", "daily top open", "daily share points", "daily stop",
		"daily here on", "challenge", "accept", "accept", "decline", "top daily" };
	enum { LINES = sizeof lines / sizeof lines[0] };
	struct human *human = human_any(chance);
	const struct human *other = human_any(chance);
	unsigned which = chance_below(chance, LINES + 5);
	bool channel = chance_below(chance, 2) == 0;
	const char *line = which < LINES ? lines[which] : "challenge";
	const char *blank = which < LINES ? "" : " ", *nick = which < LINES ? "" : other->nick;
	world_tell("%s says %s%s%s", human->name, line, blank, nick);
	human_say(human, channel, "%s%s%s%s", channel ? "!" : "", line, blank, nick);
}
