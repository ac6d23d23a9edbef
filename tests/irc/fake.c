/* fake.c - a server that says what a test makes it say. */
#include "tests/irc/fake.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void fake_hang_up(struct fake *fake)
{
	if (fake->watch != NULL)
		loop_watch_close(fake->watch);
	SSL_free(fake->ssl);
	if (fake->fd >= 0)
		close(fake->fd);
	fake->watch = NULL;
	fake->ssl = NULL;
	fake->fd = -1;
}

void fake_reset(struct fake *fake)
{
	struct linger none = { .l_onoff = 1 };
	setsockopt(fake->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
	fake_hang_up(fake);
}

/* As recv and send, whatever the connection is. */
static ssize_t fake_take(struct fake *fake, char *bytes, size_t length)
{
	int count;
	if (fake->ssl == NULL)
		return recv(fake->fd, bytes, length, 0);
	ERR_clear_error();
	count = SSL_read(fake->ssl, bytes, (int)length);
	errno = SSL_get_error(fake->ssl, count) == SSL_ERROR_WANT_READ ? EAGAIN : EIO;
	return count > 0 ? count : -1;
}

static ssize_t fake_give(struct fake *fake, const char *bytes, size_t length)
{
	int count;
	if (fake->ssl == NULL)
		return send(fake->fd, bytes, length, MSG_NOSIGNAL);
	ERR_clear_error();
	count = SSL_write(fake->ssl, bytes, (int)length);
	errno = SSL_get_error(fake->ssl, count) == SSL_ERROR_WANT_WRITE ? EAGAIN : EIO;
	return count > 0 ? count : -1;
}

/* Answers the PINGs that have come since. */
static void fake_answer(struct fake *fake)
{
	char *end, *line;
	while (line = fake->heard + fake->answered,
		(end = memchr(line, '\n', fake->length - fake->answered)) != NULL) {
		int length = (int)(end - line) - 6;
		char pong[600];
		fake->answered += (size_t)(end - line) + 1;
		if (!fake->mute && length > 0 && length < 500 && memcmp(line, "PING :", 6) == 0)
			(void)!fake_give(fake, pong,
				(size_t)snprintf(pong, sizeof pong,
					":irc.test PONG irc.test :%.*s\r\n", length - 1, line + 6));
	}
}

static void fake_ready(void *context, unsigned events)
{
	struct fake *fake = context;
	size_t room = FAKE_ROOM - fake->length - 1;
	ssize_t count = fake_take(fake, fake->heard + fake->length, room < 16384 ? room : 16384);
	(void)events;
	if (count > 0) {
		fake->length += (size_t)count;
		fake->heard[fake->length] = '\0';
		fake_answer(fake);
	} else if (count == 0 || errno != EAGAIN) {
		fake_hang_up(fake);
	}
	loop_stop(fake->loop);
}

static void fake_knock(void *context, unsigned events)
{
	struct fake *fake = context;
	int on = 1;
	(void)events;
	if (fake->fd >= 0)
		return;
	fake->fd = accept(fake->listener, NULL, NULL);
	if (fake->fd < 0)
		return;
	fcntl(fake->fd, F_SETFL, O_NONBLOCK);
	setsockopt(fake->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	if (fake->tls != NULL && (fake->ssl = SSL_new(fake->tls)) != NULL) {
		SSL_set_fd(fake->ssl, fake->fd);
		SSL_set_accept_state(fake->ssl);
	}
	fake->length = fake->seen = fake->answered = 0;
	fake->heard[0] = '\0';
	fake->watch = loop_watch_open(fake->loop, fake->fd, fake_ready, fake);
	loop_watch_for(fake->watch, fake->deaf ? 0 : LOOP_READ);
	loop_stop(fake->loop);
}

static void fake_due(void *context)
{
	struct fake *fake = context;
	fake->late = true;
	loop_stop(fake->loop);
}

bool fake_open(struct fake *fake, struct loop *loop)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof address;
	int little = 8192;

	*fake = (struct fake){ .loop = loop, .fd = -1, .heard = calloc(1, FAKE_ROOM) };
	fake->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	/* Little, so that a deaf server is soon noticed. */
	setsockopt(fake->listener, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
	if (bind(fake->listener, (struct sockaddr *)&address, size) != 0 ||
		listen(fake->listener, 4) != 0 ||
		getsockname(fake->listener, (struct sockaddr *)&address, &size) != 0)
		return false;
	fake->port = ntohs(address.sin_port);
	fake->timer = loop_timer_open(loop, fake_due, fake);
	fake->door = loop_watch_open(loop, fake->listener, fake_knock, fake);
	loop_watch_for(fake->door, LOOP_READ);
	return fake->heard != NULL;
}

bool fake_secure(struct fake *fake, int version, const char *certificate, const char *key)
{
	SSL_CTX_free(fake->tls);
	fake->tls = SSL_CTX_new(TLS_server_method());
	return fake->tls != NULL && SSL_CTX_set_min_proto_version(fake->tls, version) == 1 &&
		SSL_CTX_set_max_proto_version(fake->tls, version) == 1 &&
		SSL_CTX_use_certificate_file(fake->tls, certificate, SSL_FILETYPE_PEM) == 1 &&
		SSL_CTX_use_PrivateKey_file(fake->tls, key, SSL_FILETYPE_PEM) == 1;
}

void fake_close(struct fake *fake)
{
	fake_hang_up(fake);
	SSL_CTX_free(fake->tls);
	loop_watch_close(fake->door);
	loop_timer_close(fake->timer);
	close(fake->listener);
	free(fake->heard);
}

static void fake_patience(struct fake *fake, int milliseconds)
{
	fake->late = false;
	loop_timer_set(fake->timer, (uint64_t)milliseconds);
}

bool fake_meets(struct fake *fake, int milliseconds)
{
	fake_patience(fake, milliseconds);
	while (fake->fd < 0 && !fake->late)
		loop_run(fake->loop);
	return fake->fd >= 0;
}

bool fake_left(struct fake *fake, int milliseconds)
{
	fake_patience(fake, milliseconds);
	while (fake->fd >= 0 && !fake->late)
		loop_run(fake->loop);
	return fake->fd < 0;
}

void fake_waits(struct fake *fake, int milliseconds)
{
	fake_patience(fake, milliseconds);
	while (!fake->late)
		loop_run(fake->loop);
}

/* The bot must read while a long message goes: it has its turns. */
void fake_bytes(struct fake *fake, const char *bytes, size_t length)
{
	while (length > 0 && fake->fd >= 0) {
		ssize_t count = fake_give(fake, bytes, length);
		if (count < 0 && errno != EAGAIN)
			return;
		if (count < 0) {
			fake_waits(fake, 1);
			continue;
		}
		bytes += count;
		length -= (size_t)count;
	}
}

void fake_says(struct fake *fake, const char *format, ...)
{
	char line[20000];
	va_list rest;
	int length;
	va_start(rest, format);
	length = vsnprintf(line, sizeof line - 2, format, rest);
	va_end(rest);
	if (length < 0 || (size_t)length >= sizeof line - 2)
		abort();
	line[length] = '\r';
	line[length + 1] = '\n';
	fake_bytes(fake, line, (size_t)length + 2);
}

/* The next whole line that was not looked at yet. */
static const char *fake_next(struct fake *fake)
{
	const char *start = fake->heard + fake->seen;
	const char *newline = memchr(start, '\n', fake->length - fake->seen);
	size_t length;
	if (newline == NULL)
		return NULL;
	length = (size_t)(newline - start);
	fake->seen += length + 1;
	if (length > 0 && start[length - 1] == '\r')
		length--;
	if (length >= sizeof fake->line)
		length = sizeof fake->line - 1;
	memcpy(fake->line, start, length);
	fake->line[length] = '\0';
	return fake->line;
}

const char *fake_hears(struct fake *fake, const char *part, int milliseconds)
{
	const char *line;
	fake_patience(fake, milliseconds);
	for (;;) {
		while ((line = fake_next(fake)) != NULL)
			if (strstr(line, part) != NULL)
				return line;
		if (fake->late || fake->fd < 0)
			return NULL;
		loop_run(fake->loop);
	}
}

size_t fake_count(const struct fake *fake, const char *part)
{
	const char *at = fake->heard, *end = fake->heard + fake->length;
	size_t length = strlen(part), count = 0;
	/* Not strstr: it may look at all of the megabytes each time. */
	while ((at = memchr(at, part[0], (size_t)(end - at))) != NULL) {
		count += (size_t)(end - at) >= length && memcmp(at, part, length) == 0;
		at++;
	}
	return count;
}

void fake_deafen(struct fake *fake, bool deaf)
{
	fake->deaf = deaf;
	if (fake->watch != NULL)
		loop_watch_for(fake->watch, deaf ? 0 : LOOP_READ);
}
