/* The list of games, and the usual rules. */
#include "engine/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player.h"
#include "engine/playout.h"
#include "tests/cases.h"

CASE(every_game_has_a_name_and_fits_in_its_block_of_memory)
{
	assert_string_equal(games[0]->name, "mitaines");
	for (size_t i = 0; games[i] != NULL; i++) {
		assert_ptr_equal(game_named(games[i]->name), games[i]);
		assert_null(strchr(games[i]->name, ' '));
		assert_true(games[i]->state_size >= sizeof(struct state));
		assert_true(games[i]->state_size <= GAME_BLOCK);
		assert_true(games[i]->view_size >= sizeof(struct view));
		assert_true(games[i]->view_size <= GAME_BLOCK);
		assert_non_null(games[i]->presets[0]);
	}
}

CASE(games_and_presets_are_found_in_any_case)
{
	const struct game *game = game_named("MiTaInEs");
	assert_ptr_equal(game, games[0]);
	assert_int_equal(game_preset(game, "classic"), 0);
	assert_int_equal(game_preset(game, "GameRules"), 1);
	assert_int_equal(game_preset(game, "QUEBEC"), 2);
	assert_int_equal(game_preset(game, "quebe"), -1);
	assert_int_equal(game_preset(game, ""), -1);
	assert_null(game_named("mitaine"));
	assert_null(game_named(""));
}

/* Sets an option to a value, and checks its number in the state. */
static void assert_keeps(
	const struct game *game, const struct option *option, const char *value, int32_t number)
{
	union any_state table;
	game_open(game, &table.state, 0);
	assert_int_equal(option_number(option, value), number);
	assert_int_equal(game_set(game, &table.state, option->name, value), REFUSE_NONE);
	assert_int_equal(option_get(option, &table), number);
}

CASE(an_option_of_a_game_has_the_value_that_was_set)
{
	for (size_t i = 0; games[i] != NULL; i++)
		for (const struct option *option = game_options(games[i]); option->name != NULL;
			option++) {
			const char *values = option->values, *range = strstr(values, "…");
			char value[32];
			if (range != NULL) {
				long most = strtol(range + strlen("…"), NULL, 10);
				snprintf(value, sizeof value, "%ld", most);
				assert_keeps(games[i], option, value, (int32_t)most);
				continue;
			}
			for (; *values != '\0'; values += strspn(values, "|")) {
				size_t length = strcspn(values, "|");
				snprintf(value, sizeof value, "%.*s", (int)length, values);
				assert_keeps(games[i], option, value, option_number(option, value));
				values += length;
			}
		}
}

CASE(each_named_value_of_an_option_has_its_own_number)
{
	static const struct option range = { "hand", "5…90", 0, 1 };
	static const struct option choice = { "rule", "yes|no|30|other|by|low", 0, 1 };
	assert_int_equal(option_number(&range, "5"), 5);
	assert_int_equal(option_number(&range, "90"), 90);
	assert_int_equal(option_number(&range, "91"), -1);
	assert_int_equal(option_number(&range, "4"), -1);
	assert_int_equal(option_number(&range, "-5"), -1);
	assert_int_equal(option_number(&range, "5x"), -1);
	assert_int_equal(option_number(&range, ""), -1);
	assert_int_equal(option_number(&choice, "YES"), 1);
	assert_int_equal(option_number(&choice, "no"), 0);
	assert_int_equal(option_number(&choice, "30"), 30);
	assert_int_equal(option_number(&choice, "Other"), 3);
	assert_int_equal(option_number(&choice, "by"), 4);
	assert_int_equal(option_number(&choice, "low"), 5);
	assert_int_equal(option_number(&choice, "3"), -1);
	assert_int_equal(option_number(&choice, "lower"), -1);
	assert_int_equal(option_number(&choice, ""), -1);
}

/* A game with only the required members: two players hold two cards each. */

struct bare {
	struct state head;
	card hand[2][2];
};

struct bare_view {
	struct view head;
	card hand[2];
};

static void bare_legal(const struct state *state, struct moves *moves)
{
	const struct bare *bare = (const struct bare *)state;
	moves->count = 2;
	for (unsigned i = 0; i < 2; i++)
		moves->move[i] = move_play(bare->hand[state->turn][i], CALL_NONE);
}

static unsigned bare_hand(const struct view *view, card hand[HAND_MAX])
{
	memcpy(hand, ((const struct bare_view *)view)->hand, 2);
	return 2;
}

static void bare_determinize(const struct view *view, struct chance *chance, struct state *state)
{
	struct bare *bare = (struct bare *)state;
	(void)chance;
	memset(bare, 0, sizeof *bare);
	bare->head = view->open;
	memcpy(bare->hand[view->seat], ((const struct bare_view *)view)->hand, 2);
}

