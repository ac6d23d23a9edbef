#include "bot/net/types.h"

#include <string.h>

#include "bot/net/irc/irc.h"
#include "bot/net/matrix/matrix.h"
#include "config/config.h"

static const struct network_type *const types[] = { &irc_type, &matrix_type };

const struct network_type *types_find(const char *name)
{
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i]->name, name) == 0)
			return types[i];
	return NULL;
}

const char *types_check_config(const struct config_network *config)
{
	const struct network_type *type = types_find(config->type);
	return type != NULL ? type->fault(config) : "this type of network is unknown";
}
