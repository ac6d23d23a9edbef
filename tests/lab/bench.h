/* bench.h - measurements that bench.c lists. Each prints its figures in lines that begin with
 * `name`, and returns 0 on success. */
#ifndef TESTS_LAB_BENCH_H
#define TESTS_LAB_BENCH_H

/* Measures the time to solve a last deal of six cards each: 99th percentile, then mean. */
int bench_exact_lastdeal(const char *name);
/* Counts the points that experts lose against exact play in 10,000 last deals. */
int bench_expert_lastdeal(const char *name);
/* Measures how many iterations the expert's tree search (ISMCTS) makes in a second at the first
 * move of a hand. */
int bench_ismcts_mitaines2(const char *name);
/* Measures the share of matches that people win against AI players of the level that fits them, in
 * the second half of twenty matches of Mitaines for two. FIT_PEOPLE sets the number of simulated
 * people, of six strengths; the default is 300. */
int bench_fit(const char *name);
/* Measures the 99th percentile of the time for the pages of a deal of the day, and of one result,
 * when 10,000 people have a result. */
int bench_pages(const char *name);
/* Simulates an evening of the open deal: 1,000 people play like AI players of all levels. Prints
 * the number and time of searches, how long people wait for replies, and the memory. DAILY_EVENING
 * sets the length in seconds; the default is 10,800. */
int bench_daily_evening(const char *name);
/* Measures the processor time in seconds to prepare the two deals of a day. */
int bench_daily_prepare(const char *name);
/* Measures the 99th percentile of the time for `top` with a million people and ten million matches.
 * First it fills a database of some gigabytes. */
int bench_leaderboard(const char *name);
/* Prints one number computed from the moves of the strong levels in fixed positions of all games.
 * It changes only if the levels play differently. */
int bench_signature(const char *name);

#endif
