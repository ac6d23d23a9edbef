#include "storage/jobs.h"

#include "storage/query.h"

enum store_error store_get_job(struct store *store, const char *name, int64_t *ran)
{
	struct query query = query_read(store, SQL_JOB);
	query_bind_text(&query, name, STORE_WORD);
	if (query_row(&query))
		*ran = query_number(&query);
	return query_end_found(&query);
}

enum store_error store_set_job(struct store *store, const char *name, int64_t ran)
{
	struct query query = query_write(store, SQL_JOB_RAN);
	query_bind_text(&query, name, STORE_WORD);
	query_bind_number(&query, ran);
	return query_end(&query);
}
