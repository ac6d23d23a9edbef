#include "bot/web/page.h"

#include <string.h>
#include <time.h>

#include "bot/text/nametext.h"
#include "engine/card.h"

void page_html(const struct page *page, const char *html)
{
	string_add(page->out, html);
}

static void add_text(const struct page *page, const char *text, size_t length)
{
	while (length > 0) {
		size_t plain = 0;
		while (plain < length && strchr("&<>\"'", text[plain]) == NULL)
			plain++;
		string_add_bytes(page->out, text, plain);
		text += plain;
		length -= plain;
		if (length == 0)
			break;
		switch (*text) {
		case '&': page_html(page, "&amp;"); break;
		case '<': page_html(page, "&lt;"); break;
		case '>': page_html(page, "&gt;"); break;
		case '"': page_html(page, "&quot;"); break;
		default: page_html(page, "&#39;"); break;
		}
		text++;
		length--;
	}
}

void page_text(const struct page *page, const char *text)
{
	add_text(page, text, strlen(text));
}

void page_number(const struct page *page, int64_t number)
{
	string_add_number(page->out, number);
}

void page_message(const struct page *page, enum message message, const struct arg *args)
{
	struct string text = STRING_EMPTY;
	catalog_add(&text, page->web->catalog, page->locale, message, args);
	page_text(page, text.bytes);
	string_free(&text);
}

void page_message_around(
	const struct page *page, enum message message, const struct arg *args, const char *html)
{
	struct string text = STRING_EMPTY;
	catalog_add(&text, page->web->catalog, page->locale, message, args);
	size_t before = strcspn(text.bytes, PAGE_PLACEHOLDER);
	add_text(page, text.bytes, before);
	if (text.bytes[before] != '\0') {
		page_html(page, html);
		page_text(page, text.bytes + before + strlen(PAGE_PLACEHOLDER));
	}
	string_free(&text);
}

/* ---- cards ---- */

static const char *const suit_class[] = { "c", "d", "h", "s" };

/*
 * Finds the next card in a text: a rank in the reader's language, then a suit symbol, "10♦". Skips
 * names in quotation marks. Returns NULL if not found.
 */
static const char *find_card(const struct page *page, const char *text, card *found, size_t *length)
{
	enum notation notation = catalog_notation(page->web->catalog, page->locale);
	const char *name = strstr(text, NAME_OPEN);
	for (const char *at = text; (at = strpbrk(at, "23456789TJQKAVDR1")) != NULL; at++) {
		const char *close = name != NULL && at > name ? strstr(name, NAME_CLOSE) : NULL;
		if (close != NULL) {
			at = at < close ? close : at - 1;
			name = strstr(close, NAME_OPEN);
			continue;
		}
		size_t rank = strspn(at, "0123456789TJQKAVDR");
		const char *end = at;
		if ((unsigned char)at[rank] != 0xe2 || !card_read(&end, notation, found))
			continue;
		*length = (size_t)(end - at);
		return at;
	}
	return NULL;
}

static void colour_card(const struct page *page, card c, const char *text, size_t length)
{
	page_html(page, "<b class=\"");
	page_html(page, suit_class[card_suit(c)]);
	page_html(page, "\">");
	string_add_bytes(page->out, text, length);
	page_html(page, "</b>");
}

/* Draws a card. Screen readers read `label`; an empty label hides the card from them. */
static void draw_labelled_card(
	const struct page *page, card c, const char *text, size_t length, const char *label)
{
	page_html(page, "<svg class=\"k ");
	page_html(page, suit_class[card_suit(c)]);
	page_html(page, "\" viewBox=\"0 0 50 70\" ");
	page_html(page, *label != '\0' ? "role=\"img\" aria-label=\"" : "aria-hidden=\"true");
	page_text(page, label);
	page_html(page, "\"><use href=\"#f\"/><text x=\"6\" y=\"26\">");
	string_add_bytes(page->out, text, length - strlen("♦"));
	page_html(page, "</text><use href=\"#");
	page_html(page, suit_class[card_suit(c)]);
	page_html(page, "\" x=\"14\" y=\"33\" width=\"30\" height=\"30\"/></svg>");
}

