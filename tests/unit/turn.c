/* The request to the player whose turn it is. */
#include "bot/talk/turn.h"

#include "tests/cases.h"

static void know_nothing(const struct view *view, struct chance *chance, struct state *state)
{
	(void)chance;
	state->players = view->open.players;
}

static void add(struct moves *moves, enum act act)
{
	moves->move[moves->count++] = (struct move){ .act = (uint8_t)act };
}

static void take_or_place(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 0;
	add(moves, ACT_TAKE);
	add(moves, ACT_PLACE);
}

static void place_or_take(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 0;
	add(moves, ACT_PLACE);
	add(moves, ACT_TAKE);
}

static void play(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 0;
	add(moves, ACT_PLAY);
}

static void give(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 0;
	add(moves, ACT_GIVE);
}

/* The second and the third of three cards may be played, the first may be discarded. */
static void play_some(const struct state *state, struct moves *moves)
{
	(void)state;
	moves->count = 0;
	moves->move[moves->count++] = move_of(ACT_DISCARD, CARD(RANK_7, SUIT_D));
	moves->move[moves->count++] = move_play(CARD(RANK_K, SUIT_S), CALL_NONE);
	moves->move[moves->count++] = move_play(CARD(RANK_Q, SUIT_S), CALL_NONE);
}

static unsigned hold_three(const struct view *view, card hand[HAND_MAX])
{
	(void)view;
	hand[0] = CARD(RANK_7, SUIT_D);
	hand[1] = CARD(RANK_Q, SUIT_S);
	hand[2] = CARD(RANK_K, SUIT_S);
	return 3;
}

static void lead(const struct view *view, struct events *events)
{
	(void)view;
	events_add(events, EVENT_LED, 0);
}

static void top(const struct view *view, struct events *events)
{
	(void)view;
	events_add(events, EVENT_TOP, SEAT_NONE);
}

static const struct view view = { .open = { .players = 2, .phase = PHASE_PLAY }, .seat = 0 };

/* The order of enum act decides, not the order of the legal moves. */
CASE(a_turn_asks_for_the_first_of_several_possible_kinds_of_move)
{
	struct game game = { .determinize = know_nothing, .legal = take_or_place };
	assert_int_equal(turn_private_message(&game, &view), MSG_HAND_TURN_PLACE);
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_PLACE);
	game.legal = place_or_take;
	assert_int_equal(turn_private_message(&game, &view), MSG_HAND_TURN_PLACE);
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_PLACE);
	game.legal = give;
	assert_int_equal(turn_private_message(&game, &view), MSG_HAND_TURN_GIVE);
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_GIVE);
}

/* Everyone reads the request; the player who answers sees the card. */
CASE(a_turn_says_that_a_led_card_must_be_answered)
{
	struct game game = { .determinize = know_nothing, .legal = play };
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_NEXT);
	assert_int_equal(turn_private_message(&game, &view), MSG_HAND_TURN_PLAY);
	game.describe = top;
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_NEXT);
	game.describe = lead;
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_ANSWER);
	assert_int_equal(turn_private_message(&game, &view), MSG_HAND_TURN_PLAY);
	game.legal = give;
	assert_int_equal(turn_public_message(&game, &view), MSG_TURN_GIVE);
}

CASE(a_turn_numbers_the_cards_that_may_be_used)
{
	struct game game = { .determinize = know_nothing, .legal = play_some, .hand = hold_three };
	struct turn_cards turn;
	turn_read_cards(&game, &view, &turn);
	assert_int_equal(turn.act, ACT_PLAY);
	assert_int_equal(turn.count, 3);
	assert_int_equal(turn.places, 1u << 1 | 1u << 2);
	assert_true(turn_is_limited(&turn));
	assert_int_equal(turn_advice_message(&turn), MSG_TRY_PLAY_ONLY);
	assert_int_equal(turn_find_number(&turn, turn.places, CARD(RANK_K, SUIT_S)), 3);
	assert_int_equal(turn_find_number(&turn, turn.places, CARD(RANK_7, SUIT_D)), 2);
	assert_int_equal(turn_find_number(&turn, ~0u, CARD(RANK_7, SUIT_D)), 1);
	game.legal = take_or_place;
	turn_read_cards(&game, &view, &turn);
	turn.places = 0;
	assert_false(turn_is_limited(&turn));
	assert_int_equal(turn_find_number(&turn, turn.places, CARD_NONE), 1);
}
