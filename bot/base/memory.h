/* memory.h - how much memory this process takes. */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

#include <stdint.h>

/* Resident bytes, or 0 where the system does not tell. */
double memory_resident(void);
/* The most resident bytes so far, which needs no file. */
int64_t memory_peak(void);

#endif
