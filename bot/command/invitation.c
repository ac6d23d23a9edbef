#include "bot/command/invitation.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/*
 * INVITATION_MS: ms in which an invitation can be accepted. INVITATIONS_PER_PERSON: maximum number
 * of one person's invitations in that time. INVITATIONS_MOST: maximum number of all invitations.
 */
enum { INVITATION_MS = 10 * 60 * 1000, INVITATIONS_PER_PERSON = 3, INVITATIONS_MOST = 1000 };

/*
 * Drops old invitations. Keeps the ones to tables that have not started, because a person is
 * invited to a table only once.
 */
static void drop_old_invitations(struct commands *commands, int64_t now)
{
	size_t kept = 0;
	for (size_t i = 0; i < commands->invitations; i++) {
		const struct invitation *row = &commands->invitation[i];
		if (now - row->at < INVITATION_MS ||
			tables_find_match(&commands->lobby->tables, row->match) != NULL)
			commands->invitation[kept++] = *row;
	}
	commands->invitations = kept;
}

bool invitation_is_repeat(
	const struct request *request, const struct table *table, const char *invited)
{
	const struct commands *commands = request->commands;
	unsigned lately = 0;
	for (size_t i = 0; i < commands->invitations; i++) {
		const struct invitation *row = &commands->invitation[i];
		if (row->network != request->from.person->network->id ||
			strcmp(row->invited, invited) != 0)
			continue;
		bool late = lobby_now(request->lobby) - row->at < INVITATION_MS;
		if (row->match == table->match ||
			(late && strcmp(row->host, request->from.person->connection) == 0))
			return true;
		lately += late;
	}
	return lately >= INVITATIONS_PER_PERSON;
}

bool invitation_add(const struct request *request, const struct table *table, const char *invited)
{
	struct commands *commands = request->commands;
	drop_old_invitations(commands, lobby_now(request->lobby));
	if (commands->invitations >= INVITATIONS_MOST)
		return false;
	commands->invitation = memory_grow(
		commands->invitation, commands->invitations + 1, sizeof *commands->invitation);
	struct invitation *row = &commands->invitation[commands->invitations++];
	*row = (struct invitation){
		.network = request->from.person->network->id,
		.match = table->match,
		.at = lobby_now(request->lobby),
	};
	text_copy(row->invited, sizeof row->invited, invited);
	text_copy(row->host, sizeof row->host, request->from.person->connection);
	return true;
}

struct invitation *invitation_find(const struct request *request, const struct table *table)
{
	const struct commands *commands = request->commands;
	for (size_t i = 0; i < commands->invitations; i++) {
		struct invitation *row = &commands->invitation[i];
		if (row->match == table->match && !row->answered &&
			row->network == request->from.person->network->id &&
			strcmp(row->invited, request->from.person->connection) == 0 &&
			lobby_now(request->lobby) - row->at < INVITATION_MS)
			return row;
	}
	return NULL;
}

void invitations_free(struct commands *commands)
{
	free(commands->invitation);
	commands->invitation = NULL;
	commands->invitations = 0;
}
