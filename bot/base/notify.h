/*
 * notify.h - what whoever started the program as a service wants to hear of it: datagrams of the
 * protocol of sd_notify(3), which systemd and others understand.
 */
#ifndef BOT_BASE_NOTIFY_H
#define BOT_BASE_NOTIFY_H

#include <stdint.h>

struct notify {
	int fd;               /* -1: nobody wants to hear anything */
	uint64_t watchdog_ms; /* they want to hear that often that it lives; 0: they do not */
	const char *fault;    /* what they cannot hear, and why, in words; NULL: nothing */
};

/*
 * Minds NOTIFY_SOCKET, a path or an abstract name behind @, WATCHDOG_USEC and WATCHDOG_PID. Never
 * fails: what cannot be reached is as if nobody wanted to hear, but for the fault.
 */
struct notify notify_open(void);
void notify_close(struct notify *notify);
/* Sends assignments, one a line; what the socket does not take at once is lost. */
void notify_send(const struct notify *notify, const char *text);
/* That the configuration is being read again: from now on, until the next READY=1. */
void notify_reloading(const struct notify *notify);

#endif