static const struct game bare_game = {
	.name = "bare",
	.state_size = sizeof(struct bare),
	.view_size = sizeof(struct bare_view),
	.legal = bare_legal,
	.hand = bare_hand,
	.determinize = bare_determinize,
};

CASE(the_player_with_the_highest_card_deals)
{
	static const card decks[][3] = {
		{ CARD(RANK_K, SUIT_C), CARD(RANK_T, SUIT_S), CARD(RANK_A, SUIT_S) },
		{ CARD(RANK_T, SUIT_S), CARD(RANK_K, SUIT_C), CARD(RANK_A, SUIT_S) },
		{ CARD(RANK_J, SUIT_C), CARD(RANK_J, SUIT_D), CARD(RANK_A, SUIT_S) },
	};
	static const unsigned dealers[] = { 0, 1, 1 };
	for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
		uint8_t order[SEATS_MAX] = { 9, 9, 9 };
		struct events events = { .count = 0 };
		unsigned dealer =
			game_draw(&bare_game, &(struct state){ 0 }, 2, decks[i], order, &events);
		assert_int_equal(dealer, dealers[i]);
		assert_int_equal(order[0], 0);
		assert_int_equal(order[1], 1);
		assert_int_equal(order[2], 9);
		assert_int_equal(events.count, 2);
		for (unsigned seat = 0; seat < 2; seat++) {
			assert_int_equal(events.event[seat].kind, EVENT_DRAWN);
			assert_int_equal(events.event[seat].seat, seat);
			assert_int_equal(events.event[seat].cards[0], decks[i][seat]);
		}
	}
}

