/* bench.h - measurements that bench.c lists. Each prints its lines and returns 0 on success. */
#ifndef TESTS_LAB_BENCH_H
#define TESTS_LAB_BENCH_H

/* Time to solve a last deal of six cards each: 99th percentile, then mean. */
int bench_exact_lastdeal(const char *name);
/* Points that experts lose in 10,000 last deals against exact play. */
int bench_expert_lastdeal(const char *name);
/* Playouts a second of tree search (ISMCTS), from 10,000 for the first move of a hand. */
int bench_ismcts_mitaines2(const char *name);
/*
 * Share of matches that people win against the level that fits them, in the second half of twenty
 * matches of Mitaines for two: 300 people, or FIT_PEOPLE, of six strengths.
 */
int bench_fit(const char *name);
/* p99 of the pages of a deal of the day, and of a result, with 10,000 results. */
int bench_pages(const char *name);
/*
 * An evening of the open deal: 1,000 people play like AI players of all levels. Searches, waits
 * for replies in ms and in searches, memory. DAILY_EVENING: its seconds, 10,800.
 */
int bench_daily_evening(const char *name);
/* Seconds of processor time to prepare the two deals of a day. */
int bench_daily_prepare(const char *name);
/* p99 of `top` among a million people with ten million matches; fills a database of gigabytes
 * first. */
int bench_leaderboard(const char *name);
/* One number for the moves of the strong levels in fixed positions of all games. It changes only if
 * they play differently. */
int bench_signature(const char *name);

#endif
