/* exercises.h - the exercises that pages begin. */
#ifndef BOT_MATCH_EXERCISES_H
#define BOT_MATCH_EXERCISES_H

#include "bot/match/exercise.h"

/*
 * Begins the exercise with this name on a page. key: receives the page's key. Returns MSG_OK,
 * MSG_GUEST_NO_LINK for an unknown name, or another message that says why not.
 */
enum message exercises_visit(struct lobby *lobby, const char *name,
	const struct exercise_visit *visit, char key[SEAT_KEY]);

#endif
