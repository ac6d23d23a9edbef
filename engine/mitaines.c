/* mitaines.c - Mitaines: options, legal moves and playing a card */
#include "engine/mitaines.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines/capture.h"
#include "engine/mitaines/deal.h"
#include "engine/mitaines/moves.h"
#include "engine/mitaines/view.h"

#define RULE(name, values, rule) OPTION(name, values, struct mitaines, open.rules.rule)

static const struct option options[] = {
	RULE("target", "10…10000", target),
	RULE("ranks", "mitaines|standard", standard),
	RULE("jackpair", "10|20|50", jack_pair),
	RULE("jacksingle", "0|10", jack_single),
	RULE("partners", "yes|no", partners),
	OPTIONS_END,
};

static struct mitaines *table_of(struct state *state)
{
	return (struct mitaines *)state;
}

static const struct mitaines *table_in(const struct state *state)
{
	return (const struct mitaines *)state;
}

static void open_table(struct state *state, unsigned preset)
{
	struct mitaines *table = table_of(state);
	memcpy(&table->open.rules, mitaines_preset(preset), sizeof table->open.rules);
	table->open.live = mitaines_no_contract;
	table->open.maker = SEAT_NONE;
}

/*
 * Returns the allowed numbers of players, one bit each. Returns 0 for an exchange without partners,
 * which cannot be played.
 */
static uint16_t players(const struct state *state)
{
	const struct mitaines_rules *rules = &table_in(state)->open.rules;
	return rules->exchange > 0 && !rules->partners ? 0 : rules->players;
}

static unsigned length(const struct state *state, unsigned count)
{
	(void)count;
	return (unsigned)table_in(state)->open.rules.target;
}

static void legal(const struct state *state, struct moves *moves)
{
	const struct mitaines *table = table_in(state);
	assert(state->phase == PHASE_PLAY);
	mitaines_list(&table->open, state->turn, table->hand[state->turn], moves);
}

static void play(struct mitaines *table, struct move move, struct events *events)
{
	struct mitaines_open *open = &table->open;
	unsigned seat = table->head.turn;
	table->hand[seat] ^= card_bit(move.card);
	open->held[seat]--;
	table->head.turn = (uint8_t)mitaines_after(table, seat);
	/* A fast path for play-outs: most cards stay on the pile and nothing else happens. */
	if (move.call == CALL_NONE && mitaines_lies(open, card_rank(move.card)) &&
		open->held[seat] > 0 && events == NULL)
		mitaines_pile_add(open, move.card);
	else
		mitaines_settle(table, seat, move, events);
}

static void apply(struct state *state, struct move move, struct events *events)
{
	assert(state->phase == PHASE_PLAY);
	if (move.act == ACT_GIVE)
		mitaines_give(table_of(state), move, events);
	else
		play(table_of(state), move, events);
}

/* The achievements: contracts made and stolen, by kind, and tens of diamonds. */
enum { FEAT_MADE, FEAT_STOLEN = 3, FEAT_TENS = 6 };
static const char *const stats[] = { "mittens", "gloves", "socks", "stolen.mittens",
	"stolen.gloves", "stolen.socks", "tens", NULL };

static int tally(const struct event *event)
{
	bool made = event->how == HOW_COMPLETE || event->how == HOW_GROUP;
	if (event->kind == EVENT_SCORE && event->how == HOW_TEN)
		return FEAT_TENS;
	if (event->kind != EVENT_CAPTURE || event->number == CALL_NONE)
		return -1;
	return (made ? FEAT_MADE : FEAT_STOLEN) + event->number - CALL_MITTEN;
}

const struct game mitaines_game = {
	.name = "mitaines",
	.presets = mitaines_presets,
	.options = options,
	.state_size = sizeof(struct mitaines),
	.view_size = sizeof(struct mitaines_view),
	.sets = true,
	.open = open_table,
	.players = players,
	.points = true,
	.length = length,
	.draw = mitaines_draw,
	.deal = mitaines_deal,
	.legal = legal,
	.apply = apply,
	.side = mitaines_side,
	.view = mitaines_view,
	.canonical = mitaines_canonical,
	.check = mitaines_check,
	.hand = mitaines_hand,
	.describe = mitaines_describe,
	.captured = mitaines_captured,
	.greedy = mitaines_greedy,
	.determinize = mitaines_determinize,
	.think = mitaines_think,
	.think_memory = MITAINES_THINK_MEMORY,
	.stats = stats,
	.tally = tally,
};
