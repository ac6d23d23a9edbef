/* bench.h - measurements that bench.c lists. Each prints its lines and returns 0 on success. */
#ifndef TESTS_LAB_BENCH_H
#define TESTS_LAB_BENCH_H

/* The 99th percentile, then the mean, of solving a last deal of six cards each. */
int bench_exact_lastdeal(const char *name);
/* Points that experts lose in 10,000 last deals against exact play. */
int bench_expert_lastdeal(const char *name);
/* Worlds played out in a second, 10,000 of them for the first move of a hand. */
int bench_ismcts_mitaines2(const char *name);
/* Points of a best response to AI players in a hand of Mitaines of twelve cards; takes minutes. */
int bench_exploit(const char *name);
/* `top` over a million people and ten million matches, p99; fills a database of gigabytes first. */
int bench_leaderboard(const char *name);
/* One number for the moves of the strong levels in fixed positions of all games. It changes only
 * when they play differently. */
int bench_signature(const char *name);

#endif
