/* irc/sasl.c - the client's side of SASL mechanisms. */
#include "bot/net/irc/sasl.h"

#include <sodium.h>
#include <string.h>

#include "bot/net/irc/ecdsa.h"
#include "engine/text.h"

/*
 * IRC_SASL_BYTES: maximum number of bytes of a decoded challenge or response. IRC_SASL_NONCE:
 * random bytes of a nonce, sent in base64, which contains no comma.
 */
enum { IRC_SASL_BYTES = IRC_SASL_BASE64 / 4 * 3 - 3, IRC_SASL_NONCE = 18 };

static enum irc_sasl_outcome irc_sasl_set_response(
	struct irc_sasl *sasl, const char *bytes, size_t length)
{
	sodium_bin2base64(sasl->response, sizeof sasl->response, (const unsigned char *)bytes,
		length, sodium_base64_VARIANT_ORIGINAL);
	sasl->sent = 0;
	sasl->all_sent = false;
	return IRC_SASL_RESPOND;
}

/* Writes the response of PLAIN: account, NUL, account, NUL, password. */
static enum irc_sasl_outcome irc_sasl_plain(
	struct irc_sasl *sasl, const char *challenge, size_t length)
{
	char plain[IRC_SASL_BYTES];
	struct text text = text_in(plain, sizeof plain);
	(void)challenge;
	if (sasl->rounds > 0 || length > 0)
		return IRC_SASL_BAD_CHALLENGE;
	text_add(&text, sasl->account);
	text_bytes(&text, "", 1);
	text_add(&text, sasl->account);
	text_bytes(&text, "", 1);
	text_add(&text, sasl->password);
	sasl->proved = true;
	irc_sasl_set_response(sasl, plain, text_length(&text));
	sodium_memzero(plain, sizeof plain);
	return IRC_SASL_RESPOND;
}

/* Writes the response of EXTERNAL: the account. The TLS client certificate is the proof. */
static enum irc_sasl_outcome irc_sasl_external(
	struct irc_sasl *sasl, const char *challenge, size_t length)
{
	(void)challenge;
	if (sasl->rounds > 0 || length > 0)
		return IRC_SASL_BAD_CHALLENGE;
	sasl->proved = true;
	return irc_sasl_set_response(sasl, sasl->account, strlen(sasl->account));
}

/*
 * Writes the responses of SCRAM: first the account and a nonce; after the server's salt, the bot's
 * proof; after the server's proof, an empty response.
 */
static enum irc_sasl_outcome irc_sasl_scram(
	struct irc_sasl *sasl, const char *challenge, size_t length)
{
	char nonce[sodium_base64_ENCODED_LEN(IRC_SASL_NONCE, sodium_base64_VARIANT_ORIGINAL)];
	char message[IRC_SCRAM_MESSAGE];
	unsigned char dice[IRC_SASL_NONCE];
	if (strlen(challenge) != length || sasl->rounds > 2 || (sasl->rounds == 0 && length > 0))
		return IRC_SASL_BAD_CHALLENGE;
	if (sasl->rounds == 0) {
		randombytes_buf(dice, sizeof dice);
		sodium_bin2base64(
			nonce, sizeof nonce, dice, sizeof dice, sodium_base64_VARIANT_ORIGINAL);
		irc_scram_set_binding(&sasl->scram, &sasl->binding, sasl->binds);
		irc_scram_begin(&sasl->scram,
			sasl->mechanism == IRC_SASL_SCRAM_SHA_256 ? IRC_SCRAM_SHA_256
								  : IRC_SCRAM_SHA_512,
			sasl->account, sasl->password, nonce, message);
		return irc_sasl_set_response(sasl, message, strlen(message));
	}
	if (sasl->rounds == 1)
		switch (irc_scram_read_first(&sasl->scram, challenge)) {
		case IRC_SCRAM_OK: sasl->computing = true; return IRC_SASL_COMPUTE;
		case IRC_SCRAM_BAD_ROUNDS: return IRC_SASL_BAD_ROUNDS;
		default: return IRC_SASL_BAD_CHALLENGE;
		}
	if (strncmp(challenge, "e=", 2) == 0)
		return strstr(challenge, "channel-binding") != NULL ? IRC_SASL_BAD_BINDING
								    : IRC_SASL_REJECTED;
	if (!irc_scram_verify_server(&sasl->scram, challenge))
		return IRC_SASL_SERVER_UNVERIFIED;
	sasl->proved = true;
	return irc_sasl_set_response(sasl, "", 0);
}

/*
 * Writes the responses of ECDSA: first the account, then the signature of the server's challenge.
 */
static enum irc_sasl_outcome irc_sasl_ecdsa(
	struct irc_sasl *sasl, const char *challenge, size_t length)
{
	uint8_t signature[IRC_ECDSA_SIGNATURE];
	size_t size;
	if (sasl->rounds == 0 && length == 0)
		return irc_sasl_set_response(sasl, sasl->account, strlen(sasl->account));
	if (sasl->rounds != 1 || length != IRC_ECDSA_CHALLENGE)
		return IRC_SASL_BAD_CHALLENGE;
	if (!irc_ecdsa_sign(sasl->key, (const uint8_t *)challenge, signature, &size))
		return IRC_SASL_BAD_KEY;
	sasl->proved = true;
	return irc_sasl_set_response(sasl, (const char *)signature, size);
}

