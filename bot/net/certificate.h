/*
 * certificate.h - checks a server certificate's fingerprint, and advises operators about a
 * certificate that was refused.
 */
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
 * Adds advice for the operator to `text`: how to mend the fault for which the certificate of a
 * transfer was refused (CURLE_PEER_FAILED_VERIFICATION). The advice begins with "; ".
 */
void certificate_advise(CURL *easy, struct text *text);

#endif
