#include "storage/people.h"

#include <string.h>

#include "storage/query.h"

static enum store_error query_id(struct query *query, int64_t *id)
{
	if (query_row(query))
		*id = query_number(query);
	return query_end_found(query);
}

enum store_error store_find_or_add_network(struct store *store, const char *name, int64_t *id)
{
	struct query query = query_read(store, SQL_NETWORK_FIND);
	query_bind_text(&query, name, STORE_NAME);
	enum store_error error = query_id(&query, id);
	if (error != STORE_NONE)
		return error;
	query = query_write(store, SQL_NETWORK_ADD);
	query_bind_text(&query, name, STORE_NAME);
	return query_end_added(&query, id);
}

static enum store_error person_add(struct store *store, int64_t network, const char *key,
	const char *name, int64_t now, int64_t *id)
{
	struct query query = query_write(store, SQL_PERSON_ADD);
	query_bind_present(&query, network);
	query_bind_text(&query, key, STORE_KEY);
	query_bind_text(&query, name, STORE_NAME);
	query_bind_number(&query, now);
	return query_end_added(&query, id);
}

/* Finds a person's id and stored name by key. */
static enum store_error person_find(
	struct store *store, int64_t network, const char *key, char name[STORE_NAME], int64_t *id)
{
	struct query query = query_read_with(store, SQL_PERSON_FIND, network);
	query_bind_text(&query, key, STORE_KEY);
	if (query_row(&query)) {
		*id = query_number(&query);
		query_text(&query, name, STORE_NAME);
	}
	return query_end_found(&query);
}

enum store_error store_find_or_add_person(struct store *store, int64_t network, const char *key,
	const char *name, int64_t now, int64_t *id)
{
	char known[STORE_NAME] = "";
	enum store_error error = person_find(store, network, key, known, id);
	if (error == STORE_NONE)
		return person_add(store, network, key, name, now, id);
	if (error || strcmp(known, name) == 0)
		return error;
	struct query query = query_write(store, SQL_PERSON_RENAME);
	query_bind_text(&query, name, STORE_NAME);
	query_bind_number(&query, now);
	query_bind_number(&query, *id);
	return query_end(&query);
}

enum store_error store_find_person(
	struct store *store, int64_t network, const char *key, int64_t *id)
{
	char name[STORE_NAME];
	return person_find(store, network, key, name, id);
}

enum store_error store_find_or_add_robot(
	struct store *store, const char *level, int64_t now, int64_t *id)
{
	struct query query = query_read(store, SQL_ROBOT_FIND);
	query_bind_text(&query, level, STORE_WORD);
	enum store_error error = query_id(&query, id);
	return error == STORE_NONE ? person_add(store, 0, level, level, now, id) : error;
}

enum store_error store_find_person_by_name(
	struct store *store, int64_t network, const char *name, int64_t *id)
{
	struct query query = query_read_with(store, SQL_PERSON_NAMED, network);
	query_bind_text(&query, name, STORE_NAME);
	return query_id(&query, id);
}

enum store_error store_get_person_name(struct store *store, int64_t person, char name[STORE_NAME])
{
	struct query query = query_read_with(store, SQL_PERSON_NAME, person);
	if (query_row(&query))
		query_text(&query, name, STORE_NAME);
	return query_end_found(&query);
}

void query_person(struct query *query, struct store_person *person)
{
	person->id = query_number(query);
	person->network = query_number(query);
	query_text(query, person->key, STORE_KEY);
	query_text(query, person->name, STORE_NAME);
}

/* Reads a person from the row of a query and ends the query. Returns STORE_NONE without a row. */
static enum store_error end_person(struct query *query, struct store_person *row)
{
	if (query_row(query))
		query_person(query, row);
	return query_end_found(query);
}

enum store_error store_get_person(struct store *store, int64_t id, struct store_person *row)
{
	struct query query = query_read_with(store, SQL_PERSON_ROW, id);
	return end_person(&query, row);
}

