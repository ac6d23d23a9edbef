/* channel.h - the channels with tables: the settings of each, and whether the bot is there. */
#ifndef BOT_TABLE_CHANNEL_H
#define BOT_TABLE_CHANNEL_H

#include "bot/base/zone.h"
#include "bot/net/network.h"
#include "bot/text/catalog.h"

struct person;

/* The settings that the bot's operator may set for one channel or network. */
struct channel_settings {
	unsigned turn_seconds; /* seconds that a player has for a move */
	/* seconds that a table waits for a player who lost the connection */
	unsigned grace_seconds;
	unsigned split_seconds; /* seconds that a table waits for players lost in a netsplit */
	/* seconds that a person must wait for a seat after leaving a match */
	unsigned leaver_wait_seconds;
	struct locale locale; /* locale of public lines */
	/* lines about a table go to a thread of their own, if the network has threads */
	bool threads;
	bool hidden; /* pages do not show the channel's matches */
	/*
	 * The bot does not tell single cards. It tells results, and tells captures and calls
	 * together before the next deal.
	 */
	bool quiet;
	unsigned tables; /* maximum number of live tables; 0: settings.tables_per_channel */
	/* enum config_guests: the guests that may sit down; a channel may allow fewer, not more */
	uint8_t guests;
	uint32_t locked; /* bits of enum channel_key that the channel may not change */
	/* The members below are set in chat, see channel_key.h; 0: no limit. */
	/* another maximum number of live tables; the lower one of this and `tables` counts */
	unsigned chosen_tables;
	uint32_t games;             /* bit set of indices in games[]: the allowed games; 0: all */
	uint8_t opener;             /* enum network_rank that a person needs to open a table */
	uint8_t hour_from, hour_to; /* hours between which tables may open; equal: always */
	char zone[ZONE_NAME];       /* name of the time zone of these hours, see zone.h; "": UTC */
	/* the bot tells the channel each day the best results of the deals of the day */
	bool daily;
	bool no_robots;    /* people cannot give seats to AI players */
	bool off;          /* the bot takes no command in the channel except `channel` */
	int64_t off_until; /* unix seconds: end of `off`; 0: no end */
};

/*
 * Delivery of the announcements that a channel got last: confirmed, queued, or sent but not
 * confirmed.
 */
enum doubt { DELIVERY_CONFIRMED, DELIVERY_QUEUED, DELIVERY_SENT };

/*
 * CHANNEL_SAME_ANSWERS: how often a channel may get the same answer within CHANNEL_SAME_ANSWERS_MS.
 * CHANNEL_ANSWERS: number of answers that are remembered. CHANNEL_HINTS: how many hints a channel
 * may get within CHANNEL_HINTS_MS.
 */
enum {
	CHANNEL_SAME_ANSWERS = 5,
	CHANNEL_SAME_ANSWERS_MS = 60000,
	CHANNEL_ANSWERS = 64,
	CHANNEL_HINTS = 3,
	CHANNEL_HINTS_MS = 60 * 60 * 1000
};

struct channel_answer {
	uint64_t hash;
	int64_t until; /* ms: when the answer is forgotten; 0: no answer */
};

/* A person whom the channel's operators muted. */
struct channel_mute {
	char *mask;           /* owned by this struct */
	int64_t until;        /* unix seconds: end of the mute; 0: no end */
	int64_t silent_until; /* ms: when the person is told of the mute again; 0: not told yet */
};

struct channel {
	struct network *network;
	struct channel_settings settings;
	bool joined;           /* the bot is in the channel */
	bool barred;           /* the network is connected, but the channel bans or mutes the bot */
	bool settings_due;     /* the settings made in chat could not be read yet */
	bool settings_changed; /* the settings changed in this batch */
	struct channel_mute *mute; /* the stored mutes, see lobby/channel_settings.h */
	size_t mutes;
	bool listed;  /* the database has the channel as a venue, see lobby/venues.h */
	bool listing; /* value of `listed` after the commit */
	/*
	 * The channel may have pending announcements (announce.h). True until the store has been
	 * read.
	 */
	bool announcements_pending;
	bool announcements_told; /* pending announcements were told in this batch */
	enum doubt delivery;     /* delivery of the channel's last announcements */
	/* with DELIVERY_SENT: number of confirmed lines at which the announcements are confirmed */
	uint64_t delivery_lines;
	/* ring buffer of the last CHANNEL_ANSWERS answers */
	struct channel_answer answer[CHANNEL_ANSWERS];
	size_t answers;                    /* number of all answers since the start */
	int64_t hint_until[CHANNEL_HINTS]; /* ms: when a hint is forgotten; 0: no hint */
	char called_off[64];        /* numbers of matches to report as called off, like "12, 13" */
	char name[NETWORK_CHANNEL]; /* name as people write it */
	char folded[NETWORK_CHANNEL]; /* name as the network compares names */
	char title[NETWORK_CHANNEL];  /* title when the bot was last in the channel, or empty */
};

/* All channels used since the start; they are never removed. Starts as zeros. */
struct channels {
	struct channel **channel;
	size_t count;
};

void channels_close(struct channels *channels);
/*
 * Steps through all channels: returns the channel at index *n, which starts at 0, and increments
 * *n. Returns NULL after the last.
 */
struct channel *channels_next(const struct channels *channels, size_t *n);
/* Finds a channel by its name in any spelling. Returns NULL if not found. */
struct channel *channels_find(
	const struct channels *channels, struct network *network, const char *name);
/*
 * Returns whether pages may show the channel's matches. The channel's settings decide, else what
 * the network knows of the channel.
 */
enum openness channel_openness(const struct channel *channel);
/* Returns the name by which people know the channel; valid until the network reads more. */
const char *channel_title(const struct channel *channel);
/* Keeps the title for the time after the bot has left the channel. */
void channel_keep_title(struct channel *channel);
/*
 * Returns `message`; in a channel without AI players, its variant that does not mention them, if
 * there is one (people.KEY).
 */
enum message channel_message(const struct channel *channel, enum message message);
/* True if a person of the channel's network is in the channel. */
bool channel_has_person(const struct channel *channel, const struct person *person);
/* Returns the rank of a person in a channel, as the network knows it. */
enum network_rank channel_rank(const struct channel *channel, const struct sender *sender);
/* Adds a channel without settings. The channel must not be in the list yet. */
struct channel *channels_add(struct channels *channels, struct network *network, const char *name);
/* Adds a mute. Copies the mask. until: Unix seconds; 0: no end. */
void channel_add_mute(struct channel *channel, const char *mask, int64_t until);
void channel_clear_mutes(struct channel *channel);
/*
 * Counts an answer to a channel. Returns true if the channel has had it CHANNEL_SAME_ANSWERS times
 * lately and should not get it again; then the answer is not counted. what: a number that
 * identifies the answer. now: ms.
 */
bool channel_check_repeat(struct channel *channel, uint64_t what, int64_t now);
/*
 * Counts a hint to a channel. Returns false, and does not count it, if the channel has had
 * CHANNEL_HINTS lately. now: ms.
 */
bool channel_count_hint(struct channel *channel, int64_t now);
/*
 * Ends a batch. After a rollback (kept is false) the announcements are pending again, and
 * called_off is empty.
 */
void channels_end_batch(struct channels *channels, bool kept);

#endif
