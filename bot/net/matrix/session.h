/* matrix/session.h - discovery of the homeserver, login and access token. */
#ifndef BOT_NET_MATRIX_SESSION_H
#define BOT_NET_MATRIX_SESSION_H

#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;

struct matrix_session {
	bool discovered;       /* the homeserver's URL is known */
	struct string token;   /* access token, secret */
	struct string renewal; /* refresh token, secret */
	struct string device;
};

/*
 * Logs in by the first of these that exists: configured token, stored token, refresh token,
 * password.
 */
void matrix_session_begin(struct matrix *matrix);
/* Gets a new token after a 401. If the token is configured, tries it again later instead. */
void matrix_session_get_new_token(struct matrix *matrix);
/* Restores the stored session: tokens and device. */
void matrix_session_load(struct matrix *matrix, const char *value);
/* Wipes the secrets. */
void matrix_session_close(struct matrix *matrix);

#endif
