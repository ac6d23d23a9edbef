#include "bot/web/venue.h"

#include <string.h>

#include "bot/base/json.h"
#include "bot/text/nametext.h"

static bool is_irc(const struct store_venue *venue)
{
	return strncmp(venue->link, "irc", 3) == 0;
}

/* Adds the server that an IRC channel's link names, "irc.example.net:6697". */
static void add_server(struct string *out, const struct store_venue *venue)
{
	const char *host = strstr(venue->link, "://");
	if (is_irc(venue) && host != NULL)
		string_add_bytes(out, host + 3, strcspn(host + 3, "/"));
}

static void add_venue(const struct page *page, const struct store_venue *venue)
{
	bool tls = strncmp(venue->link, "ircs:", 5) == 0;
	struct string name = STRING_EMPTY;
	struct string server = STRING_EMPTY;
	struct string html = STRING_EMPTY;
	struct page link = *page;
	link.out = &html;
	nametext_add(&name, venue->channel);
	page_print(&link, "<a href=\"%s\"><bdi>%s</bdi></a>", venue->link, name.bytes);
	add_server(&server, venue);
	page_html(page, "<span class=\"venue\">");
	page_message_around(page,
		!is_irc(venue) ? MSG_WEB_VENUE_MATRIX
			: tls  ? MSG_WEB_VENUE_TLS
			       : MSG_WEB_VENUE_IRC,
		ARGS(arg_text("channel", PAGE_PLACEHOLDER), arg_text("server", server.bytes)),
		html.bytes);
	page_html(page, "</span>");
	string_free(&name);
	string_free(&server);
	string_free(&html);
}

void venue_section(const struct page *page, const struct store_venue *venues, unsigned count)
{
	if (count == 0)
		return;
	page_html(page, "<section class=\"where\">");
	page_heading(page, 2, MSG_WEB_VENUES, NO_ARGS);
	page_html(page, "<ul class=\"venues\">");
	for (unsigned i = 0; i < count; i++) {
		page_html(page, "<li>");
		add_venue(page, &venues[i]);
		page_html(page, "</li>");
	}
	page_html(page, "</ul><p>");
	page_message(page, MSG_WEB_VENUES_ABOUT, NO_ARGS);
	page_html(page, "</p></section>");
}

static void write_venue(const struct page *page, const char *key, const struct store_venue *venue)
{
	struct string server = STRING_EMPTY;
	add_server(&server, venue);
	json_begin_object(page->out, key);
	json_text(page->out, "network", venue->network);
	json_text(page->out, "channel", venue->channel);
	if (is_irc(venue))
		json_text(page->out, "server", server.bytes);
	json_text(page->out, "link", venue->link);
	json_end(page->out, '}');
	string_free(&server);
}

void venue_list_json(const struct page *page, const struct store_venue *venues, unsigned count)
{
	json_begin_list(page->out, "venues");
	for (unsigned i = 0; i < count; i++)
		write_venue(page, NULL, &venues[i]);
	json_end(page->out, ']');
}

static bool read_venue(
	const struct page *page, const struct store_match *match, struct store_venue *venue)
{
	return store_get_venue(page->web->store, match->network, match->channel, venue) == STORE_OK;
}

void venue_of_match(const struct page *page, const struct store_match *match)
{
	struct store_venue venue;
	if (!read_venue(page, match, &venue))
		return;
	page_html(page, " · ");
	add_venue(page, &venue);
}

void venue_of_match_json(const struct page *page, const struct store_match *match)
{
	struct store_venue venue;
	if (read_venue(page, match, &venue))
		write_venue(page, "venue", &venue);
}
