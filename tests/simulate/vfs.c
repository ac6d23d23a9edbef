/* vfs.c - implements SQLite's file system (VFS) on the simulated disk. */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/file.h"
#include "tests/simulate/world.h"

enum { VFS_DATE = 1767225600 /* January 1, 2026, in Unix seconds */ };

struct handle {
	sqlite3_file base; /* must be the first member, because SQLite gets a pointer to it */
	struct disk_file *file;
	int level; /* level of its lock, SQLITE_LOCK_… */
	bool temporary;
	bool indexed; /* the handle maps the WAL index */
};

static struct disk_file *file_of(sqlite3_file *base)
{
	return ((struct handle *)base)->file;
}

static int handle_unlock(sqlite3_file *base, int level)
{
	struct handle *handle = (struct handle *)base;
	struct disk_file *file = handle->file;
	if (level < SQLITE_LOCK_EXCLUSIVE && file->whole == handle)
		file->whole = NULL;
	if (level < SQLITE_LOCK_PENDING && file->pending == handle)
		file->pending = NULL;
	if (level < SQLITE_LOCK_RESERVED && file->reserved == handle)
		file->reserved = NULL;
	if (level < SQLITE_LOCK_SHARED && handle->level >= SQLITE_LOCK_SHARED)
		file->readers--;
	if (level < handle->level)
		handle->level = level;
	return SQLITE_OK;
}

static int handle_close(sqlite3_file *base)
{
	struct handle *handle = (struct handle *)base;
	handle_unlock(base, SQLITE_LOCK_NONE);
	if (handle->temporary) {
		file_remove(handle->file);
		free(handle->file);
	}
	return SQLITE_OK;
}

static int handle_read(sqlite3_file *base, void *bytes, int room, sqlite3_int64 from)
{
	if (file_hides())
		return SQLITE_IOERR_READ;
	size_t count = file_read(file_of(base), (size_t)from, bytes, (size_t)room);
	if (count == (size_t)room)
		return SQLITE_OK;
	memset((char *)bytes + count, 0, (size_t)room - count);
	return SQLITE_IOERR_SHORT_READ;
}

static int handle_write(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 from)
{
	switch (file_write(file_of(base), (size_t)from, bytes, (size_t)length)) {
	case 0: return SQLITE_OK;
	case ENOSPC: return SQLITE_FULL;
	default: return SQLITE_IOERR_WRITE;
	}
}

