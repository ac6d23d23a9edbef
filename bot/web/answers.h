/*
 * answers.h - an LRU cache of HTTP responses, as most people read the same few pages. Only for
 * bot/web/.
 */
#ifndef BOT_WEB_ANSWERS_H
#define BOT_WEB_ANSWERS_H

#include <microhttpd.h>

#include "bot/web/web.h"

/* Bytes of a key, NUL included; number of entries; bytes of all bodies; bytes of an ETag. */
enum { ANSWERS_KEY = 256, ANSWERS_KEPT = 128, ANSWERS_BYTES = 16 * 1024 * 1024, ANSWERS_TAG = 40 };

struct given {
	char key[ANSWERS_KEY]; /* empty: a free entry */
	struct MHD_Response *response;
	struct web_response answer; /* without its body */
	char tag[ANSWERS_TAG];      /* ETag */
	size_t size;                /* bytes of the body as sent */
	uint64_t asked;             /* answers.asked at the last use */
};

/* A zeroed cache is empty. */
struct answers {
	uint64_t asked; /* uses so far */
	size_t size;    /* bytes of all bodies */
	struct given given[ANSWERS_KEPT];
};

/*
 * Writes the key of a request: its target, languages and whether it accepts gzip (packed). Returns
 * false if it is too long.
 */
bool answers_key(char key[ANSWERS_KEY], const struct web_request *request, bool packed);
void answers_clear(struct answers *answers);
/* Finds a response, or returns NULL. */
const struct given *answers_find(struct answers *answers, const char *key);
/* Caches a response in place of the least recently used one. Takes over the caller's reference. */
void answers_keep(struct answers *answers, const char *key, struct MHD_Response *response,
	size_t size, const struct web_response *answer, const char *tag);

#endif
