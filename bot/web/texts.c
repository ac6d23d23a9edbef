/* texts.c - the pages of rules, fairness, API and errors. */
#include <string.h>

#include "bot/text/rulestext.h"
#include "bot/web/examples.h"
#include "bot/web/page.h"

/* Adds each line of a text as a paragraph with coloured cards. Changes the text. */
static void add_lines(const struct page *page, struct string *text)
{
	for (char *at = text->bytes; *at != '\0';) {
		size_t length = strcspn(at, "\n");
		bool more = at[length] != '\0';
		if (more)
			at[length] = '\0';
		page_html(page, "<p>");
		page_text_coloured_cards(page, at);
		page_html(page, "</p>");
		at += length + more;
	}
}

static void add_paragraphs(const struct page *page, enum message message, const struct arg *args)
{
	struct string text = STRING_EMPTY;
	catalog_add(&text, page->web->catalog, page->locale, message, args);
	add_lines(page, &text);
	string_free(&text);
}

/* ---- rules ---- */

static struct rulestext text_for(const struct page *page, const char *preset, struct string *out)
{
	return (struct rulestext){ .out = out,
		.catalog = page->web->catalog,
		.locale = page->locale,
		.game = page->route->game,
		.preset = preset,
		.options = page->route->options };
}

/* Adds the options of a table, above the rules. */
static void add_table(const struct page *page, const char *preset)
{
	const struct route *route = page->route;
	struct string out = STRING_EMPTY;
	struct rulestext text = text_for(page, preset, &out);
	if (*preset == '\0' && route->options[0] == '\0')
		return;
	catalog_add(&out, text.catalog, text.locale, MSG_RULES_PLAYED,
		ARGS(arg_text("game", text.game->name), arg_options("preset", preset),
			arg_options("options", text.options)));
	rulestext_add_set_options(&text);
	page_html(page, "<section class=\"prose\" id=\"table\">");
	add_lines(page, &out);
	page_html(page, "</section>");
	string_free(&out);
}

/* Adds the rules of a preset if they differ from its game's rules. */
static void add_preset(const struct page *page, const char *preset)
{
	struct string out = STRING_EMPTY;
	struct rulestext text = text_for(page, preset, &out);
	int own = *preset != '\0' ? rulestext_message(text.game, preset) : -1;
	int word = own >= 0 ? own : rulestext_preset_message(text.game, preset);
	if (word < 0)
		return;
	rulestext_add(&text, (enum message)word);
	page_print(page, "<section class=\"prose\"><h2>%s</h2>", preset);
	add_lines(page, &out);
	page_html(page, "</section>");
	string_free(&out);
}

/* ---- examples ---- */

enum { EXAMPLE_CARDS = 8 };

static unsigned read_cards(const char *text, card set[EXAMPLE_CARDS])
{
	unsigned count = 0;
	while (count < EXAMPLE_CARDS && card_read(&text, &record_words, &set[count])) {
		count++;
		text += strspn(text, " ");
	}
	return count;
}

