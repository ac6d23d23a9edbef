/* conn_options.h - what libcurl has to know before it connects, and what its errors mean. Only for
 * bot/net. */
#ifndef BOT_NET_CONN_OPTIONS_H
#define BOT_NET_CONN_OPTIONS_H

#include <curl/curl.h>
#include <stdbool.h>

#include "bot/net/conn.h"

/* The server's address, to be cleaned up by the caller; NULL: it is none, or memory ran out. */
CURLU *conn_options_address(const struct conn_settings *settings);
/* How a server is reached: proxy, source, whom to believe. False as below. */
bool conn_options_reach(CURL *easy, const struct conn_settings *settings);
/* For a bare connection. False for want of memory or when this libcurl lacks something. */
bool conn_options_set(CURL *easy, CURLU *address, const struct conn_settings *settings);
/* What the operator should do about an error, which libcurl tells so, beginning with "; ", or "".
 */
const char *conn_options_advice(CURLcode code, const char *told);

#endif
