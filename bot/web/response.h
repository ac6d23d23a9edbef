/* response.h - makes responses of libmicrohttpd: headers, compression, ETag. Used only in bot/web.
 */
#ifndef BOT_WEB_RESPONSE_H
#define BOT_WEB_RESPONSE_H

#include "bot/web/response_cache.h"

/* Adds the headers of an answer. tag: its ETag, or NULL. */
void response_add_headers(struct MHD_Response *response, const struct web *web,
	const struct web_response *answer, const char *tag);
/* Writes the body's ETag. The tag is weak (W/"…"): the compressed body has the same tag. */
void response_write_tag(const struct string *body, char tag[RESPONSE_CACHE_TAG]);
/*
 * Returns `response`. Ends the program if it is NULL: libmicrohttpd fails only if memory runs out.
 */
struct MHD_Response *response_made(struct MHD_Response *response);
struct MHD_Response *response_open_empty(void);
/* Creates a response. packed: the client accepts gzip. *size: the bytes of the body as sent. */
struct MHD_Response *response_open(const struct web *web, const struct web_response *answer,
	bool packed, const char *tag, size_t *size);

#endif
