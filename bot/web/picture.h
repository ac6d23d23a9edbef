/* picture.h - the result of a match as a picture, for previews of links. Only for bot/web/. */
#ifndef BOT_WEB_PICTURE_H
#define BOT_WEB_PICTURE_H

/* Pixels, as those who show previews ask for. */
enum { PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630 };

struct page;

/* The picture of a match that is over, 404 of any other; returns the status. */
unsigned picture_of_match(const struct page *page);
/* That of all other pages. */
unsigned picture_of_pages(const struct page *page);

#endif
