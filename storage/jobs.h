/* jobs.h - when the daily jobs of the calendar last ran. */
#ifndef STORAGE_JOBS_H
#define STORAGE_JOBS_H

#include "storage/store.h"

/* Reads when a job last ran, in Unix seconds. Returns STORE_NONE if it never ran. */
enum store_error store_get_job(struct store *store, const char *name, int64_t *ran);
enum store_error store_set_job(struct store *store, const char *name, int64_t ran);

#endif