unsigned rules_page(const struct page *page)
{
	const struct game *game = page->route->game;
	int chosen = page->route->preset;
	const char *preset = chosen >= 0 ? game->presets[chosen] : "";
	if (rulestext_message(game, "") < 0)
		return 404;
	const struct arg *args = ARGS(arg_text("game", game->name));
	page_begin_titled(page, MSG_WEB_RULES, args, MSG_WEB_RULES_ABOUT);
	page_html(page, "<ul class=\"choice\">");
	for (unsigned i = 0; games[i] != NULL; i++) {
		page_print(page,
			games[i] == game ? "<li><a href=\"%s/rules/%s\" aria-current=\"true\">"
					 : "<li><a href=\"%s/rules/%s\">",
			page->web->base, games[i]->name);
		page_game(page, games[i]->name);
		page_html(page, "</a></li>");
	}
	page_html(page, "</ul>");
	add_table(page, preset);
	struct string out = STRING_EMPTY;
	struct rulestext text = text_for(page, preset, &out);
	rulestext_add_rules(&text);
	page_html(page, "<section class=\"prose\">");
	add_lines(page, &out);
	page_html(page, "</section><section class=\"prose\">");
	page_heading(page, 2, MSG_WEB_EXAMPLES, NO_ARGS);
	for (const struct example *at = examples; at->game != NULL; at++) {
		if (strcmp(at->game, game->name) != 0)
			continue;
		card pile[EXAMPLE_CARDS], played[EXAMPLE_CARDS];
		unsigned lying = read_cards(at->pile, pile);
		unsigned meeting = read_cards(at->played, played);
		string_clear(&out);
		catalog_add(&out, page->web->catalog, page->locale, at->message,
			ARGS(arg_cards("pile", pile, lying), arg_cards("played", played, meeting)));
		page_html(page, "<p class=\"example\">");
		page_text_drawn_cards(page, out.bytes);
		page_html(page, "</p>");
	}
	page_html(page, "</section>");
	for (unsigned i = 0; chosen < 0 && game->presets[i] != NULL; i++)
		add_preset(page, game->presets[i]);
	text = text_for(page, "", &out);
	string_clear(&out);
	rulestext_add_options(&text);
	page_html(page, "<section class=\"prose\" id=\"options\">");
	page_heading(page, 2, MSG_WEB_RULES_OPTIONS, NO_ARGS);
	add_lines(page, &out);
	page_html(page, "</section>");
	string_free(&out);
	page_foot(page);
	return 200;
}

unsigned fair_page(const struct page *page)
{
	page_begin_titled(page, MSG_WEB_FAIR, NO_ARGS, MSG_WEB_FAIR_ABOUT);
	page_html(page, "<section class=\"prose\">");
	add_paragraphs(page, MSG_WEB_FAIR_TEXT, NO_ARGS);
	page_html(page, "</section><section>");
	page_heading(page, 2, MSG_WEB_FAIR_EXACTLY, NO_ARGS);
	page_html(page, "<ol class=\"exactly\">");
	static const enum message steps[] = { MSG_WEB_FAIR_CHAIN, MSG_WEB_FAIR_COMMIT,
		MSG_WEB_FAIR_NONCES, MSG_WEB_FAIR_KEY, MSG_WEB_FAIR_STREAM, MSG_WEB_FAIR_DECK,
		MSG_WEB_FAIR_DAILY };
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
		page_print(page, "<li>%s</li>", page_word(page, steps[i]));
	page_html(page, "</ol></section><section class=\"prose\">");
	page_heading(page, 2, MSG_WEB_FAIR_NOT, NO_ARGS);
	add_paragraphs(page, MSG_WEB_CHECK_NOT, NO_ARGS);
	page_html(page, "</section>");
	page_foot(page);
	return 200;
}

static void add_address(const struct page *page, const char *address, enum message message)
{
	page_print(page, "<dt><code>%s</code></dt><dd>%s</dd>", address, page_word(page, message));
}

unsigned api_page(const struct page *page)
{
	struct string languages = STRING_EMPTY;
	page_begin_titled(page, MSG_WEB_API, NO_ARGS, MSG_WEB_API_ABOUT);
	page_html(page, "<section class=\"prose\">");
	catalog_add_language_codes(&languages);
	add_paragraphs(page, MSG_WEB_API_TEXT, ARGS(arg_text("languages", languages.bytes)));
	string_free(&languages);
	page_html(page, "</section><dl class=\"addresses\">");
	add_address(page, "/.json", MSG_WEB_API_FRONT);
	add_address(page, "/top/GAME.json?preset=PRESET&period=week|month|year&page=PAGE",
		MSG_WEB_API_LADDER);
	add_address(page, "/player/ID.json", MSG_WEB_API_PLAYER);
	add_address(page, "/match/N.json?from=HAND", MSG_WEB_API_MATCH);
	add_address(page, "/match/N.txt", MSG_WEB_API_RECORD);
	add_address(page, "/match/N.png", MSG_WEB_API_PICTURE);
	add_address(page, "/table/N.json", MSG_WEB_API_TABLE);
	add_address(page, "/table/N/events", MSG_WEB_API_EVENTS);
	add_address(page, "/daily.json", MSG_WEB_API_DAILY);
	add_address(page, "/daily/DAY.json", MSG_WEB_API_DAY);
	add_address(page, "/daily/DAY/r/KEY.json", MSG_WEB_API_RESULT);
	add_address(page, "/daily/top.json", MSG_WEB_API_SUMS);
	add_address(page, "/daily.atom", MSG_WEB_API_FEED);
	if (page->web->seats != NULL) {
		add_address(page, "/seat/KEY.json", MSG_WEB_API_SEAT);
		add_address(page, "/seat/KEY/events", MSG_WEB_API_CHANGES);
		add_address(page, "POST /seat/KEY/move n=N&move=MOVE", MSG_WEB_API_MOVE);
		add_address(page, "POST /seat/KEY/leave", MSG_WEB_API_LEAVE);
	}
	page_html(page, "</dl>");
	page_foot(page);
	return 200;
}

