#include "bot/web/venue.h"

#include "bot/base/json.h"
#include "bot/net/network.h"
#include "bot/text/nametext.h"

/* Finds the place of a link. Returns false if no known type of network made the link. */
static bool find_place(const struct page *page, const char *link, struct network_place *place)
{
	const struct config_type *const *type = page->web->types;
	while (*type != NULL && !(*type)->network->read_link(link, place))
		type++;
	if (*type == NULL)
		*place = (struct network_place){ .server = NULL };
	return *type != NULL;
}

static void add_venue(const struct page *page, const struct store_venue *venue)
{
	struct network_place place;
	struct string name = STRING_EMPTY;
	struct string server = STRING_EMPTY;
	struct string html = STRING_EMPTY;
	struct page link = *page;
	link.out = &html;
	nametext_add(&name, venue->channel);
	page_print(&link, "<a href=\"%s\"><bdi>%s</bdi></a>", venue->link, name.bytes);
	page_html(page, "<span class=\"venue\">");
	if (!find_place(page, venue->link, &place))
		page_html(page, html.bytes);
	if (place.server != NULL)
		string_add_bytes(&server, place.server, place.length);
	if (place.protocol != NULL)
		page_message_around(page,
			place.server == NULL ? MSG_WEB_VENUE
				: place.tls  ? MSG_WEB_VENUE_TLS
					     : MSG_WEB_VENUE_SERVER,
			ARGS(arg_text("channel", PAGE_PLACEHOLDER),
				arg_text("network", place.protocol),
				arg_text("server", server.bytes)),
			html.bytes);
	page_html(page, "</span>");
	string_free(&name);
	string_free(&server);
	string_free(&html);
}

void venue_section(const struct page *page, const struct store_venue *venues, unsigned count)
{
	const char *chat = page->web->chat;
	if (count == 0 && chat == NULL)
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
	page_html(page, "</p>");
	if (chat != NULL) {
		struct string html = STRING_EMPTY;
		struct page link = *page;
		link.out = &html;
		page_print(&link, "<a href=\"%s\">%s</a>", chat, chat);
		page_html(page, "<p>");
		page_message_around(page, MSG_WEB_VENUES_CHAT,
			ARGS(arg_text("link", PAGE_PLACEHOLDER)), html.bytes);
		page_html(page, "</p>");
		string_free(&html);
	}
	page_html(page, "</section>");
}

static void write_venue(const struct page *page, const char *key, const struct store_venue *venue)
{
	struct network_place place;
	struct string server = STRING_EMPTY;
	find_place(page, venue->link, &place);
	if (place.server != NULL)
		string_add_bytes(&server, place.server, place.length);
	json_begin_object(page->out, key);
	json_text(page->out, "network", venue->network);
	json_text(page->out, "channel", venue->channel);
	if (place.server != NULL)
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
