/*
 * systemd_notify.h - reports the program's state to systemd or another service manager, by
 * sd_notify(3).
 */
#ifndef BOT_BASE_SYSTEMD_NOTIFY_H
#define BOT_BASE_SYSTEMD_NOTIFY_H

#include <stdint.h>

struct systemd_notify {
	int fd;               /* socket to the service manager, or -1 */
	uint64_t watchdog_ms; /* longest time between two WATCHDOG=1, in ms; 0: no watchdog */
	const char *fault;    /* a log line about a setting that cannot be used, or NULL */
};

/*
 * Connects to NOTIFY_SOCKET, which is a path or an abstract name after an @, and reads
 * WATCHDOG_USEC and WATCHDOG_PID. Never fails: a setting that cannot be used is ignored, and
 * `fault` says why.
 */
struct systemd_notify systemd_notify_open(void);
void systemd_notify_close(struct systemd_notify *notify);
/* Sends assignments like "READY=1", one a line. Drops them if the socket is full. */
void systemd_notify_send(const struct systemd_notify *notify, const char *text);
/* Reports that a reload of the configuration has begun. READY=1 reports its end. */
void systemd_notify_reloading(const struct systemd_notify *notify);

#endif
