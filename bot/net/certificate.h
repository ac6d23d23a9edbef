/* certificate.h - checks a server's certificate against a fingerprint. */
#ifndef BOT_NET_CERTIFICATE_H
#define BOT_NET_CERTIFICATE_H

#include <curl/curl.h>
#include <stdbool.h>

/* Bytes of a fingerprint as text, NUL included: 32 pairs of hexadecimal digits with colons. */
enum { CERTIFICATE_FINGERPRINT = 96 };

/* True if a fingerprint is in hexadecimal, of a certificate; one in base64 is of a public key. */
bool certificate_is_fingerprint(const char *fingerprint);
/*
 * True if the server's certificate has this SHA-256, in hexadecimal with or without colons. The
 * connection must be open, use TLS and have CURLOPT_CERTINFO set.
 */
bool certificate_matches(CURL *easy, const char *fingerprint);

#endif
