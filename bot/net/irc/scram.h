/*
 * irc/scram.h - SCRAM (RFC 5802, RFC 7677): the bot and the server prove to each other that they
 * know a password, and neither says it. Pure.
 *
 * Accounts and passwords are UTF-8 and prepared already (SASLprep, RFC 4013).
 */
#ifndef BOT_NET_IRC_SCRAM_H
#define BOT_NET_IRC_SCRAM_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/binding.h"

enum irc_scram_hash { IRC_SCRAM_SHA_256, IRC_SCRAM_SHA_512 };

/* Rounds of hashing that a server may ask for, and those that are done at a time, in about 1 ms. */
enum { IRC_SCRAM_LEAST = 4096, IRC_SCRAM_MOST = 100000, IRC_SCRAM_SLICE = 1000 };
/* Bytes, NUL included, of a message of either side; of all that is proved, which are three. */
enum { IRC_SCRAM_MESSAGE = 1024, IRC_SCRAM_SAID = 3 * IRC_SCRAM_MESSAGE };
/* Bytes of the words by which the bot begins; of what it binds to, in base64. */
enum { IRC_SCRAM_HEADER = 40, IRC_SCRAM_BOUND = 160 };
/* Bytes of a digest at its longest. */
enum { IRC_SCRAM_DIGEST = crypto_hash_sha512_BYTES };

/* A keyed digest of bytes that come by and by. */
struct irc_scram_mac {
	enum irc_scram_hash hash;
	union {
		crypto_auth_hmacsha256_state small;
		crypto_auth_hmacsha512_state large;
	} of;
};

/* One login; it holds what stands for the password: irc_scram_wipe. */
struct irc_scram {
	enum irc_scram_hash hash;
	struct irc_scram_mac password;      /* keyed by it */
	char header[IRC_SCRAM_HEADER];      /* what the login is bound to: a kind, */
	char bound[IRC_SCRAM_BOUND];        /* and that with the bytes of that kind, in base64 */
	uint8_t round[IRC_SCRAM_DIGEST];    /* the last round's digest */
	uint8_t salted[IRC_SCRAM_DIGEST];   /* of all rounds so far */
	uint8_t expected[IRC_SCRAM_DIGEST]; /* the server's signature */
	unsigned left;                      /* rounds to be done */
	char nonce[IRC_SCRAM_MESSAGE];      /* the bot's, then both */
	char said[IRC_SCRAM_SAID];          /* what both have said, as it is proved */
};

/* What a server's first message is good for. */
enum irc_scram_verdict { IRC_SCRAM_FINE, IRC_SCRAM_NONSENSE, IRC_SCRAM_EFFORT };

/*
 * Binds the login to its connection, before all else, if the connection has what it takes and the
 * server offers it; where only one of them can the other learns of it, so that nobody in between
 * can pretend.
 */
void irc_scram_bind(struct irc_scram *scram, const struct binding *binding, bool offered);
/*
 * Writes the bot's first message. nonce: printable, without commas, never used before. False when
 * something is too long.
 */
bool irc_scram_begin(struct irc_scram *scram, enum irc_scram_hash hash, const char *account,
	const char *password, const char *nonce, char message[IRC_SCRAM_MESSAGE]);
/* Takes the server's first message; when it is fine irc_scram_work follows. */
enum irc_scram_verdict irc_scram_salt(struct irc_scram *scram, const char *message);
/* Does the next rounds; true: all are done. */
bool irc_scram_work(struct irc_scram *scram);
/* Then: writes the bot's last message, its proof. */
void irc_scram_prove(struct irc_scram *scram, char message[IRC_SCRAM_MESSAGE]);
/* True if the server's last message proves that it knows the password too. */
bool irc_scram_check(const struct irc_scram *scram, const char *message);
void irc_scram_wipe(struct irc_scram *scram);

#endif
