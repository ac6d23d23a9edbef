/* homeserver.c - the rooms of a simulated Matrix homeserver, their members and messages. */
#include "tests/simulate/homeserver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"

/*
 * Milliseconds. HOME_SOON: longest delay of a sync. HOME_COMES: longest time until an invited
 * person comes. HOME_SPURN: longest wait of the bot before it makes another direct room; it doubles
 * each time, up to HOME_SPURNED. HOME_SPEAKS: longest time until a person speaks to the bot again.
 */
enum {
	HOME_SOON = 60,
	HOME_COMES = 6000,
	HOME_SPURN = 24000,
	HOME_SPURNED = 450000,
	HOME_SPEAKS = 90000
};

static struct homeserver *home_of(const struct human *human)
{
	return human->server->home;
}

static unsigned index_of(const struct human *human)
{
	return human->number - WORLD_HUMANS;
}

static struct human *human_at(unsigned index)
{
	return &world()->human[WORLD_HUMANS + index];
}

struct human *homeserver_human(const char *id)
{
	for (unsigned i = WORLD_HUMANS; i < world()->humans; i++)
		if (strcmp(world()->human[i].id, id) == 0)
			return &world()->human[i];
	return NULL;
}

/* ---- rooms ---- */

struct home_room *home_room(const struct homeserver *home, const char *id)
{
	for (size_t i = 0; i < home->rooms; i++)
		if (strcmp(home->room[i]->id, id) == 0 ||
			(id[0] == '#' && strcmp(home->room[i]->alias, id) == 0))
			return home->room[i];
	return NULL;
}

struct home_room *home_channel(const struct homeserver *home)
{
	return home->channel;
}

void home_wake(struct homeserver *home)
{
	if (home->waking)
		return;
	home->waking = true;
	visit_wake(home);
}

static void member_json(struct string *out, enum home_member member, const char *who, bool direct)
{
	const struct human *human = homeserver_human(who);
	string_add(out, "{\"membership\":");
	string_add_json(out,
		member == HOME_IN              ? "join"
			: member == HOME_ASKED ? "invite"
					       : "leave");
	if (human != NULL) {
		string_add(out, ",\"displayname\":");
		string_add_json(out, human->nick);
	}
	string_add(out, direct ? ",\"is_direct\":true}" : "}");
}

/* Adds `prev_content`, the content of the last state event of this type and key, to the JSON of a
 * new one. */
static void before_json(
	struct string *out, const struct home_room *room, const char *type, const char *key)
{
	const char *content = NULL;
	for (size_t i = room->events; i-- > 0 && content == NULL;)
		if (room->event[i].state && strcmp(room->event[i].type, type) == 0 &&
			strcmp(room->event[i].key, key) == 0)
			content = strstr(room->event[i].json, "\"content\":");
	if (content == NULL)
		return;
	content += strlen("\"content\":");
	string_add(out, ",\"unsigned\":{\"prev_content\":");
	/* The content of state events has no nested objects in this simulation, so the first brace
	 * ends it. */
	string_add_bytes(out, content, strcspn(content, "}") + 1);
	string_add_char(out, '}');
}

uint64_t home_happen(struct homeserver *home, struct home_room *room, const char *type,
	const char *sender, const char *key, const char *content)
{
	struct string json = STRING_EMPTY;
	struct home_event *event;
	if (room->events == room->size) {
		room->size = 2 * room->size + 16;
		room->event = realloc(room->event, room->size * sizeof *room->event);
		if (room->event == NULL)
			abort();
	}
	string_add(&json, "{\"event_id\":\"$");
	string_add_number(&json, (int64_t)home->place + 1);
	string_add(&json, "\",\"type\":");
	string_add_json(&json, type);
	string_add(&json, ",\"sender\":");
	string_add_json(&json, sender);
	string_add(&json, ",\"origin_server_ts\":");
	string_add_number(&json, (int64_t)world()->now);
	if (key != NULL) {
		string_add(&json, ",\"state_key\":");
		string_add_json(&json, key);
	}
	string_add(&json, ",\"content\":");
	string_add(&json, content);
	if (key != NULL)
		before_json(&json, room, type, key);
	string_add_char(&json, '}');
	event = &room->event[room->events++];
	*event = (struct home_event){
		.place = ++home->place, .state = key != NULL, .json = strdup(json.bytes)
	};
	snprintf(event->type, sizeof event->type, "%s", type);
	snprintf(event->sender, sizeof event->sender, "%s", sender);
	snprintf(event->key, sizeof event->key, "%s", key != NULL ? key : "");
	string_free(&json);
	world_mutter("matrix: %s %s", room->id, event->json);
	home_wake(home);
	return event->place;
}

