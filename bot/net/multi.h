/* multi.h - libcurl transfers on the event loop. Only for bot/net. */
#ifndef BOT_NET_MULTI_H
#define BOT_NET_MULTI_H

#include <curl/curl.h>

#include "bot/base/loop.h"

struct multi;

/*
 * Opens a set of transfers. The event loop calls `done` once for each transfer that ends, or with a
 * NULL `easy` if all transfers failed. `done` may remove the transfer, add others and close the
 * set. Returns NULL if libcurl cannot be used.
 */
struct multi *multi_open(
	struct loop *loop, void (*done)(void *context, CURL *easy, CURLcode code), void *context);
/* Closes the set, which must be empty. NULL is allowed. */
void multi_close(struct multi *multi);
/* Starts a transfer. Returns false if libcurl refuses it. */
bool multi_add(struct multi *multi, CURL *easy);
/* Removes a transfer, running or ended. Ignores a transfer that is not in the set. */
void multi_remove(struct multi *multi, CURL *easy);

#endif
