/* matrix.h - what is peculiar to networks of type "matrix". Only for config/. */
#ifndef CONFIG_MATRIX_H
#define CONFIG_MATRIX_H

#include "config/key.h"

/* As in check.h. */
/* https://host or https://host:port, or http:// likewise. */
const char *check_homeserver(const char *text);
/* The name of a server as it stands in ids: a host, or a host with a port. */
const char *check_server(const char *text);
/* @name:server. */
const char *check_matrix_user(const char *text);
/* #alias:server, or !id with or without a server. */
const char *check_room(const char *text);
/* A token goes into the header of a request. */
const char *check_token(const char *text);

/* What such a network has where nothing is said; false: out of memory. */
bool matrix_fill(struct config_network *network);
/* Takes its homeserver apart; adds an error for what is missing. */
void matrix_check(const struct reader *reader, const config_setting_t *setting,
	struct config_network *network);

#endif
