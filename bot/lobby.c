#include "bot/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "bot/command.h"
#include "bot/match.h"
#include "bot/speech.h"

enum {
	RETRY_MS = 2000,               /* clocks stand so long after a turn that failed */
	OPEN_MS = 60 * 60 * 1000,      /* a table nobody starts */
	IDLE_MS = 24 * 60 * 60 * 1000, /* a match nobody plays any more */
};

int64_t lobby_now(const struct lobby *lobby)
{
	return lobby->world.now(lobby->world.self);
}

int64_t lobby_date(const struct lobby *lobby)
{
	return lobby->world.date(lobby->world.self);
}

bool lobby_open(struct lobby *lobby)
{
	size_t most = sizeof(struct view);
	for (size_t i = 0; games[i] != NULL; i++)
		most = games[i]->view_size > most ? games[i]->view_size : most;
	lobby->view = malloc(most);
	lobby->line = lobby->list = STRING_EMPTY;
	for (size_t i = 0; i < SEATS_MAX; i++)
		lobby->aside[i] = STRING_EMPTY;
	lobby->people = (struct people){
		.store = lobby->store,
		.voice = lobby->house.voice,
		.via = lobby->house.via,
	};
	return lobby->view != NULL &&
		store_robot(lobby->store, "normal", lobby_date(lobby), &lobby->robot) == STORE_OK &&
		store_commit(lobby->store) == STORE_OK;
}

void lobby_close(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->tables; i++)
		table_free(lobby->table[i]);
	for (size_t i = 0; i < lobby->channels; i++)
		free(lobby->channel[i]);
	free(lobby->table);
	free(lobby->channel);
	free(lobby->network);
	free(lobby->asker);
	free(lobby->view);
	people_free(&lobby->people);
	string_free(&lobby->line);
	string_free(&lobby->list);
	for (size_t i = 0; i < SEATS_MAX; i++)
		string_free(&lobby->aside[i]);
}

/* Makes room for one more pointer in a list. */
static bool grow(void **list, size_t count)
{
	void *grown = realloc(*list, (count + 1) * sizeof(void *));
	if (grown != NULL)
		*list = grown;
	return grown != NULL;
}

bool lobby_add(struct lobby *lobby, struct network *network)
{
	int64_t id;
	if (store_network(lobby->store, network->name, &id) != STORE_OK ||
		store_commit(lobby->store) != STORE_OK ||
		!grow((void **)&lobby->network, lobby->networks))
		return false;
	network->id = id;
	network->events = &lobby_events;
	network->above = lobby;
	lobby->network[lobby->networks++] = network;
	return true;
}

struct network *lobby_network(const struct lobby *lobby, int64_t id)
{
	for (size_t i = 0; i < lobby->networks; i++)
		if (lobby->network[i]->id == id)
			return lobby->network[i];
	return NULL;
}

struct channel *lobby_channel(struct lobby *lobby, struct network *network, const char *name)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, name, folded);
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->network == network &&
			strcmp(lobby->channel[i]->folded, folded) == 0)
			return lobby->channel[i];
	struct channel *channel = calloc(1, sizeof *channel);
	if (channel == NULL || !grow((void **)&lobby->channel, lobby->channels)) {
		free(channel);
		return NULL;
	}
	channel->network = network;
	struct text text = text_in(channel->name, sizeof channel->name);
	text_add(&text, name);
	text = text_in(channel->folded, sizeof channel->folded);
	text_add(&text, folded);
	lobby->channel[lobby->channels++] = channel;
	return channel;
}

struct table *lobby_table(const struct lobby *lobby, const struct network *network, unsigned number)
{
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (table->number == number && table->channel->network == network && !table->closed)
			return table;
	}
	return NULL;
}

unsigned lobby_free_number(const struct lobby *lobby, const struct network *network)
{
	unsigned number = 1;
	while (lobby_table(lobby, network, number) != NULL)
		number++;
	return number;
}

bool lobby_add_table(struct lobby *lobby, struct table *table)
{
	if (!grow((void **)&lobby->table, lobby->tables))
		return false;
	lobby->table[lobby->tables++] = table;
	return true;
}

bool lobby_touch(struct lobby *lobby, struct table *table)
{
	lobby->changed = true;
	if (table_save(table))
		return true;
	lobby->failed = STORE_MEMORY;
	return false;
}

bool lobby_wrote(struct lobby *lobby, enum store_error error)
{
	lobby->changed = true;
	if (error != STORE_OK && lobby->failed == STORE_OK)
		lobby->failed = error;
	return error == STORE_OK;
}

void lobby_asked(struct lobby *lobby, struct person *person)
{
	for (size_t i = 0; i < lobby->askers; i++)
		if (lobby->asker[i] == person)
			return;
	if (grow((void **)&lobby->asker, lobby->askers))
		lobby->asker[lobby->askers++] = person;
}

/* Takes tables off the list that closed, or that a turn opened which did not reach the disk. */
static void settle_tables(struct lobby *lobby, bool kept)
{
	size_t count = 0;
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		bool fresh = table->fresh;
		if (!kept)
			table_undo(table);
		table_keep(table);
		table->fresh = false;
		if (table->closed || (fresh && !kept))
			table_free(table);
		else
			lobby->table[count++] = table;
	}
	lobby->tables = count;
}

