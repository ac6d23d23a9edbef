/*
 * sandbox.h - the sandbox: gives up privileges, files and system calls that the program does not
 * need, to limit the damage if an attacker takes it over.
 */
#ifndef BOT_BASE_SANDBOX_H
#define BOT_BASE_SANDBOX_H

#include <stdbool.h>

enum { SANDBOX_FOLDERS = 512, SANDBOX_REPORT = 256 };

/* Folders where files may be read, or (writable) also created and written, at any depth. */
struct sandbox {
	int folder[SANDBOX_FOLDERS];
	bool writable[SANDBOX_FOLDERS];
	unsigned count;
	bool read_only; /* a reader: changes no file and makes no connection, only accepts some */
};

/* Allows a folder. Ignores NULL, an absent folder, and any beyond SANDBOX_FOLDERS. */
void sandbox_allow_folder(struct sandbox *confine, const char *folder, bool writable);
/* Allows the folder of a file, and if the file is a link also the folder of its target. */
void sandbox_allow_folder_of(struct sandbox *confine, const char *file, bool writable);
/*
 * Refuses io_uring for good, also to threads started later: its requests bypass the seccomp filter.
 * Call it before loop_open, as libuv then falls back to epoll.
 */
void sandbox_refuse_io_uring(void);
/*
 * Applies the sandbox for good, to this thread and to those it starts later: call it before there
 * are others. Open files stay open. Writes into report which parts are in force and which the
 * kernel lacks, and returns false if it lacks any. If a library aborts later, a line on standard
 * error says that the sandbox may be the reason.
 */
bool sandbox_apply(struct sandbox *confine, char report[SANDBOX_REPORT]);

#endif
