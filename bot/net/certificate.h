/* certificate.h - a server known by the fingerprint of its certificate. */
#ifndef BOT_NET_CERTIFICATE_H
#define BOT_NET_CERTIFICATE_H

#include <curl/curl.h>
#include <stdbool.h>

/* Bytes of a fingerprint in text, NUL included: 32 pairs of hexadecimal digits, colons between. */
enum { CERTIFICATE_FINGERPRINT = 96 };

/* True if a fingerprint is one of a certificate, in hexadecimal, not of a key, in base64. */
bool certificate_fingerprint(const char *fingerprint);
/*
 * True if the server at the other end has the certificate whose SHA-256 that is, with colons or
 * without. The connection must be open, with TLS and CURLOPT_CERTINFO.
 */
bool certificate_matches(CURL *easy, const char *fingerprint);

#endif
