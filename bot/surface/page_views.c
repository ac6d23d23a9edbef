#include "bot/surface/page_views.h"

#include <string.h>

#include "bot/base/json.h"
#include "bot/match/exercise.h"
#include "bot/surface/rematch.h"
#include "bot/surface/seat_view.h"
#include "bot/surface/web_link.h"

static void add_closed(const struct seat_key *key, struct string *out)
{
	char hash[SEAT_HASH];
	seat_key_write_hash(key->row.hash, hash);
	web_link_add_closed(out, "seat", hash);
}

static void add_view(struct seat_key *key, const char *view, struct string *out)
{
	char hash[SEAT_HASH];
	seat_key_write_hash(key->row.hash, hash);
	web_link_add_view(out, "seat", hash, view);
	key->sent = true;
}

/* Stores the view of a seat at the end of its match. */
static void keep_last(const struct lobby *lobby, struct seat_key *key, const char *view)
{
	string_set(&key->last, view);
	rematch_note_rights(lobby, key);
}

/* Adds the last view of a seat, with the offer of another match. */
static void add_last(const struct lobby *lobby, struct seat_key *key, struct string *out)
{
	static const char *const offers[] = {
		[REMATCH_WAIT] = "wait", [REMATCH_OPEN] = "open", [REMATCH_SIT] = "sit"
	};
	struct string view = STRING_EMPTY;
	key->again = (uint8_t)rematch_find_offer(lobby, key);
	string_add_bytes(&view, key->last.bytes, key->last.length - strlen("}"));
	if (key->again != REMATCH_NONE)
		json_text(&view, "again", offers[key->again]);
	json_end(&view, '}');
	add_view(key, view.bytes, out);
	string_free(&view);
}

/*
 * Adds the view of a key's seat if it has changed since it was sent. Adds nothing if the key's
 * person does not play there any more.
 */
static void add_seat(
	struct lobby *lobby, struct table *table, struct seat_key *key, struct string *out)
{
	unsigned seat = seat_keys_seat(table, key);
	if (key->ended || seat == SEAT_NONE)
		return;
	int64_t deadline = seat_view_deadline(lobby, table);
	int64_t moved = deadline - key->deadline;
	uint64_t sum = seat_view_sum(lobby, table, seat);
	/* The clock and the date do not tick together, so a deadline may be off by a second. */
	if (key->sent && sum == key->shown && moved >= -1 && moved <= 1)
		return;
	struct string view = STRING_EMPTY;
	seat_view_add(lobby, table, seat, &view);
	key->shown = sum;
	key->deadline = deadline;
	if (table->closed && table->exercise == NULL) {
		keep_last(lobby, key, view.bytes);
		add_last(lobby, key, out);
	} else {
		add_view(key, view.bytes, out);
	}
	string_free(&view);
}

/*
 * True if a seat must wait for the end of a later batch, because too many bytes that were sent on a
 * new connection are still unread.
 */
static bool must_wait(
	const struct page_seats *surface, const struct seat_key *key, const struct string *out)
{
	return surface->fresh && !key->sent &&
		out->length + line_peer_count_unsent(&surface->link) > surface->most_unread;
}

/*
 * Adds the changed views of seats: at all tables, or at the tables that this batch has changed.
 * Returns false if a seat must wait.
 */
static bool add_tables(struct page_seats *surface, struct string *out)
{
	struct lobby *lobby = surface->commands->lobby;
	bool all = surface->fresh || surface->looks;
	bool whole = true;
	for (size_t n = 0; n < lobby->tables.count; n++) {
		struct table *table = lobby->tables.table[n];
		size_t count;
		struct seat_key *key = seat_keys_of_match(&lobby->seat_keys, table->match, &count);
		for (size_t i = 0; i < count; i++)
			if (must_wait(surface, &key[i], out))
				whole = false;
			else if (all || !key[i].sent || table->persistent_saved != NULL)
				add_seat(lobby, table, &key[i], out);
	}
	return whole;
}

/*
 * Adds the views of seats at ended matches that were not sent yet, or whose offer of another match
 * has changed. Returns false if a seat must wait.
 */
static bool add_ended(const struct page_seats *surface, struct string *out)
{
	const struct lobby *lobby = surface->commands->lobby;
	bool rematches = rematch_exists(lobby, 0);
	bool whole = true;
	for (size_t i = 0; i < lobby->seat_keys.count; i++) {
		struct seat_key *key = &lobby->seat_keys.key[i];
		if (key->ended || key->row.ends == 0 ||
			(key->sent && !rematches && key->again != REMATCH_SIT) ||
			(key->sent && key->again == rematch_find_offer(lobby, key)))
			continue;
		if (must_wait(surface, key, out)) {
			whole = false;
			continue;
		}
		struct string view = STRING_EMPTY;
		if (key->last.length == 0 &&
			seat_view_add_ended(lobby, key->row.match, key->row.person, &view))
			keep_last(lobby, key, view.bytes);
		string_free(&view);
		if (key->last.length > 0)
			add_last(lobby, key, out);
	}
	return whole;
}

bool page_views_add(struct page_seats *surface, struct string *out)
{
	struct lobby *lobby = surface->commands->lobby;
	/*
	 * Tell the pages which keys have ended. Drop the lines of talk kept for the page of a
	 * person whose last key has ended.
	 */
	for (size_t i = 0; i < lobby->seat_keys.count; i++) {
		struct seat_key *key = &lobby->seat_keys.key[i];
		if (!key->ended)
			continue;
		const struct table *table = tables_find_match(&lobby->tables, key->row.match);
		if (key->sent)
			add_closed(key, out);
		if (table != NULL &&
			!seat_keys_has(&lobby->seat_keys, key->row.person, key->row.match))
			page_lines_remove(&lobby->speech.page_lines, table, key->row.person);
	}
	bool whole = add_tables(surface, out);
	whole = add_ended(surface, out) && whole;
	guest_links_add_changes(&surface->guest_links, lobby, out);
	for (size_t i = 0; i < lobby->exercises.count; i++) {
		struct exercise *exercise = lobby->exercises.exercise[i];
		if (exercise->lost.sent)
			add_closed(&exercise->lost, out);
		exercise->lost.sent = false;
		if (!exercise->has_page)
			continue;
		if (exercise->key.ended && exercise->key.sent)
			add_closed(&exercise->key, out);
		if (!exercise->key.sent || exercise->table->persistent_saved != NULL)
			add_seat(lobby, exercise->table, &exercise->key, out);
	}
	return whole;
}