struct home_room *home_room_make(struct homeserver *home, const char *maker, const char *content)
{
	struct home_room *room = calloc(1, sizeof *room);
	home->room = realloc(home->room, (home->rooms + 1) * sizeof *home->room);
	if (room == NULL || home->room == NULL)
		abort();
	home->room[home->rooms++] = room;
	snprintf(room->id, sizeof room->id, "!%llx:" HOME_NAME,
		(unsigned long long)chance_next(&home->chance));
	home_happen(home, room, "m.room.create", maker, "", content);
	home_move(home, room, maker, HOME_IN, maker);
	return room;
}

/* ---- membership ---- */

/* Makes a human read the bot's texts in a room that are new to them. */
static void read_room(struct home_room *room, struct human *human)
{
	uint64_t *read = &room->read[index_of(human)];
	size_t first = room->events;
	while (first > 0 && room->event[first - 1].place > *read)
		first--;
	for (size_t i = first; i < room->events; i++) {
		const char *text = room->event[i].text;
		if (text == NULL)
			continue;
		*read = room->event[i].place;
		while (*text != '\0') {
			char line[SERVER_LINE * 8];
			size_t length = strcspn(text, "\n");
			snprintf(line, sizeof line, "%.*s", (int)length, text);
			human_hear(human, room->guest == NULL, line);
			text += length + (text[length] == '\n');
		}
	}
}

static void come(struct incident *incident)
{
	struct human *human = incident->subject;
	struct homeserver *home = home_of(human);
	struct home_room *room = home_room(home, incident->bytes);
	if (room->member[index_of(human)] != HOME_ASKED)
		return;
	if (!human->online) {
		world_later(5000, come, human, 0, room->id, strlen(room->id));
		return;
	}
	home_move(home, room, human->id, world()->now < human->closed ? HOME_OUT : HOME_IN,
		human->id);
	if (world()->now < human->closed)
		homeserver_spurn(human);
}

/* Makes the room's guest say the line for which they invited the bot into the room. */
static void say_unsaid(struct homeserver *home, const struct home_room *room)
{
	unsigned index = index_of(room->guest);
	char *text = home->unsaid[index];
	home->unsaid[index] = NULL;
	if (text != NULL)
		homeserver_say(room->guest, false, text);
	free(text);
}

void home_move(struct homeserver *home, struct home_room *room, const char *who,
	enum home_member member, const char *by)
{
	struct string content = STRING_EMPTY;
	struct human *human = homeserver_human(who);
	member_json(&content, member, who, member == HOME_ASKED && room->guest != NULL);
	if (human != NULL)
		room->member[index_of(human)] = member;
	else
		room->bot = member;
	if (human == NULL && member == HOME_OUT)
		room->out = world()->now;
	/* A bot that left the channel gets no more lines of it. */
	if (human == NULL && member == HOME_OUT && room == home->channel)
		hearing_excuse();
	home_happen(home, room, "m.room.member", by, who, content.bytes);
	if (human == NULL)
		room->moved = home->place;
	string_free(&content);
	if (human == NULL && room == home->channel)
		home->server->joined = member == HOME_IN;
	if (human == NULL && member == HOME_IN && room->guest != NULL && !room->mine)
		say_unsaid(home, room);
	if (human != NULL && member == HOME_ASKED)
		world_later(500 + chance_below(&home->chance, HOME_COMES), come, human, 0, room->id,
			strlen(room->id));
	if (human != NULL && member == HOME_IN && room->guest == NULL)
		room->read[index_of(human)] = home->place;
	if (human != NULL && member == HOME_IN)
		read_room(room, human);
}

/* ---- messages ---- */

/* Returns a direct room of the human and the bot, or NULL. Prefers a room that the bot has made. */
static struct home_room *private_room(const struct homeserver *home, const struct human *human)
{
	struct home_room *found = NULL;
	for (size_t i = 0; i < home->rooms; i++) {
		struct home_room *room = home->room[i];
		if (room->guest == human && room->bot == HOME_IN && !room->sealed &&
			room->member[index_of(human)] == HOME_IN && (found == NULL || room->mine))
			found = room;
	}
	return found;
}

