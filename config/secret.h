/* secret.h - keys with secret values. Only for config/. */
#ifndef CONFIG_SECRET_H
#define CONFIG_SECRET_H

#include "config/key.h"

/*
 * Functions for the member `read` of struct key. secret_text reads a secret from the setting
 * itself. secret_file reads it from the file that the setting names, without line ends at its end.
 * Both add an error if all users can read the file with the secret.
 */
void secret_text(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
void secret_file(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
/* Reads the path of a readable file that not all users can read. */
void secret_path(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */
/* Reads a list of secret texts, as key_list does. */
void secret_list(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: struct config_list */
/* Reads a text that may have a password before an @. */
void secret_address(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: char * */

/* Returns true if all users of this machine can read a file. */
bool secret_exposed(const char *path);
/* Wipes and frees a string, which may be NULL. */
void secret_free(char *secret);
void secret_list_free(struct config_list *list);

#endif
