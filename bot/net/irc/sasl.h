/* irc/sasl.h - what the bot answers when a server asks it to prove who it is (SASL). Pure. */
#ifndef BOT_NET_IRC_SASL_H
#define BOT_NET_IRC_SASL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Bytes of an answer in one AUTHENTICATE; an answer at its longest, with its NUL; a password at its
 * longest.
 */
enum { IRC_SASL_PIECE = 400, IRC_SASL_ANSWER = 1600, IRC_SASL_PASSWORD = 1000 };

/* An answer that goes in pieces; it holds the password: irc_sasl_wipe. */
struct irc_sasl {
	char answer[IRC_SASL_ANSWER]; /* in base64 */
	size_t at;
	bool over; /* the last piece has gone */
};

/*
 * Prepares the answer: PLAIN with account and password, or EXTERNAL, whose proof is the client
 * certificate and whose account may be NULL: the certificate's. password NULL: EXTERNAL. False when
 * they are too long.
 */
bool irc_sasl_begin(struct irc_sasl *sasl, const char *account, const char *password);
/*
 * The next piece, `+` for an empty one, which also ends an answer of full pieces; false after the
 * last. The piece is as secret as the answer.
 */
bool irc_sasl_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1]);
void irc_sasl_wipe(struct irc_sasl *sasl);

#endif
