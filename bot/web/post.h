/*
 * post.h - the body of a POST, and the bot's reply to it. Limits the size of bodies. Used only in
 * bot/web.
 */
#ifndef BOT_WEB_POST_H
#define BOT_WEB_POST_H

#include <microhttpd.h>

#include "bot/web/seats.h"

/* Most bytes of a body. */
enum { POST_BODY = 1024 };

struct post {
	struct string body; /* longer than POST_BODY if the whole body is too long */
	bool replied;       /* the bot has replied, or cannot be asked */
	struct string say;
	struct seats_reply reply;
};

/* True if the request has a length that is too large. Then answer 413 before the body comes. */
bool post_is_announced_long(struct MHD_Connection *connection);
/* Takes a part of the body. Drops the bytes beyond POST_BODY, except the first one. */
void post_add(struct post *post, const char *data, size_t size);
/* Keeps a copy of a reply. */
void post_set_reply(struct post *post, const struct seats_reply *reply);
void post_free(struct post *post);

#endif
