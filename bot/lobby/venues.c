#include "bot/lobby/venues.h"

#include "bot/base/string.h"
#include "storage/channels.h"

/*
 * Stores a channel with its link for the pages, or removes it if pages may not name it. local:
 * people read the pages on this machine only.
 */
static void update(struct venues *venues, struct batch *batch, struct channel *channel, bool local)
{
	struct string link = STRING_EMPTY;
	struct network *network = channel->network;
	enum openness openness = channel_openness(channel);
	bool named = !network->removed && !channel->barred && openness != OPENNESS_CLOSED &&
		string_is_utf8(channel->name) && network->driver->add_link != NULL &&
		network->driver->add_link(network, channel->name, local, &link);
	/* Change nothing until the bot is in the channel and knows its openness. */
	bool known = !named || (channel->joined && openness != OPENNESS_UNKNOWN);
	if (known && !venues->clearing) {
		venues->clearing = true;
		batch_check_write(batch, store_clear_venues(batch->store));
	}
	if (known && named != channel->listing) {
		int64_t id = channel->network->id;
		channel->listing = named;
		batch_check_write(batch,
			named ? store_set_venue(batch->store, id, channel->name, link.bytes)
			      : store_delete_venue(batch->store, id, channel->name));
	}
	string_free(&link);
}

void venues_update(
	struct venues *venues, struct batch *batch, const struct channels *channels, bool local)
{
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;)
		update(venues, batch, channel, local);
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
