/* calls.c - wrappers of the calls that can fail. The rule for tortured.a in the Makefile makes the
 * program call them. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <libconfig.h>
#include <libircclient.h>
#include <locale.h>
#include <microhttpd.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <seccomp.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>
#include <zlib.h>

#include "tests/torture/torture.h"

/* Defines a wrapper of `name`. It returns `failure` if the call must fail, or makes the real
 * call. */
#define CALL(type, name, failure, parameters, arguments) \
	type tortured_##name parameters; \
	type tortured_##name parameters \
	{ \
		return torture_fails(#name) ? (failure) : name arguments; \
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

/* ---- the locale ---- */

CALL(char *, setlocale, NULL, (int category, const char *locale), (category, locale))

/* ---- files, sockets, threads ---- */

int tortured_open(const char *path, int flags, ...);
int tortured_open(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return torture_fails("open") ? failed((flags & O_CREAT) != 0 ? ENOSPC : EMFILE)
				     : open(path, flags, mode);
}

/* Closes the file and reports an error, as close does on Linux. */
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
/* True on the simulated disk, which can lose power. On a real disk no fsync is
 * made, because it would only take time. */
static bool loses_power;

int tortured_fsync(int fd);
int tortured_fsync(int fd)
{
	if (torture_fails("fsync"))
		return failed(EIO);
	return loses_power ? fsync(fd) : 0;
}

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
CALL(FILE *, fdopen, null(EMFILE), (int fd, const char *mode), (fd, mode))
CALL(int, access, failed(EIO), (const char *path, int mode), (path, mode))
CALL(int, chown, failed(EPERM), (const char *path, uid_t user, gid_t group), (path, user, group))
CALL(int, dup2, failed(EMFILE), (int from, int to), (from, to))
CALL(int, mkstemp, failed(ENOSPC), (char *path), (path))
CALL(char *, mkdtemp, null(EIO), (char *path), (path))
CALL(int, rmdir, failed(EIO), (const char *path), (path))
CALL(char *, realpath, null(EIO), (const char *path, char *out), (path, out))
CALL(int, poll, failed(ENOMEM), (struct pollfd * fd, nfds_t count, int wait), (fd, count, wait))
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
CALL(int, socketpair, failed(EMFILE), (int family, int type, int protocol, int fd[2]),
	(family, type, protocol, fd))
CALL(int, setsockopt, failed(ENOMEM),
	(int fd, int level, int option, const void *value, socklen_t size),
	(fd, level, option, value, size))
CALL(int, getsockopt, failed(ENOBUFS),
	(int fd, int level, int option, void *value, socklen_t *size),
	(fd, level, option, value, size))
CALL(int, getsockname, failed(ENOBUFS), (int fd, struct sockaddr *address, socklen_t *size),
	(fd, address, size))
CALL(int, shutdown, failed(ENOTCONN), (int fd, int how), (fd, how))
CALL(pid_t, fork, failed(EAGAIN), (void), ())
CALL(pid_t, waitpid, failed(ECHILD), (pid_t pid, int *status, int options), (pid, status, options))
CALL(int, getrlimit, failed(EPERM), (__rlimit_resource_t resource, struct rlimit *limit),
	(resource, limit))
CALL(int, setrlimit, failed(EPERM), (__rlimit_resource_t resource, const struct rlimit *limit),
	(resource, limit))
CALL(int, setpriority, failed(EPERM), (__priority_which_t which, id_t who, int value),
	(which, who, value))
CALL(long, sysconf, failed(EINVAL), (int name), (name))
CALL(int, pthread_create, EAGAIN,
	(pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context),
	(thread, attributes, run, context))

int tortured_fcntl(int fd, int command, ...);
/* The argument after `command` is a long, a pointer, or a type that fits in a long. */
int tortured_fcntl(int fd, int command, ...)
{
	va_list rest;
	va_start(rest, command);
	long value = va_arg(rest, long);
	va_end(rest);
	return torture_fails("fcntl") ? failed(EMFILE) : fcntl(fd, command, value);
}

int tortured_ioctl(int fd, unsigned long request, ...);
int tortured_ioctl(int fd, unsigned long request, ...)
{
	va_list rest;
	va_start(rest, request);
	void *value = va_arg(rest, void *);
	va_end(rest);
	return torture_fails("ioctl") ? failed(ENOTTY) : ioctl(fd, request, value);
}

int tortured_prctl(int option, ...);
int tortured_prctl(int option, ...)
{
	unsigned long value[4];
	va_list rest;
	va_start(rest, option);
	for (unsigned i = 0; i < 4; i++)
		value[i] = va_arg(rest, unsigned long);
	va_end(rest);
	return torture_fails("prctl") ? failed(EINVAL)
				      : prctl(option, value[0], value[1], value[2], value[3]);
}

long tortured_syscall(long number, ...);
long tortured_syscall(long number, ...)
{
	long value[6];
	va_list rest;
	va_start(rest, number);
	for (unsigned i = 0; i < 6; i++)
		value[i] = va_arg(rest, long);
	va_end(rest);
	return torture_fails("syscall")
		? failed(ENOSYS)
		: syscall(number, value[0], value[1], value[2], value[3], value[4], value[5]);
}

/* Replaces the file below a stream by one that cannot be read or written, so that the stream itself
 * reports the error at its next read or flush. */
static FILE *spoilt(FILE *file, const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);
	dup2(fd, fileno(file));
	close(fd);
	return file;
}

CALL(int, fflush, fflush(spoilt(file, "/dev/full", O_WRONLY)), (FILE * file), (file))
CALL(char *, fgets, fgets(line, size, spoilt(file, "/dev/null", O_WRONLY)),
	(char *line, int size, FILE *file), (line, size, file))
CALL(int, getc, getc(spoilt(file, "/dev/null", O_WRONLY)), (FILE * file), (file))

/* ---- confinement ---- */

CALL(scmp_filter_ctx, seccomp_init, NULL, (uint32_t action), (action))
CALL(int, seccomp_load, -EACCES, (scmp_filter_ctx filter), (filter))
CALL(int, seccomp_attr_set, -EINVAL,
	(scmp_filter_ctx filter, enum scmp_filter_attr attribute, uint32_t value),
	(filter, attribute, value))

/* Reads at most one condition, because no rule of the program has more. */
int tortured_seccomp_rule_add(
	scmp_filter_ctx filter, uint32_t action, int call, unsigned count, ...);
int tortured_seccomp_rule_add(
	scmp_filter_ctx filter, uint32_t action, int call, unsigned count, ...)
{
	struct scmp_arg_cmp condition[1] = { { 0 } };
	va_list rest;
	va_start(rest, count);
	for (unsigned i = 0; i < count && i < 1; i++)
		condition[i] = va_arg(rest, struct scmp_arg_cmp);
	va_end(rest);
	return torture_fails("seccomp_rule_add")
		? -ENOMEM
		: seccomp_rule_add_array(filter, action, call, count, condition);
}

/* ---- libsodium and random numbers ---- */

CALL(int, sodium_init, -1, (void), ())
CALL(int, crypto_pwhash_str_verify, failed(ENOMEM),
	(const char *hash, const char *word, unsigned long long length), (hash, word, length))
CALL(ssize_t, getrandom, failed(ENOSYS), (void *bytes, size_t length, unsigned flags),
	(bytes, length, flags))

/* ---- libuv ---- */

CALL(int, uv_loop_init, UV_EMFILE, (uv_loop_t * loop), (loop))
CALL(int, uv_poll_init, UV_EMFILE, (uv_loop_t * loop, uv_poll_t *poll, int fd), (loop, poll, fd))
CALL(int, uv_signal_init, UV_EMFILE, (uv_loop_t * loop, uv_signal_t *signal), (loop, signal))

/* ---- libcurl ---- */

CALL(CURLcode, curl_global_init, CURLE_FAILED_INIT, (long flags), (flags))
CALL(CURLcode, curl_easy_send, CURLE_SEND_ERROR,
	(CURL * easy, const void *bytes, size_t length, size_t *count),
	(easy, bytes, length, count))
CALL(CURLcode, curl_easy_recv, CURLE_RECV_ERROR,
	(CURL * easy, void *bytes, size_t room, size_t *count), (easy, bytes, room, count))

CALL(CURLMcode, curl_multi_remove_handle, CURLM_INTERNAL_ERROR, (CURLM * multi, CURL *easy),
	(multi, easy))

/* ---- OpenSSL ---- */

CALL(EVP_PKEY *, PEM_read_PrivateKey, NULL,
	(FILE * file, EVP_PKEY **key, pem_password_cb *ask, void *asker), (file, key, ask, asker))
CALL(int, EVP_PKEY_get_utf8_string_param, 0,
	(const EVP_PKEY *key, const char *name, char *text, size_t room, size_t *length),
	(key, name, text, room, length))
CALL(EVP_PKEY_CTX *, EVP_PKEY_CTX_new, NULL, (EVP_PKEY * key, ENGINE *engine), (key, engine))
CALL(int, EVP_PKEY_sign_init, 0, (EVP_PKEY_CTX * context), (context))
CALL(int, EVP_PKEY_sign, 0,
	(EVP_PKEY_CTX * context, unsigned char *signature, size_t *length,
		const unsigned char *bytes, size_t count),
	(context, signature, length, bytes, count))
CALL(int, SSL_export_keying_material, 0,
	(SSL * ssl, unsigned char *out, size_t room, const char *label, size_t length,
		const unsigned char *context, size_t size, int uses),
	(ssl, out, room, label, length, context, size, uses))
CALL(X509 *, SSL_get0_peer_certificate, NULL, (const SSL *ssl), (ssl))
CALL(int, X509_get_signature_info, 0,
	(X509 * certificate, int *digest, int *key, int *bits, uint32_t *flags),
	(certificate, digest, key, bits, flags))
CALL(int, X509_digest, 0,
	(const X509 *certificate, const EVP_MD *digest, unsigned char *out, unsigned *length),
	(certificate, digest, out, length))

/* ---- libconfig ---- */

/* Makes libconfig fail by a syntax error, because for lack of memory it would end the process. */
CALL(int, config_read_string, config_read_string(config, "="),
	(config_t * config, const char *text), (config, text))

/* ---- libedit ---- */

CALL(EditLine *, el_init, NULL, (const char *program, FILE *in, FILE *out, FILE *errors),
	(program, in, out, errors))
CALL(const char *, el_gets, NULL, (EditLine * edit, int *count), (edit, count))
CALL(int, el_insertstr, -1, (EditLine * edit, const char *text), (edit, text))

/* el_set takes at most four arguments after the option, each a pointer or of a pointer's size. */
enum { EL_MOST = 4 };

/* Returns true for options whose call can fail. The other options only store a value. */
static bool el_fails(int option)
{
	return option == EL_EDITOR || option == EL_BIND || option == EL_ADDFN || option == EL_SETTY;
}

#define EL_SET(name) \
	int tortured_##name(EditLine *edit, int option, ...); \
	int tortured_##name(EditLine *edit, int option, ...) \
	{ \
		void *value[EL_MOST]; \
		va_list rest; \
		va_start(rest, option); \
		for (unsigned i = 0; i < EL_MOST; i++) \
			value[i] = va_arg(rest, void *); \
		va_end(rest); \
		return el_fails(option) && torture_fails(#name) \
			? -1 \
			: name(edit, option, value[0], value[1], value[2], value[3]); \
	}

EL_SET(el_set)
EL_SET(el_wset)

int tortured_history(History *past, HistEvent *event, int operation, ...);
int tortured_history(History *past, HistEvent *event, int operation, ...)
{
	va_list rest;
	va_start(rest, operation);
	void *value = va_arg(rest, void *);
	va_end(rest);
	return torture_fails("history") ? -1 : history(past, event, operation, value);
}

/* ---- libircclient ---- */

CALL(int, irc_connect, 1,
	(irc_session_t * session, const char *server, unsigned short port, const char *password,
		const char *nick, const char *user, const char *name),
	(session, server, port, password, nick, user, name))
CALL(int, irc_add_select_descriptors, 1,
	(irc_session_t * session, fd_set *readable, fd_set *writable, int *last),
	(session, readable, writable, last))
CALL(int, irc_process_select_descriptors, 1,
	(irc_session_t * session, fd_set *readable, fd_set *writable),
	(session, readable, writable))

/* ---- libmicrohttpd and compression ---- */

struct MHD_Daemon *tortured_MHD_start_daemon(unsigned flags, uint16_t port,
	MHD_AcceptPolicyCallback policy, void *asker, MHD_AccessHandlerCallback handler,
	void *context, ...);
struct MHD_Daemon *tortured_MHD_start_daemon(unsigned flags, uint16_t port,
	MHD_AcceptPolicyCallback policy, void *asker, MHD_AccessHandlerCallback handler,
	void *context, ...)
{
	va_list rest;
	va_start(rest, context);
	struct MHD_Daemon *daemon = torture_fails("MHD_start_daemon")
		? NULL
		: MHD_start_daemon_va(flags, port, policy, asker, handler, context, rest);
	va_end(rest);
	return daemon;
}

CALL(enum MHD_Result, MHD_queue_response, MHD_NO,
	(struct MHD_Connection * connection, unsigned status, struct MHD_Response *response),
	(connection, status, response))
CALL(enum MHD_Result, MHD_run, MHD_NO, (struct MHD_Daemon * daemon), (daemon))
CALL(int, deflate, Z_STREAM_ERROR, (z_streamp stream, int flush), (stream, flush))

/* ---- SQLite's files ---- */

static sqlite3_vfs *files;

/* The methods that SQLite gets for a kind of file: the real ones `io`, behind wrappers that
 * fail. */
struct kind {
	sqlite3_io_methods methods; /* the wrappers */
	const sqlite3_io_methods *io;
};

static const sqlite3_io_methods *io_of(const sqlite3_file *file)
{
	return ((const struct kind *)file->pMethods)->io;
}

static int sqlite_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 from)
{
	return torture_fails("SQLite's read") ? SQLITE_IOERR_READ
					      : io_of(file)->xRead(file, bytes, length, from);
}

static int sqlite_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 from)
{
	return torture_fails("SQLite's write") ? SQLITE_FULL
					       : io_of(file)->xWrite(file, bytes, length, from);
}

