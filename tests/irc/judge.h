/* judge.h - checks our SCRAM against another implementation: Cyrus SASL as the server side, where
 * every account exists with one password. */
#ifndef TESTS_IRC_JUDGE_H
#define TESTS_IRC_JUDGE_H

#include <sasl/sasl.h>
#include <stdbool.h>
#include <stddef.h>

struct judge {
	sasl_conn_t *login;
	sasl_channel_binding_t binding;
	bool begun;
};

/* Group setup and teardown. */
void judge_start(void);
void judge_stop(void);

/* Sets the password of all accounts. The string must stay valid. */
void judge_password(const char *password);
/* Begins a login. `kind` names the channel binding and `bytes` is its data; NULL without TLS. */
void judge_open(struct judge *judge, const char *kind, const unsigned char *bytes, size_t length);
void judge_close(struct judge *judge);
/* Handles a message of the client; the first call uses `mechanism`. Returns SASL_OK, SASL_CONTINUE
 * or an error. The answer is valid until the next call. */
int judge_hear(struct judge *judge, const char *mechanism, const char *message, size_t length,
	const char **answer, unsigned *answered);
/* Returns the account that has logged in. */
const char *judge_account(struct judge *judge);

#endif
