/* mitaines_expert.c - thinking about a deal between two players. */
#include "engine/mitaines_expert.h"

#include "engine/mitaines_think.h"
#include "engine/odds.h"

enum { HARD_WORLDS = 150, EXPERT_WORLDS = 10000 };

bool expert_plays(const struct view *view)
{
	return duel_covers(&((const struct mitaines_view *)view)->open, view->open.players);
}

/* How likely the view's seat is to win once it has got so many points more, the other as many. */
static float win_after(const struct mitaines_view *view, int own, int other)
{
	struct mitaines table = { .head = view->head.open, .open = view->open };
	unsigned seat = view->head.seat;
	int32_t odds[SEATS_MAX];

	table.head.points[seat] += own;
	table.head.points[seat ^ 1] += other;
	/* With the last deal the hand ends. */
	if (table.open.undealt == 0)
		table.head.phase = PHASE_DEAL;
	mitaines_rate(&table.head, odds);
	return (float)odds[seat] / ODDS_SURE;
}

static float win_by(const struct mitaines_view *view, int lead)
{
	return win_after(view, lead > 0 ? lead : 0, lead < 0 ? -lead : 0);
}

/* Every legal move, with no opinion of it yet. */
static void list_moves(const struct mitaines_view *view, struct opinions *opinions)
{
	struct moves moves;

	mitaines_game.view_legal(&view->head, &moves);
	opinions->count = moves.count;
	opinions->best = 0;
	for (unsigned i = 0; i < moves.count; i++)
		opinions->opinion[i] = (struct opinion){ .move = moves.move[i] };
}

/* The last deal: what nobody has shown the other holds. */
static void solve(struct expert *expert, const struct mitaines_view *view, struct duel *duel,
	struct opinions *opinions)
{
	duel->hand[duel->turn ^ 1] =
		duel_pack(CARDS_ALL & ~(view->hand | view->open.gone | view->open.pile_set));
	exact_open(&expert->exact, &expert->rules, 0);
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		int lead = exact_action(
			&expert->exact, duel, duel_action(opinion->move.card, opinion->move.call));

		opinion->points = (float)lead;
		opinion->win = win_by(view, lead);
		if (opinion->points > opinions->opinion[opinions->best].points)
			opinions->best = i;
	}
}

static const struct tree_node *node_of(const struct tree *tree, unsigned action)
{
	uint32_t at = tree->node[0].child;

	while (at != 0 && tree->node[at].action != action)
		at = tree->node[at].next;
	return &tree->node[at];
}

/* An earlier deal: worlds are played by chance. */
static void ponder(struct expert *expert, const struct mitaines_view *view, struct duel *duel,
	unsigned count, struct opinions *opinions)
{
	struct tree *tree = &expert->tree;
	uint32_t most = 0;

	worlds_open(&expert->worlds, &expert->rules, view);
	for (unsigned i = 0; i < count; i++) {
		uint64_t hand = worlds_draw(&expert->worlds, &tree->chance);

		duel->hand[duel->turn ^ 1] = hand;
		tree_grow(tree, duel, expert->worlds.hidden - duel_counts(hand));
	}
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		const struct tree_node *node =
			node_of(tree, duel_action(opinion->move.card, opinion->move.call));

		opinion->points = node->sum / (float)node->visits;
		opinion->win = win_by(view, (int)opinion->points);
		if (node->visits > most) {
			most = node->visits;
			opinions->best = i;
		}
	}
}

void expert_think(const struct view *view, unsigned level, uint64_t seed, struct expert *expert,
	struct opinions *opinions)
{
	const struct mitaines_view *sight = (const struct mitaines_view *)view;
	struct duel duel;

	duel_set_rules(&expert->rules, &sight->open.rules);
	duel_set(&duel, &sight->open, view->seat);
	duel.hand[view->seat] = duel_pack(sight->hand);
	list_moves(sight, opinions);
	if (sight->open.undealt == 0) {
		solve(expert, sight, &duel, opinions);
		return;
	}
	tree_open(&expert->tree, &expert->rules, view->seat, seed);
	ponder(expert, sight, &duel, level == LEVEL_EXPERT ? EXPERT_WORLDS : HARD_WORLDS, opinions);
}
