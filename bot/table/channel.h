/* channel.h - the channels with tables: their settings, and the state of the bot in each. */
#ifndef BOT_TABLE_CHANNEL_H
#define BOT_TABLE_CHANNEL_H

#include "bot/net/network.h"
#include "bot/text/catalog.h"

/* Settings that an operator may make for one channel or network. */
struct channel_settings {
	unsigned turn_seconds;        /* seconds for a move */
	unsigned grace_seconds;       /* seconds that a table waits for a lost player */
	unsigned split_seconds;       /* seconds that a table waits after a netsplit */
	unsigned leaver_wait_seconds; /* seconds without a seat after leaving a match */
	struct locale locale;         /* of public lines */
	bool threads; /* lines about a table go to its thread, if the network has threads */
	bool hidden;  /* pages do not show its matches */
	/* Tells captures and calls with the next deal, and results, instead of every card. */
	bool quiet;
};

/* Delivery of the announcements of a channel: confirmed, queued, or sent but not confirmed. */
enum doubt { DELIVERY_CONFIRMED, DELIVERY_QUEUED, DELIVERY_SENT };

/*
 * CHANNEL_SAME_ANSWERS: how often a channel gets the same answer within CHANNEL_SAME_ANSWERS_MS.
 * CHANNEL_ANSWERS: remembered answers.
 */
enum { CHANNEL_SAME_ANSWERS = 5, CHANNEL_SAME_ANSWERS_MS = 60000, CHANNEL_ANSWERS = 64 };

struct channel_answer {
	uint64_t hash;
	int64_t until; /* ms; 0: unused */
};

struct channel {
	struct network *network;
	struct channel_settings settings;
	bool joined; /* the bot is in it */
	bool barred; /* connected, but the channel bans or mutes the bot */
	/* Announcements may be pending (announce.h). True at the start, until the store is read. */
	bool announcements_pending;
	bool announcements_told; /* pending announcements were told in this batch */
	enum doubt delivery;     /* of announcements */
	uint64_t delivery_lines; /* with DELIVERY_SENT: lines the network must deliver first */
	struct channel_answer answer[CHANNEL_ANSWERS]; /* ring buffer */
	size_t answers;                                /* answers so far, ever */
	char called_off[64];          /* matches to report as called off: "12, 13" */
	char name[NETWORK_CHANNEL];   /* as people write it */
	char folded[NETWORK_CHANNEL]; /* as the network compares it */
};

/* All channels used since the start; none is removed. Starts as zeros. */
struct channels {
	struct channel **channel;
	size_t count;
};

void channels_close(struct channels *channels);
/* Returns the channel at index *n, which starts at 0, and steps on. Returns NULL at the end. */
struct channel *channels_next(const struct channels *channels, size_t *n);
/* Finds a channel by its name in any spelling, or NULL. */
struct channel *channels_find(
	const struct channels *channels, struct network *network, const char *name);
/* Returns one of 64 bits for a channel. Several channels may share a bit. */
uint64_t channels_bit(const struct channels *channels, const struct channel *channel);
/* Tells whether pages may show the matches of a channel, by its settings and its network. */
enum openness channel_openness(const struct channel *channel);
/* Adds a channel, which must be new, without settings. */
struct channel *channels_add(struct channels *channels, struct network *network, const char *name);
/*
 * Returns true if the channel got the same answer CHANNEL_SAME_ANSWERS times lately, so it should
 * not be repeated; else counts this answer. what: a number that differs where answers do. now: ms.
 */
bool channel_check_repeat(struct channel *channel, uint64_t what, int64_t now);
/* Ends a batch. After a rollback its announcements are pending again, and called_off is empty. */
void channels_end_batch(struct channels *channels, bool kept);

#endif
