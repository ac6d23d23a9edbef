/* events.h - what a network reports to the bot: people, their messages, and its own state. */
#ifndef BOT_NET_EVENTS_H
#define BOT_NET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes, NUL included, of names on any network. */
enum { NETWORK_KEY = 256, NETWORK_NICK = 256, NETWORK_ACCOUNT = 256, NETWORK_CHANNEL = 256 };

struct network;
struct string;

/* A connection as the network knows it now; the strings live as long as the call. */
struct sender {
	const char *key;     /* identifies the connection, and never another one */
	const char *nick;    /* for display; unique on the network */
	const char *first;   /* the folded nick by which the connection first came */
	const char *account; /* NULL: not logged in, unknown, or the network has no accounts */
	const char *mask;    /* "nick!" and the origin, compared with operators' masks */
	const char *origin;  /* "user@host", or the home server; "@": not known */
	bool is_passing;     /* shares no channel with the bot; the key ends with the batch */
	bool relayed;        /* writes through a relay, so private lines cannot reach them */
};

/* The way a connection left. */
enum departure {
	DEPARTED_CHANNEL, /* left the last channel shared with the bot, or was removed */
	DEPARTED_NETWORK, /* quit, lost the connection, or was killed */
	DEPARTED_SPLIT    /* netsplit */
};

/*
 * Calls from a network to the bot. Names are valid UTF-8 without control characters; all strings
 * live as long as the call.
 */
struct network_events {
	/* A person said text in a channel, or in private (channel NULL): UTF-8, one line. */
	void (*message)(void *above, struct network *network, const struct sender *sender,
		const char *channel, const char *text);
	/* The bot is in the channel and may speak (again); the members are known. */
	void (*joined)(void *above, struct network *network, const char *channel);
	/* A person came into a channel of the bot, or is there when the bot joins. */
	void (*arrived)(void *above, struct network *network, const struct sender *sender);
	/* A person can no longer be reached. */
	void (*departed)(void *above, struct network *network, const struct sender *sender,
		enum departure how);
	/* A person has another nick now; the key stays. */
	void (*renamed)(void *above, struct network *network, const struct sender *sender);
	/* Account, user or host changed, or became known; the key stays. */
	void (*identity_changed)(void *above, struct network *network, const struct sender *sender);
	/* Private lines do not reach a person: they, or their server, refuse them. */
	void (*private_refused)(void *above, struct network *network, const struct sender *sender);
	/* Private messages to this person may work again. */
	void (*private_restored)(void *above, struct network *network, const struct sender *sender);
	/*
	 * The channel keeps the bot out, or lets it say nothing, while the network is connected.
	 * The bot will try again.
	 */
	void (*channel_lost)(void *above, struct network *network, const char *channel);
	/*
	 * A verified server sets an STS policy: TLS on this port for so many seconds; 0 ends the
	 * policy.
	 */
	void (*set_sts_policy)(void *above, const char *host, unsigned port, int64_t seconds);
	/* Returns the port of a stored STS policy, or 0. */
	unsigned (*get_sts_port)(void *above, const char *host);
	/* Stores a value of less than 64 kB under a name in this batch; NULL deletes it. */
	void (*store_value)(
		void *above, struct network *network, const char *name, const char *value);
	/*
	 * Reads the next stored value: the first name behind `after`, and its value. Returns false
	 * at the end, or with network->speechless set if the database cannot be read.
	 */
	bool (*load_next_value)(void *above, struct network *network, const char *after,
		struct string *name, struct string *value);
	/* Removes values deleted up to this batch from all database files. */
	void (*erase_deleted)(void *above);
	/* True if a person is an operator of the network in the configuration. */
	bool (*is_operator)(void *above, struct network *network, const struct sender *sender);
	/* Returns the sentence that the bot says before it leaves an encrypted room. */
	const char *(*get_encrypted_notice)(void *above, struct network *network);
	/* The connection is lost, and with it all people and lines queued for channels. */
	void (*lost)(void *above, struct network *network);
};

#endif
