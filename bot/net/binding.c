/* binding.c - TLS channel binding. */
#include "bot/net/binding.h"

#include <openssl/ssl.h>

enum { BINDING_EXPORTED = 32 };

struct binding binding_get(SSL *ssl)
{
	static const char label[] = "EXPORTER-Channel-Binding";
	struct binding binding = { .kind = NULL };
	if (ssl == NULL)
		return binding;
	if (SSL_version(ssl) == TLS1_3_VERSION) {
		binding.length = BINDING_EXPORTED;
		if (SSL_export_keying_material(ssl, binding.bytes, BINDING_EXPORTED, label,
			    sizeof label - 1, NULL, 0, 0) == 1)
			binding.kind = "tls-exporter";
		return binding;
	}
	/*
	 * RFC 5929 prescribes the hash function of the certificate's signature, but SHA-256 if that
	 * is MD5 or SHA-1. A signature without a hash function (Ed25519) has no binding.
	 */
	X509 *certificate = SSL_get0_peer_certificate(ssl);
	int number = NID_undef;
	unsigned length = 0;
	if (certificate == NULL ||
		X509_get_signature_info(certificate, &number, NULL, NULL, NULL) != 1)
		return binding;
	const EVP_MD *digest = number == NID_md5 || number == NID_sha1
		? EVP_sha256()
		: EVP_get_digestbynid(number);
	if (digest == NULL || EVP_MD_get_size(digest) > BINDING_BYTES ||
		X509_digest(certificate, digest, binding.bytes, &length) != 1)
		return binding;
	binding.kind = "tls-server-end-point";
	binding.length = length;
	return binding;
}
