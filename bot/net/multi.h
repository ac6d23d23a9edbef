/*
 * multi.h - libcurl's transfers on the event loop: what it wants watched is watched, and whoever
 * has begun a transfer hears of its end. Only for bot/net.
 */
#ifndef BOT_NET_MULTI_H
#define BOT_NET_MULTI_H

#include <curl/curl.h>

#include "bot/base/loop.h"

struct multi;

/*
 * Calls done once for each transfer that has ended, from the loop, or with NULL for all of them
 * where libcurl cannot go on; the callee may take it out, begin another and close the multi.
 * Returns NULL if libcurl cannot be used.
 */
struct multi *multi_open(
	struct loop *loop, void (*done)(void *context, CURL *easy, CURLcode code), void *context);
/* Transfers must have been taken out before. NULL is allowed. */
void multi_close(struct multi *multi);
/* Begins a transfer, which goes on from the loop; false: it cannot. */
bool multi_add(struct multi *multi, CURL *easy);
/* Takes a transfer out, ended or not; one that is not in is no fault. */
void multi_remove(struct multi *multi, CURL *easy);

#endif
