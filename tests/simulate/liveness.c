/* liveness.c - checks that the bot and its tables do in time all that is due. */
#include <stdio.h>
#include <string.h>

#include "bot/app/app.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/state.h"
#include "tests/simulate/onlooker.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/pages.h"
#include "tests/simulate/world.h"

/*
 * Longest times, in ms. LIVE_CALM: from the last fault until all is in order. LIVE_READ: until the
 * bot reads its input. LIVE_HAND: until the player to move gets their hand. LIVE_MOVE: until a
 * move. LIVE_PONG: until the bot answers a ping. LIVE_FLOOD: for which the bot ignores a person who
 * floods it. LIVE_PRESENT: until the bot knows that a person is present.
 */
enum {
	LIVE_CALM = 120000,
	LIVE_READ = 15000,
	LIVE_HAND = 45000,
	LIVE_MOVE = 210000,
	LIVE_PONG = 45000,
	LIVE_FLOOD = 330000,
	LIVE_PRESENT = 20000
};

/*
 * Congestion excuses delays: more than LIVE_STRAIN lines wait, or the server was busy for LIVE_BUSY
 * ms. If more than LIVE_GLUT lines wait, the bot may stop reading.
 */
enum { LIVE_STRAIN = 4, LIVE_BUSY = 20000, LIVE_GLUT = 300 };

static uint64_t later_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Returns true if more than `milliseconds` have passed since the time `since`. */
static bool lasts(uint64_t since, uint64_t milliseconds)
{
	return world()->now > since + milliseconds;
}

/* ---- checks in storms and calms ---- */

/* Checks that the bot reads its input in time, unless congestion keeps it from reading. */
static void look_at_wire(struct server *server, const struct wire *wire)
{
	uint64_t since;
	if (wire == NULL || wire->state != WIRE_OPEN || wire->closed)
		return;
	if (wire->lost)
		server_disturb(server, 0);
	since = later_of(later_of(wire->unread, world()->awake), server->strain.until);
	if (wire->unread > 0 && lasts(since, LIVE_READ))
		world_fault("%s: %s is not noticed for %u s", server->kind->name,
			wire->ended ? "the end of the connection" : "what it says",
			LIVE_READ / 1000);
}

/* Returns the number of rooms and people for whom an event waits in the bot's queue. Sets `line` to
 * the number of one such event. */
static size_t home_waiting(const struct server *server, const struct queue *queue, uint64_t *line)
{
	const struct queue_event *event = queue_first_to(queue, home_channel(server->home)->id);
	size_t count = event != NULL;
	for (unsigned i = WORLD_HUMANS; i < world()->humans; i++) {
		const struct human *human = &world()->human[i];
		const struct queue_event *other = queue_first_to(queue, human->id);
		if (other == NULL || !human->online || world()->now < human->closed)
			continue;
		event = other;
		count++;
	}
	*line = event != NULL ? event->number : 0;
	return count;
}

/*
 * Returns the number of lines that the bot queued for a human as a stranger, a person outside its
 * channels. It queues such lines by host and nick, so they are older than the human's join.
 */
static size_t lines_to_stranger(const struct human *human, const struct outbox *outbox)
{
	char place[SERVER_NICK + sizeof human->address];
	snprintf(place, sizeof place, "%s %s", strchr(human->address, '@') + 1, human->nick);
	return outbox_count_private(outbox, OUTBOX_TO_STRANGER, place);
}

static size_t lines_to_strangers(const struct server *server, const struct outbox *outbox)
{
	size_t lines = 0;
	for (unsigned i = 0; i < WORLD_HUMANS; i++)
		if (world()->human[i].server == server)
			lines += lines_to_stranger(&world()->human[i], outbox);
	return lines;
}

/* Returns the number of lines that wait to be sent. Sets `pressing` to the number of those
 * that are not for strangers, and `line` to the serial of the last waiting line. */
static size_t waiting(
	struct server *server, struct network *network, size_t *pressing, uint64_t *line)
{
	const struct outbox *outbox;
	struct network_status status;
	if (server->home != NULL)
		return *pressing = home_waiting(
			       server, ((struct matrix *)network)->outgoing->queue, line);
	if (server->kind->terminal)
		return *pressing = 0;
	outbox = ((struct irc *)network)->outgoing->outbox;
	network->driver->status(network, &status);
	*pressing = status.waiting;
	/* A bot that is not in the channel takes all people for strangers, so all lines count. */
	if (status.waiting > 0 && server->joined)
		*pressing -= lines_to_strangers(server, outbox);
	*line = outbox_last_serial(outbox);
	return status.waiting;
}

