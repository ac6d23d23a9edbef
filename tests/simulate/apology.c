/* apology.c - checks that the bot apologizes to each person with a request in a failed batch. */
#include <stdio.h>
#include <string.h>

#include "bot/app/app.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"

static struct apology *apology_to(const struct network *network, const char *connection)
{
	struct apologies *apologies = &world()->apologies;
	for (unsigned i = 0; i < apologies->count; i++)
		if (apologies->to[i].network == network &&
			strcmp(apologies->to[i].connection, connection) == 0)
			return &apologies->to[i];
	return NULL;
}

static void settle(struct apologies *apologies, bool kept)
{
	for (unsigned i = 0; i < apologies->count && !world_ended(); i++) {
		struct apology *apology = &apologies->to[i];
		const char *nick =
			apology->network->driver->nick(apology->network, apology->connection);
		if (!kept && !apology->said && nick != NULL)
			world_fault("%s: what %s asked is undone, and they are not told",
				apology->network->name, nick);
	}
	apologies->count = 0;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(lobby_note_requester) __real_lobby_note_requester, __wrap_lobby_note_requester;
void __wrap_lobby_note_requester(struct lobby *lobby, const struct person *person)
{
	struct apologies *apologies = &world()->apologies;
	__real_lobby_note_requester(lobby, person);
	if (person->connection != NULL && apologies->count < APOLOGIES &&
		apology_to(person->network, person->connection) == NULL) {
		struct apology *apology = &apologies->to[apologies->count++];
		*apology = (struct apology){ .network = person->network };
		snprintf(apology->connection, sizeof apology->connection, "%s", person->connection);
	}
}

__typeof__(lobby_commit) __real_lobby_commit, __wrap_lobby_commit;
bool __wrap_lobby_commit(struct lobby *lobby)
{
	struct apologies *apologies = &world()->apologies;
	bool kept = __real_lobby_commit(lobby);
	settle(apologies, kept);
	erasure_settle(kept);
	hearing_settle(kept);
	ledger_settle(kept);
	return kept;
}
/* NOLINTEND(bugprone-reserved-identifier) */

void apology_stage(const struct network *network, const char *connection, const char *text)
{
	struct apology *apology = connection != NULL ? apology_to(network, connection) : NULL;
	if (apology != NULL && strstr(text, "(store.failed)") != NULL)
		apology->said = true;
}
