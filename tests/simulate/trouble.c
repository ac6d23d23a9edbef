/* trouble.c - steps (step.h) in which a homeserver fails or its people act. */
#include "tests/simulate/trouble.h"

#include <stdio.h>
#include <string.h>

#include "tests/simulate/homeserver.h"
#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"

static struct server *matrix(void)
{
	return &world()->server[WORLD_SERVERS];
}

static struct human *somebody(struct chance *chance)
{
	return &world()->human[WORLD_HUMANS + chance_below(chance, HOME_PEOPLE)];
}

/* Draws the length of a fault, `most` seconds or a little more, and notes it. Returns its end, in
 * ms since the start of the run. */
static uint64_t for_a_while(struct chance *chance, unsigned most, const char *what)
{
	unsigned seconds = 2 + chance_below(chance, most);
	world_tell("matrix %s for %u s", what, seconds);
	server_disturb(matrix(), seconds * WORLD_SECOND);
	return world()->now + seconds * WORLD_SECOND;
}

void trouble_kick(struct chance *chance)
{
	(void)chance;
	world_tell("matrix: the bot is kicked");
	homeserver_kick(matrix()->home);
}

void trouble_upgrade(struct chance *chance)
{
	(void)chance;
	world_tell("matrix: the room is another one now");
	homeserver_upgrade(matrix()->home);
}

void trouble_bar(struct chance *chance)
{
	matrix()->barred = for_a_while(chance, 60, "kicks the bot and does not let it in");
	homeserver_kick(matrix()->home);
}

void trouble_reset(struct chance *chance)
{
	(void)chance;
	world_tell("matrix resets all connections");
	server_disturb(matrix(), 0);
	homeserver_reset(matrix()->home);
}

void trouble_drop(struct chance *chance)
{
	(void)chance;
	world_tell("the connections to matrix are lost, and nobody tells");
	homeserver_drop(matrix()->home);
}

void trouble_hold(struct chance *chance)
{
	uint64_t until = for_a_while(chance, 40, "is not reached, nor reaches the bot,");
	homeserver_hold(matrix()->home, until - world()->now);
}

void trouble_down(struct chance *chance)
{
	bool silent = chance_below(chance, 2) == 0;
	uint64_t until = for_a_while(chance, 100, silent ? "is silent" : "is down");
	*(silent ? &matrix()->silent : &matrix()->down) = until;
	homeserver_reset(matrix()->home);
}

void trouble_fail(struct chance *chance)
{
	matrix()->home->failing = for_a_while(chance, 60, "fails");
}

void trouble_deaf(struct chance *chance)
{
	unsigned count = 1 + chance_below(chance, 4);
	world_tell("matrix: the next %u answers will be lost", count);
	server_disturb(matrix(), 0);
	matrix()->home->deaf = count;
}

void trouble_lie(struct chance *chance)
{
	unsigned count = 1 + chance_below(chance, 4);
	world_tell("matrix: the next %u answers are not what they should be", count);
	server_disturb(matrix(), 0);
	matrix()->home->lying = count;
}

void trouble_limit(struct chance *chance)
{
	matrix()->home->limiting = for_a_while(chance, 60, "takes nothing of the bot's");
}

void trouble_terse(struct chance *chance)
{
	matrix()->home->terse = for_a_while(chance, 100, "leaves out most of what happened");
}

void trouble_expire(struct chance *chance)
{
	struct homeserver *home = matrix()->home;
	bool all = chance_below(chance, 2) == 0;
	world_tell("matrix: the bot's token has expired%s", all ? ", and what renews it" : "");
	server_disturb(matrix(), 0);
	home->token[0] = '\0';
	if (all)
		home->renewal[0] = '\0';
}

void trouble_desert(struct chance *chance)
{
	struct human *human = somebody(chance);
	world_tell("%s leaves where the bot tells them things", human->name);
	human->changed = world()->now;
	homeserver_desert(human);
}

void trouble_ask(struct chance *chance)
{
	struct human *human = somebody(chance);
	bool sealed = chance_below(chance, 2) == 0;
	world_tell("%s asks the bot into %s room", human->name, sealed ? "an encrypted" : "a");
	homeserver_ask(human, sealed);
}

/* Finds a direct room of a person with the bot, made by the bot (`mine`) or by the person. Returns
 * NULL without such a room. */
static struct home_room *room_for(
	const struct homeserver *home, const struct human *human, bool mine)
{
	for (size_t i = 0; i < home->rooms; i++) {
		struct home_room *room = home->room[i];
		if (room->guest == human && room->mine == mine && room->bot == HOME_IN)
			return room;
	}
	return NULL;
}

