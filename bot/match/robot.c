#include "bot/match/robot.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "engine/playout.h"

int64_t robot_owner_id(const struct lobby *lobby, const struct seat *seat)
{
	return seat->owner != NULL ? seat->owner->id : lobby->robots.id[seat->level];
}

int64_t robot_player_id(const struct lobby *lobby, const struct seat *seat)
{
	return seat->player != NULL ? seat->player->id : lobby->robots.id[seat->level];
}

static void work(struct job *job, void *memory)
{
	struct robot_job *asked = (struct robot_job *)job;
	asked->move =
		player_move(asked->game, asked->level, &asked->seen.view, asked->seed, memory);
}

static void drop(struct job *job)
{
	free(job);
}

/* Creates a job with the view of the seat to move. Copies the other members from `like`. */
static struct robot_job *new_robot_job(
	const struct robot_job *like, const struct state *state, void (*done)(struct job *job))
{
	struct robot_job *asked = memory_new(1, sizeof *asked);
	*asked = *like;
	asked->job = (struct job){
		.work = work,
		.done = done,
		.drop = drop,
		.quick = like->level < LEVEL_HARD,
	};
	asked->game->view(state, state->turn, &asked->seen.view);
	return asked;
}

/*
 * Returns the ms to wait before an AI player's move, so that the move takes about as long as a
 * person's. The seed varies the time.
 */
static unsigned thinking_pause(const struct lobby *lobby, uint64_t seed)
{
	struct chance chance = { seed };
	return lobby->settings.think_ms * 3 / 4 +
		chance_below(&chance, lobby->settings.think_ms / 2 + 1);
}

void robot_request_move(struct lobby *lobby, struct table *table, void (*done)(struct job *job))
{
	const struct state *state = table_state(table);
	const struct seat *seat = &table->seat[state->turn];
	struct robot_job like = {
		.lobby = lobby,
		.match = table->match,
		.serial = lobby->robots.last_serial + 1,
		.game = table->game,
		.level = seat->level,
		.seed = chance_part(table->robot_seed, table->moves),
	};
	if (table->transient.robot_serial != 0)
		return;
	struct robot_job *asked = new_robot_job(&like, state, done);
	worker_pool_add(lobby->robots.pool, &asked->job, thinking_pause(lobby, like.seed));
	table->transient.robot_serial = ++lobby->robots.last_serial;
}
