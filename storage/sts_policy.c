#include "storage/sts_policy.h"

#include "storage/query.h"

enum store_error store_set_sts_policy(
	struct store *store, const char *host, unsigned port, int64_t until)
{
	struct query query = query_write(store, SQL_SECURE);
	query_bind_text(&query, host, STORE_HOST);
	query_bind_number(&query, port);
	query_bind_number(&query, until);
	return query_end(&query);
}

enum store_error store_get_sts_policy(
	struct store *store, const char *host, int64_t now, unsigned *port)
{
	struct query query = query_read(store, SQL_SECURED);
	query_bind_text(&query, host, STORE_HOST);
	query_bind_number(&query, now);
	if (query_row(&query))
		*port = query_unsigned(&query);
	return query_end_found(&query);
}