void trouble_seal(struct chance *chance)
{
	struct homeserver *home = matrix()->home;
	struct human *human = somebody(chance);
	struct home_room *room = room_for(home, human, false);
	if (room == NULL || room->sealed) {
		world_tell("%s asks the bot into an encrypted room", human->name);
		homeserver_ask(human, true);
		return;
	}
	world_tell("%s encrypts their room with the bot", human->name);
	room->sealed = true;
	home_happen(home, room, "m.room.encryption", human->id, "",
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
}

/* Returns the last room that another one has replaced, or NULL. */
static const struct home_room *room_before(const struct homeserver *home)
{
	for (size_t i = home->rooms; i-- > 0;)
		if (home->room[i]->replaced)
			return home->room[i];
	return NULL;
}

static void home_end(struct homeserver *home, struct home_room *room, const struct human *human,
	const struct home_room *next)
{
	char content[3 * HOME_ID];
	world_tell("matrix: %s says that %s goes on in %s", human->name, room->id, next->id);
	snprintf(content, sizeof content, "{\"body\":\"moved\",\"replacement_room\":\"%s\"}",
		next->id);
	home_happen(home, room, "m.room.tombstone", human->id, "", content);
}

/* Returns true if the bot has sent a text in a room. */
static bool has_spoken(const struct home_room *room)
{
	for (size_t i = 0; i < room->events; i++)
		if (room->event[i].text != NULL)
			return true;
	return false;
}

/* Makes a person name a wrong room as the replacement of a room, give a room a wrong alias, or let
 * another person into a direct room. */
void trouble_trap(struct chance *chance)
{
	struct homeserver *home = matrix()->home;
	struct human *human = somebody(chance), *other = somebody(chance);
	struct home_room *channel = home_channel(home), *own = room_for(home, human, false);
	const struct home_room *told = room_for(home, other, true), *old = room_before(home);
	unsigned kind = chance_below(chance, 5);
	char content[3 * HOME_ID];
	if (kind == 0 && told != NULL) {
		home_end(home, channel, human, told);
	} else if (kind == 1 && old != NULL) {
		home_end(home, channel, human, old);
	} else if (own == NULL) {
		world_tell("%s asks the bot into a room", human->name);
		homeserver_ask(human, false);
	} else if (kind == 2) {
		home_end(home, own, human, channel);
	} else if (kind == 3) {
		world_tell("%s says that %s is %s", human->name, own->id, channel->alias);
		snprintf(content, sizeof content, "{\"alias\":\"%s\"}", channel->alias);
		home_happen(home, own, "m.room.canonical_alias", human->id, "", content);
	} else if (other != human && !has_spoken(own)) {
		world_tell("%s comes into the room of %s and the bot", other->name, human->name);
		home_move(home, own, other->id, HOME_IN, human->id);
	}
}

/* Sends an event with a command that the bot must ignore: an edit, a notice, an image, a quote. */
void trouble_edit(struct chance *chance)
{
	struct human *human = somebody(chance);
	struct homeserver *home = matrix()->home;
	static const char *const contents[] = {
		("{\"msgtype\":\"m.text\",\"body\":\"* !new\",\"m.new_content\":{\"msgtype\":"
		 "\"m.text\",\"body\":\"!new\"},\"m.relates_to\":{\"rel_type\":\"m.replace\","
		 "\"event_id\":\"$1\"}}"),
		"{\"msgtype\":\"m.notice\",\"body\":\"!new\"}",
		"{\"msgtype\":\"m.image\",\"body\":\"!new\",\"url\":\"mxc://a/b\"}",
		("{\"msgtype\":\"m.text\",\"body\":\"> <@luc:x> "
		 "!new\\n\\n!table\",\"m.relates_to\":"
		 "{\"m.in_reply_to\":{\"event_id\":\"$1\"}}}"),
		"{}",
		"{\"msgtype\":\"m.text\",\"body\":7}",
	};
	unsigned number = chance_below(chance, sizeof contents / sizeof contents[0]);
	world_tell("%s writes %s", human->name, contents[number]);
	/* The bot must handle the line of the human below the quote in a reply. */
	if (strstr(contents[number], "m.in_reply_to") != NULL)
		hearing_say(human, "!table", home_channel(home)->bot == HOME_IN);
	home_happen(home, home_channel(home), "m.room.message", human->id, NULL, contents[number]);
}

/* Makes a human send the same reaction as the bot's reaction `event`, as by a tap on it. */
static void home_tap(struct homeserver *home, struct home_room *room, const struct human *human,
	const struct home_event *event)
{
	char content[400];
	const char *at = strstr(event->json, "\"content\":") + strlen("\"content\":");
	snprintf(content, sizeof content, "%.*s", (int)strlen(at) - 1, at);
	world_tell("%s taps %s", human->name, content);
	home_happen(home, room, "m.reaction", human->id, NULL, content);
}

/* Makes a human tap one of the bot's latest reactions, whether or not it is for them. */
void trouble_tap(struct chance *chance)
{
	struct human *human = somebody(chance);
	struct homeserver *home = matrix()->home;
	unsigned back = chance_below(chance, 12);
	for (size_t i = home->rooms; i-- > 0;) {
		struct home_room *room = home->room[i];
		if (room->member[human->number - WORLD_HUMANS] != HOME_IN)
			continue;
		for (size_t k = room->events; k-- > 0;) {
			const struct home_event *event = &room->event[k];
			if (strcmp(event->type, "m.reaction") == 0 &&
				strcmp(event->sender, HOME_BOT) == 0 && back-- == 0) {
				home_tap(home, room, human, event);
				return;
			}
		}
	}
}
