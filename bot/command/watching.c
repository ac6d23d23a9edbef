/* command/watching.c - the commands to watch a table, and to be told of new ones. */
#include <string.h>

#include "bot/command/locate.h"
#include "bot/command/watching.h"
#include "bot/people/identity.h"
#include "bot/text/fold.h"
#include "storage/people.h"

/*
 * CALL_PAUSE_MS: a person is called once in this time. CALLED_MOST: people called to one table.
 * SOUGHT_MOST: people looked up for one table, because all others wait meanwhile.
 */
enum { CALL_PAUSE_MS = 10 * 60 * 1000, CALLED_MOST = 50, SOUGHT_MOST = 1000 };

static void run_watch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	enum word answer = WORD_WATCH_BEGINS;
	if (table_seat(table, request->from.person) != SEAT_NONE)
		answer = WORD_WATCH_SEATED;
	else if (watchers_hear(table, request->from.person))
		answer = WORD_WATCH_HEARD;
	else if (!watchers_add(&lobby->speech.watchers, table, request->from.person))
		answer = WORD_WATCH_FULL;
	command_tell_of(request, table, answer,
		ARGS(arg_text("channel", table->channel->name),
			arg_number("table", table->number)));
	if (answer == WORD_WATCH_BEGINS)
		speech_show(&lobby->speech, table, listener_person(request->from.person));
}

static void run_unwatch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (!locate_number(request, WORD_WATCH_NUMBER))
		return;
	bool any = watchers_remove(&lobby->speech.watchers, request->from.person, request->number);
	command_tell(request, any ? WORD_WATCH_ENDS : WORD_WATCH_NONE, NO_ARGS);
}

/* Calls one person to a table. Returns false if they are absent or were called lately. */
static bool call(struct lobby *lobby, struct table *table, const struct person *opener,
	const struct store_person *row)
{
	struct network *network = table->channel->network;
	struct sender sender;
	if (!network->driver->find_nick(network, row->name, &sender))
		return false;
	struct person *person = identity_resolve(&lobby->people, network, &sender);
	if (person != NULL && strcmp(person->key, row->key) != 0)
		return false;
	if (person == NULL || person == opener || table_seat(table, person) != SEAT_NONE)
		return false;
	int64_t now = lobby_now(lobby);
	if (now < person->call_after)
		return false;
	person->call_after = now + CALL_PAUSE_MS;
	speech_tell(&lobby->speech, person, WORD_NOTIFY_TABLE,
		ARGS(arg_name("name", opener->name), arg_number("table", table->number),
			arg_text("channel", table->channel->name),
			arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_options("options", table->options)));
	return true;
}

/* Starts behind the last person tried, and wraps around once. */
void watching_call(struct commands *commands, struct table *table, const struct person *opener)
{
	struct lobby *lobby = commands->lobby;
	struct store_person row = { .network = table->channel->network->id,
		.id = commands->sought };
	bool round = row.id == 0;
	unsigned called = 0;
	for (unsigned i = 0; i < SOUGHT_MOST && called < CALLED_MOST; i++) {
		enum store_error error = store_notified(lobby->batch.store, &row);
		if (error == STORE_OK) {
			called += call(lobby, table, opener, &row);
			continue;
		}
		if (error != STORE_NONE) {
			log_line(lobby->log, LOG_ERROR, "notify", "%s", store_error_text(error));
			break;
		}
		row.id = 0;
		if (round)
			break;
		round = true;
	}
	commands->sought = row.id;
}

static void run_notify(struct request *request)
{
	struct lobby *lobby = request->lobby;
	char word[16] = "on";
	if (request->args > 0)
		fold_word(request->arg[0], word, sizeof word);
	bool on = strcmp(word, "on") == 0 || strcmp(word, "oui") == 0;
	if (!on && strcmp(word, "off") != 0 && strcmp(word, "non") != 0) {
		command_tell(request, WORD_NOTIFY_USAGE, NO_ARGS);
		return;
	}
	people_enlist(&lobby->people, request->from.person);
	lobby_wrote(lobby, store_notify(lobby->batch.store, request->from.person->id, on));
	command_tell(request, on ? WORD_NOTIFY_ON : WORD_NOTIFY_OFF, NO_ARGS);
}

const struct command watching_commands[] = {
	{ "watch suivre", ANYWHERE | AMONG_PEOPLE, TABLE_WATCHED, LIST_LOOK, WORD_HELP_WATCH,
		run_watch },
	{ "unwatch lacher", ANYWHERE | AMONG_PEOPLE, TABLE_NONE, LIST_LOOK, WORD_HELP_UNWATCH,
		run_unwatch },
	{ "notify avertir", ANYWHERE | SEATED | AMONG_PEOPLE, TABLE_NONE, LIST_LOOK,
		WORD_HELP_NOTIFY, run_notify },
	{ NULL, 0, TABLE_NONE, UNLISTED, WORD_OK, NULL },
};
