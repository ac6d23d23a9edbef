/*
 * config.h - the configuration: reads a file in libconfig's syntax and checks it key by key.
 *
 * mitaines.conf.example and mitaines.conf(5) document every key, its default and its range.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* The pace of outgoing lines: a burst, then a rate. per_second 0: no limit. */
struct config_pace {
	unsigned burst;
	double per_second;
};

/*
 * The rate limit of one person's requests: a burst, then a rate. burst 0: no limit. After a warning
 * the bot ignores the person for ignore_seconds.
 */
struct config_limits {
	unsigned burst;
	double per_second;
	unsigned ignore_seconds;
};

struct config_list {
	char **item;
	size_t count;
};

/* Settings that may differ from channel to channel. After reading, every field has its value. */
struct config_settings {
	unsigned turn_seconds;
	unsigned grace_seconds;
	unsigned split_seconds;
	unsigned leaver_wait_seconds;
	char *prefix;    /* of commands */
	char *language;  /* "en", "fr" */
	char *cards;     /* "unicode", "ascii", "colour", "plain" */
	char *detail;    /* of public lines about play: "full", "quiet" */
	unsigned pages;  /* 1: the pages show the channel's matches */
	char *tables_in; /* place of a table's public lines: "channel", "thread" */
};

struct config_channels {
	char **item;
	char **key;                       /* of each channel; NULL: the channel has no key */
	struct config_settings *settings; /* of each channel */
	size_t count;
};

/* mechanism NULL: no SASL. */
struct config_sasl {
	char *mechanism; /* "plain", "external", "scram-sha-256", "scram-sha-512",
			    "ecdsa-nist256p-challenge" */
	char *account;   /* NULL with external: the certificate names it */
	char *password;  /* NULL with external and ecdsa; with scram both after SASLprep */
	char *key;       /* path of a file, with ecdsa only */
};

/* service NULL: no NickServ. If it is set, no field is NULL. */
struct config_nickserv {
	char *preset; /* "atheme", "anope", "oftc", "undernet": gives the defaults below */
	char *service;
	char *account;
	char *password;
	char *identify; /* the login command, with {account} and {password} */
	char *regain;   /* the command that takes back a {nick}; empty: none */
	char *ghost;    /* the command that frees a {nick} if regain fails; empty: none */
	char *modes;    /* user modes, one of which shows a successful login; empty: none */
	char *answer;   /* part of the notice that confirms the login; empty: none */
};

/* Strings are valid UTF-8 without line ends, and not NULL unless a comment says so. */
struct config_network {
	char *type;    /* "irc", "matrix" */
	unsigned line; /* line of its group in the file; 0: the network is a default */
	char *name;    /* unique, whatever the case of its letters */
	char *host;    /* a name or an address; an IPv6 address without brackets */
	struct config_list more_hosts; /* likewise, tried in this order after host */
	unsigned port;
	bool tls;
	char *ca_file;            /* NULL: the system's authorities */
	char *tls_fingerprint;    /* SHA-256 of the server's public key in base64, or of its
				     certificate in hexadecimal; NULL: any */
	char *client_certificate; /* NULL: none */
	char *client_key;         /* NULL: in the same file */
	char *source_address;     /* local address of the connection; NULL: any */
	char *proxy;              /* scheme://[user:password@]host:port; NULL: none */
	char *nick;
	char *second_nick; /* NULL: none */
	char *user;
	char *realname;
	char *password; /* NULL: none */
	/* For type "matrix" only. host, port and tls are its homeserver's. */
	char *homeserver; /* "https://matrix.example.org" or "example.org" */
	bool discover;    /* homeserver is a domain; its .well-known names the address */
	char *token;      /* NULL: log in by password */
	char *invites;    /* the invitations to accept, see mitaines.conf(5) */
	struct config_list trusted_servers; /* servers with one account a person */
	struct config_sasl sasl;
	bool require_sasl;
	struct config_nickserv nickserv;
	char *modes;                      /* user modes of the bot, "+ix"; NULL: none */
	struct config_list after_welcome; /* protocol lines to send; secret */
	struct config_settings settings;
	struct config_channels channels;
	bool rejoin_after_kick;
	struct config_pace pace;
	struct config_limits limits;
	struct config_list ignore; /* masks: nick!user@host or account:NAME */
	struct config_list allow;  /* likewise; not empty: all others are ignored */
	struct config_list admins; /* likewise; no mask matches all people */
};

/* The pages, served by `mitaines web`. */
struct config_web {
	char *listen; /* local address */
	unsigned port;
	bool metrics; /* serve /metrics too */
	char *url;    /* public address of the pages, without a slash at the end; NULL: unknown */
};

struct config {
	char *database;
	/* NULL: beside the database, see config_control and the functions after it. */
	char *control; /* path of the operator's socket */
	char *metrics; /* path of the socket for metrics */
	char *backup;  /* path of the newest copy */
	struct config_settings settings;
	char *via; /* "msg", "notice" */
	unsigned tables_per_channel;
	unsigned tables_per_network;
	unsigned minimum_matches; /* rated matches before a person is listed in `top` */
	bool rate_robots;
	unsigned
		rated_length; /* percent of the usual target or hands; shorter matches are casual */
	double think_seconds; /* time of an AI player for a move */
	struct config_web web;
	char *log; /* the least urgent level: "error", "warn", "note", "info", "debug" */
	struct config_network *networks;
	size_t network_count;
};

/* All errors, one line each: "FILE:LINE: error\n" or "FILE: error\n". */
struct config_errors {
	unsigned count;
	char *text; /* NULL before the first error */
	size_t length;
	size_t room;
};

/*
 * Reads a configuration (NULL: none); missing keys get their defaults. Returns true and gives the
 * caller the contents of *config, to be freed by config_free. On errors returns false, adds them to
 * *errors and leaves *config empty. The caller zeroes *errors before and frees it in either case.
 */
bool config_load(const char *path, struct config *config, struct config_errors *errors);
/*
 * Reads all keys outside networks: it reads no password, and config has the default network.
 * For programs that connect to no network.
 */
bool config_load_alone(const char *path, struct config *config, struct config_errors *errors);
/* Write the path of a socket, or of the newest copy, to path. Return false if it is too long. */
bool config_control(const struct config *config, char *path, size_t size);
bool config_metrics(const struct config *config, char *path, size_t size);
bool config_backup(const struct config *config, char *path, size_t size);
/* Adds an error that a network's own check found in a group that was read from path. */
void config_network_fault(struct config_errors *errors, const char *path,
	const struct config_network *network, const char *what);
/* Fills *config with the defaults of all keys and one unpaced IRC network at 127.0.0.1. */
void config_defaults(struct config *config);
/* When a changed key takes effect. */
enum config_when { CONFIG_NOW, CONFIG_CONNECT, CONFIG_RESTART };

/* Reports a key that has changed. network NULL: a key of the whole file. */
#define CONFIG_TELL(name) \
	void name(void *context, const char *network, const char *key, enum config_when when)

/*
 * Report each key that differs between two configurations, or two networks' groups, and does not
 * take effect at once.
 */
void config_changes(
	const struct config *old, const struct config *fresh, CONFIG_TELL((*tell)), void *context);
void config_network_changes(const struct config_network *old, const struct config_network *fresh,
	CONFIG_TELL((*tell)), void *context);

/* Frees the contents of a group and empties it. */
void config_network_free(struct config_network *network);
/* Wipes the passwords, frees the contents and empties *config, which may be empty. */
void config_free(struct config *config);
void config_errors_free(struct config_errors *errors);

#endif
