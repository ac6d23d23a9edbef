#include "bot/lobby/robots.h"

#include "storage/people.h"

enum store_error robots_store_people(struct robots *robots, struct store *store, int64_t now)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < LEVEL_COUNT && error == STORE_OK; i++)
		error = store_find_or_add_robot(store, level_name(i), now, &robots->id[i]);
	return error;
}
