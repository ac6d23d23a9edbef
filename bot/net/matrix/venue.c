#include "bot/net/matrix/venue.h"

#include <string.h>

#include "bot/base/string.h"
#include "bot/net/http.h"

static const char site[] = "https://matrix.to/#/";

bool matrix_venue_add_link(
	struct network *network, const char *room, bool local, struct string *link)
{
	/* An id alone does not say which server knows the room. */
	const char *server = room[0] == '!' ? strchr(room, ':') : NULL;
	(void)network;
	(void)local;
	string_add(link, site);
	http_append_path(link, room);
	if (server != NULL) {
		string_add(link, "?via=");
		http_append_path(link, server + 1);
	}
	return true;
}

bool matrix_venue_read_link(const char *link, struct network_place *place)
{
	*place = (struct network_place){ .protocol = "Matrix" };
	return strncmp(link, site, sizeof site - 1) == 0;
}
