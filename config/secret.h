/* secret.h - keys whose values are nobody's business. Only for config/. */
#ifndef CONFIG_SECRET_H
#define CONFIG_SECRET_H

#include "config/key.h"

/*
 * Readers, for struct key. A password stands in the configuration, or alone in a file, where line
 * ends behind it do not count; it is an error if everybody on the machine may read it there.
 */
void secret_text(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
void secret_file(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
/* The path of a file that can be read, but not by everybody. */
void secret_path(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */
/* Texts as key_list reads them, of which any may be a secret. */
void secret_list(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* struct config_list */
/* A text which may hold a password behind which stands an @. */
void secret_address(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* char * */

/* True if everybody on this machine may read a file. */
bool secret_exposed(const char *path);
/* Wipes and frees; NULL is allowed. */
void secret_free(char *secret);
void secret_list_free(struct config_list *list);

#endif
