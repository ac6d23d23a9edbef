/*
 * confine.h - gives up what the program does not need any more, so that whoever takes it over gets
 * little: other files, programs to start, processes to look into.
 */
#ifndef BOT_BASE_CONFINE_H
#define BOT_BASE_CONFINE_H

#include <stdbool.h>

enum { CONFINE_FOLDERS = 512, CONFINE_REPORT = 256 };

/* Folders, with all below them, where files may be read, or read, made and written. */
struct confine {
	int folder[CONFINE_FOLDERS];
	bool writable[CONFINE_FOLDERS];
	unsigned count;
	bool reads; /* no file is ever changed, and no connection made: others come to it */
};

/* Of one that is not there, or too many, nothing is allowed; NULL is none. */
void confine_allow(struct confine *confine, const char *folder, bool writable);
/* The same with the folder that a file is in, and where that is a link, the folder of what is. */
void confine_beside(struct confine *confine, const char *file, bool writable);
/*
 * Refuses io_uring for good, also to threads started later: its requests pass by the filter of
 * system calls. Call it before the event loop is made, as libuv then falls back to epoll.
 */
void confine_io_uring(void);
/*
 * Takes effect for good, for this thread and those it starts from now on: call it before there are
 * others. Open files stay open. Writes into report which parts are in force and which the kernel
 * lacks, and returns false if it lacks any. If a library then aborts, one line on standard error
 * says that the sandbox may be the reason.
 */
bool confine_self(struct confine *confine, char report[CONFINE_REPORT]);

#endif
