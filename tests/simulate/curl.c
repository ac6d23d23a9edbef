/* curl.c - replaces libcurl for bot/net in the simulation. Each request opens a connection. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdarg.h>
#include <stdio.h>
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
	struct easy *next;
	struct multi *multi; /* the multi handle that it was added to, or NULL */
	void *socket;
	uint64_t due; /* ms; deadline for connecting, then for the answer */
	bool done, told;
	/* The members below are for HTTP requests, not for plain connections. */
	bool asks;
	const char *method, *token;
	char *body;
	long deadline, reach; /* ms; limits for the transfer (0: no limit) and for connecting */
	uint64_t ends;
	curl_write_callback take;
	void *taker;
	struct string out, in; /* the request, and the bytes of the answer received so far */
	size_t sent;
	long status, wait;
};

struct multi {
	bool dead; /* the bot could not watch a socket: all transfers of the handle fail */
	curl_socket_callback watch;
	curl_multi_timer_callback timer;
	void *watcher, *timed;
	struct easy *first;
};

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): libcurl names them otherwise */

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
	struct easy *easy = calloc(1, sizeof *easy);
	if (easy != NULL)
		*easy = (struct easy){
			.asks = true, .reach = CONNECT_MS, .out = STRING_EMPTY, .in = STRING_EMPTY
		};
	return (CURL *)easy;
}

void curl_easy_cleanup(CURL *handle)
{
	struct easy *easy = (struct easy *)handle;
	if (easy == NULL)
		return;
	if (easy->multi != NULL)
		curl_multi_remove_handle((CURLM *)easy->multi, handle);
	if (easy->wire != NULL)
		wire_close(easy->wire);
	string_free(&easy->out);
	string_free(&easy->in);
	free(easy->body);
	free(easy);
}

static void set_headers(struct easy *easy, const struct curl_slist *line)
{
	static const char token[] = "Authorization: Bearer ";
	for (; line != NULL; line = line->next)
		if (strncmp(line->data, token, strlen(token)) == 0)
			easy->token = line->data + strlen(token);
}

CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...)
{
	struct easy *easy = (struct easy *)handle;
	va_list rest;
	va_start(rest, option);
	switch ((int)option) {
	case CURLOPT_CURLU: easy->address = va_arg(rest, CURLU *); break;
	case CURLOPT_ERRORBUFFER: easy->error = va_arg(rest, char *); break;
	case CURLOPT_CONNECT_ONLY: easy->asks = false; break;
	case CURLOPT_CUSTOMREQUEST: easy->method = va_arg(rest, char *); break;
	case CURLOPT_COPYPOSTFIELDS: easy->body = strdup(va_arg(rest, char *)); break;
	case CURLOPT_HTTPHEADER: set_headers(easy, va_arg(rest, struct curl_slist *)); break;
	case CURLOPT_TIMEOUT_MS: easy->deadline = va_arg(rest, long); break;
	case CURLOPT_CONNECTTIMEOUT_MS: easy->reach = va_arg(rest, long); break;
	case CURLOPT_WRITEDATA: easy->taker = va_arg(rest, void *); break;
	case CURLOPT_WRITEFUNCTION: easy->take = va_arg(rest, curl_write_callback); break;
	default: break;
	}
	va_end(rest);
	return CURLE_OK;
}

CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...)
{
	const struct easy *easy = (const struct easy *)handle;
	CURLcode code = CURLE_OK;
	va_list rest;
	va_start(rest, info);
	switch ((int)info) {
	case CURLINFO_ACTIVESOCKET: *va_arg(rest, curl_socket_t *) = easy->wire->fd; break;
	case CURLINFO_RESPONSE_CODE: *va_arg(rest, long *) = easy->status; break;
	case CURLINFO_RETRY_AFTER: *va_arg(rest, curl_off_t *) = easy->wait; break;
	default: code = CURLE_UNKNOWN_OPTION;
	}
	va_end(rest);
	return code;
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

/* ---- multi handles ---- */

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
	struct multi *multi = (struct multi *)handle;
	for (struct easy *easy = multi->first; easy != NULL; easy = easy->next)
		if (easy->wire != NULL && easy->wire->fd == fd)
			easy->socket = socket;
	return CURLM_OK;
}

