/* multi.h - libcurl transfers on the event loop. Only for bot/net. */
#ifndef BOT_NET_MULTI_H
#define BOT_NET_MULTI_H

#include <curl/curl.h>

#include "bot/base/loop.h"

struct multi;

/*
 * Opens a set of transfers. `done` is called from the loop once for each transfer that ends, or
 * with easy NULL if libcurl has failed for all of them; it may remove the transfer, add others and
 * close the set. Returns NULL if libcurl cannot be used.
 */
struct multi *multi_open(
	struct loop *loop, void (*done)(void *context, CURL *easy, CURLcode code), void *context);
/* Closes the set, which must be empty. NULL is allowed. */
void multi_close(struct multi *multi);
/* Starts a transfer. Returns false if libcurl refuses it. */
bool multi_add(struct multi *multi, CURL *easy);
/* Removes a transfer, ended or not. A transfer not in the set is ignored. */
void multi_remove(struct multi *multi, CURL *easy);

#endif
