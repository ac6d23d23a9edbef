/* irc/sasl.h - the client's side of SASL mechanisms. Pure, but for reading a key's file. */
#ifndef BOT_NET_IRC_SASL_H
#define BOT_NET_IRC_SASL_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/scram.h"

/* The mechanism of the login before the server's welcome. */
enum irc_sasl_kind {
	IRC_SASL_NONE,
	IRC_SASL_PLAIN,
	IRC_SASL_EXTERNAL,
	IRC_SASL_SCRAM_SHA_256,
	IRC_SASL_SCRAM_SHA_512,
	IRC_SASL_ECDSA
};

/*
 * IRC_SASL_PIECE: base64 of one AUTHENTICATE line. IRC_SASL_BASE64: base64 of a challenge or
 * response, with its NUL. The others: longest account, password and path. In bytes.
 */
enum {
	IRC_SASL_PIECE = 400,
	IRC_SASL_BASE64 = 1600,
	IRC_SASL_ACCOUNT = 67,
	IRC_SASL_PASSWORD = 1000,
	IRC_SASL_PATH = 4000
};

/* The outcome of a challenge. */
enum irc_sasl_outcome {
	IRC_SASL_RESPOND,  /* irc_sasl_next_piece gives the response */
	IRC_SASL_CONTINUE, /* the challenge continues in the next line */
	IRC_SASL_COMPUTE,  /* irc_sasl_compute has to compute the response */
	/* The rest are faults: the login has failed. */
	IRC_SASL_BAD_CHALLENGE,    /* the challenge does not fit the mechanism */
	IRC_SASL_BAD_KEY,          /* the key's file cannot be used */
	IRC_SASL_BAD_ROUNDS,       /* the server asks for too few or too many rounds of hashing */
	IRC_SASL_REJECTED,         /* the server rejects the proof */
	IRC_SASL_BAD_BINDING,      /* the server rejects the channel binding */
	IRC_SASL_SERVER_UNVERIFIED /* the server failed to prove that it knows the password */
};

/* A login in progress. It holds the password: call irc_sasl_wipe. */
struct irc_sasl {
	enum irc_sasl_kind choice;
	char account[IRC_SASL_ACCOUNT + 1];
	char password[IRC_SASL_PASSWORD + 1];
	char key[IRC_SASL_PATH + 1];
	char question[IRC_SASL_BASE64]; /* challenge received so far, in base64 */
	char answer[IRC_SASL_BASE64];   /* response, in base64 */
	size_t at;                      /* bytes of the response sent */
	bool over;                      /* no piece of a response is left */
	unsigned rounds;                /* challenges handled */
	bool works;                     /* irc_sasl_compute must be called */
	bool proved;                    /* each side has given all its proofs */
	struct binding binding;         /* channel binding of the connection */
	bool binds;                     /* the server offers channel binding */
	struct irc_scram scram;
};

/* Returns the mechanism's registered name. */
const char *irc_sasl_name(enum irc_sasl_kind choice);
/* Finds a mechanism by its name in any case. Returns IRC_SASL_NONE if unknown. */
enum irc_sasl_kind irc_sasl_find_mechanism(const char *name);
/* Returns the name of the mechanism's variant with channel binding, or NULL. */
const char *irc_sasl_bound_name(enum irc_sasl_kind choice);
/* True if the mechanism uses account and password. */
bool irc_sasl_has_password(enum irc_sasl_kind choice);

/*
 * Begins a login. account, password and key (path of a PEM file) may be NULL if the mechanism does
 * not use them; they are cut to fit.
 */
void irc_sasl_begin(struct irc_sasl *sasl, enum irc_sasl_kind choice, const char *account,
	const char *password, const char *key);
/* Sets the connection's channel binding, and whether the server offers its use. */
void irc_sasl_set_binding(struct irc_sasl *sasl, const struct binding *binding, bool offered);
/* Handles a challenge, or a piece of one, the parameter of AUTHENTICATE. */
enum irc_sasl_outcome irc_sasl_handle_challenge(struct irc_sasl *sasl, const char *piece);
/* Computes for about 1 ms. Returns true once irc_sasl_next_piece can give the response. */
bool irc_sasl_compute(struct irc_sasl *sasl);
/*
 * Writes the next piece of the response. `+` stands for an empty piece, which also ends a response
 * of full pieces. Returns false after the last. The piece is secret.
 */
bool irc_sasl_next_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1]);
/* Returns a fault as a phrase, or NULL for an outcome that is not a fault. */
const char *irc_sasl_fault(enum irc_sasl_outcome turn);
void irc_sasl_wipe(struct irc_sasl *sasl);

#endif
