/* picture.h - draws pictures for link previews (og:image). Used only in bot/web. */
#ifndef BOT_WEB_PICTURE_H
#define BOT_WEB_PICTURE_H

/* The size, in pixels, that services with link previews recommend. */
enum { PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630 };

struct page;

/* Draws the result of a match. Returns the HTTP status, which is 404 unless the match has ended. */
unsigned picture_of_match(const struct page *page);
/* Draws the picture for all other pages. Returns the HTTP status. */
unsigned picture_of_pages(const struct page *page);

#endif
