/* trials.h - helpers of tests that write deals of the day and their results into a store, as the
 * bot writes them. */
#ifndef TESTS_STAGE_TRIALS_H
#define TESTS_STAGE_TRIALS_H

#include "bot/history/trial_walk.h"
#include "bot/people/seat_key.h"
#include "engine/playout.h"
#include "engine/shuffle.h"
#include "tests/stage/case.h"

/* Adds a deal of the day with its commitment. Each of the 32 bytes of its seed is `byte`. */
static inline struct store_trial add_deal(struct store *store, enum store_trial_kind kind,
	const char *day, int64_t starts, uint8_t byte)
{
	struct store_trial row = { .kind = kind,
		.game = "mitaines",
		.preset = "classic",
		.hands = 1,
		.version = 1,
		.starts = starts,
		.ends = starts + 1000 };
	char label[TRIAL_LABEL];
	memcpy(row.day, day, STORE_DAY);
	memset(row.seed, byte, sizeof row.seed);
	trial_write_label(&row, label);
	shuffle_commit_trial(label, row.seed, row.commitment);
	assert_int_equal(store_add_trial(store, &row), STORE_OK);
	assert_int_equal(store_set_commitment(store, row.id, row.commitment), STORE_OK);
	return row;
}

/* Plays one hand with random moves for both seats. Writes the moves, the first player's points to
 * *own, and the opponent's to *other. */
static inline void play_deal(const struct store_trial *trial, uint64_t seed,
	char moves[STORE_TRY_MOVES], int32_t *own, int32_t *other)
{
	static const struct nonce none[2];
	const struct game *game = game_named(trial->game);
	struct chance chance = { chance_part(seed, 1) };
	struct text text = text_in(moves, STORE_TRY_MOVES);
	union any_state state;
	char label[TRIAL_LABEL];
	card deck[DECK_MAX];
	game_open(game, &state.state, 0);
	game_start(game, &state.state, 2, 1);
	unsigned count = game_deck(game, &state.state, deck);
	trial_write_label(trial, label);
	shuffle_deck(
		(struct shuffle){ .hand = 1, .trial = label }, trial->seed, none, 2, deck, count);
	game->deal(&state.state, deck, NULL);
	while (state.state.phase == PHASE_PLAY) {
		struct moves legal;
		game->legal(&state.state, &legal);
		struct move move = legal.move[chance_below(&chance, legal.count)];
		text_add(&text, text_length(&text) > 0 ? ";" : "");
		move_write(&text, move);
		game->apply(&state.state, move, NULL);
	}
	assert_false(text.cut);
	*own = state.state.points[0];
	*other = state.state.points[1];
}

/* Adds a finished try, and the key of its result. person: 0 for a guest. */
static inline struct store_try add_result(struct store *store, const struct store_trial *trial,
	int64_t person, const char *name, const char *key)
{
	static uint64_t number;
	struct store_try row = { .trial = trial->id };
	uint8_t hash[STORE_KEY_HASH];
	const struct store_new_try begun = {
		.trial = trial->id, .person = person, .lang = "en", .begun = trial->starts + 1
	};
	seat_key_hash(key, hash);
	assert_int_equal(store_add_try(store, &begun, trial->starts + 1, &row.id), STORE_OK);
	play_deal(trial, ++number, row.moves, &row.own, &row.other);
	assert_int_equal(
		store_set_try_moves(store, row.id, row.moves, trial->starts + 2), STORE_OK);
	assert_int_equal(store_end_try(store, &row, true, 1000, hash, trial->starts + 3), STORE_OK);
	if (person == 0)
		assert_int_equal(store_sign_try(store, row.id, name, false), STORE_OK);
	return row;
}

static inline void reveal_deal(struct store *store, const struct store_trial *trial)
{
	assert_int_equal(store_reveal_trial(store, trial, trial->ends), STORE_OK);
	while (store_reveal_try(store, trial->id) == STORE_OK)
		continue;
}

#endif