/* Sets the bot's timer to the earliest deadline of all transfers. */
static void multi_time(struct multi *multi)
{
	uint64_t due = UINT64_MAX, now = world()->now;
	for (const struct easy *easy = multi->first; easy != NULL; easy = easy->next)
		if (!easy->done && easy->due < due)
			due = easy->due;
	multi->timer((CURLM *)multi,
		due == UINT64_MAX   ? -1
			: due > now ? (long)(due - now)
				    : 0,
		multi->timed);
}

static bool multi_goes_on(const struct multi *multi)
{
	const struct easy *easy = multi->first;
	while (easy != NULL && easy->done)
		easy = easy->next;
	return easy != NULL;
}

CURLMcode curl_multi_add_handle(CURLM *handle, CURL *added)
{
	struct multi *multi = (struct multi *)handle;
	struct easy *easy = (struct easy *)added, **at = &multi->first;
	/* A dead handle works again once its last transfer has ended, as in libcurl. */
	multi->dead = multi->dead && multi_goes_on(multi);
	if (multi->dead)
		return CURLM_ABORTED_BY_CALLBACK;
	while (*at != NULL)
		at = &(*at)->next;
	*at = easy;
	easy->multi = multi;
	easy->next = NULL;
	easy->due = 0;
	multi_time(multi);
	return CURLM_OK;
}

/* Tells the bot to stop watching the socket of a transfer. */
static void multi_rest(struct multi *multi, struct easy *easy)
{
	void *socket = easy->socket;
	easy->socket = NULL;
	if (socket != NULL)
		multi->watch(
			(CURL *)easy, easy->wire->fd, CURL_POLL_REMOVE, multi->watcher, socket);
}

CURLMcode curl_multi_remove_handle(CURLM *handle, CURL *removed)
{
	struct multi *multi = (struct multi *)handle;
	struct easy *easy = (struct easy *)removed, **at = &multi->first;
	while (*at != NULL && *at != easy)
		at = &(*at)->next;
	if (*at == NULL)
		return CURLM_OK;
	multi_rest(multi, easy);
	*at = easy->next;
	easy->multi = NULL;
	return CURLM_OK;
}

/* ---- easy handles ---- */

static void easy_wait(struct multi *multi, struct easy *easy, int what)
{
	if (multi->watch((CURL *)easy, easy->wire->fd, what, multi->watcher, easy->socket) != 0)
		multi->dead = true;
}

