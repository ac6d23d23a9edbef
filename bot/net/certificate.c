/*
 * certificate.c - checks a server certificate's fingerprint, and advises operators about a
 * certificate that was refused.
 */
#include "bot/net/certificate.h"

#include <openssl/x509_vfy.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

#include "engine/text.h"

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

/* Adds this machine's date and time (UTC), because a wrong clock makes valid certificates fail. */
static void add_clock(struct text *text)
{
	char clock[32] = "";
	time_t now = time(NULL);
	struct tm parts;
	if (gmtime_r(&now, &parts) != NULL)
		strftime(clock, sizeof clock, "%Y-%m-%d %H:%M UTC", &parts);
	text_add(text, clock);
}

void certificate_advise(CURL *easy, struct text *text)
{
	long reason = X509_V_OK;
	curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &reason);
	switch (reason) {
	/* OpenSSL found no fault, so libcurl itself refused the name */
	case X509_V_OK:
	case X509_V_ERR_UNSPECIFIED:
		text_add(
			text, "; the configuration has to name the server as its certificate does");
		return;
	case X509_V_ERR_CERT_HAS_EXPIRED:
		text_add(text, "; the server's operator has to renew it, if this clock is right: ");
		add_clock(text);
		return;
	case X509_V_ERR_CERT_NOT_YET_VALID:
		text_add(text, "; set the clock of this machine, which seems to be slow: ");
		add_clock(text);
		return;
	case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
	case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
	case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
	case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
	case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
		text_add(text,
			"; if this is the right server, name its authority in ca_file, or on IRC "
			"its key in tls_fingerprint");
		return;
	default: text_add(text, "; the server's operator has to replace it"); return;
	}
}
