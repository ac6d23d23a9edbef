/* systemd_notify.h - reports the program's state to a service manager like systemd, by
 * sd_notify(3). */
#ifndef BOT_BASE_SYSTEMD_NOTIFY_H
#define BOT_BASE_SYSTEMD_NOTIFY_H

#include <stdint.h>

struct systemd_notify {
	int fd;               /* -1 without a service manager */
	uint64_t watchdog_ms; /* the longest time between two WATCHDOG=1; 0 without watchdog */
	const char *fault;    /* a log line about an unusable setting, or NULL */
};

/*
 * Connects to NOTIFY_SOCKET, a path or an abstract name behind @, and reads WATCHDOG_USEC and
 * WATCHDOG_PID. Never fails: if something is unusable it is left out, and fault says why.
 */
struct systemd_notify systemd_notify_open(void);
void systemd_notify_close(struct systemd_notify *notify);
/* Sends assignments, one a line. If the socket is full they are lost. */
void systemd_notify_send(const struct systemd_notify *notify, const char *text);
/* Sends that the configuration is being reloaded. READY=1 ends that. */
void systemd_notify_reloading(const struct systemd_notify *notify);

#endif
