#include "storage/channels.h"

#include "storage/query.h"

enum store_error store_set_channel_setting(struct store *store, int64_t network,
	const char *channel, const struct store_channel_setting *row)
{
	struct query query = query_write(store, SQL_CHANNEL_SETTING_PUT);
	query_bind_number(&query, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	query_bind_text(&query, row->key, STORE_SETTING_KEY);
	query_bind_text(&query, row->value, STORE_SETTING_VALUE);
	query_bind_number(&query, row->until);
	query_bind_text(&query, row->author, STORE_NAME);
	query_bind_number(&query, row->at);
	return query_end(&query);
}

enum store_error store_delete_channel_setting(
	struct store *store, int64_t network, const char *channel, const char *key)
{
	struct query query = query_write(store, SQL_CHANNEL_SETTING_DROP);
	query_bind_number(&query, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	query_bind_text(&query, key, STORE_SETTING_KEY);
	return query_end_found(&query);
}

enum store_error store_next_channel_setting(struct store *store, int64_t network,
	const char *channel, const char *after, struct store_channel_setting *row)
{
	struct query query = query_read(store, SQL_CHANNEL_SETTING_NEXT);
	query_bind_number(&query, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	query_bind_text(&query, after, STORE_SETTING_KEY);
	if (query_row(&query)) {
		query_text(&query, row->key, STORE_SETTING_KEY);
		query_text(&query, row->value, STORE_SETTING_VALUE);
		row->until = query_number(&query);
		query_text(&query, row->author, STORE_NAME);
		row->at = query_number(&query);
	}
	return query_end_found(&query);
}
