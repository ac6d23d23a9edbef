/* command/invite.c - the commands that look for players: invite, seek. */
#include "bot/command/invite.h"

#include <string.h>

#include "bot/command/invitation.h"
#include "bot/command/seating.h"
#include "bot/command/table_argument.h"
#include "bot/command/watching.h"
#include "bot/match/announce.h"
#include "bot/match/seating.h"
#include "bot/people/access.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"

static void ask(struct request *request, struct table *table, struct person *invited)
{
	struct speech *speech = &request->lobby->speech;
	const struct arg *args = ARGS(arg_name("name", request->from.person->name),
		arg_number("table", table->number),
		arg_text("channel", channel_title(table->channel)), ARGS_OF_GAME(table));
	if (!invitation_add(request, table, invited->connection)) {
		command_refuse_seat(request, MSG_INVITE_NOT, invited->name);
		return;
	}
	speech_tell(speech, invited, MSG_INVITE_ASKED, args);
	command_refuse_seat(request, MSG_INVITE_DONE, invited->name);
}

/* Invites a person to the caller's table. They must be in its channel, and not be ignored. */
static void run_invite(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct network *network = request->from.person->network;
	struct sender sender;
	if (request->args == 0) {
		command_refuse_seat(request, MSG_INVITE_WHO, "");
		return;
	}
	struct table *table = table_argument_find(request, TABLE_SEATED_OPEN);
	if (table == NULL)
		return;
	const char *nick = request->arg[0];
	struct channel *channel = table->channel;
	if (table_is_private(table))
		command_refuse_seat(request, MSG_ALONE_ONLY, "");
	else if (table->running)
		command_refuse_seat(request, MSG_MATCH_RUNNING_YOURS, "");
	else if (table->seats_taken >= table_most_players(table))
		command_refuse_seat(request, MSG_TABLE_FULL, "");
	else if (!network->driver->find_nick(network, nick, &sender) ||
		!network->driver->in(network, sender.key, channel->name))
		command_tell(request,
			command_names_robot(request, nick) && !channel->settings.no_robots
				? MSG_INVITE_ROBOT
				: MSG_INVITE_ELSEWHERE,
			ARGS(arg_name("name", nick), arg_text("channel", channel_title(channel))));
	else if (!access_is_allowed(network->access, &sender) ||
		invitation_is_repeat(request, table, sender.key))
		command_refuse_seat(request, MSG_INVITE_NOT, nick);
	else {
		struct person *invited = identity_resolve(&lobby->people, network, &sender);
		if (invited != NULL && table_find_seat(table, invited) != SEAT_NONE)
			command_refuse_seat(request, MSG_SUB_SEATED, invited->name);
		else if (invited != NULL && invited->connection != NULL)
			ask(request, table, invited);
	}
}

bool invite_accept(struct request *request, struct table *table)
{
	struct invitation *row = invitation_find(request, table);
	if (row == NULL)
		return false;
	if (command_seat_caller(request, table, ""))
		row->answered = true;
	return true;
}

bool invite_decline(struct request *request, const struct table *table)
{
	struct invitation *row = invitation_find(request, table);
	if (row == NULL)
		return false;
	row->answered = true;
	const struct person *host = people_find_by_connection(
		&request->lobby->people, request->from.person->network, row->host);
	if (host != NULL)
		speech_tell(&request->lobby->speech, host, MSG_INVITE_DECLINED,
			ARGS(arg_name("name", request->from.person->name)));
	command_refuse_seat(request, MSG_INVITE_REFUSED, "");
	return true;
}

/*
 * Returns the channel in which to seek players. In private, returns the only channel where the
 * caller is, or NULL if there is not exactly one.
 */
static struct channel *place_of(const struct request *request)
{
	struct channel *channel;
	struct channel *found = NULL;
	if (request->from.channel != NULL)
		return request->from.channel;
	for (size_t n = 0; (channel = channels_next(&request->lobby->channels, &n)) != NULL;) {
		if (channel->network != request->from.person->network || !channel->joined ||
			!person_is_in_channel(request->from.person, channel->name))
			continue;
		if (found != NULL)
			return NULL;
		found = channel;
	}
	return found;
}

/*
 * Finds a table in the same channel that seeks players for the same game and options. any: for any
 * game.
 */
static struct table *find_seeking(
	const struct request *request, const struct table *wanted, bool any)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&request->lobby->tables, &n)) != NULL;) {
		bool same = table->game == wanted->game && table->preset == wanted->preset &&
			strcmp(table->options, wanted->options) == 0;
		if (table->channel == wanted->channel && table->starts_when_full &&
			!table->running && table->seats_taken < table_most_players(table) &&
			(any || same))
			return table;
	}
	return NULL;
}

static void run_seek(struct request *request)
{
	struct channel *asked = request->from.channel;
	if (command_answer_question(request))
		return;
	request->from.channel = place_of(request);
	if (request->from.channel == NULL) {
		command_refuse_seat(request, MSG_SEEK_WHERE, "");
		return;
	}
	struct table *wanted = command_read_table(request);
	struct table *table =
		wanted != NULL ? find_seeking(request, wanted, request->args == 0) : NULL;
	if (wanted != NULL && table == NULL && command_can_open_table(request) &&
		command_can_sit(request, &request->from.channel->settings)) {
		wanted->starts_when_full = true;
		seating_open(request->lobby, wanted, request->from.person);
		announce_opening(request->lobby, wanted, MSG_SEEK_OPEN,
			ARGS(arg_name("name", request->from.person->name), ARGS_OF_GAME(wanted)));
		watching_announce_table(request->commands, wanted, request->from.person);
	} else if (wanted != NULL) {
		table_free(wanted);
	}
	request->from.channel = asked;
	if (table != NULL)
		command_seat_caller(request, table, "");
}

const struct command invite_commands[] = {
	{ MSG_COMMAND_INVITE, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | TAKES_ONE_NAME,
		TABLE_NONE, LIST_TABLES, MSG_HELP_INVITE, run_invite },
	{ MSG_COMMAND_SEEK, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_TABLES, MSG_HELP_SEEK, run_seek },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
