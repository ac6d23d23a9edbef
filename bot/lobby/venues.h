/* venues.h - tells the pages in which channels people play. */
#ifndef BOT_LOBBY_VENUES_H
#define BOT_LOBBY_VENUES_H

#include "bot/table/channel.h"
#include "storage/batch.h"

/*
 * The venues of the bot's last run must be deleted first. clearing: they are, as of this batch.
 * cleared: they are, as of the last commit.
 */
struct venues {
	bool cleared;
	bool clearing;
};

/*
 * Stores each channel that the bot is in and that pages may name. Deletes a channel once the bot
 * has left it, or once pages may not name it. Keeps the channels of a disconnected network. local:
 * the pages are read on this machine only.
 */
void venues_update(
	struct venues *venues, struct batch *batch, const struct channels *channels, bool local);
/* Makes the next venues_update store all channels again, because settings changed. */
void venues_refresh(struct venues *venues, const struct channels *channels);
void venues_end_batch(struct venues *venues, const struct channels *channels, bool kept);

#endif
