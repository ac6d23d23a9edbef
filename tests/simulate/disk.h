/*
 * disk.h - a simulated disk: a file system for SQLite, and open, read, fsync and so on for paths in
 * DISK_FOLDER. A power cut keeps synced data and any part of the rest.
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

/* A write that is not synced yet. */
struct disk_write {
	size_t from, length;
	unsigned char *bytes; /* NULL: the file now has the length `from` */
	unsigned cached;      /* its number in the disk's volatile cache, from 1; 0: not in it */
};

struct disk_file {
	char name[DISK_NAME]; /* empty: this slot is free */
	struct disk_block now;
	struct disk_block platter;
	struct disk_write *write;
	size_t writes, room;
	unsigned inode;
	/* For SQLite: */
	void *region[DISK_REGIONS]; /* of the WAL index */
	int shared[8];
	bool exclusive[8];
	int indexers; /* handles that map the WAL index */
	int readers;
	const void *reserved, *pending, *whole; /* handle that holds each lock */
};

/* Faults of the disk. A count goes down with each call that fails. */
struct disk_mood {
	unsigned failing;  /* writes fail */
	unsigned halving;  /* writes store one half, then fail */
	unsigned unread;   /* reads of SQLite fail */
	unsigned unsynced; /* syncs fail */
	unsigned lying;    /* syncs report success and only fill the cache */
	bool full;
	bool read_only;
	unsigned slow; /* ms that each sync takes, at most */
};

struct disk {
	struct disk_file file[DISK_FILES];
	struct disk_mood mood;
	uint64_t hid_at; /* ms; when a read last failed */
	unsigned inodes;
	unsigned cached; /* writes in the cache, in all files */
	bool lost;       /* a power cut has lost some of the cache */
	/* Copies of the database, its WAL and its generation file. */
	struct string copy[DISK_COPIED];
	bool copy_due;   /* the copy replaces the database before the next start */
	bool restored;   /* the copy was put back since the last start */
	unsigned errors; /* failures reported */
	bool looking;    /* a check is running: no call fails */
};

/* Registers the file system with SQLite as the default. */
void disk_register(void);
void disk_begin(void);
/* Writes a file with these bytes, already synced. */
void disk_put(const char *path, const void *bytes, size_t length);
/* Returns the content of a file, valid until the file changes, or NULL if it is absent. */
const void *disk_get(const char *path, size_t *length);
void disk_power_cut(struct disk *disk);
void disk_clear(struct disk *disk);
size_t disk_bytes(const struct disk *disk);

struct stat;

/* These act like the calls of the C library, on descriptors of their own. */
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
