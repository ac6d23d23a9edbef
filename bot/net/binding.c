/* binding.c - TLS channel binding. */
#include "bot/net/binding.h"

#include <openssl/ssl.h>

enum { BINDING_EXPORTED = 32 };

static struct binding binding_exported(SSL *ssl)
{
	static const char label[] = "EXPORTER-Channel-Binding";
	struct binding binding = { .kind = "tls-exporter", .length = BINDING_EXPORTED };
	if (SSL_export_keying_material(
		    ssl, binding.bytes, BINDING_EXPORTED, label, sizeof label - 1, NULL, 0, 0) != 1)
		binding.kind = NULL;
	return binding;
}

/*
 * Returns the hash function that RFC 5929 prescribes: the one of the certificate's signature, but
 * SHA-256 instead of MD5 or SHA-1. Returns NULL if the signature has no separate hash function
 * (Ed25519).
 */
static const EVP_MD *binding_digest(const X509 *certificate)
{
	int digest = NID_undef;
	if (X509_get_signature_info((X509 *)certificate, &digest, NULL, NULL, NULL) != 1)
		return NULL;
	return digest == NID_md5 || digest == NID_sha1 ? EVP_sha256() : EVP_get_digestbynid(digest);
}

static struct binding binding_certified(const SSL *ssl)
{
	struct binding binding = { .kind = NULL };
	const X509 *certificate = SSL_get0_peer_certificate(ssl);
	const EVP_MD *digest = certificate != NULL ? binding_digest(certificate) : NULL;
	unsigned length = 0;
	if (digest == NULL || EVP_MD_get_size(digest) > BINDING_BYTES ||
		X509_digest(certificate, digest, binding.bytes, &length) != 1)
		return binding;
	binding.kind = "tls-server-end-point";
	binding.length = length;
	return binding;
}

struct binding binding_get(SSL *ssl)
{
	if (ssl == NULL)
		return (struct binding){ .kind = NULL };
	return SSL_version(ssl) == TLS1_3_VERSION ? binding_exported(ssl) : binding_certified(ssl);
}
