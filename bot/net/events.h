/* events.h - what a network reports to the bot: people, their messages, and its own state. */
#ifndef BOT_NET_EVENTS_H
#define BOT_NET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Sizes of names on any network, in bytes, NUL included. */
enum { NETWORK_KEY = 256, NETWORK_NICK = 256, NETWORK_ACCOUNT = 256, NETWORK_CHANNEL = 256 };

struct network;
struct string;

/* A connection as the network knows it now; the strings live as long as the call. */
struct sender {
	const char *key;   /* identifies the connection; never reused for another connection */
	const char *nick;  /* nick for display; unique on the network */
	const char *first; /* the connection's first nick, case-folded */
	/* account name; NULL: not logged in, unknown, or the network has no accounts */
	const char *account;
	const char *mask;   /* "nick!" followed by the origin; compared with operators' masks */
	const char *origin; /* "user@host", or the server of the account; "@": unknown */
	bool is_passing; /* shares no channel with the bot; the key is valid only for this batch */
	bool relayed;    /* writes through a relay; private lines cannot reach this person */
};

/* The way a connection left. */
enum departure {
	DEPARTED_CHANNEL, /* left the last channel shared with the bot, or was removed from it */
	DEPARTED_NETWORK, /* quit, lost the connection, or was killed */
	DEPARTED_SPLIT    /* netsplit */
};

/*
 * The sentences that a driver says by itself. SEALED: about a room with end-to-end encryption.
 * BESIDE: about a room that the bot opens beside an encrypted channel.
 */
enum network_notice {
	NOTICE_SEALED_CHANNEL, /* in an encrypted channel that the bot leaves */
	NOTICE_SEALED_BESIDE,  /* in an encrypted channel; `room` is a link to the room beside it */
	/* the title of the room that is opened beside `room`; `room` is a title or a nick */
	NOTICE_BESIDE_TITLE,
	NOTICE_SEALED_DIRECT, /* in an encrypted direct room that the bot leaves */
	NOTICE_PLAIN_DIRECT,  /* in the unencrypted direct room in which the talk goes on */
	NOTICE_SEALED_SERVER, /* in a direct room that the server has encrypted */
	NOTICE_OPEN_DIRECT,   /* in a direct room that the bot leaves: it is not encrypted */
	NOTICE_SHARED_DIRECT, /* in a direct room that the bot leaves: it has a third member */
	/* after NOTICE_SHARED_DIRECT, in the direct room in which the talk goes on */
	NOTICE_ALONE_DIRECT,
	/* declines the invitation of a person whom the bot does not know */
	NOTICE_DECLINED_UNKNOWN,
	/* declines the invitation of a person without an operator's rights */
	NOTICE_DECLINED_ADMINS,
	NOTICE_DECLINED_TWICE, /* declines a second direct room with a person */
	NOTICE_REMOVED, /* to an operator: `name` removed the bot from `room`, perhaps for `reason`
			 */
	NOTICES
};

struct network_notice_content {
	enum network_notice kind;
	const char *key; /* key of the person who reads the sentence; NULL: it goes to a channel */
	/* values of the sentence's placeholders; NULL: the sentence has no such placeholder */
	const char *room, *name, *reason;
};

/*
 * Calls from a network to the bot. Names are valid UTF-8 without control characters; all strings
 * live as long as the call.
 */
struct network_events {
	/* A person wrote one line of text in a channel, or in private (channel NULL). */
	void (*message)(struct network *network, const struct sender *sender, const char *channel,
		const char *text);
	/* The bot has joined the channel, or may send to it again. The members are known. */
	void (*joined)(struct network *network, const char *channel);
	/* A person joined a channel of the bot, or was in the channel when the bot joined. */
	void (*arrived)(struct network *network, const struct sender *sender);
	/* A person left, so private lines no longer reach them. */
	void (*departed)(struct network *network, const struct sender *sender, enum departure how);
	/* A person changed their nick; the key stays the same. */
	void (*renamed)(struct network *network, const struct sender *sender);
	/* A person's account, user or host changed or became known; the key stays the same. */
	void (*identity_changed)(struct network *network, const struct sender *sender);
	/* The person, or the person's server, refuses private lines from the bot. */
	void (*private_refused)(struct network *network, const struct sender *sender);
	/* Private messages to this person may work again. */
	void (*private_restored)(struct network *network, const struct sender *sender);
	/*
	 * The bot was removed from the channel, could not join, or may not send to it, while the
	 * network stays connected. The driver will try again.
	 */
	void (*channel_lost)(struct network *network, const char *channel);
	/*
	 * A verified server set an STS policy: use TLS on this port for this many seconds. 0
	 * seconds ends the policy.
	 */
	void (*set_sts_policy)(
		const struct network *network, const char *host, unsigned port, int64_t seconds);
	/* Returns the TLS port of the host's stored STS policy, or 0 if the host has no policy. */
	unsigned (*get_sts_port)(const struct network *network, const char *host);
	/*
	 * Stores a value (less than 64 kB) under a name, in this batch. A NULL value deletes the
	 * entry.
	 */
	void (*store_value)(struct network *network, const char *name, const char *value);
	/*
	 * Reads the stored value with the smallest name greater than `after`. Returns false at the
	 * end. If the database cannot be read, returns false and sets network->storage_failed.
	 */
	bool (*load_next_value)(struct network *network, const char *after, struct string *name,
		struct string *value);
	/* Erases the values deleted so far from the database files, so they cannot be recovered. */
	void (*erase_deleted)(const struct network *network);
	/* True if the configuration names a person as an operator of the network. */
	bool (*is_operator)(struct network *network, const struct sender *sender);
	/* Appends a sentence in the language of its reader. */
	void (*add_notice)(struct network *network, const struct network_notice_content *notice,
		struct string *out);
	/*
	 * The connection is lost. All people are gone, and lines queued for channels are dropped.
	 */
	void (*lost)(struct network *network);
};

#endif