/* Half of a match is over when a side has half of the target, or half of the hands are over. */
CASE(half_of_a_match_is_half_of_its_points_or_hands)
{
	static const struct {
		const char *game, *name, *value;
		unsigned players;
		uint16_t hand;
		int32_t total[4];
		bool play, half;
	} cases[] = {
		{ "mitaines", "target", "500", 2, 9, { 240, 249 }, true, false },
		{ "mitaines", "target", "500", 2, 1, { 0, 250 }, true, true },
		{ "mitaines", "target", "501", 2, 1, { 0, 250 }, true, false },
		{ "mitaines", "target", "500", 4, 1, { 120, 200, 130, 0 }, true, true },
		{ "mitaines", "target", "500", 4, 1, { 120, 0, 0, 130 }, true, false },
		{ "mitaines", "target", "500", 2, 1, { -500, -10 }, true, false },
		{ "mitch", "hands", "4", 2, 2, { 900, 0 }, true, false },
		{ "mitch", "hands", "4", 2, 2, { 0, 0 }, false, true },
		{ "mitch", "hands", "1", 2, 1, { 0, 0 }, true, false },
		{ "mate", "rounds", "2", 2, 1, { 0, 0 }, true, false },
		{ "mate", "rounds", "2", 2, 2, { 0, 0 }, true, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct game *game = game_named(cases[i].game);
		union any_state table;
		game_open(game, &table.state, 0);
		assert_int_equal(
			game_set(game, &table.state, cases[i].name, cases[i].value), REFUSE_NONE);
		assert_int_equal(game_start(game, &table.state, cases[i].players, 0), REFUSE_NONE);
		table.state.phase = cases[i].play ? PHASE_PLAY : PHASE_DEAL;
		table.state.hand = cases[i].hand;
		memcpy(table.state.total, cases[i].total, sizeof cases[i].total);
		if (game_half(game, &table.state) != cases[i].half)
			fail_msg("case %zu", i);
		assert_int_equal(game_hands(game, &table.state),
			game->points ? 0 : strtol(cases[i].value, NULL, 10));
	}
}

CASE(the_usual_rule_applies_where_a_game_defines_no_function)
{
	struct state table = { .phase = PHASE_NEW };
	card deck[DECK_MAX];
	assert_null(game_options(&bare_game)->name);
	assert_int_equal(game_set(&bare_game, &table, "target", "100"), REFUSE_OPTION_UNKNOWN);
	assert_int_equal(game_players(&bare_game, &table), 1 << 2);
	assert_int_equal(game_length(&bare_game, &table, 0, 2), 100);
	assert_int_equal(game_deck(&bare_game, &table, deck), CARD_COUNT);
	assert_int_equal(game_start(&bare_game, &table, 1, 0), REFUSE_PLAYERS);
	assert_int_equal(game_start(&bare_game, &table, 3, 0), REFUSE_PLAYERS);
	assert_int_equal(game_start(&bare_game, &table, SEATS_MAX + 1, 0), REFUSE_PLAYERS);
	assert_int_equal(game_start(&bare_game, &table, 2, 2), REFUSE_PLAYERS);
	assert_int_equal(table.phase, PHASE_NEW);
	assert_int_equal(game_start(&bare_game, &table, 2, 1), REFUSE_NONE);
	assert_int_equal(table.phase, PHASE_DEAL);
	assert_int_equal(table.players, 2);
	assert_int_equal(table.dealer, 1);
	assert_int_equal(table.turn, 1);
	assert_true(game_partners(&bare_game, &table, 1, 1));
	assert_false(game_partners(&bare_game, &table, 0, 1));
}

CASE(moves_are_refused_for_the_usual_reasons)
{
	struct bare_view view = {
		.head = { .seat = 1, .open = { .phase = PHASE_PLAY, .players = 2, .turn = 1 } },
		.hand = { CARD(RANK_T, SUIT_D), CARD(RANK_A, SUIT_S) },
	};
	const struct move first = move_play(view.hand[0], CALL_NONE);
	const struct move second = move_play(view.hand[1], CALL_NONE);
	const struct {
		struct move move;
		enum refusal refusal;
	} cases[] = {
		{ first, REFUSE_NONE },
		{ second, REFUSE_NONE },
		{ move_play(CARD(RANK_A, SUIT_H), CALL_NONE), REFUSE_NOT_HELD },
		{ move_of(ACT_DISCARD, CARD(RANK_A, SUIT_H)), REFUSE_NOT_HELD },
		{ move_of(ACT_DISCARD, view.hand[0]), REFUSE_NOT_NOW },
		{ move_of(ACT_DISCARD, view.hand[1]), REFUSE_NOT_NOW },
		{ move_of(ACT_KEEP, CARD_NONE), REFUSE_NOT_NOW },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(
			game_check(&bare_game, &view.head, cases[i].move), cases[i].refusal);
	assert_true(move_equal(game_greedy(&bare_game, &view.head), first));
	struct events events = { .count = 0 };
	game_describe(&bare_game, &view.head, &events);
	assert_int_equal(events.count, 0);
	view.head.seat = SEAT_NONE;
	assert_int_equal(game_check(&bare_game, &view.head, first), REFUSE_NOT_NOW);
	view.head.seat = 2;
	assert_int_equal(game_check(&bare_game, &view.head, first), REFUSE_NOT_NOW);
	view.head.seat = 1;
	view.head.open.phase = PHASE_DEAL;
	assert_int_equal(game_check(&bare_game, &view.head, first), REFUSE_NOT_NOW);
}

/* All levels but the easy one play greedy, which takes the first legal move. */
CASE(ai_players_of_all_levels_can_play_a_game_without_search)
{
	const struct bare_view view = {
		.head = { .open = { .phase = PHASE_PLAY, .players = 2 } },
		.hand = { CARD(RANK_T, SUIT_D), CARD(RANK_A, SUIT_S) },
	};
	struct opinions opinions = { .count = 9 };
	struct moves memory;
	struct move easy = player_move(&bare_game, LEVEL_EASY, &view.head, 1, &memory);
	assert_int_equal(game_check(&bare_game, &view.head, easy), REFUSE_NONE);
	for (enum level level = LEVEL_NORMAL; level <= LEVEL_EXPERT; level++)
		assert_int_equal(
			player_move(&bare_game, level, &view.head, 1, &memory).card, view.hand[0]);
	player_judge(&bare_game, &view.head, 1, &memory, &opinions);
	assert_int_equal(opinions.count, 0);
}

CASE(ranks_and_winners_are_known_during_a_match)
{
	struct state table = { .phase = PHASE_PLAY, .players = 2, .total = { 10, 7 } };
	assert_int_equal(game_rank(&bare_game, &table, 0), 0);
	assert_int_equal(game_rank(&bare_game, &table, 1), 1);
	assert_true(game_won(&bare_game, &table, 0));
	assert_false(game_won(&bare_game, &table, 1));
	table.points[1] = 3;
	assert_int_equal(game_rank(&bare_game, &table, 1), 0);
	assert_false(game_won(&bare_game, &table, 0));
	assert_false(game_won(&bare_game, &table, 1));
	table = (struct state){
		.phase = PHASE_OVER, .players = 2, .winners = 2, .total = { 9, 7 }
	};
	assert_false(game_won(&bare_game, &table, 0));
	assert_true(game_won(&bare_game, &table, 1));
	table.winners = 3;
	assert_false(game_won(&bare_game, &table, 1));
}
