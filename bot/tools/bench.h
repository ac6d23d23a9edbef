/* tools/bench.h - `mitaines bench`: measurements, one line each. */
#ifndef BOT_TOOLS_BENCH_H
#define BOT_TOOLS_BENCH_H

/* Measures what argv names, or everything; returns the exit status. argv[0] is the command's name.
 */
int bench_main(int argc, char **argv);

#endif
