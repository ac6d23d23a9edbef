/* irc/ecdsa.c - signatures with a NIST P-256 key. */
#include "bot/net/irc/ecdsa.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

bool irc_ecdsa_sign(const char *path, const uint8_t challenge[IRC_ECDSA_CHALLENGE],
	uint8_t signature[IRC_ECDSA_SIGNATURE], size_t *length)
{
	/* An empty passphrase keeps OpenSSL from asking for one on the terminal. */
	char passphrase[] = "", curve[32] = "";
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return false;
	EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, passphrase);
	fclose(file);
	bool fits = key != NULL &&
		EVP_PKEY_get_utf8_string_param(
			key, OSSL_PKEY_PARAM_GROUP_NAME, curve, sizeof curve, NULL) == 1 &&
		strcmp(curve, "prime256v1") == 0;
	EVP_PKEY_CTX *context = fits ? EVP_PKEY_CTX_new(key, NULL) : NULL;
	*length = IRC_ECDSA_SIGNATURE;
	bool fine = context != NULL && EVP_PKEY_sign_init(context) == 1 &&
		EVP_PKEY_sign(context, signature, length, challenge, IRC_ECDSA_CHALLENGE) == 1;
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(key);
	return fine;
}
