/* key.h - keys of a configuration by kind: how they are read and checked. Only for config/. */
#ifndef CONFIG_KEY_H
#define CONFIG_KEY_H

#include <libconfig.h>

#include "config/source.h"

/* The file that is being read. */
struct reader {
	const char *path;
	const struct source *source;
	struct config_errors *errors;
	bool alone; /* skip networks and their passwords */
};

/* One key of a group. Members after `when` may stay NULL or 0 if they do not apply. */
struct key {
	const char *name;
	size_t offset; /* offset of the key's field in the group's struct */
	/*
	 * Sets the field. On an error, adds the error to reader->errors and leaves the field
	 * unchanged.
	 */
	void (*read)(const struct reader *reader, const struct key *key, config_setting_t *setting,
		void *field);
	/* Checks a text or path. NULL: `choices` lists the allowed words. */
	const char *(*check)(const char *text);
	const char *(*check_secret)(const char *text); /* an additional check of a password */
	const char *choices;                           /* the allowed words, separated by blanks */
	unsigned least;                                /* minimum allowed number */
	unsigned most;
	enum config_when when; /* when a changed key takes effect */
	/* Returns true if two fields differ. For fields that are structs. */
	bool (*differs)(const void *old, const void *fresh);
};

/* For tables of keys: the name and offset of one key, and the number of keys in a table. */
#define KEY_FIELD(type, field) .name = #field, .offset = offsetof(struct type, field)
#define KEY_COUNT(array)       (sizeof(array) / sizeof(*(array)))

/*
 * Functions for the member `read`. The comment after each gives the type of the field. A function
 * that sets a string frees the old one.
 */
void key_text(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
/* Reads a path relative to the configuration file's folder. */
void key_path(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
/* Reads the path of a socket, which must fit into a socket address. */
void key_socket(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
/* Reads the path of a readable file. */
void key_readable(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
void key_number(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: unsigned */
void key_switch(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: bool */
/* Reads a list of at most key->most (0: 256) texts that pass the key's check; equal texts are
 * refused. */
void key_list(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: struct config_list */
/* Reads a number of seconds, at least 0; fractions are allowed. */
void key_seconds(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: double */
/* Reads a rate in lines per second; 0: no limit. */
void key_rate(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: double */

/* Reads each setting of a group by its key into the struct at base. Other settings are errors. */
void key_group(const struct reader *reader, const config_setting_t *group, const struct key *keys,
	size_t count, void *base);

/*
 * Returns the length of a list or array. Adds an error and returns -1 if the setting is neither, or
 * its length is out of range.
 */
int key_length(const struct reader *reader, const config_setting_t *setting, int least, int most);
bool key_list_differs(const void *old, const void *fresh);
void key_list_free(struct config_list *list);

/* Reports the changed keys of one group, as config_changes does. */
void key_changes(const struct key *keys, size_t count, const void *old, const void *fresh,
	const char *network, CONFIG_TELL((*tell)), void *context);

/* Returns true if any key differs between two structs of a group. */
bool key_group_differs(const struct key *keys, size_t count, const void *old, const void *fresh);

/* Adds an error at a setting, or at the whole file if setting is NULL. Never pass a password. */
__attribute__((format(printf, 3, 4))) void key_fault(
	const struct reader *reader, const config_setting_t *setting, const char *format, ...);
/* Returns the string of a setting. Adds an error and returns NULL if it has another type. */
const char *key_string(const struct reader *reader, const config_setting_t *setting);
/* Replaces *field by a copy of text and frees the old string. */
void key_put(char **field, const char *text);
/*
 * Replaces *field by a path relative to the configuration file's folder, and frees the old string.
 */
void key_put_path(const struct reader *reader, char **field, const char *path);

#endif
