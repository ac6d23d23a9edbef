/* certificate.c - checks a server's certificate against a fingerprint. */
#include "bot/net/certificate.h"

#include <sodium.h>
#include <string.h>

enum { CERTIFICATE_DER = 16384 };

bool certificate_is_fingerprint(const char *fingerprint)
{
	return fingerprint[0] != '\0' &&
		fingerprint[strspn(fingerprint, "0123456789abcdefABCDEF:")] == '\0';
}

/* Returns the certificate of the server itself in PEM, or NULL; it lives as long as `easy`. */
static const char *certificate_pem(CURL *easy)
{
	static const char label[] = "Cert:";
	struct curl_certinfo *chain = NULL;
	if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL ||
		chain->num_of_certs < 1)
		return NULL;
	for (const struct curl_slist *entry = chain->certinfo[0]; entry != NULL;
		entry = entry->next)
		if (strncmp(entry->data, label, sizeof label - 1) == 0)
			return entry->data + sizeof label - 1;
	return NULL;
}

bool certificate_matches(CURL *easy, const char *fingerprint)
{
	static const char begin[] = "-----BEGIN CERTIFICATE-----";
	const char *pem = certificate_pem(easy);
	unsigned char der[CERTIFICATE_DER], hash[crypto_hash_sha256_BYTES];
	unsigned char wanted[crypto_hash_sha256_BYTES];
	size_t length, count;
	if (pem == NULL || strncmp(pem, begin, sizeof begin - 1) != 0)
		return false;
	pem += sizeof begin - 1;
	if (sodium_base642bin(der, sizeof der, pem, strcspn(pem, "-"), "\r\n", &length, NULL,
		    sodium_base64_VARIANT_ORIGINAL) != 0 ||
		sodium_hex2bin(wanted, sizeof wanted, fingerprint, strlen(fingerprint), ":", &count,
			NULL) != 0 ||
		count != sizeof wanted)
		return false;
	crypto_hash_sha256(hash, der, length);
	return memcmp(hash, wanted, sizeof hash) == 0;
}
