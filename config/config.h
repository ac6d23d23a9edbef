/*
 * config.h - the configuration: reads a file in libconfig's syntax and checks it key by key.
 *
 * mitaines.conf.example and mitaines.conf(5) document every key, its default and its range.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* The pace of outgoing lines: a burst, then lines per second. per_second 0: no limit. */
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

/*
 * Settings that may differ from channel to channel. After a configuration is read, no setting is
 * missing.
 */
struct config_settings {
	unsigned turn_seconds;
	unsigned grace_seconds;
	unsigned split_seconds;
	unsigned leaver_wait_seconds;
	char *prefix;    /* prefix of commands in a channel */
	char *language;  /* "en", "fr" */
	char *cards;     /* "unicode", "ascii", "colour", "plain" */
	char *detail;    /* amount of public lines about play: "full", "quiet" */
	unsigned pages;  /* 1: the pages show the channel's matches */
	char *tables_in; /* place of a table's public lines: "channel", "thread" */
	unsigned tables; /* maximum number of live tables in a channel; 0: tables_per_channel */
	struct config_list locked; /* keys that the channel's operators may not change in chat */
};

struct config_channels {
	char **item;
	char **key;                       /* key of each channel; NULL: the channel has none */
	struct config_settings *settings; /* settings of each channel */
	size_t count;
};

