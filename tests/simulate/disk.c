/* disk.c - a disk in memory: files, their unsynced writes, and a power cut. */
#include "tests/simulate/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/simulate/file.h"
#include "tests/simulate/world.h"

/* DISK_SECTOR: bytes that a power cut keeps or loses together. DISK_FD: the first descriptor.
 * DISK_HANDLES: most open files. */
enum { DISK_SECTOR = 512, DISK_FD = 1 << 20, DISK_HANDLES = 64 };

/* ---- bytes ---- */

static void bytes_size(struct disk_block *bytes, size_t length)
{
	if (length > bytes->room) {
		size_t room = length + length / 2 + 4096;
		bytes->at = realloc(bytes->at, room);
		if (bytes->at == NULL)
			abort();
		bytes->room = room;
	}
	if (length > bytes->length)
		memset(bytes->at + bytes->length, 0, length - bytes->length);
	bytes->length = length;
}

static void bytes_put(struct disk_block *bytes, size_t from, const void *what, size_t length)
{
	if (from + length > bytes->length)
		bytes_size(bytes, from + length);
	memcpy(bytes->at + from, what, length);
}

static void bytes_copy(struct disk_block *to, const struct disk_block *from)
{
	bytes_size(to, from->length);
	if (from->length > 0)
		memcpy(to->at, from->at, from->length);
}

/* ---- files ---- */

struct disk_file *file_find(const char *path)
{
	struct disk *disk = &world()->disk;
	for (size_t i = 0; i < DISK_FILES; i++)
		if (disk->file[i].name[0] != '\0' && strcmp(disk->file[i].name, path) == 0)
			return &disk->file[i];
	return NULL;
}

/* Returns a free slot for a file, or NULL if the disk has none left. */
static struct disk_file *file_place(struct disk *disk)
{
	for (size_t i = 0; i < DISK_FILES; i++)
		if (disk->file[i].name[0] == '\0')
			return &disk->file[i];
	return NULL;
}

struct disk_file *file_make(const char *path)
{
	struct disk *disk = &world()->disk;
	struct disk_file *file = file_find(path);
	if (file != NULL)
		return file;
	file = file_place(disk);
	if (file == NULL)
		return NULL;
	*file = (struct disk_file){ .inode = ++disk->inodes };
	snprintf(file->name, sizeof file->name, "%s", path);
	return file;
}

static void file_forget_writes(struct disk_file *file)
{
	for (size_t i = 0; i < file->writes; i++)
		free(file->write[i].bytes);
	file->writes = 0;
}

void file_forget_regions(struct disk_file *file)
{
	for (size_t i = 0; i < DISK_REGIONS; i++) {
		free(file->region[i]);
		file->region[i] = NULL;
	}
}

void file_remove(struct disk_file *file)
{
	file_forget_writes(file);
	file_forget_regions(file);
	free(file->write);
	free(file->now.at);
	free(file->platter.at);
	*file = (struct disk_file){ .inode = 0 };
}

static void file_remember(struct disk_file *file, size_t from, const void *bytes, size_t length)
{
	struct disk_write *write;
	if (file->writes == file->room) {
		file->room = 2 * file->room + 16;
		file->write = realloc(file->write, file->room * sizeof *file->write);
		if (file->write == NULL)
			abort();
	}
	write = &file->write[file->writes++];
	*write = (struct disk_write){ .from = from, .length = length };
	if (bytes != NULL) {
		write->bytes = malloc(length);
		if (write->bytes == NULL)
			abort();
		memcpy(write->bytes, bytes, length);
	}
}

/* Returns true if `count`, the number of calls that are still to fail, was not zero. Lowers it. */
static bool disk_spoils(unsigned *count)
{
	struct disk *disk = &world()->disk;
	if (disk->looking || *count == 0)
		return false;
	--*count;
	disk->errors++;
	return true;
}

/* Returns the error number with which the disk refuses to add `more` bytes to a file, or 0. */
static int disk_refuses(struct disk *disk, size_t more)
{
	if (world_ended())
		return EIO;
	if (disk->looking || (!disk->mood.read_only && (more == 0 || !disk->mood.full)))
		return 0;
	disk->errors++;
	return disk->mood.read_only ? EROFS : ENOSPC;
}

bool file_hides(void)
{
	bool hides = disk_spoils(&world()->disk.mood.unread);
	if (hides)
		world()->disk.hid_at = world()->now;
	return hides;
}

size_t file_read(const struct disk_file *file, size_t from, void *bytes, size_t room)
{
	size_t count = from < file->now.length ? file->now.length - from : 0;
	count = count < room ? count : room;
	if (count > 0)
		memcpy(bytes, file->now.at + from, count);
	return count;
}

