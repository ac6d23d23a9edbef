/* conn.c - one connection to a server, opened by libcurl. */
#include "bot/net/conn.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/certificate.h"
#include "bot/net/conn_options.h"
#include "bot/net/linebuf.h"
#include "bot/net/multi.h"
#include "engine/text.h"

/*
 * CONN_READS: reads per loop turn; the limit keeps a server that sends without a pause from
 * starving other connections. CONN_RECORD: maximum number of bytes in one TLS record; if a record
 * is longer than ngircd's buffer, ngircd leaves the rest unread until the next record arrives.
 */
enum { CONN_READS = 16, CONN_REASON = 512, CONN_RECORD = 1024 };

enum conn_state { CONN_OPENING, CONN_OPEN, CONN_ENDED };

struct conn {
	const struct conn_events *events;
	void *context;
	struct loop *loop;
	struct multi *multi; /* used only until the connection is open */
	CURL *easy;
	CURLU *address;
	/* timer that continues reading, or reports the end of the connection */
	struct loop_timer *later;
	struct loop_watch *watch; /* watches the open connection's socket */
	enum conn_state state;
	bool tls;
	bool paused;        /* input is paused, see conn_pause_input */
	bool send_blocked;  /* the last conn_flush could not send everything */
	uint64_t last_line; /* loop_now when the last line arrived, or when the connection opened */
	size_t queued;      /* bytes in `out` */
	char curl_error[CURL_ERROR_SIZE];
	char reason[CONN_REASON];
	/* fingerprint that the server's certificate must have; empty: any certificate */
	char fingerprint[CERTIFICATE_FINGERPRINT];
	struct linebuf linebuf;
	char out[CONN_SEND_BUFFER];
};

