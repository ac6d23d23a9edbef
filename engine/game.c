/* game.c - the usual rules, for members of struct game that are NULL */
#include "engine/game.h"

#include <assert.h>
#include <string.h>

#include "engine/playout.h"

int game_preset(const struct game *game, const char *name)
{
	for (int i = 0; game->presets[i] != NULL; i++)
		if (text_same(game->presets[i], name))
			return i;
	return -1;
}

const struct option *game_options(const struct game *game)
{
	static const struct option none[] = { OPTIONS_END };
	return game->options != NULL ? game->options : none;
}

void game_open(const struct game *game, struct state *state, unsigned preset)
{
	memset(state, 0, game->state_size);
	if (game->open != NULL)
		game->open(state, preset);
}

enum refusal game_set(
	const struct game *game, struct state *state, const char *name, const char *value)
{
	const struct option *option = option_named(game_options(game), name);
	int32_t number, before;
	assert(state->phase == PHASE_NEW);
	if (option == NULL)
		return REFUSE_OPTION_UNKNOWN;
	number = option_number(option, value);
	if (number < 0)
		return REFUSE_OPTION_VALUE;
	before = option_get(option, state);
	option_put(option, state, number);
	if (game_players(game, state) != 0)
		return REFUSE_NONE;
	option_put(option, state, before);
	return REFUSE_OPTION_VALUE;
}

uint16_t game_players(const struct game *game, const struct state *state)
{
	return game->players != NULL ? game->players(state) : 1 << 2;
}

static unsigned length_of(const struct game *game, const struct state *state, unsigned players)
{
	return game->length != NULL ? game->length(state, players) : 1;
}

unsigned game_length(
	const struct game *game, const struct state *state, unsigned preset, unsigned players)
{
	union any_state plain;
	game_open(game, &plain.state, preset);
	return length_of(game, state, players) * 100 / length_of(game, &plain.state, players);
}

enum refusal game_start(
	const struct game *game, struct state *state, unsigned players, unsigned dealer)
{
	if (players > SEATS_MAX || (game_players(game, state) >> players & 1) == 0 ||
		dealer >= players)
		return REFUSE_PLAYERS;
	state->phase = PHASE_DEAL;
	state->players = (uint8_t)players;
	state->dealer = state->turn = (uint8_t)dealer;
	return REFUSE_NONE;
}

static unsigned draw_highest(
	unsigned players, const card *deck, uint8_t order[SEATS_MAX], struct events *events)
{
	unsigned dealer = 0;
	for (unsigned i = 0; i < players; i++) {
		order[i] = (uint8_t)i;
		dealer = deck[i] > deck[dealer] ? i : dealer;
		event_card(events_add(events, EVENT_DRAWN, i), deck[i]);
	}
	return dealer;
}

unsigned game_draw(const struct game *game, const struct state *state, unsigned players,
	const card *deck, uint8_t order[SEATS_MAX], struct events *events)
{
	struct events unheard = { .count = 0 };
	if (events == NULL)
		events = &unheard;
	if (game->draw != NULL)
		return game->draw(state, players, deck, order, events);
	return draw_highest(players, deck, order, events);
}

unsigned game_deck(const struct game *game, const struct state *state, card deck[DECK_MAX])
{
	return game->deck != NULL ? game->deck(state, deck) : cards_in_order(deck);
}

static bool has_move(const struct moves *moves, struct move move)
{
	for (unsigned i = 0; i < moves->count; i++)
		if (move_equal(moves->move[i], move))
			return true;
	return false;
}

bool game_allows(const struct game *game, const struct state *state, struct move move)
{
	struct moves moves;
	game->legal(state, &moves);
	return has_move(&moves, move);
}

void game_view_legal(const struct game *game, const struct view *view, struct moves *moves)
{
	struct chance chance = { 0 };
	union any_state table;
	assert(view->open.phase == PHASE_PLAY && view->seat < view->open.players);
	game->determinize(view, &chance, &table.state);
	table.state.turn = view->seat;
	game->legal(&table.state, moves);
}

static bool holds(const struct game *game, const struct view *view, card c)
{
	card hand[HAND_MAX];
	unsigned count = game->hand(view, hand);
	while (count > 0 && hand[count - 1] != c)
		count--;
	return count > 0;
}

static enum refusal check_legal(const struct game *game, const struct view *view, struct move move)
{
	struct moves moves;
	if (view->open.phase != PHASE_PLAY || view->seat >= view->open.players)
		return REFUSE_NOT_NOW;
	game_view_legal(game, view, &moves);
	if (has_move(&moves, move))
		return REFUSE_NONE;
	return move.card == CARD_NONE || holds(game, view, move.card) ? REFUSE_NOT_NOW
								      : REFUSE_NOT_HELD;
}

struct move game_canonical(const struct game *game, const struct view *view, struct move move)
{
	return game->canonical != NULL ? game->canonical(view, move) : move;
}

enum refusal game_check(const struct game *game, const struct view *view, struct move move)
{
	return game->check != NULL ? game->check(view, move) : check_legal(game, view, move);
}

bool game_captured(const struct game *game, const struct view *view, struct captured *captured)
{
	*captured = (struct captured){ 0, 0 };
	return game->captured != NULL && game->captured(game, view, captured);
}

struct move game_greedy(const struct game *game, const struct view *view)
{
	struct moves moves;
	if (game->greedy != NULL)
		return game->greedy(view);
	game_view_legal(game, view, &moves);
	return moves.move[0];
}

void game_describe(const struct game *game, const struct view *view, struct events *events)
{
	if (game->describe != NULL)
		game->describe(view, events);
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

static int32_t side_score(const struct game *game, const struct state *state, unsigned seat)
{
	int32_t score = 0;
	for (unsigned i = 0; i < state->players; i++)
		if (game_partners(game, state, i, seat))
			score += state_score(state, i);
	return score;
}

unsigned game_hands(const struct game *game, const struct state *state)
{
	return game->points ? 0 : length_of(game, state, state->players);
}

bool game_half(const struct game *game, const struct state *state)
{
	int32_t length = (int32_t)length_of(game, state, state->players);
	int32_t played = game->points ? 0 : state->hand - (state->phase == PHASE_PLAY);
	for (unsigned i = 0; game->points && i < state->players; i++)
		if (side_score(game, state, i) > played)
			played = side_score(game, state, i);
	return played >= length - played;
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

unsigned game_side(const struct game *game, const struct state *state, unsigned seat)
{
	return game->side != NULL ? game->side(state, seat) : seat;
}

bool game_partners(const struct game *game, const struct state *state, unsigned a, unsigned b)
{
	return game_side(game, state, a) == game_side(game, state, b);
}
