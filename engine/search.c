/* search.c - thinking about a move by playing it out in imagined tables. */
#include "engine/search.h"

#include <assert.h>
#include <string.h>

#include "engine/playout.h"

/* What one candidate has come to so far. */
struct tally {
	int64_t odds;
	int64_t points;
	uint32_t count;
	uint32_t move; /* its place among the opinions */
};

struct workspace {
	union {
		struct state head;
		max_align_t block[GAME_BLOCK / sizeof(max_align_t)];
	} world, table;
	union {
		struct view head;
		max_align_t block[GAME_BLOCK / sizeof(max_align_t)];
	} sight;
	struct moves moves;
	struct tally tally[MOVES_MAX];
};

static_assert(sizeof(struct workspace) <= SEARCH_MEMORY, "a search fits its memory");

int32_t search_lead(const struct game *game, const struct state *state, unsigned seat)
{
	int32_t score[SEATS_MAX] = { 0 }, best = INT32_MIN;
	unsigned own = game->side(state, seat);

	for (unsigned i = 0; i < state->players; i++)
		score[game->side(state, i)] += state_score(state, i);
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = game->side(state, i);

		if (side != own && score[side] > best)
			best = score[side];
	}
	return score[own] - best;
}

static struct move next_move(
	const struct search *search, struct workspace *space, struct chance *chance)
{
	const struct game *game = search->game;
	struct state *table = &space->table.head;

	if (search->slips > 0 && chance_below(chance, search->slips) == 0) {
		game->legal(table, &space->moves);
		return space->moves.move[chance_below(chance, space->moves.count)];
	}
	game->view(table, table->turn, &space->sight.head);
	return game->greedy(&space->sight.head);
}

/* Plays one candidate out in the world imagined last. */
static void play_out(const struct search *search, struct workspace *space, struct chance chance,
	struct move move, struct tally *tally)
{
	const struct game *game = search->game;
	struct state *table = &space->table.head;
	unsigned seat = search->view->seat;
	int32_t odds[SEATS_MAX];

	memcpy(table, &space->world.head, game->state_size);
	game->apply(table, move, NULL);
	while (!search->over(&space->world.head, table))
		game->apply(table, next_move(search, space, &chance), NULL);
	search->rate(table, odds);
	tally->odds += odds[seat];
	tally->points +=
		search_lead(game, table, seat) - search_lead(game, &space->world.head, seat);
	tally->count++;
}

/* Whether a comes before b: by its mean, then by its place. */
static bool better(const struct tally *a, const struct tally *b)
{
	int64_t x = a->odds * b->count, y = b->odds * a->count;

	return x != y ? x > y : a->move < b->move;
}

static void rank(struct tally *tally, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		struct tally one = tally[i];
		unsigned at = i;

		for (; at > 0 && better(&one, &tally[at - 1]); at--)
			tally[at] = tally[at - 1];
		tally[at] = one;
	}
}

static void fill(const struct tally *tally, unsigned count, struct opinions *opinions)
{
	for (unsigned i = 0; i < count; i++) {
		struct opinion *opinion = &opinions->opinion[tally[i].move];
		double played = tally[i].count;

		opinion->points = (float)((double)tally[i].points / played);
		opinion->win = (float)((double)tally[i].odds / (played * ODDS_SURE));
	}
	opinions->best = tally[0].move;
}

/* Each round imagines worlds, plays all candidates left out in them, and drops the worse half. */
void search_think(
	const struct search *search, uint64_t seed, void *memory, struct opinions *opinions)
{
	struct workspace *space = memory;
	struct chance chance = { seed };
	unsigned left, rounds = 1;

	search->game->view_legal(search->view, &space->moves);
	opinions->count = left = space->moves.count;
	for (unsigned i = 0; i < left; i++) {
		opinions->opinion[i].move = space->moves.move[i];
		space->tally[i] = (struct tally){ .move = i };
	}
	for (unsigned i = left; i > 2; i = (i + 1) / 2)
		rounds++;
	for (unsigned share = search->playouts / rounds; rounds > 0; rounds--) {
		for (unsigned spent = 0; spent < share; spent += left) {
			search->game->imagine(search->view, &chance, &space->world.head);
			struct chance luck = { chance_next(&chance) };

			for (unsigned i = 0; i < left; i++)
				play_out(search, space, luck,
					opinions->opinion[space->tally[i].move].move,
					&space->tally[i]);
		}
		rank(space->tally, left);
		left = (left + 1) / 2;
	}
	fill(space->tally, opinions->count, opinions);
}
