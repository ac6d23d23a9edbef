#include "storage/channels.h"

#include "storage/query.h"

enum store_error store_set_channel_setting(struct store *store, int64_t network,
	const char *channel, const struct store_channel_setting *row)
{
	struct query query = query_write_with(store, SQL_CHANNEL_SETTING_PUT, network);
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
	struct query query = query_write_with(store, SQL_CHANNEL_SETTING_DROP, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	query_bind_text(&query, key, STORE_SETTING_KEY);
	return query_end_found(&query);
}

enum store_error store_next_channel_setting(struct store *store, int64_t network,
	const char *channel, const char *after, struct store_channel_setting *row)
{
	struct query query = query_read_with(store, SQL_CHANNEL_SETTING_NEXT, network);
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

enum store_error store_set_venue(
	struct store *store, int64_t network, const char *channel, const char *link)
{
	struct query query = query_write_with(store, SQL_VENUE_PUT, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	query_bind_text(&query, link, STORE_LINK);
	return query_end(&query);
}

enum store_error store_delete_venue(struct store *store, int64_t network, const char *channel)
{
	struct query query = query_write_with(store, SQL_VENUE_DROP, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	return query_end(&query);
}

enum store_error store_clear_venues(struct store *store)
{
	struct query query = query_read(store, SQL_VENUES_ANY);
	bool any = query_row(&query);
	enum store_error error = query_end(&query);
	if (error || !any)
		return error;
	query = query_write(store, SQL_VENUES_CLEAR);
	return query_end(&query);
}

static void venue_take(struct query *query, struct store_venue *venue)
{
	query_text(query, venue->network, STORE_NAME);
	query_text(query, venue->channel, STORE_CHANNEL);
	query_text(query, venue->link, STORE_LINK);
}

enum store_error store_get_venue(
	struct store *store, int64_t network, const char *channel, struct store_venue *venue)
{
	struct query query = query_read_with(store, SQL_VENUE, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	if (query_row(&query))
		venue_take(&query, venue);
	return query_end_found(&query);
}

enum store_error store_list_venues(
	struct store *store, struct store_venue *rows, unsigned limit, unsigned *count)
{
	struct query query = query_read_with(store, SQL_VENUES, limit);
	for (*count = 0; *count < limit && query_row(&query); (*count)++)
		venue_take(&query, &rows[*count]);
	return query_end(&query);
}
