#include "bot/history/trial_walk.h"

#include <string.h>

#include "engine/shuffle.h"

void trial_write_label(const struct store_trial *trial, char label[TRIAL_LABEL])
{
	struct text text = text_in(label, TRIAL_LABEL);
	if (trial->kind == STORE_CHALLENGE) {
		text_add(&text, "challenge ");
		text_number(&text, trial->id);
		return;
	}
	text_add(&text, "daily ");
	text_add(&text, trial->day);
	text_add(&text, trial->kind == STORE_LADDER_DEAL ? " ladder" : " open");
}

void trial_shuffle(const struct store_trial *trial, unsigned hand, card *deck, unsigned count)
{
	const struct nonce silent[2] = { { .length = 0 } };
	char label[TRIAL_LABEL];
	trial_write_label(trial, label);
	shuffle_deck((struct shuffle){ .hand = hand, .trial = label }, trial->seed, silent, 2, deck,
		count);
}

unsigned trial_deck(const struct store_trial *trial, const struct game *game,
	const struct state *state, unsigned hand, card deck[DECK_MAX])
{
	unsigned count = game_deck(game, state, deck);
	trial_shuffle(trial, hand, deck, count);
	return count;
}

int64_t trial_mean(const struct store_trial *trial)
{
	return (2 * trial->par + trial->pars) / (2 * (int64_t)trial->pars);
}

bool trial_is_over(const struct store_trial *trial, const struct state *state)
{
	return state->phase == PHASE_OVER ||
		(state->phase == PHASE_DEAL && state->hand == trial->hands);
}

/* Deals hands until a seat has the turn. */
static void deal(struct trial_walk *walk)
{
	struct state *state = &walk->state.state;
	while (state->phase == PHASE_DEAL && !trial_is_over(walk->trial, state)) {
		card deck[DECK_MAX];
		trial_deck(walk->trial, walk->game, state, state->hand + 1u, deck);
		walk->game->deal(state, deck, NULL);
	}
}

bool trial_walk_open(struct trial_walk *walk, const struct store_trial *trial, const char *moves)
{
	*walk = (struct trial_walk){ .trial = trial, .game = game_named(trial->game), .at = moves };
	int preset = walk->game != NULL ? game_preset(walk->game, trial->preset) : -1;
	if (preset < 0)
		return false;
	game_open(walk->game, &walk->state.state, (unsigned)preset);
	if (game_start(walk->game, &walk->state.state, 2, TRIAL_SEAT + 1) != REFUSE_NONE)
		return false;
	deal(walk);
	return true;
}

bool trial_walk_read(struct trial_walk *walk, struct move *move)
{
	char word[MOVE_TEXT];
	struct text text = text_in(word, sizeof word);
	size_t length = strcspn(walk->at, ";");
	text_bytes(&text, walk->at, length);
	return length > 0 && walk->state.state.phase == PHASE_PLAY &&
		move_read(word, &record_words, move) &&
		game_allows(walk->game, &walk->state.state, *move);
}

void trial_walk_make(struct trial_walk *walk, struct move move)
{
	walk->game->apply(&walk->state.state, move, NULL);
	walk->made++;
	walk->at += strcspn(walk->at, ";");
	walk->at += *walk->at == ';';
	deal(walk);
}
