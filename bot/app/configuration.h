/* configuration.h - applies a configuration to the bot: settings and networks. Reloads it. */
#ifndef BOT_APP_CONFIGURATION_H
#define BOT_APP_CONFIGURATION_H

#include "bot/app/app.h"
#include "bot/net/network.h"
#include "config/config.h"

/* A network and the keys it uses. */
struct connection {
	struct config_network config;
	struct network *network;
};

struct configuration {
	const char *path;     /* NULL: no file, the defaults */
	struct config config; /* in force; its networks are in `connection` */
	struct app *app;
	struct override *override;     /* settings of single networks and channels */
	struct connection *connection; /* removed networks stay in it */
	size_t count;
};

/* Returns the lobby's settings. Their strings belong to config. */
struct settings configuration_settings(const struct config *config);
enum log_level configuration_level(const struct config *config);
/* Like config_load, but also refuses keys that a network's type cannot use. */
bool configuration_load(const char *path, struct config *config, struct config_errors *errors);
/* Opens all configured networks; they connect once the loop runs. Returns false if one fails. */
bool configuration_open(struct configuration *configuration);
/*
 * Reloads the configuration within a batch, and applies all that can change in a running bot. Adds
 * to report, line by line, the keys that wait for a reconnection or a restart. Returns false if the
 * file has errors: report lists them, and nothing changes.
 */
bool configuration_reload(struct configuration *configuration, struct string *report);
void configuration_quit(struct configuration *configuration);
/* True if all servers have closed their connection. */
bool configuration_is_offline(const struct configuration *configuration);
/* Returns the number of lines still to be sent. */
size_t configuration_count_unsent(const struct configuration *configuration);
void configuration_close(struct configuration *configuration);

#endif
