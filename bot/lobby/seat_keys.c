#include "bot/lobby/seat_keys.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"

static void free_list(struct seat_key *key, size_t count)
{
	for (size_t i = 0; i < count; i++)
		string_free(&key[i].last);
	free(key);
}

/*
 * Returns the index of the first key of a match, or the index at which to insert a key of the
 * match.
 */
static size_t place_of(const struct seat_key *key, size_t count, int64_t match)
{
	size_t low = 0;
	size_t high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (key[middle].row.match < match)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void insert(struct seat_key **key, size_t *count, const struct store_seat_key *row)
{
	size_t place = place_of(*key, *count, row->match);
	*key = memory_grow(*key, *count + 1, sizeof **key);
	memmove(*key + place + 1, *key + place, (*count - place) * sizeof **key);
	(*key)[place] = (struct seat_key){ .row = *row, .last = STRING_EMPTY };
	++*count;
}

/* Reads the stored keys. On an error keeps the old list. */
static enum store_error load(struct seat_keys *keys)
{
	struct store_seat_key row = { .person = 0 };
	struct seat_key *read = NULL;
	size_t count = 0;
	enum store_error error;
	while ((error = store_next_seat_key(keys->batch->store, &row)) == STORE_OK)
		insert(&read, &count, &row);
	if (error != STORE_NONE) {
		free_list(read, count);
		return error;
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < keys->count; k++)
			if (memcmp(read[i].row.hash, keys->key[k].row.hash, STORE_KEY_HASH) == 0) {
				read[i].last = keys->key[k].last;
				keys->key[k].last = STRING_EMPTY;
			}
	free_list(keys->key, keys->count);
	keys->key = read;
	keys->count = count;
	return STORE_OK;
}

/*
 * Ends a batch: frees the keys that the batch has ended, or after a rollback reads all keys again.
 * If that read fails, keeps only the keys whose views the pages have, even if the batch has ended
 * them, and tries again at the end of the next batch.
 */
static void settle(struct participant *participant, bool kept)
{
	struct seat_keys *keys = (struct seat_keys *)participant;
	size_t count = 0;
	keys->outdated = keys->outdated || !kept;
	if (keys->outdated && load(keys) == STORE_OK) {
		keys->outdated = false;
		return;
	}
	for (size_t i = 0; i < keys->count; i++) {
		struct seat_key *key = &keys->key[i];
		if (keys->outdated)
			key->ended = !key->sent;
		if (key->ended)
			string_free(&key->last);
		else
			keys->key[count++] = *key;
	}
	keys->count = count;
	if (keys->outdated)
		batch_join(keys->batch, participant);
}

bool seat_keys_open(struct seat_keys *keys)
{
	keys->participant.settle = settle;
	return load(keys) == STORE_OK;
}

void seat_keys_close(struct seat_keys *keys)
{
	free_list(keys->key, keys->count);
	*keys = (struct seat_keys){ .count = 0 };
}

struct seat_key *seat_keys_find(struct seat_keys *keys, const uint8_t hash[STORE_KEY_HASH])
{
	for (size_t i = 0; i < keys->count; i++)
		if (!keys->key[i].ended && memcmp(keys->key[i].row.hash, hash, STORE_KEY_HASH) == 0)
			return &keys->key[i];
	return NULL;
}

struct seat_key *seat_keys_of_match(const struct seat_keys *keys, int64_t match, size_t *count)
{
	size_t first = place_of(keys->key, keys->count, match);
	*count = 0;
	while (first + *count < keys->count && keys->key[first + *count].row.match == match)
		++*count;
	return *count == 0 ? NULL : keys->key + first;
}

/* Deletes a key from the store, and marks it as ended. */
static void end_key(struct seat_keys *keys, struct seat_key *key)
{
	batch_join(keys->batch, &keys->participant);
	key->ended = true;
	batch_check_write(keys->batch, store_delete_seat_key(keys->batch->store, key->row.hash));
}

void seat_keys_add_advice(struct seat_keys *keys, int64_t person, int64_t match, const char *advice)
{
	size_t count;
	struct seat_key *key = seat_keys_of_match(keys, match, &count);
	for (size_t i = 0; i < count; i++) {
		struct string *last = &key[i].last;
		if (key[i].row.person != person || last->length == 0)
			continue;
		string_keep_range(last, 0, last->length - strlen("}"));
		json_text(last, "advice", advice);
		json_end(last, '}');
		key[i].sent = false;
	}
}

unsigned seat_keys_end(struct seat_keys *keys, int64_t person, int64_t match)
{
	unsigned ended = 0;
	for (size_t i = 0; i < keys->count; i++) {
		struct seat_key *key = &keys->key[i];
		if (key->ended || key->row.person != person ||
			(match != 0 && key->row.match != match))
			continue;
		end_key(keys, key);
		ended++;
	}
	return ended;
}

bool seat_keys_has(const struct seat_keys *keys, int64_t person, int64_t match)
{
	size_t count;
	const struct seat_key *key = seat_keys_of_match(keys, match, &count);
	for (size_t i = 0; i < count; i++)
		if (!key[i].ended && key[i].row.person == person)
			return true;
	return false;
}

void seat_keys_make(struct seat_keys *keys, int64_t person, int64_t match, char key[SEAT_KEY])
{
	struct store_seat_key row = { .person = person, .match = match };
	seat_keys_end(keys, person, match);
	batch_join(keys->batch, &keys->participant);
	seat_key_make(keys->env, key);
	seat_key_hash(key, row.hash);
	batch_check_write(
		keys->batch, store_add_seat_key(keys->batch->store, &row, env_date(keys->env)));
	insert(&keys->key, &keys->count, &row);
}

unsigned seat_keys_seat(const struct table *table, const struct seat_key *key)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].player != NULL && table->seat[i].player->id == key->row.person)
			return i;
	return SEAT_NONE;
}

void seat_keys_update(struct seat_keys *keys, const struct tables *tables)
{
	if (keys->batch->error != STORE_OK)
		return;
	for (size_t n = 0; keys->count > 0 && n < tables->count; n++) {
		struct table *table = tables->table[n];
		size_t count;
		if (table->persistent_saved == NULL)
			continue;
		struct seat_key *key = seat_keys_of_match(keys, table->match, &count);
		for (size_t i = 0; i < count; i++) {
			bool started = table_state(table)->hand > 0;
			if (key[i].ended || key[i].row.ends != 0)
				continue;
			if (seat_keys_seat(table, &key[i]) == SEAT_NONE ||
				(table->closed && !started)) {
				end_key(keys, &key[i]);
			} else if (table->closed) {
				batch_join(keys->batch, &keys->participant);
				key[i].row.ends = env_date(keys->env) + SEAT_KEYS_AFTER;
				batch_check_write(keys->batch,
					store_end_seat_key(keys->batch->store, key[i].row.hash,
						key[i].row.ends));
			}
		}
	}
}

void seat_keys_lapse(struct seat_keys *keys)
{
	int64_t now = env_date(keys->env);
	for (size_t i = 0; i < keys->count; i++)
		if (!keys->key[i].ended && keys->key[i].row.ends != 0 &&
			keys->key[i].row.ends <= now)
			end_key(keys, &keys->key[i]);
}
