/* password.h - people who set a password for their nick, and others who guess it. */
#ifndef TESTS_SIMULATE_PASSWORD_H
#define TESTS_SIMULATE_PASSWORD_H

#include <stdbool.h>

#include "engine/playout.h"

struct human;

/* A step: somebody sets theirs, shows by it who they are, or guesses that of another. */
void password_say(struct chance *chance);
/* The bot says something to somebody in private. */
void password_hear(struct human *human, const char *text);

#endif
