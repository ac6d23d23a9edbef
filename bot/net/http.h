/*
 * http.h - non-blocking HTTP requests to one server, several at a time, with HTTP/2 if the server
 * supports it. Redirects are followed only if the request says so, so that no other server gets the
 * token.
 */
#ifndef BOT_NET_HTTP_H
#define BOT_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/loop.h"
#include "bot/net/conn.h"

struct http;
struct http_request;

/* A request. The strings must live until the answer has come. */
struct http_call {
	const char *method;     /* "GET", "POST", "PUT" */
	const char *path;       /* path and query after the server's name, percent-encoded */
	const char *token;      /* access token (Bearer); NULL: no token */
	bool follows_redirects; /* follow redirects to HTTPS; never set with a token */
	const char *body;       /* without NUL bytes; NULL: no body */
	const char *type;       /* the body's media type; NULL: JSON */
	uint64_t deadline;      /* timeout in milliseconds */
	size_t most;            /* limit of the answer in bytes; a longer answer is an error */
};

struct http_answer {
	long status;       /* HTTP status; 0: no answer came */
	const char *error; /* if status is 0, a phrase for the log; valid during the call */
	const char *body;  /* ended by a NUL, never NULL; valid during the call */
	size_t length;
	bool large;    /* the answer was longer than `most` */
	uint64_t wait; /* Retry-After in milliseconds; 0: not given */
};

/*
 * Creates a client for one server; call conn_start_library first. The settings are copied;
 * `certificate` and `fingerprint` are not used. Returns NULL if the settings are unusable.
 */
struct http *http_open(struct loop *loop, const struct conn_settings *settings);
/* Cancels all requests and frees the client. May be called from within `done`. NULL is allowed. */
void http_close(struct http *http);

/*
 * Replaces the server's address by the base URL that discovery found; it may have a path. The
 * scheme must stay the same. If the URL is unusable, returns false and changes nothing.
 */
bool http_set_base_url(struct http *http, const char *base);

/*
 * Starts a request. `done` is called once, from the event loop, unless the request is cancelled.
 * Returns NULL if libcurl refuses the request or the token is too long.
 */
struct http_request *http_start_request(struct http *http, const struct http_call *order,
	void (*done)(void *context, const struct http_answer *answer), void *context);
void http_cancel_request(struct http_request *request);

struct string;
/* Appends text to a path as one segment: percent-encodes all but letters, digits and - . _ ~ */
void http_append_path(struct string *path, const char *text);

#endif
