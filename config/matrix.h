/* matrix.h - the keys that only networks of type "matrix" have. Only for config/. */
#ifndef CONFIG_MATRIX_H
#define CONFIG_MATRIX_H

#include "config/key.h"

/* As in check.h. */
/* http:// or https://, a host, and an optional port. */
const char *check_homeserver(const char *text);
/* The server name in ids: a host with an optional port. */
const char *check_server(const char *text);
/* @name:server. */
const char *check_matrix_user(const char *text);
/* #alias:server, !id or !id:server. */
const char *check_room(const char *text);
/* An access token, which must fit into an HTTP header. */
const char *check_token(const char *text);

/* Fills the defaults of a Matrix network. */
void matrix_fill(struct config_network *network);
/* Splits homeserver into host, port and tls. Adds an error for each missing key. */
void matrix_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

#endif