int file_write(struct disk_file *file, size_t from, const void *bytes, size_t length)
{
	struct disk *disk = &world()->disk;
	size_t end = from + length;
	int refused = disk_refuses(disk, end > file->now.length ? end - file->now.length : 0);
	if (refused != 0)
		return refused;
	if (disk_spoils(&disk->mood.failing))
		return EIO;
	if (disk_spoils(&disk->mood.halving)) {
		length /= 2;
		refused = ENOSPC;
	}
	bytes_put(&file->now, from, bytes, length);
	file_remember(file, from, bytes, length);
	return refused;
}

int file_cut(struct disk_file *file, size_t length)
{
	struct disk *disk = &world()->disk;
	int refused = disk_refuses(disk, 0);
	if (refused != 0)
		return refused;
	bytes_size(&file->now, length);
	file_remember(file, length, NULL, 0);
	return 0;
}

/* Applies a write to the platter, the part of a file that survives a power cut. */
static void file_settle(struct disk_file *file, const struct disk_write *write)
{
	if (write->bytes == NULL)
		bytes_size(&file->platter, write->from);
	else
		bytes_put(&file->platter, write->from, write->bytes, write->length);
}

static void file_settle_all(struct disk_file *file)
{
	for (size_t i = 0; i < file->writes; i++)
		file_settle(file, &file->write[i]);
	file_forget_writes(file);
}

/* Writes the disk's whole cache to the platter. */
static void disk_flush(struct disk *disk)
{
	for (size_t i = 0; i < DISK_FILES && disk->cached > 0; i++) {
		struct disk_file *file = &disk->file[i];
		size_t left = 0;
		for (size_t k = 0; k < file->writes; k++) {
			struct disk_write write = file->write[k];
			if (write.cached > 0) {
				file_settle(file, &write);
				free(write.bytes);
			} else {
				file->write[left++] = write;
			}
		}
		file->writes = left;
	}
	disk->cached = 0;
}

/* Answers a sync as a disk that lies: it puts the file's unsynced writes only in its cache. */
static void disk_lie(struct disk *disk, struct disk_file *file)
{
	disk->mood.lying--;
	for (size_t i = 0; i < file->writes; i++)
		if (file->write[i].cached == 0)
			file->write[i].cached = ++disk->cached;
}

void file_unlink(struct disk_file *file)
{
	disk_flush(&world()->disk);
	file_remove(file);
}

int file_sync(struct disk_file *file)
{
	struct disk *disk = &world()->disk;
	if (world_ended())
		return EIO;
	if (disk->mood.slow > 0 && !disk->looking)
		world()->now += world_below(disk->mood.slow);
	if (disk_spoils(&disk->mood.unsynced))
		return EIO;
	if (!disk->looking && disk->mood.lying > 0) {
		disk_lie(disk, file);
		return 0;
	}
	disk_flush(disk);
	file_settle_all(file);
	return 0;
}

/* ---- a power cut ---- */

enum remains { REMAINS_NONE, REMAINS_ALL, REMAINS_ANY, REMAINS_KINDS };

/* Applies none, all or random sectors of an unsynced write to the platter. */
static void keep_write(struct disk_file *file, const struct disk_write *write, enum remains remains)
{
	size_t part;
	if (remains == REMAINS_NONE)
		return;
	if (write->bytes == NULL && (remains == REMAINS_ALL || world_one_in(2)))
		bytes_size(&file->platter, write->from);
	for (size_t at = 0; write->bytes != NULL && at < write->length; at += part) {
		part = DISK_SECTOR - (write->from + at) % DISK_SECTOR;
		part = part < write->length - at ? part : write->length - at;
		if (remains == REMAINS_ALL || world_one_in(2))
			bytes_put(&file->platter, write->from + at, write->bytes + at, part);
	}
}

static void file_power_cut(struct disk_file *file, enum remains remains, unsigned kept)
{
	for (size_t i = 0; i < file->writes; i++) {
		const struct disk_write *write = &file->write[i];
		if (write->cached == 0)
			keep_write(file, write, remains);
		else if (write->cached <= kept)
			file_settle(file, write);
	}
	file_forget_writes(file);
	bytes_copy(&file->now, &file->platter);
}

/* Keeps the first writes of the cache, a random number of them. If it loses some of the cache, it
 * also loses all unsynced writes that were not in the cache. */
