/* ping_peer.h - the bare client to which the bot's speed with !ping is compared: it reads, answers
 * and writes with blocking calls and does nothing else. TLS is OpenSSL's. */
#ifndef TESTS_LAB_PING_PEER_H
#define TESTS_LAB_PING_PEER_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PING_PEER_ROOM = 65536 };

/* Bytes read but not handled yet, and bytes to write. */
struct ping_peer {
	int fd;
	SSL *tls; /* NULL without TLS */
	size_t have;
	size_t put;
	char in[PING_PEER_ROOM];
	char out[2 * PING_PEER_ROOM];
};

static inline int ping_peer_connect(int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
	int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
		close(fd);
		return -1;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return fd;
}

/* Starts TLS on a connection and verifies the certificate. Returns NULL on failure. */
static inline SSL *ping_peer_secure(int fd, const char *ca)
{
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());
	SSL *tls = NULL;

	SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
	if (SSL_CTX_load_verify_locations(context, ca, NULL) == 1)
		tls = SSL_new(context);
	if (tls != NULL && (SSL_set_fd(tls, fd) != 1 || SSL_connect(tls) != 1)) {
		SSL_free(tls);
		tls = NULL;
	}
	SSL_CTX_free(context);
	return tls;
}

static inline ssize_t ping_peer_send(struct ping_peer *peer, const char *bytes, size_t length)
{
	return peer->tls != NULL ? SSL_write(peer->tls, bytes, (int)length)
				 : send(peer->fd, bytes, length, MSG_NOSIGNAL);
}

static inline ssize_t ping_peer_recv(struct ping_peer *peer, char *bytes, size_t room)
{
	return peer->tls != NULL ? SSL_read(peer->tls, bytes, (int)room)
				 : recv(peer->fd, bytes, room, 0);
}

static inline void ping_peer_put(struct ping_peer *peer, const char *text)
{
	size_t length = strlen(text);
	if (length > sizeof peer->out - peer->put)
		return;
	memcpy(peer->out + peer->put, text, length);
	peer->put += length;
}

static inline void ping_peer_answer(
	struct ping_peer *peer, const char *start, const char *middle, const char *end)
{
	ping_peer_put(peer, start);
	ping_peer_put(peer, middle);
	ping_peer_put(peer, end);
	ping_peer_put(peer, "\r\n");
}

/* Answers one NUL-terminated line. */
static inline void ping_peer_line(struct ping_peer *peer, const char *line, const char *channel)
{
	const char *ping = strstr(line, " :!ping");
	if (ping != NULL && strstr(line, " PRIVMSG ") != NULL) {
		ping_peer_put(peer, "PRIVMSG ");
		ping_peer_answer(peer, channel, " :pong", ping + strlen(" :!ping"));
	} else if (strncmp(line, "PING ", 5) == 0) {
		ping_peer_answer(peer, "PONG ", line + 5, "");
	} else if (strstr(line, " 001 ") != NULL) {
		ping_peer_answer(peer, "JOIN ", channel, "");
	}
}

/* Handles all complete lines. */
static inline void ping_peer_take(struct ping_peer *peer, const char *channel)
{
	char *line = peer->in, *end = peer->in + peer->have, *newline;
	while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
		*newline = '\0';
		if (newline > line && newline[-1] == '\r')
			newline[-1] = '\0';
		ping_peer_line(peer, line, channel);
		line = newline + 1;
	}
	peer->have = (size_t)(end - line);
	memmove(peer->in, line, peer->have);
}

/* Joins the channel and answers until the server closes the connection. `ca` is NULL without
 * TLS. */
static inline void ping_peer_run(
	struct ping_peer *peer, int port, const char *ca, const char *nick, const char *channel)
{
	ssize_t count;
	*peer = (struct ping_peer){ .fd = ping_peer_connect(port) };
	if (ca != NULL && (peer->tls = ping_peer_secure(peer->fd, ca)) == NULL)
		return;
	ping_peer_answer(peer, "NICK ", nick, "");
	ping_peer_answer(peer, "USER ", nick, " 0 * :peer");
	do {
		for (size_t sent = 0; sent < peer->put; sent += (size_t)count) {
			count = ping_peer_send(peer, peer->out + sent, peer->put - sent);
			if (count <= 0)
				return;
		}
		peer->put = 0;
		count = ping_peer_recv(peer, peer->in + peer->have, sizeof peer->in - peer->have);
		if (count > 0)
			peer->have += (size_t)count;
		ping_peer_take(peer, channel);
	} while (count > 0);
}

#endif
