/* channel_settings.h - the stored settings that operators of a channel made in chat. */
#ifndef BOT_LOBBY_CHANNEL_SETTINGS_H
#define BOT_LOBBY_CHANNEL_SETTINGS_H

#include "bot/lobby/settings.h"
#include "storage/batch.h"
#include "storage/channels.h"

/* Prefix of the key that stores a mute; the nick follows. The value is a mask. */
#define CHANNEL_SETTINGS_MUTE "mute "

/*
 * Sets a channel's settings: first the values from the bot's operator, then the stored ones. If the
 * stored settings cannot be read, sets settings_due.
 */
void channel_settings_load(
	const struct settings *settings, const struct batch *batch, struct channel *channel);
/*
 * Ends a batch: loads settings again if they could not be read, or if the batch changed them and
 * was rolled back.
 */
void channel_settings_end_batch(const struct settings *settings, const struct batch *batch,
	struct channels *channels, bool kept);
/* True if a channel has a stored setting that can be read. */
bool channel_settings_has(
	const struct batch *batch, const struct channel *channel, const char *key);
/* Reads the stored mute that follows row->key. Begin with "". Returns false after the last. */
bool channel_settings_next_mute(const struct batch *batch, const struct channel *channel,
	struct store_channel_setting *row);
/*
 * True if a stored setting has ended. until: its end; 0: no end. date: now. Both in Unix seconds.
 */
bool channel_settings_is_over(int64_t until, int64_t date);
/*
 * Finds the mute that is in force for a person. Returns NULL if not found. Does not read the
 * database, because it runs before the rate limit. date: Unix seconds.
 */
struct channel_mute *channel_settings_find_mute(
	const struct channel *channel, const struct sender *sender, int64_t date);

#endif
