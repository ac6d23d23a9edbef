/* place.c - lets the IRC servers ircu and hybrid run from an unpacked package. It finds their paths
 * below /usr in the folder IRCD_PLACE, reports high resource limits, and keeps DNS queries on this
 * machine. The servers preload it (LD_PRELOAD); it replaces functions of libc and libltdl. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* More file descriptors than any of the servers needs. */
enum { PLACE_DESCRIPTORS = 1 << 19 };

/* The C library declares these functions with reserved parameter names, which we cannot repeat. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

/* ---- paths ---- */

static const char *place_of(const char *path, char out[PATH_MAX])
{
	const char *place = getenv("IRCD_PLACE");
	if (place == NULL || strncmp(path, "/usr/", 5) != 0 ||
		snprintf(out, PATH_MAX, "%s%s", place, path) >= PATH_MAX)
		return path;
	return out;
}

/* Returns a library's function by its name. This file has a function that replaces it. */
static void *place_real(const char *library, const char *name)
{
	void *handle = dlopen(library, RTLD_LAZY);
	void *real = handle != NULL ? dlsym(handle, name) : NULL;
	if (real == NULL)
		abort();
	return real;
}

int access(const char *path, int mode)
{
	char there[PATH_MAX];
	return (int)syscall(SYS_access, place_of(path, there), mode);
}

int stat(const char *restrict path, struct stat *restrict out)
{
	char there[PATH_MAX];
	return fstatat(AT_FDCWD, place_of(path, there), out, 0);
}

DIR *opendir(const char *path)
{
	DIR *(*real)(const char *);
	char there[PATH_MAX];
	*(void **)&real = place_real("libc.so.6", "opendir");
	return real(place_of(path, there));
}

/* Replaces a function of libltdl, by which hybrid loads its modules. */
void *lt_dlopen(const char *path);
void *lt_dlopen(const char *path)
{
	void *(*real)(const char *);
	char there[PATH_MAX];
	*(void **)&real = place_real("libltdl.so.7", "lt_dlopen");
	return real(place_of(path, there));
}

/* ---- limits ---- */

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
	(void)resource;
	*limit = (struct rlimit){ PLACE_DESCRIPTORS, PLACE_DESCRIPTORS };
	return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
	(void)resource;
	(void)limit;
	return 0;
}

/* ---- DNS ---- */

/* Address that the last DNS query was for. recvfrom returns it as the sender, which hybrid
 * checks. */
static struct sockaddr_in place_asked;

/* Sends a DNS query back to its own socket, which reads it as an answer without names. */
ssize_t sendto(int fd, const void *bytes, size_t length, int flags, const struct sockaddr *to,
	socklen_t size)
{
	struct sockaddr_in self = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t room = sizeof self;
	if (size == sizeof place_asked && to->sa_family == AF_INET) {
		memcpy(&place_asked, to, sizeof place_asked);
		(void)bind(fd, (struct sockaddr *)&self, room);
		getsockname(fd, (struct sockaddr *)&self, &room);
		to = (struct sockaddr *)&self;
	}
	return syscall(SYS_sendto, fd, bytes, length, flags, to, size);
}

ssize_t recvfrom(int fd, void *restrict bytes, size_t length, int flags,
	struct sockaddr *restrict from, socklen_t *restrict size)
{
	ssize_t count = syscall(SYS_recvfrom, fd, bytes, length, flags, from, size);
	if (count >= 0 && from != NULL && place_asked.sin_port != 0)
		memcpy(from, &place_asked, sizeof place_asked);
	return count;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
