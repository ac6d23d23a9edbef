#include "engine/search.h"

#include <assert.h>
#include <string.h>

#include "engine/playout.h"

/* The number of random deals that are weighed in advance. */
enum { WORLDS = 2048 };
enum { DEPTH = 64, NODES = SEARCH_PLAYOUTS + MOVES_MAX };
/* The weight of exploration for one share, in 512ths of the standard deviation of the odds. */
enum { URGE = 1 };
/*
 * SHARES: the number of shares, divided equally among all kinds of moves. FAVOUR: additional shares
 * for the simple player's move.
 */
enum { SHARES = 16, FAVOUR = 8 };

/* A kind of move in the tree, and its results for the side that made it. Node 0 is the root. */
struct node {
	int64_t odds;
	/*
	 * Sums of the leads of the view's side, and of their squares; 0 below the root's children.
	 */
	int64_t points, squares;
	uint32_t visits;
	uint32_t available; /* number of times that the move was legal */
	uint32_t kind;
	uint32_t next;  /* next sibling, or 0 */
	uint32_t first; /* first child, or 0 */
	uint32_t seen;  /* number of the last choice that counted this node */
	bool favoured;  /* true if the simple player chose this move */
};

struct step {
	uint32_t node;
	uint32_t seat;
};

struct tree {
	const struct search *search;
	struct chance chance;
	uint64_t seed[WORLDS];   /* seeds of the weighed deals */
	uint64_t weight[WORLDS]; /* cumulative weights of the deals */
	union any_state world;   /* the random deal at the root */
	union any_state table;   /* the state of the play-out */
	union any_view view;
	struct moves moves;
	uint32_t choices;
	uint32_t least;       /* minimum visits of each move at the root */
	int64_t sum, squares; /* sums of the odds of the view's side, and of their squares */
	int64_t deviation;    /* standard deviation of the odds of the view's side */
	uint32_t depth;
	struct step path[DEPTH];
	uint32_t nodes;
	struct node node[NODES];
};

static_assert(sizeof(struct tree) <= SEARCH_MEMORY, "a search fits its memory");

/* The legal moves at a node. */
struct survey {
	uint32_t known[MOVES_MAX]; /* node of each move, or 0 */
	uint32_t kinds;
	uint32_t fresh;       /* number of kinds without a node */
	struct move untried;  /* a random move of a kind without a node */
	int64_t odds, visits; /* sums over the nodes in `known` */
};

uint32_t search_every_kind(const struct search *search, const struct state *state, struct move move)
{
	uint32_t word;
	(void)search;
	(void)state;
	memcpy(&word, &move, sizeof word);
	return word;
}

/* Returns the lead of a seat's side over the best other side. */
static int32_t lead(const struct game *game, const struct state *state, unsigned seat)
{
	int32_t score[SEATS_MAX] = { 0 }, best = INT32_MIN;
	unsigned own = game_side(game, state, seat);
	for (unsigned i = 0; i < state->players; i++)
		score[game_side(game, state, i)] += state_score(state, i);
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = game_side(game, state, i);
		if (side != own && score[side] > best)
			best = score[side];
	}
	return score[own] - best;
}

static struct move simple_move(struct tree *tree)
{
	const struct game *game = tree->search->game;
	struct state *table = &tree->table.state;
	if (tree->search->play != NULL)
		return tree->search->play(table);
	game->view(table, table->turn, &tree->view.view);
	return game_greedy(game, &tree->view.view);
}

static uint32_t kind_of(const struct tree *tree, struct move move)
{
	return tree->search->kind(tree->search, &tree->table.state, move);
}

/* Finds the child of a node by its kind. Returns 0 if the node has no such child. */
static uint32_t find(const struct tree *tree, uint32_t from, uint32_t kind)
{
	uint32_t at = tree->node[from].first;
	while (at != 0 && tree->node[at].kind != kind)
		at = tree->node[at].next;
	return at;
}

/* Finds the child of a node by its kind, or adds it. A play-out adds one node at most. */
static uint32_t find_or_add(struct tree *tree, uint32_t from, uint32_t kind)
{
	uint32_t at = find(tree, from, kind);
	if (at != 0)
		return at;
	assert(tree->nodes < NODES);
	tree->node[tree->nodes] = (struct node){ .kind = kind, .next = tree->node[from].first };
	tree->node[from].first = tree->nodes;
	return tree->nodes++;
}

static void survey_moves(struct tree *tree, uint32_t from, struct survey *survey)
{
	survey->kinds = survey->fresh = 0;
	survey->odds = survey->visits = 0;
	tree->choices++;
	for (unsigned i = 0; i < tree->moves.count; i++) {
		uint32_t at = find(tree, from, kind_of(tree, tree->moves.move[i]));
		struct node *node = &tree->node[at];
		survey->known[i] = at;
		if (at == 0) {
			survey->kinds++;
			if (chance_below(&tree->chance, ++survey->fresh) == 0)
				survey->untried = tree->moves.move[i];
		} else if (node->seen != tree->choices) {
			node->seen = tree->choices;
			node->available++;
			survey->kinds++;
			survey->odds += node->odds;
			survey->visits += node->visits;
		}
	}
}

