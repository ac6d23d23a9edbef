/* configuration.h - loads, reloads and applies the configuration of the bot and its networks. */
#ifndef BOT_APP_CONFIGURATION_H
#define BOT_APP_CONFIGURATION_H

#include "bot/app/app.h"
#include "bot/base/string.h"
#include "bot/net/network.h"
#include "bot/net/page/page.h"
#include "config/config.h"

/* A configured network, and the configuration that it uses. */
struct connection {
	struct config_network *config;
	struct network *network;
};

struct configuration {
	const char *path; /* path of the configuration file; NULL: no file, only defaults */
	const struct config_type *const *types; /* types of networks, see config_load */
	/* configuration in force, except the networks, which are in `connection` */
	struct config config;
	struct app *app;
	struct override *override;     /* settings of single networks and channels */
	struct page_network guests;    /* network of guests, once guests or play_now is on */
	struct connection *connection; /* all networks, also those that a reload has removed */
	size_t count;
};

/* Returns the lobby's settings. The configuration owns their strings. */
struct settings configuration_settings(const struct config *config);
enum log_level configuration_level(const struct config *config);
/*
 * Opens all configured networks, which connect once the loop runs. Returns false if one cannot be
 * opened.
 */
bool configuration_open(struct configuration *configuration);
/*
 * Reloads the configuration within a batch, and applies the changes that need no restart. Adds to
 * `report`, one a line, the keys that take effect only after a reconnection or a restart. If the
 * file has errors, reports them, changes nothing and returns false.
 */
bool configuration_reload(struct configuration *configuration, struct string *report);
void configuration_quit(struct configuration *configuration);
/* True if no network is connected any more. */
bool configuration_is_offline(const struct configuration *configuration);
/* Returns the number of lines that the networks have not sent yet. */
size_t configuration_count_unsent(const struct configuration *configuration);
void configuration_close(struct configuration *configuration);

#endif
