/* error.c - converts SQLite's result codes to store errors. */
#include <errno.h>

#include "bot/base/memory.h"
#include "storage/sqlite/sqlite.h"

/* Returns the last errno on the database file or, with `log`, on its WAL. */
static int file_errno(sqlite3 *db, bool log)
{
	sqlite3_file *file = NULL;
	int cause = 0;
	sqlite3_file_control(
		db, "main", log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER, &file);
	if (file->pMethods)
		file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &cause);
	return cause;
}

/*
 * Returns true if an errno means an exceeded quota or file size limit. SQLite reports these as
 * SQLITE_IOERR, and only ENOSPC as SQLITE_FULL.
 */
static bool is_full(int cause)
{
	return cause == EDQUOT || cause == EFBIG;
}

static enum store_error disk_error(sqlite3 *db, int extended)
{
	switch (extended) {
	case SQLITE_IOERR_CORRUPTFS: return STORE_DAMAGED;
	case SQLITE_IOERR_SHMSIZE: return STORE_FULL; /* no room for -shm */
	case SQLITE_IOERR_WRITE:
		return is_full(file_errno(db, false)) || is_full(file_errno(db, true)) ? STORE_FULL
										       : STORE_IO;
	default: return STORE_IO;
	}
}

enum store_error sqlite_error(sqlite3 *db, int code)
{
	/* GCOVR_EXCL_BR_START: no test lets memory run out, which ends the process. */
	if (code == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM)
		memory_exit(0);
	/* GCOVR_EXCL_BR_STOP */
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE: return STORE_OK;
	case SQLITE_FULL: return STORE_FULL;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return STORE_LOCKED;
	case SQLITE_READONLY:
		return code == SQLITE_READONLY_DBMOVED ? STORE_MOVED : STORE_READ_ONLY;
	case SQLITE_PERM:
	case SQLITE_AUTH: return STORE_READ_ONLY;
	case SQLITE_CORRUPT:
	case SQLITE_ERROR: return STORE_DAMAGED; /* our SQL is tested, so the schema is broken */
	case SQLITE_NOTADB: return STORE_FOREIGN;
	case SQLITE_CANTOPEN: return STORE_UNOPENED;
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_TOOBIG: return STORE_REFUSED;
	default: return disk_error(db, code);
	}
}