/* Returns the upper confidence bound: mean odds plus a term that falls with visits. */
static int64_t upper_bound(
	const struct tree *tree, const struct node *node, int64_t mean, unsigned kinds)
{
	int64_t shares = SHARES / (int64_t)kinds + (node->favoured ? FAVOUR : 0);
	int64_t root = odds_root(node->available * 256);
	return mean + tree->deviation * root * shares * URGE / (512 * ((int64_t)node->visits + 1));
}

/*
 * Finds the move with the highest confidence bound among the moves that have a node. Sets *most to
 * the bound, *move to the move. Returns its node, or 0 if no move has one.
 */
static uint32_t best_known(const struct tree *tree, uint32_t from, const struct survey *survey,
	int64_t *most, struct move *move)
{
	uint32_t found = 0;
	*most = INT64_MIN;
	for (unsigned i = 0; i < tree->moves.count; i++) {
		const struct node *node = &tree->node[survey->known[i]];
		if (survey->known[i] == 0)
			continue;
		int64_t worth = upper_bound(tree, node, node->odds / node->visits, survey->kinds);
		if (from == 0 && node->visits < tree->least)
			worth += ODDS_SURE * INT64_C(1024);
		if (worth > *most) {
			*most = worth;
			found = survey->known[i];
			*move = tree->moves.move[i];
		}
	}
	return found;
}

/* Chooses the move of the seat to act at a node. Returns its node. */
static uint32_t choose(struct tree *tree, uint32_t from, struct move *move)
{
	struct survey survey;
	int64_t most;
	survey_moves(tree, from, &survey);
	uint32_t found = best_known(tree, from, &survey, &most, move);
	if (survey.fresh > 0) {
		struct node none = { .available = (uint32_t)survey.visits };
		int64_t mean = survey.odds / (survey.visits > 0 ? survey.visits : 1);
		if (found == 0 || from == 0 ||
			upper_bound(tree, &none, mean, survey.kinds) > most) {
			*move = survey.untried;
			found = find_or_add(tree, from, kind_of(tree, *move));
		}
	}
	return found;
}

/*
 * Returns true if the simple player chooses the move: always in a new node; elsewhere only for the
 * other seats, in `follow` of eight cases.
 */
static bool is_followed(struct tree *tree, uint32_t from)
{
	const struct search *search = tree->search;
	return tree->node[from].first == 0 ||
		(tree->table.state.turn != search->view->seat &&
			chance_below(&tree->chance, 8) < search->follow);
}

/* Makes one move down the tree. Returns its node. */
static uint32_t step_down(struct tree *tree, uint32_t from)
{
	struct state *table = &tree->table.state;
	struct step *step = &tree->path[tree->depth];
	struct move move;
	if (is_followed(tree, from)) {
		move = simple_move(tree);
		step->node = find_or_add(tree, from, kind_of(tree, move));
		tree->node[step->node].favoured = true;
	} else {
		step->node = choose(tree, from, &move);
	}
	step->seat = table->turn;
	tree->depth++;
	tree->search->game->apply(table, move, NULL);
	return step->node;
}

/*
 * Plays moves down the tree, until a move without visits, the depth limit or the end of the
 * play-out.
 */
static void descend(struct tree *tree)
{
	const struct search *search = tree->search;
	struct state *table = &tree->table.state;
	uint32_t at = 0;
	for (tree->depth = 0; tree->depth < DEPTH && !search->over(&tree->world.state, table);) {
		search->game->legal(table, &tree->moves);
		if (kind_of(tree, tree->moves.move[0]) == 0) {
			search->game->apply(table, simple_move(tree), NULL);
			continue;
		}
		at = step_down(tree, at);
		if (tree->node[at].visits == 0)
			return;
	}
}

/* Adds the result of a play-out to every node on its path. */
static void add_result(struct tree *tree)
{
	const struct search *search = tree->search;
	const struct state *table = &tree->table.state;
	unsigned seat = search->view->seat;
	int32_t odds[SEATS_MAX];
	search->rate(table, odds);
	assert(tree->depth > 0); /* every play-out begins with a move at the root */
	for (uint32_t i = 0; i < tree->depth; i++) {
		struct node *node = &tree->node[tree->path[i].node];
		node->visits++;
		node->odds += odds[tree->path[i].seat];
	}
	struct node *first = &tree->node[tree->path[0].node];
	int64_t points =
		lead(search->game, table, seat) - lead(search->game, &tree->world.state, seat);
	first->points += points;
	first->squares += points * points;
	tree->sum += odds[seat];
	tree->squares += (int64_t)odds[seat] * odds[seat];
}

