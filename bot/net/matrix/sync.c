/*
 * matrix/sync.c - requests /sync, and the gaps of limited timelines (events that the server left
 * out of the answer); applies both in one batch.
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

static void sync_complete(struct matrix *matrix);

static void sync_drop(struct matrix *matrix)
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
	sync_drop(matrix);
}

/* Schedules another sync. After two failures in a row, reports the network as lost. */
static void sync_schedule_retry(struct matrix *matrix)
{
	sync_drop(matrix);
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
static unsigned sync_limit(const struct matrix *matrix)
{
	return matrix->sync->unusable_answers < SYNC_SINGLE_AFTER ? SYNC_EVENTS : 1;
}

/*
 * Handles an unusable answer (failed, or body NULL) and schedules another sync. Returns false if
 * the answer is usable.
 */
static bool sync_handle_unusable(struct matrix *matrix, const char *what,
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
	/*
	 * Status 400 means that the server does not know the sync token. After SYNC_RESET_AFTER
	 * unusable answers, drop the token and so skip older messages: a bad event must not block
	 * all later ones. The skipped events may change members, so request all member lists again.
	 */
	if ((answer->status == 200 || answer->status == 400 || answer->large) &&
		++matrix->sync->unusable_answers == SYNC_RESET_AFTER) {
		matrix_log(matrix, LOG_ERROR,
			"cannot sync older messages: skipping them, going on with new ones");
		string_clear(&matrix->sync->since);
		for (size_t i = 0; i < matrix->rooms->count; i++) {
			matrix->rooms->room[i]->members_unknown = true;
			matrix->rooms->room[i]->counted = false;
		}
	}
	matrix->sync->too_large = much;
	sync_schedule_retry(matrix);
	if (answer->wait > 0)
		matrix->link->again = matrix_now(matrix) + answer->wait;
	return true;
}

/* ---- gaps ---- */

static void gap_page_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct matrix_gap *gap = matrix->sync->requested_gap;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	bool much = matrix_is_too_large(answer), again = much && !gap->few;
	matrix->link->request = NULL;
	/* If a page is refused or too large, only the gap is lost, not the sync. */
	if (answer->status != 403 && answer->status != 404 && !much &&
		sync_handle_unusable(matrix, "cannot get missed messages", answer, body))
		return;
	if (much)
		matrix_log_failure(matrix, "a page of missed messages is too large", answer);
	gap->few = gap->few || much;
	if (!again) {
		json_t *chunk = json_object_get(body, "chunk");
		const char *end = matrix_get_string(body, "end");
		json_array_extend(gap->events, chunk);
		matrix->sync->gap_memory += json_memory_estimate(answer->body, answer->length);
		bool full = matrix->sync->gap_memory > MATRIX_JSON_MEMORY;
		if (full)
			matrix_log(
				matrix, LOG_WARN, "too many missed messages: skipping the oldest");
		again = end != NULL && json_array_size(chunk) > 0 && ++gap->pages < GAP_PAGES &&
			!full;
		if (again)
			string_set(&gap->from, end);
	}
	if (!again) {
		/*
		 * Insert the gap's events, which are stored latest first, in order of time before
		 * the timeline of their room.
		 */
		json_t *joined =
			json_object_get(json_object_get(matrix->sync->body, "rooms"), "join");
		json_t *timeline = json_object_get(json_object_get(joined, gap->room), "timeline");
		json_t *events = json_array();
		for (size_t i = json_array_size(gap->events); i > 0; i--)
			json_array_append(events, json_array_get(gap->events, i - 1));
		json_array_extend(events, json_object_get(timeline, "events"));
		json_object_set_new(timeline, "events", events);
		gap->pages = GAP_PAGES;
		/*
		 * A part of the gap may be lost, and with it a change of members: count the members
		 * again.
		 */
		struct matrix_room *known = matrix_room_find(matrix, gap->room);
		if (known != NULL)
			known->counted = false;
	}
	json_decref(body);
	sync_complete(matrix);
}

