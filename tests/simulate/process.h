/* process.h - the program `mitaines run`, which lives and dies in the world. */
#ifndef TESTS_SIMULATE_PROCESS_H
#define TESTS_SIMULATE_PROCESS_H

#include <stdbool.h>
#include <uv.h>

#include "tests/simulate/disk.h"

#define PROCESS_DATABASE DISK_FOLDER "mitaines.db"
#define PROCESS_KEY      PROCESS_DATABASE "-key"

/* Returns true once process_prepare has made the empty database that runs begin with. */
bool process_ready(void);
void process_prepare(void);
/* Writes the configuration and an empty database to the disk. */
void process_configure(void);
/* Runs the program until it dies or the run is over. */
void process_live(void);
/* process_batch notes the end of a batch. process_spin notes one more callback without a wait. */
void process_batch(void);
void process_spin(void);
void process_signal(int number);
void process_raise(uv_loop_t *loop, int number);

#endif
