/* events.h - what a network reports to the bot: people, what they say, and its own state. */
#ifndef BOT_NET_EVENTS_H
#define BOT_NET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes, NUL included, of what any network may call a connection, somebody or a channel. */
enum { NETWORK_KEY = 256, NETWORK_NICK = 256, NETWORK_ACCOUNT = 256, NETWORK_CHANNEL = 256 };

struct network;
struct string;

/* Somebody as the network knows them now; all strings live as long as the call. */
struct sender {
	const char *key;
	const char *nick;    /* as people are shown it: nobody else's of the network is shown so */
	const char *first;   /* the nick they had when first seen on this connection, folded */
	const char *account; /* NULL: not logged in, or not known, or the network has none */
	const char *mask;    /* what operators' masks are held against: "nick!" and the origin */
	const char *origin;  /* "user@host", or their home server; "@": not known */
	bool passes;         /* shares no channel with the bot: the key is only for now */
	bool relayed; /* speaks through a relay: is not on the network, and hears channels alone */
};

/* How somebody went. */
enum departure {
	DEPARTED_CHANNEL, /* they left the last channel shared with the bot, or were made to */
	DEPARTED_NETWORK, /* they quit, their connection was lost, or they were killed */
	DEPARTED_SPLIT    /* servers lost each other, and they are on the other side */
};

/*
 * Upward calls. Names are valid UTF-8 without control characters; all strings live as long as the
 * call.
 */
struct network_events {
	/* Somebody said text in channel, or in private (channel NULL): valid UTF-8, one line. */
	void (*message)(void *above, struct network *network, const struct sender *sender,
		const char *channel, const char *text);
	/* The bot is in the channel and heard (again), after the network knows who is there. */
	void (*joined)(void *above, struct network *network, const char *channel);
	/* Somebody came into one of the bot's channels, or is there when the bot joins. */
	void (*came)(void *above, struct network *network, const struct sender *sender);
	/* Somebody can no longer be reached. */
	void (*went)(void *above, struct network *network, const struct sender *sender,
		enum departure how);
	/* Somebody goes by another nick now; their key stays. */
	void (*renamed)(void *above, struct network *network, const struct sender *sender);
	/* Somebody's account, user or host is another now, or came to be known; their key stays. */
	void (*known)(void *above, struct network *network, const struct sender *sender);
	/* Private lines to somebody do not reach them: they, or their server for them, refuse them.
	 */
	void (*unheard)(void *above, struct network *network, const struct sender *sender);
	/* They may reach them from now on: somebody came where they are told things in private. */
	void (*reached)(void *above, struct network *network, const struct sender *sender);
	/*
	 * The channel keeps the bot out, or does not hear it, while the network is connected: it
	 * was thrown out, or its join was refused. The bot will try again.
	 */
	void (*left)(void *above, struct network *network, const char *channel);
	/*
	 * A server that has proved its name wants to be reached by TLS alone, on this port, for so
	 * many seconds; 0: no longer.
	 */
	void (*secure)(void *above, const char *host, unsigned port, int64_t seconds);
	/* The port of that, which is still to be kept to; 0: there is none. */
	unsigned (*secured)(void *above, const char *host);
	/*
	 * A network keeps a value of less than 64 kB for itself, by a name of its own; NULL: none
	 * any more. It is on disk with all that came of this batch, or not at all.
	 */
	void (*keep)(void *above, struct network *network, const char *name, const char *value);
	/*
	 * Reads the next stored value: the first name behind `after`, and its value. Returns false
	 * at the end, or with network->speechless set if the database cannot be read.
	 */
	bool (*kept)(void *above, struct network *network, const char *after, struct string *name,
		struct string *value);
	/* Values that were dropped up to this batch are in no file once it is on disk. */
	void (*scrub)(void *above);
	/* True if somebody is one of the network's operators. */
	bool (*trusts)(void *above, struct network *network, const struct sender *sender);
	/* What is said in a room that is encrypted, before the bot leaves it: one sentence. */
	const char *(*sealed)(void *above, struct network *network);
	/* The connection is lost; everybody went. Lines queued for channels are gone. */
	void (*lost)(void *above, struct network *network);
};

#endif