bool conn_start_library(void)
{
	/* MSG_NOSIGNAL is not enough: OpenSSL writes to the socket without that flag. */
	return signal(SIGPIPE, SIG_IGN) != SIG_ERR &&
		curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void conn_stop_library(void)
{
	curl_global_cleanup();
}

/*
 * Chooses the socket events to watch: input if the buffer has room, output if bytes wait to be
 * sent.
 */
static void conn_watch(struct conn *conn)
{
	unsigned events = 0;
	if (conn->watch == NULL)
		return;
	if (conn->state == CONN_OPEN && !linebuf_is_full(&conn->linebuf))
		events |= LOOP_READ;
	if (conn->state == CONN_OPEN && conn->queued > 0)
		events |= LOOP_WRITE;
	loop_watch_set_events(conn->watch, events);
}

void conn_drop(struct conn *conn, const char *reason)
{
	if (conn->state == CONN_ENDED)
		return;
	text_copy(conn->reason, sizeof conn->reason, reason);
	conn->state = CONN_ENDED;
	conn_watch(conn);
	loop_timer_set(conn->later, 0);
}

/* ---- sending ---- */

size_t conn_send_room(const struct conn *conn)
{
	return conn->state == CONN_ENDED ? 0 : CONN_SEND_BUFFER - conn->queued;
}

bool conn_send(struct conn *conn, const char *bytes, size_t length)
{
	if (length > conn_send_room(conn))
		return false;
	memcpy(conn->out + conn->queued, bytes, length);
	conn->queued += length;
	return true;
}

void conn_flush(struct conn *conn)
{
	CURLcode code = CURLE_OK;
	size_t count;
	while (conn->state == CONN_OPEN && conn->queued > 0 && code == CURLE_OK) {
		size_t length =
			conn->tls && conn->queued > CONN_RECORD ? CONN_RECORD : conn->queued;
		code = curl_easy_send(conn->easy, conn->out, length, &count);
		if (code == CURLE_OK) {
			conn->queued -= count;
			memmove(conn->out, conn->out + count, conn->queued);
			/* The sent bytes may hold a password. */
			sodium_memzero(conn->out + conn->queued, count);
		} else if (code != CURLE_AGAIN) {
			conn_drop(conn, "cannot send to the server");
		}
	}
	conn->send_blocked = code == CURLE_AGAIN;
	conn_watch(conn);
}

/* ---- receiving ---- */

static void conn_handle_urgent(struct conn *conn)
{
	const char *line;
	size_t length;
	while (conn->state == CONN_OPEN && (line = linebuf_peek(&conn->linebuf, &length)) != NULL)
		if (conn->events->urgent(conn->context, line, length))
			linebuf_remove(&conn->linebuf, line);
}

/*
 * Delivers waiting lines to the callback `line`. Stops when input is paused, unless `all` is true.
 */
static void conn_deliver_lines(struct conn *conn, bool all)
{
	char *line;
	size_t length;
	while (conn->state == CONN_OPEN && (all || !conn->paused) &&
		(line = linebuf_next(&conn->linebuf, &length)) != NULL)
		conn->events->line(conn->context, line, length);
}

/*
 * Handles urgent lines while input is paused. If the buffer is full, an urgent line may still be
 * unread: then delivers all lines to make room, unless the server takes no data, because then no
 * answer could be sent.
 */
static void conn_handle_paused(struct conn *conn)
{
	conn_handle_urgent(conn);
	if (!linebuf_is_full(&conn->linebuf))
		return;
	linebuf_restart_peek(&conn->linebuf);
	conn_handle_urgent(conn);
	if (linebuf_is_full(&conn->linebuf) && !conn->send_blocked)
		conn_deliver_lines(conn, true);
}

static void conn_deliver(struct conn *conn)
{
	conn_deliver_lines(conn, false);
	/* Handle urgent lines before calling lines_done, because lines_done may pause input. */
	if (conn->paused)
		conn_handle_paused(conn);
	if (conn->state == CONN_OPEN)
		conn->events->lines_done(conn->context);
	if (conn->paused)
		conn_handle_paused(conn);
}

/* Reads from the socket once. Returns false if no more bytes are available now. */
static bool conn_receive(struct conn *conn)
{
	size_t room, count;
	char *bytes = linebuf_get_space(&conn->linebuf, &room);
	CURLcode code = curl_easy_recv(conn->easy, bytes, room, &count);
	if (code == CURLE_AGAIN)
		return false;
	if (code != CURLE_OK || count == 0) {
		conn_drop(conn,
			code == CURLE_OK ? "the server closed the connection"
					 : "the connection broke");
		return false;
	}
	/* Only whole lines show that the server is alive. */
	if (memchr(bytes, '\n', count) != NULL)
		conn->last_line = loop_now(conn->loop);
	linebuf_add(&conn->linebuf, count);
	conn_deliver(conn);
	/* TLS may have buffered bytes that poll does not report. */
	return conn->tls || count == room;
}

static void conn_read(struct conn *conn)
{
	bool more = true;
	for (int i = 0; i < CONN_READS && more && conn->state == CONN_OPEN; i++)
		more = !linebuf_is_full(&conn->linebuf) && conn_receive(conn);
	if (more && conn->state == CONN_OPEN && !linebuf_is_full(&conn->linebuf))
		loop_timer_set(conn->later, 1);
	conn_flush(conn);
}

static void conn_ready(void *context, unsigned events)
{
	struct conn *conn = context;
	bool waited = conn->queued > 0;
	if ((events & LOOP_WRITE) != 0) {
		conn_flush(conn);
		if (waited && conn->queued == 0 && conn->state == CONN_OPEN)
			conn->events->drained(conn->context);
		if (conn->paused && linebuf_is_full(&conn->linebuf) && !conn->send_blocked)
			loop_timer_set(conn->later, 0);
	}
	if ((events & LOOP_READ) != 0 && conn->state == CONN_OPEN)
		conn_read(conn);
}

/*
 * Continues reading, or reports the end of the connection; the owner may then free the connection.
 */
static void conn_run_timer(void *context)
{
	struct conn *conn = context;
	if (conn->state == CONN_ENDED) {
		conn->events->closed(conn->context, conn->reason);
		return;
	}
	conn_deliver(conn);
	conn_read(conn);
}

void conn_pause_input(struct conn *conn)
{
	conn->paused = true;
}

void conn_resume_input(struct conn *conn)
{
	conn->paused = false;
	if (conn->state == CONN_OPEN)
		loop_timer_set(conn->later, 0);
}

bool conn_is_input_full(const struct conn *conn)
{
	return linebuf_is_full(&conn->linebuf);
}

bool conn_is_send_blocked(const struct conn *conn)
{
	return conn->send_blocked;
}

bool conn_is_input_half_full(const struct conn *conn)
{
	return linebuf_is_half_full(&conn->linebuf);
}

uint64_t conn_last_line_time(const struct conn *conn)
{
	/*
	 * When the buffer is full the bot does not read, so silence does not mean that the server
	 * is dead.
	 */
	return conn_is_input_full(conn) ? loop_now(conn->loop) : conn->last_line;
}

unsigned long conn_count_bad_lines(const struct conn *conn)
{
	return conn->linebuf.dropped;
}

struct binding conn_binding(const struct conn *conn)
{
	const struct curl_tlssessioninfo *session = NULL;
	if (!conn->tls ||
		curl_easy_getinfo(conn->easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK ||
		session == NULL || session->backend != CURLSSLBACKEND_OPENSSL)
		return binding_get(NULL);
	return binding_get(session->internals);
}

/* ---- connecting ---- */

static void conn_connected(void *context, CURL *easy, CURLcode code)
{
	struct conn *conn = context;
	curl_socket_t fd = CURL_SOCKET_BAD;
	(void)easy;
	if (conn->state != CONN_OPENING)
		return;
	if (code == CURLE_OK && conn->fingerprint[0] != '\0' &&
		!certificate_matches(conn->easy, conn->fingerprint))
		code = CURLE_SSL_PINNEDPUBKEYNOTMATCH;
	if (code != CURLE_OK) {
		char reason[CONN_REASON];
		struct text text = text_in(reason, sizeof reason);
		conn_options_explain(conn->easy, code, conn->curl_error, "6697 is usual", &text);
		conn_drop(conn, reason);
		return;
	}
	if (curl_easy_getinfo(conn->easy, CURLINFO_ACTIVESOCKET, &fd) == CURLE_OK &&
		fd != CURL_SOCKET_BAD)
		conn->watch = loop_watch_open(conn->loop, fd, conn_ready, conn);
	if (conn->watch == NULL) {
		conn_drop(conn, "cannot add the connection to the event loop");
		return;
	}
	conn->state = CONN_OPEN;
	conn->last_line = loop_now(conn->loop);
	conn->events->opened(conn->context);
	/* TLS may have buffered bytes that poll does not report. */
	conn_read(conn);
}

struct conn *conn_open(struct loop *loop, const struct conn_settings *settings,
	const struct conn_events *events, void *context)
{
	struct conn *conn = memory_new(1, sizeof *conn);
	conn->events = events;
	conn->context = context;
	conn->loop = loop;
	conn->tls = settings->tls;
	conn->last_line = loop_now(loop);
	conn->later = loop_timer_open(loop, conn_run_timer, conn);
	conn->multi = multi_open(loop, conn_connected, conn);
	conn->easy = curl_easy_init();
	if (conn->multi == NULL || conn->easy == NULL) {
		conn_close(conn);
		return NULL;
	}
	if (settings->tls && settings->fingerprint != NULL &&
		certificate_is_fingerprint(settings->fingerprint))
		text_copy(conn->fingerprint, sizeof conn->fingerprint, settings->fingerprint);
	conn->address = conn_options_address(settings);
	if (conn->address == NULL ||
		curl_easy_setopt(conn->easy, CURLOPT_CURLU, conn->address) != CURLE_OK ||
		curl_easy_setopt(conn->easy, CURLOPT_CONNECT_ONLY, 1L) != CURLE_OK ||
		curl_easy_setopt(conn->easy, CURLOPT_SSL_ENABLE_ALPN, 0L) != CURLE_OK ||
		curl_easy_setopt(conn->easy, CURLOPT_ERRORBUFFER, conn->curl_error) != CURLE_OK ||
		!conn_options_set_route(conn->easy, settings))
		conn_drop(conn, "libcurl does not accept host, port or proxy");
	else if (!multi_add(conn->multi, conn->easy))
		conn_drop(conn, "libcurl cannot start a connection");
	return conn;
}

void conn_close(struct conn *conn)
{
	if (conn->watch != NULL)
		loop_watch_close(conn->watch);
	if (conn->multi != NULL && conn->easy != NULL)
		multi_remove(conn->multi, conn->easy);
	curl_easy_cleanup(conn->easy);
	multi_close(conn->multi);
	curl_url_cleanup(conn->address);
	loop_timer_close(conn->later);
	sodium_memzero(conn->out, conn->queued);
	free(conn);
}
