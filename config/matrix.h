/* matrix.h - the keys that only networks of type "matrix" have. Only for config/. */
#ifndef CONFIG_MATRIX_H
#define CONFIG_MATRIX_H

#include "config/key.h"

/* Like in check.h, each function returns NULL or an error. */
/* Checks a homeserver: a host with an optional port, after http://, https:// or nothing. */
const char *check_homeserver(const char *text);
/* Checks the server name of ids: a host with an optional port. */
const char *check_server(const char *text);
/* Checks a user id: @name:server. */
const char *check_matrix_user(const char *text);
/* Checks a room: #alias:server, !id or !id:server. */
const char *check_room(const char *text);
/* Checks an access token, which must fit into an HTTP header. */
const char *check_token(const char *text);

/* Fills the missing keys of a Matrix network with defaults. */
void matrix_fill(struct config_network *network);
/* Splits homeserver into host, port and tls. Adds an error for each missing key. */
void matrix_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

#endif
