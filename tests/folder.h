/* folder.h - creates a temporary folder for a test, and removes it with all files. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDER_PATH = 512 };

/* Creates a folder in TMPDIR, or in /tmp, and writes its path to `folder`. */
static inline void folder_make(char folder[FOLDER_PATH])
{
	const char *base = getenv("TMPDIR");
	int length = snprintf(folder, FOLDER_PATH, "%s/mitaines-test.XXXXXX", base ? base : "/tmp");
	if (length >= FOLDER_PATH || !mkdtemp(folder))
		abort();
}

/* Builds the path of a file in a folder. */
static inline void folder_file(const char *folder, const char *name, char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
		abort();
}

static inline void folder_copy(const char *from, const char *to)
{
	char bytes[4096];
	size_t count;
	FILE *in = fopen(from, "rb");
	FILE *out = fopen(to, "wb");
	if (!in || !out)
		abort();
	while ((count = fread(bytes, 1, sizeof(bytes), in)) > 0)
		if (fwrite(bytes, 1, count, out) != count)
			abort();
	fclose(in);
	if (fclose(out) != 0)
		abort();
}

static inline void folder_write(const char *path, const void *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");
	if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
		abort();
}

/* Returns the bytes of a file, followed by a NUL; the caller frees them. `length` may be NULL. */
static inline char *folder_read(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	char *bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
	if (!bytes || fseek(file, 0, SEEK_SET) != 0 ||
		fread(bytes, 1, (size_t)size, file) != (size_t)size)
		abort();
	fclose(file);
	bytes[size] = '\0';
	if (length)
		*length = (size_t)size;
	return bytes;
}

/* Removes a folder with its files and folders. */
static inline void folder_remove(const char *folder)
{
	char path[PATH_MAX];
	DIR *files = opendir(folder);

	for (struct dirent *file = files ? readdir(files) : NULL; file; file = readdir(files)) {
		folder_file(folder, file->d_name, path);
		if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0 &&
			unlink(path) != 0)
			folder_remove(path);
	}
	if (files)
		closedir(files);
	rmdir(folder);
}

#endif
