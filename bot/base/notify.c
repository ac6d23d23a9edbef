/* notify.c - what the service manager is told. */
#include "bot/base/notify.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* A number from the environment; 0: there is none. */
static uint64_t notify_number(const char *name)
{
	const char *text = getenv(name);
	char *end;
	if (text == NULL || *text < '0' || *text > '9')
		return 0;
	errno = 0;
	uint64_t number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' ? number : 0;
}

/* For the process of that id alone, if any is named. */
static uint64_t notify_watchdog(void)
{
	uint64_t pid = notify_number("WATCHDOG_PID");
	if (pid != 0 && pid != (uint64_t)getpid())
		return 0;
	return notify_number("WATCHDOG_USEC") / 1000;
}

/* The address a name stands for: its length, 0 when it is none. */
static socklen_t notify_address(const char *name, struct sockaddr_un *address)
{
	size_t length = name != NULL ? strlen(name) : 0;
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if (length < 2 || length >= sizeof address->sun_path || (*name != '/' && *name != '@'))
		return 0;
	memcpy(address->sun_path, name, length);
	if (*name == '@')
		address->sun_path[0] = '\0';
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

/* Connected at once: later the program may no longer be allowed to look for it. */
struct notify notify_open(void)
{
	struct notify notify = { .fd = -1 };
	struct sockaddr_un address;
	socklen_t length = notify_address(getenv("NOTIFY_SOCKET"), &address);
	if (length == 0)
		return notify;
	notify.fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (notify.fd >= 0 && connect(notify.fd, (struct sockaddr *)&address, length) != 0)
		notify_close(&notify);
	if (notify.fd >= 0)
		notify.watchdog_ms = notify_watchdog();
	return notify;
}

void notify_close(struct notify *notify)
{
	if (notify->fd >= 0)
		close(notify->fd);
	*notify = (struct notify){ .fd = -1 };
}

void notify_send(const struct notify *notify, const char *text)
{
	if (notify->fd >= 0)
		send(notify->fd, text, strlen(text), MSG_NOSIGNAL);
}

void notify_reloading(const struct notify *notify)
{
	char text[64];
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64,
		(uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
	notify_send(notify, text);
}
