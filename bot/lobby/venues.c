#include "bot/lobby/venues.h"

#include <ctype.h>
#include <string.h>

#include "bot/base/string.h"
#include "storage/channels.h"

static void add_encoded(struct string *link, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";
	for (; *text != '\0'; text++) {
		unsigned char byte = (unsigned char)*text;
		if (isalnum(byte) || strchr("-._~:", byte) != NULL) {
			string_add_char(link, *text);
			continue;
		}
		string_add_char(link, '%');
		string_add_char(link, digits[byte >> 4]);
		string_add_char(link, digits[byte & 15]);
	}
}

/*
 * Adds a channel's name to a link. Leaves out a single # on IRC: clients add # to a bare name, but
 * not all clients decode %23. For a Matrix room without an alias, adds a server that knows the
 * room.
 */
static void add_name(struct string *link, const char *name)
{
	bool irc = strncmp(link->bytes, "irc", 3) == 0;
	const char *server = !irc && name[0] == '!' ? strchr(name, ':') : NULL;
	add_encoded(link, name + (irc && name[0] == '#' && isalnum((unsigned char)name[1])));
	if (server == NULL)
		return;
	string_add(link, "?via=");
	add_encoded(link, server + 1);
}

static bool may_be_named(const struct channel *channel, enum openness openness)
{
	return channel->network->link != NULL && !channel->barred && openness != OPENNESS_CLOSED &&
		string_is_utf8(channel->name);
}

/* Adds or deletes a channel, as channel->listing says. */
static enum store_error store_listing(const struct batch *batch, const struct channel *channel)
{
	struct string link = STRING_EMPTY;
	if (!channel->listing)
		return store_delete_venue(batch->store, channel->network->id, channel->name);
	string_add(&link, channel->network->link);
	add_name(&link, channel->name);
	enum store_error error =
		store_set_venue(batch->store, channel->network->id, channel->name, link.bytes);
	string_free(&link);
	return error;
}

static void update(struct venues *venues, struct batch *batch, struct channel *channel)
{
	enum openness openness = channel_openness(channel);
	bool named = may_be_named(channel, openness);
	if (named && (!channel->joined || openness == OPENNESS_UNKNOWN))
		return; /* the bot is not in the channel, or its openness is unknown yet */
	if (!venues->clearing) {
		venues->clearing = true;
		batch_check_write(batch, store_clear_venues(batch->store));
	}
	if (named == channel->listing)
		return;
	channel->listing = named;
	batch_check_write(batch, store_listing(batch, channel));
}

void venues_update(struct venues *venues, struct batch *batch, const struct channels *channels)
{
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;)
		update(venues, batch, channel);
}

void venues_refresh(struct venues *venues, const struct channels *channels)
{
	struct channel *channel;
	*venues = (struct venues){ .cleared = false };
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;)
		channel->listed = channel->listing = false;
}

void venues_end_batch(struct venues *venues, const struct channels *channels, bool kept)
{
	struct channel *channel;
	if (kept)
		venues->cleared = venues->clearing;
	else
		venues->clearing = venues->cleared;
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;)
		if (kept)
			channel->listed = channel->listing;
		else
			channel->listing = channel->listed;
}
