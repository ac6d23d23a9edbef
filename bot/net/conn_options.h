/* conn_options.h - what libcurl has to know before it connects, and what its errors mean. Only for
 * bot/net. */
#ifndef BOT_NET_CONN_OPTIONS_H
#define BOT_NET_CONN_OPTIONS_H

#include <curl/curl.h>
#include <stdbool.h>

#include "bot/net/conn.h"

/* Returns the server's address for the caller to clean up, or NULL if it is no address. */
CURLU *conn_options_address(const struct conn_settings *settings);
/* Sets proxy, source and trusted certificates. Returns false likewise. */
bool conn_options_reach(CURL *easy, const struct conn_settings *settings);
/* Sets the options of a bare connection. Returns false when this libcurl lacks one. */
bool conn_options_set(CURL *easy, CURLU *address, const struct conn_settings *settings);
/* What the operator should do about an error, which libcurl tells so, beginning with "; ", or "".
 */
const char *conn_options_advice(CURLcode code, const char *told);

#endif
