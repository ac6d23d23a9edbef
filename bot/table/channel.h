/* channel.h - the channels of networks in which tables stand, and what holds there. */
#ifndef BOT_TABLE_CHANNEL_H
#define BOT_TABLE_CHANNEL_H

#include "bot/net/network.h"
#include "bot/text/catalog.h"

/* What the operator may decide for one channel or network alone. */
struct channel_settings {
	unsigned turn_seconds; /* time for a move */
	unsigned grace_seconds; /* a table waits so long for somebody whose connection is lost, … */
	unsigned split_seconds;       /* … and so long when servers lost each other */
	unsigned leaver_wait_seconds; /* who left a match takes no other seat before */
	struct locale locale;         /* how the channel is spoken to */
	bool threads; /* what is told of a table belongs below it, where the network has threads */
	bool hidden;  /* no page shows its matches */
	bool quiet;   /* it is told captures and calls at the next deal, and results, not every card
		       */
};

/* How sure it is that what was said has arrived: it is; it may wait to be sent; or get lost then.
 */
enum doubt { DOUBT_NONE, DOUBT_SAID, DOUBT_SENT };

/*
 * CHANNEL_ALIKE: how often a channel is told the same answer within CHANNEL_ALIKE_MS.
 * CHANNEL_ANSWERS: answers remembered.
 */
enum { CHANNEL_ALIKE = 5, CHANNEL_ALIKE_MS = 60000, CHANNEL_ANSWERS = 64 };

struct channel_answer {
	uint64_t what;
	int64_t until; /* ms; 0: the place is free */
};

struct channel {
	struct network *network;
	struct channel_settings settings;
	bool here;        /* the bot is in it */
	bool barred;      /* the network is connected, but the channel keeps the bot out or mute */
	bool owed;        /* it may not have heard a commitment or root (announce.h): also
			     at the start, until the store is read */
	bool paid;        /* in this batch it was told what was owed */
	enum doubt doubt; /* that it hears what it was told of these, … */
	uint64_t last;    /* … which is among so many lines of the network */
	struct channel_answer answer[CHANNEL_ANSWERS]; /* the last ones */
	size_t answers;                                /* so many were given in all */
	char called_off[64];          /* matches it has yet to hear are called off: "12, 13" */
	char name[NETWORK_CHANNEL];   /* as people write it */
	char folded[NETWORK_CHANNEL]; /* as the network compares it */
};

/* Ever used: few, and kept. Starts as zeros. */
struct channels {
	struct channel **channel;
	size_t count;
};

void channels_close(struct channels *channels);
/* The next after number *n, which counts from 0; NULL: no more. */
struct channel *channels_next(const struct channels *channels, size_t *n);
/* The channel of that name in any spelling, or NULL. */
struct channel *channels_find(
	const struct channels *channels, struct network *network, const char *name);
/* A bit for a channel by its place; many channels share them. */
uint64_t channels_bit(const struct channels *channels, const struct channel *channel);
/* Returns if pages may show the matches of a channel, by its settings and by its network. */
enum openness channel_openness(const struct channel *channel);
/* Adds a channel that is not there yet, without settings. */
struct channel *channels_add(struct channels *channels, struct network *network, const char *name);
/*
 * True if a channel was told the same answer often enough for now; else counts this one. what: a
 * number that differs where answers do.
 */
bool channel_repeats(struct channel *channel, uint64_t what, int64_t now);
/* A batch has ended. If it was rolled back, it told no debt and called off no match. */
void channels_settle(struct channels *channels, bool kept);

#endif
