/* certificate.h - a server's certificate: the check of its fingerprint, advice after a refusal. */
#ifndef BOT_NET_CERTIFICATE_H
#define BOT_NET_CERTIFICATE_H

#include <curl/curl.h>
#include <stdbool.h>

struct text;

/* Size of a fingerprint as text: 32 pairs of hexadecimal digits, 31 colons and a NUL. */
enum { CERTIFICATE_FINGERPRINT = 96 };

/*
 * True for a certificate's fingerprint, which is written in hexadecimal. A public key's fingerprint
 * is written in base64.
 */
bool certificate_is_fingerprint(const char *fingerprint);
/*
 * True if the server's certificate has this SHA-256 fingerprint (hexadecimal, with or without
 * colons). The connection must be open, use TLS and have CURLOPT_CERTINFO set.
 */
bool certificate_matches(CURL *easy, const char *fingerprint);
/*
 * Adds to an error what an operator can do, by the reason for which the certificate of the transfer
 * was refused (CURLE_PEER_FAILED_VERIFICATION). The text begins with "; ".
 */
void certificate_advise(CURL *easy, struct text *text);

#endif
