#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): accept4 */
#include "bot/base/unix_socket.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/text.h"

/* Opens a socket and fills in the address of a path. Returns -1 on failure, with errno set. */
static int open_socket(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	errno = ENAMETOOLONG;
	return text_copy(address->sun_path, sizeof address->sun_path, path)
		? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
		: -1;
}

/* Closes a descriptor and returns -1. Does not change errno. */
static int fail(int fd)
{
	int error = errno;
	close(fd);
	errno = error;
	return -1;
}

/*
 * Removes a socket file on which no process listens. Returns false with errno set if a process
 * listens.
 */
static bool remove_unused(int fd, const struct sockaddr_un *address)
{
	struct stat file;
	if (lstat(address->sun_path, &file) != 0)
		return errno == ENOENT;
	bool listened = S_ISSOCK(file.st_mode) &&
		(connect(fd, (const struct sockaddr *)address, sizeof *address) == 0 ||
			errno == EAGAIN);
	if (S_ISSOCK(file.st_mode) && !listened)
		return errno == ECONNREFUSED && unlink(address->sun_path) == 0;
	errno = listened ? EADDRINUSE : EEXIST;
	return false;
}

int unix_socket_listen(const char *path, int waiting)
{
	struct sockaddr_un address;
	int fd = open_socket(path, &address);
	if (fd < 0)
		return -1;
	bool listens = remove_unused(fd, &address) &&
		bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
		chmod(path, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP) == 0 && listen(fd, waiting) == 0;
	return listens ? fd : fail(fd);
}

int unix_socket_connect(const char *path)
{
	struct sockaddr_un address;
	int fd = open_socket(path, &address);
	if (fd < 0)
		return -1;
	bool joined = connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
	return joined ? fd : fail(fd);
}

int unix_socket_connect_datagram(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t length = strlen(name), size = offsetof(struct sockaddr_un, sun_path) + length;
	if (length < 2 || length >= sizeof address.sun_path || (*name != '/' && *name != '@'))
		return -1;
	memcpy(address.sun_path, name, length);
	if (*name == '@')
		address.sun_path[0] = '\0';
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -1;
	return connect(fd, (struct sockaddr *)&address, (socklen_t)size) == 0 ? fd : fail(fd);
}

int unix_socket_accept(int fd)
{
	return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
