/* tutorial.h - the tutorial: an exercise that teaches Mitaines in ten moves. */
#ifndef BOT_MATCH_TUTORIAL_H
#define BOT_MATCH_TUTORIAL_H

#include "bot/match/exercise.h"

extern const struct exercise_kind tutorial_exercise;

#endif
