/* irc/settings.h - the configuration of an IRC network. */
#ifndef BOT_NET_IRC_SETTINGS_H
#define BOT_NET_IRC_SETTINGS_H

#include "bot/net/conn.h"
#include "config/config.h"

/* The SASL login. mechanism NULL: the bot does not use SASL. */
struct irc_settings_sasl {
	char *mechanism; /* "plain", "external", "scram-sha-256", "scram-sha-512",
			    "ecdsa-nist256p-challenge" */
	char *account;   /* NULL with "external": the certificate names the account */
	char *password; /* NULL with "external" and "ecdsa…"; with "scram…" account and password are
			   in SASLprep form */
	char *key;      /* path of the private key; only with "ecdsa…" */
};

/*
 * The login to services. service NULL: the bot does not use services; otherwise no member is NULL.
 */
struct irc_settings_nickserv {
	char *preset; /* "atheme", "anope", "oftc", "undernet": gives the defaults of the other
			 members */
	char *service;
	char *account;
	char *password;
	char *identify; /* the login command, with {account} and {password} */
	char *modes;    /* user modes; any of them confirms the login; empty: none */
	char *answer;   /* part of the notice that confirms the login; empty: none */
	/* The next two come from the preset and live as long as the program. */
	const char *regain; /* the command that takes back a {nick}; empty: none */
	const char *ghost;  /* the command that frees a {nick} if regain fails; empty: none */
};

/* The keys of an IRC network. No string is NULL unless a comment says so. */
struct irc_settings {
	struct config_network common; /* must be first */
	struct conn_settings server;
	struct config_list more_hosts; /* names or addresses, tried in this order after the first */
	char *nick;
	char *user;
	char *realname;
	char *password; /* NULL: none */
	struct irc_settings_sasl sasl;
	bool require_sasl;
	struct irc_settings_nickserv nickserv;
	char *modes;                      /* user modes of the bot, "+ix"; NULL: none */
	struct config_list after_welcome; /* protocol lines to send; secret */
	char *public; /* "ircs://irc.example.net", the address for people; empty: none; NULL: by
			 host, port and tls */
	bool rejoin_after_kick;
};

extern const struct config_type irc_settings_type;

#endif
