/* mitaines.c - Mitaines: legal moves and playing a card. */
#include "engine/mitaines.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines_capture.h"
#include "engine/mitaines_deal.h"
#include "engine/mitaines_view.h"

/* One bit for every rank, at its lowest card. */
#define RANK_BITS (CARDS_ALL / 15)

static struct mitaines *table_of(struct state *state)
{
	return (struct mitaines *)state;
}

static const struct mitaines *table_in(const struct state *state)
{
	return (const struct mitaines *)state;
}

/* Before the first hand */

static void open_table(struct state *state, unsigned preset)
{
	struct mitaines *table = table_of(state);

	memset(table, 0, sizeof *table);
	table->open.rules = *mitaines_preset(preset);
	table->open.live = mitaines_no_contract;
	table->open.maker = SEAT_NONE;
}

static enum refusal set(struct state *state, const char *name, const char *value)
{
	assert(state->phase == PHASE_NEW);
	return mitaines_option(&table_of(state)->open.rules, name, value);
}

static uint16_t players(const struct state *state)
{
	return table_in(state)->open.rules.players;
}

static enum refusal start(struct state *state, unsigned count, unsigned dealer)
{
	if (count > MITAINES_SEATS || (players(state) >> count & 1) == 0 || dealer >= count)
		return REFUSE_PLAYERS;
	state->phase = PHASE_DEAL;
	state->players = (uint8_t)count;
	state->dealer = state->turn = (uint8_t)dealer;
	return REFUSE_NONE;
}

/* Legal moves */

/* Whole ranks of at least so many cards, 1…8, by the number of cards in the four bits of each. */
static inline cards ranks_with(cards count, unsigned least)
{
	return ((count + (8 - least) * RANK_BITS) >> 3 & RANK_BITS) * 15;
}

/* The cards of a hand of whose rank it holds at least 2, 3, 4: set[2], set[3], set[4]. */
static inline void find_groups(cards hand, cards set[CALL_SOCK + 1])
{
	/* Each rank's four bits become the number of cards it has, all ranks at once. */
	cards pairs = hand - (hand >> 1 & 5 * RANK_BITS);
	cards count = (pairs & 3 * RANK_BITS) + (pairs >> 2 & 3 * RANK_BITS);

	set[CALL_MITTEN] = hand & ranks_with(count, 2);
	set[CALL_GLOVE] = hand & ranks_with(count, 3);
	set[CALL_SOCK] = set[CALL_GLOVE] != 0 ? hand & ranks_with(count, 4) : 0;
}

/* A player bound by his own contract plays its rank; he may raise it when the rules allow. */
static inline void choose_bound(
	const struct mitaines_open *open, cards hand, cards set[CALL_SOCK + 1])
{
	const struct mitaines_contract *live = &open->live;
	cards own = hand & CARDS_OF_RANK(live->rank);
	unsigned most = open->rules.raises ? live->down + cards_count_of_rank(hand, live->rank) : 0;

	set[CALL_NONE] = own;
	set[CALL_MITTEN] = 0;
	set[CALL_GLOVE] = live->kind < CALL_GLOVE && most >= CALL_GLOVE ? own : 0;
	set[CALL_SOCK] = live->kind < CALL_SOCK && most >= CALL_SOCK ? own : 0;
}

/* Calls on a frozen pile outrank the live contract. */
static inline void choose_higher(const struct mitaines_open *open, cards set[CALL_SOCK + 1])
{
	cards above = mitaines_above(&open->rules, open->live.rank);

	switch (open->live.kind) {
	case CALL_MITTEN: set[CALL_MITTEN] &= above; break;
	case CALL_GLOVE:
		set[CALL_MITTEN] = 0;
		set[CALL_GLOVE] &= above;
		break;
	default: set[CALL_MITTEN] = set[CALL_GLOVE] = 0; set[CALL_SOCK] &= above;
	}
}

static inline struct mitaines_choices choose(
	const struct mitaines_open *open, unsigned seat, cards hand)
{
	struct mitaines_choices choices;

	choices.set[1] = 0;
	if (open->live.seat == seat) {
		choose_bound(open, hand, choices.set);
		return choices;
	}
	choices.set[CALL_NONE] = hand;
	find_groups(hand, choices.set);
	if (open->live.seat != SEAT_NONE)
		choose_higher(open, choices.set);
	return choices;
}

void mitaines_choose(const struct mitaines_open *open, unsigned seat, cards hand,
	struct mitaines_choices *choices)
{
	*choices = choose(open, seat, hand);
}