/* The SASL login. mechanism NULL: the bot does not use SASL. */
struct config_sasl {
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
struct config_nickserv {
	char *preset; /* "atheme", "anope", "oftc", "undernet": gives the defaults of the other
			 members */
	char *service;
	char *account;
	char *password;
	char *identify; /* the login command, with {account} and {password} */
	char *regain;   /* the command that takes back a {nick}; empty: none */
	char *ghost;    /* the command that frees a {nick} if regain fails; empty: none */
	char *modes;    /* user modes; any of them confirms the login; empty: none */
	char *answer;   /* part of the notice that confirms the login; empty: none */
};

/*
 * The keys of one network. Strings are valid UTF-8 without line ends, and not NULL unless a comment
 * says so.
 */
struct config_network {
	char *type;    /* "irc", "matrix" */
	unsigned line; /* line of the network's group in the file; 0: the default network */
	char *name;    /* unique, whatever the case of its letters */
	char *host;    /* a name or an address; an IPv6 address without brackets */
	struct config_list more_hosts; /* names or addresses, tried in this order after host */
	unsigned port;
	bool tls;
	char *ca_file;            /* NULL: the system's authorities */
	char *tls_fingerprint;    /* SHA-256 of the server's public key in base64, or of its
				     certificate in hexadecimal; NULL: any */
	char *client_certificate; /* NULL: none */
	char *client_key;         /* NULL: the key is in client_certificate */
	char *source_address;     /* local address of the connection; NULL: any */
	char *proxy;              /* scheme://[user:password@]host:port; NULL: none */
	char *nick;
	char *second_nick; /* NULL: none */
	char *user;
	char *realname;
	char *password; /* NULL: none */
	/* Members for type "matrix" only. There host, port and tls belong to the homeserver. */
	char *homeserver; /* "https://matrix.example.org" or "example.org" */
	bool discover;    /* homeserver is a domain; its .well-known names the address */
	char *token;      /* NULL: log in by password */
	/* the key with the password or token, as the file has it: password_file =
	 * "matrix_password", or only its name if it has the secret itself; NULL: type "irc" */
	char *secret;
	char *invites;    /* kind of invitations that the bot accepts, see mitaines.conf(5) */
	char *encryption; /* "none" or "proxy", see mitaines.conf(5) */
	struct config_list trusted_servers; /* servers that give each person only one account */
	struct config_sasl sasl;
	bool require_sasl;
	struct config_nickserv nickserv;
	char *modes;                      /* user modes of the bot, "+ix"; NULL: none */
	struct config_list after_welcome; /* protocol lines to send; secret */
	char *same_host; /* matches between people from one host: "casual", "rated" */
	char *public;    /* "ircs://irc.example.net", the address for people; empty: none; NULL: by
			    host, port and tls */
	struct config_settings settings;
	struct config_channels channels;
	bool rejoin_after_kick;
	struct config_pace pace;
	struct config_limits limits;
	struct config_list ignore; /* masks: nick!user@host or account:NAME */
	struct config_list allow;  /* masks; if there are any, the bot ignores all other people */
	struct config_list admins; /* masks of admins; none of them matches all people */
};

/* The pages, served by `mitaines web`. */
struct config_web {
	char *listen; /* local address */
	unsigned port;
	bool metrics;  /* serve /metrics too */
	bool seats;    /* people may play on pages, by a link to their seat */
	bool guests;   /* people without a chat client may take a seat by a link */
	bool play_now; /* the front page offers a match against an AI player, on this machine */
	/*
	 * addresses and ranges of proxies whose X-Forwarded-For is believed; by default this
	 * machine if url is set, else none
	 */
	struct config_list trusted_proxies;
	char *url; /* public address of the pages, without a slash at the end; NULL: unknown */
};

struct config {
	char *database;
	/*
	 * The next four members are NULL if not set. config_control, config_seats and
	 * config_backup then give a path beside the database.
	 */
	char *control; /* path of the operator's socket */
	char *metrics; /* the older name of `seats`, which counts if `seats` is NULL */
	char *seats;   /* path of the socket between the bot and the pages */
	char *backup;  /* path of the newest copy */
	struct config_settings settings;
	char *via; /* kind of private lines: "msg", "notice" */
	unsigned tables_per_channel;
	unsigned tables_per_network;
	unsigned exercises;       /* maximum number of exercises at a time */
	unsigned minimum_matches; /* rated matches before a person is listed in `top` */
	bool rate_robots;
	unsigned rated_length; /* percent of the usual target or number of hands; shorter matches
				  are not rated */
	double think_seconds;  /* average seconds that an AI player takes for a move */
	struct config_web web;
	char *log; /* the least urgent level: "error", "warn", "note", "info", "debug" */
	struct config_network *networks;
	size_t network_count;
	/* a password file is in the folder passwords, from which mitaines.service gets copies when
	 * it starts */
	bool handed_over;
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
 * Reads a configuration for programs that connect to no network: skips the networks and their
 * passwords. *config has the default network.
 */
bool config_load_alone(const char *path, struct config *config, struct config_errors *errors);
/*
 * Reads a configuration for a command by one of the functions above or one like them. Prints the
 * errors to standard error.
 */
bool config_load_or_print(const char *path, struct config *config,
	bool (*read)(const char *path, struct config *config, struct config_errors *errors));
/*
 * Write the path of the operator's socket, of the pages' socket, or of the newest backup to path.
 * Return false if the path does not fit size.
 */
bool config_control(const struct config *config, char *path, size_t size);
bool config_seats(const struct config *config, char *path, size_t size);
bool config_backup(const struct config *config, char *path, size_t size);
/*
 * Adds an error about a network's group. For the code of the network's type, which checks the group
 * after the file at `path` was read.
 */
void config_network_fault(struct config_errors *errors, const char *path,
	const struct config_network *network, const char *what);
/* Fills *config with the defaults of all keys. Its only network is IRC at 127.0.0.1. */
void config_defaults(struct config *config);
/* When a changed key takes effect. */
enum config_when { CONFIG_NOW, CONFIG_CONNECT, CONFIG_RESTART };

/*
 * The type of a function that reports a changed key. network NULL: the key is in no network's
 * group.
 */
#define CONFIG_TELL(name) \
	void name(void *context, const char *network, const char *key, enum config_when when)

/*
 * Report each changed key that does not take effect at once: of the whole configuration, or of one
 * network's group.
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