static void draw_card(const struct page *page, card c, const char *text, size_t length)
{
	struct locale spelled = page->locale;
	struct string name = STRING_EMPTY;
	spelled.style = STYLE_PLAIN;
	catalog_add_card(&name, page->web->catalog, spelled, c);
	draw_labelled_card(page, c, text, length, name.bytes);
	string_free(&name);
}

static bool is_blank(const char *text, size_t length)
{
	return strspn(text, " ") >= length;
}

/*
 * Adds a text, and calls `add` to write each card in it. close: drops the blanks between cards, so
 * that the cards are drawn side by side.
 */
static void add_cards(const struct page *page, const char *text,
	void (*add)(const struct page *page, card c, const char *text, size_t length), bool close)
{
	const char *at;
	size_t length;
	card c;
	bool any = false;
	while ((at = find_card(page, text, &c, &length)) != NULL) {
		size_t before = (size_t)(at - text);
		if (!close || !any || !is_blank(text, before))
			add_text(page, text, before);
		add(page, c, at, length);
		any = true;
		text = at + length;
	}
	page_text(page, text);
}

void page_text_coloured_cards(const struct page *page, const char *text)
{
	add_cards(page, text, colour_card, false);
}

void page_text_drawn_cards(const struct page *page, const char *text)
{
	add_cards(page, text, draw_card, true);
}

void page_card(const struct page *page, card c, bool named)
{
	struct string text = STRING_EMPTY;
	catalog_add_card(&text, page->web->catalog, page->locale, c);
	if (named)
		draw_card(page, c, text.bytes, text.length);
	else
		draw_labelled_card(page, c, text.bytes, text.length, "");
	string_free(&text);
}

void page_card_backs(const struct page *page, unsigned count)
{
	while (count-- > 0)
		page_html(page,
			"<svg class=\"k\" viewBox=\"0 0 50 70\" aria-hidden=\"true\">"
			"<use href=\"#b\"/></svg>");
}

/* ---- parts of pages ---- */

void page_link(const struct page *page, const char *path, int64_t id)
{
	page_html(page, "<a href=\"");
	page_text(page, page->web->base);
	page_html(page, path);
	if (id > 0)
		page_number(page, id);
	page_html(page, "\">");
}

void page_heading(
	const struct page *page, unsigned level, enum message message, const struct arg *args)
{
	page_html(page, "<h");
	page_number(page, level);
	page_html(page, ">");
	page_message(page, message, args);
	page_html(page, "</h");
	page_number(page, level);
	page_html(page, ">");
}

void page_cell(const struct page *page, int64_t number)
{
	page_html(page, "<td class=\"n\">");
	page_number(page, number);
	page_html(page, "</td>");
}

void page_day(const struct page *page, int64_t date)
{
	time_t when = (time_t)date;
	char day[16] = "";
	struct tm tm;
	if (gmtime_r(&when, &tm) != NULL)
		strftime(day, sizeof day, "%Y-%m-%d", &tm);
	page_html(page, "<time>");
	page_text(page, day);
	page_html(page, "</time>");
}

void page_name(struct string *out, const struct page *page, const char *name, const char *level)
{
	int known = level != NULL ? catalog_find_in_group("level.", level, strlen(level)) : -1;
	if (known < 0) {
		nametext_add(out, name);
		return;
	}
	catalog_add(out, page->web->catalog, page->locale,
		strcmp(name, level) == 0 ? MSG_WEB_ROBOT : MSG_ROBOT_NAMED,
		ARGS(arg_name("name", name), arg_message("level", (enum message)known)));
}

void page_isolated(const struct page *page, const char *name, const char *level)
{
	struct string shown = STRING_EMPTY;
	page_name(&shown, page, name, level);
	page_html(page, "<bdi>");
	page_text(page, shown.bytes);
	page_html(page, "</bdi>");
	string_free(&shown);
}

void page_person(const struct page *page, int64_t id, const char *name, const char *level)
{
	page_link(page, "/player/", id);
	page_isolated(page, name, level);
	page_html(page, "</a>");
}

void page_preset(const struct page *page, const char *game, const char *preset)
{
	page_text(page, game);
	if (*preset != '\0') {
		page_html(page, " ");
		page_text(page, preset);
	}
}

