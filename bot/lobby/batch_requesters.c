#include "bot/lobby/batch_requesters.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "engine/text.h"

void batch_requesters_close(struct batch_requesters *batch_requesters)
{
	free(batch_requesters->requester);
	*batch_requesters = (struct batch_requesters){ .count = 0 };
}

/* True if the list has a person's connection. */
static bool is_listed_requester(
	const struct batch_requesters *batch_requesters, const struct person *person)
{
	for (size_t i = 0; i < batch_requesters->count; i++)
		if (batch_requesters->requester[i].network == person->network &&
			strcmp(batch_requesters->requester[i].connection, person->connection) == 0)
			return true;
	return false;
}

void batch_requesters_add(struct batch_requesters *batch_requesters, const struct person *person)
{
	if (person->connection == NULL || is_listed_requester(batch_requesters, person))
		return;
	batch_requesters->requester = memory_grow(batch_requesters->requester,
		batch_requesters->count + 1, sizeof *batch_requesters->requester);
	struct batch_requester *requester = &batch_requesters->requester[batch_requesters->count++];
	*requester = (struct batch_requester){
		.network = person->network,
		.locale = person_locale(person),
		.via = person->via,
	};
	text_copy(requester->connection, sizeof requester->connection, person->connection);
}

/* Tells a person, in their language, that their command was not saved. */
static void apologize(const struct batch_requester *requester, const struct catalog *catalog)
{
	struct string line = STRING_EMPTY;
	catalog_add(&line, catalog, requester->locale, MSG_STORE_FAILED, NO_ARGS);
	requester->network->driver->tell(
		requester->network, requester->connection, requester->via, SAYING(line.bytes));
	string_free(&line);
}

void batch_requesters_end_batch(
	struct batch_requesters *batch_requesters, const struct catalog *catalog, bool kept)
{
	for (size_t i = 0; i < batch_requesters->count && !kept; i++)
		apologize(&batch_requesters->requester[i], catalog);
	batch_requesters->count = 0;
}