enum store_error store_next_namesake(
	struct store *store, const char *name, struct store_person *row)
{
	struct query query = query_read_with(store, SQL_PERSON_NAMESAKE, row->network);
	query_bind_text(&query, name, STORE_NAME);
	query_bind_number(&query, row->id);
	return end_person(&query, row);
}

const char *store_robot_level(const struct store_person *row)
{
	return row->network == 0 ? row->key : NULL;
}

const char *store_nameless_level(const struct store_person *row)
{
	return strcmp(row->name, row->key) == 0 ? store_robot_level(row) : NULL;
}

bool store_is_person_deleted(const struct store_person *row)
{
	static const char mark[] = "forgotten ";
	return strncmp(row->key, mark, sizeof(mark) - 1) == 0;
}

enum store_error store_get_preferences(
	struct store *store, int64_t person, struct store_preferences *preferences)
{
	struct query query = query_read_with(store, SQL_PREFERENCES, person);
	if (query_row(&query)) {
		query_text(&query, preferences->lang, STORE_WORD);
		query_text(&query, preferences->cards, STORE_WORD);
		query_text(&query, preferences->advice, STORE_WORD);
		query_text(&query, preferences->via, STORE_WORD);
		query_text(&query, preferences->seat, STORE_WORD);
		query_text(&query, preferences->confirm, STORE_WORD);
		query_text(&query, preferences->address, STORE_ADDRESS);
		preferences->claimed = query_number(&query) != 0;
	}
	return query_end_found(&query);
}

enum store_error store_set_preference(
	struct store *store, int64_t person, enum store_preference preference, const char *value)
{
	static const enum statement statements[] = {
		[STORE_LANG] = SQL_PREFER_LANG,
		[STORE_CARDS] = SQL_PREFER_CARDS,
		[STORE_ADVICE] = SQL_PREFER_ADVICE,
		[STORE_VIA] = SQL_PREFER_VIA,
		[STORE_SEAT] = SQL_PREFER_SEAT,
		[STORE_CONFIRM] = SQL_PREFER_CONFIRM,
	};
	struct query query = query_write(store, statements[preference]);
	query_bind_text(&query, value, STORE_WORD);
	query_bind_number(&query, person);
	return query_end_found(&query);
}

enum store_error store_delete_person(struct store *store, int64_t person)
{
	static const enum statement statements[] = { SQL_FORGET_AUTHOR, SQL_FORGET_CHANNEL_AUTHOR,
		SQL_FORGET_NONCES, SQL_SEAT_KEYS_FORGET, SQL_TRIES_FORGET, SQL_SUM_FORGET };
	enum store_error error =
		query_run_all(store, statements, sizeof(statements) / sizeof(*statements), person);
	store_request_scrub(store);
	if (error)
		return error;
	struct query query = query_write_with(store, SQL_FORGET, person);
	return query_end_found(&query);
}

enum store_error store_set_notified(struct store *store, int64_t person, bool wants)
{
	struct query query = query_write_with(store, SQL_NOTIFY, wants);
	query_bind_number(&query, person);
	return query_end_found(&query);
}

enum store_error store_next_notified_person(struct store *store, struct store_person *row)
{
	struct query query = query_read_with(store, SQL_NOTIFIED, row->network);
	query_bind_number(&query, row->id);
	return end_person(&query, row);
}

static enum store_error leaver_put(
	struct store *store, enum statement statement, int64_t person, int64_t number)
{
	struct query query = query_write(store, statement);
	query_bind_present(&query, number);
	query_bind_number(&query, person);
	return query_end(&query);
}

enum store_error store_count_leave(struct store *store, int64_t person, int64_t now)
{
	return leaver_put(store, SQL_LEAVE, person, now);
}

enum store_error store_count_finished_match(struct store *store, int64_t person, unsigned forgiven)
{
	return leaver_put(store, SQL_STAY, person, forgiven);
}

enum store_error store_get_leaves(struct store *store, int64_t person, struct store_leaver *leaver)
{
	struct query query = query_read_with(store, SQL_LEAVER, person);
	if (query_row(&query)) {
		leaver->leaves = query_unsigned(&query);
		leaver->deserted = query_number(&query);
	}
	return query_end_found(&query);
}
