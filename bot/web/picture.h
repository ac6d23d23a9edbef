/* picture.h - pictures for link previews (og:image). Only for bot/web/. */
#ifndef BOT_WEB_PICTURE_H
#define BOT_WEB_PICTURE_H

/* The size in pixels that services with link previews recommend. */
enum { PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630 };

struct page;

/* Draws the result of a match and returns the status; 404 unless it has ended. */
unsigned picture_of_match(const struct page *page);
/* Draws the picture for all other pages and returns the status. */
unsigned picture_of_pages(const struct page *page);

#endif
