/*
 * matrix/sync.c - requests /sync and the gaps of limited timelines, and applies both in one batch.
 */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/json_repair.h"
#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"

/*
 * GAP_PAGES: maximum number of pages requested of a gap; older events are lost. GAP_EVENTS_REDUCED:
 * events per page after a page was too large. SYNC_EVENTS: events per room in a sync.
 * SYNC_SINGLE_AFTER: unusable answers in a row after which one event is requested at a time.
 * SYNC_RESET_AFTER: unusable answers in a row after which the sync token is dropped.
 * SYNC_STORE_DOUBLINGS: how often the delay doubles after syncs that could not be stored.
 */
enum {
	GAP_PAGES = 20,
	GAP_EVENTS_REDUCED = 10,
	SYNC_EVENTS = 100,
	SYNC_SINGLE_AFTER = 2,
	SYNC_RESET_AFTER = 4
};
enum { SYNC_STORE_DOUBLINGS = 5 };

/* Filters for the events that the bot uses, and for the members who sent one of those events. */
static const char sync_filter[] =
	"{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[\"m.direct\"]},\"room\":{"
	"\"ephemeral\":{\"types\":[]},\"account_data\":{\"types\":[]},"
	"\"state\":{\"lazy_load_members\":true,\"types\":[\"m.room.create\",\"m.room.encryption\","
	"\"m.room.tombstone\",\"m.room.canonical_alias\",\"m.room.join_rules\","
	"\"m.room.power_levels\",\"m.room.name\",\"m.room.member\"]},"
	"\"timeline\":{\"limit\":";
static const char sync_filter_end[] =
	",\"lazy_load_members\":true,\"types\":[\"m.room.message\","
	"\"m.room.member\",\"m.room.encryption\",\"m.room.tombstone\",\"m.room.join_rules\","
	"\"m.room.power_levels\",\"m.room.name\",\"m.room.canonical_alias\",\"m.reaction\"]}}}";
static const char gap_filter[] =
	"{\"types\":[\"m.room.message\",\"m.room.member\",\"m.room.encryption\","
	"\"m.room.tombstone\",\"m.room.join_rules\",\"m.room.power_levels\",\"m.room.name\","
	"\"m.room.canonical_alias\",\"m.reaction\"]}";

/* The missing events before a limited timeline. */
struct matrix_gap {
	struct matrix_gap *next;
	char *room;
	struct string from;
	json_t *events; /* events read so far, latest first */
	unsigned pages;
	bool few; /* a page was too large: request only GAP_EVENTS_REDUCED events */
};

static void matrix_sync_complete(struct matrix *matrix);

static void gap_free(struct matrix *matrix)
{
	struct matrix_gap *gap;
	while ((gap = matrix->sync->gap) != NULL) {
		matrix->sync->gap = gap->next;
		json_decref(gap->events);
		string_free(&gap->from);
		free(gap->room);
		free(gap);
	}
	matrix->sync->requested_gap = NULL;
}

void matrix_sync_continue(struct matrix *matrix)
{
	if (matrix->sync->body != NULL && matrix->link->request == NULL)
		matrix_sync_complete(matrix);
}

static void matrix_sync_drop(struct matrix *matrix)
{
	gap_free(matrix);
	json_decref(matrix->sync->body);
	matrix->sync->body = NULL;
	matrix->sync->gap_memory = 0;
}

void matrix_sync_close(struct matrix *matrix)
{
	if (matrix->link->request != NULL)
		http_cancel_request(matrix->link->request);
	matrix->link->request = NULL;
	matrix_member_list_close(matrix);
	matrix_sync_drop(matrix);
}

/* Schedules another sync. After two failures in a row, reports the network as lost. */
static void matrix_sync_schedule_retry(struct matrix *matrix)
{
	matrix_sync_drop(matrix);
	matrix->link->again = matrix_now(matrix) + matrix_sync_retry_delay(matrix);
	if (!matrix->sync->lost && matrix->link->tries > 1) {
		matrix->sync->lost = true;
		for (size_t i = 0; i < matrix->rooms->count; i++)
			matrix->rooms->room[i]->joined_reported = false;
		matrix->network.events->lost(&matrix->network);
	}
	matrix_schedule_now(matrix);
}

