/* settings.h - the operator's settings, with exceptions for networks and channels. */
#ifndef BOT_LOBBY_SETTINGS_H
#define BOT_LOBBY_SETTINGS_H

#include <stddef.h>

#include "bot/base/string.h"
#include "bot/table/channel.h"

/* Settings of one channel, or of all channels of a network. */
struct override {
	const char *network;
	const char *channel; /* NULL: all */
	struct channel_settings settings;
};

/* The operator's settings. The caller owns the strings, which live as long as the lobby. */
struct settings {
	const char *prefix;              /* prefix of commands, unless a locale has one */
	struct channel_settings usual;   /* without exceptions */
	const struct override *override; /* exceptions; a channel's wins over its network's */
	size_t overrides;
	unsigned tables_per_channel; /* most live tables */
	unsigned tables_per_network;
	bool hints;            /* tell the channel of a person's first private answer */
	bool rate_robots;      /* matches with AI players move ratings of people */
	unsigned rated_length; /* in percent of the usual length; shorter matches are unrated */
	unsigned think_ms;     /* average time of an AI player for a move */
	uint8_t via;           /* enum via; default of people */
	const char *pages;     /* base address of the web pages; NULL: none */
};

/* Returns the settings of a network, for channels without an exception. */
struct channel_settings settings_of_network(
	const struct settings *settings, const struct network *network);
/* Returns the prefix of commands in a locale. */
const char *settings_prefix(const struct settings *settings, const struct locale *locale);
/* Returns the settings of a channel. */
struct channel_settings settings_of_channel(
	const struct settings *settings, const struct channel *channel);
/*
 * Adds the address of a page: `pages`, a path like "/match/", the id. Adds nothing without pages.
 */
void settings_add_page_url(
	const struct settings *settings, struct string *out, const char *path, int64_t id);

#endif