static inline struct move *add_plays(struct move *move, cards set, enum call call)
{
	for (; set != 0; set &= set - 1)
		move_put(move++, move_play(0, call), cards_first(set));
	return move;
}

/*
 * All cards of a hand uncalled and some of them as mittens. Each card is written to both lists and
 * the second only moves on where it counts: a branch here would be guessed wrong too often.
 */
static inline struct move *add_with_mittens(
	struct move *move, cards hand, unsigned count, cards mittens)
{
	struct move *mitten = move + count;

	for (; hand != 0; hand &= hand - 1) {
		card c = cards_first(hand);

		move_put(move++, move_play(0, CALL_NONE), c);
		move_put(mitten, move_play(0, CALL_MITTEN), c);
		mitten += mittens >> c & 1;
	}
	return mitten;
}

static inline uint32_t move_word(struct move move)
{
	uint32_t word;

	memcpy(&word, &move, sizeof word);
	return word;
}

/* Every set of three cards of the hand; like move_put, each written at once. */
static struct move *add_gives(struct move *move, cards hand)
{
	const uint32_t give = move_word((struct move){ .act = ACT_GIVE });
	const uint32_t first = move_word((struct move){ .card = 1 });
	const uint32_t second = move_word((struct move){ .second = 1 });
	const uint32_t third = move_word((struct move){ .third = 1 });

	for (cards a = hand; a != 0; a &= a - 1)
		for (cards b = a & (a - 1); b != 0; b &= b - 1) {
			uint32_t two = give + cards_first(a) * first + cards_first(b) * second;

			for (cards c = b & (b - 1); c != 0; c &= c - 1) {
				uint32_t word = two + cards_first(c) * third;

				memcpy(move++, &word, sizeof word);
			}
		}
	return move;
}

static inline void list(
	const struct mitaines_open *open, unsigned seat, cards hand, struct moves *moves)
{
	struct mitaines_choices choices;
	struct move *move = moves->move;
	unsigned count;

	if (open->exchange > 0) {
		move = add_gives(move, hand);
	} else {
		choices = choose(open, seat, hand);
		count = open->live.seat == seat ? cards_count_of_rank(hand, open->live.rank)
						: open->held[seat];
		move = add_with_mittens(
			move, choices.set[CALL_NONE], count, choices.set[CALL_MITTEN]);
		if ((choices.set[CALL_GLOVE] | choices.set[CALL_SOCK]) != 0) {
			move = add_plays(move, choices.set[CALL_GLOVE], CALL_GLOVE);
			move = add_plays(move, choices.set[CALL_SOCK], CALL_SOCK);
		}
	}
	moves->count = (unsigned)(move - moves->move);
}

void mitaines_moves(
	const struct mitaines_open *open, unsigned seat, cards hand, struct moves *moves)
{
	list(open, seat, hand, moves);
}

static void legal(const struct state *state, struct moves *moves)
{
	const struct mitaines *table = table_in(state);

	assert(state->phase == PHASE_PLAY);
	list(&table->open, state->turn, table->hand[state->turn], moves);
}

/* Playing a card */

static void play(struct mitaines *table, struct move move, struct facts *facts)
{
	struct mitaines_open *open = &table->open;
	unsigned seat = table->head.turn;

	table->hand[seat] ^= card_bit(move.card);
	open->held[seat]--;
	table->head.turn = (uint8_t)mitaines_after(table, seat);
	/* Most cards just lie there, and nothing else happens. */
	if (move.call == CALL_NONE && mitaines_lies(open, card_rank(move.card)) &&
		open->held[seat] > 0 && facts == NULL)
		mitaines_pile_add(open, move.card);
	else
		mitaines_settle(table, seat, move, facts);
}

static void apply(struct state *state, struct move move, struct facts *facts)
{
	assert(state->phase == PHASE_PLAY);
	if (move.act == ACT_GIVE)
		mitaines_give(table_of(state), move, facts);
	else
		play(table_of(state), move, facts);
}

const struct game mitaines_game = {
	.name = "mitaines",
	.presets = mitaines_presets,
	.options = mitaines_options,
	.state_size = sizeof(struct mitaines),
	.view_size = sizeof(struct mitaines_view),
	.open = open_table,
	.set = set,
	.players = players,
	.start = start,
	.draw = mitaines_draw,
	.deck = mitaines_deck,
	.deal = mitaines_deal,
	.legal = legal,
	.apply = apply,
	.side = mitaines_side,
	.view = mitaines_view,
	.check = mitaines_check,
	.view_legal = mitaines_view_legal,
	.hand = mitaines_hand,
	.describe = mitaines_describe,
	.greedy = mitaines_greedy,
	.fault = mitaines_fault,
};
