/*
 * http.h - requests to one server over HTTP, several at a time; nothing blocks. HTTP/2 where the
 * server has it. Redirects are not followed unless that is asked for: nobody else gets a token.
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

/* The strings are needed until the answer. */
struct http_order {
	const char *method; /* "GET", "POST", "PUT" */
	const char *path;   /* behind the server's name, from its / on, percent-encoded */
	const char *token;  /* to be let in by; NULL: none */
	bool roams;         /* redirects are followed, by HTTPS alone; not with a token */
	const char *body;   /* JSON; NULL: none */
	uint64_t deadline;  /* milliseconds from now for all of it */
	size_t most;        /* bytes of an answer; a longer one is none */
};

struct http_answer {
	long status; /* 0: there is no answer, … */
	const char
		*error; /* … for this reason, in words; lives as long as the call, as body does */
	const char *body; /* NUL-terminated; never NULL */
	size_t length;
	bool large;    /* there is an answer, but too long a one */
	uint64_t wait; /* milliseconds that the server asks to wait; 0: it does not */
};

/*
 * Describes a server; certificate and fingerprint are not used. conn_start must have been called.
 * The settings are needed during the call only. Returns NULL if they cannot be used.
 */
struct http *http_open(struct loop *loop, const struct conn_settings *settings);
/* Cancels what is under way. Also from within `done`. NULL is allowed. */
void http_close(struct http *http);

/*
 * From now on the server is at base, which another one names: an address of HTTPS if the first was
 * one, and a path. False: it is none, and nothing changes.
 */
bool http_move(struct http *http, const char *base);

/*
 * Begins a request; done is called once, from the loop, unless it is cancelled. Returns NULL if a
 * part of it is too long.
 */
struct http_request *http_begin(struct http *http, const struct http_order *order,
	void (*done)(void *context, const struct http_answer *answer), void *context);
void http_cancel(struct http_request *request);

/* Adds text to a path as one part of it: all but letters, digits and - . _ ~ in percent signs. */
struct string;
void http_part(struct string *path, const char *text);

#endif
