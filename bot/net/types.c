#include "bot/net/types.h"

#include <string.h>

#include "bot/net/irc/irc.h"

static const struct network_type *const types[] = { &irc_type };

const struct network_type *types_named(const char *name)
{
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i]->name, name) == 0)
			return types[i];
	return NULL;
}
