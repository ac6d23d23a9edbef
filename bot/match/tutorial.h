/* tutorial.h - the tutorial: an exercise that teaches Mitaines in ten moves. */
#ifndef BOT_MATCH_TUTORIAL_H
#define BOT_MATCH_TUTORIAL_H

#include "bot/match/exercise.h"

extern const struct exercise_kind tutorial_exercise;

/* Begins the tutorial on a page. Returns like exercise_begin_on_page. */
enum message tutorial_visit(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY]);

#endif
