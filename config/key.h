/* key.h - keys of a configuration by kind: how they are read and checked. Only for config/. */
#ifndef CONFIG_KEY_H
#define CONFIG_KEY_H

#include <libconfig.h>

#include "config/errors.h"
#include "config/source.h"

/* What reading needs to know beside the key. */
struct reader {
	const char *path;
	const struct source *source;
	struct config_errors *errors;
	bool alone; /* networks, and with them all passwords, are left unread */
};

/* One key of a group: how it is read, where it goes and what it may be. */
struct key {
	const char *name;
	size_t offset; /* of its field in the group's structure */
	/* Sets the field, or adds to the reader's errors and leaves it. */
	void (*read)(const struct reader *reader, const struct key *key, config_setting_t *setting,
		void *field);
	const char *(*check)(const char *text);        /* of a text or path; NULL: it is a choice */
	const char *(*check_secret)(const char *text); /* of a password, beside what all must be */
	const char *choices;                           /* words parted by blanks */
	unsigned least;                                /* of a number */
	unsigned most;
	enum config_when when; /* is it in force; what follows may stay NULL for CONFIG_NOW */
	bool (*differs)(const void *old, const void *fresh); /* of a group */
};

/* For tables of keys. */
#define KEY_FIELD(type, field) .name = #field, .offset = offsetof(struct type, field)
#define KEY_COUNT(array)       (sizeof(array) / sizeof(*(array)))

/* Readers: the type of the field stands behind each. A replaced string is freed. */
void key_text(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
/* A path relative to the configuration file becomes relative to the current folder. */
void key_path(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
/* The same for a socket, whose path has to fit into its address. */
void key_socket(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
/* The path of a file that can be read. */
void key_readable(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
void key_number(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* unsigned */
void key_switch(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* bool */
/* At most so many texts that pass the key's check, no two equal in whatever case; 0 means 256. */
void key_list(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* struct config_list */
/* From 0, whole or not. */
void key_seconds(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* double */
/* Lines a second, or 0. */
void key_rate(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* double */

/* Reads each setting of a group by its key into the structure at base. */
void key_group(const struct reader *reader, const config_setting_t *group, const struct key *keys,
	size_t count, void *base);

/* The length of a list, or array as libconfig calls one of equal types; else an error, and -1. */
int key_length(const struct reader *reader, const config_setting_t *setting, int least, int most);
/* Adds a copy of text; false: out of memory. */
bool key_list_add(struct config_list *list, const char *text);
bool key_list_differs(const void *old, const void *fresh);
void key_list_free(struct config_list *list);

/* config_changes for one group. */
void key_changes(const struct key *keys, size_t count, const void *old, const void *fresh,
	const char *network, CONFIG_TELL((*tell)), void *context);

/* True if a key of two such structures has another value. */
bool key_group_differs(const struct key *keys, size_t count, const void *old, const void *fresh);

/* Adds an error at a setting, or with NULL at the whole file; never pass a password. */
__attribute__((format(printf, 3, 4))) void key_fault(
	const struct reader *reader, const config_setting_t *setting, const char *format, ...);
/* The string of a setting; if it is none that is an error, and NULL. */
const char *key_string(const struct reader *reader, const config_setting_t *setting);
/* Replaces *field by a copy of text and frees the old one. */
void key_put(const struct reader *reader, char **field, const char *text);
/* The same for a path as key_path reads it. */
void key_put_path(const struct reader *reader, char **field, const char *path);

#endif