unsigned page_status(enum store_error error)
{
	bool none = error == STORE_NONE || error == STORE_PRUNED;
	return error == STORE_OK ? 200 : none ? 404 : 500;
}

void page_embed(const struct page *page, const char *id, const struct string *json)
{
	page_html(page, "<script type=\"application/json\" id=\"");
	page_html(page, id);
	page_html(page, "\">");
	for (const char *at = json->bytes; *at != '\0';) {
		size_t plain = strcspn(at, "<");
		string_add_bytes(page->out, at, plain);
		at += plain;
		if (*at == '<') {
			page_html(page, "\\u003c");
			at++;
		}
	}
	page_html(page, "</script>");
}

/* ---- head and foot ---- */

static const struct {
	const char *path;
	enum message message;
	enum place place;
} menu[] = {
	{ "/", MSG_WEB_NAV_FRONT, PLACE_FRONT },
	{ "/top", MSG_WEB_NAV_LADDER, PLACE_LADDER },
	{ "/rules", MSG_WEB_NAV_RULES, PLACE_RULES },
	{ "/fair", MSG_WEB_NAV_FAIR, PLACE_FAIR },
};

static void add_menu(const struct page *page)
{
	page_html(page, "<nav aria-label=\"");
	page_message(page, MSG_WEB_NAV, NO_ARGS);
	page_html(page, "\"><ul>");
	for (size_t i = 0; i < sizeof menu / sizeof menu[0]; i++) {
		bool here = page->route->place == menu[i].place && page->route->path[0] != '\0';
		page_html(page, "<li><a href=\"");
		page_text(page, page->web->base);
		page_html(page, menu[i].path);
		page_html(page, here ? "\" aria-current=\"page\">" : "\">");
		page_message(page, menu[i].message, NO_ARGS);
		page_html(page, "</a></li>");
	}
	page_html(page, "</ul></nav>");
}

/* Adds the address of the page in another language; of a secret page, only a relative one. */
static void add_language_address(const struct page *page, const char *code)
{
	if (route_is_secret(page->route)) {
		page_html(page, "?lang=");
		page_text(page, code);
		return;
	}
	page_text(page, page->web->base);
	page_html(page, "/language/");
	page_text(page, code);
	page_html(page, "?back=");
	page_text(page, route_is_safe_path(page->route->path) ? page->route->path : "/");
}

/* Adds links to the page in the other languages. Each link has the language's own name. */
static void add_languages(const struct page *page)
{
	const char *code;
	for (uint8_t i = 0; (code = catalog_language_code(i)) != NULL; i++) {
		if (i == page->locale.language)
			continue;
		page_html(page, " <a rel=\"nofollow\" lang=\"");
		page_text(page, code);
		page_html(page, "\" hreflang=\"");
		page_text(page, code);
		page_html(page, "\" href=\"");
		add_language_address(page, code);
		page_html(page, "\">");
		page_text(page, catalog_text(page->web->catalog, i, MSG_WEB_LANGUAGE));
		page_html(page, "</a>");
	}
}

static void add_meta(const struct page *page, const char *name, const char *content)
{
	page_html(page, name);
	page_html(page, "\" content=\"");
	page_text(page, content);
	page_html(page, "\">");
}

/*
 * Adds the preview picture. The pages' public address must be known, because og:image needs an
 * absolute address.
 */
static void add_picture(const struct page *page, const char *picture, const char *description)
{
	page_html(page, "<meta property=\"og:image\" content=\"");
	page_text(page, page->web->url);
	page_text(page, picture);
	page_html(page, "?lang=");
	page_text(page, catalog_language_code(page->locale.language));
	page_html(page,
		"\"><meta property=\"og:image:type\" content=\"image/png\">"
		"<meta property=\"og:image:width\" content=\"1200\">"
		"<meta property=\"og:image:height\" content=\"630\">");
	add_meta(page, "<meta property=\"og:image:alt", description);
	add_meta(page, "<meta name=\"twitter:card", "summary_large_image");
}

