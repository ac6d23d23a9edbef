/* ledger.c - compares the Matrix events that the bot stores with events that the homeserver
 * gets. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "bot/talk/show.h"
#include "storage/matches.h"
#include "storage/network_data.h"
#include "tests/simulate/homeserver.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"

/* Prefix of the names under which the bot stores events that it has to send. */
#define LEDGER_KIND "out "

static struct ledger_line *find(const char *name)
{
	struct ledger *ledger = &world()->ledger;
	for (size_t i = ledger->lines; i-- > 0;)
		if (strcmp(ledger->line[i].name, name) == 0)
			return &ledger->line[i];
	return NULL;
}

static void add(const char *name)
{
	struct ledger *ledger = &world()->ledger;
	if (find(name) != NULL)
		return;
	if (ledger->lines == ledger->room) {
		ledger->room = 2 * ledger->room + 64;
		ledger->line = realloc(ledger->line, ledger->room * sizeof *ledger->line);
		if (ledger->line == NULL)
			abort();
	}
	ledger->line[ledger->lines] = (struct ledger_line){ .at = world()->now };
	snprintf(ledger->line[ledger->lines++].name, sizeof ledger->line->name, "%s", name);
}

void ledger_clear(struct ledger *ledger)
{
	free(ledger->line);
	*ledger = (struct ledger){ .lines = 0 };
}

/* ---- stored events ---- */

/* Notes that the open batch stores (`keeps`) or deletes an event. */
static void note(const char *name, bool keeps)
{
	struct ledger_line *line = find(name);
	if (line == NULL)
		return;
	line->keeps = keeps;
	line->drops = !keeps;
}

void ledger_settle(bool kept)
{
	struct ledger *ledger = &world()->ledger;
	for (size_t i = 0; i < ledger->lines; i++) {
		struct ledger_line *line = &ledger->line[i];
		if (kept && (line->keeps || line->drops))
			line->kept = line->keeps;
		line->keeps = line->drops = false;
	}
}

void ledger_end(void)
{
	const struct ledger *ledger = &world()->ledger;
	for (size_t i = 0; i < ledger->lines; i++) {
		const struct ledger_line *line = &ledger->line[i];
		if (line->kept && line->taken == NULL && !line->refused &&
			line->at < world()->calm &&
			liveness_calm(&world()->server[WORLD_SERVERS], world()->calm))
			world_fault("matrix: event %s is kept, and never said", line->name);
	}
}

void ledger_restore(void)
{
	struct ledger *ledger = &world()->ledger;
	for (size_t i = 0; i < ledger->lines; i++) {
		ledger->line[i].kept = false;
		ledger->line[i].refused |= ledger->line[i].taken == NULL;
	}
}

/* Returns true if the person of that user id has left a direct room in which the bot still is. */
static bool has_left(const char *to)
{
	const struct homeserver *home = world()->server[WORLD_SERVERS].home;
	const struct human *human = homeserver_human(to);
	for (size_t i = 0; human != NULL && i < home->rooms; i++)
		if (home->room[i]->guest == human && home->room[i]->bot == HOME_IN &&
			home->room[i]->member[human->number - WORLD_HUMANS] == HOME_OUT)
			return true;
	return false;
}

/* Returns true if a stored event only clears the display of a hand, and the match has ended. */
static bool is_of_ended_match(struct store *store, const json_t *kept)
{
	struct store_match match = { .ended = 0 };
	json_int_t topic = json_integer_value(json_object_get(kept, "topic"));
	const char *text = json_string_value(json_object_get(kept, "text"));
	bool looking = world()->disk.looking;
	if (topic == 0 || text == NULL || *text != '\0')
		return false;
	world()->disk.looking = true;
	bool ended = store_get_match(store, (topic - 1) / TOPICS, &match) == STORE_OK &&
		match.ended != 0;
	world()->disk.looking = looking;
	return ended;
}

/*
 * Checks that the bot deletes an event only if it was sent or refused, if its room was left, or if
 * its match has ended.
 */
static void check_drop(struct store *store, const char *name, const char *value)
{
	const struct ledger_line *line = find(name);
	json_t *kept = json_loads(value, 0, NULL);
	const char *to = json_string_value(json_object_get(kept, "to"));
	const char *text = json_string_value(json_object_get(kept, "text"));
	json_int_t passing = json_integer_value(json_object_get(kept, "passing"));
	/* A restart drops an event if its whole text was true only for a moment (`passing`: number
	 * of such bytes). */
	bool over = text != NULL && passing >= (json_int_t)strlen(text) &&
		json_object_get(kept, "shown") == NULL;
	const struct home_room *room =
		to != NULL ? home_room(world()->server[WORLD_SERVERS].home, to) : NULL;
	/* The bot makes no new room for the last lines to a forgotten person. */
	over |= to != NULL && json_is_true(json_object_get(kept, "last")) && has_left(to);
	over |= is_of_ended_match(store, kept);
	if (line != NULL && line->taken == NULL && !line->refused && !over && to != NULL &&
		(to[0] == '@' ||
			(room != NULL && room->bot == HOME_IN && !room->sealed && !room->replaced &&
				room->out < line->at)))
		world_fault("matrix: what is for %s is dropped unsaid: %.300s", to, value);
	json_decref(kept);
}

