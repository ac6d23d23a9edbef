/* irc/channel.h - the bot's channels. */
#ifndef BOT_NET_IRC_CHANNEL_H
#define BOT_NET_IRC_CHANNEL_H

#include "bot/net/irc/irc.h"
#include "bot/net/irc/line.h"
#include "bot/net/irc/roster.h"

struct irc;
struct irc_settings;

/* Bytes of a list of channel names in one line. */
enum { IRC_CHANNEL_NAMES = 400 };

struct irc_channel {
	char name[NETWORK_CHANNEL]; /* name of the channel; empty: the entry is free */
	char folded[NETWORK_CHANNEL];
	bool asked; /* a JOIN was sent and not refused */
	bool in;    /* the bot is in the channel */
	bool ready; /* the list of members (NAMES) is complete */
	/* the bot leaves the channel for good; the entry is freed once the bot has left */
	bool leaving;
	bool mute;                  /* the bot is in the channel but may not send to it */
	bool who_due;               /* a WHO about the channel is to be sent */
	bool modes_due;             /* a MODE about the channel is to be sent */
	bool names_due;             /* another NAMES is to be sent */
	char newcomer[NETWORK_KEY]; /* key of a new member to ask about by WHO; empty: no member */
	uint64_t query_time;        /* the earliest time to send WHO, MODE and NAMES */
	unsigned tries; /* failed attempts in a row: to join, or to send if the channel is muted */
	uint64_t due;   /* when to try to join, or to send if the channel is muted */
	uint64_t invited; /* invitations are ignored until this time (loop_now) */
	unsigned ranks;   /* the bot's ranks in the channel, bits of irc_support_mode_bit */
	bool modes_known; /* the server has sent all modes of the channel (324) */
	bool replays;     /* the server has announced a replay of older lines; cleared by 324 */
	bool no_external; /* +n: only members can send to the channel */
	/*
	 * the modes that are set, in three sets; irc_support_bit gives a mode's bit in
	 * IRC_MODES_HIDING, IRC_MODES_CLOSING or IRC_MODES_RESTRICTING, see member.c
	 */
	unsigned hiding_modes, closing_modes, restricting_modes;
	int64_t since; /* when the bot joined, in Unix ms by the server's clock */
};

/* Channels that the server made the bot join. */
struct irc_forced_joins {
	char names[IRC_CHANNEL_NAMES]; /* channels to leave, separated by commas */
	uint64_t due;                  /* when to leave them; UINT64_MAX: nothing to leave */
	uint64_t last;                 /* when the server last made the bot join a channel */
	unsigned tries;                /* forced joins in a row */
};

struct irc_channels {
	size_t count; /* entries of `channel` in use, free ones included */
	struct irc_channel channel[ROSTER_CHANNELS];
	struct irc_forced_joins forced;
};

/* True if the bot should be in a channel. */
static inline bool irc_channel_is_wanted(const struct irc_channel *channel)
{
	return channel->name[0] != '\0' && !channel->leaving;
}

/* Finds a channel by its name in any spelling. Returns NULL if unknown. */
struct irc_channel *irc_channel_find(struct irc *irc, const char *name);
/*
 * Finds the channel that a target names; the target may have status prefixes, like "@#mitaines".
 * Returns NULL if unknown.
 */
struct irc_channel *irc_channel_find_target(struct irc *irc, const char *target);
/* Returns the channel's index, which is also its number in the roster. */
unsigned irc_channel_number(const struct irc *irc, const struct irc_channel *channel);
/* True if a channel's name is valid in the IRC protocol. */
bool irc_channel_is_valid_name(const char *name);
/* Schedules the next attempt to join the channel, or to send if the channel is muted. */
void irc_channel_schedule_retry(struct irc *irc, struct irc_channel *channel);
/* Folds all names again after the case mapping changed. */
void irc_channel_fold_all(struct irc *irc);
/* Ends a channel's mute and reports `joined`, so that the bot tries to send again. */
void irc_channel_unmute(struct irc *irc, struct irc_channel *channel);
/* Marks all channels as not joined, after the connection is lost. */
void irc_channel_reset(struct irc *irc);
/*
 * Adds a channel that the bot joins. Returns false if the name is invalid or there are too many
 * channels.
 */
bool irc_channel_join(struct irc *irc, const char *name);
/*
 * Leaves a channel for good. reason: the part message. Returns false if the channel is unknown or
 * already being left.
 */
bool irc_channel_part(struct irc *irc, const char *name, const char *reason);
/* Returns the key (+k) of a channel in the given settings, or NULL. */
const char *irc_channel_key(
	const struct irc *irc, const struct irc_settings *settings, const char *name);
/* Implements network_driver.openness. */
enum openness irc_channel_openness(struct network *network, const char *name);
/* True if only some people may join a channel, or speak there. */
bool irc_channel_is_restricted(struct network *network, const char *name);
/*
 * Joins and leaves the channels that differ between the current settings and the new ones. reason:
 * the part message.
 */
void irc_channel_apply_settings(
	struct irc *irc, const struct irc_settings *settings, const char *reason);

#endif
