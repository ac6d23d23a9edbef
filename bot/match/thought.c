#include "bot/match/thought.h"

#include <stdlib.h>

static void work(struct job *job, void *memory)
{
	struct thought *thought = (struct thought *)job;
	thought->move = player_move(
		thought->game, thought->level, &thought->seen.view, thought->seed, memory);
}

static void drop(struct job *job)
{
	free(job);
}

struct thought *thought_new(
	const struct thought *like, const struct state *state, void (*done)(struct job *job))
{
	struct thought *thought = malloc(sizeof *thought);
	if (thought == NULL)
		return NULL;
	*thought = *like;
	thought->job = (struct job){
		.work = work,
		.done = done,
		.drop = drop,
		.quick = like->level < LEVEL_HARD,
	};
	thought->game->view(state, state->turn, &thought->seen.view);
	return thought;
}
