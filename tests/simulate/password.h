/* password.h - people set a password for their nick, and others try to guess it. */
#ifndef TESTS_SIMULATE_PASSWORD_H
#define TESTS_SIMULATE_PASSWORD_H

#include <stdbool.h>

#include "engine/playout.h"

struct human;

/* A step (step.h): a person sets a password, uses it under another nick, or guesses the password of
 * another person. */
void password_say(struct chance *chance);
/* Checks a private line of the bot that the human reads, and reacts if it asks for a password. */
void password_hear(struct human *human, const char *text);

#endif
