/*
 * irc.h - one IRC network: stays connected and in its channels, reports people and their messages,
 * and sends lines.
 *
 * Names and text go to the bot as valid UTF-8 without control or format characters. A byte of text
 * that is not UTF-8 is read as Latin-1; irc_text_format_name writes nicks. `came` is reported when
 * a person becomes reachable, in whichever channel, `went` when they no longer are. A person who
 * writes in private without sharing a channel is known until the end of the batch.
 */
#ifndef BOT_NET_IRC_IRC_H
#define BOT_NET_IRC_IRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/network.h"

/* Times of the protocol, in milliseconds. */
struct irc_times {
	uint64_t ping;         /* silence of the server before the bot sends PING */
	uint64_t dead;         /* silence of the server before the bot closes the connection */
	uint64_t registration; /* from starting to connect to the server's welcome */
	uint64_t retry_least;  /* first delay before reconnecting; doubles after each failure */
	uint64_t retry_most;   /* longest delay before reconnecting or rejoining */
	uint64_t stable;       /* connected for so long, a connection counts as a success */
	uint64_t rejoin;       /* first delay before rejoining; doubles after each failure */
	uint64_t regain;       /* between attempts to get the configured nick back */
	uint64_t leave;        /* for the server to close the connection after QUIT */
	uint64_t login;        /* for each step of the login, such as NickServ's answer */
	uint64_t settle;       /* after the last line of limits (005), before the bot joins */
	uint64_t hurry;        /* before a line is sent again that the server refused as too fast */
	uint64_t follow;       /* before a line refused for an old nick goes to the new nick */
	uint64_t ask;          /* between two WHO about newcomers */
};

extern const struct irc_times irc_times_usual;

extern const struct network_type irc_type;

/*
 * The strings and arrays belong to the caller. They must live as long as the network, or until
 * irc_change.
 */
struct irc_settings {
	const char *name; /* the network's name in the configuration */
	const char *host;
	const char *const *more; /* hosts to try after the first, in this order */
	size_t mores;
	unsigned port;
	bool tls;
	const char *ca_file; /* NULL: the system's authorities */
	/* see struct conn_settings; NULL: not set */
	const char *fingerprint;
	const char *certificate;
	const char *key;
	const char *source;
	const char *proxy;
	enum irc_sasl_kind sasl;
	const char *sasl_account;  /* may be NULL with EXTERNAL: the account of the certificate */
	const char *sasl_password; /* for PLAIN and SCRAM */
	const char *sasl_key;      /* for ECDSA: path of its PEM file */
	bool require_sasl; /* without a SASL login, disconnects and retries after retry_most */
	/*
	 * Nick of the services, which get the login if SASL did not succeed. nickserv_account NULL:
	 * no services, and the other nickserv members are unused.
	 */
	const char *nickserv;
	const char *nickserv_account;
	const char *nickserv_password;
	/*
	 * Commands to the services with {account}, {password} and {nick}. regain and ghost get back
	 * a nick in use, each at most once per connection; "": no such command.
	 */
	const char *nickserv_identify;
	const char *nickserv_regain;
	const char *nickserv_ghost;
	/*
	 * The services accept the login by giving the bot one of these modes, or by a notice with
	 * this text. "": unused.
	 */
	const char *nickserv_modes;
	const char *nickserv_answer;
	const char *nick;
	const char *second_nick; /* tried if the first is taken; NULL: none */
	const char *modes; /* the bot's own modes, set after the welcome, as "+ix"; NULL: none */
	const char *const *welcome; /* raw lines sent after the welcome, before joining */
	size_t welcomes;
	const char *user;     /* NULL: nick */
	const char *realname; /* NULL: nick */
	const char *password; /* server password (PASS); NULL: none */
	const char *const *channel;
	const char *const *channel_key; /* the key of each channel or NULL; the array may be NULL */
	size_t channels;
	bool stays_out;                /* stays out of a channel after a kick, until invited */
	unsigned burst;                /* rate limit: lines at once */
	double per_second;             /* rate limit: lines in the long run; 0: unlimited */
	const struct irc_times *times; /* NULL: irc_times_usual */
};

/* Reads the settings from a configuration, which must outlive them. */
struct irc_settings irc_settings_of(const struct config_network *config);
/* Returns a sentence about the first fault of the settings, or NULL if they are usable. */
const char *irc_settings_fault(const struct irc_settings *settings);

struct irc;

/*
 * Opens a network and starts to connect; conn_start_library must have been called. Returns NULL,
 * after a line in the log, if the settings have a fault.
 */
struct irc *irc_open(struct loop *loop, const struct log *log, const struct irc_settings *settings,
	const struct network_events *events, void *above);
struct network *irc_network(struct irc *irc);
/*
 * Takes over settings under the same name: rate limit, channels and nick at once, the others at the
 * next connection. The bot gives `reason` in channels no longer configured. After irc_quit it
 * connects again.
 */
void irc_change(struct irc *irc, const struct irc_settings *settings, const char *reason);
/* Sends QUIT and stays away; queued lines are dropped. */
void irc_quit(struct irc *irc, const char *reason);
/* After irc_quit: true if the connection is closed. */
bool irc_gone(const struct irc *irc);
/* Must not be called from within an upward call. */
void irc_close(struct irc *irc);

#endif
