/* link.c - one connection to a server, opened by libcurl. */
#include "bot/net/link.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/frame.h"
#include "bot/net/link_options.h"
#include "engine/text.h"

/*
 * LINK_READS in one go, so that a server that never stops talking does not starve the others.
 * LINK_RECORD: bytes in one TLS record; ngircd forgets what its TLS holds of one that is longer
 * than its own buffer, until the next arrives.
 */
enum { LINK_READS = 16, LINK_REASON = 512, LINK_RECORD = 1024 };

enum link_state { LINK_OPENING, LINK_OPEN, LINK_DEAD };

struct link {
	const struct link_events *events;
	void *context;
	struct loop *loop;
	CURLM *multi;
	CURL *easy;
	CURLU *address;
	struct loop_timer *curl_timer; /* what libcurl wants to be woken for while it connects */
	struct loop_timer *later;      /* goes on with reading, or reports the end */
	struct loop_watch *watch;      /* of the open connection */
	enum link_state state;
	bool tls;
	bool held;
	uint64_t heard;
	size_t queued; /* bytes in out */
	char curl_error[CURL_ERROR_SIZE];
	char reason[LINK_REASON];
	struct frame frame;
	char out[LINK_ROOM];
};

/* A descriptor libcurl wants watched while it connects. */
struct link_socket {
	struct link *link;
	curl_socket_t fd;
	struct loop_watch *watch;
};

bool link_start(bool tls)
{
	/* Inside TLS nothing else can keep a closed connection from ending the process. */
	if (signal(SIGPIPE, SIG_IGN) == SIG_ERR)
		return false;
	return curl_global_init(tls ? CURL_GLOBAL_SSL : CURL_GLOBAL_NOTHING) == CURLE_OK;
}

void link_stop(void)
{
	curl_global_cleanup();
}

/* The events of an open connection that matter now. */
static void link_watch(struct link *link)
{
	unsigned events = 0;

	if (link->watch == NULL)
		return;
	if (link->state == LINK_OPEN && !frame_full(&link->frame))
		events |= LOOP_READ;
	if (link->state == LINK_OPEN && link->queued > 0)
		events |= LOOP_WRITE;
	loop_watch_for(link->watch, events);
}

void link_drop(struct link *link, const char *reason)
{
	struct text text = text_in(link->reason, sizeof link->reason);

	if (link->state == LINK_DEAD)
		return;
	text_add(&text, reason);
	link->state = LINK_DEAD;
	link_watch(link);
	loop_timer_set(link->later, 0);
}

/* ---- sending ---- */

size_t link_room(const struct link *link)
{
	return link->state == LINK_DEAD ? 0 : LINK_ROOM - link->queued;
}

bool link_send(struct link *link, const char *bytes, size_t length)
{
	if (length > link_room(link))
		return false;
	memcpy(link->out + link->queued, bytes, length);
	link->queued += length;
	return true;
}

/* Takes the first bytes off the queue; there may have been a password in them. */
static void link_sent(struct link *link, size_t count)
{
	link->queued -= count;
	memmove(link->out, link->out + count, link->queued);
	sodium_memzero(link->out + link->queued, count);
}

void link_flush(struct link *link)
{
	CURLcode code = CURLE_OK;
	size_t count;

	while (link->state == LINK_OPEN && link->queued > 0 && code == CURLE_OK) {
		size_t length =
			link->tls && link->queued > LINK_RECORD ? LINK_RECORD : link->queued;

		code = curl_easy_send(link->easy, link->out, length, &count);
		if (code == CURLE_OK)
			link_sent(link, count);
		else if (code != CURLE_AGAIN)
			link_drop(link, "the server cannot be written to");
	}
	link_watch(link);
}

/* ---- receiving ---- */

static void link_look_ahead(struct link *link)
{
	const char *line;
	size_t length;

	while (link->state == LINK_OPEN && (line = frame_ahead(&link->frame, &length)) != NULL)
		if (link->events->urgent(link->context, line, length))
			frame_blank(&link->frame, line, length);
}

