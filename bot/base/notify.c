/* notify.c - what the service manager is told. */
#include "bot/base/notify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/local.h"

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

/* Connected at once: later the program may no longer be allowed to look for it. */
struct notify notify_open(void)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct notify notify = { .fd = name != NULL ? local_tell(name) : -1 };
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
