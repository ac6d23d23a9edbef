/* exercises.c - the list of exercises. It is a file of its own because they call exercise.c. */
#include <string.h>

#include "bot/match/tutorial.h"

static const struct exercise_kind *const kinds[] = { &tutorial_exercise };

const struct exercise_kind *exercise_kind_named(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i]->name, name) == 0)
			return kinds[i];
	return NULL;
}
