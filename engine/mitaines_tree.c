/* mitaines_tree.c - Monte Carlo search of what everybody sees. */
#include "engine/mitaines_tree.h"

#include <math.h>

#include "engine/mitaines_habit.h"

/* Points that an action never tried may be better than it looks; plays the tree looks ahead. */
#define CURIOSITY 37.0f
enum { DEPTH = 1 };

void tree_open(struct tree *tree, const struct duel_rules *rules, unsigned seat, uint64_t seed)
{
	tree->rules = rules;
	tree->chance.seed = seed;
	tree->seat = (uint8_t)seat;
	tree->count = 1;
	tree->node[0] = (struct tree_node){ .child = 0 };
}

/* Begins a node for the first of some actions. */
static struct tree_node *add(struct tree *tree, struct tree_node *parent, uint64_t actions)
{
	struct tree_node *node = &tree->node[tree->count];

	*node = (struct tree_node){
		.next = parent->child, .action = (uint8_t)__builtin_ctzll(actions), .open = 1
	};
	parent->child = tree->count++;
	return node;
}

static float promise(const struct tree_node *node, bool own)
{
	float visits = (float)node->visits;
	float mean = node->sum / visits;

	/* The logarithm in whole numbers: everywhere the same. */
	float log = (float)(32 - __builtin_clz(node->open));

	return (own ? mean : -mean) + CURIOSITY * sqrtf(log / visits);
}

/* What to try: something never tried if there is, else what promises most; NULL: memory is full. */
static struct tree_node *choose(
	struct tree *tree, struct tree_node *parent, const struct duel *duel)
{
	uint64_t actions = duel_legal(tree->rules, duel);
	struct tree_node *best = NULL;
	float most = 0;

	for (uint32_t at = parent->child; at != 0; at = tree->node[at].next) {
		struct tree_node *node = &tree->node[at];
		float hope;

		if ((actions >> node->action & 1) == 0)
			continue;
		actions ^= UINT64_C(1) << node->action;
		node->open++;
		hope = promise(node, duel->turn == tree->seat);
		if (best == NULL || hope > most) {
			most = hope;
			best = node;
		}
	}
	return actions != 0 && tree->count < TREE_NODES ? add(tree, parent, actions) : best;
}

/* What the seat has got more than the other when the deal is over. */
static int outcome(const struct tree *tree, const struct duel *duel, uint64_t undealt)
{
	int rest = duel_rest(&duel->pile, undealt);

	return duel->points[tree->seat] - duel->points[tree->seat ^ 1] +
		(duel->turn == tree->seat ? rest : -rest);
}

void tree_grow(struct tree *tree, const struct duel *world, uint64_t undealt)
{
	struct duel duel = *world;
	struct tree_node *path[DEPTH] = { NULL }, *node = &tree->node[0];
	unsigned depth = 0;

	while (depth < DEPTH && duel.left > 0 && (node = choose(tree, node, &duel)) != NULL) {
		duel_play(tree->rules, &duel, node->action);
		path[depth++] = node;
		if (node->visits == 0)
			break;
	}
	while (duel.left > 0)
		duel_play(tree->rules, &duel, habit_choose(tree->rules, &duel, &tree->chance));
	while (depth > 0) {
		path[--depth]->visits++;
		path[depth]->sum += (float)outcome(tree, &duel, undealt);
	}
}
