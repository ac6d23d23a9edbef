/* game.c - the registry of games. */
#include "engine/game.h"

#include <assert.h>

#include "engine/mate.h"
#include "engine/mitaines.h"
#include "engine/mitch.h"

const struct game *const games[] = { &mitaines_game, &mitch_game, &mate_game, NULL };

const struct game *game_named(const char *name)
{
	for (unsigned i = 0; games[i] != NULL; i++)
		if (text_same(games[i]->name, name))
			return games[i];
	return NULL;
}

int game_preset(const struct game *game, const char *name)
{
	for (int i = 0; game->presets[i] != NULL; i++)
		if (text_same(game->presets[i], name))
			return i;
	return -1;
}

enum refusal game_set(
	const struct game *game, struct state *state, const char *name, const char *value)
{
	const struct option *option = option_named(game->options, name);
	int32_t number, before;

	assert(state->phase == PHASE_NEW);
	if (option == NULL)
		return REFUSE_OPTION_UNKNOWN;
	number = option_number(option, value);
	if (number < 0)
		return REFUSE_OPTION_VALUE;
	before = option_get(option, state);
	option_put(option, state, number);
	if (game->players(state) != 0)
		return REFUSE_NONE;
	option_put(option, state, before);
	return REFUSE_OPTION_VALUE;
}

bool game_allows(const struct game *game, const struct state *state, struct move move)
{
	struct moves moves;

	game->legal(state, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (move_equal(moves.move[i], move))
			return true;
	return false;
}

int32_t state_score(const struct state *state, unsigned seat)
{
	int32_t running = state->phase == PHASE_PLAY ? state->points[seat] : 0;

	return state->total[seat] + running;
}

bool state_won(const struct state *state, unsigned seat)
{
	bool drawn = state->winners == (1u << state->players) - 1;

	return !drawn && (state->winners & 1u << seat) != 0;
}

/* What a seat's side has in all. */
static int32_t side_score(const struct game *game, const struct state *state, unsigned seat)
{
	int32_t score = 0;

	for (unsigned i = 0; i < state->players; i++)
		if (game_partners(game, state, i, seat))
			score += state_score(state, i);
	return score;
}

unsigned game_rank(const struct game *game, const struct state *state, unsigned seat)
{
	unsigned ahead = 0;

	for (unsigned i = 0; i < state->players; i++)
		ahead += side_score(game, state, i) > side_score(game, state, seat);
	return ahead;
}

bool game_won(const struct game *game, const struct state *state, unsigned seat)
{
	unsigned behind = 0;

	if (state->phase == PHASE_OVER)
		return state_won(state, seat);
	for (unsigned i = 0; i < state->players; i++)
		behind += game_rank(game, state, i) > 0;
	return behind > 0 && game_rank(game, state, seat) == 0;
}

bool game_partners(const struct game *game, const struct state *state, unsigned a, unsigned b)
{
	return game->side(state, a) == game->side(state, b);
}
