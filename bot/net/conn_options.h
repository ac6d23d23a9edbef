/* conn_options.h - libcurl's options, and advice about its errors. Only for bot/net. */
#ifndef BOT_NET_CONN_OPTIONS_H
#define BOT_NET_CONN_OPTIONS_H

#include <curl/curl.h>
#include <stdbool.h>

#include "bot/net/conn.h"

struct text;

/*
 * Returns the server's address as a URL, or NULL if host or port is invalid. The caller frees it.
 */
CURLU *conn_options_address(const struct conn_settings *settings);
/* Sets proxy, source address and certificates. Returns false if an option is refused. */
bool conn_options_set_route(CURL *easy, const struct conn_settings *settings);
/*
 * Adds the error message of a failed transfer to `text`, and advice about its cause. told:
 * libcurl's message, or "" for the general one of `code`. ports: a phrase about ports with TLS,
 * like "6697 is usual".
 */
void conn_options_explain(
	CURL *easy, CURLcode code, const char *told, const char *ports, struct text *text);

#endif