static const struct irc_sasl_mechanism {
	const char *name;
	const char *bound; /* name of the mechanism's variant with channel binding, or NULL */
	/* Handles a complete, decoded challenge, ended by a NUL. */
	enum irc_sasl_outcome (*handle)(
		struct irc_sasl *sasl, const char *challenge, size_t length);
} irc_sasl_mechanisms[] = {
	[IRC_SASL_PLAIN] = { "PLAIN", NULL, irc_sasl_plain },
	[IRC_SASL_EXTERNAL] = { "EXTERNAL", NULL, irc_sasl_external },
	[IRC_SASL_SCRAM_SHA_256] = { "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS", irc_sasl_scram },
	[IRC_SASL_SCRAM_SHA_512] = { "SCRAM-SHA-512", "SCRAM-SHA-512-PLUS", irc_sasl_scram },
	[IRC_SASL_ECDSA] = { "ECDSA-NIST256P-CHALLENGE", NULL, irc_sasl_ecdsa },
};

const char *irc_sasl_name(enum irc_sasl_kind mechanism)
{
	return irc_sasl_mechanisms[mechanism].name;
}

const char *irc_sasl_bound_name(enum irc_sasl_kind mechanism)
{
	return irc_sasl_mechanisms[mechanism].bound;
}

enum irc_sasl_kind irc_sasl_find_mechanism(const char *name)
{
	size_t i = sizeof irc_sasl_mechanisms / sizeof irc_sasl_mechanisms[0] - 1;
	while (i > IRC_SASL_NONE && !text_same(name, irc_sasl_mechanisms[i].name))
		i--;
	return (enum irc_sasl_kind)i;
}

void irc_sasl_begin(struct irc_sasl *sasl, enum irc_sasl_kind mechanism, const char *account,
	const char *password, const char *key)
{
	irc_sasl_wipe(sasl);
	sasl->mechanism = mechanism;
	sasl->all_sent = true;
	text_copy(sasl->account, sizeof sasl->account, account != NULL ? account : "");
	text_copy(sasl->password, sizeof sasl->password, password != NULL ? password : "");
	text_copy(sasl->key, sizeof sasl->key, key != NULL ? key : "");
}

enum irc_sasl_outcome irc_sasl_handle_challenge(struct irc_sasl *sasl, const char *piece)
{
	char challenge[IRC_SASL_BYTES + 1];
	size_t coded = strlen(sasl->challenge), length = 0;
	if (sasl->computing || strlen(piece) > IRC_SASL_PIECE ||
		!text_copy(sasl->challenge + coded, sizeof sasl->challenge - coded,
			strcmp(piece, "+") == 0 ? "" : piece))
		return IRC_SASL_BAD_CHALLENGE;
	if (strlen(piece) == IRC_SASL_PIECE)
		return IRC_SASL_CONTINUE;
	bool decoded = sodium_base642bin((unsigned char *)challenge, IRC_SASL_BYTES,
			       sasl->challenge, strlen(sasl->challenge), NULL, &length, NULL,
			       sodium_base64_VARIANT_ORIGINAL) == 0;
	sasl->challenge[0] = '\0';
	if (!decoded)
		return IRC_SASL_BAD_CHALLENGE;
	challenge[length] = '\0';
	enum irc_sasl_outcome outcome =
		irc_sasl_mechanisms[sasl->mechanism].handle(sasl, challenge, length);
	sasl->rounds++;
	return outcome;
}

bool irc_sasl_compute(struct irc_sasl *sasl)
{
	char message[IRC_SCRAM_MESSAGE];
	if (!irc_scram_compute(&sasl->scram))
		return false;
	sasl->computing = false;
	irc_scram_write_proof(&sasl->scram, message);
	irc_sasl_set_response(sasl, message, strlen(message));
	return true;
}

bool irc_sasl_next_piece(struct irc_sasl *sasl, char piece[IRC_SASL_PIECE + 1])
{
	struct text text = text_in(piece, IRC_SASL_PIECE + 1);
	if (sasl->all_sent)
		return false;
	text_add(&text, sasl->response + sasl->sent);
	sasl->sent += text_length(&text);
	sasl->all_sent = text_length(&text) < IRC_SASL_PIECE;
	if (text_length(&text) == 0)
		text_char(&text, '+');
	return true;
}

const char *irc_sasl_fault(enum irc_sasl_outcome outcome)
{
	switch (outcome) {
	case IRC_SASL_BAD_CHALLENGE: return "the server's challenge does not fit the mechanism";
	case IRC_SASL_BAD_KEY:
		return "key in sasl has to hold a key on the curve P-256 in PEM form, without a "
		       "passphrase";
	case IRC_SASL_BAD_ROUNDS:
		return "the server asks for fewer than 4096 rounds of hashing, or more than 100000";
	case IRC_SASL_REJECTED:
		return "the server rejects the proof; check account and password in sasl";
	case IRC_SASL_BAD_BINDING:
		return "the server rejects the channel binding: the connection may be intercepted";
	case IRC_SASL_SERVER_UNVERIFIED:
		return "the server does not prove that it knows the password";
	default: return NULL;
	}
}

void irc_sasl_wipe(struct irc_sasl *sasl)
{
	sodium_memzero(sasl, sizeof *sasl);
}
