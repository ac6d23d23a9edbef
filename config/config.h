/*
 * config.h - the configuration: reads a file in libconfig's syntax and checks it key by key.
 *
 * mitaines.conf.example and mitaines.conf(5) document every key, its default and its range.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

struct config_setting_t;
struct key;
struct network_type;
struct reader;

/* The pace of outgoing lines: a burst, then lines per second. per_second 0: no limit. */
struct config_pace {
	unsigned burst;
	double per_second;
};

/* The rate limit of one person's requests: a burst, then requests per second. burst 0: no limit. */
struct config_limits {
	unsigned burst;
	double per_second;
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

/*
 * The keys that networks of all types have. A type's own struct begins with this one. Strings are
 * valid UTF-8 without line ends, and not NULL unless a comment says so.
 */
struct config_network {
	const struct config_type *type;
	char *name;      /* unique, whatever the case of its letters */
	char *same_host; /* matches between people from one host: "casual", "rated" */
	struct config_settings settings;
	struct config_channels channels;
	struct config_pace pace;
	struct config_limits limits;
	struct config_list ignore; /* masks: nick!user@host or account:NAME */
	struct config_list allow;  /* masks; if there are any, the bot ignores all other people */
	struct config_list admins; /* masks of admins; none of them matches all people */
};

/* The configuration of one type of network. */
struct config_type {
	const char *name;       /* value of the key `type` */
	size_t size;            /* bytes of the type's struct */
	const struct key *keys; /* NETWORK_KEYS of config/key.h, and the type's own keys */
	/*
	 * Sets the defaults of the type's own keys. NULL: all of these are zero.
	 */
	void (*fill)(struct config_network *network);
	/*
	 * Checks keys against each other, and adds errors and warnings. Called if each key alone is
	 * valid. NULL: there is nothing to check.
	 */
	void (*check)(const struct reader *reader, const struct config_setting_t *setting,
		struct config_network *network);
	const struct network_type *network; /* the driver, for the bot */
};

/* Errors or warnings, one line each: "FILE:LINE: error\n" or "FILE: error\n". */
struct config_errors {
	unsigned count;
	char *text; /* NULL before the first error */
	size_t length;
	size_t room;
};

/*
 * The guests (people without a chat client) at tables: none, only with a link, or without one too.
 */
enum config_guests { CONFIG_GUESTS_NO, CONFIG_GUESTS_INVITED, CONFIG_GUESTS_OPEN };

/* The match that the front page offers: none, one to people on this machine, or one to all. */
enum config_play { CONFIG_PLAY_NO, CONFIG_PLAY_LOCAL, CONFIG_PLAY_PUBLIC };

/* The pages, served by `mitaines web`. */
struct config_web {
	char *listen; /* local address */
	unsigned port;
	bool metrics;      /* serve /metrics too */
	bool seats;        /* people may play on pages, by a link to their seat */
	unsigned guests;   /* enum config_guests: the most that a channel may allow */
	unsigned play_now; /* enum config_play: a match against an AI player */
	/*
	 * addresses and ranges of proxies whose X-Forwarded-For the pages believe; by default this
	 * machine if url is set, else none
	 */
	struct config_list trusted_proxies;
	char *url;  /* public address of the pages, without a slash at the end; NULL: unknown */
	char *chat; /* address of a web client for chat; NULL: none */
};

/* The days of daily deals. */
struct config_daily {
	char *start; /* "18:00": the time at which days begin */
	char *zone;  /* the zone of that time, as people type it */
};

struct config {
	char *database;
	/*
	 * The next four members are NULL if not set. config_control, config_seats and
	 * config_backup then give a path beside the database.
	 */
	char *control; /* path of the operator's socket */
	char *metrics; /* the older key for `seats`, used if `seats` is NULL */
	char *seats;   /* path of the socket between the bot and the pages */
	char *backup;  /* path of the newest copy */
	struct config_settings settings;
	char *via; /* kind of private lines: "msg", "notice" */
	unsigned tables_per_channel;
	unsigned tables_per_network;
	unsigned minimum_matches; /* rated matches before a person is listed in `top` */
	bool rate_robots;
	unsigned rated_length; /* percent of the usual target or number of hands; shorter matches
				  are not rated */
	double think_seconds;  /* average seconds that an AI player takes for a move */
	struct config_web web;
	struct config_daily daily;
	char *log; /* the least urgent level: "error", "warn", "note", "info", "debug" */
	struct config_network **networks; /* each is the struct of its type */
	size_t network_count;
	struct config_errors warnings; /* keys that the bot ignores, and their replacements */
	/*
	 * true: a password file is in the folder passwords, which mitaines.service copies for the
	 * bot at each start
	 */
	bool handed_over;
};

/*
 * Reads a configuration (NULL: none); missing keys get their defaults. Returns true and gives the
 * caller the contents of *config, to be freed by config_free. On errors returns false, adds them to
 * *errors and leaves *config empty. The caller zeroes *errors before and frees it in either case.
 *
 * types: the known types of networks, up to a NULL; the first is the default. NULL: for a program
 * that connects to no network, the networks and their passwords are skipped.
 */
bool config_load(const char *path, const struct config_type *const *types, struct config *config,
	struct config_errors *errors);
/* Reads a configuration like config_load, and prints the errors to standard error. */
bool config_load_or_print(
	const char *path, const struct config_type *const *types, struct config *config);
/*
 * Write the path of the operator's socket, of the pages' socket, or of the newest backup to path.
 * Return false if the path does not fit size.
 */
bool config_control(const struct config *config, char *path, size_t size);
bool config_seats(const struct config *config, char *path, size_t size);
bool config_backup(const struct config *config, char *path, size_t size);
/* Fills *config with the defaults of all keys. Its only network has the first of the types. */
void config_defaults(struct config *config, const struct config_type *const *types);
/* When a changed key takes effect: at once, at the next connection, or after a restart. */
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

/* Calls a function with each file that a network may open again while the bot runs. */
void config_network_files(const struct config_network *network,
	void (*each)(void *context, const char *path), void *context);
/* Wipes the passwords and frees a network, which may be NULL. */
void config_network_free(struct config_network *network);
/* Wipes the passwords, frees the contents and empties *config, which may be empty. */
void config_free(struct config *config);
void config_errors_free(struct config_errors *errors);

#endif
