#include "bot/web/seats.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

struct seats_view {
	char hash[SEAT_HASH];
	bool fresh; /* the bot has sent the view since it connected */
	char json[];
};

/* ---- views ---- */

/* Returns the index of a hash in a sorted list, or the index at which to insert it. */
static size_t place_of(const struct seats_list *list, const char *hash)
{
	size_t low = 0;
	size_t high = list->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(list->view[middle]->hash, hash) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct seats_view *at_place(const struct seats_list *list, size_t place, const char *hash)
{
	return place < list->count && strcmp(list->view[place]->hash, hash) == 0 ? list->view[place]
										 : NULL;
}

const char *seats_find(const struct seats *seats, enum seats_kind kind, const char *hash)
{
	const struct seats_list *list = &seats->list[kind];
	const struct seats_view *view = at_place(list, place_of(list, hash), hash);
	return view != NULL ? view->json : NULL;
}

const char *seats_next_offer(const struct seats *seats, size_t *n)
{
	const struct seats_list *list = &seats->list[SEATS_JOIN];
	char hash[SEAT_HASH];
	while (seats->here && *n < list->count) {
		const struct seats_view *view = list->view[(*n)++];
		seat_key_write_match(strtoll(view->hash, NULL, 10), hash);
		if (strcmp(view->hash, hash) == 0)
			return view->json;
	}
	return NULL;
}

/* Stores a view, and reports the change. */
static void keep(struct seats *seats, enum seats_kind kind, const char *hash, json_t *value)
{
	struct seats_list *list = &seats->list[kind];
	size_t place = place_of(list, hash);
	struct seats_view *old = at_place(list, place, hash);
	char *text = json_dumps(value, JSON_COMPACT);
	size_t size = text != NULL ? strlen(text) + 1 : 0;
	if (size == 0)
		memory_exit(0);
	struct seats_view *view = memory_new(1, sizeof *view + size);
	view->fresh = true;
	memcpy(view->hash, hash, SEAT_HASH);
	memcpy(view->json, text, size);
	free(text);
	if (old == NULL) {
		if (list->count == list->size) {
			list->size = list->size * 2 + 16;
			list->view =
				memory_grow(list->view, list->size, sizeof(struct seats_view *));
		}
		memmove(list->view + place + 1, list->view + place,
			(list->count - place) * sizeof(struct seats_view *));
		list->view[place] = view;
		list->count++;
		return;
	}
	list->view[place] = view;
	bool same = strcmp(old->json, view->json) == 0;
	free(old);
	if (kind == SEATS_SEAT && !same)
		seats->events->changed(seats->context, view->hash, view->json);
}

static void drop_view(struct seats *seats, enum seats_kind kind, size_t place)
{
	struct seats_list *list = &seats->list[kind];
	char hash[SEAT_HASH];
	memcpy(hash, list->view[place]->hash, SEAT_HASH);
	free(list->view[place]);
	list->count--;
	memmove(list->view + place, list->view + place + 1,
		(list->count - place) * sizeof(struct seats_view *));
	if (kind == SEATS_SEAT)
		seats->events->changed(seats->context, hash, NULL);
}

/* ---- questions ---- */

unsigned seats_ask(struct seats *seats, const char *question, void *asker, uint64_t now)
{
	struct seats_ask *ask = seats->ask;
	if (!seats->here)
		return 503;
	while (ask->id != 0)
		if (++ask == seats->ask + SEATS_ASKS)
			return 429;
	*ask = (struct seats_ask){ .id = ++seats->last_id, .since = now, .asker = asker };
	string_add(&seats->out, "{\"ask\":");
	string_add_number(&seats->out, ask->id);
	string_add_char(&seats->out, ',');
	string_add(&seats->out, question + 1); /* the question, without its { */
	string_add_char(&seats->out, '\n');
	return 0;
}

static void reply(struct seats *seats, struct seats_ask *ask, const struct seats_reply *said)
{
	void *asker = ask->asker;
	*ask = (struct seats_ask){ .id = 0 };
	seats->events->replied(seats->context, asker, said);
}

static const struct seats_reply no_reply = { .status = 503, .say = "" };

unsigned seats_expire(struct seats *seats, uint64_t now)
{
	unsigned waiting = 0;
	for (struct seats_ask *at = seats->ask; at < seats->ask + SEATS_ASKS; at++) {
		if (at->id != 0 && now - at->since >= SEATS_WAIT_MS)
			reply(seats, at, &no_reply);
		waiting += at->id != 0;
	}
	return waiting;
}

/* Handles a reply. A reply that comes too late is ignored. Returns false if it is malformed. */
static bool read_reply(struct seats *seats, json_int_t id, const json_t *line)
{
	static const int known[] = { 200, 303, 404, 409, 422, 429, 503 };
	json_int_t status = json_integer_value(json_object_get(line, "status"));
	const char *say = json_string_value(json_object_get(line, "say"));
	const char *key = json_string_value(json_object_get(line, "key"));
	struct seats_reply said = { .say = say != NULL ? say : "" };
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i] == status)
			said.status = (unsigned)status;
	if (id <= 0 || said.status == 0 || (status == 303) != (key != NULL) ||
		(key != NULL && !seat_key_is_valid(key)))
		return false;
	if (key != NULL)
		memcpy(said.key, key, SEAT_KEY);
	for (struct seats_ask *at = seats->ask; at < seats->ask + SEATS_ASKS; at++)
		if (at->id == id) {
			reply(seats, at, &said);
			break;
		}
	sodium_memzero(said.key, sizeof said.key);
	return true;
}

