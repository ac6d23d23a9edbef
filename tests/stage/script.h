/*
 * script.h - interprets bytes as a script of eight people in a channel and in private, one of them
 * an admin, with mishaps in between.
 *
 * The first byte of a line is the speaker (0…7), plus 8 in private, or a mishap from 0x10 on.
 */
#ifndef TESTS_STAGE_SCRIPT_H
#define TESTS_STAGE_SCRIPT_H

#include "tests/stage/stage.h"

/* Opens a stage, plays a match of each game, and marks the stage. */
void script_open(struct stage *stage, const struct catalogue *texts);
/* Plays a script on an opened or rewound stage; read the lines with stage_hear. Aborts if a
 * table is broken or a line has control characters. */
void script_play(struct stage *stage, const uint8_t *data, size_t size);

#endif
