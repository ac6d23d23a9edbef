/* irc/ecdsa.h - signatures by a key on the curve NIST P-256, for SASL ECDSA-NIST256P-CHALLENGE. */
#ifndef BOT_NET_IRC_ECDSA_H
#define BOT_NET_IRC_ECDSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of what is signed; of a signature at its longest, in DER. */
enum { IRC_ECDSA_CHALLENGE = 32, IRC_ECDSA_SIGNATURE = 80 };

/*
 * Signs with the private key in a PEM file, which has no passphrase; *length becomes the
 * signature's. False: the file has no such key, or memory ran out.
 */
bool irc_ecdsa_sign(const char *path, const uint8_t challenge[IRC_ECDSA_CHALLENGE],
	uint8_t signature[IRC_ECDSA_SIGNATURE], size_t *length);

#endif
