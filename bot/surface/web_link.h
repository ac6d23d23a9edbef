/* web_link.h - the lines of JSON that the bot sends to the process that serves pages. */
#ifndef BOT_SURFACE_WEB_LINK_H
#define BOT_SURFACE_WEB_LINK_H

#include "bot/base/string.h"

/* Adds the line of a view. kind: "seat" or "join". view: JSON. */
void web_link_add_view(struct string *lines, const char *kind, const char *hash, const char *view);
/* Adds the line for a seat or a link that has ended. */
void web_link_add_closed(struct string *lines, const char *kind, const char *hash);

#endif
