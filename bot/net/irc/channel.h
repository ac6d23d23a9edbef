/* irc/channel.h - the bot's channels. */
#ifndef BOT_NET_IRC_CHANNEL_H
#define BOT_NET_IRC_CHANNEL_H

#include "bot/net/irc/irc.h"
#include "bot/net/irc/line.h"
#include "bot/net/irc/roster.h"

/* Bytes of the names of channels in one line. */
enum { IRC_CHANNEL_NAMES = 400 };

struct irc_channel {
	char name[NETWORK_CHANNEL]; /* empty: the entry is free */
	char folded[NETWORK_CHANNEL];
	bool asked;     /* JOIN is sent and not refused */
	bool in;        /* the bot is in the channel */
	bool ready;     /* the list of people (NAMES) is complete */
	bool leaving;   /* the bot parts for good; the entry is freed once the bot is out */
	bool mute;      /* the bot is in the channel, but must not send to it */
	bool who_due;   /* a WHO about the channel is due */
	bool modes_due; /* a MODE about the channel is due */
	bool names_due; /* another NAMES is due */
	char newcomer[NETWORK_KEY]; /* key of a member to ask about by WHO, or empty */
	uint64_t query_time;        /* the earliest time for WHO, MODE and NAMES */
	unsigned tries;             /* failed attempts to join, or to send */
	uint64_t due;               /* when to join, or to send again */
	uint64_t invited;           /* invitations are ignored until then */
	unsigned ranks;             /* the bot's ranks, bits of irc_support_mode_bit */
	bool modes_known;           /* the server has sent all the channel's modes */
	bool replays;               /* it repeats older lines until then */
	bool no_external;           /* +n: only people in the channel can send to it */
	unsigned hiding_modes;      /* bits of modes that hide people; 0: all are listed */
	unsigned closing_modes;     /* bits of modes that hide it from web pages: +s, +p, +k */
	int64_t since;              /* when the bot joined, in Unix ms by the server's clock */
};

/* Channels that the server made the bot join. */
struct irc_forced_joins {
	char names[IRC_CHANNEL_NAMES]; /* channels to leave, with commas between them */
	uint64_t due;                  /* when to leave them; UINT64_MAX: nothing to leave */
	uint64_t last;                 /* when it last happened */
	unsigned tries;                /* times it happened in a row */
};

struct irc_channels {
	size_t count; /* entries used so far */
	struct irc_channel channel[ROSTER_CHANNELS];
	struct irc_forced_joins forced;
};

/* True if the bot is to be in a channel. */
static inline bool irc_channel_is_wanted(const struct irc_channel *channel)
{
	return channel->name[0] != '\0' && !channel->leaving;
}

/* Finds a channel by its name in any spelling. Returns NULL if unknown. */
struct irc_channel *irc_channel_find(struct irc *irc, const char *name);
/* Finds the channel that a target names, also with status prefixes, as in "@#mitaines". */
struct irc_channel *irc_channel_find_target(struct irc *irc, const char *target);
/* Returns the channel's index, its number in the roster. */
unsigned irc_channel_number(const struct irc *irc, const struct irc_channel *channel);
/* True if a channel's name is valid. */
bool irc_channel_is_valid_name(const char *name);
/* Schedules the next attempt to join, or to send. */
void irc_channel_schedule_retry(struct irc *irc, struct irc_channel *channel);
/* Schedules leaving a channel that the server made the bot join, later each time. */
void irc_forced(struct irc *irc, const char *name);
/* Folds all names again after the case mapping changed. */
void irc_channel_fold_all(struct irc *irc);
/* Marks a channel as one that the bot cannot send to, and reports it as left. */
void irc_channel_mute(struct irc *irc, struct irc_channel *channel);
/* Reports the channel as joined again, so the bot tries to send. */
void irc_channel_unmute(struct irc *irc, struct irc_channel *channel);
/* Marks all channels as left after the connection is lost. */
void irc_channel_reset(struct irc *irc);
/* Adds a channel to be in. Returns false if the name is bad or there are too many. */
bool irc_channel_join(struct irc *irc, const char *name);
/* Leaves a channel for good. Returns false if the bot is not to be in it. */
bool irc_channel_part(struct irc *irc, const char *name, const char *reason);
/* Returns a channel's key in these settings, or NULL. */
const char *irc_channel_key(
	const struct irc *irc, const struct irc_settings *settings, const char *name);
/* Implements network_driver.openness. */
enum openness irc_channel_openness(struct network *network, const char *name);
/* Joins and parts the channels that differ between the current settings and these. */
void irc_channel_apply_settings(
	struct irc *irc, const struct irc_settings *settings, const char *reason);

/* ---- member.c ---- */

/* Logs that the server refused a JOIN, and schedules another. */
void irc_channel_join_refused(
	struct irc *irc, struct irc_channel *channel, const struct irc_line *line);

#endif
