#include "bot/web/page.h"

#include <stdarg.h>
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

void page_print(const struct page *page, const char *html, ...)
{
	va_list args;
	va_start(args, html);
	while (*html != '\0') {
		size_t plain = strcspn(html, "%");
		string_add_bytes(page->out, html, plain);
		html += plain;
		if (*html == '\0')
			break;
		switch (*++html) {
		case 'd': string_add_number(page->out, va_arg(args, int)); break;
		case 's': page_text(page, va_arg(args, const char *)); break;
		case 'u': string_add_number(page->out, va_arg(args, unsigned)); break;
		case 'j':
			string_add_number(page->out, va_arg(args, intmax_t));
			html++;
			break;
		default: string_add_char(page->out, *html); break;
		}
		html++;
	}
	va_end(args);
}

const char *page_word(const struct page *page, enum message message)
{
	return catalog_text(page->web->catalog, page->locale.language, message);
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
	const struct move_words words = { .ranks = page_word(page, MSG_CARD_RANKS), .suits = "" };
	const char *name = strstr(text, NAME_OPEN);
	for (const char *at = text; *at != '\0'; at++) {
		const char *close = name != NULL && at > name ? strstr(name, NAME_CLOSE) : NULL;
		if (close != NULL) {
			at = at < close ? close : at - 1;
			name = strstr(close, NAME_OPEN);
			continue;
		}
		const char *end = at;
		if (!card_read(&end, &words, found))
			continue;
		*length = (size_t)(end - at);
		return at;
	}
	return NULL;
}

static void colour_card(const struct page *page, card c, const char *text, size_t length)
{
	page_print(page, "<b class=\"%s\">", suit_class[card_suit(c)]);
	string_add_bytes(page->out, text, length);
	page_html(page, "</b>");
}

