/*
 * response_cache.h - an LRU cache of HTTP responses, as most people read the same few pages. Only
 * for bot/web/.
 */
#ifndef BOT_WEB_RESPONSE_CACHE_H
#define BOT_WEB_RESPONSE_CACHE_H

#include <microhttpd.h>

#include "bot/web/web.h"

/* Bytes of a key, NUL included; number of entries; bytes of all bodies; bytes of an ETag. */
enum {
	RESPONSE_CACHE_KEY = 256,
	RESPONSE_CACHE_ENTRIES = 128,
	RESPONSE_CACHE_BYTES = 16 * 1024 * 1024,
	RESPONSE_CACHE_TAG = 40
};

struct cached_response {
	char key[RESPONSE_CACHE_KEY]; /* empty: a free entry */
	struct MHD_Response *response;
	struct web_response answer;   /* without its body */
	char tag[RESPONSE_CACHE_TAG]; /* ETag */
	size_t size;                  /* bytes of the body as sent */
	uint64_t asked;               /* answers.asked at the last use */
};

/* A zeroed cache is empty. */
struct response_cache {
	uint64_t uses; /* uses so far */
	size_t size;   /* bytes of all bodies */
	struct cached_response entry[RESPONSE_CACHE_ENTRIES];
};

/*
 * Writes the key of a request: its target, languages and whether it accepts gzip (packed). Returns
 * false if it is too long.
 */
bool response_cache_key(
	char key[RESPONSE_CACHE_KEY], const struct web_request *request, bool packed);
void response_cache_clear(struct response_cache *answers);
/* Finds a response, or returns NULL. */
const struct cached_response *response_cache_find(struct response_cache *answers, const char *key);
/* Caches a response in place of the least recently used one. Takes over the caller's reference. */
void response_cache_add(struct response_cache *answers, const char *key,
	struct MHD_Response *response, size_t size, const struct web_response *answer,
	const char *tag);

#endif
