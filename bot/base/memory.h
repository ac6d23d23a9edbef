/* memory.h - memory that is always there: without it the process ends. And how much of it it takes.
 */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The process exits so when memory runs out. */
enum { MEMORY_STATUS = 71 };

/*
 * Writes one line to standard error and ends the process at once, from any thread; the journal
 * resumes its matches at the next start. bytes: of the request that failed; 0: a library asked.
 * What a stranger can make large has a limit of its own and never gets here by its size.
 */
_Noreturn void memory_end(size_t bytes);
/* Returns zeroed memory for count things of that size; never NULL, as all of these. */
void *memory_new(size_t count, size_t size);
/* Returns old, which may be NULL, with room for count things. */
void *memory_grow(void *old, size_t count, size_t size);
/* Returns a copy of a text; NULL of NULL. */
char *memory_copy(const char *text);

/* Resident bytes, or 0 where the system does not tell. */
double memory_resident(void);
/* The most resident bytes so far, which needs no file. */
int64_t memory_peak(void);

#endif
