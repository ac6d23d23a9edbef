/*
 * fit.h - the level of AI players that fits a person: against it the person wins about half of the
 * matches for two, and a fair share of larger ones
 */
#ifndef BOT_MATCH_FIT_H
#define BOT_MATCH_FIT_H

#include "bot/lobby/lobby.h"
#include "engine/player.h"
#include "storage/matches.h"

/*
 * Number of a person's last matches against AI players alone from which their strength is computed.
 */
enum { FIT_MATCHES = 20 };

/*
 * Returns the level for a person with these results, newest first. New people get the weakest
 * level. chance: a random number from 0 to 1, which decides between two levels.
 */
enum level fit_choose(const struct store_robot_match *matches, unsigned count, double chance);
/*
 * Returns the level for the next AI player at a stored table that has not started, if a person asks
 * for one. Depends only on the table's seed, the seats taken and the person's results. A failed
 * read fails the batch.
 */
enum level fit_level(struct lobby *lobby, const struct table *table, const struct person *person);

#endif
