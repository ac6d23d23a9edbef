/* A game with only the required members: the higher of two cards wins. */
#include "engine/player.h"
#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/stage/fault.h"

#include <string.h>

struct higher {
	struct state head;
	card hand[2];
	card down; /* played by the leader, or CARD_NONE */
};
struct higher_view {
	struct view head;
	card hand, down;
};

static void deal(struct state *state, const card *deck, struct events *events)
{
	struct higher *higher = (struct higher *)state;
	(void)events;
	memcpy(higher->hand, deck, sizeof higher->hand);
	higher->down = CARD_NONE;
	state->phase = PHASE_PLAY;
	state->turn = state->dealer;
	state->hand++;
}

static void legal(const struct state *state, struct moves *moves)
{
	const struct higher *higher = (const struct higher *)state;
	moves->count = 1;
	moves->move[0] = move_play(higher->hand[state->turn], CALL_NONE);
}

static void apply(struct state *state, struct move move, struct events *events)
{
	struct higher *higher = (struct higher *)state;
	unsigned seat = state->turn;
	(void)events;
	state->turn ^= 1;
	if (higher->down == CARD_NONE) {
		higher->down = move.card;
		return;
	}
	state->phase = PHASE_OVER;
	state->winners = (uint16_t)(1u << (move.card > higher->down ? seat : seat ^ 1));
}

static void view(const struct state *state, unsigned seat, struct view *view)
{
	const struct higher *higher = (const struct higher *)state;
	struct higher_view *sight = (struct higher_view *)view;
	memset(sight, 0, sizeof *sight);
	sight->head.seat = (uint8_t)seat;
	sight->head.open = *state;
	sight->hand = seat < 2 ? higher->hand[seat] : CARD_NONE;
	sight->down = higher->down;
}

static unsigned hand(const struct view *view, card hand[HAND_MAX])
{
	hand[0] = ((const struct higher_view *)view)->hand;
	return 1;
}

static void determinize(const struct view *view, struct chance *chance, struct state *state)
{
	const struct higher_view *sight = (const struct higher_view *)view;
	struct higher *higher = (struct higher *)state;
	unsigned other = view->seat ^ 1u;
	higher->head = view->open;
	higher->hand[view->seat] = sight->hand;
	higher->hand[other] = sight->down;
	higher->down = sight->down;
	while (higher->hand[other] == CARD_NONE || higher->hand[other] == sight->hand)
		higher->hand[other] = (card)chance_below(chance, CARD_COUNT);
}

static const struct game higher_game = {
	.name = "higher",
	.presets = (const char *const[]){ "", NULL },
	.state_size = sizeof(struct higher),
	.view_size = sizeof(struct higher_view),
	.deal = deal,
	.legal = legal,
	.apply = apply,
	.view = view,
	.hand = hand,
	.determinize = determinize,
};

/* Seat 0 deals and has 5C, seat 1 has 9H. */
static void deal_two(union any_state *table)
{
	card deck[DECK_MAX];
	game_open(&higher_game, &table->state, 0);
	assert_int_equal(game_start(&higher_game, &table->state, 2, 0), REFUSE_NONE);
	assert_int_equal(game_deck(&higher_game, &table->state, deck), CARD_COUNT);
	deck[0] = CARD(3, SUIT_C);
	deck[1] = CARD(7, SUIT_H);
	higher_game.deal(&table->state, deck, NULL);
	assert_null(game_fault(&higher_game, &table->state));
}

/* All levels play greedy, which takes the first legal move. */
CASE(ai_players_of_all_levels_can_play_a_game_without_search)
{
	union any_state table;
	union any_view sight;
	struct opinions opinions;
	struct moves memory;
	deal_two(&table);
	higher_game.view(&table.state, 0, &sight.view);
	for (enum level level = LEVEL_EASY; level <= LEVEL_EXPERT; level++)
		assert_int_equal(player_move(&higher_game, level, &sight.view, 1, &memory).card,
			CARD(3, SUIT_C));
	memset(&opinions, 0x55, sizeof opinions);
	player_judge(&higher_game, &sight.view, 1, &memory, &opinions);
	assert_int_equal(opinions.count, 0);
}

CASE(the_higher_card_wins_at_the_end_of_the_hand)
{
	struct moves moves;
	union any_state table;
	union any_view sight;
	deal_two(&table);
	for (unsigned i = 0; i < 2; i++) {
		higher_game.legal(&table.state, &moves);
		higher_game.apply(&table.state, moves.move[0], NULL);
	}
	assert_int_equal(table.state.phase, PHASE_OVER);
	assert_true(game_won(&higher_game, &table.state, 1));
	assert_false(game_won(&higher_game, &table.state, 0));
	assert_null(game_fault(&higher_game, &table.state));
	higher_game.view(&table.state, 0, &sight.view);
	assert_int_equal(game_check(&higher_game, &sight.view, move_play(CARD(3, SUIT_C), 0)),
		REFUSE_NOT_NOW);
}
