/* seats.c - checks that people lose seats, and that matches end, only for a reason. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/app/app.h"
#include "bot/match/match.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"

/*
 * ms: SEATS_NAMED, longest time until a channel reads of an unreachable player; SEATS_DAY, time
 * after which it must read of them again; SEATS_BEFORE, time for which a fault excuses the bot;
 * SEATS_READ, longest time until a line is read.
 */
enum {
	SEATS_NAMED = 20000,
	SEATS_DAY = 24 * 60 * 60 * 1000,
	SEATS_BEFORE = 180000,
	SEATS_READ = 15000
};

/* ---- seats ---- */

/* Returns the shortest time for which a table waits for a disconnected player, in ms. */
static uint64_t grace_of(const struct table *table)
{
	const struct channel_settings *settings = &table->channel->settings;
	unsigned seconds = settings->grace_seconds < settings->split_seconds
		? settings->grace_seconds
		: settings->split_seconds;
	return (uint64_t)seconds * 1000;
}

void seats_begin(struct scene *scene, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		scene->away[i] = table->seat[i].has_stand_in;
}

/* Returns true if the human may have missed lines of the bot since the time `then`. */
static bool was_kept_from(const struct human *human, uint64_t then)
{
	return !human->online || liveness_hindered(human) >= then || world()->failed >= then ||
		human->flooded >= then;
}

void seats_missed(const struct scene *scene, const struct table *table)
{
	uint64_t turn = (uint64_t)table->channel->settings.turn_seconds * 1000;
	for (unsigned i = 0; i < table->seats_taken && table->number < HUMAN_TABLES; i++) {
		const struct person *player = table->seat[i].player;
		const struct human *human = oracle_player(table, player);
		if (human == NULL || player->id != scene->player[i] ||
			table->seat[i].misses <= scene->misses[i])
			continue;
		/* The clock of a turn waits until the hand is shown, but not longer than twice
		 * turn_seconds. Skip new players: for them it waits only turn_seconds. */
		if (scene->seated[i] < scene->since &&
			human->table[table->number].told < scene->since &&
			world()->now < scene->since + 2 * turn &&
			!was_kept_from(human, scene->since))
			world_fault("%s: %s lost a turn at table %u, and was not shown their hand",
				table->channel->network->name, human->name, table->number);
	}
}

void seats_look(struct scene *scene, const struct table *table)
{
	uint64_t passed = world()->now - scene->counted;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct seat *seat = &table->seat[i];
		scene->gone[i] += scene->missed[i] ? passed : 0;
		scene->missed[i] = seat->player != NULL && seat->player->connection_lost;
		/* A player also loses the seat by MISSES_MOST missed turns in a row. */
		if (table->running && seat->player != NULL && seat->has_stand_in &&
			!scene->away[i] && seat->misses < MISSES_MOST &&
			scene->gone[i] < grace_of(table))
			world_fault("%s: table %u waits for %s no more, who was gone for %llu ms",
				table->channel->network->name, table->number, seat->player->name,
				(unsigned long long)scene->gone[i]);
	}
	scene->counted = world()->now;
}

/* ---- matches ---- */

/* Returns the table of that number, even if it is about to close, or NULL. */
static const struct table *table_numbered(const struct network *network, unsigned number)
{
	const struct tables *tables = &world()->app->lobby.tables;
	for (size_t i = 0; i < tables->count; i++)
		if (tables->table[i]->channel->network == network &&
			tables->table[i]->number == number)
			return tables->table[i];
	return NULL;
}

/*
 * Returns true if the human asked to end a match or left their seats, recently enough for the bot
 * to act on it now. Leaving counts because a match ends when its last player leaves.
 */
static bool has_consented(const struct human *human)
{
	uint64_t now = world()->now;
	return human->leaving || (human->stopped > 0 && now < human->stopped + SETTING_STORM) ||
		(human->yielded > 0 && now < human->yielded + SEATS_READ);
}

/*
 * Checks a line `[2] (match.stopped …)` or `[2] (table.closed …)`: each player still at the table
 * must have asked for that.
 */
static void check_end(struct network *network, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct seat *seat = &table->seat[i];
		const struct human *human =
			seat->has_stand_in ? NULL : oracle_player(table, seat->player);
		if (human != NULL && !oracle_is_behind(human, network) && !has_consented(human))
			world_fault("%s: table %u is ended, and %s never wanted that",
				network->name, table->number, human->name);
	}
}

