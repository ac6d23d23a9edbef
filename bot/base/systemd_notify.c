/* systemd_notify.c - sends the program's state to the service manager. */
#include "bot/base/systemd_notify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/unix_socket.h"

/*
 * Reads a positive number from an environment variable. Returns 0 if the variable is absent or
 * invalid.
 */
static uint64_t systemd_notify_number(const char *name)
{
	const char *text = getenv(name);
	char *end;
	if (text == NULL || *text < '0' || *text > '9')
		return 0;
	errno = 0;
	uint64_t number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' ? number : 0;
}

/* Connects at once, because the sandbox may forbid connections later. */
struct systemd_notify systemd_notify_open(void)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct systemd_notify notify = { .fd = -1 };
	if (name == NULL)
		return notify;
	uint64_t time = systemd_notify_number("WATCHDOG_USEC");
	notify.fd = unix_socket_connect_datagram(name);
	if (notify.fd < 0)
		notify.fault = "NOTIFY_SOCKET cannot be reached; the service manager does not "
			       "learn when the program is ready";
	else if (getenv("WATCHDOG_USEC") != NULL && time < 1000)
		notify.fault = "WATCHDOG_USEC is not a time in microseconds; sending no "
			       "keep-alive messages";
	else if (time > 0 && getenv("WATCHDOG_PID") != NULL &&
		systemd_notify_number("WATCHDOG_PID") != (uint64_t)getpid())
		notify.fault = "WATCHDOG_PID is not this process, as may happen in a container; "
			       "sending no keep-alive messages";
	else
		notify.watchdog_ms = time / 1000;
	return notify;
}

void systemd_notify_close(struct systemd_notify *notify)
{
	if (notify->fd >= 0)
		close(notify->fd);
	*notify = (struct systemd_notify){ .fd = -1 };
}

void systemd_notify_send(const struct systemd_notify *notify, const char *text)
{
	if (notify->fd >= 0)
		send(notify->fd, text, strlen(text), MSG_NOSIGNAL);
}

void systemd_notify_reloading(const struct systemd_notify *notify)
{
	char text[64];
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64,
		(uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
	systemd_notify_send(notify, text);
}
