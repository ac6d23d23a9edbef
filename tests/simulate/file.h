/* file.h - a file of the simulated disk. Functions of type int return an error number, or 0. */
#ifndef TESTS_SIMULATE_FILE_H
#define TESTS_SIMULATE_FILE_H

#include "tests/simulate/disk.h"

/* Finds or creates a file. file_find returns NULL if the file is absent, and file_make returns NULL
 * if the disk has no free slot. */
struct disk_file *file_find(const char *path);
struct disk_file *file_make(const char *path);
void file_remove(struct disk_file *file);
/* Removes a file for the bot, after the disk has written its cache to the platter. */
void file_unlink(struct disk_file *file);
/* Frees the file's WAL index, which exists only while a process has it open. */
void file_forget_regions(struct disk_file *file);

/* Returns true if this read by SQLite must fail. Lowers the number of reads that are to fail. */
bool file_hides(void);
size_t file_read(const struct disk_file *file, size_t from, void *bytes, size_t room);
int file_write(struct disk_file *file, size_t from, const void *bytes, size_t length);
int file_cut(struct disk_file *file, size_t length);
int file_sync(struct disk_file *file);

#endif
