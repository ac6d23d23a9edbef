/* calls.c - calls that can fail, as the program knows them. See the rule for tortured.a in the
 * Makefile. */
#define _GNU_SOURCE
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>
#include <uv.h>

#include "tests/torture/torture.h"

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

/* Fails so, or is what it is. */
#define CALL(type, name, failure, parameters, arguments) \
	type tortured_##name parameters; \
	type tortured_##name parameters \
	{ \
		return torture_fails(#name) ? (failure) : name arguments; \
	}

static void *no_memory(void)
{
	errno = ENOMEM;
	return NULL;
}

static int failed(int error)
{
	errno = error;
	return -1;
}

static void *null(int error)
{
	errno = error;
	return NULL;
}

/* ---- memory ---- */

CALL(void *, malloc, no_memory(), (size_t size), (size))
CALL(void *, calloc, no_memory(), (size_t count, size_t size), (count, size))
CALL(void *, realloc, no_memory(), (void *old, size_t size), (old, size))
CALL(char *, strdup, no_memory(), (const char *text), (text))
CALL(utf8proc_ssize_t, utf8proc_map, UTF8PROC_ERROR_NOMEM,
	(const utf8proc_uint8_t *text, utf8proc_ssize_t length, utf8proc_uint8_t **out,
		utf8proc_option_t options),
	(text, length, out, options))

/* ---- files, sockets, threads ---- */

int tortured_open(const char *path, int flags, ...);
int tortured_open(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return torture_fails("open") ? failed(EMFILE) : open(path, flags, mode);
}

/* What cannot be closed without an error is closed all the same. */
static int closed(int fd)
{
	close(fd);
	return failed(EIO);
}

static int closed_file(FILE *file)
{
	fclose(file);
	return failed(EIO);
}

CALL(int, close, closed(fd), (int fd), (fd))
CALL(ssize_t, read, failed(EIO), (int fd, void *bytes, size_t room), (fd, bytes, room))
CALL(ssize_t, write, failed(ENOSPC), (int fd, const void *bytes, size_t length),
	(fd, bytes, length))
CALL(ssize_t, pwrite, failed(ENOSPC), (int fd, const void *bytes, size_t length, off_t from),
	(fd, bytes, length, from))
CALL(int, fsync, failed(EIO), (int fd), (fd))
CALL(int, flock, failed(ENOLCK), (int fd, int operation), (fd, operation))
CALL(int, stat, failed(EIO), (const char *path, struct stat *status), (path, status))
CALL(int, lstat, failed(EIO), (const char *path, struct stat *status), (path, status))
CALL(int, fstat, failed(EIO), (int fd, struct stat *status), (fd, status))
CALL(int, unlink, failed(EIO), (const char *path), (path))
CALL(int, rename, failed(EIO), (const char *from, const char *to), (from, to))
CALL(int, link, failed(EIO), (const char *from, const char *to), (from, to))
CALL(int, chmod, failed(EPERM), (const char *path, mode_t mode), (path, mode))
CALL(int, fchown, failed(EPERM), (int fd, uid_t user, gid_t group), (fd, user, group))
CALL(FILE *, fopen, null(EMFILE), (const char *path, const char *mode), (path, mode))
CALL(FILE *, fdopen, null(ENOMEM), (int fd, const char *mode), (fd, mode))
CALL(int, fclose, closed_file(file), (FILE * file), (file))
CALL(int, socket, failed(EMFILE), (int family, int type, int protocol), (family, type, protocol))
CALL(int, bind, failed(EADDRINUSE), (int fd, const struct sockaddr *address, socklen_t size),
	(fd, address, size))
CALL(int, listen, failed(EADDRINUSE), (int fd, int backlog), (fd, backlog))
CALL(int, connect, failed(ECONNREFUSED), (int fd, const struct sockaddr *address, socklen_t size),
	(fd, address, size))
CALL(int, accept4, failed(EMFILE), (int fd, struct sockaddr *address, socklen_t *size, int flags),
	(fd, address, size, flags))
CALL(ssize_t, recv, failed(ECONNRESET), (int fd, void *bytes, size_t room, int flags),
	(fd, bytes, room, flags))
CALL(ssize_t, send, failed(ECONNRESET), (int fd, const void *bytes, size_t length, int flags),
	(fd, bytes, length, flags))
CALL(int, pthread_create, EAGAIN,
	(pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context),
	(thread, attributes, run, context))

/* ---- libsodium, and chance ---- */

CALL(int, sodium_init, -1, (void), ())
CALL(int, crypto_pwhash_str, failed(ENOMEM),
	(char *out, const char *word, unsigned long long length, unsigned long long operations,
		size_t bytes),
	(out, word, length, operations, bytes))
CALL(int, crypto_pwhash_str_verify, failed(ENOMEM),
	(const char *hash, const char *word, unsigned long long length), (hash, word, length))
CALL(ssize_t, getrandom, failed(ENOSYS), (void *bytes, size_t length, unsigned flags),
	(bytes, length, flags))

/* ---- libuv ---- */

CALL(int, uv_loop_init, UV_ENOMEM, (uv_loop_t * loop), (loop))
CALL(int, uv_poll_init, UV_EMFILE, (uv_loop_t * loop, uv_poll_t *poll, int fd), (loop, poll, fd))
CALL(int, uv_poll_start, UV_ENOMEM, (uv_poll_t * poll, int events, uv_poll_cb call),
	(poll, events, call))
CALL(int, uv_signal_init, UV_EMFILE, (uv_loop_t * loop, uv_signal_t *signal), (loop, signal))
CALL(int, uv_signal_start, UV_ENOMEM, (uv_signal_t * signal, uv_signal_cb call, int number),
	(signal, call, number))
CALL(int, uv_queue_work, UV_ENOMEM,
	(uv_loop_t * loop, uv_work_t *work, uv_work_cb call, uv_after_work_cb done),
	(loop, work, call, done))

/* ---- libcurl ---- */

CALL(CURLcode, curl_global_init, CURLE_OUT_OF_MEMORY, (long flags), (flags))
CALL(CURL *, curl_easy_init, NULL, (void), ())
CALL(CURLM *, curl_multi_init, NULL, (void), ())
CALL(CURLU *, curl_url, NULL, (void), ())
CALL(CURLUcode, curl_url_set, CURLUE_OUT_OF_MEMORY,
	(CURLU * url, CURLUPart part, const char *text, unsigned flags), (url, part, text, flags))
CALL(CURLMcode, curl_multi_add_handle, CURLM_OUT_OF_MEMORY, (CURLM * multi, CURL *easy),
	(multi, easy))
CALL(CURLMcode, curl_multi_assign, CURLM_OUT_OF_MEMORY, (CURLM * multi, curl_socket_t fd, void *of),
	(multi, fd, of))
CALL(CURLMcode, curl_multi_socket_action, CURLM_OUT_OF_MEMORY,
	(CURLM * multi, curl_socket_t fd, int events, int *running), (multi, fd, events, running))
CALL(CURLcode, curl_easy_send, CURLE_SEND_ERROR,
	(CURL * easy, const void *bytes, size_t length, size_t *count),
	(easy, bytes, length, count))
CALL(CURLcode, curl_easy_recv, CURLE_RECV_ERROR,
	(CURL * easy, void *bytes, size_t room, size_t *count), (easy, bytes, room, count))

/* Their third is a pointer, or fits where one does. */
#define OPTION(type, name, of, kind, failure) \
	type tortured_##name(of *handle, kind option, ...); \
	type tortured_##name(of *handle, kind option, ...) \
	{ \
		va_list rest; \
		va_start(rest, option); \
		void *value = va_arg(rest, void *); \
		va_end(rest); \
		return torture_fails(#name) ? (failure) : name(handle, option, value); \
	}

OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption, CURLE_OUT_OF_MEMORY)
OPTION(CURLcode, curl_easy_getinfo, CURL, CURLINFO, CURLE_OUT_OF_MEMORY)
OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption, CURLM_OUT_OF_MEMORY)

