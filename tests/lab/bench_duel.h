/* bench_duel.h - measurements of how Mitaines between two is thought about. Only for bench.c.
 */
#ifndef TESTS_LAB_BENCH_DUEL_H
#define TESTS_LAB_BENCH_DUEL_H

/* The 99th percentile, then the mean, of solving a last deal of six cards each. */
int bench_exact_lastdeal(const char *name);
/* Points that experts lose in 10,000 last deals against exact play. */
int bench_expert_lastdeal(const char *name);
/* Worlds played out in a second, 10,000 of them for the first move of a hand. */
int bench_ismcts_mitaines2(const char *name);

#endif
