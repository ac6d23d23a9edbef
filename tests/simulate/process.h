/* process.h - the program itself, which lives and dies in the world: `mitaines run` as it is. */
#ifndef TESTS_SIMULATE_PROCESS_H
#define TESTS_SIMULATE_PROCESS_H

#include <stdbool.h>
#include <uv.h>

#include "tests/simulate/disk.h"

#define PROCESS_DATABASE DISK_FOLDER "mitaines.db"

/* Has it been prepared? Prepares what all of its lives begin with; spoils the disk. */
bool process_ready(void);
void process_prepare(void);
/* Puts its configuration and its database, with nothing in it, on the disk. */
void process_configure(void);
/* Lives until it dies or the run is over. */
void process_live(void);
/* A round of its loop has ended; it has done one thing more without waiting. */
void process_batch(void);
void process_spin(void);
/* It gets a signal. */
void process_signal(int number);
void process_raise(uv_loop_t *loop, int number);

#endif
