/* oracle.c - what must hold. */
#include "tests/simulate/oracle.h"

#include "tests/simulate/world.h"

void oracle_plan(void)
{
}

void oracle_start(struct store *store)
{
	struct world *here = world();
	journal_compare(&here->journal, store, here->disk.lost);
	here->disk.lost = false;
}

void oracle_look(void)
{
}

void oracle_hear(struct server *server, const struct human *human, const char *text)
{
	(void)server;
	(void)human;
	(void)text;
}

void oracle_flooded(struct server *server)
{
	world_fault("%s throws the bot out: Excess Flood", server->kind->name);
}
