#include "bot/match/robot.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "engine/playout.h"

static void work(struct job *job, void *memory)
{
	struct robot_job *asked = (struct robot_job *)job;
	asked->move =
		player_move(asked->game, asked->level, &asked->seen.view, asked->seed, memory);
}

static void free_job(struct job *job)
{
	free(job);
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
	enum level level = table->seat[state->turn].level;
	if (table->transient.robot_serial != 0)
		return;
	table->transient.robot_serial = ++lobby->robots.last_serial;
	struct robot_job *asked = memory_new(1, sizeof *asked);
	*asked = (struct robot_job){
		.job = { .work = work,
			.done = done,
			.drop = free_job,
			.quick = level < LEVEL_HARD },
		.lobby = lobby,
		.match = table->match,
		.serial = table->transient.robot_serial,
		.game = table->game,
		.level = level,
		.seed = chance_part(table->robot_seed, table->moves),
	};
	table->game->view(state, state->turn, &asked->seen.view);
	worker_pool_add(lobby->robots.pool, &asked->job, thinking_pause(lobby, asked->seed));
}
