#include "bot/lobby/channel_settings.h"

#include <string.h>

#include "bot/people/mask.h"
#include "bot/table/channel_key.h"

static enum store_error next_row(const struct batch *batch, const struct channel *channel,
	const char *after, struct store_channel_setting *row)
{
	return store_next_channel_setting(
		batch->store, channel->network->id, channel->folded, after, row);
}

static bool is_mute(const struct store_channel_setting *row)
{
	return strncmp(row->key, CHANNEL_SETTINGS_MUTE, strlen(CHANNEL_SETTINGS_MUTE)) == 0;
}

/* Applies a stored setting, unless the bot's operator has locked its key since. */
static void apply(struct channel *channel, const struct store_channel_setting *row)
{
	unsigned key = is_mute(row) ? CHANNEL_MUTE : channel_key_find(row->key);
	if (key == CHANNEL_KEYS || channel->settings.locked >> key & 1)
		return;
	channel_key_apply(&channel->settings, key, row->value);
	if (key == CHANNEL_OFF)
		channel->settings.off_until = row->until;
	if (key == CHANNEL_MUTE)
		channel_add_mute(channel, row->value, row->until);
}

void channel_settings_load(
	const struct settings *settings, const struct batch *batch, struct channel *channel)
{
	struct store_channel_setting row = { .key = "" };
	char after[STORE_SETTING_KEY] = "";
	enum store_error error;
	channel->settings = settings_of_channel(settings, channel);
	channel_clear_mutes(channel);
	while ((error = next_row(batch, channel, after, &row)) == STORE_OK) {
		apply(channel, &row);
		memcpy(after, row.key, sizeof after);
	}
	channel->settings_due = error != STORE_NONE;
}

void channel_settings_end_batch(const struct settings *settings, const struct batch *batch,
	struct channels *channels, bool kept)
{
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;) {
		if (channel->settings_due || (channel->settings_changed && !kept))
			channel_settings_load(settings, batch, channel);
		channel->settings_changed = false;
	}
}

bool channel_settings_has(const struct batch *batch, const struct channel *channel, const char *key)
{
	struct store_channel_setting row;
	char after[STORE_SETTING_KEY] = "";
	while (next_row(batch, channel, after, &row) == STORE_OK) {
		if (strcmp(row.key, key) == 0)
			return true;
		memcpy(after, row.key, sizeof after);
	}
	return false;
}

bool channel_settings_next_mute(
	const struct batch *batch, const struct channel *channel, struct store_channel_setting *row)
{
	char after[STORE_SETTING_KEY];
	memcpy(after, row->key[0] != '\0' ? row->key : CHANNEL_SETTINGS_MUTE,
		row->key[0] != '\0' ? sizeof after : sizeof CHANNEL_SETTINGS_MUTE);
	return next_row(batch, channel, after, row) == STORE_OK && is_mute(row);
}

bool channel_settings_is_over(int64_t until, int64_t date)
{
	return until != 0 && until <= date;
}

struct channel_mute *channel_settings_find_mute(
	const struct channel *channel, const struct sender *sender, int64_t date)
{
	for (size_t i = 0; i < channel->mutes; i++)
		if (!channel_settings_is_over(channel->mute[i].until, date) &&
			mask_matches_person(channel->mute[i].mask, sender->mask, sender->account))
			return &channel->mute[i];
	return NULL;
}
