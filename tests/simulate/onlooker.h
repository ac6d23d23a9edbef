/* onlooker.h - people who look on: at a table, or at the channel, by which they only pass. */
#ifndef TESTS_SIMULATE_ONLOOKER_H
#define TESTS_SIMULATE_ONLOOKER_H

struct chance;
struct network;
struct person;

/* ---- steps (step.h) ---- */

void onlooker_watch(struct chance *chance);
void onlooker_pass(struct chance *chance);
void onlooker_hub(struct chance *chance);

/* ---- what must hold ---- */

/* Somebody is about to be told something in private. */
void onlooker_stage(struct network *network, const struct person *person, const char *text);
/* Now and then: of those who only passed by no more are kept than a cache holds. */
void onlooker_look(void);

#endif
