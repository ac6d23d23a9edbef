/* mitaines.c - Mitaines: legal moves and playing a card. */
#include "engine/mitaines.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines/capture.h"
#include "engine/mitaines/deal.h"
#include "engine/mitaines/moves.h"
#include "engine/mitaines/think.h"
#include "engine/mitaines/view.h"

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

static void legal(const struct state *state, struct moves *moves)
{
	const struct mitaines *table = table_in(state);

	assert(state->phase == PHASE_PLAY);
	mitaines_list(&table->open, state->turn, table->hand[state->turn], moves);
}

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

/* Beside scoring: contracts made and stolen, by how many cards they take, and tens of diamonds. */
enum { FEAT_MADE, FEAT_STOLEN = 3, FEAT_TENS = 6 };
static const char *const feats[] = { "mittens", "gloves", "socks", "stolen.mittens",
	"stolen.gloves", "stolen.socks", "tens", NULL };

static int tally(const struct fact *fact)
{
	bool made = fact->how == HOW_COMPLETE || fact->how == HOW_GROUP;

	if (fact->kind == FACT_SCORE && fact->how == HOW_TEN)
		return FEAT_TENS;
	if (fact->kind != FACT_CAPTURE || fact->number == CALL_NONE)
		return -1;
	return (made ? FEAT_MADE : FEAT_STOLEN) + fact->number - CALL_MITTEN;
}

const struct game mitaines_game = {
	.name = "mitaines",
	.presets = mitaines_presets,
	.options = mitaines_options,
	.state_size = sizeof(struct mitaines),
	.view_size = sizeof(struct mitaines_view),
	.sets = true,
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
	.imagine = mitaines_imagine,
	.think = mitaines_think,
	.think_memory = MITAINES_THINK_MEMORY,
	.feats = feats,
	.tally = tally,
	.fault = mitaines_fault,
};
