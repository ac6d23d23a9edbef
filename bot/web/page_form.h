/* page_form.h - builds the forms of pages. Used only in bot/web. */
#ifndef BOT_WEB_PAGE_FORM_H
#define BOT_WEB_PAGE_FORM_H

#include "bot/web/page.h"

/*
 * Begins a form. Its address is `path`, a key or "", and the rest of the path. The form sends the
 * language of the page.
 */
void page_form_begin(const struct page *page, const char *path, const char *key, const char *rest);
/* Adds a button with a message, and ends the form. */
void page_form_end(const struct page *page, enum message send);
/* Adds a button that begins a match against an AI player. level: name of its level. */
void page_form_play(
	const struct page *page, const char *game, const char *level, enum message send);

#endif