/* Returns the human whose nick follows `word` in a line, or NULL. */
static const struct human *named(struct server *server, const char *line, const char *word)
{
	char nick[SERVER_NICK];
	const char *at = strstr(line, word);
	if (at == NULL || server->home != NULL)
		return NULL;
	snprintf(nick, sizeof nick, "%.*s", (int)strcspn(at + strlen(word), " )"),
		at + strlen(word));
	return human_called(server, nick);
}

/* Returns true if the giver offered their seat to the heir last, or last but one if a fault may
 * have lost the last offer. */
static bool has_offered(const struct human *giver, const struct human *heir)
{
	return giver->heir == heir->number + 1 ||
		(giver->heir_before == heir->number + 1 &&
			giver->server->disturbed >= giver->offered_at);
}

/* Checks a line like `(sub.done name=anna other=luc)`: anna must have offered luc the seat. */
static void check_heir(struct network *network, const char *line)
{
	struct server *server = oracle_server(network);
	const struct human *giver = named(server, line, "name=");
	const struct human *heir = named(server, line, " other=");
	if (giver == NULL || heir == NULL || oracle_is_behind(giver, network) ||
		oracle_is_behind(heir, network))
		return;
	if (!has_offered(giver, heir))
		world_fault("%s: %s has the seat that %s never offered them", network->name,
			heir->name, giver->name);
}

void seats_stage(struct network *network, const char *text)
{
	unsigned number = text[0] == '[' ? (unsigned)strtoul(text + 1, NULL, 10) : 0;
	const struct table *table = number > 0 &&
			(strstr(text, "(match.stopped") != NULL ||
				strstr(text, "(table.closed") != NULL)
		? table_numbered(network, number)
		: NULL;
	const char *done = strstr(text, "(sub.done ");
	if (table != NULL)
		check_end(network, table);
	if (done != NULL)
		check_heir(network, done);
}

void seats_changed(
	const struct scene *scene, unsigned seat, struct table *table, const struct human *human)
{
	const struct human *before =
		scene->holder[seat] != 0 ? &world()->human[scene->holder[seat] - 1] : NULL;
	/* Skip a seat from a failed batch, and a seat that its player has just given up. */
	if (before == NULL || human == NULL || before == human || scene->away[seat] ||
		world()->failed >= scene->seated[seat] ||
		(before->yielded > 0 && before->yielded + SEATS_READ >= scene->seated[seat]) ||
		oracle_is_behind(human, table->channel->network))
		return;
	world_fault("%s: %s has the seat of %s at table %u, who never gave it up",
		table->channel->network->name, human->name, before->name, table->number);
}

/* ---- unreachable players ---- */

/* Reads lines like `(seat.blocked seat=luc bot=…)`, which tell the channel that the bot cannot
 * reach luc in private, and notes the time. */
void seats_hear(struct server *server, const char *text)
{
	static const char word[] = "(seat.blocked seat=";
	for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
		const char *name = at + strlen(word);
		size_t length = strcspn(name, " )");
		/* Note the time also for a human now offline: they may come back later. */
		for (unsigned i = 0; i < world()->humans; i++) {
			struct human *human = &world()->human[i];
			if (human->server == server && strlen(human->nick) == length &&
				strncasecmp(human->nick, name, length) == 0)
				human->named = world()->now;
		}
	}
}

/*
 * Returns true if the bot must have told the channel by now that the human misses lines. A fault
 * shortly before excuses the bot: it may have forgotten that with a failed batch, or learned it
 * while it was not in the channel.
 */
static bool is_owed(const struct human *human)
{
	const struct world *here = world();
	const struct server *server = human->server;
	const uint64_t since[] = { server->disturbed, server->patience, here->awake, here->failed,
		here->disk.hid_at };
	bool owed = here->now > human->unheard + SEATS_NAMED &&
		here->now > server->strain.until + SEATS_NAMED;
	for (size_t i = 0; i < sizeof since / sizeof since[0]; i++)
		owed = owed && human->unheard > since[i] + SEATS_BEFORE;
	return owed;
}

void seats_look_at_unheard(const struct scene *scene, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct human *human = oracle_player(table, table->seat[i].player);
		uint64_t unheard = human != NULL ? human->unheard : 0;
		if (unheard == 0 || table_is_private(table) || !table->channel->joined ||
			scene->dealt == 0 || scene->dealt >= unheard ||
			scene->seated[i] >= unheard || !human->online || !human->here)
			continue;
		if ((human->named == 0 || unheard > human->named + SEATS_DAY) && is_owed(human))
			world_fault("%s: %s can be told nothing at table %u, and nobody was told",
				table->channel->network->name, human->name, table->number);
	}
}
