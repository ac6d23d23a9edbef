/* matrix/session.h - the account: discovery, login, token. */
#ifndef BOT_NET_MATRIX_SESSION_H
#define BOT_NET_MATRIX_SESSION_H

#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;

struct matrix_session {
	bool discovered;       /* the homeserver's address is known */
	struct string token;   /* secret */
	struct string renewal; /* refresh token, secret */
	struct string device;
};

/* Logs in, with the stored token, the password or the token of the configuration. */
void matrix_session_enter(struct matrix *matrix);
/* Gets a new token after a 401: by the refresh token or the password, or retries the old one. */
void matrix_session_again(struct matrix *matrix);
/* Reads the stored session. */
void matrix_session_load(struct matrix *matrix, const char *value);
/* Wipes the secrets. */
void matrix_session_close(struct matrix *matrix);

#endif
