/* script.h - plays a script, given as bytes: eight people, one of them an admin, speak in a channel
 * and in private, with mishaps in between. The first byte of a line is the number of the speaker (0
 * to 7; 8 more for a private line), or 0x10 plus the number of a mishap. */
#ifndef TESTS_STAGE_SCRIPT_H
#define TESTS_STAGE_SCRIPT_H

#include "tests/stage/stage.h"

/* Opens a stage, plays a match of each game on it, and marks it for stage_rewind. */
void script_open(struct stage *stage, const struct catalogue *texts);
/* Plays a script on an opened or rewound stage. Read the bot's lines with stage_hear. Aborts if the
 * state of a table is contradictory, or if a line has control characters. */
void script_play(struct stage *stage, const uint8_t *data, size_t size);

#endif
