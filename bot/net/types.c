#include "bot/net/types.h"

#include "bot/net/irc/settings.h"
#include "bot/net/matrix/settings.h"

const struct config_type *const network_types[] = { &irc_settings_type, &matrix_settings_type,
	NULL };