/* Gives the lines that are there. */
static void link_give(struct link *link)
{
	char *line;
	size_t length;

	while (link->state == LINK_OPEN && !link->held &&
		(line = frame_next(&link->frame, &length)) != NULL)
		link->events->line(link->context, line, length);
	if (link->state == LINK_OPEN)
		link->events->lull(link->context);
	if (link->held)
		link_look_ahead(link);
}

/* Reads once; false when there is nothing more for now. */
static bool link_receive(struct link *link)
{
	size_t room, count;
	char *bytes = frame_room(&link->frame, &room);
	CURLcode code = curl_easy_recv(link->easy, bytes, room, &count);

	if (code == CURLE_AGAIN)
		return false;
	if (code != CURLE_OK || count == 0) {
		link_drop(link,
			code == CURLE_OK ? "the server closed the connection"
					 : "the connection broke");
		return false;
	}
	/* Bytes that never make a line, however many, are no sign of life. */
	if (memchr(bytes, '\n', count) != NULL)
		link->heard = loop_now(link->loop);
	frame_fill(&link->frame, count);
	link_give(link);
	/* Only TLS can hold bytes back that no poll sees. */
	return link->tls || count == room;
}

static void link_read(struct link *link)
{
	bool more = true;

	for (int i = 0; i < LINK_READS && more && link->state == LINK_OPEN; i++)
		more = !frame_full(&link->frame) && link_receive(link);
	if (more && link->state == LINK_OPEN && !frame_full(&link->frame))
		loop_timer_set(link->later, 1);
	link_flush(link);
}

static void link_ready(void *context, unsigned events)
{
	struct link *link = context;
	bool waited = link->queued > 0;

	if ((events & LOOP_WRITE) != 0) {
		link_flush(link);
		if (waited && link->queued == 0 && link->state == LINK_OPEN)
			link->events->drained(link->context);
	}
	if ((events & LOOP_READ) != 0 && link->state == LINK_OPEN)
		link_read(link);
}

/* The last thing done to a dead link: its owner may close it in here. */
static void link_later(void *context)
{
	struct link *link = context;

	if (link->state == LINK_DEAD) {
		link->events->closed(link->context, link->reason);
		return;
	}
	link_give(link);
	link_read(link);
}

void link_hold(struct link *link)
{
	link->held = true;
}

void link_release(struct link *link)
{
	link->held = false;
	if (link->state == LINK_OPEN)
		loop_timer_set(link->later, 0);
}

uint64_t link_heard(const struct link *link)
{
	/* What could not be read yet is a sign of life too. */
	return frame_full(&link->frame) ? loop_now(link->loop) : link->heard;
}

unsigned long link_dropped(const struct link *link)
{
	return link->frame.dropped;
}

/* ---- connecting ---- */

static void link_opened(struct link *link)
{
	curl_socket_t fd = CURL_SOCKET_BAD;

	if (curl_easy_getinfo(link->easy, CURLINFO_ACTIVESOCKET, &fd) == CURLE_OK &&
		fd != CURL_SOCKET_BAD)
		link->watch = loop_watch_open(link->loop, fd, link_ready, link);
	if (link->watch == NULL) {
		link_drop(link, "the connection cannot be watched");
		return;
	}
	link->state = LINK_OPEN;
	link->heard = loop_now(link->loop);
	link->events->opened(link->context);
	/* Inside TLS bytes may be waiting already. */
	link_read(link);
}

static void link_failed(struct link *link, CURLcode code)
{
	char reason[LINK_REASON];
	struct text text = text_in(reason, sizeof reason);

	text_add(&text, link->curl_error[0] != '\0' ? link->curl_error : curl_easy_strerror(code));
	text_add(&text, link_options_advice(code, link->curl_error));
	link_drop(link, reason);
}

/* Lets libcurl go on connecting. */
static void link_advance(struct link *link, curl_socket_t fd, int events)
{
	CURLMsg *message;
	int count;

	curl_multi_socket_action(link->multi, fd, events, &count);
	while (link->state == LINK_OPENING &&
		(message = curl_multi_info_read(link->multi, &count)) != NULL) {
		if (message->msg != CURLMSG_DONE)
			continue;
		if (message->data.result == CURLE_OK)
			link_opened(link);
		else
			link_failed(link, message->data.result);
	}
}

static void link_curl_due(void *context)
{
	link_advance(context, CURL_SOCKET_TIMEOUT, 0);
}

