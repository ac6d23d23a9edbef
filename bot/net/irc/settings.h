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
	/* user modes; the login is confirmed if the server sets one of them; empty: not used */
	char *modes;
	char *answer; /* part of the notice that confirms the login; empty: not used */
	/* `regain` and `ghost` come from the preset and live as long as the program. */
	const char *regain; /* the command that takes back a {nick}; empty: not known */
	const char *ghost; /* the command that frees a {nick} if `regain` fails; empty: not known */
};

/* The keys of an IRC network. No string is NULL unless a comment says so. */
struct irc_settings {
	struct config_network common; /* must be first */
	struct conn_settings server;
	/* names or addresses, tried in this order after server.host */
	struct config_list more_hosts;
	char *nick;
	char *user;
	char *realname;
	char *password; /* password of the server (PASS); NULL: no password */
	struct irc_settings_sasl sasl;
	bool require_sasl;
	struct irc_settings_nickserv nickserv;
	char *modes; /* user modes that the bot sets on itself, like "+ix"; NULL: no modes */
	/* protocol lines to send after the welcome; secret, as they may hold a password */
	struct config_list after_welcome;
	/*
	 * address of the network for people, like "ircs://irc.example.net"; empty: no address;
	 * NULL: made from host, port and tls
	 */
	char *public;
	bool rejoin_after_kick;
};

extern const struct config_type irc_settings_type;

#endif
