/*
 * network.h - the contract between a chat network's driver and the bot.
 *
 * A driver reports messages and people upward and knows no games; the bot speaks to channels and
 * people and knows no protocol. A `key` identifies a connection: it survives renames and is never
 * given to another connection. bot/people/identity.h decides which person is behind a connection.
 */
#ifndef BOT_NET_NETWORK_H
#define BOT_NET_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/events.h"
#include "bot/net/saying.h"
#include "config/config.h"

struct network;
struct access;
struct log;
struct loop;
struct string;
struct histogram;

/* Tells if the public can see and join a channel. */
enum openness {
	OPENNESS_OPEN,
	OPENNESS_UNKNOWN, /* not known yet */
	OPENNESS_CLOSED   /* secret, with a key, or by invitation only */
};

/* The rank of a person in a channel. */
enum network_rank {
	RANK_NONE,
	RANK_VOICED,
	RANK_OPERATOR /* may change the channel's settings */
};

/* The command for a private line on IRC: PRIVMSG or NOTICE. Other networks ignore it. */
enum via { VIA_MESSAGE, VIA_NOTICE };

/*
 * Bytes of text that always fit in one line of a network. The bot splits longer lists over several
 * lines.
 */
enum { NETWORK_LINE = 320 };

/* The common part of all networks; the driver's own struct embeds it as its first member. */
struct network {
	const char *name; /* configured name; valid as long as the network */
	const struct network_driver *driver;
	const struct network_events *events;
	void *above; /* context of the functions of `events` */
	/*
	 * The network has one player (the terminal). Commands between people are off, and the bot
	 * sends no fairness proofs.
	 */
	bool single;
	/* The player always sees the table: the bot sends no lines about hands and turns. */
	bool shows_table;
	/* A private talk with the bot is a room of its own, so people need no /msg. */
	bool direct_rooms;
	/* All people are guests and play by links: no channels, ratings or statistics. */
	bool guests;
	/* A stored value could not be read or written; the batch will roll back. */
	bool storage_failed;
	/*
	 * The outbox is too full: the driver reads no lines from people, and turn clocks are
	 * paused.
	 */
	bool input_paused;
	bool removed; /* a reload has removed the network from the configuration; set by the bot */
	int64_t id;   /* the network's number in the database; set by the bot */
	struct access *access; /* operators, ignored people and language; set by the bot */
};

/* The state of a network, for its operator and the metrics. */
struct network_status {
	bool connected;
	bool tried; /* the network is connected, or each of its servers has failed at least once */
	unsigned channels;             /* number of channels that the bot is in */
	size_t people;                 /* number of people that the bot can write to */
	size_t waiting;                /* number of lines not sent yet */
	uint64_t sent;                 /* number of lines sent since the start */
	uint64_t confirmed;            /* number of lines confirmed by the server since the start */
	uint64_t connects;             /* number of successful connections since the start */
	const struct histogram *delay; /* waiting times of queued lines; NULL: unknown */
};

/* Name of the network of guests. */
#define NETWORK_OF_GUESTS "web page"

/*
 * The functions of a driver. "NULL:" in a comment tells what it means if the driver does not set
 * the member. Strings that a function returns belong to the network.
 */
