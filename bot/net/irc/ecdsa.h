/* irc/ecdsa.h - signatures with a NIST P-256 key, for SASL ECDSA-NIST256P-CHALLENGE. */
#ifndef BOT_NET_IRC_ECDSA_H
#define BOT_NET_IRC_ECDSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* IRC_ECDSA_CHALLENGE: bytes of a challenge. IRC_ECDSA_SIGNATURE: limit of a signature (DER). */
enum { IRC_ECDSA_CHALLENGE = 32, IRC_ECDSA_SIGNATURE = 80 };

/*
 * Signs a challenge with the private key in a PEM file without a passphrase. Sets *length to the
 * signature's length. Returns false if the file has no usable P-256 key.
 */
bool irc_ecdsa_sign(const char *path, const uint8_t challenge[IRC_ECDSA_CHALLENGE],
	uint8_t signature[IRC_ECDSA_SIGNATURE], size_t *length);

#endif