static void release(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks; i++)
		lobby->network[i]->driver->release(lobby->network[i]);
}

/* Nothing of the turn happened: says so to who asked, and once in the log. */
static void regret(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->networks; i++)
		lobby->network[i]->driver->forget(lobby->network[i]);
	for (size_t i = 0; i < SEATS_MAX; i++)
		string_clear(&lobby->aside[i]);
	lobby->due = 0;
	string_clear(&lobby->line);
	for (size_t i = 0; i < lobby->askers; i++)
		speech_tell(lobby, lobby->asker[i], WORD_STORE_FAILED, NO_ARGS);
	log_line(lobby->log, LOG_ERROR, "store", "%s: a turn was not kept",
		store_error_text(lobby->failed));
	lobby->retry = lobby_now(lobby) + RETRY_MS;
}

void lobby_turn(struct lobby *lobby)
{
	if (lobby->changed) {
		if (lobby->failed == STORE_OK)
			lobby->failed = store_commit(lobby->store);
		bool kept = lobby->failed == STORE_OK;
		if (!kept)
			store_rollback(lobby->store);
		settle_tables(lobby, kept);
		people_settle(&lobby->people, kept);
		if (!kept)
			regret(lobby);
		lobby->changed = false;
		lobby->failed = STORE_OK;
	}
	lobby->askers = 0;
	people_sweep(&lobby->people);
	release(lobby);
}

/* How long a table may stay as it is, in ms. */
static int64_t patience(const struct lobby *lobby, const struct table *table)
{
	int64_t turn = (int64_t)lobby->house.turn_seconds * 1000;
	if (!table->running)
		return OPEN_MS;
	if (table_people(table) == 0)
		return IDLE_MS;
	return table->warned ? turn : turn * 2 / 3;
}

static void run_out(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	if (!table->running || table_people(table) == 0) {
		speech_say(lobby, table, WORD_TABLE_IDLE, NO_ARGS);
		match_stop(lobby, table);
	} else if (!table->warned) {
		table->warned = true;
		unsigned left = lobby->house.turn_seconds - lobby->house.turn_seconds * 2 / 3;
		speech_tell_of(lobby, table, table->seat[state->turn].player, WORD_CLOCK_WARN,
			ARGS(arg_number("seconds", left)));
	} else {
		match_time_up(lobby, table);
	}
}

void lobby_tick(struct lobby *lobby)
{
	int64_t now = lobby_now(lobby);
	for (size_t i = 0; i < lobby->tables && now >= lobby->retry; i++) {
		struct table *table = lobby->table[i];
		if (!table->closed && table->channel->here &&
			now - table->since >= patience(lobby, table))
			run_out(lobby, table);
	}
}

/* Somebody an AI player stands in for speaks: the seat is his again. */
static void come_back(struct lobby *lobby, struct person *person)
{
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		unsigned seat = table->closed ? SEAT_NONE : table_seat(table, person);
		if (seat == SEAT_NONE || !table->seat[seat].away || !lobby_touch(lobby, table))
			continue;
		table->seat[seat].away = false;
		table->seat[seat].misses = 0;
		table->since = lobby_now(lobby);
		table->warned = false;
		match_write_seat(lobby, table, seat);
		speech_say(lobby, table, WORD_SEAT_BACK, ARGS(arg_text("seat", person->name)));
		match_go(lobby, table);
	}
}

static void on_message(void *above, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	struct lobby *lobby = above;
	struct person *person = people_find(&lobby->people, network, sender->key);
	if (person != NULL && person->seats > 0)
		come_back(lobby, person);
	command_obey(lobby, network, sender, channel, text);
}

static void on_joined(void *above, struct network *network, const char *name)
{
	struct lobby *lobby = above;
	struct channel *channel = lobby_channel(lobby, network, name);
	if (channel == NULL)
		return;
	channel->here = true;
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (table->channel != channel || table->closed)
			continue;
		table->since = lobby_now(lobby);
		table->warned = false;
		speech_show(lobby, table, NULL);
		if (table->running)
			match_go(lobby, table);
	}
}

/* Brings the name up to date under which tables know somebody; NULL: they don't know him. */
static struct person *seated(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *person = people_find(&lobby->people, network, sender->key);
	if (person == NULL || person->seats == 0)
		return NULL;
	return people_meet(&lobby->people, network, sender);
}

static void on_came(void *above, struct network *network, const struct sender *sender)
{
	struct lobby *lobby = above;
	struct person *person = seated(lobby, network, sender);
	for (size_t i = 0; person != NULL && i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		unsigned seat = table_seat(table, person);
		if (seat != SEAT_NONE && table->running && table->channel->here &&
			table_state(table)->turn == seat)
			speech_hand(lobby, table, seat);
	}
}

static void on_went(void *above, struct network *network, const struct sender *sender)
{
	seated(above, network, sender);
}

static void on_renamed(void *above, struct network *network, const struct sender *sender)
{
	seated(above, network, sender);
}

static void on_lost(void *above, struct network *network)
{
	struct lobby *lobby = above;
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->network == network)
			lobby->channel[i]->here = false;
}

const struct network_events lobby_events = {
	.message = on_message,
	.joined = on_joined,
	.came = on_came,
	.went = on_went,
	.renamed = on_renamed,
	.lost = on_lost,
};
