/* stream.c - writes the homeserver's answers to sync, and to requests for messages and members. */
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/homeserver.h"
#include "tests/simulate/world.h"

/* Most events of a room in one answer: in a sync, in a sync of a terse homeserver (home->terse),
 * and in a page of messages. */
enum { STREAM_EVENTS = 30, STREAM_TERSE = 3, STREAM_PAGE = 7 };

/* Returns true if the bot's filter, a part of the query, lets events of this type into
 * timelines. */
static bool stream_minds(const struct home_event *event, const char *query)
{
	const char *types = strstr(query, "timeline");
	return types == NULL || strstr(types, event->type) != NULL;
}

static bool room_news(const struct home_room *room, uint64_t since)
{
	if (room->events == 0)
		return false;
	return room->bot == HOME_IN ? room->event[room->events - 1].place > since
				    : room->moved > since;
}

bool stream_news(const struct homeserver *home, uint64_t since)
{
	for (size_t i = 0; i < home->rooms; i++)
		if (room_news(home->room[i], since))
			return true;
	return false;
}

static void place_json(struct string *out, uint64_t place)
{
	string_add(out, "\"s");
	string_add_number(out, (int64_t)place);
	string_add_char(out, '"');
}

static void event_json(struct string *out, const struct home_event *event, bool *first)
{
	string_add(out, *first ? "" : ",");
	string_add(out, event->json);
	*first = false;
}

/* Returns true if a state event is outdated: a later one of the same type and key comes before the
 * place `before`. */
static bool stream_outdated(const struct home_room *room, size_t i, uint64_t before)
{
	for (size_t k = i + 1; k < room->events && room->event[k].place < before; k++)
		if (room->event[k].state && strcmp(room->event[k].type, room->event[i].type) == 0 &&
			strcmp(room->event[k].key, room->event[i].key) == 0)
			return true;
	return false;
}

/* Returns true for a membership event to leave out: with lazy loading, a sync has only memberships
 * of the bot and of people who sent events of the timeline. */
static bool stream_lazy(const struct home_room *room, const struct home_event *event, size_t from)
{
	if (strcmp(event->type, "m.room.member") != 0 || strcmp(event->key, HOME_BOT) == 0)
		return false;
	for (size_t i = from; i < room->events; i++)
		if (strcmp(room->event[i].sender, event->key) == 0)
			return false;
	return true;
}

/* Writes the state events after the place `since` and before the timeline, which begins at index
 * `from`. */
static void state_json(
	struct string *out, const struct home_room *room, uint64_t since, size_t from)
{
	uint64_t before = from < room->events ? room->event[from].place : UINT64_MAX;
	bool first = true;
	string_add(out, "\"state\":{\"events\":[");
	for (size_t i = 0; i < from; i++) {
		const struct home_event *event = &room->event[i];
		if (event->state && event->place > since && !stream_outdated(room, i, before) &&
			!stream_lazy(room, event, from))
			event_json(out, event, &first);
	}
	string_add(out, "]}");
}

/* Returns the index of the first event of a timeline, which has at most `most` events after the
 * place `since`. Sets `limited` if there are more. */
static size_t timeline_begins(
	const struct home_room *room, uint64_t since, size_t most, const char *query, bool *limited)
{
	size_t from = room->events, count = 0;
	while (from > 0 && room->event[from - 1].place > since) {
		if (stream_minds(&room->event[from - 1], query) && ++count > most)
			break;
		from--;
	}
	*limited = from > 0 && room->event[from - 1].place > since;
	while (from < room->events && !stream_minds(&room->event[from], query))
		from++;
	return from;
}

static void joined_json(struct string *out, const struct homeserver *home,
	const struct home_room *room, bool whole, uint64_t since, const char *query)
{
	bool fresh = room->moved > since, limited, first = true;
	size_t most = world()->now < home->terse ? STREAM_TERSE : STREAM_EVENTS;
	size_t from = timeline_begins(room, fresh ? 0 : since, most, query, &limited);
	string_add_json(out, room->id);
	string_add(out, ":{");
	state_json(out, room, whole || fresh ? 0 : since, from);
	string_add(out, ",\"timeline\":{\"limited\":");
	string_add(out, limited ? "true" : "false");
	string_add(out, ",\"prev_batch\":");
	place_json(out, from > 0 ? room->event[from - 1].place : 0);
	string_add(out, ",\"events\":[");
	for (size_t i = from; i < room->events; i++)
		if (stream_minds(&room->event[i], query))
			event_json(out, &room->event[i], &first);
	string_add(out, "]}}");
}

