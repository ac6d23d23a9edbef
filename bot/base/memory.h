/*
 * memory.h - allocates memory, and ends the process when memory runs out; measures memory in use.
 */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The exit status of the process when memory runs out. */
enum { MEMORY_EXIT_STATUS = 71 };

/*
 * Writes a line to standard error and ends the process at once. Any thread may call this. The next
 * start resumes the matches from the journal. bytes: the size of the failed request, 0 if unknown.
 * Strangers cannot cause this, because their input is limited.
 */
_Noreturn void memory_exit(size_t bytes);
/* Returns zeroed memory for `count` elements of `size` bytes. Never returns NULL. */
void *memory_new(size_t count, size_t size);
/* Resizes memory to `count` elements of `size` bytes. old may be NULL. Never returns NULL. */
void *memory_grow(void *old, size_t count, size_t size);
/* Copies a text. The caller frees the copy. Returns NULL for NULL. */
char *memory_copy(const char *text);

/* Returns the resident memory of the process in bytes, or 0 if unknown. */
double memory_resident(void);
/*
 * Returns the peak of the resident memory in bytes, or 0 if unknown. Opens no file, so that it
 * works in the sandbox.
 */
int64_t memory_peak(void);

#endif
