/*
 * exclusion.h - matches in a channel that bans or mutes the bot.
 *
 * A channel operator could freeze or decide a match by a ban. So a running match goes on in private
 * lines. Its clock waits until each player has spoken in private or moved, because many cannot be
 * reached before: on IRC the bot no longer sees them. It waits grace_seconds at most. After that
 * the ordinary rules hold, for players who cannot be reached (presence.h) and for slow ones. All
 * bans since the last move that was made while the bot was in the channel share this time, so that
 * letting the bot in for a moment does not renew it. No time is used up while the network is
 * disconnected.
 */
#ifndef BOT_MATCH_EXCLUSION_H
#define BOT_MATCH_EXCLUSION_H

#include "bot/lobby/lobby.h"

/*
 * Notes that a channel bars the bot now. The players are told as soon as they can be reached. The
 * match does not wait if all players have spoken in private since the last move in the channel.
 */
void exclusion_begin(struct lobby *lobby, struct channel *channel);
/*
 * Updates a running table whose channel bars the bot; call it each second. Tells the players, uses
 * up `passed` ms of waiting, and lets the match go on when the waiting is over.
 */
void exclusion_update(struct lobby *lobby, struct table *table, int64_t passed);
/* Tells a player in private that their matches in channels which bar the bot go on in private. */
void exclusion_tell_player(struct lobby *lobby, struct person *person);
/*
 * Notes that the bot no longer sees a player in a channel. Tells them while they can still be
 * reached.
 */
void exclusion_note_departure(struct lobby *lobby, struct person *person);
/* Notes that a player spoke in private: their matches need not wait for them. */
void exclusion_note_line(struct lobby *lobby, const struct person *person);

#endif
