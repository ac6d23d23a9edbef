/*
 * http.h - non-blocking HTTP requests to one server, several at a time; HTTP/2 if the server has
 * it. Redirects are only followed on request, so no other server gets a token.
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

/* A request. The strings must live until the answer. */
struct http_call {
	const char *method;     /* "GET", "POST", "PUT" */
	const char *path;       /* path and query after the server's name, percent-encoded */
	const char *token;      /* access token (Bearer); NULL: none */
	bool follows_redirects; /* follow redirects, over HTTPS only; must not be used with a token
				 */
	const char *body;       /* JSON; NULL: none */
	uint64_t deadline;      /* timeout in milliseconds */
	size_t most;            /* largest answer in bytes; a longer one is an error */
};

struct http_answer {
	long status;       /* HTTP status; 0: no answer came */
	const char *error; /* a phrase for the log if status is 0; valid during the call */
	const char *body;  /* ended by a NUL, never NULL; valid during the call */
	size_t length;
	bool large;    /* the answer was longer than `most` */
	uint64_t wait; /* Retry-After in milliseconds; 0: not given */
};

/*
 * Describes a server by its host, port, proxy, source and authorities; certificate and fingerprint
 * are unused. conn_start_library must have been called. The settings are copied. Returns NULL if
 * unusable.
 */
struct http *http_open(struct loop *loop, const struct conn_settings *settings);
/* Cancels all requests, and frees the server. May be called from within `done`. NULL is allowed. */
void http_close(struct http *http);

/*
 * Replaces the server's address by a base URL, which may have a path, after discovery. The scheme
 * must stay the same. Returns false, with nothing changed, if the URL is unusable.
 */
bool http_set_base_url(struct http *http, const char *base);

/*
 * Starts a request; `done` is called once, from the loop, unless the request is cancelled. Returns
 * NULL if libcurl refuses it or the token is too long.
 */
struct http_request *http_start_request(struct http *http, const struct http_call *order,
	void (*done)(void *context, const struct http_answer *answer), void *context);
void http_cancel_request(struct http_request *request);

/* Appends text to a path as one part of it, percent-encoded but for letters, digits and - . _ ~ */
struct string;
void http_append_path(struct string *path, const char *text);

#endif