/* Draws a card. Screen readers read its name in words. */
static void draw_card(const struct page *page, card c, const char *text, size_t length)
{
	const char *suit = suit_class[card_suit(c)];
	struct locale spelled = page->locale;
	struct string name = STRING_EMPTY;
	spelled.style = STYLE_PLAIN;
	catalog_add_card(&name, page->web->catalog, spelled, c);
	page_print(page,
		"<svg class=\"k %s\" viewBox=\"0 0 50 70\" role=\"img\" aria-label=\"%s\">"
		"<use href=\"#f\"/><text x=\"6\" y=\"26\">",
		suit, name.bytes);
	string_add_bytes(page->out, text, length - strlen("♦"));
	page_print(page,
		"</text><use href=\"#%s\" x=\"14\" y=\"33\" width=\"30\" height=\"30\"/></svg>",
		suit);
	string_free(&name);
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
		if (!close || !any || strspn(text, " ") < before)
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

void page_card(const struct page *page, const char *code)
{
	struct string text = STRING_EMPTY;
	card c;
	if (code == NULL || !card_read(&code, &record_words, &c))
		return;
	catalog_add_card(&text, page->web->catalog, page->locale, c);
	page_print(page, "<b class=\"k %s\">", suit_class[card_suit(c)]);
	string_add_bytes(page->out, text.bytes, text.length - strlen("♦"));
	page_html(page, "</b>");
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

void page_link(const struct page *page, const char *path, enum message message)
{
	page_print(
		page, "<a href=\"%s%s\">%s</a>", page->web->base, path, page_word(page, message));
}

void page_paragraph(const struct page *page, enum message message)
{
	page_print(page, "<p>%s</p>", page_word(page, message));
}

void page_heading(
	const struct page *page, unsigned level, enum message message, const struct arg *args)
{
	page_print(page, "<h%u>", level);
	page_message(page, message, args);
	page_print(page, "</h%u>", level);
}

void page_day(const struct page *page, int64_t date)
{
	time_t when = (time_t)date;
	struct string month = STRING_EMPTY;
	char day[16];
	struct tm tm;
	if (gmtime_r(&when, &tm) == NULL || strftime(day, sizeof day, "%Y-%m-%d", &tm) == 0)
		return;
	catalog_add_list_word(
		&month, page->web->catalog, page->locale, MSG_WEB_MONTHS, (unsigned)tm.tm_mon);
	page_print(page, "<time datetime=\"%s\">", day);
	page_message(page, MSG_WEB_DATE,
		ARGS(arg_number("day", tm.tm_mday), arg_text("month", month.bytes),
			arg_number("year", tm.tm_year + 1900)));
	page_html(page, "</time>");
	string_free(&month);
}

void page_name(struct string *out, const struct page *page, const char *name, const char *level)
{
	int known = level != NULL ? catalog_find_in_group("level.", level, strlen(level)) : -1;
	if (known < 0 && name[0] == '~') {
		catalog_add(out, page->web->catalog, page->locale, MSG_GUEST_NAME,
			ARGS(arg_text("name", name + 1)));
		return;
	}
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
	page_print(page, "<bdi>%s</bdi>", shown.bytes);
	string_free(&shown);
}

void page_person(const struct page *page, int64_t id, const char *name, const char *level)
{
	page_print(page, "<a href=\"%s/player/%jd\">", page->web->base, id);
	page_isolated(page, name, level);
	page_html(page, "</a>");
}

void page_game(const struct page *page, const char *game)
{
	page_message(page, MSG_WEB_GAME, ARGS(arg_text("game", game)));
}

void page_preset(const struct page *page, const char *game, const char *preset)
{
	page_print(page, *preset != '\0' ? "%s %s" : "%s", game, preset);
}

unsigned page_status(enum store_error error)
{
	bool none = error == STORE_NONE || error == STORE_PRUNED;
	return error == STORE_OK ? 200 : none ? 404 : 500;
}

void page_embed(const struct page *page, const char *id, const struct string *json)
{
	page_print(page, "<script type=\"application/json\" id=\"%s\">", id);
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

/* ---- forms ---- */

static void add_hidden(const struct page *page, const char *name, const char *value)
{
	page_print(page, "<input type=\"hidden\" name=\"%s\" value=\"%s\">", name, value);
}

void page_form_begin(const struct page *page, const char *path, const char *key, const char *rest)
{
	page_print(page, "<form class=\"ask\" method=\"post\" action=\"%s%s%s%s\">",
		page->web->base, path, key, rest);
	add_hidden(page, "lang", catalog_language_code(page->locale.language));
}

void page_form_end(const struct page *page, enum message send)
{
	page_print(page, "<button>%s</button></form>", page_word(page, send));
}

void page_form_play(const struct page *page, const char *game, bool brief, enum message send)
{
	page_form_begin(page, "/play", "", "");
	add_hidden(page, "game", game);
	add_hidden(page, "level", "");
	add_hidden(page, "length", brief ? "short" : "whole");
	page_form_end(page, send);
}

void page_form_exercise(const struct page *page, enum message begin, const char *frame)
{
	page_print(page, "<form class=\"ask\" method=\"post\" action=\"%s/%s\" target=\"%s\">",
		page->web->base, catalog_key(begin) + strlen(ROUTE_EXERCISES), frame);
	add_hidden(page, "lang", catalog_language_code(page->locale.language));
	page_form_end(page, begin);
}

void page_form_learn(const struct page *page, const char *game, const char *frame)
{
	if (strcmp(game, games[0]->name) == 0)
		page_form_exercise(page, MSG_WEB_BEGIN_TUTORIAL, frame);
}

/* ---- head and foot ---- */

static const struct {
	const char *path;
	enum message message;
	enum place place;
} menu[] = {
	{ "/", MSG_WEB_NAV_FRONT, PLACE_FRONT },
	{ "/daily", MSG_WEB_NAV_DAILY, PLACE_DAILY },
	{ "/top", MSG_WEB_NAV_LADDER, PLACE_LADDER },
	{ "/rules", MSG_WEB_NAV_RULES, PLACE_RULES },
};

/* Adds what link previews show. They need absolute addresses for the page and its picture. */
static void add_previews(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	const struct web *web = page->web;
	/*
	 * A link preview must not show the state of the game, which the title of a seat's page
	 * shows.
	 */
	page_print(page,
		"<meta name=\"description\" content=\"%s\">"
		"<meta property=\"og:title\" content=\"%s\">"
		"<meta property=\"og:description\" content=\"%s\">"
		"<meta property=\"og:site_name\" content=\"mitaines\">"
		"<meta property=\"og:type\" content=\"website\">",
		description, page->seat ? page_word(page, MSG_WEB_SEAT) : title, description);
	if (web->url == NULL)
		return;
	page_print(page,
		"<meta property=\"og:url\" content=\"%s%s\">"
		"<meta property=\"og:image\" content=\"%s%s?lang=%s\">"
		"<meta property=\"og:image:type\" content=\"image/png\">"
		"<meta property=\"og:image:width\" content=\"1200\">"
		"<meta property=\"og:image:height\" content=\"630\">"
		"<meta property=\"og:image:alt\" content=\"%s\">"
		"<meta name=\"twitter:card\" content=\"summary_large_image\">",
		web->url, page->route->path, web->url, picture,
		catalog_language_code(page->locale.language), description);
}

static void add_files(const struct page *page)
{
	const struct web *web = page->web;
	page_print(page, "<link rel=\"icon\" href=\"%s/icon.svg\">", web->base);
	if (page->route->place == PLACE_DAILY)
		page_print(page,
			"<link rel=\"alternate\" type=\"application/atom+xml\" title=\"%s\" "
			"href=\"%s/daily.atom\">",
			page_word(page, MSG_WEB_DAILY), web->base);
	if (page->inlined) {
		page_html(page, "<style>");
		page_html(page, asset_style);
		page_html(page, "</style>");
		return;
	}
	page_print(page, "<link rel=\"stylesheet\" href=\"%s/style.css?v=%s\">", web->base,
		web->style_version);
	if (page->seat)
		page_print(page,
			"<link rel=\"stylesheet\" href=\"%s/seat.css?v=%s\">"
			"<script type=\"module\" src=\"%s/seat.js?v=%s\"></script>",
			web->base, web->seat_style_version, web->base, web->seat_script_version);
	else
		page_print(page, "<script defer src=\"%s/script.js?v=%s\"></script>", web->base,
			web->script_version);
}

void page_begin(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	page_print(page,
		"<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
		"<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		"<meta name=\"color-scheme\" content=\"light dark\"><title>%s · mitaines</title>",
		catalog_language_code(page->locale.language), title);
	add_previews(page, title, description, picture);
	/* web servers log the Referer header: let browsers send only the origin, without the key */
	if (route_is_secret(page->route))
		page_html(page, "<meta name=\"referrer\" content=\"origin\">");
	if (page->reload > 0) {
		/* A page with a table reloads itself only in browsers without scripts. */
		page_html(page, page->seat ? "<noscript>" : "");
		page_print(page, "<meta http-equiv=\"refresh\" content=\"%u", page->reload);
		/* The answer to a form has another address than the page of its seat. */
		if (page->seat && page->route->key[0] != '\0')
			page_print(page, ";url=%s/seat/%s", page->web->base, page->route->key);
		page_html(page, page->seat ? "\"></noscript>" : "\">");
	}
	add_files(page);
	page_print(page, "</head><body><a class=\"skip\" href=\"#content\">%s</a>",
		page_word(page, MSG_WEB_SKIP));
	if (!page->seat)
		page_html(page, asset_suits);
}

void page_head(
	const struct page *page, const char *title, const char *description, const char *picture)
{
	page_begin(page, title, description, picture);
	page_print(page, "<header><a href=\"%s/\"><span class=\"name\">mitaines</span></a>",
		page->web->base);
	page_print(page, "<nav aria-label=\"%s\"><ul>", page_word(page, MSG_WEB_NAV));
	for (size_t i = 0; i < sizeof menu / sizeof menu[0]; i++) {
		bool here = page->route->place == menu[i].place && page->route->path[0] != '\0';
		page_print(page,
			here ? "<li><a href=\"%s%s\" aria-current=\"page\">%s</a></li>"
			     : "<li><a href=\"%s%s\">%s</a></li>",
			page->web->base, menu[i].path, page_word(page, menu[i].message));
	}
	page_html(page, "</ul></nav></header><main id=\"content\">");
}

void page_begin_titled(
	const struct page *page, enum message title, const struct arg *args, enum message about)
{
	struct string name = STRING_EMPTY;
	struct string text = STRING_EMPTY;
	catalog_add(&name, page->web->catalog, page->locale, title, args);
	catalog_add(&text, page->web->catalog, page->locale, about, args);
	page_head(page, name.bytes, text.bytes, PAGE_PICTURE);
	page_heading(page, 1, title, args);
	string_free(&name);
	string_free(&text);
}

void page_foot(const struct page *page)
{
	page_html(page, "</main><footer>");
	page_paragraph(page, page->web->seats != NULL ? MSG_WEB_FOOT_SEATS : MSG_WEB_FOOT);
	page_html(page, "<p>");
	page_link(page, "/fair", MSG_WEB_NAV_FAIR);
	page_html(page, " ");
	page_link(page, "/api", MSG_WEB_NAV_API);
	const char *code;
	/* Links to the page in the other languages. The address of a secret page stays relative. */
	for (uint8_t i = 0; (code = catalog_language_code(i)) != NULL; i++) {
		if (i == page->locale.language)
			continue;
		page_print(page, " <a rel=\"nofollow\" lang=\"%s\" hreflang=\"%s\" href=\"", code,
			code);
		if (route_is_secret(page->route) || page->route->place == PLACE_RESULT)
			page_print(page, "?lang=%s", code);
		else
			page_print(page, "%s/language/%s?back=%s", page->web->base, code,
				route_is_safe_path(page->route->path) ? page->route->path : "/");
		page_print(
			page, "\">%s</a>", catalog_text(page->web->catalog, i, MSG_WEB_LANGUAGE));
	}
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