/* ---- lines ---- */

/* Handles a line about a seat or an invitation. Returns false if it is malformed. */
static bool read_view(struct seats *seats, enum seats_kind kind, const char *hash, json_t *line)
{
	json_t *view = json_object_get(line, "view");
	struct seats_list *list = &seats->list[kind];
	bool closed = json_is_true(json_object_get(line, "closed"));
	if (hash == NULL || strlen(hash) != SEAT_HASH - 1 ||
		strspn(hash, "0123456789abcdef") != SEAT_HASH - 1 || closed == json_is_object(view))
		return false;
	size_t place = place_of(list, hash);
	if (!closed)
		keep(seats, kind, hash, view);
	else if (at_place(list, place, hash) != NULL)
		drop_view(seats, kind, place);
	return true;
}

static bool read_object(struct seats *seats, json_t *line)
{
	const char *seat = json_string_value(json_object_get(line, "seat"));
	const char *join = json_string_value(json_object_get(line, "join"));
	const char *metrics = json_string_value(json_object_get(line, "metrics"));
	const json_t *id = json_object_get(line, "reply");
	if (json_is_integer(id))
		return read_reply(seats, json_integer_value(id), line);
	if (seat != NULL || join != NULL)
		return read_view(seats, seat != NULL ? SEATS_SEAT : SEATS_JOIN,
			seat != NULL ? seat : join, line);
	if (metrics != NULL) {
		string_set(&seats->metrics, metrics);
		return true;
	}
	if (!json_is_true(json_object_get(line, "ready")))
		return false;
	/* The bot has sent all its seats, so drop those that it has not sent. */
	for (unsigned kind = 0; kind < SEATS_KINDS; kind++)
		for (size_t i = seats->list[kind].count; i-- > 0;)
			if (!seats->list[kind].view[i]->fresh)
				drop_view(seats, (enum seats_kind)kind, i);
	seats->here = true;
	seats->events->linked(seats->context, true);
	return true;
}

bool seats_read_line(struct seats *seats, const char *text, size_t length)
{
	json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	bool read = json_is_object(line) && read_object(seats, line);
	json_decref(line);
	return read;
}

void seats_disconnect(struct seats *seats)
{
	bool was = seats->here;
	seats->here = false;
	seats->last_id = 0;
	string_clear(&seats->out);
	string_clear(&seats->metrics);
	for (unsigned kind = 0; kind < SEATS_KINDS; kind++)
		for (size_t i = 0; i < seats->list[kind].count; i++)
			seats->list[kind].view[i]->fresh = false;
	for (struct seats_ask *at = seats->ask; at < seats->ask + SEATS_ASKS; at++)
		if (at->id != 0)
			reply(seats, at, &no_reply);
	if (was)
		seats->events->linked(seats->context, false);
}

void seats_free(struct seats *seats)
{
	for (unsigned kind = 0; kind < SEATS_KINDS; kind++) {
		for (size_t i = 0; i < seats->list[kind].count; i++)
			free(seats->list[kind].view[i]);
		free(seats->list[kind].view);
	}
	string_free(&seats->out);
	string_free(&seats->metrics);
}
