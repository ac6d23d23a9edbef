/* haste.c - makes a program's clock run HASTE times as fast (an environment variable), so that
 * tests with a server's timers take seconds. It replaces functions of the C library in programs
 * that preload it (LD_PRELOAD) and in tests that link it. */
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { HASTE_MILLION = 1000000, HASTE_BILLION = 1000000000 };

/* The value of HASTE, and the start of the program on the real-time and the monotonic clock, in
 * ns. */
static int64_t haste = 1;
static int64_t haste_date;
static int64_t haste_uptime;

static int64_t haste_now(clockid_t clock)
{
	struct timespec now;
	syscall(SYS_clock_gettime, clock, &now);
	return now.tv_sec * HASTE_BILLION + now.tv_nsec;
}

__attribute__((constructor)) static void haste_begin(void)
{
	const char *words = getenv("HASTE");
	long times = words != NULL ? strtol(words, NULL, 10) : 1;
	haste = times > 1 ? times : 1;
	haste_date = haste_now(CLOCK_REALTIME);
	haste_uptime = haste_now(CLOCK_MONOTONIC);
}

/* The C library declares these functions with reserved parameter names, which we cannot repeat. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

/* ---- clocks ---- */

int clock_gettime(clockid_t clock, struct timespec *out)
{
	int64_t now;
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
		now = haste_date + (haste_now(CLOCK_REALTIME) - haste_date) * haste;
		break;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_BOOTTIME:
		now = haste_uptime + (haste_now(CLOCK_MONOTONIC) - haste_uptime) * haste;
		break;
	default: return (int)syscall(SYS_clock_gettime, clock, out);
	}
	*out = (struct timespec){ now / HASTE_BILLION, now % HASTE_BILLION };
	return 0;
}

time_t time(time_t *out)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (out != NULL)
		*out = now.tv_sec;
	return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
	struct timespec now;
	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	*out = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
	return 0;
}

/* ---- timeouts ---- */

/* Converts a timeout on the fast clock to real time. Zero stays zero. */
static struct timespec haste_wait(int64_t nanoseconds)
{
	int64_t real = nanoseconds / haste;
	return (struct timespec){ real / HASTE_BILLION, real % HASTE_BILLION };
}

int poll(struct pollfd *fds, nfds_t count, int milliseconds)
{
	struct timespec real;
	if (milliseconds >= 0)
		real = haste_wait((int64_t)milliseconds * HASTE_MILLION);
	return (int)syscall(SYS_ppoll, fds, count, milliseconds >= 0 ? &real : NULL, NULL, 0);
}

int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict excepts,
	struct timeval *restrict wait)
{
	struct timespec real;
	if (wait != NULL)
		real = haste_wait(wait->tv_sec * HASTE_BILLION + wait->tv_usec * 1000);
	return (int)syscall(
		SYS_pselect6, count, reads, writes, excepts, wait != NULL ? &real : NULL, NULL);
}

int epoll_pwait(
	int fd, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask)
{
	struct timespec real;
	if (milliseconds >= 0)
		real = haste_wait((int64_t)milliseconds * HASTE_MILLION);
	/* 8 is the size in bytes of the kernel's signal set. */
	return (int)syscall(
		SYS_epoll_pwait2, fd, events, most, milliseconds >= 0 ? &real : NULL, mask, 8);
}

int epoll_wait(int fd, struct epoll_event *events, int most, int milliseconds)
{
	return epoll_pwait(fd, events, most, milliseconds, NULL);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