/* Returns how many events to request per room or page. */
static unsigned matrix_sync_limit(const struct matrix *matrix)
{
	return matrix->sync->unusable_answers < SYNC_SINGLE_AFTER ? SYNC_EVENTS : 1;
}

/*
 * Counts an unusable answer. After SYNC_RESET_AFTER in a row, drops the sync token and so skips
 * older messages: a bad event must not block all later ones.
 */
static void matrix_sync_count_unusable(struct matrix *matrix)
{
	if (++matrix->sync->unusable_answers != SYNC_RESET_AFTER)
		return;
	matrix_log(matrix, LOG_ERROR,
		"cannot sync older messages: skipping them, going on with new ones");
	string_clear(&matrix->sync->since);
	/* The skipped events may change members, so request all member lists again. */
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		matrix->rooms->room[i]->members_unknown = true;
		matrix->rooms->room[i]->counted = false;
	}
}

/*
 * Handles an unusable answer (failed, or body NULL) and schedules another sync. Returns false if
 * the answer is usable.
 */
static bool matrix_sync_handle_unusable(struct matrix *matrix, const char *what,
	const struct http_answer *answer, const json_t *body)
{
	if (answer->status == 200 && body != NULL)
		return false;
	bool much = matrix_is_too_large(answer);
	if (matrix_handle_expired(matrix, answer))
		return true;
	matrix_log_failure(matrix,
		much                            ? "the server's answer is too large"
			: answer->status == 200 ? "the server's answer is not valid"
						: what,
		answer);
	/* Status 400 means that the server does not know the sync token. */
	if (answer->status == 200 || answer->status == 400 || answer->large)
		matrix_sync_count_unusable(matrix);
	matrix->sync->too_large = much;
	matrix_sync_schedule_retry(matrix);
	if (answer->wait > 0)
		matrix->link->again = matrix_now(matrix) + answer->wait;
	return true;
}

/* ---- gaps ---- */

static void gap_add(struct matrix *matrix, const char *room, const char *from)
{
	struct matrix_gap *gap = memory_new(1, sizeof *gap);
	*gap = (struct matrix_gap){ .next = matrix->sync->gap,
		.room = memory_copy(room),
		.from = STRING_EMPTY,
		.events = json_array() };
	string_add(&gap->from, from);
	matrix->sync->gap = gap;
}

/* Inserts the events of a gap before the timeline of its room. */
static void gap_insert_events(const struct matrix *matrix, struct matrix_gap *gap)
{
	json_t *room = json_object_get(
		json_object_get(json_object_get(matrix->sync->body, "rooms"), "join"), gap->room);
	json_t *timeline = json_object_get(room, "timeline");
	json_t *events = json_array();
	for (size_t i = json_array_size(gap->events); i > 0; i--)
		json_array_append(events, json_array_get(gap->events, i - 1));
	json_array_extend(events, json_object_get(timeline, "events"));
	json_object_set_new(timeline, "events", events);
	gap->pages = GAP_PAGES;
	/* Some of the missed events may be lost. */
	struct matrix_room *known = matrix_room_find(matrix, gap->room);
	if (known != NULL)
		known->counted = false;
}

/*
 * Adds a page of events to a gap. body NULL: the page is unusable. Returns true if another page is
 * to be requested.
 */
static bool gap_read_page(
	struct matrix *matrix, struct matrix_gap *gap, const json_t *body, size_t weight)
{
	const json_t *chunk = json_object_get(body, "chunk");
	const char *end = matrix_get_string(body, "end");
	json_array_extend(gap->events, (json_t *)chunk);
	matrix->sync->gap_memory += weight;
	if (matrix->sync->gap_memory > MATRIX_JSON_MEMORY)
		matrix_log(matrix, LOG_WARN, "too many missed messages: skipping the oldest");
	if (end == NULL || json_array_size(chunk) == 0 || ++gap->pages >= GAP_PAGES ||
		matrix->sync->gap_memory > MATRIX_JSON_MEMORY)
		return false;
	string_set(&gap->from, end);
	return true;
}

