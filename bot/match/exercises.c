#include "bot/match/exercises.h"

#include <string.h>

#include "bot/match/challenge.h"
#include "bot/match/trial.h"
#include "bot/match/tutorial.h"

static const struct {
	const char *name;
	enum message (*visit)(
		struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY]);
} kinds[] = { { "tutorial", tutorial_visit }, { "daily", trial_visit_daily },
	{ "challenge", challenge_visit } };

enum message exercises_visit(struct lobby *lobby, const char *name,
	const struct exercise_visit *visit, char key[SEAT_KEY])
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return kinds[i].visit(lobby, visit, key);
	return MSG_GUEST_NO_LINK;
}
