/* file.h - a file of the simulated disk, as disk.c and vfs.c share it. An int is an errno, or 0. */
#ifndef TESTS_SIMULATE_FILE_H
#define TESTS_SIMULATE_FILE_H

#include "tests/simulate/disk.h"

/* NULL: there is none, or no place for one. */
struct disk_file *file_find(const char *path);
struct disk_file *file_make(const char *path);
void file_remove(struct disk_file *file);
/* Removed by the process, as all that was written before is on the platter then. */
void file_unlink(struct disk_file *file);
/* The index of a log goes with the last process that has it open. */
void file_forget_regions(struct disk_file *file);

/* True if SQLite is not to read what it would; counts it. */
bool file_hides(void);
size_t file_read(const struct disk_file *file, size_t from, void *bytes, size_t room);
int file_write(struct disk_file *file, size_t from, const void *bytes, size_t length);
int file_cut(struct disk_file *file, size_t length);
int file_sync(struct disk_file *file);

#endif
