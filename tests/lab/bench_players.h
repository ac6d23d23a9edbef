/* bench_players.h - measurements of AI players. Only for bench.c. */
#ifndef TESTS_LAB_BENCH_PLAYERS_H
#define TESTS_LAB_BENCH_PLAYERS_H

/* One number for what the strong levels do in fixed positions of all games: it changes when, and
 * should only change when, they play differently. */
int bench_signature(const char *name);

#endif
