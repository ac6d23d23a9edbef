/* multi.c - libcurl transfers on the event loop. */
#include "bot/net/multi.h"

#include <stdlib.h>

#include "bot/base/memory.h"

struct multi {
	CURLM *curl;
	struct loop *loop;
	struct loop_timer *timer; /* timer that libcurl asked for */
	void (*done)(void *context, CURL *easy, CURLcode code);
	void *context;
	bool advancing; /* multi_advance is running */
	bool closed;    /* multi_close was called while multi_advance ran */
};

/* A socket that libcurl asked to watch. */
struct multi_socket {
	struct multi *multi;
	curl_socket_t fd;
	struct loop_watch *watch;
};

static void multi_free(struct multi *multi)
{
	curl_multi_cleanup(multi->curl);
	loop_timer_close(multi->timer);
	free(multi);
}

/* Lets libcurl handle an event, then reports the transfers that ended. */
static void multi_advance(struct multi *multi, curl_socket_t fd, int events)
{
	CURLMsg *message;
	int count;
	multi->advancing = true;
	if (curl_multi_socket_action(multi->curl, fd, events, &count) != CURLM_OK)
		multi->done(multi->context, NULL, CURLE_FAILED_INIT);
	while (!multi->closed && (message = curl_multi_info_read(multi->curl, &count)) != NULL)
		if (message->msg == CURLMSG_DONE)
			multi->done(multi->context, message->easy_handle, message->data.result);
	multi->advancing = false;
	if (multi->closed)
		multi_free(multi);
}

static void multi_due(void *context)
{
	multi_advance(context, CURL_SOCKET_TIMEOUT, 0);
}

static void multi_ready(void *context, unsigned events)
{
	const struct multi_socket *socket = context;
	int what = 0;
	if ((events & LOOP_READ) != 0)
		what |= CURL_CSELECT_IN;
	if ((events & LOOP_WRITE) != 0)
		what |= CURL_CSELECT_OUT;
	multi_advance(socket->multi, socket->fd, what);
}

static int multi_wake(CURLM *curl, long milliseconds, void *context)
{
	const struct multi *multi = context;
	(void)curl;
	if (milliseconds < 0)
		loop_timer_stop(multi->timer);
	else
		loop_timer_set(multi->timer, (uint64_t)milliseconds);
	return 0;
}

static void multi_socket_close(struct multi_socket *socket)
{
	loop_watch_close(socket->watch);
	free(socket);
}

static int multi_watch(CURL *easy, curl_socket_t fd, int what, void *context, void *mine)
{
	struct multi *multi = context;
	struct multi_socket *socket = mine;
	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		if (socket != NULL)
			multi_socket_close(socket);
		return 0;
	}
	if (socket == NULL) {
		socket = memory_new(1, sizeof *socket);
		*socket = (struct multi_socket){ .multi = multi, .fd = fd };
		socket->watch = loop_watch_open(multi->loop, fd, multi_ready, socket);
		if (socket->watch == NULL) {
			free(socket);
			return -1;
		}
		if (curl_multi_assign(multi->curl, fd, socket) != CURLM_OK) {
			multi_socket_close(socket);
			return -1;
		}
	}
	loop_watch_set_events(socket->watch,
		((what & CURL_POLL_IN) != 0 ? LOOP_READ : 0u) |
			((what & CURL_POLL_OUT) != 0 ? LOOP_WRITE : 0u));
	return 0;
}

struct multi *multi_open(
	struct loop *loop, void (*done)(void *context, CURL *easy, CURLcode code), void *context)
{
	struct multi *multi = memory_new(1, sizeof *multi);
	*multi = (struct multi){ .loop = loop, .done = done, .context = context };
	multi->timer = loop_timer_open(loop, multi_due, multi);
	CURLM *curl = multi->curl = curl_multi_init();
	if (curl != NULL &&
		curl_multi_setopt(curl, CURLMOPT_SOCKETFUNCTION, multi_watch) == CURLM_OK &&
		curl_multi_setopt(curl, CURLMOPT_SOCKETDATA, multi) == CURLM_OK &&
		curl_multi_setopt(curl, CURLMOPT_TIMERFUNCTION, multi_wake) == CURLM_OK &&
		curl_multi_setopt(curl, CURLMOPT_TIMERDATA, multi) == CURLM_OK)
		return multi;
	multi_free(multi);
	return NULL;
}

void multi_close(struct multi *multi)
{
	if (multi == NULL)
		return;
	multi->closed = true;
	if (!multi->advancing)
		multi_free(multi);
}

bool multi_add(struct multi *multi, CURL *easy)
{
	return curl_multi_add_handle(multi->curl, easy) == CURLM_OK;
}

void multi_remove(struct multi *multi, CURL *easy)
{
	curl_multi_remove_handle(multi->curl, easy);
}
