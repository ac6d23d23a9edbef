/*
 * adopt.h - seals the secrets of a database that an older version wrote in the clear; deletes
 * sealed secrets if their key is lost. Only for storage/.
 */
#ifndef STORAGE_ADOPT_H
#define STORAGE_ADOPT_H

#include "storage/query.h"

/* Seals the secrets of a database in which nothing is sealed. */
enum store_error adopt_secrets(struct store *store);
/* Deletes all sealed values, because their key is lost, and counts the losses in *lost. */
enum store_error adopt_give_up(struct store *store, int64_t now, struct store_losses *lost);

#endif