static void add_previews(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	const struct web *web = page->web;
	add_meta(page, "<meta name=\"description", description);
	/* the title of a seat's page shows the state of the game; a link preview must not */
	add_meta(page, "<meta property=\"og:title",
		page->seat ? catalog_text(web->catalog, page->locale.language, MSG_WEB_SEAT)
			   : title);
	add_meta(page, "<meta property=\"og:description", description);
	add_meta(page, "<meta property=\"og:site_name", "mitaines");
	add_meta(page, "<meta property=\"og:type", "website");
	if (web->url == NULL)
		return;
	page_html(page, "<meta property=\"og:url\" content=\"");
	page_text(page, web->url);
	page_text(page, page->route->path);
	page_html(page, "\">");
	add_picture(page, picture, description);
}

static void add_file(
	const struct page *page, const char *before, const char *version, const char *after)
{
	page_html(page, before);
	page_text(page, page->web->base);
	page_html(page, after);
	page_text(page, version);
	page_html(page, "\"");
}

static void add_files(const struct page *page)
{
	const struct web *web = page->web;
	add_file(page, "<link rel=\"icon\" href=\"", "", "/icon.svg");
	page_html(page, ">");
	if (page->inlined) {
		page_html(page, "<style>");
		page_html(page, asset_style);
		page_html(page, "</style>");
		return;
	}
	add_file(page, "<link rel=\"stylesheet\" href=\"", web->style_version, "/style.css?v=");
	page_html(page, ">");
	if (page->seat) {
		add_file(page, "<link rel=\"stylesheet\" href=\"", web->seat_style_version,
			"/seat.css?v=");
		page_html(page, ">");
		add_file(page, "<script defer src=\"", web->seat_script_version, "/seat.js?v=");
		page_html(page, "></script>");
		return;
	}
	add_file(page, "<script defer src=\"", web->script_version, "/script.js?v=");
	page_html(page, "></script>");
}

void page_seat_address(const struct page *page)
{
	page_text(page, page->web->base);
	page_html(page, "/seat/");
	page_text(page, page->route->key);
}

/* Lets the page reload itself; a seat's page only in browsers without scripts. */
static void add_reload(const struct page *page)
{
	if (page->reload == 0)
		return;
	page_html(page, page->seat ? "<noscript>" : "");
	page_html(page, "<meta http-equiv=\"refresh\" content=\"");
	page_number(page, page->reload);
	if (page->seat) {
		page_html(page, ";url=");
		page_seat_address(page);
	}
	page_html(page, page->seat ? "\"></noscript>" : "\">");
}

void page_begin(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	page_html(page, "<!DOCTYPE html>\n<html lang=\"");
	page_text(page, catalog_language_code(page->locale.language));
	page_html(page,
		"\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
		"content=\"width=device-width,initial-scale=1\">"
		"<meta name=\"color-scheme\" content=\"light dark\"><title>");
	page_text(page, title);
	page_html(page, " · mitaines</title>");
	add_previews(page, title, description, picture);
	/* web servers log the Referer header: let browsers send only the origin, without the key */
	if (route_is_secret(page->route))
		page_html(page, "<meta name=\"referrer\" content=\"origin\">");
	add_reload(page);
	add_files(page);
	page_html(page, "</head><body><a class=\"skip\" href=\"#content\">");
	page_message(page, MSG_WEB_SKIP, NO_ARGS);
	page_html(page, "</a>");
	page_html(page, asset_suits);
}

void page_head(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	page_begin(page, title, description, picture);
	page_html(page, "<header>");
	page_link(page, "/", 0);
	page_html(page, "<span class=\"name\">mitaines</span></a>");
	add_menu(page);
	page_html(page, "</header><main id=\"content\">");
}

void page_foot(const struct page *page)
{
	page_html(page, "</main><footer><p>");
	page_message(page, page->web->seats != NULL ? MSG_WEB_FOOT_SEATS : MSG_WEB_FOOT, NO_ARGS);
	page_html(page, "</p><p>");
	page_link(page, "/api", 0);
	page_message(page, MSG_WEB_NAV_API, NO_ARGS);
	page_html(page, "</a> ·");
	add_languages(page);
	page_html(page, "</p></footer>");
	if (page->inlined) {
		page_html(page, "<script>");
		page_html(page, asset_script);
		page_html(page, "</script>");
	}
	page_end(page);
}

void page_end(const struct page *page)
{
	page_html(page, "</body></html>\n");
}
