/* machine.h - steps (step.h) in which the bot's process, its machine or its disk fails. */
#ifndef TESTS_SIMULATE_MACHINE_H
#define TESTS_SIMULATE_MACHINE_H

struct chance;

void machine_die(struct chance *chance);
void machine_power(struct chance *chance);
void machine_stop(struct chance *chance);
void machine_freeze(struct chance *chance);
/* Copies the database, and stops the bot later, so that machine_put_back restores the copy. */
void machine_restore(struct chance *chance);
/* Replaces the database by the copy before the bot starts, if a step has planned that. */
void machine_put_back(void);
void machine_disk_write(struct chance *chance);
void machine_disk_read(struct chance *chance);
void machine_disk_sync(struct chance *chance);
void machine_disk_lie(struct chance *chance);
void machine_disk_full(struct chance *chance);
void machine_disk_slow(struct chance *chance);

#endif
