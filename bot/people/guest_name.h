/*
 * guest_name.h - the names that guests type: 1 to 20 letters of one script, digits, single blanks
 * inside, and - . '. Two names resemble each other if readers can confuse them at a glance.
 */
#ifndef BOT_PEOPLE_GUEST_NAME_H
#define BOT_PEOPLE_GUEST_NAME_H

#include <stdbool.h>

/*
 * GUEST_NAME_LETTERS: maximum number of letters of a name; GUEST_NAME: bytes of a name, NUL
 * included.
 */
enum { GUEST_NAME_LETTERS = 20, GUEST_NAME = 4 * GUEST_NAME_LETTERS + 1 };

/*
 * Reads a name as typed: drops blanks at its ends, composes accents, and makes ’ an apostrophe.
 * Returns false if it is empty or too long, or has another character or letters of two scripts.
 */
bool guest_name_read(const char *typed, char name[GUEST_NAME]);
/*
 * True if readers can confuse two names: ignores case, accents and signs, and takes I for l and 0
 * for O.
 */
bool guest_name_resembles(const char *one, const char *other);

#endif