static bool connected(struct network *network)
{
	struct network_status status;
	network->driver->status(network, &status);
	return status.connected;
}

/* Notes whether the bot gets its syncs. Without them, the lines of a person who floods the bot
 * reach it later, and so it ignores that person later. */
static void look_at_home(struct server *server, struct network *network)
{
	bool hears;
	if (homeserver_is_lost(server->home) || !connected(network)) {
		server_disturb(server, 0);
		server->home->unheard = world()->now;
	}
	hears = world()->now > server->disturbed;
	for (unsigned i = WORLD_HUMANS; i < world()->humans && !hears; i++)
		if (world()->human[i].flooded >= server->home->heard)
			world()->human[i].flooded = world()->now;
	if (hears)
		server->home->heard = world()->now;
}

static void mind_strain(struct strain *strain, size_t waiting, const struct server *server)
{
	if (waiting == 0 || server->since <= world()->now * 1000)
		strain->eased = world()->now;
	if (waiting > LIVE_STRAIN || lasts(strain->eased, LIVE_BUSY))
		strain->until = world()->now;
}

/* Notes congestion of a server, and watches one waiting line until the bot has sent it. */
static void look_at_lines(struct server *server)
{
	struct network *network = oracle_network(server);
	uint64_t line = 0;
	size_t pressing, count;
	if (network == NULL)
		return;
	count = waiting(server, network, &pressing, &line);
	if (server->home != NULL)
		look_at_home(server, network);
	mind_strain(&server->strain, pressing, server);
	mind_strain(&server->load, count, server);
	if (count > LIVE_GLUT)
		server->glut = world()->now;
	if (server->sample != 0 && network->driver->waits(network, server->sample))
		return;
	server->sample = count > 0 ? line : 0;
	server->sampled = world()->now;
}

/* Returns the human at a seat, or NULL if they are absent or offline. */
static const struct human *human_at(const struct table *table, unsigned seat)
{
	const struct person *person = seat < table->seats_taken ? table->seat[seat].player : NULL;
	const struct human *human;
	if (person == NULL || table->seat[seat].has_stand_in || person->connection_lost)
		return NULL;
	human = oracle_player(table, person);
	return human != NULL && human->online ? human : NULL;
}

/* Returns the human to move, or NULL if they are absent or offline. */
static const struct human *mover(struct table *table)
{
	return human_at(table, table_state(table)->turn);
}

/* Returns true if the bot must be able to show the human their hand. */
static bool hears_hands(const struct table *table, const struct human *human)
{
	const struct server *server = oracle_server(table->channel->network);
	/* If the disk has lost data, the bot may believe wrongly that a Matrix room shows the
	 * hand. */
	return table->channel->joined && table->number < HUMAN_TABLES &&
		world()->now >= human->unseen && world()->now >= human->flooded + LIVE_FLOOD &&
		(server->home == NULL || !world()->forgotten);
}

uint64_t liveness_hindered(const struct human *human)
{
	uint64_t theirs = later_of(later_of(human->hurried, human->closed), human->changed);
	return later_of(later_of(human->server->disturbed, theirs), world()->awake);
}

/* Returns the time at which a fault or congestion last kept private lines from the human. */
static uint64_t hindered(const struct human *human)
{
	return later_of(liveness_hindered(human), human->server->strain.until);
}

/*
 * Checks that the player to move has read their hand, if no fault excuses the bot. It is also
 * excused if the player went and came back during the turn while the channel hid its members.
 */
static void look_at_hand(struct table *table, struct scene *scene)
{
	const struct server *server = oracle_server(table->channel->network);
	const struct human *human = mover(table);
	uint64_t since;
	if (human == NULL)
		scene->absent = world()->now;
	if (human == NULL || human->unnoticed > scene->since || !hears_hands(table, human))
		return;
	since = later_of(later_of(scene->since, hindered(human)),
		later_of(scene->absent, human->closed > 0 ? world()->failed : 0));
	if (lasts(since, LIVE_HAND) && human->table[table->number].told < scene->since)
		world_fault("%s: it is %s's turn at table %u, and they have not been shown their "
			    "hand for %u s",
			server->kind->name, human->name, table->number, LIVE_HAND / 1000);
}

/* Checks that all players present at a deal read their hands in time. */
static void look_at_deal(const struct table *table, const struct scene *scene)
{
	const struct server *server = oracle_server(table->channel->network);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct human *human = human_at(table, i);
		if (human != NULL && hears_hands(table, human) && lasts(scene->dealt, LIVE_HAND) &&
			hindered(human) < scene->dealt && scene->seated[i] < scene->dealt &&
			human->table[table->number].told < scene->dealt)
			world_fault("%s: %s was not shown their hand at table %u as it was dealt",
				server->kind->name, human->name, table->number);
	}
}