/* ---- SQLite: what it asks the machine for ---- */

static sqlite3_mem_methods memory;
static sqlite3_vfs *files;
static const sqlite3_io_methods *io;

static void *sqlite_malloc(int size)
{
	return torture_fails("SQLite's malloc") ? NULL : memory.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size)
{
	return torture_fails("SQLite's realloc") ? NULL : memory.xRealloc(old, size);
}

static int sqlite_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 from)
{
	return torture_fails("SQLite's read") ? SQLITE_IOERR_READ
					      : io->xRead(file, bytes, length, from);
}

static int sqlite_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 from)
{
	return torture_fails("SQLite's write") ? SQLITE_FULL
					       : io->xWrite(file, bytes, length, from);
}

static int sqlite_truncate(sqlite3_file *file, sqlite3_int64 length)
{
	return torture_fails("SQLite's truncate") ? SQLITE_IOERR_TRUNCATE
						  : io->xTruncate(file, length);
}

static int sqlite_sync(sqlite3_file *file, int flags)
{
	return torture_fails("SQLite's sync") ? SQLITE_IOERR_FSYNC : io->xSync(file, flags);
}

static int sqlite_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return torture_fails("SQLite's fstat") ? SQLITE_IOERR_FSTAT : io->xFileSize(file, size);
}

static int sqlite_map(sqlite3_file *file, int page, int size, int more, void volatile **out)
{
	return torture_fails("SQLite's mmap") ? SQLITE_IOERR_SHMMAP
					      : io->xShmMap(file, page, size, more, out);
}

/* All files of a VFS have the same methods. */
static int sqlite_open(
	sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
	static sqlite3_io_methods methods;
	(void)vfs;
	file->pMethods = NULL;
	if (torture_fails("SQLite's open"))
		return SQLITE_CANTOPEN;
	int code = files->xOpen(files, name, file, flags, flags_out);
	if (file->pMethods == NULL)
		return code;
	io = file->pMethods;
	methods = *io;
	methods.xRead = sqlite_read;
	methods.xWrite = sqlite_write;
	methods.xTruncate = sqlite_truncate;
	methods.xSync = sqlite_sync;
	methods.xFileSize = sqlite_size;
	methods.xShmMap = sqlite_map;
	file->pMethods = &methods;
	return code;
}

static int sqlite_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	return torture_fails("SQLite's unlink") ? SQLITE_IOERR_DELETE
						: files->xDelete(files, name, sync);
}

void torture_sqlite(void (*place)(void))
{
	static sqlite3_vfs vfs;
	sqlite3_mem_methods methods;
	sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
	methods = memory;
	methods.xMalloc = sqlite_malloc;
	methods.xRealloc = sqlite_realloc;
	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
	if (place != NULL)
		place();
	files = sqlite3_vfs_find(NULL);
	vfs = *files;
	vfs.zName = "torture";
	vfs.xOpen = sqlite_open;
	vfs.xDelete = sqlite_delete;
	sqlite3_vfs_register(&vfs, 1);
}