static void link_curl_ready(void *context, unsigned events)
{
	struct link_socket *socket = context;
	int what = 0;

	if ((events & LOOP_READ) != 0)
		what |= CURL_CSELECT_IN;
	if ((events & LOOP_WRITE) != 0)
		what |= CURL_CSELECT_OUT;
	link_advance(socket->link, socket->fd, what);
}

static int link_curl_timer(CURLM *multi, long milliseconds, void *context)
{
	struct link *link = context;

	(void)multi;
	if (milliseconds < 0)
		loop_timer_stop(link->curl_timer);
	else
		loop_timer_set(link->curl_timer, (uint64_t)milliseconds);
	return 0;
}

/* NULL for want of memory. */
static struct link_socket *link_socket_open(struct link *link, curl_socket_t fd)
{
	struct link_socket *socket = malloc(sizeof *socket);

	if (socket == NULL)
		return NULL;
	*socket = (struct link_socket){ .link = link, .fd = fd };
	socket->watch = loop_watch_open(link->loop, fd, link_curl_ready, socket);
	if (socket->watch == NULL) {
		free(socket);
		return NULL;
	}
	curl_multi_assign(link->multi, fd, socket);
	return socket;
}

static int link_curl_socket(CURL *easy, curl_socket_t fd, int what, void *context, void *mine)
{
	struct link *link = context;
	struct link_socket *socket = mine;

	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		if (socket != NULL)
			loop_watch_close(socket->watch);
		free(socket);
		return 0;
	}
	if (socket == NULL)
		socket = link_socket_open(link, fd);
	if (socket == NULL)
		return -1;
	loop_watch_for(socket->watch,
		((what & CURL_POLL_IN) != 0 ? LOOP_READ : 0u) |
			((what & CURL_POLL_OUT) != 0 ? LOOP_WRITE : 0u));
	return 0;
}

/* Hands the connection to libcurl, which begins when its timer fires. */
static void link_begin(struct link *link, const struct link_settings *settings)
{
	link->address = link_options_address(settings);
	if (link->address == NULL || !link_options_set(link->easy, link->address, settings) ||
		curl_easy_setopt(link->easy, CURLOPT_ERRORBUFFER, link->curl_error) != CURLE_OK) {
		link_drop(link, "not a host or port one could connect to");
		return;
	}
	curl_multi_setopt(link->multi, CURLMOPT_SOCKETFUNCTION, link_curl_socket);
	curl_multi_setopt(link->multi, CURLMOPT_SOCKETDATA, link);
	curl_multi_setopt(link->multi, CURLMOPT_TIMERFUNCTION, link_curl_timer);
	curl_multi_setopt(link->multi, CURLMOPT_TIMERDATA, link);
	if (curl_multi_add_handle(link->multi, link->easy) != CURLM_OK)
		link_drop(link, "no connection can be opened");
}

struct link *link_open(struct loop *loop, const struct link_settings *settings,
	const struct link_events *events, void *context)
{
	struct link *link = calloc(1, sizeof *link);

	if (link == NULL)
		return NULL;
	link->events = events;
	link->context = context;
	link->loop = loop;
	link->tls = settings->tls;
	link->heard = loop_now(loop);
	link->curl_timer = loop_timer_open(loop, link_curl_due, link);
	link->later = loop_timer_open(loop, link_later, link);
	link->multi = curl_multi_init();
	link->easy = curl_easy_init();
	if (link->curl_timer == NULL || link->later == NULL || link->multi == NULL ||
		link->easy == NULL) {
		link_close(link);
		return NULL;
	}
	link_begin(link, settings);
	return link;
}

void link_close(struct link *link)
{
	if (link->watch != NULL)
		loop_watch_close(link->watch);
	if (link->multi != NULL && link->easy != NULL)
		curl_multi_remove_handle(link->multi, link->easy);
	curl_easy_cleanup(link->easy);
	curl_multi_cleanup(link->multi);
	curl_url_cleanup(link->address);
	if (link->curl_timer != NULL)
		loop_timer_close(link->curl_timer);
	if (link->later != NULL)
		loop_timer_close(link->later);
	sodium_memzero(link->out, link->queued);
	free(link);
}
