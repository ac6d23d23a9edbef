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
 * For good, and for all threads that are started from now on: there must be no others yet. Files
 * that are open stay so. What the kernel cannot do is left out; report tells in words what cannot
 * be done any more, and what still can, and false is returned if anything still can.
 */
bool confine_self(struct confine *confine, char report[CONFINE_REPORT]);

#endif
