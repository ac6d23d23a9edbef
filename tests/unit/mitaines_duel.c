/* The packed form of Mitaines for two follows the rules of the table, move by move. */
#include "engine/mitaines/duel.h"

#include <stdlib.h>

#include "engine/mitaines/expert.h"
#include "engine/mitaines/sample.h"
#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/duel_move.h"
#include "tests/mitaines.h"
#include "tests/options.h"

enum { TABLES = 60, HANDS = 250 };

/* Packs a table, including its points. */
static struct duel pack(const struct mitaines *table)
{
	struct duel duel;
	duel_set(&duel, &table->open, table->head.turn);
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++) {
		duel.hand[seat] = duel_pack(table->hand[seat]);
		duel.points[seat] = (int16_t)table->head.points[seat];
	}
	return duel;
}

static void assert_same(const struct duel *duel, const struct mitaines *table)
{
	struct duel packed = pack(table);
	assert_memory_equal(duel, &packed, sizeof packed);
}

/* Checks that the packed form and the table allow the same moves. Cards that duel.h counts in one
 * lane are one action. */
static void assert_same_moves(
	const struct duel_rules *rules, const struct duel *duel, const struct mitaines *table)
{
	struct moves moves;
	uint64_t actions = 0;
	mitaines_game.legal(&table->head, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		actions |= UINT64_C(1) << duel_action(moves.move[i].card, moves.move[i].call);
	assert_true(actions == duel_legal(rules, duel));
}

/* Plays a random hand on the table and on the packed form, which each deal packs anew. */
static void play_hand(struct rig *rig, const struct duel_rules *rules, struct chance *chance)
{
	struct mitaines *table = mitaines_in(rig);
	struct duel duel = { .left = 0 };
	struct moves moves;
	unsigned deals = 0;
	rig_deal_any(rig, chance);
	while (rig->head.phase == PHASE_PLAY) {
		if (deals++ == 0 || duel.left == 0)
			duel = pack(table);
		assert_same(&duel, table);
		assert_same_moves(rules, &duel, table);
		mitaines_game.legal(&rig->head, &moves);
		struct move move = moves.move[chance_below(chance, moves.count)];
		unsigned action = duel_action(move.card, move.call);
		struct move back = duel_move(table->hand[rig->head.turn], action);

		assert_int_equal(duel_action(back.card, back.call), action);
		duel_play(rules, &duel, action);
		mitaines_game.apply(&rig->head, move, NULL);
	}
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
		assert_int_equal(duel.points[seat], rig->head.points[seat]);
}

/* Opens a table with random preset and options. Returns false if two cannot play it. */
static bool open_any(struct rig *rig, struct chance *chance)
{
	char options[256];
	struct text text = text_in(options, sizeof options);
	memset(rig, 0, sizeof *rig);
	rig->game = &mitaines_game;
	game_open(rig->game, &rig->head, chance_below(chance, QUEBEC + 1));
	options_choose(rig->game, &rig->head, chance, &text);
	return game_start(rig->game, &rig->head, DUEL_SEATS, 0) == REFUSE_NONE;
}

CASE(the_fast_rules_for_two_players_agree_with_the_rules_of_the_game)
{
	struct chance chance = { 5 };
	unsigned known = 0;
	for (unsigned i = 0; i < TABLES; i++) {
		struct rig rig, start;
		struct duel_rules rules;
		if (!open_any(&start, &chance) ||
			!duel_covers(&mitaines_in(&start)->open, DUEL_SEATS))
			continue;
		known++;
		duel_set_rules(&rules, &mitaines_in(&start)->open.rules);
		rig = start;
		for (unsigned hand = 0; hand < HANDS; hand++) {
			if (rig.head.phase == PHASE_OVER)
				rig = start;
			play_hand(&rig, &rules, &chance);
		}
	}
	assert_true(known > TABLES / 2);
}

/* An unknown rule, or a known rule with an unknown value, is refused. */
RIG_CASE(the_expert_refuses_rules_that_it_does_not_know)
{
	struct mitaines_rules *rules = &mitaines_in(rig)->open.rules;
	uint8_t *const rule[] = { &rules->exchange, &rules->steal_at_once, &rules->raises,
		&rules->left_ten, &rules->standard, &rules->doubles, &rules->groups,
		&rules->below };
	rig_open(rig, &mitaines_game, "", DUEL_SEATS, 0);
	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
		uint8_t usual = *rule[i];
		assert_true(expert_plays(rig_view(rig, 0)));
		*rule[i] = 2;
		assert_false(duel_knows(rules));
		assert_false(expert_plays(rig_view(rig, 0)));
		*rule[i] = usual;
	}
	rules->below = false;
	assert_false(duel_knows(rules));
	rules->below = true;
	assert_true(duel_knows(rules));
	rules->doubles = false;
	assert_false(duel_knows(rules));
	rules->doubles = true;
	/* Any value of a single Jack is known. */
	rules->jack_single = 10;
	assert_true(duel_knows(rules));
}

/* A sampled hand has only unseen cards, with two or more of the rank that its owner must hold. */
CASE(samples_agree_with_the_seen_cards)
{
	static const struct {
		uint8_t rank, unseen[8];
	} promises[] = { { 0, { 3, 4, 5, 6, 7, 0, 0, 0 } },
		{ RANK_T, { 3, 4, 5, 6, 7, RANK_T, RANK_T, DUEL_TEN } } };
	struct chance chance = { 1 };
	for (unsigned i = 0; i < 200; i++) {
		const uint8_t *unseen = promises[i % 2].unseen;
		unsigned rank = promises[i % 2].rank, left[DUEL_LANES] = { 0 };
		struct samples samples = { .held = 4, .unseen = 8, .need = { [0] = 0 } };
		samples.need[rank] = 2;
		memcpy(samples.lane, unseen, 8);
		uint64_t hand = samples_draw(&samples, &chance);
		assert_in_range(duel_count(hand, rank) + duel_count(hand, DUEL_TEN), 2, 3);
		for (unsigned n = 0; n < 8; n++)
			left[samples.lane[n]]++;
		for (unsigned n = 0; n < 8; n++)
			left[unseen[n]]--;
		for (unsigned lane = 0; lane < DUEL_LANES; lane++)
			assert_int_equal(left[lane], 0);
	}
}
