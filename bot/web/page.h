/* page.h - builds HTML: escaping, cards, links, head and foot of a page. Only for bot/web/. */
#ifndef BOT_WEB_PAGE_H
#define BOT_WEB_PAGE_H

#include "bot/web/web.h"

/* A response body under construction: HTML, JSON, text or a picture. */
struct page {
	struct string *out;
	const struct web *web;
	const struct route *route;
	struct locale locale;
	int64_t now;              /* Unix seconds */
	bool accepts_openmetrics; /* the client accepts OpenMetrics text */
	bool inlined;             /* style and script are inline, so that a saved page works */
};

/* Adds text, escaped for HTML content and attributes. */
void page_text(const struct page *page, const char *text);
/* Adds HTML without escaping; never for text from outside. */
void page_html(const struct page *page, const char *html);
void page_number(const struct page *page, int64_t number);
/* Adds a message, escaped. */
void page_message(const struct page *page, enum message message, const struct arg *args);
/* Like page_message, with unescaped HTML in the place of the argument PAGE_PLACEHOLDER. */
#define PAGE_PLACEHOLDER "\x1f"
void page_message_around(
	const struct page *page, enum message message, const struct arg *args, const char *html);
/* Add escaped text with its cards, like "9♦", coloured or drawn. */
void page_text_coloured_cards(const struct page *page, const char *text);
void page_text_drawn_cards(const struct page *page, const char *text);
void page_card_backs(const struct page *page, unsigned count);

/* Adds <a href="BASE PATH ID">; id 0 adds no number. The caller adds </a>. */
void page_link(const struct page *page, const char *path, int64_t id);
void page_heading(
	const struct page *page, unsigned level, enum message message, const struct arg *args);
void page_cell(const struct page *page, int64_t number);
/* Adds a date in UTC, 2026-11-21. */
void page_day(const struct page *page, int64_t date);
/* Adds the isolated name of a person or an AI player, with a link to its page. */
void page_person(const struct page *page, int64_t id, const char *name, bool robot);
/* Adds a name inside <bdi>, so that right-to-left letters do not reorder the text around it. */
void page_isolated(const struct page *page, const char *name, bool robot);
/* Appends a name as unescaped text; an AI player is named by its level. */
void page_name(struct string *out, const struct page *page, const char *name, bool robot);
/* Adds the names of a game and, unless empty, of its preset. */
void page_preset(const struct page *page, const char *game, const char *preset);

/* Adds everything above the content. picture: the path of the preview picture (og:image). */
void page_head(
	const struct page *page, const char *title, const char *description, const char *picture);
/* The preview picture of pages without their own. */
#define PAGE_PICTURE "/picture.png"
void page_foot(const struct page *page);

/* Write a page and return the HTTP status. web_answer discards the body of an error. */
unsigned front_page(const struct page *page);
unsigned ladder_page(const struct page *page);
unsigned player_page(const struct page *page);
unsigned match_page(const struct page *page);
unsigned table_page(const struct page *page);
unsigned rules_page(const struct page *page);
unsigned fair_page(const struct page *page);
unsigned api_page(const struct page *page);
void error_page(const struct page *page, unsigned status);

/* Converts a store error to a status: 200, 404 for STORE_NONE and STORE_PRUNED, else 500. */
unsigned page_status(enum store_error error);

/* The files of assets/, generated at build time. */
extern const char asset_style[], asset_script[], asset_icon[], asset_suits[];

#endif
