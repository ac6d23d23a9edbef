/*
 * copy.h - detects that the database is a copy of the original. Only for storage/.
 *
 * A copy is dangerous: the original reveals a seed with every deal and all seeds at the end of a
 * match, so the next cards of the copy may be public; and networks would handle old lines again.
 * Each batch that reveals a seed or stores network data adds 1 to the generation in the database
 * and, after the commit and before any line is sent, writes the generation to a file beside the
 * database (-generation). A database is a copy if its generation is below this file's, if the
 * lineage (a random number) differs, if the file is absent, or if it is marked as a backup. If the
 * database's generation is above the file's, the process was killed before it wrote the file, and
 * the database does not count as a copy. A copy of the whole folder is not detected.
 */
#ifndef STORAGE_COPY_H
#define STORAGE_COPY_H

#include "storage/store.h"

/*
 * Copies the database to PATH.schema-N if its version N is older and not 0 (empty). Replaces an
 * earlier copy of that name only when the new copy is complete. Returns STORE_UNCOPIED if no copy
 * could be written.
 */
enum store_error copy_before_upgrade(struct store *store, int version);
/* Adds 1 to the generation, once per batch. Its file is written after the commit. */
enum store_error copy_advance_generation(struct store *store);
/*
 * Finds out whether the database is a copy, and makes a copy safe: sets its live matches aside,
 * marks the network data as restored, and starts a new lineage. Also sets the version of the deals
 * of begun days to 0, so that their results get no places. After an error the caller closes the
 * store or rolls back.
 */
enum store_error copy_detect(struct store *store);

#endif
