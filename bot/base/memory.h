/* memory.h - how much memory this process takes. */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

/* Resident bytes, or 0 where the system does not tell. */
double memory_resident(void);

#endif
