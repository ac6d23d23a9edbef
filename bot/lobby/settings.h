/* settings.h - the operator's settings, with overrides for single networks and channels. */
#ifndef BOT_LOBBY_SETTINGS_H
#define BOT_LOBBY_SETTINGS_H

#include <stddef.h>

#include "bot/base/string.h"
#include "bot/table/channel.h"

/* An override of the settings of one channel, or of all channels of a network. */
struct override {
	const char *network;
	const char *channel; /* NULL: all channels of the network */
	struct channel_settings settings;
};

/* The operator's settings. The caller owns the strings, which must live as long as the lobby. */
struct settings {
	const char *prefix;            /* prefix of commands; a locale may have another prefix */
	struct channel_settings usual; /* settings of channels without an override */
	/* the overrides; one for a channel wins over one for its network */
	const struct override *override;
	size_t overrides;
	unsigned tables_per_channel; /* maximum number of live tables of a channel */
	unsigned tables_per_network;
	unsigned exercises; /* maximum number of running exercises */
	bool hints;         /* greet new people, and tell channels that answers are private */
	/* a match with one person waits while that person plays an exercise */
	bool matches_wait;
	bool rate_robots;        /* matches with AI players change the ratings of people */
	unsigned ranked_matches; /* rated matches that a person needs for a place in the ranking */
	/* minimum length of a rated match, in percent of the game's usual length */
	unsigned rated_length;
	unsigned think_ms;      /* average ms that an AI player takes for a move */
	uint8_t via;            /* enum via; default of people who chose none */
	const char *pages;      /* address of the web pages; NULL: without pages */
	bool pages_local;       /* people read the pages on this machine only */
	bool seats;             /* people may play on pages by a link to their seat; needs pages */
	int32_t daily_start;    /* start of the days of daily deals, in seconds from midnight */
	const char *daily_zone; /* time zone of daily_start, as people type it; NULL: UTC */
	/* number of hands that `expert` plays of each deal; results are compared with their mean */
	unsigned daily_hands;
	bool advice;   /* after a match the bot tells people their costliest move */
	bool play_now; /* the front page offers a match against an AI player */
};

/* Returns the settings that a network's channels have, unless an override changes them. */
struct channel_settings settings_of_network(
	const struct settings *settings, const struct network *network);
/* Returns the prefix of commands for a reader with this locale. */
const char *settings_prefix(const struct settings *settings, const struct locale *locale);
/* Returns the settings of a channel. */
struct channel_settings settings_of_channel(
	const struct settings *settings, const struct channel *channel);
/*
 * Adds the address of a page: `pages`, a path like "/match/", and the id. Adds nothing without
 * pages.
 */
void settings_add_page_url(
	const struct settings *settings, struct string *out, const char *path, int64_t id);
/* Adds the address of a seat with this key. There must be pages. */
void settings_add_seat_url(const struct settings *settings, struct string *out, const char *key);

#endif