/* Reads the stored value of an event. Returns false if the store lacks it or cannot be read. */
static bool read_kept(
	struct store *store, int64_t network, const char *name, char value[STORE_DATA_VALUE])
{
	char before[STORE_DATA_NAME], found[STORE_DATA_NAME], whole[STORE_DATA_NAME];
	enum store_error error;
	bool looking = world()->disk.looking;
	snprintf(whole, sizeof whole, LEDGER_KIND "%s", name);
	snprintf(before, sizeof before, "%.*s", (int)strlen(whole) - 1, whole);
	world()->disk.looking = true;
	error = store_next_network_data(store, network, before, found, value);
	world()->disk.looking = looking;
	return error == STORE_OK && strcmp(found, whole) == 0;
}

/* Checks that the bot does not change a stored event that was sent: readers would miss the
 * change. */
static void check_change(const char *name, const char *before, const char *after)
{
	static const char *const parts[] = { "text", "shown" };
	const struct ledger_line *line = find(name);
	json_t *was = json_loads(before, 0, NULL), *is = json_loads(after, 0, NULL);
	for (size_t i = 0; i < 2 && line != NULL && line->taken != NULL; i++) {
		const json_t *one = json_object_get(was, parts[i]);
		const json_t *other = json_object_get(is, parts[i]);
		if ((one != NULL || other != NULL) && !json_equal(one, other))
			world_fault("matrix: event %s is said, and is to be another: %.300s", name,
				after);
	}
	json_decref(was);
	json_decref(is);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(store_set_network_data) __real_store_set_network_data, __wrap_store_set_network_data;
enum store_error __wrap_store_set_network_data(
	struct store *store, int64_t network, const char *name, const char *value)
{
	static const char kind[] = LEDGER_KIND;
	bool event = strncmp(name, kind, strlen(kind)) == 0 && !world()->dead;
	if (!world()->dead)
		world_mutter("kept: %s %s", name, value != NULL ? value : "no more");
	world()->acting = true;
	char *kept = event ? malloc(STORE_DATA_VALUE) : NULL;
	if (event && value != NULL)
		add(name + strlen(kind));
	if (event)
		note(name + strlen(kind), value != NULL);
	bool known = kept != NULL && read_kept(store, network, name + strlen(kind), kept);
	if (known && value == NULL)
		check_drop(store, name + strlen(kind), kept);
	if (known && value != NULL)
		check_change(name + strlen(kind), kept, value);
	free(kept);
	world()->acting = false;
	return __real_store_set_network_data(store, network, name, value);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- events sent ---- */

/* Returns true if the room of that id was upgraded, and `room` took its place, and so its alias. */
static bool goes_on(const char *id, const struct home_room *room)
{
	const struct home_room *old = home_room(world()->server[WORLD_SERVERS].home, id);
	return old != NULL && old->replaced && room->alias[0] != '\0';
}

/* Checks that an event is in the room that it is for, and that only its person can read a private
 * one. `to` is a room's id or a user id. */
static void check_reader(const struct home_room *room, const char *name, const char *to)
{
	for (unsigned i = 0; i < HOME_PEOPLE; i++) {
		const struct human *human = &world()->human[WORLD_HUMANS + i];
		if (to[0] == '@' && room->member[i] != HOME_OUT && strcmp(human->id, to) != 0)
			world_fault("matrix: %s may read event %s, which is for %s", human->name,
				name, to);
	}
	if (to[0] == '@' ? room->guest == NULL || strcmp(room->guest->id, to) != 0
			 : strcmp(room->id, to) != 0 && !goes_on(to, room))
		world_fault("matrix: event %s is for %s, and said in %s", name, to, room->id);
	/* A person may encrypt a room of their own while a line is under way, so only rooms that
	 * the bot made count. */
	if (to[0] == '@' && room->sealed && room->mine)
		world_fault("matrix: event %s is for %s, and said in an encrypted room", name, to);
}

static void check_kept(const struct home_room *room, const char *name)
{
	const struct network *network = oracle_network(&world()->server[WORLD_SERVERS]);
	char *value = malloc(STORE_DATA_VALUE);
	json_t *kept = NULL;
	if (value == NULL)
		abort();
	if (read_kept(world()->app->store, network->id, name, value))
		kept = json_loads(value, 0, NULL);
	if (kept == NULL)
		world_fault("matrix: event %s is said, and not on disk", name);
	else
		check_reader(room, name, json_string_value(json_object_get(kept, "to")));
	json_decref(kept);
	free(value);
}

static bool has_joined(const struct home_room *room)
{
	return room->member[room->guest->number - WORLD_HUMANS] == HOME_IN;
}

/*
 * Returns true if the bot may send an event again in another direct room: the person had not joined
 * the first room, or has left it or encrypted it since.
 */
static bool may_repeat(const struct ledger_line *line)
{
	const struct home_room *room = line->taken;
	return room->guest != NULL && (line->early || room->sealed || !has_joined(room));
}

void ledger_take(const struct home_room *room, const char *name, const char *text)
{
	const struct homeserver *home = world()->server[WORLD_SERVERS].home;
	struct ledger_line *line = find(name);
	if (line == NULL) {
		world_fault("matrix: event %s is said, and was never kept", name);
		return;
	}
	/* A malformed answer may have made the bot leave the first room. */
	if (line->taken != NULL && line->taken != room && home->lied < line->at &&
		!may_repeat(line))
		world_fault("matrix: event %s is said in two rooms", name);
	line->taken = room;
	line->early = room->guest != NULL && !has_joined(room);
	/* The bot sends the apology for a failed batch without storing it. */
	if (world()->app != NULL && !world()->dead && strstr(text, "(store.failed)") == NULL)
		check_kept(room, name);
}

void ledger_refuse(const char *name)
{
	struct ledger_line *line = find(name);
	if (line != NULL)
		line->refused = true;
}
