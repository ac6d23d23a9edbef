/* command/tutorial.c - the commands that begin exercises: the tutorial. */
#include "bot/match/tutorial.h"
#include "bot/command/command.h"
#include "engine/mitaines.h"

static void run_tutorial(struct request *request)
{
	struct lobby *lobby = request->lobby;
	const struct exercise_kind *kind = &tutorial_exercise;
	struct exercise *exercise = exercise_find(lobby, request->from.person);
	bool stop = command_has_word(request, 0, MSG_COMMAND_STOP);
	if (stop || exercise_must_wait(lobby, request->from.person)) {
		/* The person may be in an exercise of another kind, like the deal of the day. */
		const struct exercise_kind *stopped = exercise != NULL ? exercise->kind : kind;
		command_tell(request, stop ? stopped->stopped : MSG_TUTORIAL_SEATED, NO_ARGS);
		if (exercise != NULL)
			exercise_stop(lobby, exercise);
		return;
	}
	if (exercise != NULL)
		exercise_end(lobby, exercise);
	if (exercise_make_room(lobby, kind, "") != MSG_OK) {
		command_refuse(request, REFUSED_TABLE);
		command_tell(request, kind->full, NO_ARGS);
		return;
	}
	command_tell(request, MSG_TUTORIAL_BEGIN, NO_ARGS);
	exercise_show(
		lobby, exercise_open(lobby, kind, &mitaines_game, request->from.person, NULL));
}

const struct command exercise_commands[] = {
	{ MSG_COMMAND_TUTORIAL, ANYWHERE, TABLE_NONE, LIST_BEGIN, MSG_HELP_TUTORIAL, run_tutorial },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
