#include "storage/schema.h"

#include "sql/statements.h"

/* The application_id of mitaines databases: "Mita" in ASCII. */
enum { SCHEMA_APPLICATION = 0x4d697461 };

enum store_error schema_identify(struct database *database, int *version)
{
	struct db_mark mark = { .version = 0 };
	enum store_error error = db_identify(database, &mark);
	*version = (int)mark.version;
	if (error || mark.empty)
		return error;
	if (mark.application != SCHEMA_APPLICATION)
		return STORE_FOREIGN;
	if (mark.version < SCHEMA_FIRST)
		return STORE_OUTDATED;
	return mark.version > SCHEMA_NEWEST ? STORE_NEWER : STORE_OK;
}

enum store_error schema_upgrade(struct database *database)
{
	struct db_mark mark;
	enum store_error error = db_identify(database, &mark);
	if (!error && mark.version == SCHEMA_NEWEST)
		return STORE_OK;
	if (!error)
		error = db_execute(database, sql_statements[SQL_BEGIN]);
	/* Read the version again: another program may have upgraded the database before BEGIN. */
	if (!error)
		error = db_identify(database, &mark);
	if (!error && mark.version <= SCHEMA_NEWEST) {
		int64_t version = mark.version < SCHEMA_FIRST ? SCHEMA_FIRST : mark.version + 1;
		for (; !error && version <= SCHEMA_NEWEST; version++)
			error = db_execute(database, schema_steps[version]);
		if (!error)
			error = db_set_mark(database, SCHEMA_APPLICATION, SCHEMA_NEWEST);
	}
	if (!error)
		error = db_execute(database, sql_statements[SQL_COMMIT]);
	if (db_is_writing(database))
		db_execute(database, sql_statements[SQL_ROLLBACK]);
	return error;
}
