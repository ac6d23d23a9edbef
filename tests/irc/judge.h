/*
 * judge.h - services that know SCRAM from somebody else than us: Cyrus SASL, which has an account
 * for everybody, by one password.
 */
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

/* Around a group of tests. */
void judge_start(void);
void judge_stop(void);

/* What the password of all accounts is; lives as long as it is used. */
void judge_password(const char *password);
/* One login; kind NULL: not over TLS, else what the connection has of that kind. */
void judge_open(struct judge *judge, const char *kind, const unsigned char *bytes, size_t length);
void judge_close(struct judge *judge);
/*
 * Takes what the client says, first by a mechanism; SASL_OK, SASL_CONTINUE with an answer, which
 * lives until the next call, or an error.
 */
int judge_hear(struct judge *judge, const char *mechanism, const char *message, size_t length,
	const char **answer, unsigned *answered);
/* Who has logged in. */
const char *judge_account(struct judge *judge);

#endif
