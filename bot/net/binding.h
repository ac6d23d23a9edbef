/*
 * binding.h - TLS channel binding: data unique to a TLS connection. A login that includes this data
 * cannot be relayed by an attacker between the bot and the server.
 */
#ifndef BOT_NET_BINDING_H
#define BOT_NET_BINDING_H

#include <stddef.h>
#include <stdint.h>

enum { BINDING_BYTES = 64 };

struct ssl_st;

struct binding {
	const char *kind; /* registered name, such as "tls-exporter"; NULL: no binding */
	uint8_t bytes[BINDING_BYTES];
	size_t length;
};

/*
 * Returns the binding of an open OpenSSL connection: tls-exporter (RFC 9266) for TLS 1.3, otherwise
 * tls-server-end-point (RFC 5929). The result's kind is NULL if ssl is NULL or the connection has
 * no usable binding.
 */
struct binding binding_get(struct ssl_st *ssl);

#endif
