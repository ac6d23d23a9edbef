/* machine.h - what goes wrong with the bot's process, its machine and the disk: steps (step.h). */
#ifndef TESTS_SIMULATE_MACHINE_H
#define TESTS_SIMULATE_MACHINE_H

struct chance;

void machine_die(struct chance *chance);
void machine_power(struct chance *chance);
void machine_stop(struct chance *chance);
void machine_freeze(struct chance *chance);
/* Copies the database; later the operator stops the bot and puts the copy back. */
void machine_restore(struct chance *chance);
/* While the bot is down: the copy replaces the database, if that is due. */
void machine_put_back(void);
void machine_disk_write(struct chance *chance);
void machine_disk_read(struct chance *chance);
void machine_disk_sync(struct chance *chance);
void machine_disk_lie(struct chance *chance);
void machine_disk_full(struct chance *chance);
void machine_disk_slow(struct chance *chance);

#endif
