/* stream.h - responses that are streams of server-sent events. Used only in bot/web. */
#ifndef BOT_WEB_STREAM_H
#define BOT_WEB_STREAM_H

#include <microhttpd.h>

#include "bot/web/viewers.h"

/*
 * Adds the connection as a viewer of the answer's match or seat, and creates its response. Removes
 * the viewer when the connection ends.
 */
struct MHD_Response *stream_make_response(struct viewers *viewers,
	struct MHD_Connection *connection, const struct web_response *answer);
/* Lets all connections send their new events. Call MHD_run after it. */
void stream_wake_all(struct viewers *viewers);

#endif
