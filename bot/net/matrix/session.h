/* matrix/session.h - the account: discovery, login, token. */
#ifndef BOT_NET_MATRIX_SESSION_H
#define BOT_NET_MATRIX_SESSION_H

#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;

struct matrix_session {
	bool discovered;       /* the homeserver's URL is known */
	struct string token;   /* secret */
	struct string renewal; /* refresh token, secret */
	struct string device;
};

/* Logs in by the configured token, the stored token, the refresh token or the password. */
void matrix_session_begin(struct matrix *matrix);
/* Gets a new token after a 401, or retries the one of the configuration later. */
void matrix_session_get_new_token(struct matrix *matrix);
/* Reads the stored session. */
void matrix_session_load(struct matrix *matrix, const char *value);
/* Wipes the secrets. */
void matrix_session_close(struct matrix *matrix);

#endif
