/* process.h - the bot's process: runs `mitaines run` in the simulated world. */
#ifndef TESTS_SIMULATE_PROCESS_H
#define TESTS_SIMULATE_PROCESS_H

#include <stdbool.h>
#include <uv.h>

#include "tests/simulate/disk.h"

#define PROCESS_DATABASE DISK_FOLDER "mitaines.db"
#define PROCESS_KEY      PROCESS_DATABASE "-key"

/* process_prepare creates the empty database with which runs begin. process_ready returns true once
 * it has done so. */
bool process_ready(void);
void process_prepare(void);
/* Writes the configuration and an empty database to the disk. */
void process_configure(void);
/* Runs the bot until its process dies or ends, or the run is over. */
void process_live(void);
/* process_batch notes the end of a batch, and checks the tables. process_spin notes one more
 * callback of the bot's loop. */
void process_batch(void);
void process_spin(void);
void process_signal(int number);
void process_raise(uv_loop_t *loop, int number);

#endif
