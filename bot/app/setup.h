/* setup.h - what a configuration makes of a host: its settings and its networks; read again on
 * demand.
 */
#ifndef BOT_APP_SETUP_H
#define BOT_APP_SETUP_H

#include "bot/app/host.h"
#include "bot/net/network.h"
#include "config/config.h"

/* A network and the keys it lives by. */
struct station {
	struct config_network config;
	struct network *network;
};

struct setup {
	const char *path;     /* of the configuration; NULL: none, the defaults */
	struct config config; /* in force; its networks are in the stations */
	struct host *host;
	struct override
		*override;       /* settings of networks and channels, as the settings have them */
	struct station *station; /* once opened they stay, also those no longer configured */
	size_t count;
};

/* What the lobby's settings are to be; their strings belong to the configuration. */
struct settings setup_settings(const struct config *config);
enum log_level setup_level(const struct config *config);
/* As config_load, and what a network's type cannot use about it is an error too. */
bool setup_load(const char *path, struct config *config, struct config_errors *errors);
/*
 * Opens all networks of setup->config on a host that is open; they connect once the loop runs.
 * False: memory or the store refuse.
 */
bool setup_open(struct setup *setup);
/*
 * Reads the configuration again and takes it over, as far as that is possible while the bot runs.
 * Adds to report, line by line, what is not in force yet and why; or, with false, what is wrong:
 * then all stays as it was. Within a turn of the loop: the lobby's turn keeps what was written.
 */
bool setup_reload(struct setup *setup, struct string *report);
/* Takes leave of all networks. */
void setup_quit(struct setup *setup);
/* Whether all servers have let the bot go. */
bool setup_gone(const struct setup *setup);
/* Lines still to be said. */
size_t setup_waiting(const struct setup *setup);
/* Closes all networks and frees the configuration. */
void setup_close(struct setup *setup);

#endif
