/* irc/sasl.h - what the bot answers when a server asks it to prove who it is (SASL). Pure, but for
 * the file of a key. */
#ifndef BOT_NET_IRC_SASL_H
#define BOT_NET_IRC_SASL_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/scram.h"

/* How the bot logs in before the server's welcome. */
enum irc_sasl_choice {
	IRC_SASL_NONE,
	IRC_SASL_PLAIN,
	IRC_SASL_EXTERNAL,
	IRC_SASL_SCRAM_SHA_256,
	IRC_SASL_SCRAM_SHA_512,
	IRC_SASL_ECDSA
};

/*
 * Bytes of one AUTHENTICATE; of a question or an answer at its longest, in base64 with its NUL; of
 * an account, a password and a path at their longest.
 */
enum {
	IRC_SASL_PIECE = 400,
	IRC_SASL_ANSWER = 1600,
	IRC_SASL_ACCOUNT = 67,
	IRC_SASL_PASSWORD = 1000,
	IRC_SASL_PATH = 4000
};

/* What follows from a question. */
enum irc_sasl_turn {
	IRC_SASL_ANSWERS,  /* irc_sasl_piece gives the answer */
	IRC_SASL_READS_ON, /* it goes on in the next line */
	IRC_SASL_WORKS,    /* irc_sasl_work finds the answer */
	/* Faults: the login has failed. */
	IRC_SASL_UNASKED,  /* the mechanism has no such question, */
	IRC_SASL_KEYLESS,  /* the bot has no key to sign with, */
	IRC_SASL_EFFORT,   /* the server wants too little hashing, or too much, */
	IRC_SASL_REJECTED, /* the server does not take the proof, */
	IRC_SASL_UNBOUND,  /* or not that it is bound to this connection, */
	IRC_SASL_IMPOSTOR  /* or has not proved that it knows the password */
};

/* A login under way; it holds the password: irc_sasl_wipe. */
struct irc_sasl {
	enum irc_sasl_choice choice;
	char account[IRC_SASL_ACCOUNT + 1];
	char password[IRC_SASL_PASSWORD + 1];
	char key[IRC_SASL_PATH + 1];
	char question[IRC_SASL_ANSWER]; /* as far as it has come, in base64 */
	char answer[IRC_SASL_ANSWER];   /* in base64 */
	size_t at;                      /* bytes of it that have gone */
	bool over;                      /* there is nothing to say */
	unsigned rounds;                /* questions so far */
	bool works;                     /* irc_sasl_work has not come to its end */
	bool proved;                    /* each side has proved what it has to */
	struct binding binding;         /* to the connection, */
	bool binds;                     /* and the server offers to look at it */
	struct irc_scram scram;
};

/* The mechanism's name as servers know it. */
const char *irc_sasl_name(enum irc_sasl_choice choice);
/* The mechanism of that name, in whatever case; none for none. */
enum irc_sasl_choice irc_sasl_named(const char *name);
/* The name of the same bound to the connection; NULL: it cannot be. */
const char *irc_sasl_bound_name(enum irc_sasl_choice choice);
/* True if the mechanism has account and password. */
bool irc_sasl_has_password(enum irc_sasl_choice choice);

/*
 * Begins a login; account, password and key, the path of a PEM file, may be NULL where the
 * mechanism needs none. They are cut at their longest.
 */
void irc_sasl_begin(struct irc_sasl *sasl, enum irc_sasl_choice choice, const char *account,
	const char *password, const char *key);
/* The login is over this connection, and may, as the server offers or not, be bound to it. */
void irc_sasl_bind(struct irc_sasl *sasl, const struct binding *binding, bool offered);
/* Takes a question, or a piece of one, as it stands behind AUTHENTICATE. */
enum irc_sasl_turn irc_sasl_hear(struct irc_sasl *sasl, const char *piece);
/* Goes on for about 1 ms; true: irc_sasl_piece gives the answer now. */
bool irc_sasl_work(struct irc_sasl *sasl);
/*
 * The next piece of an answer, `+` for an empty one, which also ends an answer of full pieces;
 * false after the last. The piece is as secret as the answer.
 */
bool irc_sasl_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1]);
/* A fault in words; NULL: it is none. */
const char *irc_sasl_fault(enum irc_sasl_turn turn);
void irc_sasl_wipe(struct irc_sasl *sasl);

#endif