static void gap_page_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct matrix_gap *gap = matrix->sync->requested_gap;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	bool much = matrix_is_too_large(answer), again = much && !gap->few;
	matrix->link->request = NULL;
	/* If a page is refused or too large, only the gap is lost, not the sync. */
	if (answer->status != 403 && answer->status != 404 && !much &&
		matrix_sync_handle_unusable(matrix, "cannot get missed messages", answer, body))
		return;
	if (much)
		matrix_log_failure(matrix, "a page of missed messages is too large", answer);
	gap->few = gap->few || much;
	if (!again &&
		!gap_read_page(
			matrix, gap, body, json_memory_estimate(answer->body, answer->length)))
		gap_insert_events(matrix, gap);
	json_decref(body);
	matrix_sync_complete(matrix);
}

static void gap_request_page(struct matrix *matrix, struct matrix_gap *gap)
{
	struct string path = STRING_EMPTY;
	string_add(&path, "/_matrix/client/v3/rooms/");
	http_append_path(&path, gap->room);
	string_add(&path, "/messages?dir=b&limit=");
	string_add_number(&path, gap->few ? GAP_EVENTS_REDUCED : matrix_sync_limit(matrix));
	string_add(&path, "&from=");
	http_append_path(&path, gap->from.bytes);
	string_add(&path, "&to=");
	http_append_path(&path, matrix->sync->since.bytes);
	string_add(&path, "&filter=");
	http_append_path(&path, gap_filter);
	const struct http_call order = {
		.method = "GET", .path = path.bytes, .most = MATRIX_SYNC_BYTES
	};
	matrix->sync->requested_gap = gap;
	matrix->link->request = matrix_begin_request(matrix, &order, gap_page_done);
	string_free(&path);
}

/* ---- members ---- */

/* Returns a room in the answer whose member list must be read first, or NULL. */
static struct matrix_room *matrix_sync_find_unread(const struct matrix *matrix)
{
	json_t *joined = json_object_get(json_object_get(matrix->sync->body, "rooms"), "join");
	for (void *at = json_object_iter(joined); at != NULL;
		at = json_object_iter_next(joined, at)) {
		struct matrix_room *room = matrix_room_find(matrix, json_object_iter_key(at));
		if (room != NULL && room->members_unknown && !room->large)
			return room;
	}
	return NULL;
}

/* ---- the sync ---- */

/*
 * Requests the next missing member list or gap of an answer. Applies the answer once it is
 * complete.
 */
static void matrix_sync_complete(struct matrix *matrix)
{
	struct matrix_gap *gap = matrix->sync->gap;
	struct matrix_room *room = matrix_sync_find_unread(matrix);
	while (gap != NULL &&
		(gap->pages >= GAP_PAGES || matrix->sync->gap_memory > MATRIX_JSON_MEMORY))
		gap = gap->next;
	if (room == NULL && gap != NULL)
		gap_request_page(matrix, gap);
	if (room != NULL || gap != NULL) {
		if (room != NULL ? !matrix_member_list_request(matrix, room)
				 : matrix->link->request == NULL)
			matrix_sync_schedule_retry(matrix);
		return;
	}
	const char *next = matrix_get_string(matrix->sync->body, "next_batch");
	string_set(&matrix->sync->next_token, next);
	matrix->link->tries = matrix->sync->unusable_answers = 0;
	matrix->sync->too_large = false;
	for (size_t i = 0; i < matrix->rooms->count; i++)
		matrix->rooms->room[i]->send_refused = false;
	matrix_apply_body(matrix, matrix->sync->body);
	matrix->link->connects += matrix->sync->lost;
	matrix->sync->lost = false;
	if (strcmp(matrix->sync->next_token.bytes, matrix->sync->since.bytes) != 0)
		matrix_store_put(matrix, "since", matrix->sync->next_token.bytes);
	/* The mark "restored" is deleted in the same batch in which the sync token is stored. */
	if (matrix->sync->restored)
		matrix->network.events->store_value(&matrix->network, "restored", NULL);
	matrix_sync_drop(matrix);
}

