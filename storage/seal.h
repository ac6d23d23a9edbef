/*
 * seal.h - seals the values of a database that the code of the pages must not learn. Only for
 * storage/.
 *
 * The process that serves pages can read the whole database file. So these values are in it as
 * boxes, sealed by libsodium with a key from a file that this process cannot read: roots and seeds
 * from which cards in play follow, moves of hands in play, hashes of passwords, and the data of
 * networks, such as private lines that are not sent yet. A box stands in the column `box`; while it
 * does, the value's own column is empty. secrecy.h tells when the values of a match are sealed.
 *
 * The key's file is the database's path with "-key". If the database lies in a folder of its own
 * (home.h), the key's file is beside that folder. A copy (copy.h) has its key inside.
 */
#ifndef STORAGE_SEAL_H
#define STORAGE_SEAL_H

#include "storage/query.h"

/*
 * Finds the key of a database that the caller owns, and checks that it opens the database's boxes.
 * If nothing is sealed yet, creates the key and sets *first: the caller then seals the secrets
 * (adopt.h). If the database is a copy, its key becomes the key file, and an older key file
 * gets the suffix ".replaced". Returns STORE_KEYLESS if the key is lost. Writes in the batch.
 */
enum store_error seal_open(struct store *store, bool *first);
/* Creates another key for a database in which nothing is sealed any more. */
enum store_error seal_renew(struct store *store);
/* Forgets the key. */
void seal_close(struct store *store);

/* Binds the box of a value, or NULL if value is NULL. A query can bind one box. */
void query_bind_box(struct query *query, const void *value, size_t length);
/* Binds the box of a text with its NUL. Refuses a text that does not fit size bytes. */
void query_bind_box_text(struct query *query, const char *text, size_t size);
/*
 * Takes the next column, a box, and opens it into value. Leaves value unchanged if the column is
 * NULL or the store has no key. A box that does not open fails the query with STORE_DAMAGED.
 */
void query_unbox(struct query *query, void *value, size_t size);

#endif
