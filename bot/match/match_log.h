/* match_log.h - log lines about the start and the end of a match, written after the commit. */
#ifndef BOT_MATCH_MATCH_LOG_H
#define BOT_MATCH_MATCH_LOG_H

#include "bot/lobby/lobby.h"

/*
 * Log that a match starts, or why it ends, with its players. Call them while the match is running.
 * reason: for operators.
 */
void match_log_start(struct lobby *lobby, struct table *table);
void match_log_end(struct lobby *lobby, struct table *table, const char *reason);

#endif
