/*
 * answers.h - answers that were given, ready to be given again while nothing they tell of has
 * changed: most people look at the same few pages. Only for bot/web/.
 */
#ifndef BOT_WEB_ANSWERS_H
#define BOT_WEB_ANSWERS_H

#include <microhttpd.h>

#include "bot/web/web.h"

/* Bytes of all that decides what is answered; what asks with more is answered afresh. */
enum { ANSWERS_KEY = 256, ANSWERS_KEPT = 128, ANSWERS_BYTES = 16 * 1024 * 1024, ANSWERS_TAG = 40 };

struct given {
	char key[ANSWERS_KEY]; /* empty: free */
	struct MHD_Response *response;
	struct web_response answer; /* without its body */
	char tag[ANSWERS_TAG];
	size_t size;
	uint64_t asked;
};

/* Zeroed: empty. */
struct answers {
	uint64_t asked;
	size_t size;
	struct given given[ANSWERS_KEPT];
};

/* Writes the key of a request; false: it is too long. packed: they can unpack the answer. */
bool answers_key(char key[ANSWERS_KEY], const struct web_request *request, bool packed);
/* Forgets all of them. */
void answers_clear(struct answers *answers);
const struct given *answers_find(struct answers *answers, const char *key);
/* Keeps an answer; the response is shared with its caller. */
void answers_keep(struct answers *answers, const char *key, struct MHD_Response *response,
	size_t size, const struct web_response *answer, const char *tag);

#endif