void homeserver_ask(struct human *human, bool sealed)
{
	struct homeserver *home = home_of(human);
	struct home_room *room = home_room_make(home, human->id, "{\"room_version\":\"11\"}");
	room->guest = human;
	if (sealed)
		home_happen(home, room, "m.room.encryption", human->id, "",
			"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	room->sealed = sealed;
	home_move(home, room, HOME_BOT, HOME_ASKED, human->id);
}

static void say_in(struct human *human, struct home_room *room, const char *text)
{
	struct string content = STRING_EMPTY;
	hearing_say(human, text, room->bot == HOME_IN);
	if (room == home_channel(home_of(human)) && room->bot == HOME_IN)
		hearing_owe(human, text);
	string_add(&content, "{\"msgtype\":\"m.text\",\"body\":");
	string_add_json(&content, text);
	string_add_char(&content, '}');
	home_happen(home_of(human), room, "m.room.message", human->id, NULL, content.bytes);
	string_free(&content);
}

void homeserver_say(struct human *human, bool in_channel, const char *text)
{
	struct homeserver *home = home_of(human);
	struct home_room *room = in_channel ? home_channel(home) : private_room(home, human);
	char **unsaid = &home->unsaid[index_of(human)];
	if (room != NULL) {
		say_in(human, room, text);
		return;
	}
	if (*unsaid == NULL)
		homeserver_ask(human, false);
	free(*unsaid);
	*unsaid = strdup(text);
}

/* Checks the text of a message of the bot, unless it is an edit. Leaves out the panel at its end,
 * which shows the state of a table. */
static void hear_news(struct homeserver *home, const struct home_room *room, const char *content,
	const char *text)
{
	const char *panel = strstr(text, "(panel.");
	size_t length = panel != NULL ? (size_t)(panel - text) : strlen(text);
	char *news = strndup(text, length);
	if (strstr(content, "\"m.new_content\"") == NULL)
		oracle_hear(home->server, room->guest, news);
	free(news);
}

void home_speak(struct homeserver *home, struct home_room *room, const char *type,
	const char *content, const char *text)
{
	home_happen(home, room, type, HOME_BOT, NULL, content);
	world()->lines++;
	if (text == NULL)
		return;
	room->event[room->events - 1].text = strdup(text);
	hear_news(home, room, content, text);
	for (unsigned i = 0; i < HOME_PEOPLE; i++)
		if (room->member[i] == HOME_IN)
			read_room(room, human_at(i));
}

/* ---- people ---- */

void homeserver_join(struct human *human)
{
	struct homeserver *home = home_of(human);
	home_move(home, home_channel(home), human->id, HOME_IN, human->id);
}

void homeserver_part(struct human *human)
{
	struct homeserver *home = home_of(human);
	home_move(home, home_channel(home), human->id, HOME_OUT, human->id);
}

void homeserver_rename(struct human *human)
{
	struct homeserver *home = home_of(human);
	for (size_t i = 0; i < home->rooms; i++)
		if (home->room[i]->member[index_of(human)] == HOME_IN)
			home_move(home, home->room[i], human->id, HOME_IN, human->id);
}

void homeserver_spurn(struct human *human)
{
	uint64_t wait = HOME_SPURN, now = world()->now;
	for (unsigned i = human->spurned++; i > 0 && wait < HOME_SPURNED; i--)
		wait *= 2;
	wait = wait < HOME_SPURNED ? wait : HOME_SPURNED;
	human->changed = human->changed > now + wait ? human->changed : now + wait;
}

void homeserver_desert(struct human *human)
{
	struct homeserver *home = home_of(human);
	/* The bot does not know yet that the human left the room. When they speak, and
	 * not before, it repeats the lines that they missed. */
	uint64_t speaks = world()->now + HOME_SPEAKS;
	const struct home_room *told = private_room(home, human);
	if (told != NULL && told->mine)
		human_miss(human);
	human->changed = human->changed > speaks ? human->changed : speaks;
	for (size_t i = 0; i < home->rooms; i++)
		if (home->room[i]->guest == human &&
			home->room[i]->member[index_of(human)] == HOME_IN) {
			home_move(home, home->room[i], human->id, HOME_OUT, human->id);
			homeserver_spurn(human);
		}
}

/* ---- faults ---- */

void homeserver_kick(struct homeserver *home)
{
	struct home_room *room = home_channel(home);
	server_disturb(home->server, 0);
	if (room->bot == HOME_IN)
		home_move(home, room, HOME_BOT, HOME_OUT, human_at(0)->id);
}

void homeserver_upgrade(struct homeserver *home)
{
	struct home_room *old = home_channel(home), *room;
	char content[3 * HOME_ID];
	snprintf(content, sizeof content,
		"{\"room_version\":\"11\",\"predecessor\":{\"room_id\":\"%s\"}}", old->id);
	room = home_room_make(home, human_at(0)->id, content);
	server_disturb(home->server, 0);
	home->channel = room;
	home->server->joined = false;
	hearing_excuse();
	snprintf(room->alias, sizeof room->alias, "%s", old->alias);
	old->alias[0] = '\0';
	old->replaced = true;
	snprintf(content, sizeof content, "{\"body\":\"moved\",\"replacement_room\":\"%s\"}",
		room->id);
	home_happen(home, old, "m.room.tombstone", human_at(0)->id, "", content);
	for (unsigned i = 1; i < HOME_PEOPLE; i++)
		if (old->member[i] == HOME_IN)
			home_move(home, room, human_at(i)->id, HOME_IN, human_at(i)->id);
}

void homeserver_restore(struct homeserver *home)
{
	home->muddled = true;
	/* People leave a direct room if the bot died before it recorded that the room is direct. */
	for (size_t i = 0; i < home->rooms; i++)
		if (home->room[i]->guest != NULL && !home->room[i]->mine &&
			(home->direct == NULL || strstr(home->direct, home->room[i]->id) == NULL))
			homeserver_desert(home->room[i]->guest);
}

void homeserver_reset(struct homeserver *home)
{
	for (unsigned i = 0; i < HOME_VISITS; i++)
		if (home->visit[i].wire != NULL)
			wire_reset(home->visit[i].wire);
}

void homeserver_drop(struct homeserver *home)
{
	for (unsigned i = 0; i < HOME_VISITS; i++)
		if (home->visit[i].wire != NULL)
			home->visit[i].wire->lost = true;
}

void homeserver_hold(struct homeserver *home, uint64_t milliseconds)
{
	for (unsigned i = 0; i < HOME_VISITS; i++)
		if (home->visit[i].wire != NULL)
			wire_hold(home->visit[i].wire, milliseconds);
}

bool homeserver_is_lost(const struct homeserver *home)
{
	for (unsigned i = 0; i < HOME_VISITS; i++)
		if (home->visit[i].wire != NULL && home->visit[i].wire->lost &&
			!home->visit[i].wire->closed)
			return true;
	return false;
}

void homeserver_process_died(struct homeserver *home, bool power)
{
	for (unsigned i = 0; i < HOME_VISITS; i++) {
		struct wire *wire = home->visit[i].wire;
		if (wire == NULL)
			continue;
		if (power)
			wire->lost = wire->closed = true;
		else
			wire_close(wire);
	}
	for (unsigned i = WORLD_HUMANS; i < world()->humans; i++)
		world()->human[i].spurned = 0;
}

void homeserver_calm(struct homeserver *home)
{
	home->deaf = home->lying = 0;
	home->failing = home->limiting = home->terse = 0;
}

/* ---- the whole server ---- */

struct homeserver *homeserver_open(struct server *server)
{
	struct homeserver *home = calloc(1, sizeof *home);
	struct home_room *room;
	if (home == NULL)
		abort();
	*home = (struct homeserver){
		.server = server, .chance = { chance_part(world()->setting.seed, 50) }, .credit = 10
	};
	/* Use Synapse's default rate limit, or a higher one that an operator has set for the
	 * bot. */
	home->cost = chance_below(&home->chance, 4) == 0 ? 5000000 : 100000;
	for (unsigned i = 0; i < HOME_VISITS; i++)
		home->visit[i].asked = STRING_EMPTY;
	server->home = home;
	server->welcomed = true;
	room = home_room_make(home, human_at(0)->id, "{\"room_version\":\"11\"}");
	home->channel = room;
	snprintf(room->alias, sizeof room->alias, "%s", server->channel);
	for (unsigned i = 1; i < HOME_PEOPLE; i++)
		home_move(home, room, human_at(i)->id, HOME_IN, human_at(i)->id);
	return home;
}

size_t homeserver_bytes(const struct homeserver *home)
{
	size_t bytes = sizeof *home + home->sent_size * sizeof *home->sent;
	for (size_t i = 0; i < home->rooms; i++) {
		const struct home_room *room = home->room[i];
		bytes += sizeof *room + room->size * sizeof *room->event;
		for (size_t k = 0; k < room->events; k++)
			bytes += strlen(room->event[k].json) + 32 +
				(room->event[k].text != NULL ? strlen(room->event[k].text) + 32
							     : 0);
	}
	return bytes;
}

void homeserver_close(struct homeserver *home)
{
	for (size_t i = 0; i < home->rooms; i++) {
		for (size_t k = 0; k < home->room[i]->events; k++) {
			free(home->room[i]->event[k].json);
			free(home->room[i]->event[k].text);
		}
		free(home->room[i]->event);
		free(home->room[i]);
	}
	for (unsigned i = 0; i < HOME_VISITS; i++) {
		string_free(&home->visit[i].asked);
		free(home->visit[i].query);
	}
	for (unsigned i = 0; i < HOME_PEOPLE; i++)
		free(home->unsaid[i]);
	free(home->room);
	free(home->direct);
	free(home->sent);
	free(home);
}
