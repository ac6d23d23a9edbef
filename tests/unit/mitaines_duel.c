/* The packed form of Mitaines for two follows the rules of the table, move by move. */
#include "engine/mitaines/duel.h"

#include <stdlib.h>

#include "engine/mitaines/expert.h"
#include "engine/mitaines/policy.h"
#include "engine/mitaines/sample.h"
#include "engine/playout.h"
#include "tests/lab/pimc.h"
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

/* Checks that both allow the same moves; cards of one lane are one action. */
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

/* Plays a random hand on both; each deal sets the packed form anew. */
static void play_hand(struct rig *rig, const struct duel_rules *rules, struct chance *chance)
{
	struct mitaines *table = mitaines_in(rig);
	struct duel duel = { .left = 0 };
	struct moves moves;
	unsigned deals = 0;
	card deck[DECK_MAX];
	chance_shuffle(chance, deck, game_deck(&mitaines_game, &rig->head, deck));
	mitaines_game.deal(&rig->head, deck, NULL);
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

static void a_duel_follows_every_option_that_it_knows(void **state)
{
	struct chance chance = { 5 };
	unsigned known = 0;
	(void)state;
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

/* Returns the cards that a seat has never seen. */
static cards unseen_by(const struct mitaines *table, unsigned seat)
{
	return CARDS_ALL & ~(table->hand[seat] | table->open.gone | table->open.pile_set);
}

/* Returns the class of a card; a rank kept twice or more is one class, except for Jacks. */
static unsigned sort_of(const struct mitaines *table, card c)
{
	unsigned seat = table->head.turn, rank = card_rank(c);
	unsigned own = cards_count_of_rank(table->hand[seat], rank);
	unsigned keeps = own < 3 ? own - 1 : 2;
	if (c == TEN_OF_DIAMONDS)
		return 1000;
	return rank == RANK_J ? 100 + keeps
			      : keeps * 10 + cards_count_of_rank(unseen_by(table, seat), rank);
}

/* The traits that separate the actions of a section, beside the cards in hand. */
struct traits {
	unsigned place, sort;
};

static struct traits traits_of_call(
	const struct duel_pile *pile, const struct mitaines *table, struct move move)
{
	unsigned rank = card_rank(move.card);
	unsigned unseen = cards_count_of_rank(unseen_by(table, table->head.turn), rank);
	unsigned height = rank == RANK_J ? 3 : rank < RANK_7 ? 0 : rank <= RANK_T ? 1 : 2;
	unsigned sort = move.card == TEN_OF_DIAMONDS ? 1000 : height * 10 + unseen;
	unsigned place = pile->count == 0 ? 0 : pile->stake == 0 ? 1 : 2;
	return (struct traits){
		.place = table->open.live.seat != SEAT_NONE ? 3 : place,
		.sort = sort * 10 + move.call,
	};
}

static struct traits traits_of_capture(
	const struct duel_pile *pile, const struct mitaines *table, card c, int gain)
{
	unsigned rank = card_rank(c), place = rank != pile->top ? 2 : rank == RANK_J;
	unsigned size = gain == 0 ? 0 : gain <= 20 ? 1 : 2;
	return (struct traits){
		.place = table->open.live.seat != SEAT_NONE ? 3 : place,
		.sort = c == TEN_OF_DIAMONDS ? 3 : size,
	};
}

static struct traits traits_of_rest(
	const struct duel_pile *pile, const struct mitaines *table, card c)
{
	const struct mitaines_contract *live = &table->open.live;
	struct traits traits = { .sort = sort_of(table, c) };
	if (live->seat == SEAT_NONE)
		traits.place = pile->count == 0 ? 0 : pile->stake > 0 ? 9 : pile->count;
	else if (card_rank(c) == live->rank)
		traits.sort = 2000 + (c == TEN_OF_DIAMONDS);
	return traits;
}

/* Returns all traits as one number, and the section of the policy's cases. */
static uint64_t traits_of(const struct duel_rules *rules, const struct duel *duel,
	const struct mitaines *table, struct move move, unsigned *section)
{
	const struct duel_pile *pile = &duel->pile;
	unsigned stay = table->open.held[table->head.turn] - 1u;
	int capture = duel_capture(rules, duel, card_rank(move.card));
	struct traits traits;
	if (move.call != CALL_NONE) {
		*section = POLICY_CALL;
		traits = traits_of_call(pile, table, move);
	} else if (capture >= 0) {
		*section = POLICY_CAPTURE;
		traits = traits_of_capture(pile, table, move.card, capture + pile->stake);
	} else {
		*section = table->open.live.seat != SEAT_NONE ? POLICY_FROZEN : POLICY_LIE;
		traits = traits_of_rest(pile, table, move.card);
	}
	return ((uint64_t)stay * 10 + traits.place) * 100000 + traits.sort;
}

/* The cases that occurred. */
struct cases {
	uint64_t traits[POLICY_CASES]; /* traits of its actions, or UINT64_MAX */
	unsigned found;
	unsigned unlearned; /* cases with a choice that training never met */
};

static uint64_t hidden_at(const struct mitaines *table)
{
	return duel_counts(duel_pack(CARDS_ALL & ~(table->open.gone | table->open.pile_set)));
}

/* Checks that a case belongs to its section, and has equal traits for all its actions. */
static void note_case(struct cases *cases, const struct duel_rules *rules,
	const struct mitaines *table, struct move move)
{
	static const unsigned ends[] = { POLICY_LIE, POLICY_CAPTURE, POLICY_CALL, POLICY_FROZEN,
		POLICY_CASES };
	enum { UNLEARNED = 256 };
	struct duel duel = pack(table);
	unsigned section, end = 0;
	uint64_t traits = traits_of(rules, &duel, table, move, &section);
	uint64_t choice = duel_legal(rules, &duel);
	unsigned number =
		policy_case(rules, &duel, hidden_at(table), duel_action(move.card, move.call));
	while (ends[end] <= section)
		end++;
	assert_in_range(number, section, ends[end] - 1);
	for (unsigned i = section; i < ends[end]; i++)
		if (i != number)
			assert_true(cases->traits[i] != traits);
	cases->found += cases->traits[number] == UINT64_MAX;
	assert_true(cases->traits[number] == UINT64_MAX || cases->traits[number] == traits);
	cases->traits[number] = traits;
	/* Some of the many calls and plays never occurred. */
	if (section == POLICY_CAPTURE || section == POLICY_FROZEN)
		cases->unlearned +=
			(choice & (choice - 1)) != 0 && policy_trained.weight[number] == UNLEARNED;
}

static void cases_separate_different_actions(void **state)
{
	enum { MOST = 4000, FOUND = 600 };
	struct cases cases = { .found = 0 };
	struct chance chance = { 6 };
	(void)state;
	memset(cases.traits, 0xff, sizeof cases.traits);
	for (unsigned hand = 0; hand < MOST; hand++) {
		struct rig rig;
		struct duel_rules rules;
		struct moves moves;
		struct mitaines *table = mitaines_in(&rig);
		card deck[DECK_MAX];
		rig_open(&rig, &mitaines_game, "", DUEL_SEATS, hand % 2);
		duel_set_rules(&rules, &table->open.rules);
		chance_shuffle(&chance, deck, game_deck(&mitaines_game, &rig.head, deck));
		mitaines_game.deal(&rig.head, deck, NULL);
		while (rig.head.phase == PHASE_PLAY) {
			mitaines_game.legal(&rig.head, &moves);
			struct move move = moves.move[chance_below(&chance, moves.count)];
			note_case(&cases, &rules, table, move);
			mitaines_game.apply(&rig.head, move, NULL);
		}
	}
	assert_true(cases.found > FOUND);
	assert_int_equal(cases.unlearned, 0);
}

/* TD captures TC for 60 points; any other card leaves it. */
static void the_expert_takes_the_ten(void **state)
{
	struct pimc *pimc = malloc(sizeof *pimc);
	struct rig rig;
	(void)state;
	assert_non_null(pimc);
	spot_lay(&rig, TWO("TC", "TD 2H 3S", "4C 5C 6C"));
	assert_true(move_equal(pimc_move(rig_view(&rig, A), 1, pimc), rig_move("TD")));
	/* One card leaves no choice. */
	spot_lay(&rig, TWO("TC", "2H", "4C"));
	assert_true(move_equal(pimc_move(rig_view(&rig, A), 1, pimc), rig_move("2H")));
	/* Two deuces are one action. */
	spot_lay(&rig, TWO("", "2H 2S", "4C 5C"));
	assert_int_equal(pimc_move(rig_view(&rig, A), 1, pimc).call, CALL_MITTEN);
	free(pimc);
}

/* Before the last deal the expert samples hands, reproducibly for a seed. */
static void the_expert_samples_hands_before_the_last_deal(void **state)
{
	struct pimc *pimc = malloc(sizeof *pimc);
	struct rig rig;
	(void)state;
	assert_non_null(pimc);
	rig_open(&rig, &mitaines_game, "", DUEL_SEATS, 0);
	rig_deal(&rig, NULL, 0);
	for (unsigned i = 0; i < 8; i++) {
		struct move move = pimc_move(rig_view(&rig, rig.head.turn), i, pimc);
		assert_true(move_equal(move, pimc_move(rig_view(&rig, rig.head.turn), i, pimc)));
		assert_true(game_allows(&mitaines_game, &rig.head, move));
		mitaines_game.apply(&rig.head, move, NULL);
	}
	free(pimc);
}

static void the_expert_thinks_without_a_belief(void **state)
{
	const struct effort effort = { .tries = 64, .samples = 4, .blind = true };
	struct expert *expert = malloc(sizeof *expert);
	struct opinions opinions;
	struct moves moves;
	struct rig rig;
	(void)state;
	assert_non_null(expert);
	rig_open(&rig, &mitaines_game, "", DUEL_SEATS, 0);
	rig_deal(&rig, NULL, 0);
	expert_think(rig_view(&rig, rig.head.turn), &effort, 1, expert, &opinions);
	game_view_legal(&mitaines_game, rig_view(&rig, rig.head.turn), &moves);
	assert_int_equal(opinions.count, moves.count);
	assert_true(opinions.best < opinions.count);
	/* The same after a finished deal. */
	for (unsigned stock = mitaines_in(&rig)->open.undealt;
		mitaines_in(&rig)->open.undealt == stock;) {
		game_view_legal(&mitaines_game, rig_view(&rig, rig.head.turn), &moves);
		mitaines_game.apply(&rig.head, moves.move[0], NULL);
	}
	expert_think(rig_view(&rig, rig.head.turn), &effort, 1, expert, &opinions);
	assert_true(opinions.best < opinions.count);
	free(expert);
}

/* An unknown rule, or a known rule with an unknown value, is refused. */
static void unknown_rules_are_refused(void **state)
{
	struct rig rig;
	struct mitaines_rules *rules = &mitaines_in(&rig)->open.rules;
	uint8_t *const rule[] = { &rules->exchange, &rules->steal_at_once, &rules->raises,
		&rules->left_ten, &rules->standard, &rules->doubles, &rules->groups,
		&rules->below };
	(void)state;
	rig_open(&rig, &mitaines_game, "", DUEL_SEATS, 0);
	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
		uint8_t usual = *rule[i];
		assert_true(expert_plays(rig_view(&rig, 0)));
		*rule[i] = 2;
		assert_false(duel_knows(rules));
		assert_false(expert_plays(rig_view(&rig, 0)));
		assert_false(pimc_plays(&mitaines_game, &rig.head));
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

/* Drawn hands hold the promised cards and come from the unseen cards. */
static void samples_agree_with_the_seen_cards(void **state)
{
	static const uint8_t unseen[] = { 3, 4, 5, 6, 7, 0, 0, 0 };
	struct chance chance = { 1 };
	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		struct samples samples = { .held = 4, .unseen = sizeof unseen, .need = { 2 } };
		unsigned left[DUEL_LANES] = { 0 };
		memcpy(samples.lane, unseen, sizeof unseen);
		assert_in_range(duel_count(samples_draw(&samples, &chance), 0), 2, 3);
		for (unsigned n = 0; n < sizeof unseen; n++)
			left[samples.lane[n]]++;
		assert_int_equal(left[0], 3);
		for (unsigned lane = 1; lane < DUEL_LANES; lane++)
			assert_int_equal(left[lane], lane >= 3 && lane <= 7);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(cases_separate_different_actions),
		cmocka_unit_test(the_expert_takes_the_ten),
		cmocka_unit_test(the_expert_samples_hands_before_the_last_deal),
		cmocka_unit_test(the_expert_thinks_without_a_belief),
		cmocka_unit_test(samples_agree_with_the_seen_cards),
		cmocka_unit_test(a_duel_follows_every_option_that_it_knows),
		cmocka_unit_test(unknown_rules_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