/* Adds the new rooms of an answer, and the gaps before its limited timelines. */
static void matrix_sync_scan_rooms(struct matrix *matrix)
{
	json_t *joined = json_object_get(json_object_get(matrix->sync->body, "rooms"), "join");
	for (void *at = json_object_iter(joined); at != NULL;
		at = json_object_iter_next(joined, at)) {
		const char *id = json_object_iter_key(at);
		json_t *value = json_object_iter_value(at);
		const json_t *timeline = json_object_get(value, "timeline");
		const char *from = matrix_get_string(timeline, "prev_batch");
		struct matrix_room *room = matrix_room_find_or_add(matrix, id);
		if (room != NULL)
			matrix_apply_room_size(matrix, room, value);
		if (!matrix->sync->fresh && from != NULL &&
			json_is_true(json_object_get(timeline, "limited")))
			gap_add(matrix, id, from);
	}
}

static void matrix_sync_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix->link->request = NULL;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	const char *next = matrix_get_string(body, "next_batch");
	if (next == NULL || *next == '\0' || strlen(next) >= MATRIX_TOKEN) {
		json_decref(body);
		body = NULL;
	}
	if (matrix_sync_handle_unusable(matrix, "cannot sync", answer, body))
		return;
	matrix->sync->body = body;
	matrix_sync_scan_rooms(matrix);
	matrix_sync_complete(matrix);
}

static void sync_filter_add(const struct matrix *matrix, struct string *path)
{
	struct string filter = STRING_EMPTY;
	string_add(&filter, sync_filter);
	/*
	 * One event per room is enough in a first sync, whose messages are old. It is also enough
	 * after an answer that was too large: gap requests then get the other events.
	 */
	string_add_number(&filter,
		matrix->sync->fresh || matrix->sync->too_large ? 1 : matrix_sync_limit(matrix));
	string_add(&filter, sync_filter_end);
	http_append_path(path, filter.bytes);
	string_free(&filter);
}

void matrix_sync_begin(struct matrix *matrix)
{
	struct string path = STRING_EMPTY;
	if (matrix->link->phase != MATRIX_CONNECTED || matrix->link->request != NULL ||
		matrix->sync->body != NULL || matrix->sync->next_token.length > 0 ||
		matrix->store->probing)
		return;
	bool waits = matrix->sync->whole && matrix->link->tries == 0;
	matrix->sync->fresh = matrix->sync->since.length == 0;
	string_add(&path, "/_matrix/client/v3/sync?set_presence=online&filter=");
	sync_filter_add(matrix, &path);
	if (!matrix->sync->fresh) {
		string_add(&path, "&since=");
		http_append_path(&path, matrix->sync->since.bytes);
	}
	/* The first sync after a start reads the full state of all rooms. */
	string_add(&path, matrix->sync->whole || matrix->sync->fresh ? "" : "&full_state=true");
	string_add(&path, "&timeout=");
	string_add_number(&path, waits ? MATRIX_SYNC_TIMEOUT : 0);
	const struct http_call order = {
		.method = "GET",
		.path = path.bytes,
		.deadline = MATRIX_SYNC_TIMEOUT + MATRIX_SYNC_GRACE,
		.most = MATRIX_SYNC_BYTES,
	};
	matrix->link->request = matrix_begin_request(matrix, &order, matrix_sync_done);
	string_free(&path);
	if (matrix->link->request == NULL)
		matrix_sync_schedule_retry(matrix);
}

void matrix_sync_end_batch(struct matrix *matrix, bool committed)
{
	if (matrix->sync->next_token.length == 0)
		return;
	if (committed) {
		struct string before = matrix->sync->since;
		matrix->sync->since = matrix->sync->next_token;
		matrix->sync->next_token = before;
		matrix->sync->whole = true;
		matrix->sync->restored = false;
	}
	string_clear(&matrix->sync->next_token);
	matrix->link->again = 0;
	matrix->store->failed_batches = committed ? 0 : matrix->store->failed_batches + 1;
	/*
	 * Each repetition of the sync tells people again that their commands failed, so the delay
	 * grows each time. The probe alone is not enough: a small write may succeed on a disk that
	 * has no room for the sync.
	 */
	if (!committed) {
		unsigned tries = matrix->store->failed_batches < SYNC_STORE_DOUBLINGS
			? matrix->store->failed_batches
			: SYNC_STORE_DOUBLINGS;
		matrix->link->again = matrix_now(matrix) + matrix_retry_delay(tries);
		matrix_store_schedule_probe(matrix);
	}
	matrix_schedule_now(matrix);
}
