/*
 * binding.h - what tells a TLS connection from every other (channel binding): who proves a password
 * along with it proves it to the server at the other end, and to nobody in between.
 */
#ifndef BOT_NET_BINDING_H
#define BOT_NET_BINDING_H

#include <stddef.h>
#include <stdint.h>

enum { BINDING_BYTES = 64 };

struct ssl_st;

struct binding {
	const char *kind; /* as it is registered: "tls-exporter"; NULL: there is none */
	uint8_t bytes[BINDING_BYTES];
	size_t length;
};

/*
 * Of an open connection of OpenSSL's, or NULL: tls-exporter (RFC 9266) by TLS 1.3, before that
 * tls-server-end-point (RFC 5929), the server's certificate.
 */
struct binding binding_of(struct ssl_st *ssl);

#endif
