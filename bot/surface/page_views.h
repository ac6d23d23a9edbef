/* page_views.h - the views of seats that a batch has changed, for the pages. */
#ifndef BOT_SURFACE_PAGE_VIEWS_H
#define BOT_SURFACE_PAGE_VIEWS_H

#include "bot/surface/page_seats.h"

/*
 * Adds lines about the seats that a batch has changed: closed keys, views, invitations. Returns
 * false if a seat must wait for the end of a later batch. Call it after the commit.
 */
bool page_views_add(struct page_seats *surface, struct string *out);

#endif