/* True for a form that begins something new. Such a form has no page of its own. */
static bool is_offer(const struct route *route)
{
	return route->place == PLACE_PLAY || route->place == PLACE_EXERCISE;
}

/* Returns the message for an error status of a seat, an invitation or a form. */
static enum message seat_error(const struct page *page, unsigned status)
{
	switch (status) {
	case 400:
	case 413:
	case 415: return MSG_WEB_ERROR_FORM;
	case 403: return MSG_WEB_ERROR_403;
	case 404:
		switch (page->route->place) {
		case PLACE_JOIN: return MSG_WEB_JOIN_ENDED;
		case PLACE_SIT: return MSG_WEB_JOIN_PAST;
		default: return MSG_WEB_SEAT_ENDED;
		}
	case 405: return MSG_WEB_ERROR_405;
	case 503: return is_offer(page->route) ? MSG_WEB_ERROR_AWAY : MSG_WEB_SEAT_AWAY;
	default: return MSG_WEB_SEAT_SLOW;
	}
}

enum message error_page_message(const struct page *page, unsigned status)
{
	if (page->route->place >= PLACE_SEAT)
		return seat_error(page, status);
	switch (status) {
	case 400: return MSG_WEB_ERROR_400;
	case 404:
		switch (page->route->place) {
		case PLACE_RESULT: return MSG_WEB_DAILY_GONE;
		case PLACE_DAILY: return MSG_WEB_DAILY_NONE;
		case PLACE_DAY: return MSG_WEB_DAILY_UNKNOWN;
		default: return MSG_WEB_ERROR_404;
		}
	case 403: return MSG_WEB_ERROR_403;
	case 405: return MSG_WEB_ERROR_405;
	case 410: return MSG_WEB_ERROR_410;
	case 414: return MSG_WEB_ERROR_414;
	case 503: return MSG_WEB_ERROR_503;
	default: return MSG_WEB_ERROR_500;
	}
}

/* Returns the heading of an error page. For a link that has ended, it does not say "error". */
static enum message error_heading(const struct route *route, unsigned status)
{
	bool away = status == 503 && route->place >= PLACE_SEAT;
	if (status == 404 &&
		(route->place == PLACE_RESULT || route->place == PLACE_DAILY ||
			route->place == PLACE_DAY))
		return MSG_WEB_DAILY;
	if ((away || status == 404) && (route->place == PLACE_JOIN || route->place == PLACE_SIT))
		return MSG_WEB_JOIN;
	if ((away || status == 404) && route_is_secret(route))
		return MSG_WEB_SEAT;
	return away ? MSG_WEB_PLAY : MSG_WEB_ERROR;
}

void error_page(const struct page *asked, unsigned status)
{
	struct page copy = *asked;
	const struct page *page = &copy;
	if (status == 503 && page->route->place >= PLACE_SEAT && !is_offer(page->route))
		copy.reload = 3;
	page_begin_titled(page, error_heading(page->route, status),
		ARGS(arg_number("status", status)), error_page_message(page, status));
	page_print(page, "<p class=\"lead\">%s</p><p>",
		page_word(page, error_page_message(page, status)));
	if (page->route->place == PLACE_RESULT || page->route->place == PLACE_DAY)
		page_link(page, "/daily", MSG_WEB_DAILY);
	else
		page_link(page, "/", MSG_WEB_SEAT_FRONT);
	page_html(page, "</p>");
	page_foot(page);
}
