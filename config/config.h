/*
 * config.h - what the operator decides: read from a file in libconfig's syntax, checked key by key.
 *
 * mitaines.conf.example documents every key with its default and range; mitaines.conf(5) too.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* How fast lines go out: that many at once, then so many a second; 0 a second: no limit. */
struct config_pace {
	unsigned burst;
	double per_second;
};

/*
 * How much a person may ask for: that many things at once, then so many a second; burst 0: no
 * limit. Who does not mind it is ignored for a while.
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

/* What may differ from channel to channel; once read every field has its value. */
struct config_settings {
	unsigned turn_seconds;
	unsigned grace_seconds;
	unsigned split_seconds;
	unsigned leaver_wait_seconds;
	char *prefix;    /* of commands */
	char *language;  /* "en", "fr" */
	char *cards;     /* "unicode", "ascii", "colour", "plain" */
	char *detail;    /* of play, in the channel: "full", "quiet" */
	unsigned pages;  /* 1: the pages show its matches; 0: they do not */
	char *tables_in; /* where a table is told of: the "channel", or a "thread" in it */
};

struct config_channels {
	char **item;
	char **key;                       /* of each, for its door; NULL: it needs none */
	struct config_settings *settings; /* of each */
	size_t count;
};

/* mechanism NULL: no SASL. */
struct config_sasl {
	char *mechanism; /* "plain", "external", "scram-sha-256", "scram-sha-512",
			    "ecdsa-nist256p-challenge" */
	char *account;   /* NULL with external: the one the certificate belongs to */
	char *password;  /* NULL with external and ecdsa; with scram both as SASLprep has them */
	char *key;       /* a file; NULL but with ecdsa */
};

/* service NULL: no NickServ, else no field is. */
struct config_nickserv {
	char *preset; /* "atheme", "anope", "oftc", "undernet": what the rest is by default */
	char *service;
	char *account;
	char *password;
	char *identify; /* what is said, with {account} and {password} */
	char *regain;   /* and to get back a {nick}; … */
	char *ghost;    /* … or where that does not help to free it; each empty: nothing */
	char *modes;    /* one of which the bot is given once it is believed; empty: none */
	char *answer;   /* part of the notice that says so; empty: none */
};

/* Strings are valid UTF-8 in one line, never NULL unless it is said. */
struct config_network {
	char *type;                    /* "irc", "matrix" */
	unsigned line;                 /* of its group in the file; 0: it is in none */
	char *name;                    /* no two are equal, in whatever case */
	char *host;                    /* a name or an address; an IPv6 address without brackets */
	struct config_list more_hosts; /* likewise, in the order in which they are tried */
	unsigned port;
	bool tls;
	char *ca_file;            /* NULL: the system's authorities */
	char *tls_fingerprint;    /* SHA-256 of the server's public key in base64, or of its
				     certificate in hexadecimal; NULL: any */
	char *client_certificate; /* NULL: none */
	char *client_key;         /* NULL: in the same file */
	char *source_address;     /* of this machine, to connect from; NULL: any */
	char *proxy;              /* scheme://[user:password@]host:port; NULL: none */
	char *nick;
	char *second_nick; /* NULL: none */
	char *user;
	char *realname;
	char *password; /* NULL: none */
	/* These five only of type "matrix", whose homeserver is host, port and tls too. */
	char *homeserver; /* "https://matrix.example.org", or "example.org", … */
	bool discover;    /* … which tells where the homeserver is */
	char *token;      /* NULL: the password counts */
	char *invites;    /* who may ask the bot in: "nobody", "admins", "anyone" */
	struct config_list trusted_servers; /* names of servers whose accounts are people */
	struct config_sasl sasl;
	bool require_sasl;
	struct config_nickserv nickserv;
	char *modes;                      /* of the bot, "+ix"; NULL: none */
	struct config_list after_welcome; /* lines of the protocol, secret */
	struct config_settings settings;
	struct config_channels channels;
	bool rejoin_after_kick;
	struct config_pace pace;
	struct config_limits limits;
	struct config_list ignore; /* masks: nick!user@host or account:NAME */
	struct config_list allow;  /* likewise; when there are any, nobody else is heard */
	struct config_list admins; /* likewise; none of them means everybody */
};

/* Pages of what was played, for `mitaines web`. */
struct config_web {
	char *listen; /* an address of this machine */
	unsigned port;
	bool metrics; /* what is counted is told there as well */
	char *url;    /* where people find them, without a slash at its end; NULL: nowhere */
};

struct config {
	char *database;
	/* Beside the database when they are NULL, see below: */
	char *control; /* where the bot takes orders */
	char *metrics; /* where it tells the pages how it is doing */
	char *backup;  /* the newest copy */
	struct config_settings settings;
	char *via; /* "msg", "notice" */
	unsigned tables_per_channel;
	unsigned tables_per_network;
	unsigned minimum_matches; /* rated ones it takes to have a place in `top` */
	bool rate_robots;
	unsigned rated_length; /* percent of the usual target or hands; less is not rated */
	double think_seconds;  /* about so long AI players take for a move */
	struct config_web web;
	char *log; /* the least urgent level: "error", "warn", "note", "info", "debug" */
	struct config_network *networks;
	size_t network_count;
};

/* Everything that is wrong: a line for each, "FILE:LINE: what" or "FILE: what", with its end. */
struct config_errors {
	unsigned count;
	char *text; /* NULL while there are none, or memory ran out */
	size_t length;
	size_t room;
};

/*
 * Fills *config from the file, with the default of every key that is not there. True: the caller
 * owns what config points to, until config_free. False: *errors tells why, config is empty. The
 * caller zeroes *errors before and frees it in either case.
 */
bool config_load(const char *path, struct config *config, struct config_errors *errors);
/*
 * The same for who only needs what is no network's: networks are as in config_defaults, and neither
 * a password of theirs nor a file that holds one is read.
 */
bool config_load_alone(const char *path, struct config *config, struct config_errors *errors);
/* The paths of the sockets for orders and figures, and of the newest copy; false: too long. */
bool config_control(const struct config *config, char *path, size_t size);
bool config_metrics(const struct config *config, char *path, size_t size);
bool config_backup(const struct config *config, char *path, size_t size);
/* Adds to *errors what somebody else finds wrong with a network that was read from path. */
void config_network_fault(struct config_errors *errors, const char *path,
	const struct config_network *network, const char *what);
/*
 * Fills *config as for an empty file, for when there is none: one network on 127.0.0.1, whose lines
 * are not paced. False: out of memory, config is empty.
 */
bool config_defaults(struct config *config);
/* When a key that was changed while the bot runs is in force. */
enum config_when { CONFIG_NOW, CONFIG_CONNECT, CONFIG_RESTART };

/* A key, of a network or with NULL of the whole file, is another now. */
#define CONFIG_TELL(name) \
	void name(void *context, const char *network, const char *key, enum config_when when)

/*
 * Tells of each key that differs between two configurations, or two networks' groups, and is not
 * CONFIG_NOW.
 */
void config_changes(
	const struct config *old, const struct config *fresh, CONFIG_TELL((*tell)), void *context);
void config_network_changes(const struct config_network *old, const struct config_network *fresh,
	CONFIG_TELL((*tell)), void *context);

/* Frees what a group points to and empties it. */
void config_network_free(struct config_network *network);
/* Frees what config points to and wipes the passwords; an empty one is allowed. */
void config_free(struct config *config);
void config_errors_free(struct config_errors *errors);

#endif