static void easy_begin(struct multi *multi, struct easy *easy)
{
	char *host = NULL, *port = NULL, *scheme = NULL;
	curl_url_get(easy->address, CURLUPART_HOST, &host, 0);
	curl_url_get(easy->address, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
	curl_url_get(easy->address, CURLUPART_SCHEME, &scheme, 0);
	easy->wire = wire_open(server_of_host(host));
	easy->wire->port = (unsigned)strtoul(port, NULL, 10);
	easy->wire->tls = strcmp(scheme, "https") == 0;
	curl_free(host);
	curl_free(port);
	curl_free(scheme);
	easy->ends = easy->deadline > 0 ? world()->now + (uint64_t)easy->deadline : UINT64_MAX;
	easy->due = world()->now + (uint64_t)easy->reach;
	easy->due = easy->due < easy->ends ? easy->due : easy->ends;
	easy_wait(multi, easy, CURL_POLL_OUT);
	multi_time(multi);
}

static void easy_end(struct multi *multi, struct easy *easy, CURLcode code, const char *error)
{
	easy->done = true;
	multi_rest(multi, easy);
	multi_time(multi);
	easy->message.msg = CURLMSG_DONE;
	easy->message.easy_handle = (CURL *)easy;
	easy->message.data.result = code;
	strncpy(easy->error, error, CURL_ERROR_SIZE - 1);
}

/* Writes the request into easy->out, in the format that visit.c reads. */
static void easy_write_down(struct easy *easy)
{
	char *path = NULL, *query = NULL;
	curl_url_get(easy->address, CURLUPART_PATH, &path, 0);
	curl_url_get(easy->address, CURLUPART_QUERY, &query, 0);
	string_add(&easy->out, easy->method);
	string_add_char(&easy->out, '\n');
	string_add(&easy->out, path);
	string_add(&easy->out, query != NULL ? "?" : "");
	string_add(&easy->out, query != NULL ? query : "");
	string_add_char(&easy->out, '\n');
	string_add(&easy->out, easy->token != NULL ? easy->token : "");
	string_add_char(&easy->out, '\n');
	string_add_number(&easy->out, easy->body != NULL ? (int64_t)strlen(easy->body) : 0);
	string_add_char(&easy->out, '\n');
	string_add(&easy->out, easy->body != NULL ? easy->body : "");
	curl_free(path);
	curl_free(query);
}

/* Gives the answer to the bot and ends the transfer. Returns false if the answer is incomplete. */
static bool easy_take(struct multi *multi, struct easy *easy)
{
	char *body = strchr(easy->in.bytes, '\n'), *at;
	long status, wait;
	size_t length;
	if (body == NULL)
		return false;
	status = strtol(easy->in.bytes, &at, 10);
	wait = strtol(at, &at, 10);
	length = strtoul(at, NULL, 10);
	body++;
	if (easy->in.length - (size_t)(body - easy->in.bytes) < length)
		return false;
	easy->status = status;
	easy->wait = wait;
	if (length > 0 && easy->take(body, 1, length, easy->taker) != length)
		easy_end(multi, easy, CURLE_WRITE_ERROR, "too long");
	else
		easy_end(multi, easy, CURLE_OK, "");
	return true;
}

static void easy_read(struct multi *multi, struct easy *easy)
{
	char bytes[4096];
	long got;
	while ((got = wire_read(easy->wire, bytes, sizeof bytes)) > 0)
		string_add_bytes(&easy->in, bytes, (size_t)got);
	if (easy_take(multi, easy))
		return;
	if (got == -2)
		easy_end(multi, easy, CURLE_RECV_ERROR, "Connection reset by peer");
	else if (got == 0)
		easy_end(multi, easy, CURLE_GOT_NOTHING, "Empty reply from server");
}

/* Sends as much of the request as the wire takes, then reads from the answer. */
static void easy_ask(struct multi *multi, struct easy *easy)
{
	if (easy->out.length == 0) {
		easy_write_down(easy);
		easy->due = easy->ends;
		multi_time(multi);
	}
	while (easy->sent < easy->out.length) {
		long sent = wire_write(
			easy->wire, easy->out.bytes + easy->sent, easy->out.length - easy->sent);
		if (sent == -2)
			easy_end(multi, easy, CURLE_SEND_ERROR, "Connection reset by peer");
		if (sent < 0)
			return;
		easy->sent += (size_t)sent;
		if (easy->sent == easy->out.length)
			easy_wait(multi, easy, CURL_POLL_IN);
	}
	easy_read(multi, easy);
}

static void easy_go_on(struct multi *multi, struct easy *easy)
{
	if (multi->dead)
		easy_end(multi, easy, CURLE_ABORTED_BY_CALLBACK, "Operation was aborted");
	else if (easy->wire == NULL)
		easy_begin(multi, easy);
	else if (wire_state(easy->wire) == WIRE_OPEN && !easy->asks)
		easy_end(multi, easy, CURLE_OK, "");
	else if (wire_state(easy->wire) == WIRE_REFUSED)
		easy_end(multi, easy, CURLE_COULDNT_CONNECT, "Connection refused");
	else if (world()->now >= easy->due)
		easy_end(multi, easy, CURLE_OPERATION_TIMEDOUT, "Connection timed out");
	else if (wire_state(easy->wire) == WIRE_OPEN)
		easy_ask(multi, easy);
}

CURLMcode curl_multi_socket_action(CURLM *handle, curl_socket_t fd, int events, int *running)
{
	struct multi *multi = (struct multi *)handle;
	(void)events;
	*running = 0;
	for (struct easy *easy = multi->first; easy != NULL; easy = easy->next) {
		if (!easy->done && !world_ended())
			easy_go_on(multi, easy);
		*running += !easy->done;
	}
	/* The bot's loop has an older time than the world, so a timer may fire before the deadline
	 * and must then be set again. */
	if (fd == CURL_SOCKET_TIMEOUT)
		multi_time(multi);
	return multi->dead ? CURLM_ABORTED_BY_CALLBACK : CURLM_OK;
}

CURLMsg *curl_multi_info_read(CURLM *handle, int *left)
{
	struct multi *multi = (struct multi *)handle;
	*left = 0;
	for (struct easy *easy = multi->first; easy != NULL; easy = easy->next) {
		if (!easy->done || easy->told)
			continue;
		easy->told = true;
		return &easy->message;
	}
	return NULL;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
