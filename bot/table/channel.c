#include "bot/table/channel.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/people/people.h"
#include "engine/text.h"

void channels_close(struct channels *channels)
{
	for (size_t i = 0; i < channels->count; i++) {
		channel_clear_mutes(channels->channel[i]);
		free(channels->channel[i]->mute);
		free(channels->channel[i]);
	}
	free(channels->channel);
	*channels = (struct channels){ .count = 0 };
}

struct channel *channels_next(const struct channels *channels, size_t *n)
{
	return *n < channels->count ? channels->channel[(*n)++] : NULL;
}

struct channel *channels_find(
	const struct channels *channels, struct network *network, const char *name)
{
	char folded[NETWORK_CHANNEL];
	struct channel *channel;
	network->driver->fold(network, name, folded);
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;)
		if (channel->network == network && strcmp(channel->folded, folded) == 0)
			return channel;
	return NULL;
}

enum openness channel_openness(const struct channel *channel)
{
	const struct network_driver *driver = channel->network->driver;
	if (channel->settings.hidden)
		return OPENNESS_CLOSED;
	return driver->openness != NULL ? driver->openness(channel->network, channel->name)
					: OPENNESS_OPEN;
}

const char *channel_title(const struct channel *channel)
{
	const struct network_driver *driver = channel->network->driver;
	const char *title =
		driver->title != NULL ? driver->title(channel->network, channel->name) : NULL;
	return title != NULL ? title : channel->title[0] != '\0' ? channel->title : channel->name;
}

void channel_keep_title(struct channel *channel)
{
	const char *title = channel_title(channel);
	if (title != channel->name && title != channel->title)
		text_copy(channel->title, sizeof channel->title, title);
}

enum message channel_message(const struct channel *channel, enum message message)
{
	return channel->settings.no_robots ? catalog_variant("people.", message) : message;
}

bool channel_has_person(const struct channel *channel, const struct person *person)
{
	return person->network == channel->network && person_is_in_channel(person, channel->name);
}

enum network_rank channel_rank(const struct channel *channel, const struct sender *sender)
{
	const struct network_driver *driver = channel->network->driver;
	return driver->rank != NULL ? driver->rank(channel->network, sender->key, channel->name)
				    : RANK_NONE;
}

struct channel *channels_add(struct channels *channels, struct network *network, const char *name)
{
	struct channel *channel = memory_new(1, sizeof *channel);
	channels->channel =
		memory_grow(channels->channel, channels->count + 1, sizeof(struct channel *));
	channel->network = network;
	channel->announcements_pending = true;
	text_copy(channel->name, sizeof channel->name, name);
	network->driver->fold(network, name, channel->folded);
	channels->channel[channels->count++] = channel;
	return channel;
}

void channel_add_mute(struct channel *channel, const char *mask, int64_t until)
{
	channel->mute = memory_grow(channel->mute, channel->mutes + 1, sizeof(struct channel_mute));
	channel->mute[channel->mutes++] = (struct channel_mute){ memory_copy(mask), until, 0 };
}

void channel_clear_mutes(struct channel *channel)
{
	while (channel->mutes > 0)
		free(channel->mute[--channel->mutes].mask);
}

bool channel_check_repeat(struct channel *channel, uint64_t what, int64_t now)
{
	unsigned alike = 0;
	for (size_t i = 0; i < CHANNEL_ANSWERS; i++)
		alike += channel->answer[i].hash == what && channel->answer[i].until > now;
	if (alike >= CHANNEL_SAME_ANSWERS)
		return true;
	channel->answer[channel->answers++ % CHANNEL_ANSWERS] =
		(struct channel_answer){ what, now + CHANNEL_SAME_ANSWERS_MS };
	return false;
}

bool channel_count_hint(struct channel *channel, int64_t now)
{
	for (size_t i = 0; i < CHANNEL_HINTS; i++)
		if (channel->hint_until[i] <= now) {
			channel->hint_until[i] = now + CHANNEL_HINTS_MS;
			return true;
		}
	return false;
}

void channels_end_batch(struct channels *channels, bool kept)
{
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(channels, &n)) != NULL;) {
		channel->announcements_pending =
			channel->announcements_pending || (channel->announcements_told && !kept);
		channel->announcements_told = false;
		if (!kept)
			channel->called_off[0] = '\0';
	}
}
