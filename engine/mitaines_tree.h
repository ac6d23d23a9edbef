/*
 * mitaines_tree.h - a deal between two players searched through from what one of them knows: one
 * tree of what everybody sees, grown by playing many worlds.
 */
#ifndef ENGINE_MITAINES_TREE_H
#define ENGINE_MITAINES_TREE_H

#include "engine/mitaines_duel.h"
#include "engine/playout.h"

enum { TREE_NODES = 1 << 15 };

/* A play after those above it in the tree. */
struct tree_node {
	uint32_t child; /* the first of what may follow, or 0 */
	uint32_t next;  /* the next beside it, or 0 */
	uint32_t visits;
	uint32_t open; /* visits above it in which it could have been played */
	float sum;     /* over its visits: what the player scored more than the other */
	uint8_t action;
};

struct tree {
	const struct duel_rules *rules;
	struct chance chance;
	uint32_t count;
	uint8_t seat;                      /* of the player */
	struct tree_node node[TREE_NODES]; /* the first is the root */
};

void tree_open(struct tree *tree, const struct duel_rules *rules, unsigned seat, uint64_t seed);
/* Plays the deal to its end in one world, and learns from it. */
void tree_grow(struct tree *tree, const struct duel *duel, uint64_t undealt);

#endif
