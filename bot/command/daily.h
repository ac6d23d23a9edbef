/* command/daily.h - plays a trial: a deal of the day or a challenge. */
#ifndef BOT_COMMAND_DAILY_H
#define BOT_COMMAND_DAILY_H

#include "bot/command/command.h"
#include "storage/trials.h"

/* Bytes of a time, NUL included. */
enum { DAILY_TIME = 24 };

/* Writes a time in UTC, like "2026-12-01 14:00 UTC". date: Unix seconds. */
const char *daily_write_time(int64_t date, char text[DAILY_TIME]);
/*
 * Returns true if the caller may play a trial now. Otherwise tells them to finish at their table
 * first.
 */
bool daily_can_play(const struct request *request);
/*
 * Answers the caller after trial_begin for a trial: shows their hand or their result, or tells why
 * they cannot play. why: the result of trial_begin.
 */
void daily_answer(const struct request *request, const struct store_trial *trial, enum message why);

#endif