/* Returns the human that the bot knows as the person, or NULL. Finds them by the person's
 * connection, by their Matrix user id, or by nick and address. */
static const struct human *human_of(struct network *network, const struct person *person)
{
	struct server *server = oracle_server(network);
	const char *id = server->home != NULL ? strchr(person->key, '@') : NULL;
	const struct human *human;
	if (person->connection != NULL || id != NULL)
		return oracle_human(network, person->connection != NULL ? person->connection : id);
	human = human_called(server, person->key);
	/* A human with an account, or at a nick with a password, counts as another person. */
	bool theirs = human != NULL && human_account(human)[0] == '\0' && !person->claimed;
	return theirs && strcmp(human->address, person->address) == 0 ? human : NULL;
}

/* Returns true if the bot takes the human for another player, because of a nick that the human had
 * before. */
static bool plays_as_another(const struct human *human, const struct person *player)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&world()->app->lobby.tables, &n)) != NULL;)
		for (unsigned i = 0; i < table->seats_taken; i++) {
			const struct person *other = table->seat[i].player;
			if (other != NULL && other != player && !other->connection_lost &&
				other->connection != NULL &&
				oracle_human(table->channel->network, other->connection) == human)
				return true;
		}
	return false;
}

/* Returns true if the bot must know by now that the human is present. On IRC it must know this
 * only in a calm (setting.h), because it recognizes some people only when they say a line. */
static bool is_known(const struct human *human)
{
	const struct server *server = human->server;
	if (server->home != NULL)
		return lasts(later_of(server->patience, hindered(human)), LIVE_PRESENT);
	return world()->calm != UINT64_MAX && liveness_calm(server, human->changed);
}

/* Checks that the bot takes no player for absent if is_known says that it must know better. */
static void look_at_players(struct table *table)
{
	const struct server *server = oracle_server(table->channel->network);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		const struct human *human =
			player != NULL ? human_of(table->channel->network, player) : NULL;
		if (human == NULL || !player->connection_lost || !human->here)
			continue;
		/* The bot takes this human for the player of another seat. It recognizes them as
		 * this player only by a line that they say after that seat is lost. */
		if (plays_as_another(human, player))
			world()->human[human->number].changed = world()->now;
		if (is_known(human))
			world_fault("%s: %s is there, and taken for gone", server->kind->name,
				human->name);
	}
}

static void look_at_tables(struct lobby *lobby)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		struct scene *scene = oracle_scene(table);
		look_at_players(table);
		if (!table->running || scene->match != table->match)
			continue;
		look_at_hand(table, scene);
		look_at_deal(table, scene);
		seats_look_at_unheard(scene, table);
	}
}

/* ---- checks in a calm ---- */

/* Returns the time since which nothing excuses a fault on a server: the start of the calm, the
 * start of the process, or the end of the bot's wait before it tries again, whichever is latest. */
static uint64_t calm_since(const struct server *server)
{
	return later_of(later_of(world()->calm, server->patience), world()->awake);
}

bool liveness_calm(const struct server *server, uint64_t then)
{
	uint64_t since =
		later_of(calm_since(server), later_of(server->disturbed, server->strain.until));
	return lasts(later_of(since, then), LIVE_CALM);
}

/* Returns true if the hand of the player to move waits behind lines that the bot queued for them as
 * a stranger. */
static bool is_shown_late(struct table *table)
{
	struct network *network = table->channel->network;
	const struct human *human = mover(table);
	const struct server *server = oracle_server(network);
	return human != NULL && server->home == NULL && !server->kind->terminal &&
		lines_to_stranger(human, ((struct irc *)network)->outgoing->outbox) > 0;
}

/* Returns true if a player is present. Without a present player a table rests. */
static bool anybody(const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if (player != NULL && !player->connection_lost && !table->seat[i].has_stand_in)
			return true;
	}
	return false;
}

static void look_at_calm_table(struct table *table)
{
	const struct server *server = oracle_server(table->channel->network);
	struct scene *scene = oracle_scene(table);
	/* A turn has no clock while only AI players wait, so it may take any time. */
	bool unhurried = table->running && !table_has_clock(table) && !table_is_robot_turn(table);
	if (!anybody(table) || is_shown_late(table) || unhurried)
		scene->rested = world()->now;
	/* If the disk has lost data, a table may be damaged beyond repair. */
	if (scene->match != table->match || world()->forgotten)
		return;
	if (table->match != 0 && !table_is_private(table) && !table->closed)
		promise_look(server, table->match, scene->opened);
	if (!table->running)
		return;
	if (lasts(later_of(later_of(scene->since, scene->rested),
			  later_of(server->strain.until, calm_since(server))),
		    LIVE_MOVE))
		world_fault("%s: table %u does not go on", server->kind->name, table->number);
}