/* Returns a room in the answer whose member list must be read first, or NULL. */
static struct matrix_room *sync_find_unread(const struct matrix *matrix)
{
	json_t *joined = json_object_get(json_object_get(matrix->sync->body, "rooms"), "join");
	const char *id;
	json_t *part;
	json_object_foreach (joined, id, part) {
		struct matrix_room *room = matrix_room_find(matrix, id);
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
static void sync_complete(struct matrix *matrix)
{
	struct matrix_gap *gap = matrix->sync->gap;
	struct matrix_room *room = sync_find_unread(matrix);
	while (gap != NULL &&
		(gap->pages >= GAP_PAGES || matrix->sync->gap_memory > MATRIX_JSON_MEMORY))
		gap = gap->next;
	if (room != NULL) {
		if (!matrix_member_list_request(matrix, room))
			sync_schedule_retry(matrix);
		return;
	}
	if (gap != NULL) {
		struct string limit = STRING_EMPTY;
		string_add(&limit, "/messages?dir=b&limit=");
		string_add_number(&limit, gap->few ? GAP_EVENTS_REDUCED : sync_limit(matrix));
		string_add(&limit, "&from=");
		matrix->sync->requested_gap = gap;
		matrix->link->request = matrix_begin_request(matrix,
			&(struct http_call){ .method = "GET", .most = MATRIX_SYNC_BYTES },
			MATRIX_PATH("client/v3/rooms/", gap->room, limit.bytes, gap->from.bytes,
				"&to=", matrix->sync->since.bytes, "&filter=", gap_filter),
			gap_page_done);
		string_free(&limit);
		if (matrix->link->request == NULL)
			sync_schedule_retry(matrix);
		return;
	}
	const char *next = matrix_get_string(matrix->sync->body, "next_batch");
	string_set(&matrix->sync->next_token, next);
	matrix->link->tries = matrix->sync->unusable_answers = 0;
	matrix->sync->too_large = false;
	for (size_t i = 0; i < matrix->rooms->count; i++)
		matrix->rooms->room[i]->send_refused = false;
	matrix_apply_body(matrix, matrix->sync->body);
	if (matrix->sync->lost)
		matrix_log(matrix, LOG_NOTE, "%s answers again", matrix->settings->homeserver);
	matrix->link->connects += matrix->sync->lost;
	matrix->sync->lost = false;
	if (strcmp(matrix->sync->next_token.bytes, matrix->sync->since.bytes) != 0)
		matrix_store_put(matrix, "since", matrix->sync->next_token.bytes);
	/* The mark "restored" is deleted in the same batch in which the sync token is stored. */
	if (matrix->sync->restored)
		matrix->network.events->store_value(&matrix->network, "restored", NULL);
	sync_drop(matrix);
}

static void sync_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix->link->request = NULL;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	const char *next = matrix_get_string(body, "next_batch");
	if (next == NULL || *next == '\0' || strlen(next) >= MATRIX_TOKEN) {
		json_decref(body);
		body = NULL;
	}
	if (sync_handle_unusable(matrix, "cannot sync", answer, body))
		return;
	matrix->sync->body = body;
	json_t *joined = json_object_get(json_object_get(body, "rooms"), "join"), *part;
	const char *id;
	json_object_foreach (joined, id, part) {
		const json_t *timeline = json_object_get(part, "timeline");
		const char *from = matrix_get_string(timeline, "prev_batch");
		struct matrix_room *room = matrix_room_find_or_add(matrix, id);
		if (room != NULL)
			matrix_apply_room_size(matrix, room, part);
		if (matrix->sync->fresh || from == NULL ||
			!json_is_true(json_object_get(timeline, "limited")))
			continue;
		struct matrix_gap *gap = memory_new(1, sizeof *gap);
		*gap = (struct matrix_gap){ .next = matrix->sync->gap,
			.room = memory_copy(id),
			.from = STRING_EMPTY,
			.events = json_array() };
		string_add(&gap->from, from);
		matrix->sync->gap = gap;
	}
	sync_complete(matrix);
}

void matrix_sync_begin(struct matrix *matrix)
{
	struct string filter = STRING_EMPTY;
	if (matrix->sync->body != NULL && matrix->link->request == NULL)
		sync_complete(matrix);
	if (matrix->link->phase != MATRIX_CONNECTED || matrix->link->request != NULL ||
		matrix->sync->body != NULL || matrix->sync->next_token.length > 0 ||
		matrix->store->probing)
		return;
	bool waits = matrix->sync->whole && matrix->link->tries == 0;
	bool fresh = matrix->sync->fresh = matrix->sync->since.length == 0;
	/*
	 * One event per room is enough in a first sync, whose messages are old. It is also enough
	 * after an answer that was too large: gap requests then get the other events.
	 */
	string_add(&filter, sync_filter);
	string_add_number(&filter, fresh || matrix->sync->too_large ? 1 : sync_limit(matrix));
	string_add(&filter, sync_filter_end);
	struct string timeout = STRING_EMPTY;
	string_add_number(&timeout, waits ? MATRIX_SYNC_TIMEOUT : 0);
	/* The first sync after a start reads the full state of all rooms. */
	matrix->link->request = matrix_begin_request(matrix,
		&(struct http_call){ .method = "GET",
			.deadline = MATRIX_SYNC_TIMEOUT + MATRIX_SYNC_GRACE,
			.most = MATRIX_SYNC_BYTES },
		MATRIX_PATH("client/v3/sync?set_presence=online&filter=", filter.bytes,
			fresh ? "" : "&since=", matrix->sync->since.bytes,
			matrix->sync->whole || fresh ? "&timeout=" : "&full_state=true&timeout=",
			timeout.bytes),
		sync_done);
	string_free(&filter);
	string_free(&timeout);
	if (matrix->link->request == NULL)
		sync_schedule_retry(matrix);
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