struct network_driver {
	const char *protocol; /* its name for people, the same in every language: "IRC" */
	/*
	 * Name of a message, in the group "operators.", about people whom users may not expect to
	 * be operators of a channel, like half-operators on IRC. NULL: no such people.
	 */
	const char *operators;
	/*
	 * The bot may use mIRC colour codes: the network hides the codes from people who see no
	 * colours.
	 */
	bool colours;
	/*
	 * Lines are stored in the database until the server has them, so a crash neither loses nor
	 * repeats a line.
	 */
	bool is_durable;
	/* `tell` sends a saying with a `file` as a file. */
	bool takes_files;
	/*
	 * Stages a private line to a connection. Returns the line's number for `waits`, or 0 if the
	 * line is not queued, for instance because the person is unreachable.
	 */
	uint64_t (*tell)(struct network *network, const char *key, enum via via,
		const struct saying *saying);
	/*
	 * Shows a message that can be edited, in a channel or in private to a connection. Returns a
	 * number like `tell`. NULL: the network cannot edit messages, so the bot sends everything
	 * as plain lines.
	 */
	uint64_t (*show)(struct network *network, const char *target, bool private,
		const struct showing *showing);
	/* Prepares private lines to a connection, for example opens a room. NULL: not needed. */
	void (*prepare_private)(struct network *network, const char *key);
	/* Shows people that the bot is about to write (typing notice). NULL: not supported. */
	void (*show_typing)(struct network *network, const char *target, bool private);
	/* True if the line with this number has not been sent yet. NULL: lines never wait. */
	bool (*waits)(struct network *network, uint64_t line);
	/*
	 * Deletes all stored data about a connection once the lines waiting for it are sent. NULL:
	 * the network stores nothing.
	 */
	void (*erase)(struct network *network, const char *key);
	/* Returns how many private lines wait for a connection. NULL: lines never wait. */
	size_t (*private_queue_length)(struct network *network, const char *key);
	/* Returns a connection's nick, or NULL if it is unreachable; valid until the next call. */
	const char *(*nick)(struct network *network, const char *key);
	/* True if the bot knows that a connection is in a channel. */
	bool (*in)(struct network *network, const char *key, const char *channel);
	/*
	 * Returns the title by which people know a channel whose name is a mere id, or NULL; valid
	 * until the next call. NULL: people know all channels by their names.
	 */
	const char *(*title)(struct network *network, const char *channel);
	/* Returns the rank of a connection in a channel. NULL: RANK_NONE. */
	enum network_rank (*rank)(struct network *network, const char *key, const char *channel);
	/* Tells whether a channel is public. NULL: all channels are public. */
	enum openness (*openness)(struct network *network, const char *channel);
	/* True if only some people may join a channel or speak there. NULL: all people may. */
	bool (*is_restricted)(struct network *network, const char *channel);
	/*
	 * Adds the address at which people's programs open a channel. local: the readers are on the
	 * bot's machine. Returns false if readers cannot reach the channel. NULL: no channel has an
	 * address.
	 */
	bool (*add_link)(
		struct network *network, const char *channel, bool local, struct string *link);
	/*
	 * True if a server is trusted to give each person only one account; server: the host of a
	 * person's origin. Set only on networks of many servers, which any person can run. NULL:
	 * all accounts belong to one server.
	 */
	bool (*trusts)(const struct network *network, const char *server);
	/* Finds a person by nick, compared by the network's rules. Returns false if unknown. */
	bool (*find_nick)(struct network *network, const char *nick, struct sender *sender);
	/*
	 * Finds the name with which a text begins, of one or more words: a nick, an id, or a first
	 * name that only one person has. Writes the person's nick, and returns the bytes of the
	 * name in the text; 0: the text begins with no name. NULL: nicks have no blanks.
	 */
	size_t (*read_name)(struct network *network, const char *text, char nick[NETWORK_NICK]);
	/* Returns the bot's own nick. */
	const char *(*self)(struct network *network);
	/* Writes the canonical form of a channel, nick or account: the same for all spellings. */
	void (*fold)(struct network *network, const char *name, char out[NETWORK_CHANNEL]);
	/*
	 * True if a person of the network can have this nick, account or id. NULL: no name is
	 * allowed.
	 */
	bool (*allows_name)(struct network *network, const char *name);
	/*
	 * Stages a line to a channel; text too long for one line is split between words. This
	 * member and those below are not set on the network of guests, which has no channels.
	 */
	void (*say)(struct network *network, const char *channel, const struct saying *saying);
	void (*status)(struct network *network, struct network_status *status);
	/* Sends the staged lines; called once the batch is committed. */
	void (*send_staged)(struct network *network);
	/* Drops the staged lines; called after a rollback. */
	void (*discard_staged)(struct network *network);
	/*
	 * Joins a channel, now and after each reconnection. Returns false if the name is bad or
	 * there are too many channels. This member and those below are set only on networks that a
	 * network_type has opened.
	 */
	bool (*join)(struct network *network, const char *channel);
	/*
	 * Leaves a channel and does not rejoin it. Returns false if the channel is not one that the
	 * bot joins.
	 */
	bool (*part)(struct network *network, const char *channel, const char *reason);
	/*
	 * Applies a new configuration of the same name and type; the old one must still be valid.
	 * Settings that cannot change on the open connection change at the next one. `reason` is
	 * the part message for channels that are no longer configured. After `quit`, connects
	 * again.
	 */
	void (*change)(
		struct network *network, const struct config_network *config, const char *reason);
	/*
	 * Disconnects with a message and does not reconnect. Drops the lines not sent yet, unless
	 * is_durable is set: then they wait in the database for the next start.
	 */
	void (*quit)(struct network *network, const char *reason);
	/* After quit: true if the connection is closed. */
	bool (*gone)(const struct network *network);
	/* Frees the network. Must not be called from within a function of network_events. */
	void (*close)(struct network *network);
};

/* The place that a link to a channel names, for the pages. */
struct network_place {
	const char *protocol; /* as in struct network_driver */
	/* name of the server, within the link; NULL: people need no server name */
	const char *server;
	size_t length; /* bytes of `server` */
	bool tls;
};

/* A protocol; its struct config_type names it. */
struct network_type {
	/* Reads a link that add_link made. Returns false for the link of another type. */
	bool (*read_link)(const char *link, struct network_place *place);
	/*
	 * Opens a network; call conn_start_library first. The network connects once the event loop
	 * runs. *config must live until the network is closed or changed. Returns NULL on an error.
	 */
	struct network *(*open)(const struct config_network *config, struct loop *loop,
		const struct log *log, const struct network_events *events, void *above);
};

#endif