static void determinize(struct tree *tree, uint64_t seed)
{
	struct chance chance = { seed };
	tree->search->game->determinize(tree->search->view, &chance, &tree->world.state);
}

static void weigh_worlds(struct tree *tree)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < WORLDS && tree->search->weigh != NULL; i++) {
		tree->seed[i] = chance_next(&tree->chance);
		determinize(tree, tree->seed[i]);
		sum += tree->search->weigh(tree->search, &tree->world.state);
		tree->weight[i] = sum;
	}
}

/*
 * Returns the seed of a random deal. If the search has weights, chooses one of the weighed deals by
 * weight.
 */
static uint64_t draw_world(struct tree *tree)
{
	uint64_t random = chance_next(&tree->chance);
	unsigned low = 0, high = WORLDS - 1;
	if (tree->search->weigh == NULL)
		return random;
	random %= tree->weight[high];
	while (low < high) {
		unsigned middle = (low + high) / 2;
		if (tree->weight[middle] > random)
			high = middle;
		else
			low = middle + 1;
	}
	return tree->seed[low];
}

static void play_on(struct tree *tree, uint32_t number)
{
	const struct search *search = tree->search;
	struct state *table = &tree->table.state;
	determinize(tree, draw_world(tree));
	memcpy(table, &tree->world.state, search->game->state_size);
	descend(tree);
	while (!search->over(&tree->world.state, table))
		search->game->apply(table, simple_move(tree), NULL);
	add_result(tree);
	int64_t mean = tree->sum / number;
	tree->deviation = 1 + odds_root((uint32_t)(tree->squares / number - mean * mean));
}

/* Returns the node of a legal move at the root. A move without one gets node 0, without points. */
static const struct node *root_node(const struct tree *tree, unsigned move)
{
	return &tree->node[find(tree, 0, kind_of(tree, tree->moves.move[move]))];
}

/*
 * Returns the variance of the mean points of a node, in squared parts of a point (OPINION_POINT).
 */
static int64_t variance(const struct node *node)
{
	int64_t square = OPINION_POINT * OPINION_POINT;
	return (node->squares - node->points * node->points / node->visits) * square /
		node->visits / (node->visits - 1);
}

/*
 * Returns the standard error of the difference between two moves, or OPINION_UNSURE if a move has
 * fewer than FEW visits.
 */
static int32_t error_between(const struct node *one, const struct node *other)
{
	enum { FEW = 16 };
	if (one == other)
		return 0;
	if (one->visits < FEW || other->visits < FEW)
		return OPINION_UNSURE;
	int64_t sum = variance(one) + variance(other);
	return 1 + (int32_t)odds_root(sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX);
}

/* Fills the opinions. Of moves with equal visits the first is best. */
static void form_opinions(struct tree *tree, struct opinions *opinions)
{
	uint32_t most = 0;
	tree->table = tree->world;
	game_view_legal(tree->search->game, tree->search->view, &tree->moves);
	opinions->count = tree->moves.count;
	opinions->best = 0;
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		const struct node *node = root_node(tree, i);
		int64_t tries = node->visits > 0 ? node->visits : 1;
		opinion->move = tree->moves.move[i];
		opinion->points = (int32_t)(node->points * OPINION_POINT / tries);
		opinion->win = (int32_t)(node->odds / tries);
		if (node->visits > most) {
			most = node->visits;
			opinions->best = i;
		}
	}
	for (unsigned i = 0; i < opinions->count; i++)
		opinions->opinion[i].error =
			error_between(root_node(tree, i), root_node(tree, opinions->best));
}

/* Returns true if the root has moves of different kinds. */
static bool has_choice(struct tree *tree)
{
	const struct moves *moves = &tree->moves;
	unsigned i = 1;
	tree->table = tree->world;
	uint32_t kind = kind_of(tree, moves->move[0]);
	while (i < moves->count && kind_of(tree, moves->move[i]) == kind)
		i++;
	return i < moves->count;
}

void search_think(
	const struct search *search, uint64_t seed, void *memory, struct opinions *opinions)
{
	struct tree *tree = memory;
	unsigned count, playouts = search->playouts;
	assert(search->playouts > 0 && search->playouts <= SEARCH_PLAYOUTS);
	tree->search = search;
	tree->chance.seed = seed;
	tree->choices = 0;
	tree->sum = tree->squares = 0;
	tree->nodes = 1;
	tree->node[0] = (struct node){ .odds = 0 };
	game_view_legal(search->game, search->view, &tree->moves);
	count = tree->moves.count;
	determinize(tree, seed);
	if (!has_choice(tree))
		playouts = 1 + playouts / 16;
	weigh_worlds(tree);
	for (uint32_t number = 1; number <= playouts; number++) {
		tree->least = 1 + number / (4 * count);
		play_on(tree, number);
	}
	form_opinions(tree, opinions);
}
