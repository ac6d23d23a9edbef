/*
 * disk.h - a simulated disk: a file system for SQLite, and calls like open, read and fsync for
 * paths in DISK_FOLDER. A power cut keeps all synced data, and a random part of the other data.
 */
#ifndef TESTS_SIMULATE_DISK_H
#define TESTS_SIMULATE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"

#define DISK_FOLDER "/simulated/"
enum {
	DISK_COPIED = 3,
	DISK_FILES = 16,
	DISK_NAME = 80,
	DISK_REGIONS = 16,
	DISK_REGION_BYTES = 32768
};

struct disk_block {
	unsigned char *at;
	size_t length, room;
};

/* A write, or a change of the file's length, that is not synced yet. */
struct disk_write {
	size_t from, length;
	unsigned char *bytes; /* NULL: it is a change of the file's length to `from` */
	unsigned cached;      /* its number in the disk's cache, from 1; 0: not in the cache */
};

struct disk_file {
	char name[DISK_NAME]; /* empty: this slot is free */
	struct disk_block now;
	struct disk_block platter;
	struct disk_write *write;
	size_t writes, room;
	unsigned inode;
	/* The members below are for SQLite's locks and its WAL index (vfs.c). */
	void *region[DISK_REGIONS]; /* pages of the WAL index */
	int shared[8];
	bool exclusive[8];
	int indexers; /* number of SQLite's handles that map the WAL index */
	int readers;
	const void *reserved, *pending, *whole; /* handle with each lock, or NULL */
};

/* Faults of the disk. A count is the number of calls that are still to fail in that way. */
struct disk_mood {
	unsigned failing;  /* writes that fail */
	unsigned halving;  /* writes that store one half and then fail */
	unsigned unread;   /* reads by SQLite that fail */
	unsigned unsynced; /* syncs that fail */
	unsigned lying;    /* syncs that report success but only fill the disk's cache */
	bool full;
	bool read_only;
	unsigned slow; /* ms; longest time of a sync */
};

struct disk {
	struct disk_file file[DISK_FILES];
	struct disk_mood mood;
	uint64_t hid_at; /* ms; when a read of SQLite last failed */
	unsigned inodes;
	unsigned cached; /* number of writes in the disk's cache */
	bool lost;       /* a power cut lost a part of the cache */
	/* A copy of the database, its WAL and its generation file at an earlier time
	 * (machine.c). */
	struct string copy[DISK_COPIED];
	bool copy_due;   /* the copy is to replace the database before the bot's next start */
	bool restored;   /* the copy replaced the database since the bot's last start */
	unsigned errors; /* number of calls that have failed */
	bool looking;    /* the simulation itself reads the disk for a check: no call fails */
};

/* Makes the simulated file system SQLite's default one. */
void disk_register(void);
void disk_begin(void);
/* Creates a file with these bytes, already synced. */
void disk_put(const char *path, const void *bytes, size_t length);
/* Returns the bytes of a file, valid until it changes, and sets `length`. Returns NULL if the file
 * is absent. */
const void *disk_get(const char *path, size_t *length);
void disk_power_cut(struct disk *disk);
void disk_clear(struct disk *disk);
size_t disk_bytes(const struct disk *disk);

struct stat;

/* The functions below act like the C library's calls. disk_owns and disk_owns_fd return true for
 * paths and descriptors of the simulated disk. */
bool disk_owns(const char *path);
bool disk_owns_fd(int fd);

int disk_open(const char *path, int flags);
int disk_close(int fd);
long disk_read(int fd, void *bytes, size_t room);
long disk_pwrite(int fd, const void *bytes, size_t length, size_t from);
int disk_fsync(int fd);
int disk_stat(const char *path, struct stat *status);
int disk_fstat(int fd, struct stat *status);
int disk_unlink(const char *path);

#endif
