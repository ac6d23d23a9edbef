/*
 * irc/scram.h - SCRAM (RFC 5802, RFC 7677): client and server prove to each other that they know a
 * password, without sending it. Pure.
 *
 * Accounts and passwords must be UTF-8 and already be normalized by SASLprep (RFC 4013).
 */
#ifndef BOT_NET_IRC_SCRAM_H
#define BOT_NET_IRC_SCRAM_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

#include "bot/net/binding.h"

enum irc_scram_hash { IRC_SCRAM_SHA_256, IRC_SCRAM_SHA_512 };

/*
 * Rounds of hashing: the fewest and the most that a server may require, and how many one call
 * computes (about 1 ms).
 */
enum {
	IRC_SCRAM_ROUNDS_MIN = 4096,
	IRC_SCRAM_ROUNDS_MAX = 100000,
	IRC_SCRAM_ROUNDS_PER_CALL = 1000
};
/* Sizes in bytes, NUL included: one message, and the three messages that are signed together. */
enum { IRC_SCRAM_MESSAGE = 1024, IRC_SCRAM_TRANSCRIPT = 3 * IRC_SCRAM_MESSAGE };
/* Sizes in bytes: the header before the first message, and the channel binding in base64. */
enum { IRC_SCRAM_HEADER = 40, IRC_SCRAM_BINDING = 160 };
/* Size of the longest digest, in bytes. */
enum { IRC_SCRAM_DIGEST = crypto_hash_sha512_BYTES };

/* An HMAC of bytes added in parts. */
struct irc_scram_mac {
	enum irc_scram_hash hash;
	union {
		crypto_auth_hmacsha256_state small;
		crypto_auth_hmacsha512_state large;
	} of;
};

/*
 * A login in progress. Overwrite it at the end, because the struct holds a key derived from
 * the password.
 */
struct irc_scram {
	enum irc_scram_hash hash;
	struct irc_scram_mac password;      /* HMAC state with the password as key */
	char header[IRC_SCRAM_HEADER];      /* GS2 header: the kind of channel binding */
	char bound[IRC_SCRAM_BINDING];      /* header and channel binding data, in base64 */
	uint8_t round[IRC_SCRAM_DIGEST];    /* digest of the last round */
	uint8_t salted[IRC_SCRAM_DIGEST];   /* XOR of all rounds so far (the salted password) */
	uint8_t expected[IRC_SCRAM_DIGEST]; /* signature expected from the server */
	unsigned left;                      /* rounds left to compute */
	/* the bot's nonce; after the server's first message, both nonces */
	char nonce[IRC_SCRAM_MESSAGE];
	/* the messages so far, in the form in which they are signed */
	char said[IRC_SCRAM_TRANSCRIPT];
};

/*
 * The result of reading the server's first message. IRC_SCRAM_BAD_ROUNDS: the server requires too
 * few or too many rounds.
 */
enum irc_scram_result { IRC_SCRAM_OK, IRC_SCRAM_BAD_SYNTAX, IRC_SCRAM_BAD_ROUNDS };

/*
 * Sets the channel binding; must be called before irc_scram_begin. The binding is used if its kind
 * is not NULL and the server offers channel binding. If the server offers none, the header says
 * that the client supports it, so that the server can detect an attacker who removed the offer.
 */
void irc_scram_set_binding(struct irc_scram *scram, const struct binding *binding, bool offered);
/*
 * Writes the bot's first message. nonce: random, printable, without commas. Returns false if a part
 * is too long.
 */
bool irc_scram_begin(struct irc_scram *scram, enum irc_scram_hash hash, const char *account,
	const char *password, const char *nonce, char message[IRC_SCRAM_MESSAGE]);
/* Reads the server's first message. After IRC_SCRAM_OK, call irc_scram_compute. */
enum irc_scram_result irc_scram_read_first(struct irc_scram *scram, const char *message);
/* Computes the next rounds. Returns true once all rounds are done. */
bool irc_scram_compute(struct irc_scram *scram);
/* Writes the bot's last message, with the proof. Call it once all rounds are done. */
void irc_scram_write_proof(struct irc_scram *scram, char message[IRC_SCRAM_MESSAGE]);
/* True if the server's last message proves that the server knows the password. */
bool irc_scram_verify_server(const struct irc_scram *scram, const char *message);

#endif
