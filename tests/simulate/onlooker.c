/* onlooker.c - people without a seat: watchers of a table, and strangers who speak in the channel
 * or only join it. */
#include "tests/simulate/onlooker.h"

#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"

/* ONLOOKER_KEPT: most people without a seat in the bot's memory, 1024 in its cache and one batch.
 * ONLOOKER_PAUSE: ms from one stranger to the next. */
enum { ONLOOKER_KEPT = 1100, ONLOOKER_PAUSE = 400 };

/* ---- watchers ---- */

/* Makes a human watch a table and leave the channel: the bot must send them each line in
 * private. */
void onlooker_watch(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned number = 1 + chance_below(chance, 2), seconds = 60 + chance_below(chance, 400);
	world_tell("%s leaves the channel for %u s, and watches table %u from there", human->name,
		seconds, number);
	human_say(human, true, "!watch %u", number);
	human_part(human);
	human_say(human, false, "watch %u", number);
	world_later(seconds * WORLD_SECOND, human_comes_back, human, 0, NULL, 0);
}

static bool watches(const struct table *table, const struct person *person)
{
	const struct recipients *recipients = &world()->app->lobby.speech.recipients;
	for (size_t i = 0; i < recipients->count; i++)
		if (recipients->recipient[i].table == table &&
			recipients->recipient[i].person == person)
			return true;
	return false;
}

/* Checks that a line like `[2] (event.play …)` goes to players and watchers of its table only. A
 * panel, which shows the table's state, may also go to others. */
void onlooker_stage(struct network *network, const struct person *person, const char *text)
{
	unsigned number = text[0] == '[' ? (unsigned)strtoul(text + 1, NULL, 10) : 0;
	bool news = strstr(text, "(event.play") != NULL && strstr(text, "(panel.") == NULL;
	const struct table *table = number > 0 && news
		? tables_find_number(&world()->app->lobby.tables, network, number)
		: NULL;
	if (person == NULL || table == NULL || network->single)
		return;
	if (table_find_seat(table, person) == SEAT_NONE && !watches(table, person))
		world_fault("%s: %s is told of table %u, which they neither play at nor watch: "
			    "%.80s",
			network->name, person->name, number, text);
}

/* ---- strangers ---- */

/* Makes a stranger say a command in the channel and be gone before the answer arrives. */
static void pass(struct incident *incident)
{
	struct server *server = incident->subject;
	struct human human = { .server = server };
	unsigned number = (unsigned)world()->serial;
	snprintf(human.nick, sizeof human.nick, "p%u", number);
	snprintf(human.address, sizeof human.address, "p@p%u.away.test", number);
	if (server->joined)
		server_send_from(server, &human, "PRIVMSG %s :!rank", server->channel);
	if (incident->number > 1)
		world_later(ONLOOKER_PAUSE, pass, server, incident->number - 1, NULL, 0);
}

/* Makes many strangers ask for their rank, one by one, on the server where the bot's rate limit is
 * highest. */
void onlooker_pass(struct chance *chance)
{
	struct server *server = &world()->server[0];
	unsigned count = 400 + chance_below(chance, 1600);
	/* Only one such step runs at a time, because the bot ignores lines above its rate limit. */
	if (world()->now < server->passed)
		return;
	server_let_pass(server, (uint64_t)count * ONLOOKER_PAUSE);
	world_tell("%s: %u strangers pass by and ask for their rank", server->kind->name, count);
	pass(&(struct incident){ .subject = server, .number = count });
}

/* Makes `count` strangers join the channel, or quit. */
static void move(struct server *server, size_t count, bool come)
{
	struct human human = { .server = server, .name = "h" };
	for (size_t i = 0; i < count && server->joined; i++) {
		snprintf(human.nick, sizeof human.nick, "h%zu", i);
		snprintf(human.address, sizeof human.address, "h@h%zu.hub.test", i);
		if (come)
			server_send_join(server, &human);
		else
			server_send_from(server, &human, "QUIT :hub.test leaf.test");
	}
}

static void take_away(struct incident *incident)
{
	struct server *server = incident->subject;
	move(server, (size_t)incident->number, false);
}

/* Makes many silent strangers join and quit at once: their JOINs delay the server's other lines. */
void onlooker_hub(struct chance *chance)
{
	struct server *server = &world()->server[chance_below(chance, WORLD_SERVERS)];
	unsigned count = 100 + chance_below(chance, 500), seconds = 1 + chance_below(chance, 60);
	world_tell("%s: a hub brings %u strangers, and takes them away %u s later",
		server->kind->name, count, seconds);
	move(server, count, true);
	world_later(seconds * WORLD_SECOND, take_away, server, count, NULL, 0);
}

void onlooker_look(void)
{
	const struct people *people = &world()->app->lobby.people;
	unsigned kept = 0;
	for (size_t i = 0; i < people->count; i++) {
		const struct person *person = people->person[i];
		kept += person->seats == 0 && person->references == 0 && !person->claimed;
	}
	if (kept > ONLOOKER_KEPT)
		world_fault("the bot keeps %u people in memory who have no seat", kept);
}
