/* settings.h - what the operator decides for all tables, and where it is another way. */
#ifndef BOT_LOBBY_SETTINGS_H
#define BOT_LOBBY_SETTINGS_H

#include <stddef.h>

#include "bot/base/string.h"
#include "bot/table/channel.h"

/* Other settings in a channel, or in all channels of a network. */
struct override {
	const char *network;
	const char *channel; /* NULL: all */
	struct channel_settings settings;
};

/* What the operator decides; strings belong to the caller and live as long as the lobby. */
struct settings {
	const char *prefix;              /* of commands, where a locale has none */
	struct channel_settings usual;   /* where no exception is made */
	const struct override *override; /* exceptions, a channel's before its network's */
	size_t overrides;
	unsigned tables_per_channel; /* most live tables */
	unsigned tables_per_network;
	bool hints;       /* who is answered in private for the first time is told so in public */
	bool rate_robots; /* AI players move people's ratings */
	unsigned rated_length; /* shorter matches move none: in percent of one without options */
	unsigned think_ms;     /* about so long AI players take for a move */
	uint8_t via;           /* enum via, of people who chose none */
	const char *pages;     /* where people find pages of what was played; NULL: nowhere */
};

/* What holds on a network, where no channel says otherwise. */
struct channel_settings settings_around(
	const struct settings *settings, const struct network *network);
/* What commands begin with, for whoever reads like that. */
const char *settings_prefix(const struct settings *settings, const struct locale *locale);
/* What holds in a channel. */
struct channel_settings settings_in(const struct settings *settings, const struct channel *channel);
/* Adds the address of a page, "/match/" and its number; nothing where there are no pages. */
void settings_page(
	const struct settings *settings, struct string *out, const char *path, int64_t id);

#endif
