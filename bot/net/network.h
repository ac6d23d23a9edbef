/*
 * network.h - what a chat network and the bot above it know of each other.
 *
 * A network reports plain messages and people upward and knows no games; whoever is above speaks to
 * channels and people and knows no protocol. Somebody's connection is known by `key`: the same
 * while the network follows them (through renames), never given to another one. Who they are,
 * whatever connection they come by, is for those above to decide (bot/identity.h).
 */
#ifndef BOT_NET_NETWORK_H
#define BOT_NET_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/events.h"
#include "bot/net/saying.h"

struct network;
struct access;
struct log;
struct loop;
struct string;
struct histogram;
struct config_network; /* config/config.h */

/* If everybody may come into a channel and know of it. */
enum openness {
	OPENNESS_OPEN,
	OPENNESS_UNKNOWN, /* the network has not told yet */
	OPENNESS_CLOSED   /* it is secret, needs a key, or asks for an invitation */
};

/* How a private line travels. */
enum via { VIA_MESSAGE, VIA_NOTICE };

/*
 * A network: a head that drivers embed as their first member. Lines said are staged; send_staged
 * sends them once the batch is on disk, discard_staged drops them after a rollback.
 */
struct network {
	const char *name; /* as configured; lives as long as the network */
	const struct network_driver *driver;
	const struct network_events *events;
	void *above;
	/*
	 * One person is there alone, and sees their table all the time: what is between people is
	 * no command there, deals are proved to nobody, and hands and turns need no line.
	 */
	bool single;
	/* Accounts are of many servers, each of which may be one person's. */
	bool federated;
	/* A value could not be read or noted: the batch is rolled back. */
	bool speechless;
	/* So much waits to be said that lines of people are not read: turn clocks stand. */
	bool unread;
	/* For whoever is above: */
	int64_t id;            /* its number in the store */
	struct access *access; /* who is heard */
};

/* How a network stands, for its operator. */
struct network_status {
	bool connected;
	bool tried;        /* it is, or was, or all its servers have been tried in vain */
	unsigned channels; /* the bot is in */
	size_t people;     /* it can speak to */
	size_t waiting;    /* lines to be said */
	uint64_t sent;     /* lines that were, … */
	uint64_t taken;    /* … of which the first so many are surely past what may lose them */
	uint64_t connects; /* how often it was connected */
	const struct histogram *delay; /* of lines that had to wait for their turn; NULL: unknown */
};

struct network_driver {
	/* Bytes after which news go on in another line: what one line takes in any case. */
	size_t line;
	/* Colours do not get in the way of who sees none, or copies the words. */
	bool colours;
	/* What is said is kept with its batch until it is there: nothing is lost, or said again. */
	bool keeps;
	/* A public line; longer text is split between words. */
	void (*say)(struct network *network, const char *channel, const struct saying *saying);
	/*
	 * A private line to whoever holds key now. Returns what `waits` knows the line by; 0: it
	 * does not wait, as when it is dropped because they cannot be reached.
	 */
	uint64_t (*tell)(struct network *network, const char *key, enum via via,
		const struct saying *saying);
	/*
	 * Shows something in a channel, or in private to whoever holds target. Returns the same.
	 * NULL: what is said there cannot be changed, and lines tell all of it.
	 */
	uint64_t (*show)(struct network *network, const char *target, bool private,
		const struct showing *showing);
	/* Whoever holds key is soon to be told things in private; NULL: that takes no time. */
	void (*expect)(struct network *network, const char *key);
	/* People are to see that the bot will say something there soon; NULL: they cannot. */
	void (*busy)(struct network *network, const char *target, bool private);
	/* True if that line has not been sent yet. */
	bool (*waits)(struct network *network, uint64_t line);
	/*
	 * Whoever holds key is forgotten: once what waits for them is said, nothing that is kept
	 * tells of them. NULL: nothing ever does.
	 */
	void (*erase)(struct network *network, const char *key);
	/* Returns how many private lines wait for a connection. */
	size_t (*private_queue_length)(struct network *network, const char *key);
	/* The nick of whoever holds key, NULL: they cannot be reached; lives until the next call.
	 */
	const char *(*nick)(struct network *network, const char *key);
	/* True if whoever holds key is in the channel, as far as the bot sees. */
	bool (*in)(struct network *network, const char *key, const char *channel);
	/* Tells if a channel is for everybody. NULL: all are. */
	enum openness (*openness)(struct network *network, const char *channel);
	/* Finds the connection of a nick, compared as the network compares. False: none. */
	bool (*find_nick)(struct network *network, const char *nick, struct sender *sender);
	/* The bot's own nick. */
	const char *(*self)(struct network *network);
	/* Writes the form that all spellings of a channel, nick or account share to out. */
	void (*fold)(struct network *network, const char *name, char out[NETWORK_CHANNEL]);
	/* Comes into a channel from now on; false: it cannot be one, or there are too many. */
	bool (*join)(struct network *network, const char *channel);
	/* Leaves a channel for good, saying why; false: it is none of the bot's. */
	bool (*part)(struct network *network, const char *channel, const char *reason);
	void (*status)(struct network *network, struct network_status *status);
	void (*send_staged)(struct network *network);
	void (*discard_staged)(struct network *network);
	/*
	 * Its configuration is this now, of the same name and type: what can be at once, the rest
	 * from the next connection on. reason is said in channels that are no longer in it. After
	 * quit it connects again. This one and those below only of networks that a type has opened.
	 */
	void (*change)(
		struct network *network, const struct config_network *config, const char *reason);
	/* Takes leave and does not come back; what is still to be said is dropped. */
	void (*quit)(struct network *network, const char *reason);
	/* After quit: whether the server has let the bot go, or there was none. */
	bool (*gone)(const struct network *network);
	/* Frees it. Not from within an upward call. */
	void (*close)(struct network *network);
};

/* A kind of network: makes one that runs of one that is configured. */
struct network_type {
	const char *name; /* as configurations have it */
	/* What cannot be used about a configuration, in words, or NULL. */
	const char *(*fault)(const struct config_network *config);
	/*
	 * Opens a network, which connects once the loop runs; conn_start must have been called. It
	 * lives by what config points to until it is closed or has changed. Returns NULL on
	 * a fault, which the log then tells.
	 */
	struct network *(*open)(const struct config_network *config, struct loop *loop,
		const struct log *log, const struct network_events *events, void *above);
};

#endif
