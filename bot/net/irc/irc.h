/*
 * irc.h - one IRC network: keeps the bot connected and in its channels, reports people and their
 * messages, and sends lines.
 *
 * Names and text are reported as valid UTF-8 without control or format characters. A byte of text
 * that is not UTF-8 is read as Latin-1; nicks are written by irc_text_format_name. `arrived` is
 * reported when a person joins the first channel shared with the bot, `departed` when they leave
 * the last one. A person who writes in private without sharing a channel is known until the end of
 * the batch.
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
	uint64_t ping;         /* silence of the server after which the bot sends PING */
	uint64_t dead;         /* silence of the server after which the bot disconnects */
	uint64_t registration; /* maximum time from starting to connect to the server's welcome */
	uint64_t retry_least;  /* first delay before reconnecting; doubled after each failure */
	uint64_t retry_most;   /* longest delay before reconnecting or rejoining */
	uint64_t stable;       /* a connection that lasted this long counts as a success */
	uint64_t rejoin; /* first delay before rejoining a channel; doubled after each failure */
	uint64_t regain; /* delay between attempts to get the configured nick back */
	uint64_t leave;  /* time for the server to close the connection after QUIT */
	uint64_t login;  /* maximum time for each step of the login, like NickServ's answer */
	uint64_t settle; /* delay between the last 005 and the first JOIN */
	uint64_t hurry;  /* delay before resending a line that the server refused as too fast */
	/* delay before the bot resends a line that was refused because the person has a new nick */
	uint64_t follow;
	uint64_t ask; /* delay between two WHO about new members */
};

extern const struct network_type irc_type;

/*
 * The strings and arrays belong to the caller. They must live as long as the network, or until
 * irc_change.
 */
struct irc_settings {
	const char *name; /* the network's name in the configuration */
	const char *host;
	const char *const *more; /* hosts to try after `host`, in this order */
	size_t mores;
	unsigned port;
	bool tls;
	const char *ca_file; /* PEM file of authorities; NULL: the system's */
	/* for this and the next four members see struct conn_settings; NULL: not set */
	const char *fingerprint;
	const char *certificate;
	const char *key;
	const char *source;
	const char *proxy;
	enum irc_sasl_kind sasl;
	const char *sasl_account;  /* account; NULL with EXTERNAL: the certificate's account */
	const char *sasl_password; /* password for PLAIN and SCRAM */
	const char *sasl_key;      /* path of the PEM file for ECDSA */
	bool require_sasl; /* if the SASL login fails, disconnect and retry after retry_most */
	/* Nick of NickServ. The bot identifies there if SASL did not log it in. */
	const char *nickserv;
	const char *nickserv_account; /* NULL: NickServ and all nickserv members are unused */
	const char *nickserv_password;
	/*
	 * Command by which the bot logs in at NickServ. Here and in the next two members,
	 * {account}, {password} and {nick} are replaced.
	 */
	const char *nickserv_identify;
	/*
	 * command to NickServ that frees the configured nick, sent at most once per connection; "":
	 * none
	 */
	const char *nickserv_regain;
	/* another command that frees the configured nick, tried after nickserv_regain; "": none */
	const char *nickserv_ghost;
	/* user modes; NickServ confirms the login by setting one of them on the bot; "": unused */
	const char *nickserv_modes;
	/* NickServ confirms the login by a notice that contains this text; "": unused */
	const char *nickserv_answer;
	const char *nick;
	const char *second_nick; /* nick to try if the first is taken; NULL: none */
	const char *modes; /* the bot's user modes, set after the welcome, like "+ix"; NULL: none */
	const char *const *welcome; /* raw lines to send between the welcome and the first JOIN */
	size_t welcomes;
	const char *user;     /* user name; NULL: same as `nick` */
	const char *realname; /* real name; NULL: same as `nick` */
	const char *password; /* server password (PASS); NULL: none */
	const char *const *channel;
	/* the key of each channel, or NULL; the array may be NULL */
	const char *const *channel_key;
	size_t channels;
	bool stays_out;                /* after a kick, rejoin only when invited */
	unsigned burst;                /* rate limit: lines in a burst */
	double per_second;             /* rate limit: lines per second on average; 0: unlimited */
	const struct irc_times *times; /* NULL: the usual ones */
};

/* Reads the settings from a configuration, which must live as long as the settings are used. */
struct irc_settings irc_settings_of(const struct config_network *config);
/* Returns a sentence about the first fault of the settings, or NULL if they are usable. */
const char *irc_settings_fault(const struct irc_settings *settings);

struct irc;

/*
 * Opens a network and starts to connect; call conn_start_library first. If the settings have a
 * fault, logs it and returns NULL.
 */
struct irc *irc_open(struct loop *loop, const struct log *log, const struct irc_settings *settings,
	const struct network_events *events, void *above);
struct network *irc_network(struct irc *irc);
/*
 * Applies new settings: rate limit, channels and nick at once, the others at the next connection.
 * `reason` is the part message for channels no longer configured. After a quit, connects again.
 */
void irc_change(struct irc *irc, const struct irc_settings *settings, const char *reason);

#endif
