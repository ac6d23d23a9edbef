/* irc_ecdsa.c - a login by a private key */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/pem.h>

#include "bot/net/irc/sasl.h"
#include "tests/cases.h"

/* 32 bytes, one of them NUL. */
static const unsigned char challenge[] = "what nobody\0 has ever signed bef.";
enum { CHALLENGE = sizeof challenge - 2 };

/* Writes a new key to a file, with a passphrase unless it is NULL. */
static EVP_PKEY *key_write(const char *curve, const char *passphrase, char path[])
{
	EVP_PKEY *key = EVP_EC_gen(curve);
	FILE *file = fdopen(mkstemp(path), "w");
	assert_non_null(key);
	assert_non_null(file);
	assert_int_equal(
		PEM_write_PrivateKey(file, key, passphrase != NULL ? EVP_aes_128_cbc() : NULL,
			(const unsigned char *)passphrase,
			passphrase != NULL ? (int)strlen(passphrase) : 0, NULL, NULL),
		1);
	fclose(file);
	return key;
}

/* Plays the server up to its challenge. Returns the client's next step. */
static enum irc_sasl_outcome ask(
	struct irc_sasl *sasl, const char *path, const unsigned char *bytes, size_t length)
{
	char piece[IRC_SASL_PIECE + 1];
	irc_sasl_begin(sasl, IRC_SASL_ECDSA, "bot", NULL, path);
	assert_int_equal(irc_sasl_handle_challenge(sasl, "+"), IRC_SASL_RESPOND);
	assert_true(irc_sasl_next_piece(sasl, piece));
	assert_string_equal(piece, "Ym90");
	assert_false(sasl->proved);
	sodium_bin2base64(piece, sizeof piece, bytes, length, sodium_base64_VARIANT_ORIGINAL);
	return irc_sasl_handle_challenge(sasl, piece);
}

CASE(a_challenge_is_signed_with_the_key)
{
	char path[] = "/tmp/mitaines-test.XXXXXX", piece[IRC_SASL_PIECE + 1];
	EVP_PKEY *key = key_write("P-256", NULL, path);
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
	unsigned char signature[IRC_SASL_PIECE];
	struct irc_sasl sasl;
	size_t length;
	assert_int_equal(ask(&sasl, path, challenge, CHALLENGE), IRC_SASL_RESPOND);
	assert_true(sasl.proved);
	assert_true(irc_sasl_next_piece(&sasl, piece));
	assert_int_equal(sodium_base642bin(signature, sizeof signature, piece, strlen(piece), NULL,
				 &length, NULL, sodium_base64_VARIANT_ORIGINAL),
		0);
	assert_int_equal(EVP_PKEY_verify_init(context), 1);
	assert_int_equal(EVP_PKEY_verify(context, signature, length, challenge, CHALLENGE), 1);
	assert_int_equal(irc_sasl_handle_challenge(&sasl, "+"), IRC_SASL_BAD_CHALLENGE);
	/* Only challenges of 32 bytes are signed. */
	assert_int_equal(ask(&sasl, path, challenge, CHALLENGE - 1), IRC_SASL_BAD_CHALLENGE);
	assert_int_equal(ask(&sasl, path, challenge, CHALLENGE + 1), IRC_SASL_BAD_CHALLENGE);
	assert_int_equal(ask(&sasl, path, challenge, 0), IRC_SASL_BAD_CHALLENGE);
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(key);
	unlink(path);
}

CASE(a_missing_or_unsuitable_key_cannot_sign_a_challenge)
{
	static const struct {
		const char *curve, *passphrase;
	} keys[] = { { "P-384", NULL }, { "P-256", "sesame" } };
	struct irc_sasl sasl;
	assert_int_equal(ask(&sasl, "/dev/null", challenge, CHALLENGE), IRC_SASL_BAD_KEY);
	assert_int_equal(ask(&sasl, "/nowhere/key", challenge, CHALLENGE), IRC_SASL_BAD_KEY);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		char path[] = "/tmp/mitaines-test.XXXXXX";
		EVP_PKEY_free(key_write(keys[i].curve, keys[i].passphrase, path));
		assert_int_equal(ask(&sasl, path, challenge, CHALLENGE), IRC_SASL_BAD_KEY);
		unlink(path);
	}
	assert_false(sasl.proved);
}