void disk_power_cut(struct disk *disk)
{
	enum remains remains = world_below(REMAINS_KINDS);
	unsigned kept = world_below(disk->cached + 1);
	if (kept < disk->cached) {
		disk->lost = true;
		remains = REMAINS_NONE;
	}
	for (size_t i = 0; i < DISK_FILES; i++)
		if (disk->file[i].name[0] != '\0')
			file_power_cut(&disk->file[i], remains, kept);
	disk->cached = 0;
}

void disk_put(const char *path, const void *bytes, size_t length)
{
	struct disk_file *file = file_make(path);
	bytes_put(&file->now, 0, bytes, length);
	bytes_copy(&file->platter, &file->now);
}

const void *disk_get(const char *path, size_t *length)
{
	const struct disk_file *file = file_find(path);
	*length = file != NULL ? file->now.length : 0;
	return file != NULL ? file->now.at : NULL;
}

void disk_clear(struct disk *disk)
{
	for (size_t i = 0; i < DISK_FILES; i++)
		if (disk->file[i].name[0] != '\0')
			file_remove(&disk->file[i]);
	for (size_t i = 0; i < DISK_COPIED; i++)
		string_free(&disk->copy[i]);
}

/* ---- descriptors ---- */

/* An open file. Its descriptor is DISK_FD plus its index in `descriptors`. */
struct descriptor {
	struct disk_file *file; /* NULL: the descriptor is closed */
	size_t at;
};

static struct descriptor descriptors[DISK_HANDLES];

bool disk_owns(const char *path)
{
	return strncmp(path, DISK_FOLDER, strlen(DISK_FOLDER)) == 0;
}

bool disk_owns_fd(int fd)
{
	return fd >= DISK_FD && fd < DISK_FD + DISK_HANDLES;
}

static int failed(int code)
{
	errno = code;
	return -1;
}

int disk_open(const char *path, int flags)
{
	struct disk_file *file = file_find(path);
	if (file != NULL && (flags & O_EXCL) != 0)
		return failed(EEXIST);
	if (file == NULL && (flags & O_CREAT) == 0)
		return failed(ENOENT);
	if (file == NULL && disk_refuses(&world()->disk, 1) != 0)
		return failed(disk_refuses(&world()->disk, 1));
	if (file == NULL)
		file = file_make(path);
	for (int i = 0; i < DISK_HANDLES; i++)
		if (descriptors[i].file == NULL) {
			descriptors[i] = (struct descriptor){ .file = file };
			return DISK_FD + i;
		}
	return failed(EMFILE);
}

int disk_close(int fd)
{
	descriptors[fd - DISK_FD].file = NULL;
	return 0;
}

long disk_read(int fd, void *bytes, size_t room)
{
	struct descriptor *descriptor = &descriptors[fd - DISK_FD];
	size_t count = file_read(descriptor->file, descriptor->at, bytes, room);
	descriptor->at += count;
	return (long)count;
}

long disk_pwrite(int fd, const void *bytes, size_t length, size_t from)
{
	int code = file_write(descriptors[fd - DISK_FD].file, from, bytes, length);
	return code == 0 ? (long)length : failed(code);
}

int disk_fsync(int fd)
{
	int code = file_sync(descriptors[fd - DISK_FD].file);
	return code == 0 ? 0 : failed(code);
}

static int file_stat(const struct disk_file *file, struct stat *status)
{
	if (file == NULL)
		return failed(ENOENT);
	*status = (struct stat){ .st_mode = S_IFREG | 0600,
		.st_ino = file->inode,
		.st_dev = 1,
		.st_size = (off_t)file->now.length };
	return 0;
}

int disk_stat(const char *path, struct stat *status)
{
	return file_stat(file_find(path), status);
}

int disk_fstat(int fd, struct stat *status)
{
	return file_stat(descriptors[fd - DISK_FD].file, status);
}

int disk_unlink(const char *path)
{
	struct disk_file *file = file_find(path);
	if (file == NULL)
		return failed(ENOENT);
	if (world_ended())
		return failed(EIO);
	file_unlink(file);
	return 0;
}

size_t disk_bytes(const struct disk *disk)
{
	size_t bytes = 0;
	for (size_t i = 0; i < DISK_COPIED; i++)
		bytes += disk->copy[i].size;
	for (size_t i = 0; i < DISK_FILES; i++) {
		const struct disk_file *file = &disk->file[i];
		bytes += file->now.room + file->platter.room + file->room * sizeof *file->write;
		for (size_t k = 0; k < file->writes; k++)
			bytes += file->write[k].bytes != NULL ? file->write[k].length : 0;
		for (size_t k = 0; k < DISK_REGIONS; k++)
			bytes += file->region[k] != NULL ? DISK_REGION_BYTES : 0;
	}
	return bytes;
}
