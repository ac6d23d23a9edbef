/* irc/sasl.h - the client's side of SASL mechanisms. Pure, except that ECDSA reads its key file. */
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
 * Sizes in bytes. IRC_SASL_PIECE: base64 in one AUTHENTICATE line. IRC_SASL_BASE64: base64 of a
 * challenge or response, NUL included. The others: longest account, password and path.
 */
enum {
	IRC_SASL_PIECE = 400,
	IRC_SASL_BASE64 = 1600,
	IRC_SASL_ACCOUNT = 67,
	IRC_SASL_PASSWORD = 1000,
	IRC_SASL_PATH = 4000
};

/* The next action after a challenge. */
enum irc_sasl_outcome {
	IRC_SASL_RESPOND,  /* send the response, see irc_sasl_next_piece */
	IRC_SASL_CONTINUE, /* wait: the challenge continues in the next line */
	IRC_SASL_COMPUTE,  /* call irc_sasl_compute until it returns true */
	/* The values below are faults: the login has failed. */
	IRC_SASL_BAD_CHALLENGE,    /* the challenge does not fit the mechanism */
	IRC_SASL_BAD_KEY,          /* the key file cannot be used */
	IRC_SASL_BAD_ROUNDS,       /* the server requires too few or too many rounds of hashing */
	IRC_SASL_REJECTED,         /* the server rejects the proof */
	IRC_SASL_BAD_BINDING,      /* the server rejects the channel binding */
	IRC_SASL_SERVER_UNVERIFIED /* the server did not prove that it knows the password */
};

/* A login in progress. Call irc_sasl_wipe at the end, because the struct holds the password. */
struct irc_sasl {
	enum irc_sasl_kind mechanism;
	char account[IRC_SASL_ACCOUNT + 1];
	char password[IRC_SASL_PASSWORD + 1];
	char key[IRC_SASL_PATH + 1];
	char challenge[IRC_SASL_BASE64]; /* challenge received so far, in base64 */
	char response[IRC_SASL_BASE64];  /* response, in base64 */
	size_t sent;                     /* bytes of `response` already sent */
	bool all_sent;                   /* no piece of the response is left to send */
	unsigned rounds;                 /* number of challenges handled */
	bool computing; /* the response is not computed yet: irc_sasl_compute must be called */
	bool proved;    /* client and server have given all proofs that the mechanism requires */
	struct binding binding; /* channel binding of the connection */
	bool binds;             /* the server offers channel binding */
	struct irc_scram scram;
};

/* Returns the mechanism's registered name. */
const char *irc_sasl_name(enum irc_sasl_kind mechanism);
/* Finds a mechanism by its name in any case. Returns IRC_SASL_NONE if unknown. */
enum irc_sasl_kind irc_sasl_find_mechanism(const char *name);
/* Returns the name of the mechanism's variant with channel binding, or NULL. */
const char *irc_sasl_bound_name(enum irc_sasl_kind mechanism);

/*
 * Begins a login. key: path of a PEM file. account, password and key are copied, cut to fit; they
 * may be NULL if the mechanism does not use them. The caller then sets `binding` and `binds`.
 */
void irc_sasl_begin(struct irc_sasl *sasl, enum irc_sasl_kind mechanism, const char *account,
	const char *password, const char *key);
/* Handles the parameter of AUTHENTICATE: a challenge, or a piece of a long one. */
enum irc_sasl_outcome irc_sasl_handle_challenge(struct irc_sasl *sasl, const char *piece);
/* Computes a part of the response, for about 1 ms. Returns true once the response is complete. */
bool irc_sasl_compute(struct irc_sasl *sasl);
/*
 * Writes the next piece of the response. An empty piece, written as `+`, also ends a response whose
 * last piece has the full length. Returns false after the last piece. The caller must wipe the
 * piece.
 */
bool irc_sasl_next_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1]);
/* Returns a phrase that describes a fault, or NULL if the outcome is not a fault. */
const char *irc_sasl_fault(enum irc_sasl_outcome outcome);
void irc_sasl_wipe(struct irc_sasl *sasl);

#endif
