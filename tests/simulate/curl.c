/* curl.c - libcurl as bot/net/conn.c knows it: connects, and then bytes go to and fro. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

enum { CONNECT_MS = 30000 };

struct easy {
	CURLU *address;
	char *error;
	struct wire *wire;
	CURLMsg message;
	bool told;
};

struct multi {
	curl_socket_callback watch;
	curl_multi_timer_callback timer;
	void *watcher, *timed, *socket;
	struct easy *easy;
	uint64_t begun;
	bool done;
};

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): libcurl has other names */

CURLcode curl_global_init(long flags)
{
	(void)flags;
	return CURLE_OK;
}

void curl_global_cleanup(void)
{
}

CURL *curl_easy_init(void)
{
	return calloc(1, sizeof(struct easy));
}

void curl_easy_cleanup(CURL *handle)
{
	struct easy *easy = (struct easy *)handle;
	if (easy != NULL && easy->wire != NULL)
		wire_close(easy->wire);
	free(easy);
}

CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...)
{
	struct easy *easy = (struct easy *)handle;
	va_list rest;
	va_start(rest, option);
	if (option == CURLOPT_CURLU)
		easy->address = va_arg(rest, CURLU *);
	else if (option == CURLOPT_ERRORBUFFER)
		easy->error = va_arg(rest, char *);
	va_end(rest);
	return CURLE_OK;
}

CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...)
{
	const struct easy *easy = (const struct easy *)handle;
	va_list rest;
	va_start(rest, info);
	if (info == CURLINFO_ACTIVESOCKET)
		*va_arg(rest, curl_socket_t *) = easy->wire->fd;
	va_end(rest);
	return info == CURLINFO_ACTIVESOCKET ? CURLE_OK : CURLE_UNKNOWN_OPTION;
}

CURLcode curl_easy_send(CURL *handle, const void *bytes, size_t length, size_t *count)
{
	struct easy *easy = (struct easy *)handle;
	long sent = world_ended() ? -2 : wire_write(easy->wire, bytes, length);
	*count = sent > 0 ? (size_t)sent : 0;
	return sent == -2 ? CURLE_SEND_ERROR : sent == -1 ? CURLE_AGAIN : CURLE_OK;
}

CURLcode curl_easy_recv(CURL *handle, void *bytes, size_t room, size_t *count)
{
	struct easy *easy = (struct easy *)handle;
	long got = world_ended() ? -2 : wire_read(easy->wire, bytes, room);
	*count = got > 0 ? (size_t)got : 0;
	return got == -2 ? CURLE_RECV_ERROR : got == -1 ? CURLE_AGAIN : CURLE_OK;
}

/* ---- several handles, which here are one ---- */

CURLM *curl_multi_init(void)
{
	return calloc(1, sizeof(struct multi));
}

CURLMcode curl_multi_cleanup(CURLM *handle)
{
	free(handle);
	return CURLM_OK;
}

CURLMcode curl_multi_setopt(CURLM *handle, CURLMoption option, ...)
{
	struct multi *multi = (struct multi *)handle;
	va_list rest;
	va_start(rest, option);
	switch ((int)option) {
	case CURLMOPT_SOCKETFUNCTION: multi->watch = va_arg(rest, curl_socket_callback); break;
	case CURLMOPT_TIMERFUNCTION: multi->timer = va_arg(rest, curl_multi_timer_callback); break;
	case CURLMOPT_SOCKETDATA: multi->watcher = va_arg(rest, void *); break;
	case CURLMOPT_TIMERDATA: multi->timed = va_arg(rest, void *); break;
	default: abort();
	}
	va_end(rest);
	return CURLM_OK;
}

CURLMcode curl_multi_assign(CURLM *handle, curl_socket_t fd, void *socket)
{
	(void)fd;
	((struct multi *)handle)->socket = socket;
	return CURLM_OK;
}

CURLMcode curl_multi_add_handle(CURLM *handle, CURL *easy)
{
	struct multi *multi = (struct multi *)handle;
	multi->easy = (struct easy *)easy;
	multi->timer(handle, 0, multi->timed);
	return CURLM_OK;
}

/* No longer watches what it waited for. */
static void multi_rest(struct multi *multi)
{
	void *socket = multi->socket;
	multi->socket = NULL;
	if (socket != NULL)
		multi->watch((CURL *)multi->easy, multi->easy->wire->fd, CURL_POLL_REMOVE,
			multi->watcher, socket);
}

CURLMcode curl_multi_remove_handle(CURLM *handle, CURL *easy)
{
	struct multi *multi = (struct multi *)handle;
	if (multi->easy != (struct easy *)easy)
		return CURLM_OK;
	multi_rest(multi);
	multi->easy = NULL;
	return CURLM_OK;
}

static void multi_begin(struct multi *multi)
{
	char *host = NULL;
	curl_url_get(multi->easy->address, CURLUPART_HOST, &host, 0);
	multi->easy->wire = wire_open(server_of_host(host));
	curl_free(host);
	multi->begun = world()->now;
	multi->watch(
		(CURL *)multi->easy, multi->easy->wire->fd, CURL_POLL_OUT, multi->watcher, NULL);
	multi->timer((CURLM *)multi, CONNECT_MS, multi->timed);
}

static void multi_end(struct multi *multi, CURLcode code, const char *error)
{
	struct easy *easy = multi->easy;
	multi->done = true;
	multi_rest(multi);
	multi->timer((CURLM *)multi, -1, multi->timed);
	easy->message.msg = CURLMSG_DONE;
	easy->message.easy_handle = (CURL *)easy;
	easy->message.data.result = code;
	strncpy(easy->error, error, CURL_ERROR_SIZE - 1);
}

CURLMcode curl_multi_socket_action(CURLM *handle, curl_socket_t fd, int events, int *running)
{
	struct multi *multi = (struct multi *)handle;
	(void)fd;
	(void)events;
	*running = !multi->done;
	if (multi->done)
		return CURLM_OK;
	if (multi->easy->wire == NULL)
		multi_begin(multi);
	else if (wire_state(multi->easy->wire) == WIRE_OPEN)
		multi_end(multi, CURLE_OK, "");
	else if (wire_state(multi->easy->wire) == WIRE_REFUSED)
		multi_end(multi, CURLE_COULDNT_CONNECT, "Connection refused");
	else if (world()->now >= multi->begun + CONNECT_MS)
		multi_end(multi, CURLE_OPERATION_TIMEDOUT, "Connection timed out");
	return CURLM_OK;
}

CURLMsg *curl_multi_info_read(CURLM *handle, int *left)
{
	struct multi *multi = (struct multi *)handle;
	*left = 0;
	if (multi->easy == NULL || !multi->done || multi->easy->told)
		return NULL;
	multi->easy->told = true;
	return &multi->easy->message;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
