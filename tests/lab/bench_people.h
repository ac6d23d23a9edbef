/* bench_people.h - measurements of what the store remembers of a great many people. */
#ifndef TESTS_LAB_BENCH_PEOPLE_H
#define TESTS_LAB_BENCH_PEOPLE_H

/* `top` over a million people and ten million matches, p99; fills a database of gigabytes first. */
int bench_leaderboard(const char *name);

#endif
