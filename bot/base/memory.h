/* memory.h - allocation that ends the process when memory runs out; memory in use. */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Exit status when memory runs out. */
enum { MEMORY_EXIT_STATUS = 71 };

/*
 * Writes a line to standard error and ends the process at once, from any thread. At the next start
 * the journal of moves resumes the matches. bytes is the size of the failed request, 0 if unknown.
 * Input from strangers has limits of its own, so that its size never leads here.
 */
_Noreturn void memory_exit(size_t bytes);
/* Returns zeroed memory for count elements of a size. Never returns NULL, like memory_grow. */
void *memory_new(size_t count, size_t size);
/* Resizes memory to count elements; old may be NULL. */
void *memory_grow(void *old, size_t count, size_t size);
/* Copies a text; NULL stays NULL. The caller frees it. */
char *memory_copy(const char *text);

/* Returns the resident bytes, or 0 if unknown. */
double memory_resident(void);
/* Returns the most resident bytes so far, or 0 if unknown. Opens no file. */
int64_t memory_peak(void);

#endif