static int sqlite_truncate(sqlite3_file *file, sqlite3_int64 length)
{
	return torture_fails("SQLite's truncate") ? SQLITE_IOERR_TRUNCATE
						  : io_of(file)->xTruncate(file, length);
}

static int sqlite_sync(sqlite3_file *file, int flags)
{
	if (torture_fails("SQLite's sync"))
		return SQLITE_IOERR_FSYNC;
	return loses_power ? io_of(file)->xSync(file, flags) : SQLITE_OK;
}

static int sqlite_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return torture_fails("SQLite's fstat") ? SQLITE_IOERR_FSTAT
					       : io_of(file)->xFileSize(file, size);
}

static int sqlite_map(sqlite3_file *file, int page, int size, int more, void volatile **out)
{
	return torture_fails("SQLite's mmap") ? SQLITE_IOERR_SHMMAP
					      : io_of(file)->xShmMap(file, page, size, more, out);
}

static int sqlite_lock(sqlite3_file *file, int level)
{
	return torture_fails("SQLite's lock") ? SQLITE_IOERR_LOCK : io_of(file)->xLock(file, level);
}

/* Makes a lock of the WAL index fail, but no unlock, because SQLite ignores the result of an
 * unlock. */
static int sqlite_lock_map(sqlite3_file *file, int offset, int count, int flags)
{
	return (flags & SQLITE_SHM_LOCK) != 0 && torture_fails("SQLite's lock of its map")
		? SQLITE_IOERR_SHMLOCK
		: io_of(file)->xShmLock(file, offset, count, flags);
}