/*
 * Checks that the bot has its nick, unless a dead connection still has it, or lines to people wait:
 * the bot sends these before a NICK, which costs more of the server's rate limit.
 */
static void look_at_nick(const struct server *server)
{
	uint64_t since = later_of(calm_since(server), server->ghost_until);
	since = later_of(since, later_of(server->disturbed, server->spoken));
	if (server->welcomed && lasts(since, LIVE_CALM) && strcmp(server->bot, "mitaines") != 0)
		world_fault("%s: the bot is called %s", server->kind->name, server->bot);
}

static void look_at_calm(struct server *server)
{
	/* On Matrix the bot learns of a kick only from its next sync. */
	uint64_t heard = server->home != NULL ? server->home->unheard : 0;
	if (!lasts(calm_since(server), LIVE_CALM))
		return;
	if (server->home != NULL)
		hearing_look(server);
	if (server->home == NULL && !server->kind->terminal) {
		look_at_nick(server);
		order_look(server);
	}
	if (!server->joined && lasts(heard, LIVE_CALM))
		world_fault("%s: the bot is not in its channel", server->kind->name);
	else if (server->kind->services && !server->identified)
		world_fault("%s: the bot is not logged in", server->kind->name);
	else if (server->home != NULL && !connected(oracle_network(server)))
		world_fault("%s: the bot hears nothing", server->kind->name);
	else if (server->sample != 0 && lasts(server->load.until, LIVE_PONG) &&
		lasts(later_of(server->sampled, calm_since(server) + LIVE_CALM), LIVE_CALM))
		world_fault("%s: a line waits", server->kind->name);
}

/* Returns true if the bot knows its direct room with the human. If the disk has lost data, it may
 * have forgotten the room. */
static bool knows_where(const struct human *human)
{
	return human->server->home == NULL || !world()->forgotten;
}

/* Checks in a storm that the bot has answered the human's ping, if no fault has come since. */
static void look_at_ping(const struct human *human)
{
	const struct world *here = world();
	const struct server *server = human->server;
	uint64_t fault = later_of(later_of(server->disturbed, human->changed),
		later_of(later_of(here->awake, here->failed),
			later_of(human->hurried, human->closed)));
	if (knows_where(human) && human->pong < human->ping && human->here && !human->split &&
		fault < human->ping_at && lasts(human->ping_at, LIVE_PONG) &&
		lasts(server->strain.until, LIVE_PONG) &&
		human->ping_at > human->flooded + LIVE_FLOOD && human->ping_at > server->glut)
		world_fault("%s: %s is not answered, while strangers ask", server->kind->name,
			human->name);
}

static void look_at_pong(const struct human *human)
{
	const struct server *server = human->server;
	uint64_t well = calm_since(server) + LIVE_CALM;
	if (knows_where(human) && human->online && human->pong < human->ping &&
		lasts(human->ping_at, LIVE_PONG) && lasts(server->strain.until, LIVE_PONG) &&
		human->ping_at > well && human->ping_at > human->flooded + LIVE_FLOOD &&
		human->ping_at > server->glut && human->ping_at > human->changed)
		world_fault("%s: %s is not answered", server->kind->name, human->name);
}

void liveness_look(void)
{
	struct world *here = world();
	struct table *table;
	if (world_ended() || here->app == NULL || here->now < here->stalled)
		return;
	for (unsigned i = 0; i < here->servers; i++) {
		look_at_wire(&here->server[i], here->server[i].dialled);
		look_at_lines(&here->server[i]);
	}
	look_at_tables(&here->app->lobby);
	erasure_look();
	onlooker_look();
	pages_look();
	if (here->calm == UINT64_MAX) {
		for (unsigned i = 0; i < here->humans; i++)
			look_at_ping(&here->human[i]);
		return;
	}
	for (unsigned i = 0; i < here->servers; i++)
		look_at_calm(&here->server[i]);
	for (size_t n = 0; (table = tables_next(&here->app->lobby.tables, &n)) != NULL;)
		look_at_calm_table(table);
	for (unsigned i = 0; i < here->humans; i++)
		look_at_pong(&here->human[i]);
}
