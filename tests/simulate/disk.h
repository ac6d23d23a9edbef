/*
 * disk.h - files in memory, of which a power cut leaves what was synced and any part of the rest:
 * a file system of SQLite, and what open, read, fsync and the like do with paths in DISK_FOLDER.
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

/* Written, and not synced yet. */
struct disk_write {
	size_t from, length;
	unsigned char *bytes; /* NULL: the file was cut or grew to `from` */
	unsigned cached; /* its place among what a lying disk has taken, from 1; 0: it has not */
};

struct disk_file {
	char name[DISK_NAME]; /* empty: there is none in this place */
	struct disk_block now;
	struct disk_block platter;
	struct disk_write *write;
	size_t writes, room;
	unsigned inode;
	/* For SQLite: */
	void *region[DISK_REGIONS]; /* of the index of a log */
	int shared[8];
	bool exclusive[8];
	int indexers; /* who have it open */
	int readers;
	const void *reserved, *pending, *whole; /* which handle holds that lock */
};

/* How the disk behaves; counts go down with each call that they spoil. */
struct disk_mood {
	unsigned failing;  /* writes fail */
	unsigned halving;  /* writes end half-way, and fail */
	unsigned unread;   /* reads fail, of what SQLite has in its files */
	unsigned unsynced; /* syncs fail */
	unsigned lying;    /* syncs do nothing, and say they did */
	bool full;
	bool read_only;
	unsigned slow; /* ms that each sync takes, at most */
};

struct disk {
	struct disk_file file[DISK_FILES];
	struct disk_mood mood;
	uint64_t hid_at; /* when a read failed last, in ms */
	unsigned inodes;
	unsigned cached;                 /* writes that it has said to have, and has not; … */
	bool lost;                       /* … of which a power cut has taken some */
	struct string copy[DISK_COPIED]; /* the database, its log and its note, as an operator
					    copied them */
	bool copy_due;                   /* the copy is put back before the next start */
	bool restored;                   /* the copy has been put back since the last start */
	unsigned errors;                 /* number of failures it has reported */
	uint64_t syncs;
	bool looking; /* an oracle looks: nothing fails */
};

/* Registers the file system with SQLite, as the one that is used. */
void disk_register(void);
/* A run begins. */
void disk_begin(void);
/* A file with these bytes, synced. */
void disk_put(const char *path, const void *bytes, size_t length);
/* All of a file, as it is read now; lives until it changes. NULL: there is none. */
const void *disk_get(const char *path, size_t *length);
void disk_power_cut(struct disk *disk);
void disk_clear(struct disk *disk);
/* The memory that it takes. */
size_t disk_bytes(const struct disk *disk);

struct stat;

/* For files outside of SQLite; as of the C library, with descriptors of its own. */
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