static struct kind kind_of(const sqlite3_io_methods *io)
{
	struct kind kind = { .methods = *io, .io = io };
	kind.methods.xRead = sqlite_read;
	kind.methods.xWrite = sqlite_write;
	kind.methods.xTruncate = sqlite_truncate;
	kind.methods.xSync = sqlite_sync;
	kind.methods.xFileSize = sqlite_size;
	kind.methods.xLock = sqlite_lock;
	if (io->xShmMap != NULL) {
		kind.methods.xShmMap = sqlite_map;
		kind.methods.xShmLock = sqlite_lock_map;
	}
	return kind;
}

static int sqlite_open(
	sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
	enum { KINDS = 8 };
	static struct kind kind[KINDS];
	size_t n = 0;
	(void)vfs;
	file->pMethods = NULL;
	if (torture_fails("SQLite's open"))
		return SQLITE_CANTOPEN;
	int code = files->xOpen(files, name, file, flags, flags_out);
	if (file->pMethods == NULL)
		return code;
	while (n < KINDS - 1 && kind[n].io != NULL && kind[n].io != file->pMethods)
		n++;
	kind[n] = kind_of(file->pMethods);
	file->pMethods = &kind[n].methods;
	return code;
}

static int sqlite_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	return torture_fails("SQLite's unlink") ? SQLITE_IOERR_DELETE
						: files->xDelete(files, name, sync);
}

static int sqlite_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
	(void)vfs;
	return torture_fails("SQLite's access") ? SQLITE_IOERR_ACCESS
						: files->xAccess(files, name, flags, answer);
}

static int sqlite_full(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
	(void)vfs;
	return torture_fails("SQLite's realpath") ? SQLITE_CANTOPEN
						  : files->xFullPathname(files, name, size, out);
}

void torture_libraries(void (*place)(void))
{
	static sqlite3_vfs vfs;
	loses_power = place != NULL;
	if (loses_power)
		place();
	files = sqlite3_vfs_find(NULL);
	vfs = *files;
	vfs.zName = "torture";
	vfs.xOpen = sqlite_open;
	vfs.xDelete = sqlite_delete;
	vfs.xAccess = sqlite_access;
	vfs.xFullPathname = sqlite_full;
	sqlite3_vfs_register(&vfs, 1);
}
