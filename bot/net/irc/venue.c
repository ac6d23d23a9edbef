#include "bot/net/irc/venue.h"

#include <ctype.h>
#include <string.h>

#include "bot/base/string.h"
#include "bot/net/http.h"
#include "config/check.h"

/*
 * Adds no link if other people may be unable to reach the server: a server with a password may be a
 * bouncer, and a server on this machine serves only readers on the same machine.
 */
bool irc_venue_add_link(
	const struct irc_settings *settings, const char *channel, bool local, struct string *link)
{
	if (settings->public != NULL) {
		string_add(link, settings->public);
	} else if (settings->password == NULL &&
		(local || !check_is_loopback(settings->server.host))) {
		bool brackets = strchr(settings->server.host, ':') != NULL;
		string_add(link, settings->server.tls ? "ircs://" : "irc://");
		string_add(link, brackets ? "[" : "");
		string_add(link, settings->server.host);
		string_add(link, brackets ? "]:" : ":");
		string_add_number(link, settings->server.port);
	}
	if (string_is_empty(link))
		return false;
	string_add_char(link, '/');
	/* Leave out a leading #: clients add it to a bare name, but not all of them decode %23. */
	http_append_path(link, channel + (channel[0] == '#' && isalnum((unsigned char)channel[1])));
	return true;
}

bool irc_venue_read_link(const char *link, struct network_place *place)
{
	*place = (struct network_place){ .protocol = "IRC",
		.tls = strncmp(link, "ircs://", 7) == 0 };
	if (!place->tls && strncmp(link, "irc://", 6) != 0)
		return false;
	place->server = link + (place->tls ? 7 : 6);
	place->length = strcspn(place->server, "/");
	return true;
}
