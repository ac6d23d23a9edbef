/*
 * key.h - keys of a configuration by kind: how they are read and checked. Only for config/ and the
 * settings of each type of network.
 */
#ifndef CONFIG_KEY_H
#define CONFIG_KEY_H

#include <libconfig.h>

#include "config/source.h"

/* The file that is being read. */
struct reader {
	const char *path;
	const struct source *source;
	struct config_errors *errors;
	struct config_errors *warnings;
	const struct config_type *const *types; /* see config_load */
	bool *handed_over;                      /* see struct config */
};

/* The types of fields. */
enum key_type {
	KEY_TEXT,   /* char * */
	KEY_FILE,   /* char *: the path of a file that is opened again while the bot runs */
	KEY_LIST,   /* struct config_list */
	KEY_NUMBER, /* unsigned */
	KEY_SWITCH, /* bool */
	KEY_GROUP,  /* a struct with keys of its own */
	KEY_OTHER   /* owns nothing that key_free frees, and takes effect at once when it changes */
};

struct key;

/* A kind of key: how it is read, and into what. */
struct key_kind {
	/*
	 * Sets the field, and frees its old content. On an error, adds the error to reader->errors
	 * and leaves the field unchanged.
	 */
	void (*read)(const struct reader *reader, const struct key *key, config_setting_t *setting,
		void *field);
	enum key_type type;
};

/* One key of a group. Members after `kind` may stay NULL or 0 if they do not apply. */
struct key {
	const char *name; /* NULL ends a table of keys */
	size_t offset;    /* offset of the key's field in the group's struct */
	const struct key_kind *kind;
	const struct key *group; /* the keys of a KEY_GROUP */
	/* Checks a text or path. NULL: `choices` lists the allowed words. */
	const char *(*check)(const char *text);
	const char *(*check_secret)(const char *text); /* an additional check of a password */
	const char *choices;                           /* the allowed words, separated by blanks */
	const char *gone; /* for a key of older versions: a warning to operators */
	unsigned least;   /* minimum allowed number */
	unsigned most;
	enum config_when when; /* when a changed key takes effect */
};

/* One key of a table; usually its field has the same name. */
#define KEY(type, field, ...) KEY_NAMED(#field, type, field, __VA_ARGS__)
#define KEY_NAMED(label, type, field, ...) \
	{ \
		.name = (label), .offset = offsetof(struct type, field), __VA_ARGS__ \
	}
#define KEY_GONE(label, warning) \
	{ \
		.name = (label), .kind = &key_gone, .gone = (warning) \
	}
#define KEY_END \
	{ \
		.name = NULL \
	}

extern const struct key_kind key_text;
extern const struct key_kind key_path;     /* a path relative to the configuration file's folder */
extern const struct key_kind key_socket;   /* a path that fits into a socket address */
extern const struct key_kind key_readable; /* the path of a readable file */
extern const struct key_kind key_number;
extern const struct key_kind key_switch;
/* An unsigned: the place of a text among the choices. false and true mean the first and second. */
extern const struct key_kind key_choice;
/* A key of older versions that no longer has a field. */
extern const struct key_kind key_gone;
/* A list of at most key->most (0: 256) texts that pass the key's check, each only once. */
extern const struct key_kind key_list;
extern const struct key_kind key_seconds; /* a double, at least 0 */
extern const struct key_kind key_rate;    /* a double: lines per second; 0: no limit */

/* Reads each setting of a group by its key into the struct at base. Other settings are errors. */
void key_group(const struct reader *reader, const config_setting_t *group, const struct key *keys,
	void *base);
/* Calls a function with the path of each KEY_FILE that is set in the struct at base. */
void key_files(const struct key *keys, const void *base,
	void (*each)(void *context, const char *path), void *context);
/* Wipes, frees and empties the fields of the struct at base. */
void key_free(const struct key *keys, void *base);

/*
 * Returns the length of a list or array. Adds an error and returns -1 if the setting is neither, or
 * its length is out of range.
 */
int key_length(const struct reader *reader, const config_setting_t *setting, int least, int most);
/* Adds a copy of a text to a list. */
void key_list_add(struct config_list *list, const char *text);
void key_list_free(struct config_list *list);
/*
 * Returns true if a list contains a text. The case of ASCII letters does not matter, as in all case
 * mappings of servers.
 */
bool key_list_holds(char *const *item, size_t count, const char *text);

/* Reports the changed keys of one group, as config_changes does. */
void key_changes(const struct key *keys, const void *old, const void *fresh, const char *network,
	CONFIG_TELL((*tell)), void *context);

/* Adds an error at a setting, or at the whole file if setting is NULL. Never pass a password. */
__attribute__((format(printf, 3, 4))) void key_fault(
	const struct reader *reader, const config_setting_t *setting, const char *format, ...);
/* Adds a warning at a setting in the same way. */
__attribute__((format(printf, 3, 4))) void key_warn(
	const struct reader *reader, const config_setting_t *setting, const char *format, ...);
/* Returns the string of a setting. Adds an error and returns NULL if it has another type. */
const char *key_string(const struct reader *reader, const config_setting_t *setting);
/* Wipes and frees a string, which may be NULL. */
void key_wipe(char *text);
/* Replaces *field by a copy of text and frees the old string. */
void key_put(char **field, const char *text);
/*
 * Replaces *field by a path relative to the configuration file's folder, and frees the old string.
 */
void key_put_path(const struct reader *reader, char **field, const char *path);

#endif
