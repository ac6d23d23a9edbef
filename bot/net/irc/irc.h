/*
 * irc.h - one IRC network: stays connected and in its channels, reports people and what they say,
 * and says what it is told to.
 *
 * Names and text go upward as valid UTF-8 without control or format characters; of text a byte that
 * is not UTF-8 is read as Latin-1, nicks are as irc_text_show writes them. `came` is told once
 * somebody can be reached who could not before, in whichever channel; `went` when they cannot be
 * reached any more. Somebody who writes in private without sharing a channel is known until the end
 * of the batch (send_staged or discard_staged).
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

/* All in milliseconds. */
struct irc_times {
	uint64_t ping;         /* without a line from the server, until the bot asks for one */
	uint64_t dead;         /* without a line, until the connection is given up */
	uint64_t registration; /* from the first attempt to connect until the server welcomes the
				  bot */
	uint64_t retry_least;  /* before connecting again; doubles, give or take a half … */
	uint64_t retry_most;   /* … up to this … */
	uint64_t stable;       /* … until a connection has held for so long */
	uint64_t
		rejoin; /* before joining again after a kick or refusal; doubles up to retry_most */
	uint64_t regain; /* between attempts to get the configured nick back */
	uint64_t leave;  /* for the server to close after QUIT */
	uint64_t login;  /* for services to say whether they believe who the bot is */
	uint64_t settle; /* for the server to tell more of what it allows, once it has begun */
	uint64_t hurry;  /* before a line is said again that the server found too soon */
	uint64_t follow; /* or to a nick that was given up: those before it may be refused yet */
	uint64_t ask;    /* between questions about who has come */
};

extern const struct irc_times irc_times_usual;

extern const struct network_type irc_type;

/*
 * The strings and arrays belong to the caller and must live as long as the network, or until it has
 * changed to others.
 */
struct irc_settings {
	const char *name; /* of the network, for the operator */
	const char *host;
	const char *const *more; /* hosts to try after that one, in this order */
	size_t mores;
	unsigned port;
	bool tls;
	const char *ca_file; /* NULL: the system's authorities */
	/* As in struct conn_settings; NULL: none. */
	const char *fingerprint;
	const char *certificate;
	const char *key;
	const char *source;
	const char *proxy;
	enum irc_sasl_choice sasl;
	const char *sasl_account;  /* EXTERNAL: NULL: the one the certificate belongs to */
	const char *sasl_password; /* of PLAIN and SCRAM */
	const char *sasl_key;      /* of ECDSA: the path of its PEM file */
	bool require_sasl;         /* leaves when that fails, and tries again at leisure */
	/* Whom to tell who the bot is when SASL has not done it; account NULL: nobody, else none
	 * is.
	 */
	const char *nickserv;
	const char *nickserv_account;
	const char *nickserv_password;
	/*
	 * What to tell them, with {account} and {password}; then, where somebody else has the
	 * {nick}, each at most once a connection until the bot has it; these two "": nothing.
	 */
	const char *nickserv_identify;
	const char *nickserv_regain;
	const char *nickserv_ghost;
	/* They believe it who give the bot one of these modes, or say this in a notice; "": none.
	 */
	const char *nickserv_modes;
	const char *nickserv_answer;
	const char *nick;
	const char *second_nick;    /* where somebody else has that one; NULL: none */
	const char *modes;          /* of its own, to set after the welcome: "+ix"; NULL: none */
	const char *const *welcome; /* lines to send then, before it joins */
	size_t welcomes;
	const char *user;     /* NULL: nick */
	const char *realname; /* NULL: nick */
	const char *password; /* of the server; NULL: none */
	const char *const *channel;
	const char *const *channel_key; /* of each, NULL: it needs none; NULL: none needs any */
	size_t channels;
	bool stays_out;                /* of a channel it was kicked out of, until invited */
	unsigned burst;                /* lines at once */
	double per_second;             /* lines in the long run; 0: no limit */
	const struct irc_times *times; /* NULL: irc_times_usual */
};

/* What a configuration makes of them; they live as long as it does. */
struct irc_settings irc_settings_of(const struct config_network *config);
/* What cannot be used about these settings, in words, or NULL. */
const char *irc_settings_fault(const struct irc_settings *settings);

struct irc;

/*
 * Opens a network and begins to connect; conn_start must have been called. Returns NULL when
 * the settings have a fault, which the log then tells.
 */
struct irc *irc_open(struct loop *loop, const struct log *log, const struct irc_settings *settings,
	const struct network_events *events, void *above);
/* The network's head, as speakers see it. */
struct network *irc_network(struct irc *irc);
/*
 * The settings are these now, under the same name: pace, channels and nick at once, how to connect
 * from the next connection on. reason is said in channels that are no longer among them. After
 * irc_quit it connects again.
 */
void irc_change(struct irc *irc, const struct irc_settings *settings, const char *reason);
/* Takes leave of the server and does not come back; what is still queued is dropped. */
void irc_quit(struct irc *irc, const char *reason);
/* After irc_quit: whether the server has closed the connection, or there was none. */
bool irc_gone(const struct irc *irc);
/* Not from within an upward call. */
void irc_close(struct irc *irc);

#endif
