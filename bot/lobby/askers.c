#include "bot/lobby/askers.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "engine/text.h"

void askers_close(struct askers *askers)
{
	free(askers->asker);
	*askers = (struct askers){ .count = 0 };
}

/* True if the person's connection is in the list. */
static bool has_asked(const struct askers *askers, const struct person *person)
{
	for (size_t i = 0; i < askers->count; i++)
		if (askers->asker[i].network == person->network &&
			strcmp(askers->asker[i].connection, person->connection) == 0)
			return true;
	return false;
}

void askers_add(struct askers *askers, const struct person *person)
{
	if (person->connection == NULL || has_asked(askers, person))
		return;
	askers->asker = memory_grow(askers->asker, askers->count + 1, sizeof *askers->asker);
	struct asker *asker = &askers->asker[askers->count++];
	*asker = (struct asker){
		.network = person->network,
		.locale = person_locale(person),
		.via = person->via,
	};
	struct text connection = text_in(asker->connection, sizeof asker->connection);
	text_add(&connection, person->connection);
}

/* Says that the answer was not saved, in the person's language. */
static void apologize(const struct asker *asker, const struct catalog *catalog)
{
	struct string line = STRING_EMPTY;
	catalog_add(&line, catalog, asker->locale, WORD_STORE_FAILED, NO_ARGS);
	asker->network->driver->tell(
		asker->network, asker->connection, asker->via, SAYING(line.bytes));
	string_free(&line);
}

void askers_settle(struct askers *askers, const struct catalog *catalog, bool kept)
{
	for (size_t i = 0; i < askers->count && !kept; i++)
		apologize(&askers->asker[i], catalog);
	askers->count = 0;
}