static void invited_json(struct string *out, const struct home_room *room)
{
	bool first = true;
	string_add_json(out, room->id);
	string_add(out, ":{\"invite_state\":{\"events\":[");
	for (size_t i = 0; i < room->events; i++) {
		const struct home_event *event = &room->event[i];
		if (event->state && !stream_outdated(room, i, UINT64_MAX) &&
			(strcmp(event->type, "m.room.member") != 0 ||
				strcmp(event->key, HOME_BOT) == 0))
			event_json(out, event, &first);
	}
	string_add(out, "]}}");
}

static void section(struct string *out, const struct homeserver *home, const char *name,
	enum home_member member, bool whole, uint64_t since, const char *query)
{
	bool first = true;
	string_add_json(out, name);
	string_add(out, ":{");
	for (size_t i = 0; i < home->rooms; i++) {
		const struct home_room *room = home->room[i];
		bool moved = room->moved > since;
		if (room->bot != member || room->moved == 0 || (member == HOME_OUT && since == 0) ||
			!(moved || (member != HOME_OUT && whole) || room_news(room, since)))
			continue;
		string_add(out, first ? "" : ",");
		first = false;
		if (member == HOME_IN) {
			joined_json(out, home, room, whole, since, query);
		} else if (member == HOME_ASKED) {
			invited_json(out, room);
		} else {
			string_add_json(out, room->id);
			string_add(out, ":{\"timeline\":{\"events\":[]}}");
		}
	}
	string_add_char(out, '}');
}

void stream_sync(
	struct string *out, struct homeserver *home, bool whole, uint64_t since, const char *query)
{
	string_add(out, "{\"next_batch\":");
	place_json(out, home->place);
	string_add(out, ",\"rooms\":{");
	section(out, home, "join", HOME_IN, whole, since, query);
	string_add_char(out, ',');
	section(out, home, "invite", HOME_ASKED, whole, since, query);
	string_add_char(out, ',');
	section(out, home, "leave", HOME_OUT, whole, since, query);
	string_add_char(out, '}');
	if (whole && home->direct != NULL) {
		string_add(
			out, ",\"account_data\":{\"events\":[{\"type\":\"m.direct\",\"content\":");
		string_add(out, home->direct);
		string_add(out, "}]}");
	}
	string_add_char(out, '}');
}

void stream_messages(struct string *out, const struct home_room *room, uint64_t from, uint64_t to)
{
	size_t i = room->events, count = 0;
	bool first = true;
	while (i > 0 && room->event[i - 1].place > from)
		i--;
	string_add(out, "{\"chunk\":[");
	for (; i > 0 && room->event[i - 1].place > to && count < STREAM_PAGE; i--, count++)
		event_json(out, &room->event[i - 1], &first);
	string_add_char(out, ']');
	if (i > 0 && room->event[i - 1].place > to) {
		string_add(out, ",\"end\":");
		place_json(out, room->event[i - 1].place);
	}
	string_add_char(out, '}');
}

void stream_members(struct string *out, const struct home_room *room)
{
	string_add(out, "{\"joined\":{");
	string_add_json(out, HOME_BOT);
	string_add(out, ":{}");
	for (unsigned i = 0; i < HOME_PEOPLE; i++) {
		const struct human *human = &world()->human[WORLD_HUMANS + i];
		if (room->member[i] != HOME_IN)
			continue;
		string_add_char(out, ',');
		string_add_json(out, human->id);
		string_add(out, ":{\"display_name\":");
		string_add_json(out, human->nick);
		string_add_char(out, '}');
	}
	string_add(out, "}}");
}

void stream_member_events(struct string *out, const struct home_room *room)
{
	bool first = true;
	string_add(out, "{\"chunk\":[");
	for (size_t i = 0; i < room->events; i++) {
		bool last = strcmp(room->event[i].type, "m.room.member") == 0;
		for (size_t k = i + 1; k < room->events && last; k++)
			last = strcmp(room->event[k].type, "m.room.member") != 0 ||
				strcmp(room->event[k].key, room->event[i].key) != 0;
		if (!last)
			continue;
		string_add(out, first ? "" : ",");
		string_add(out, room->event[i].json);
		first = false;
	}
	string_add(out, "]}");
}
