/* resident.h - how much memory this process takes. */
#ifndef BOT_BASE_RESIDENT_H
#define BOT_BASE_RESIDENT_H

/* Resident bytes, or 0 where the system does not tell. */
double resident(void);

#endif
