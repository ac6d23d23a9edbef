/* login.h - the keys of a network's login: SASL, NickServ, certificates. Only for config/. */
#ifndef CONFIG_LOGIN_H
#define CONFIG_LOGIN_H

#include "config/key.h"

extern const struct key_kind login_sasl; /* struct config_sasl */
extern const struct key login_sasl_keys[];
extern const struct key_kind login_nickserv; /* struct config_nickserv */
extern const struct key login_nickserv_keys[];

/*
 * Adds an error for each login key that needs another, missing key, or whose value SCRAM can't use.
 * Replaces the account and password of SCRAM by their SASLprep form (RFC 4013).
 */
void login_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

#endif
