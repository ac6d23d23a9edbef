/* irc/channel.c - the channels that the bot joins; the list can change while the bot runs. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

struct irc_channel *irc_channel_find(struct irc *irc, const char *name)
{
	char folded[NETWORK_CHANNEL];
	if (!irc_case_fold(irc->support->mapping, name, folded, sizeof folded))
		return NULL;
	for (size_t i = 0; i < irc->channels->count; i++)
		if (irc->channels->channel[i].name[0] != '\0' &&
			strcmp(irc->channels->channel[i].folded, folded) == 0)
			return &irc->channels->channel[i];
	return NULL;
}

struct irc_channel *irc_channel_find_target(struct irc *irc, const char *target)
{
	struct irc_channel *channel = irc_channel_find(irc, target);
	return channel != NULL
		? channel
		: irc_channel_find(irc, target + strspn(target, irc->support->status));
}

unsigned irc_channel_number(const struct irc *irc, const struct irc_channel *channel)
{
	return (unsigned)(channel - irc->channels->channel);
}

void irc_channel_fold_all(struct irc *irc)
{
	for (size_t i = 0; i < irc->channels->count; i++)
		irc_case_fold(irc->support->mapping, irc->channels->channel[i].name,
			irc->channels->channel[i].folded, sizeof irc->channels->channel[i].folded);
}

void irc_channel_schedule_retry(struct irc *irc, struct irc_channel *channel)
{
	channel->due = loop_now(irc->loop) +
		pace_retry_delay(irc->times.rejoin, irc->times.retry_most, channel->tries++);
	irc_clock_set_timer(irc);
}

void irc_channel_unmute(struct irc *irc, struct irc_channel *channel)
{
	channel->mute = false;
	channel->due = loop_now(irc->loop);
	irc->network.events->joined(&irc->network, channel->name);
}

void irc_channel_reset(struct irc *irc)
{
	for (size_t i = 0; i < irc->channels->count; i++) {
		struct irc_channel *channel = &irc->channels->channel[i];
		channel->in = channel->ready = channel->who_due = channel->mute = false;
		channel->asked = false;
		channel->newcomer[0] = '\0';
		channel->invited = 0;
		channel->tries = 0;
		if (channel->leaving)
			channel->name[0] = '\0';
	}
	irc_channel_fold_all(irc);
}

bool irc_channel_is_valid_name(const char *name)
{
	char clean[NETWORK_CHANNEL];
	return strlen(name) < NETWORK_CHANNEL && strchr("#&+!", name[0]) != NULL &&
		name[0] != '\0' && strpbrk(name, " ,\7") == NULL &&
		irc_text_clean(name, clean, sizeof clean);
}

bool irc_channel_join(struct irc *irc, const char *name)
{
	struct irc_channels *channels = irc->channels;
	struct irc_channel *channel = irc_channel_find(irc, name);
	if (channel == NULL) {
		size_t slot = 0;
		while (slot < channels->count && channels->channel[slot].name[0] != '\0')
			slot++;
		if (!irc_channel_is_valid_name(name) || slot == ROSTER_CHANNELS)
			return false;
		if (slot == channels->count)
			channels->count++;
		channel = &channels->channel[slot];
		*channel = (struct irc_channel){ .due = loop_now(irc->loop) };
		text_copy(channel->name, sizeof channel->name, name);
		irc_channel_fold_all(irc);
	}
	channel->leaving = false;
	if (!channel->in)
		channel->due = loop_now(irc->loop);
	irc_clock_set_timer(irc);
	return true;
}

bool irc_channel_part(struct irc *irc, const char *name, const char *reason)
{
	struct irc_channel *channel = irc_channel_find(irc, name);
	if (channel == NULL || channel->leaving)
		return false;
	channel->leaving = true;
	if (irc->link->phase != IRC_CONNECTED) {
		channel->name[0] = '\0';
		return true;
	}
	irc_send(irc, "PART", channel->name, reason);
	return true;
}

/*
 * Returns the index of a channel in the settings, compared by the server's case mapping, or
 * settings->common.channels.count if the channel is not there.
 */
static size_t irc_channel_config_index(
	const struct irc *irc, const struct irc_settings *settings, const char *name)
{
	size_t i = 0;
	while (i < settings->common.channels.count &&
		!irc_is_same_name(irc, settings->common.channels.item[i], name))
		i++;
	return i;
}

static bool irc_channel_is_configured(
	const struct irc *irc, const struct irc_settings *settings, const char *name)
{
	return irc_channel_config_index(irc, settings, name) < settings->common.channels.count;
}

const char *irc_channel_key(
	const struct irc *irc, const struct irc_settings *settings, const char *name)
{
	size_t place = irc_channel_config_index(irc, settings, name);
	return settings->common.channels.key != NULL && place < settings->common.channels.count
		? settings->common.channels.key[place]
		: NULL;
}

enum openness irc_channel_openness(struct network *network, const char *name)
{
	struct irc *irc = (struct irc *)network;
	const struct irc_channel *channel = irc_channel_find(irc, name);
	if (channel == NULL)
		return OPENNESS_UNKNOWN;
	if (channel->closing_modes != 0 || irc_channel_key(irc, irc->settings, name) != NULL)
		return OPENNESS_CLOSED;
	return channel->modes_known ? OPENNESS_OPEN : OPENNESS_UNKNOWN;
}

bool irc_channel_is_restricted(struct network *network, const char *name)
{
	const struct irc_channel *channel = irc_channel_find((struct irc *)network, name);
	return channel != NULL && channel->restricting_modes != 0;
}

void irc_channel_apply_settings(
	struct irc *irc, const struct irc_settings *settings, const char *reason)
{
	for (size_t i = 0; i < irc->settings->common.channels.count; i++) {
		const char *name = irc->settings->common.channels.item[i];
		if (!irc_channel_is_configured(irc, settings, name))
			irc_channel_part(irc, name, reason);
	}
	for (size_t i = 0; i < settings->common.channels.count; i++) {
		const char *name = settings->common.channels.item[i];
		const char *old_key = irc_channel_key(irc, irc->settings, name);
		const char *key = irc_channel_key(irc, settings, name);
		bool new_key =
			old_key != NULL && key != NULL ? strcmp(old_key, key) != 0 : old_key != key;
		if (new_key || !irc_channel_is_configured(irc, irc->settings, name))
			irc_channel_join(irc, name);
	}
}
