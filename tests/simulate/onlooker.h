/* onlooker.h - people without a seat: watchers, and strangers who speak in the channel. */
#ifndef TESTS_SIMULATE_ONLOOKER_H
#define TESTS_SIMULATE_ONLOOKER_H

struct chance;
struct network;
struct person;

/* ---- steps (step.h) ---- */

void onlooker_watch(struct chance *chance);
void onlooker_pass(struct chance *chance);
void onlooker_hub(struct chance *chance);

/* ---- checks ---- */

/* Checks a line that the bot is about to send in private: a table's moves are for its players and
 * watchers only. */
void onlooker_stage(struct network *network, const struct person *person, const char *text);
/* Checks that the bot keeps no more people without a seat than its cache holds. */
void onlooker_look(void);

#endif
