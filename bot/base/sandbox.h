/*
 * sandbox.h - the sandbox: gives up privileges, files and system calls that the program does not
 * need. This limits the damage if an attacker takes the program over.
 */
#ifndef BOT_BASE_SANDBOX_H
#define BOT_BASE_SANDBOX_H

#include <stdbool.h>

#include "bot/base/log.h"

enum { SANDBOX_FOLDERS = 512, SANDBOX_REPORT = 256 };

/*
 * The folders and files that the sandbox still allows: the files of a folder may be read, at any
 * depth. In a writable folder, files may also be created and written.
 */
struct sandbox {
	int folder[SANDBOX_FOLDERS]; /* descriptors of folders, or of files (is_file) */
	bool is_file[SANDBOX_FOLDERS];
	bool writable[SANDBOX_FOLDERS];
	unsigned count;
	int fault; /* error number of a folder that could not be opened, though it may exist; or 0
		    */
	bool read_only; /* writes no file and opens no connection, but may accept connections */
};

/*
 * Allows a folder. Ignores NULL, a folder that does not exist, and folders after the first
 * SANDBOX_FOLDERS ones.
 */
void sandbox_allow_folder(struct sandbox *sandbox, const char *folder, bool writable);
/* Allows reading one file. Ignores a file that does not exist. */
void sandbox_allow_file(struct sandbox *sandbox, const char *file);
/*
 * Allows the folder that a file is in. If the file is a symbolic link, also allows the folder of
 * its target.
 */
void sandbox_allow_folder_of(struct sandbox *sandbox, const char *file, bool writable);
/*
 * Refuses io_uring for good, because its requests bypass the seccomp filter. This also holds for
 * threads started later. Call this before loop_open: libuv then uses epoll.
 */
void sandbox_refuse_io_uring(void);
/* SANDBOX_PARTIAL: the kernel lacks a part. SANDBOX_FAILED: a part failed for another reason. */
enum sandbox_state { SANDBOX_COMPLETE, SANDBOX_PARTIAL, SANDBOX_FAILED };
/*
 * Applies the sandbox for good to this thread and to the threads that it starts later. Call this
 * before there are other threads. Open files stay open. report gets the parts in force and the
 * parts that the kernel lacks, or after a failure the parts that failed and why. If a library
 * aborts later, a line on standard error names the sandbox as a possible reason.
 */
enum sandbox_state sandbox_apply(struct sandbox *sandbox, char report[SANDBOX_REPORT]);
/*
 * Applies the sandbox and logs the report. Returns false if a part failed although the kernel has
 * it: then the program must end. Does nothing in a program with sanitizers, because they read files
 * that the sandbox forbids.
 */
bool sandbox_enter(struct sandbox *sandbox, const struct log *log);

#endif
