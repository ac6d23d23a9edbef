#include "bot/match/robot.h"

#include <stdlib.h>

#include "engine/playout.h"

int64_t robot_owner(const struct lobby *lobby, const struct seat *seat)
{
	return seat->owner != NULL ? seat->owner->id : lobby->robots.id[seat->level];
}

int64_t robot_player(const struct lobby *lobby, const struct seat *seat)
{
	return seat->player != NULL ? seat->player->id : lobby->robots.id[seat->level];
}

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

/* A thought that begins as *like, with the view of the seat to act; NULL without memory. */
static struct thought *think_of(
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

/* About the time a person would take; which one, the seed says. */
static unsigned pause_for(const struct lobby *lobby, uint64_t seed)
{
	struct chance chance = { seed };
	return lobby->settings.think_ms * 3 / 4 +
		chance_below(&chance, lobby->settings.think_ms / 2 + 1);
}

void robot_ask(struct lobby *lobby, struct table *table, void (*done)(struct job *job))
{
	const struct state *state = table_state(table);
	const struct seat *seat = &table->seat[state->turn];
	struct thought like = {
		.lobby = lobby,
		.match = table->match,
		.serial = lobby->robots.thoughts + 1,
		.game = table->game,
		.level = seat->level,
		.seed = chance_part(table->thinking, table->moves),
	};
	if (table->passing.awaited != 0)
		return;
	struct thought *thought = think_of(&like, state, done);
	if (thought == NULL)
		return;
	if (worker_take(lobby->robots.pool, &thought->job, pause_for(lobby, like.seed)))
		table->passing.awaited = ++lobby->robots.thoughts;
	else
		free(thought);
}
