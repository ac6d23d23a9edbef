/*
 * script.h - bytes as what people do: lines of chat by eight people in a channel and in private, an
 * operator among them, and all that can happen to them in between.
 *
 * The first byte of a line says who speaks (0…7) and whether in private (8), or with 0x10 and more
 * what happens instead.
 */
#ifndef TESTS_STAGE_SCRIPT_H
#define TESTS_STAGE_SCRIPT_H

#include "tests/stage/stage.h"

/* Opens a stage where a match of each game was played, marked just there. */
void script_open(struct stage *stage, const struct catalogue *texts);
/*
 * Plays a script, once on a stage that was opened or rewound; what is said is left to stage_hear.
 * Aborts when a table is not
 * sound, or something said is not a line of clean text.
 */
void script_play(struct stage *stage, const uint8_t *data, size_t size);

#endif
