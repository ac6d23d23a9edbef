/* conn_options.h - libcurl's options, and advice about its errors. Only for bot/net. */
#ifndef BOT_NET_CONN_OPTIONS_H
#define BOT_NET_CONN_OPTIONS_H

#include <curl/curl.h>
#include <stdbool.h>

#include "bot/net/conn.h"

/* Returns the server's address, freed by the caller, or NULL if host or port is invalid. */
CURLU *conn_options_address(const struct conn_settings *settings);
/* Sets proxy, source address and certificates. Returns false if an option is refused. */
bool conn_options_set_route(CURL *easy, const struct conn_settings *settings);
/* Sets the options of a connection without HTTP. Returns false if an option is refused. */
bool conn_options_set(CURL *easy, CURLU *address, const struct conn_settings *settings);
/* Returns advice about an error, beginning with "; ", or "". told: libcurl's own message. */
const char *conn_options_advice(CURLcode code, const char *told);

#endif
