#include "storage/schema.h"

#include "sql/statements.h"

/* "Mita": the application id in the head of our databases. */
enum { SCHEMA_APPLICATION = 0x4d697461 };

int schema_count(const char *const *migrations)
{
	int count = 0;
	while (migrations[count])
		count++;
	return count;
}

enum store_error schema_version(struct database *database, int *version)
{
	struct driver_mark mark = { .version = 0 };
	enum store_error error = database->driver->identify(database, &mark);
	*version = (int)mark.version;
	return error;
}

enum store_error schema_identify(struct database *database, const char *const *migrations)
{
	struct driver_mark mark;
	enum store_error error = database->driver->identify(database, &mark);
	if (error || mark.empty)
		return error;
	if (mark.application != SCHEMA_APPLICATION)
		return STORE_FOREIGN;
	return mark.version > schema_count(migrations) ? STORE_NEWER : STORE_OK;
}

/* Inside a transaction, so that of two programs that start at once only one migrates. */
static enum store_error schema_migrate(struct database *database, const char *const *migrations)
{
	struct driver_mark mark;
	int count = schema_count(migrations);
	enum store_error error = database->driver->identify(database, &mark);
	if (error || mark.version > count)
		return error;
	for (int64_t i = mark.version; !error && i < count; i++)
		error = database->driver->execute(database, migrations[i]);
	return error ? error : database->driver->mark(database, SCHEMA_APPLICATION, count);
}

enum store_error schema_upgrade(struct database *database, const char *const *migrations)
{
	const struct driver *driver = database->driver;
	struct driver_mark mark;
	enum store_error error = driver->identify(database, &mark);
	if (!error && mark.version == schema_count(migrations))
		return STORE_OK;
	if (!error)
		error = driver->execute(database, sql_statements[SQL_BEGIN]);
	if (!error)
		error = schema_migrate(database, migrations);
	if (!error)
		error = driver->execute(database, sql_statements[SQL_COMMIT]);
	if (driver->writing(database))
		driver->execute(database, sql_statements[SQL_ROLLBACK]);
	return error;
}
