/*
 * configuration.h - what a configuration makes of the program: its settings and its networks; read
 * again on demand.
 */
#ifndef BOT_APP_CONFIGURATION_H
#define BOT_APP_CONFIGURATION_H

#include "bot/app/app.h"
#include "bot/net/network.h"
#include "config/config.h"

/* A network and the keys it lives by. */
struct connection {
	struct config_network config;
	struct network *network;
};

struct configuration {
	const char *path;     /* of the configuration; NULL: none, the defaults */
	struct config config; /* in force; its networks are in the connections */
	struct app *app;
	struct override *override;     /* exceptions, as the settings have them */
	struct connection *connection; /* once opened they stay, also those no longer configured */
	size_t count;
};

/* What the lobby's settings are to be; their strings belong to the configuration. */
struct settings configuration_settings(const struct config *config);
enum log_level configuration_level(const struct config *config);
/* As config_load, and what a network's type cannot use about it is an error too. */
bool configuration_load(const char *path, struct config *config, struct config_errors *errors);
/*
 * Opens all networks of configuration->config on a program that is open; they connect once the loop
 * runs. False: the store refuses.
 */
bool configuration_open(struct configuration *configuration);
/*
 * Reads the configuration again and takes it over, as far as that is possible while the bot runs.
 * Adds to report, line by line, what is not in force yet and why; or, with false, what is wrong:
 * then all stays as it was. Within a batch: the lobby's batch keeps what was written.
 */
bool configuration_reload(struct configuration *configuration, struct string *report);
/* Takes leave of all networks. */
void configuration_quit(struct configuration *configuration);
/* True if all servers have let the bot go. */
bool configuration_gone(const struct configuration *configuration);
/* Lines still to be said. */
size_t configuration_waiting(const struct configuration *configuration);
/* Closes all networks and frees the configuration. */
void configuration_close(struct configuration *configuration);

#endif