static int handle_truncate(sqlite3_file *base, sqlite3_int64 length)
{
	return file_cut(file_of(base), (size_t)length) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int handle_sync(sqlite3_file *base, int flags)
{
	(void)flags;
	return file_sync(file_of(base)) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int handle_size(sqlite3_file *base, sqlite3_int64 *size)
{
	*size = (sqlite3_int64)file_of(base)->now.length;
	return SQLITE_OK;
}

static int handle_lock(sqlite3_file *base, int level)
{
	struct handle *handle = (struct handle *)base;
	struct disk_file *file = handle->file;
	bool others = file->readers > (handle->level >= SQLITE_LOCK_SHARED);
	if (level <= handle->level)
		return SQLITE_OK;
	if ((file->whole != NULL && file->whole != handle) ||
		(file->pending != NULL && file->pending != handle) ||
		(level >= SQLITE_LOCK_RESERVED && file->reserved != NULL &&
			file->reserved != handle))
		return SQLITE_BUSY;
	if (handle->level < SQLITE_LOCK_SHARED)
		file->readers++;
	handle->level = handle->level < SQLITE_LOCK_SHARED ? SQLITE_LOCK_SHARED : handle->level;
	if (level == SQLITE_LOCK_RESERVED)
		file->reserved = handle;
	if (level == SQLITE_LOCK_EXCLUSIVE) {
		file->pending = handle;
		if (others) {
			handle->level = SQLITE_LOCK_PENDING;
			return SQLITE_BUSY;
		}
		file->whole = handle;
	}
	handle->level = level;
	return SQLITE_OK;
}

static int handle_reserved(sqlite3_file *base, int *reserved)
{
	*reserved = file_of(base)->reserved != NULL;
	return SQLITE_OK;
}

static int handle_control(sqlite3_file *base, int what, void *argument)
{
	(void)base;
	if (what == SQLITE_FCNTL_HAS_MOVED) {
		*(int *)argument = 0;
		return SQLITE_OK;
	}
	return SQLITE_NOTFOUND;
}

static int handle_sector(sqlite3_file *base)
{
	(void)base;
	return 512;
}

static int handle_device(sqlite3_file *base)
{
	(void)base;
	return 0;
}

/* ---- the WAL index ---- */

static int index_map(sqlite3_file *base, int number, int size, int extend, void volatile **region)
{
	struct handle *handle = (struct handle *)base;
	struct disk_file *file = handle->file;
	*region = NULL;
	if (number >= DISK_REGIONS)
		return SQLITE_IOERR_SHMSIZE;
	file->indexers += !handle->indexed;
	handle->indexed = true;
	if (file->region[number] == NULL && extend)
		file->region[number] = calloc(1, (size_t)size);
	*region = file->region[number];
	return SQLITE_OK;
}

static int index_lock(sqlite3_file *base, int from, int count, int flags)
{
	struct disk_file *file = file_of(base);
	for (int i = from; i < from + count; i++)
		if ((flags & SQLITE_SHM_LOCK) != 0 &&
			(file->exclusive[i] ||
				((flags & SQLITE_SHM_EXCLUSIVE) != 0 && file->shared[i] > 0)))
			return SQLITE_BUSY;
	for (int i = from; i < from + count; i++) {
		if ((flags & SQLITE_SHM_EXCLUSIVE) != 0)
			file->exclusive[i] = (flags & SQLITE_SHM_LOCK) != 0;
		else
			file->shared[i] += (flags & SQLITE_SHM_LOCK) != 0 ? 1 : -1;
	}
	return SQLITE_OK;
}

static void index_barrier(sqlite3_file *base)
{
	(void)base;
}

/* Unmaps the WAL index from a handle, and frees it if no other handle maps it. */
static int index_unmap(sqlite3_file *base, int forget)
{
	struct handle *handle = (struct handle *)base;
	(void)forget;
	if (handle->indexed && --handle->file->indexers == 0)
		file_forget_regions(handle->file);
	handle->indexed = false;
	return SQLITE_OK;
}

static const sqlite3_io_methods handle_methods = {
	.iVersion = 2,
	.xClose = handle_close,
	.xRead = handle_read,
	.xWrite = handle_write,
	.xTruncate = handle_truncate,
	.xSync = handle_sync,
	.xFileSize = handle_size,
	.xLock = handle_lock,
	.xUnlock = handle_unlock,
	.xCheckReservedLock = handle_reserved,
	.xFileControl = handle_control,
	.xSectorSize = handle_sector,
	.xDeviceCharacteristics = handle_device,
	.xShmMap = index_map,
	.xShmLock = index_lock,
	.xShmBarrier = index_barrier,
	.xShmUnmap = index_unmap,
};

/* ---- the VFS ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
	struct handle *handle = (struct handle *)base;
	(void)vfs;
	*handle = (struct handle){ .temporary = name == NULL };
	handle->file = name == NULL ? calloc(1, sizeof *handle->file) : file_find(name);
	if (handle->file == NULL && (flags & SQLITE_OPEN_CREATE) != 0 && !world_ended())
		handle->file = file_make(name);
	if (handle->file == NULL)
		return SQLITE_CANTOPEN;
	handle->base.pMethods = &handle_methods;
	if (out != NULL)
		*out = flags;
	return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	struct disk_file *file = file_find(name);
	(void)vfs;
	(void)sync;
	if (world_ended())
		return SQLITE_IOERR_DELETE;
	if (file == NULL)
		return SQLITE_IOERR_DELETE_NOENT;
	file_unlink(file);
	return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
	const struct disk_file *file = file_find(name);
	(void)vfs;
	*result = file != NULL && (flags != SQLITE_ACCESS_EXISTS || file->now.length > 0);
	return SQLITE_OK;
}

static int vfs_path(sqlite3_vfs *vfs, const char *name, int room, char *path)
{
	(void)vfs;
	return snprintf(path, (size_t)room, "%s", name) < room ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_random(sqlite3_vfs *vfs, int length, char *bytes)
{
	(void)vfs;
	for (int i = 0; i < length; i++)
		bytes[i] = (char)world_below(256);
	return length;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	world()->now += (uint64_t)microseconds / 1000;
	return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *now)
{
	(void)vfs;
	/* SQLite wants the time in ms since noon in Greenwich on November 24, 4714 B.C. (Julian day
	 * 0). */
	*now = INT64_C(24405875) * 8640000 + INT64_C(1000) * VFS_DATE + (int64_t)world()->now;
	return SQLITE_OK;
}

static int vfs_error(sqlite3_vfs *vfs, int room, char *text)
{
	(void)vfs;
	if (room > 0)
		text[0] = '\0';
	return 0;
}

void disk_begin(void)
{
	/* Make SQLite draw its random bytes anew, from the seed of this run. */
	sqlite3_randomness(0, NULL);
}

void disk_register(void)
{
	static sqlite3_vfs vfs = {
		.iVersion = 2,
		.szOsFile = sizeof(struct handle),
		.mxPathname = DISK_NAME,
		.zName = "simulated",
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_path,
		.xRandomness = vfs_random,
		.xSleep = vfs_sleep,
		.xCurrentTimeInt64 = vfs_time,
		.xGetLastError = vfs_error,
	};
	sqlite3_vfs_register(&vfs, 1);
}
