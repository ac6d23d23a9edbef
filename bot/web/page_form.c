#include "bot/web/page_form.h"

static void add_hidden(const struct page *page, const char *name, const char *value)
{
	page_html(page, "<input type=\"hidden\" name=\"");
	page_html(page, name);
	page_html(page, "\" value=\"");
	page_text(page, value);
	page_html(page, "\">");
}

void page_form_begin(const struct page *page, const char *path, const char *key, const char *rest)
{
	page_html(page, "<form class=\"ask\" method=\"post\" action=\"");
	page_text(page, page->web->base);
	page_html(page, path);
	page_text(page, key);
	page_html(page, rest);
	page_html(page, "\">");
	add_hidden(page, "lang", catalog_language_code(page->locale.language));
}

void page_form_end(const struct page *page, enum message send)
{
	page_html(page, "<button>");
	page_message(page, send, NO_ARGS);
	page_html(page, "</button></form>");
}

void page_form_play(const struct page *page, const char *game, const char *level, enum message send)
{
	page_form_begin(page, "/play", "", "");
	add_hidden(page, "game", game);
	add_hidden(page, "level", level);
	page_form_end(page, send);
}
