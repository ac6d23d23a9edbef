#include "bot/command/invitation.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/* STANDS_MS: time to accept an invitation, in which a guest gets at most ASKED_MOST. */
enum { STANDS_MS = 10 * 60 * 1000, ASKED_MOST = 3, KEPT_MOST = 1000 };

/* Drops old invitations. One to an open table stays, because a guest is invited to it only once. */
static void forget_old(struct commands *commands, int64_t now)
{
	size_t kept = 0;
	for (size_t i = 0; i < commands->invitations; i++) {
		const struct invitation *row = &commands->invitation[i];
		if (now - row->at < STANDS_MS ||
			tables_of_match(&commands->lobby->tables, row->match) != NULL)
			commands->invitation[kept++] = *row;
	}
	commands->invitations = kept;
}

bool invitation_made(const struct request *request, const struct table *table, const char *guest)
{
	const struct commands *commands = request->commands;
	unsigned lately = 0;
	for (size_t i = 0; i < commands->invitations; i++) {
		const struct invitation *row = &commands->invitation[i];
		if (row->network != request->from.person->network->id ||
			strcmp(row->guest, guest) != 0)
			continue;
		bool late = lobby_now(request->lobby) - row->at < STANDS_MS;
		if (row->match == table->match ||
			(late && strcmp(row->host, request->from.person->connection) == 0))
			return true;
		lately += late;
	}
	return lately >= ASKED_MOST;
}

bool invitation_add(const struct request *request, const struct table *table, const char *guest)
{
	struct commands *commands = request->commands;
	forget_old(commands, lobby_now(request->lobby));
	if (commands->invitations >= KEPT_MOST)
		return false;
	commands->invitation = memory_grow(
		commands->invitation, commands->invitations + 1, sizeof *commands->invitation);
	struct invitation *row = &commands->invitation[commands->invitations++];
	*row = (struct invitation){
		.network = request->from.person->network->id,
		.match = table->match,
		.at = lobby_now(request->lobby),
	};
	struct text text = text_in(row->guest, sizeof row->guest);
	text_add(&text, guest);
	text = text_in(row->host, sizeof row->host);
	text_add(&text, request->from.person->connection);
	return true;
}

struct invitation *invitation_find(const struct request *request, const struct table *table)
{
	const struct commands *commands = request->commands;
	for (size_t i = 0; i < commands->invitations; i++) {
		struct invitation *row = &commands->invitation[i];
		if (row->match == table->match && !row->answered &&
			row->network == request->from.person->network->id &&
			strcmp(row->guest, request->from.person->connection) == 0 &&
			lobby_now(request->lobby) - row->at < STANDS_MS)
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
