/* venues.h - tells the pages in which channels people play. */
#ifndef BOT_LOBBY_VENUES_H
#define BOT_LOBBY_VENUES_H

#include "bot/table/channel.h"
#include "storage/batch.h"

/*
 * Before the first venue is stored, the venues of the bot's last run are deleted. clearing: this
 * batch or an earlier one has deleted them. cleared: a commit has.
 */
struct venues {
	bool cleared;
	bool clearing;
};

/*
 * Stores each channel that the bot is in and that pages may name. Deletes a channel once the bot
 * has left it, or once pages may not name it. Keeps the channels of a disconnected network. local:
 * people read the pages on this machine only.
 */
void venues_update(
	struct venues *venues, struct batch *batch, const struct channels *channels, bool local);
/* Makes the next venues_update store all channels again, because settings changed. */
void venues_refresh(struct venues *venues, const struct channels *channels);
void venues_end_batch(struct venues *venues, const struct channels *channels, bool kept);

#endif
