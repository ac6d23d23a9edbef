/* login.h - the keys of a network by which the bot proves who it is. Only for config/. */
#ifndef CONFIG_LOGIN_H
#define CONFIG_LOGIN_H

#include "config/key.h"

/* Readers of groups, for struct key. */
void login_sasl(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* struct config_sasl */
void login_nickserv(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* struct config_nickserv */

/* True if two of them differ, for the same. */
bool login_sasl_differs(const void *old, const void *fresh);
bool login_nickserv_differs(const void *old, const void *fresh);

/*
 * Adds an error for each key of the network that has no sense without another, or cannot be proved;
 * what SCRAM proves is in the form it is proved in from then on.
 */
void login_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

/* Wipes and frees what belongs to login and TLS. */
void login_free(struct config_network *network);

#endif
