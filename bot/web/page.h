/* page.h - what pages are made from. Only for bot/web/. */
#ifndef BOT_WEB_PAGE_H
#define BOT_WEB_PAGE_H

#include "bot/web/web.h"

/* A page, or another form of it, that is being written. */
struct page {
	struct string *out;
	const struct web *web;
	const struct route *route;
	struct locale locale;
	int64_t now;
	bool newer;   /* figures are asked for as OpenMetrics text */
	bool inlined; /* style and script stand in it: it works when it was saved */
};

/* Text becomes text: what HTML has another meaning for is escaped, all else stays. */
void page_text(const struct page *page, const char *text);
/* HTML as it stands; never what came from outside. */
void page_html(const struct page *page, const char *html);
void page_number(const struct page *page, int64_t number);
/* A message, escaped like any other text. */
void page_word(const struct page *page, enum word word, const struct arg *args);
/* The same with HTML in the place whose argument is PAGE_HOLE. */
#define PAGE_HOLE "\x1f"
void page_word_around(
	const struct page *page, enum word word, const struct arg *args, const char *html);
/* Text whose cards, as "9♦", are coloured, or drawn. */
void page_inked(const struct page *page, const char *text);
void page_drawn(const struct page *page, const char *text);
/* So many cards from behind. */
void page_backs(const struct page *page, unsigned count);

/* <a href="BASE PATH ID"> with what the address may hold beside it; ended by </a>. */
void page_link(const struct page *page, const char *path, int64_t id);
/* A heading with the message. */
void page_heading(const struct page *page, unsigned level, enum word word, const struct arg *args);
/* A cell of a table with a number in it. */
void page_cell(const struct page *page, int64_t number);
/* A day as 2026-11-21, in UTC. */
void page_day(const struct page *page, int64_t date);
/* A person with a link to what they played, or an AI player by its level. */
void page_person(const struct page *page, int64_t id, const char *name, bool robot);
/* The name alone in <bdi>, so that its direction changes nothing around it. */
void page_isolated(const struct page *page, const char *name, bool robot);
void page_name(struct string *out, const struct page *page, const char *name, bool robot);
/* The name of a game, of a preset, or options, as people read them. */
void page_preset(const struct page *page, const char *game, const char *preset);

/*
 * All above the content, with its title, and all below. picture: where previews of it find one,
 * "/picture.png".
 */
void page_head(
	const struct page *page, const char *title, const char *description, const char *picture);
/* That of pages which have none of their own. */
#define PAGE_PICTURE "/picture.png"
void page_foot(const struct page *page);

/* The pages. Each returns the status; of an error nothing is written. */
unsigned front_page(const struct page *page);
unsigned ladder_page(const struct page *page);
unsigned player_page(const struct page *page);
unsigned match_page(const struct page *page);
unsigned table_page(const struct page *page);
unsigned rules_page(const struct page *page);
unsigned fair_page(const struct page *page);
unsigned api_page(const struct page *page);
/* What is said when there is none. */
void error_page(const struct page *page, unsigned status);

/* 500, after an error of the store; 404 for STORE_NONE. */
unsigned page_status(enum store_error error);

/* The files that come with the program; generated. */
extern const char asset_style[], asset_script[], asset_icon[], asset_suits[];

#endif
