/* venues.h - tells the pages in which channels people play. */
#ifndef BOT_LOBBY_VENUES_H
#define BOT_LOBBY_VENUES_H

#include "bot/table/channel.h"
#include "storage/batch.h"

/* Whether the venues of an earlier run were deleted: committed, and in this batch. */
struct venues {
	bool cleared;
	bool clearing;
};

/*
 * Stores the channels that the bot is in and pages may show, and deletes channels that became
 * closed, or that the bot left. A channel stays while its network is away.
 */
void venues_update(struct venues *venues, struct batch *batch, const struct channels *channels);
/* Makes the next venues_update store all channels again, because settings changed. */
void venues_refresh(struct venues *venues, const struct channels *channels);
void venues_end_batch(struct venues *venues, const struct channels *channels, bool kept);

#endif
