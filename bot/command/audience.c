#include "bot/command/audience.h"

#include <stdlib.h>
#include <string.h>

#include "bot/command.h"
#include "bot/identity.h"
#include "bot/speech.h"

/*
 * Who was called to a table is not called again for so long; so many are called to one, and of so
 * many it is looked whether they are here, while all tables wait. With so many lines still to read
 * a watcher is behind.
 */
enum { CALL_PAUSE_MS = 10 * 60 * 1000, CALLED_MOST = 50, SOUGHT_MOST = 1000, BEHIND = 24 };

static bool is_behind(const struct person *person)
{
	struct network *network = person->network;
	return person->connection != NULL &&
		network->driver->owed(network, person->connection) > BEHIND;
}

struct person *audience_next(const struct lobby *lobby, const struct table *table, size_t *n)
{
	while (*n < lobby->watches) {
		const struct watch *watch = &lobby->watch[(*n)++];
		if (watch->table == table && !is_behind(watch->person))
			return watch->person;
	}
	return NULL;
}

static unsigned count(const struct lobby *lobby, const struct table *table)
{
	unsigned watchers = 0;
	for (size_t i = 0; i < lobby->watches; i++)
		watchers += lobby->watch[i].table == table;
	return watchers;
}

/* The place of a watch, or that behind the last. */
static size_t find(
	const struct lobby *lobby, const struct table *table, const struct person *person)
{
	size_t place = 0;
	while (place < lobby->watches &&
		(lobby->watch[place].table != table || lobby->watch[place].person != person))
		place++;
	return place;
}

struct string *audience_coda(
	const struct lobby *lobby, const struct table *table, const struct person *person)
{
	size_t place = find(lobby, table, person);
	return place < lobby->watches ? &lobby->watch[place].coda : NULL;
}

void audience_hush(struct lobby *lobby)
{
	for (size_t i = 0; i < lobby->watches; i++)
		string_clear(&lobby->watch[i].coda);
}

static void drop(struct lobby *lobby, size_t place)
{
	lobby->watch[place].person->seats--;
	string_free(&lobby->watch[place].coda);
	lobby->watch[place] = lobby->watch[--lobby->watches];
}

void audience_leave(struct lobby *lobby, const struct table *table)
{
	for (size_t i = lobby->watches; i-- > 0;)
		if (lobby->watch[i].table == table)
			drop(lobby, i);
}

void audience_close(struct lobby *lobby)
{
	while (lobby->watches > 0)
		drop(lobby, lobby->watches - 1);
	free(lobby->watch);
}

static bool add(struct lobby *lobby, const struct table *table, struct person *person)
{
	struct watch *grown = realloc(lobby->watch, (lobby->watches + 1) * sizeof *grown);
	if (grown == NULL)
		return false;
	lobby->watch = grown;
	lobby->watch[lobby->watches++] = (struct watch){ person, table, STRING_EMPTY };
	person->seats++;
	return true;
}

void audience_follow(struct lobby *lobby, struct person *from, struct person *to)
{
	for (size_t i = lobby->watches; i-- > 0;) {
		if (lobby->watch[i].person != from)
			continue;
		const struct table *table = lobby->watch[i].table;
		drop(lobby, i);
		if (find(lobby, table, to) == lobby->watches)
			add(lobby, table, to);
	}
}

/* A table's number may be given without its #; false after saying so. */
static bool read_number(struct request *request)
{
	if (request->number > 0 || request->args == 0 ||
		command_number(request->arg[0], &request->number))
		return true;
	speech_tell(request->lobby, request->who, WORD_WATCH_NUMBER, NO_ARGS);
	return false;
}

void command_watch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (!read_number(request))
		return;
	struct table *table = command_table(request, TABLE_SHOWN);
	if (table == NULL)
		return;
	enum word answer = WORD_WATCH_BEGINS;
	if (table_seat(table, request->who) != SEAT_NONE)
		answer = WORD_WATCH_SEATED;
	else if (find(lobby, table, request->who) == lobby->watches &&
		(count(lobby, table) >= AUDIENCE_MOST || !add(lobby, table, request->who)))
		answer = WORD_WATCH_FULL;
	speech_tell_of(lobby, table, request->who, answer,
		ARGS(arg_text("channel", table->channel->name),
			arg_number("table", table->number)));
	if (answer == WORD_WATCH_BEGINS)
		speech_show(lobby, table, request->who);
}

void command_unwatch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	unsigned ended = 0;
	if (!read_number(request))
		return;
	for (size_t i = lobby->watches; i-- > 0;) {
		const struct watch *watch = &lobby->watch[i];
		if (watch->person != request->who ||
			(request->number > 0 && watch->table->number != request->number))
			continue;
		drop(lobby, i);
		ended++;
	}
	speech_tell(lobby, request->who, ended > 0 ? WORD_WATCH_ENDS : WORD_WATCH_NONE, NO_ARGS);
}

/* Tells one person of the table, unless he was told of another a moment ago. */
static bool call(struct lobby *lobby, struct table *table, const struct person *opener,
	const struct store_person *row)
{
	struct network *network = table->channel->network;
	struct sender sender;
	if (!network->driver->who(network, row->name, &sender))
		return false;
	struct person *person = identity_meet(lobby, network, &sender);
	if (person != NULL && strcmp(person->key, row->key) != 0)
		return false;
	if (person == NULL || person == opener || table_seat(table, person) != SEAT_NONE)
		return false;
	int64_t now = lobby_now(lobby);
	if (now < person->call_after)
		return false;
	person->call_after = now + CALL_PAUSE_MS;
	speech_tell(lobby, person, WORD_NOTIFY_TABLE,
		ARGS(arg_text("name", opener->name), arg_number("table", table->number),
			arg_text("channel", table->channel->name),
			arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_text("options", table->options)));
	return true;
}

/* Goes on behind whom it came to last, and from the first once more. */
void audience_call(struct lobby *lobby, struct table *table, const struct person *opener)
{
	struct store_person row = { .network = table->channel->network->id, .id = lobby->sought };
	bool round = row.id == 0;
	unsigned called = 0;
	for (unsigned i = 0; i < SOUGHT_MOST && called < CALLED_MOST; i++) {
		if (store_notified(lobby->store, &row) == STORE_OK) {
			called += call(lobby, table, opener, &row);
			continue;
		}
		row.id = 0;
		if (round)
			break;
		round = true;
	}
	lobby->sought = row.id;
}

void command_notify(struct request *request)
{
	struct lobby *lobby = request->lobby;
	char word[16] = "on";
	if (request->args > 0)
		command_fold(request->arg[0], word, sizeof word);
	bool on = strcmp(word, "on") == 0 || strcmp(word, "oui") == 0;
	if (!on && strcmp(word, "off") != 0 && strcmp(word, "non") != 0) {
		speech_tell(lobby, request->who, WORD_NOTIFY_USAGE, NO_ARGS);
		return;
	}
	lobby_enlist(lobby, request->who);
	lobby_wrote(lobby, store_notify(lobby->store, request->who->id, on));
	speech_tell(lobby, request->who, on ? WORD_NOTIFY_ON : WORD_NOTIFY_OFF, NO_ARGS);
}
