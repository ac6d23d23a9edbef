/* login.h - the keys of a network's login: SASL, NickServ, certificates. Only for config/. */
#ifndef CONFIG_LOGIN_H
#define CONFIG_LOGIN_H

#include "config/key.h"

/* Readers of groups, for the member `read` of struct key. */
void login_sasl(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: struct config_sasl */
void login_nickserv(const struct reader *reader, const struct key *key, config_setting_t *setting,
	void *field); /* field: struct config_nickserv */

/* Compare two groups, for the member `differs` of struct key. */
bool login_sasl_differs(const void *old, const void *fresh);
bool login_nickserv_differs(const void *old, const void *fresh);

/*
 * Adds an error for each login key that needs another, missing key, or whose value SCRAM can't use.
 * Replaces the account and password of SCRAM by their SASLprep form (RFC 4013).
 */
void login_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

/* Wipes and frees the members of a network for login and TLS. */
void login_free(struct config_network *network);

#endif
