/* http.c - HTTP requests to one server, by libcurl. */
#include "bot/net/http.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "bot/net/conn_options.h"
#include "bot/net/multi.h"
#include "engine/text.h"

enum { HTTP_HEADER = 4096, HTTP_ERROR = 512, HTTP_REDIRECTS = 5 };
/* Timeout for connecting, in milliseconds; answers may take much longer. */
enum { HTTP_CONNECT = 15000 };

struct http {
	/* ca_file, source and proxy are copies or NULL; other strings are not used */
	struct conn_settings settings;
	struct multi *multi;
	CURLU *address;
	struct string path;         /* path of the base URL; prefix of each request's path */
	struct http_request *first; /* list of all open requests */
};

struct http_request {
	struct http *http;
	struct http_request *next;
	CURL *easy;
	CURLU *address;
	struct curl_slist *headers;
	void (*done)(void *context, const struct http_answer *answer);
	void *context;
	size_t most;
	bool large; /* the answer was longer than http_call.most */
	struct string body;
	char error[CURL_ERROR_SIZE];
};

void http_cancel_request(struct http_request *request)
{
	struct http_request **at = &request->http->first;
	while (*at != NULL && *at != request)
		at = &(*at)->next;
	if (*at != NULL)
		*at = request->next;
	if (request->easy != NULL)
		multi_remove(request->http->multi, request->easy);
	curl_easy_cleanup(request->easy);
	curl_url_cleanup(request->address);
	for (struct curl_slist *line = request->headers; line != NULL; line = line->next)
		sodium_memzero(line->data, strlen(line->data));
	curl_slist_free_all(request->headers);
	string_free(&request->body);
	free(request);
}

static size_t http_write(char *bytes, size_t size, size_t count, void *context)
{
	struct http_request *request = context;
	request->large = size * count > request->most - request->body.length;
	if (request->large)
		return 0;
	string_add_bytes(&request->body, bytes, size * count);
	return size * count;
}

/* Frees the request of a transfer, then reports its answer; `done` may call http_close. */
static void http_done(void *context, CURL *easy, CURLcode code)
{
	const struct http *http = context;
	struct http_request *request = http->first;
	char error[HTTP_ERROR];
	struct text text = text_in(error, sizeof error);
	curl_off_t wait = 0;
	while (request != NULL && easy != NULL && request->easy != easy)
		request = request->next;
	if (request == NULL)
		return;
	easy = request->easy;
	struct http_answer answer = {
		.error = error, .body = request->body.bytes, .large = request->large
	};
	if (code == CURLE_OK) {
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer.status);
		curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &wait);
		answer.wait = wait > 0 ? (uint64_t)wait * 1000 : 0;
		answer.length = request->body.length;
	} else {
		string_clear(&request->body);
		if (request->large)
			text_add(&text, "the server's answer is too long");
		else
			conn_options_explain(
				easy, code, request->error, "443 and 8448 are usual", &text);
	}
	struct http_request mine = *request;
	request->body = STRING_EMPTY;
	http_cancel_request(request);
	mine.done(mine.context, &answer);
	string_free(&mine.body);
}

static bool http_header(struct http_request *request, const char *name, const char *value)
{
	char line[HTTP_HEADER];
	struct text text = text_in(line, sizeof line);
	text_add(&text, name);
	text_add(&text, value);
	struct curl_slist *grown = text.cut ? NULL : curl_slist_append(request->headers, line);
	sodium_memzero(line, sizeof line);
	if (grown != NULL)
		request->headers = grown;
	return grown != NULL;
}

/* Sets the request's URL. Path and query are already percent-encoded. */
static bool http_address(struct http_request *request, const char *path)
{
	const char *query = strchr(path, '?');
	struct string part = STRING_EMPTY;
	string_add(&part, request->http->path.bytes);
	string_add_bytes(&part, path, query != NULL ? (size_t)(query - path) : strlen(path));
	request->address = curl_url_dup(request->http->address);
	bool fine = request->address != NULL &&
		curl_url_set(request->address, CURLUPART_PATH, part.bytes, 0) == CURLUE_OK &&
		(query == NULL ||
			curl_url_set(request->address, CURLUPART_QUERY, query + 1, 0) == CURLUE_OK);
	string_free(&part);
	return fine && curl_easy_setopt(request->easy, CURLOPT_CURLU, request->address) == CURLE_OK;
}

