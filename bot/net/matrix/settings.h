/* matrix/settings.h - the configuration of a Matrix network. */
#ifndef BOT_NET_MATRIX_SETTINGS_H
#define BOT_NET_MATRIX_SETTINGS_H

#include "bot/net/conn.h"
#include "config/config.h"

/* Bytes of a host, and of a key with its value. */
enum { MATRIX_SETTINGS_HOST = 260, MATRIX_SETTINGS_SECRET = 1024 };

/* The keys of a Matrix network. No string is NULL unless a comment says so. */
struct matrix_settings {
	struct config_network common;    /* must be first */
	char *homeserver;                /* "https://matrix.example.org" or "example.org" */
	struct conn_settings server;     /* host, port and tls come from homeserver */
	char host[MATRIX_SETTINGS_HOST]; /* storage for the string server.host */
	bool discover; /* homeserver is a domain; its .well-known names the address */
	char *user;
	char *password; /* NULL: log in by token */
	char *token;    /* NULL: log in by password */
	/*
	 * the key that gives the password or token, for log lines: a file with its path, like
	 * password_file = "matrix_password", or the mere name of a key whose value is the secret
	 */
	char secret[MATRIX_SETTINGS_SECRET];
	char *invites;    /* kind of invitations that the bot accepts, see mitaines.conf(5) */
	char *encryption; /* "none" or "proxy", see mitaines.conf(5) */
	struct config_list trusted_servers; /* servers that give each person only one account */
};

extern const struct config_type matrix_settings_type;

#endif
