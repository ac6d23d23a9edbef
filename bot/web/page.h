/*
 * page.h - builds HTML: escaping, cards, links, forms, head and foot of a page. Used only in
 * bot/web.
 */
#ifndef BOT_WEB_PAGE_H
#define BOT_WEB_PAGE_H

#include "bot/web/web.h"

/* A response that is being built: HTML, JSON, text or a picture. */
struct page {
	struct string *out;
	const struct web *web;
	const struct route *route;
	const struct web_request *request; /* NULL: the page answers no request */
	struct locale locale;
	bool inlined;    /* style and script are part of the page, so that a saved page works */
	bool seat;       /* the page has the style and the script of a seat */
	unsigned reload; /* seconds until the page reloads itself; a seat's script prevents the
			    reload */
};

/* Adds text, escaped for HTML content and for attributes. */
void page_text(const struct page *page, const char *text);
/* Adds HTML as it is. Never pass it text from outside. */
void page_html(const struct page *page, const char *html);
/*
 * Adds HTML in which %s stands for a text, which is escaped like by page_text, and %d, %u or %jd
 * for a number: an int, an unsigned or an int64_t.
 */
void page_print(const struct page *page, const char *html, ...)
	__attribute__((format(printf, 2, 3)));
/* Returns the text of a message in the page's language. Its placeholders are not filled. */
const char *page_word(const struct page *page, enum message message);
/* Adds a message as escaped text. */
void page_message(const struct page *page, enum message message, const struct arg *args);
/*
 * Adds a message as escaped text, but the argument whose text is PAGE_PLACEHOLDER becomes `html`,
 * which is not escaped.
 */
#define PAGE_PLACEHOLDER "\x1f"
void page_message_around(
	const struct page *page, enum message message, const struct arg *args, const char *html);
/* Adds escaped text, in which cards like "9♦" are coloured. */
void page_text_coloured_cards(const struct page *page, const char *text);
/* Adds escaped text, in which cards like "9♦" are drawn. */
void page_text_drawn_cards(const struct page *page, const char *text);
/*
 * Draws a card on the page of a seat. code: card as in records, like "9D"; draws nothing for NULL
 * or any other text. The caller adds the card's name for screen readers around it.
 */
void page_card(const struct page *page, const char *code);
void page_card_backs(const struct page *page, unsigned count);

/* Adds a link to a path of these pages. message: its text, without placeholders. */
void page_link(const struct page *page, const char *path, enum message message);
/* Adds a paragraph with a message without placeholders. */
void page_paragraph(const struct page *page, enum message message);
void page_heading(
	const struct page *page, unsigned level, enum message message, const struct arg *args);
/*
 * Adds a date in UTC as people write it in the page's language, like Nov 21, 2026. date: Unix
 * seconds.
 */
void page_day(const struct page *page, int64_t date);
/*
 * Adds the name of a person or an AI player, with a link to their page. Isolates the name as
 * page_isolated does.
 */
void page_person(const struct page *page, int64_t id, const char *name, const char *level);
/* Adds a name in <bdi>, so that right-to-left letters do not reorder the text around the name. */
void page_isolated(const struct page *page, const char *name, const char *level);
/*
 * Adds a name as text that is not escaped. For an AI player adds the level, "Ovila (normal AI)".
 * level: NULL for a person.
 */
void page_name(struct string *out, const struct page *page, const char *name, const char *level);
/* Adds the name of a game as it is written in a sentence, "Mate". */
void page_game(const struct page *page, const char *game);
/* Adds the name of a game as people type it, and the name of its preset unless that is empty. */
void page_preset(const struct page *page, const char *game, const char *preset);

/*
 * Begins a form that is posted to the address `path`, `key` and `rest`, joined; key and rest may be
 * "". The form also sends the language of the page.
 */
void page_form_begin(const struct page *page, const char *path, const char *key, const char *rest);
/* Adds the button that sends the form, with the text `send`, and ends the form. */
void page_form_end(const struct page *page, enum message send);
/* Adds a button that begins a match against an AI player. */
void page_form_play(const struct page *page, const char *game, bool brief, enum message send);

/*
 * Adds a button that begins an exercise. begin: its text, a message MSG_WEB_BEGIN_* that also names
 * the exercise. frame: name of the frame or window that shows the exercise; "": it replaces the
 * page.
 */
void page_form_exercise(const struct page *page, enum message begin, const char *frame);
/*
 * Adds a button for the exercise that teaches a game. Adds nothing for a game without one. frame:
 * as in page_form_exercise.
 */
void page_form_learn(const struct page *page, const char *game, const char *frame);

/* Adds JSON as the element `id`. Escapes each "<", so that no text can end the element. */
void page_embed(const struct page *page, const char *id, const struct string *json);
/* Adds the head of a page, without the header with the menu. picture: see page_head. */
void page_begin(
	const struct page *page, const char *title, const char *description, const char *picture);
/* Adds the head of a page, up to the content. picture: path of the preview picture (og:image). */
void page_head(
	const struct page *page, const char *title, const char *description, const char *picture);
/* Path of the preview picture for pages that have none of their own. */
#define PAGE_PICTURE "/picture.png"
/* Adds the head of a page and its heading. title, about: messages, both filled with args. */
void page_begin_titled(
	const struct page *page, enum message title, const struct arg *args, enum message about);
void page_foot(const struct page *page);
/* Ends a page that page_begin began. */
void page_end(const struct page *page);

/*
 * Each function writes a page and returns its HTTP status. web_answer drops the body after an
 * error.
 */
unsigned front_page(const struct page *page);
unsigned ladder_page(const struct page *page);
unsigned player_page(const struct page *page);
unsigned match_page(const struct page *page);
unsigned table_page(const struct page *page);
unsigned daily_page(const struct page *page);
unsigned day_page(const struct page *page);
unsigned result_page(const struct page *page);
unsigned sums_page(const struct page *page);
unsigned feed_page(const struct page *page);
unsigned rules_page(const struct page *page);
unsigned fair_page(const struct page *page);
unsigned api_page(const struct page *page);
void error_page(const struct page *asked, unsigned status);
/* Returns the message for an error status at the page's address. */
enum message error_page_message(const struct page *page, unsigned status);

/*
 * Converts a store error to an HTTP status: 200 without an error, 404 for STORE_NONE and
 * STORE_PRUNED, else 500.
 */
unsigned page_status(enum store_error error);

/* Contents of the files in assets/, generated by the build. */
extern const char asset_style[], asset_script[], asset_icon[], asset_suits[];
extern const char asset_seat_style[], asset_seat_script[];
extern const unsigned char asset_preview[];
extern const size_t asset_preview_size;

#endif