static bool http_options(struct http_request *request, const struct http_call *order)
{
	CURL *easy = request->easy;
	const char *type = order->type != NULL ? order->type : "application/json";
	const char *body = order->body;
	if (body == NULL && strcmp(order->method, "GET") != 0)
		body = "{}";
	if (order->follows_redirects &&
		(curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L) != CURLE_OK ||
			curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)HTTP_REDIRECTS) !=
				CURLE_OK ||
			curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https") != CURLE_OK))
		return false;
	return conn_options_set_route(easy, &request->http->settings) &&
		http_address(request, order->path) &&
		http_header(request, "Content-Type: ", type) &&
		http_header(request, "Expect:", "") &&
		(order->token == NULL ||
			http_header(request, "Authorization: Bearer ", order->token)) &&
		curl_easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers) == CURLE_OK &&
		(body == NULL ||
			curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, body) == CURLE_OK) &&
		curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, order->method) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_USERAGENT, "mitaines") == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)HTTP_CONNECT) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)order->deadline) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, request->error) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_WRITEDATA, request) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, http_write) == CURLE_OK;
}

struct http_request *http_start_request(struct http *http, const struct http_call *order,
	void (*done)(void *context, const struct http_answer *answer), void *context)
{
	struct http_request *request = memory_new(1, sizeof *request);
	*request = (struct http_request){ .http = http,
		.next = http->first,
		.done = done,
		.context = context,
		.most = order->most,
		.body = STRING_EMPTY };
	http->first = request;
	request->easy = curl_easy_init();
	if (request->easy != NULL && http_options(request, order) &&
		multi_add(http->multi, request->easy))
		return request;
	http_cancel_request(request);
	return NULL;
}

struct http *http_open(struct loop *loop, const struct conn_settings *settings)
{
	struct http *http = memory_new(1, sizeof *http);
	*http = (struct http){ .settings = *settings, .path = STRING_EMPTY };
	/* Only these strings are needed for each request. */
	http->settings.ca_file = memory_copy(settings->ca_file);
	http->settings.source = memory_copy(settings->source);
	http->settings.proxy = memory_copy(settings->proxy);
	http->address = conn_options_address(settings);
	http->multi = multi_open(loop, http_done, http);
	if (http->address != NULL && http->multi != NULL)
		return http;
	http_close(http);
	return NULL;
}

void http_close(struct http *http)
{
	if (http == NULL)
		return;
	for (struct http_request *request = http->first, *next; request != NULL; request = next) {
		next = request->next;
		http_cancel_request(request);
	}
	multi_close(http->multi);
	curl_url_cleanup(http->address);
	string_free(&http->path);
	free((char *)http->settings.ca_file);
	free((char *)http->settings.source);
	free((char *)http->settings.proxy);
	free(http);
}

/* True if an address has this part. If `text` is not NULL, the part must also equal `text`. */
static bool http_address_has(CURLU *address, CURLUPart part, const char *text)
{
	char *is = NULL;
	bool has = curl_url_get(address, part, &is, 0) == CURLUE_OK;
	bool same = text == NULL ? has : has && strcmp(is, text) == 0;
	curl_free(is);
	return same;
}

bool http_set_base_url(struct http *http, const char *base)
{
	CURLU *address = curl_url();
	char *path = NULL;
	bool fine = address != NULL && curl_url_set(address, CURLUPART_URL, base, 0) == CURLUE_OK &&
		http_address_has(
			address, CURLUPART_SCHEME, http->settings.tls ? "https" : "http") &&
		!http_address_has(address, CURLUPART_USER, NULL) &&
		!http_address_has(address, CURLUPART_QUERY, NULL) &&
		!http_address_has(address, CURLUPART_FRAGMENT, NULL) &&
		curl_url_get(address, CURLUPART_PATH, &path, 0) == CURLUE_OK;
	if (!fine) {
		curl_url_cleanup(address);
		return false;
	}
	curl_url_cleanup(http->address);
	http->address = address;
	string_set(&http->path, path);
	while (http->path.length > 0 && http->path.bytes[http->path.length - 1] == '/')
		string_keep_range(&http->path, 0, http->path.length - 1);
	curl_free(path);
	return true;
}

void http_append_path(struct string *path, const char *text)
{
	char *encoded = curl_easy_escape(NULL, text, 0);
	if (encoded != NULL)
		string_add(path, encoded);
	else
		memory_exit(strlen(text));
	curl_free(encoded);
}
