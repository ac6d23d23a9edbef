/* irc/ecdsa.c - signatures with a NIST P-256 key. */
#include "bot/net/irc/ecdsa.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

static EVP_PKEY *irc_ecdsa_read(const char *path)
{
	/* An empty passphrase keeps OpenSSL from asking for one on the terminal. */
	char passphrase[] = "";
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return NULL;
	EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, passphrase);
	fclose(file);
	return key;
}

static bool irc_ecdsa_fits(const EVP_PKEY *key)
{
	char curve[32] = "";
	return EVP_PKEY_get_utf8_string_param(
		       key, OSSL_PKEY_PARAM_GROUP_NAME, curve, sizeof curve, NULL) == 1 &&
		strcmp(curve, "prime256v1") == 0;
}

bool irc_ecdsa_sign(const char *path, const uint8_t challenge[IRC_ECDSA_CHALLENGE],
	uint8_t signature[IRC_ECDSA_SIGNATURE], size_t *length)
{
	EVP_PKEY *key = irc_ecdsa_read(path);
	EVP_PKEY_CTX *context =
		key != NULL && irc_ecdsa_fits(key) ? EVP_PKEY_CTX_new(key, NULL) : NULL;
	*length = IRC_ECDSA_SIGNATURE;
	bool fine = context != NULL && EVP_PKEY_sign_init(context) == 1 &&
		EVP_PKEY_sign(context, signature, length, challenge, IRC_ECDSA_CHALLENGE) == 1;
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(key);
	return fine;
}
