/* command/watching.c - the commands to watch a table, and to be told of new tables. */
#include <string.h>

#include "bot/command/table_argument.h"
#include "bot/command/watching.h"
#include "bot/people/identity.h"
#include "storage/people.h"

/*
 * NOTICE_PAUSE_MS: ms between two notices to a person. NOTICES_MOST: maximum number of people told
 * of one table. CANDIDATES_MOST: maximum number of people considered, because the bot does nothing
 * else while it looks for them.
 */
enum { NOTICE_PAUSE_MS = 10 * 60 * 1000, NOTICES_MOST = 50, CANDIDATES_MOST = 1000 };

static void run_watch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	enum message answer = MSG_WATCH_BEGINS;
	if (table_find_seat(table, request->from.person) != SEAT_NONE)
		answer = MSG_WATCH_SEATED;
	else if (request->from.sender->is_passing)
		answer = MSG_WATCH_OUTSIDE;
	else if (recipients_is_redundant(table, request->from.person))
		answer = MSG_WATCH_HEARD;
	else if (!recipients_add_watcher(&lobby->speech.recipients, table, request->from.person))
		answer = MSG_WATCH_FULL;
	command_tell_about(request, table, answer,
		ARGS(arg_text("channel", channel_title(table->channel)),
			arg_number("table", table->number)));
	if (answer == MSG_WATCH_BEGINS)
		speech_show(&lobby->speech, table, listener_person(request->from.person));
}

static void run_unwatch(struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (!table_argument_read_number(request, MSG_WATCH_NUMBER))
		return;
	bool any = recipients_remove_watcher(
		&lobby->speech.recipients, request->from.person, request->number);
	command_tell(request, any ? MSG_WATCH_ENDS : MSG_WATCH_NONE, NO_ARGS);
}

/*
 * Tells one person of a new table. Returns false if they are absent, are at the table, or were told
 * of another table a short time ago.
 */
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
	if (person == NULL || person == opener || table_find_seat(table, person) != SEAT_NONE)
		return false;
	int64_t now = lobby_now(lobby);
	if (now < person->next_notice_at)
		return false;
	person->next_notice_at = now + NOTICE_PAUSE_MS;
	speech_tell(&lobby->speech, person, MSG_NOTIFY_TABLE,
		ARGS(arg_name("name", opener->name), arg_number("table", table->number),
			arg_text("channel", channel_title(table->channel)), ARGS_OF_GAME(table)));
	return true;
}

/*
 * Goes through the people with `notify on`, at most once around. Begins after the last person of
 * the previous call, so that everyone gets their turn.
 */
void watching_announce_table(
	struct commands *commands, struct table *table, const struct person *opener)
{
	struct lobby *lobby = commands->lobby;
	struct store_person row = { .network = table->channel->network->id,
		.id = commands->last_candidate };
	bool round = row.id == 0;
	unsigned called = 0;
	for (unsigned i = 0; i < CANDIDATES_MOST && called < NOTICES_MOST; i++) {
		enum store_error error = store_next_notified_person(lobby->batch.store, &row);
		if (error == STORE_OK) {
			called += call(lobby, table, opener, &row);
			continue;
		}
		if (error != STORE_NONE) {
			log_line(lobby->log, LOG_ERROR, "notify",
				"cannot read the people to notify: %s", store_error_text(error));
			break;
		}
		row.id = 0;
		if (round)
			break;
		round = true;
	}
	commands->last_candidate = row.id;
}

static void run_notify(struct request *request)
{
	struct lobby *lobby = request->lobby;
	int on = request->args == 0 ? 1 : command_read_switch(request);
	if (on < 0) {
		command_tell(request, MSG_NOTIFY_USAGE, NO_ARGS);
		return;
	}
	people_store(&lobby->people, request->from.person);
	lobby_check_write(
		lobby, store_set_notified(lobby->batch.store, request->from.person->id, on));
	command_tell(request, on ? MSG_NOTIFY_ON : MSG_NOTIFY_OFF, NO_ARGS);
}

const struct command watching_commands[] = {
	{ MSG_COMMAND_WATCH, ANYWHERE | NEEDS_OTHER_PEOPLE, TABLE_WATCHED, LIST_LOOK,
		MSG_HELP_WATCH, run_watch },
	{ MSG_COMMAND_UNWATCH, ANYWHERE | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_LOOK,
		MSG_HELP_UNWATCH, run_unwatch },
	{ MSG_COMMAND_NOTIFY, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_LOOK, MSG_HELP_NOTIFY, run_notify },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
