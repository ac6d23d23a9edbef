/*
 * response_cache.h - a cache of HTTP responses, because most readers want the same few pages. If
 * full, replaces the response not used for longest (LRU). Used only in bot/web.
 */
#ifndef BOT_WEB_RESPONSE_CACHE_H
#define BOT_WEB_RESPONSE_CACHE_H

#include <microhttpd.h>

#include "bot/web/web.h"

/*
 * Limits: bytes of a key with its NUL, number of entries, bytes of all bodies together, bytes of an
 * ETag.
 */
enum {
	RESPONSE_CACHE_KEY = 256,
	RESPONSE_CACHE_ENTRIES = 128,
	RESPONSE_CACHE_BYTES = 16 * 1024 * 1024,
	RESPONSE_CACHE_TAG = 40
};

struct cached_response {
	char key[RESPONSE_CACHE_KEY]; /* empty: the entry is free */
	struct MHD_Response *response;
	struct web_response answer;   /* the response without its body */
	char tag[RESPONSE_CACHE_TAG]; /* ETag of the response */
	size_t size;                  /* bytes of the body as it is sent */
	uint64_t asked; /* value of response_cache.uses when the entry was last used */
};

/* A cache. An empty one is all zeros. */
struct response_cache {
	uint64_t uses; /* number of uses of all entries so far */
	size_t size;   /* bytes of all bodies together */
	struct cached_response entry[RESPONSE_CACHE_ENTRIES];
};

/*
 * Writes the key of a request: its target, its languages, and whether the client accepts gzip
 * (packed). Returns false if the key is too long.
 */
bool response_cache_key(
	char key[RESPONSE_CACHE_KEY], const struct web_request *request, bool packed);
void response_cache_clear(struct response_cache *answers);
/* Finds a response by its key. Returns NULL if not found. */
const struct cached_response *response_cache_find(struct response_cache *answers, const char *key);
/*
 * Adds a response. If the cache is full, drops the responses not used for longest. Takes over the
 * caller's reference to the response.
 */
void response_cache_add(struct response_cache *answers, const char *key,
	struct MHD_Response *response, size_t size, const struct web_response *answer,
	const char *tag);

#endif
