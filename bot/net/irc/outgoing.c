/*
 * irc/outgoing.c - sends lines to channels and people. A line is staged in the outbox (outbox.h)
 * and waits there for its turn, for the rate limit (pace.h) and for room in the window of
 * unconfirmed lines (window.h). irc_send_queued takes the line out and writes it. send.c remembers
 * the line, and refusal.c resends it if the server refuses it.
 */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "engine/text.h"

/*
 * IRC_OUTGOING_SEND_ROOM: bytes that must be free in the send buffer before a queued line is sent,
 * so that lines that bypass the outbox still fit. IRC_OUTGOING_TEXT_MIN: fewest bytes of text per
 * line.
 */
enum { IRC_OUTGOING_SEND_ROOM = 3 * IRC_LINE_SENT_MAX, IRC_OUTGOING_TEXT_MIN = 16 };
_Static_assert((int)IRC_SUPPORT_LINE_MAX <= (int)IRC_LINE_SENT_MAX, "a line does not fit");

/* Stages a line. Returns its serial in the outbox, or 0 if the outbox is full. */
static uint64_t irc_stage_line(struct irc *irc, enum outbox_target_kind target_kind,
	enum irc_send_kind send_kind, const char *target, const struct saying *saying)
{
	bool staged =
		outbox_stage(irc->outgoing->outbox, target_kind, (int)send_kind, target, saying);
	/* Do not log lost lines to strangers, because strangers could fill the log. */
	if (!staged && target_kind != OUTBOX_TO_STRANGER)
		irc_log(irc, LOG_ERROR, "the send queue is full: dropped a line");
	if (!irc->network.input_paused && outbox_is_above_high(irc->outgoing->outbox)) {
		irc->network.input_paused = true;
		conn_pause_input(irc->link->conn);
	}
	return staged ? outbox_last_serial(irc->outgoing->outbox) : 0;
}

void irc_stage_ctcp_reply(struct irc *irc, const char *wire, const char *text)
{
	char place[IRC_STRANGER_TARGET];
	irc_stage_line(irc, OUTBOX_TO_STRANGER, IRC_SEND_CTCP_REPLY,
		irc_stranger_target("", wire, place), SAYING(text));
}

void irc_say(struct network *network, const char *name, const struct saying *saying)
{
	struct irc *irc = (struct irc *)network;
	const struct irc_channel *channel = irc_channel_find(irc, name);
	if (irc->link->phase == IRC_CONNECTED && channel != NULL && channel->in && !channel->mute)
		irc_stage_line(irc, OUTBOX_TO_CHANNEL, IRC_SEND_PUBLIC, channel->folded, saying);
}

uint64_t irc_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	struct irc *irc = (struct irc *)network;
	const struct member *member = roster_find_key(irc->members->roster, key);
	enum irc_send_kind send_kind = via == VIA_NOTICE ? IRC_SEND_NOTICE : IRC_SEND_PRIVATE;
	char place[IRC_STRANGER_TARGET];
	if (irc->link->phase != IRC_CONNECTED || member == NULL || irc_is_relayed(member->wire))
		return 0;
	if (roster_is_passing(member))
		return irc_stage_line(irc, OUTBOX_TO_STRANGER, send_kind,
			irc_stranger_target_of(member, place), saying);
	return irc_stage_line(irc, OUTBOX_TO_MEMBER, send_kind, key, saying);
}

/* While the connection's send buffer is not empty, every line counts as waiting. */
bool irc_is_waiting(struct network *network, uint64_t line)
{
	const struct irc *irc = (struct irc *)network;
	return outbox_has_line(irc->outgoing->outbox, line) ||
		(irc->link->conn != NULL && conn_send_room(irc->link->conn) < CONN_SEND_BUFFER);
}

size_t irc_private_queue_length(struct network *network, const char *key)
{
	const struct irc *irc = (struct irc *)network;
	const struct member *member = roster_find_key(irc->members->roster, key);
	char place[IRC_STRANGER_TARGET];
	if (member != NULL && roster_is_passing(member))
		return outbox_count_private(irc->outgoing->outbox, OUTBOX_TO_STRANGER,
			irc_stranger_target_of(member, place));
	return outbox_count_private(irc->outgoing->outbox, OUTBOX_TO_MEMBER, key);
}

/*
 * Returns the current nick or channel name of a line's target, or NULL if the target is gone. A
 * stranger is also gone if a member from another host has the nick now.
 */
static const char *irc_target_name(struct irc *irc, const struct outbox_line *line)
{
	const char *place = line->target, *nick;
	const struct irc_channel *channel;
	const struct member *member;
	char own[IRC_STRANGER_TARGET];
	switch (line->target_kind) {
	case OUTBOX_TO_CHANNEL:
		channel = irc_channel_find(irc, line->target);
		return channel != NULL ? channel->name : NULL;
	case OUTBOX_TO_MEMBER:
		member = roster_find_key(irc->members->roster, line->target);
		return member != NULL ? member->wire : NULL;
	default:
		nick = strchr(place, ' ') + 1;
		member = roster_find(irc->members->roster, nick);
		if (member == NULL || place[0] == ' ' || strcmp(roster_origin(member), "@") == 0)
			return nick;
		irc_stranger_target_of(member, own);
		return strncmp(own, place, (size_t)(nick - place)) == 0 ? nick : NULL;
	}
}

/*
 * Returns the channel to name in a CPRIVMSG or CNOTICE to a person, or NULL to send a plain PRIVMSG
 * or NOTICE. Some servers limit how many people a client may write to, except when a voiced client
 * names a channel that it shares with them.
 */
static const struct irc_channel *irc_find_cprivmsg_channel(
	const struct irc *irc, const struct outbox_line *line, bool message)
{
	const struct member *member = line->target_kind == OUTBOX_TO_MEMBER
		? roster_find_key(irc->members->roster, line->target)
		: NULL;
	if (member == NULL || !(message ? irc->support->cprivmsg : irc->support->cnotice))
		return NULL;
	for (size_t i = 0; i < irc->channels->count; i++) {
		const struct irc_channel *channel = &irc->channels->channel[i];
		if (channel->in && channel->ranks != 0 &&
			roster_is_in_channel(member, irc_channel_number(irc, channel)))
			return channel;
	}
	return NULL;
}

/* Sends the line from outbox_next, or the first piece of a line that is too long. */
static void irc_send_queued_line(struct irc *irc, const struct outbox_line *line)
{
	char bytes[IRC_LINE_SENT_MAX + 4];
	struct text text = text_in(bytes, 2 * NETWORK_CHANNEL + 16);
	bool message = line->send_kind == IRC_SEND_PUBLIC || line->send_kind == IRC_SEND_PRIVATE;
	bool reply = line->send_kind == IRC_SEND_CTCP_REPLY;
	const char *command = message ? "PRIVMSG" : "NOTICE";
	const char *target = irc_target_name(irc, line);
	const struct irc_channel *through = irc_find_cprivmsg_channel(irc, line, message);
	size_t length = irc->support->line_length;
	if (target == NULL) {
		outbox_skip(irc->outgoing->outbox);
		return;
	}
	text_add(&text, through != NULL ? "C" : "");
	text_add(&text, command);
	text_char(&text, ' ');
	text_add(&text, target);
	text_add(&text, through != NULL ? " " : "");
	text_add(&text, through != NULL ? through->name : "");
	text_add(&text, reply ? " :\1" : " :");
	/*
	 * The text must fit into the line that is sent, and into the line that others receive,
	 * which begins with `:nick!user@host COMMAND target :`.
	 */
	size_t sent = text_length(&text) + 2;
	size_t relayed =
		strlen(irc->self->wire) + irc->self->mask + strlen(command) + strlen(target) + 7;
	size_t around = sent > relayed ? sent : relayed;
	size_t room =
		around + IRC_OUTGOING_TEXT_MIN < length ? length - around : IRC_OUTGOING_TEXT_MIN;
	struct irc_sent_line *said = irc_sent_add(irc, line, target, through);
	outbox_take(
		irc->outgoing->outbox, loop_now(irc->loop), reply ? room - 2 : room, said->text);
	char *end = text.at + strlen(said->text);
	memcpy(text.at, said->text, strlen(said->text));
	if (reply)
		*end++ = 1;
	memcpy(end, "\r\n", 2);
	irc_window_count_lines(&irc->outgoing->window, 1, (size_t)(end + 2 - bytes));
	conn_send(irc->link->conn, bytes, (size_t)(end + 2 - bytes));
}

static bool irc_can_send_queued(const struct irc *irc)
{
	return conn_send_room(irc->link->conn) >= IRC_OUTGOING_SEND_ROOM &&
		irc_window_has_room(&irc->outgoing->window);
}

void irc_send_queued(void *context)
{
	struct irc *irc = context;
	struct outbox *outbox = irc->outgoing->outbox;
	const struct irc_window *window = &irc->outgoing->window;
	const struct outbox_line *line;
	/*
	 * Update the time first: the commit of the batch may have taken long, and the rate limit
	 * counts a line from the moment at which it is sent.
	 */
	uint64_t now = loop_update_now(irc->loop), then;
	if (irc->link->phase != IRC_CONNECTED)
		return;
	/* Queries go before lines: a WHO reply may show that a waiting line has another target. */
	irc_account_send_queries(irc, now);
	/*
	 * A refusal that comes after the PONG can only concern a line sent after the PING. A PING
	 * costs as much as a line, so it is sent only if a full burst is available.
	 */
	if (!window->pong_awaited && pace_has_full_burst(outbox_pace(outbox), now) &&
		irc_can_send_queued(irc) && irc_sent_has_unconfirmed(irc) &&
		outbox_next(outbox, now) != NULL)
		irc_send_ping(irc);
	while (irc_can_send_queued(irc) && (line = outbox_next(outbox, now)) != NULL)
		if (irc_presence_can_send(irc, line, now))
			irc_send_queued_line(irc, line);
	bool ping_due = irc_window_needs_ping(window, !outbox_has_ready(outbox));
	uint64_t ping_time = now + pace_delay(outbox_pace(outbox), now, 0);
	if (ping_due && ping_time == now)
		irc_send_ping(irc);
	conn_flush(irc->link->conn);
	then = outbox_has_ready(outbox) ? now + outbox_delay(outbox, now)
					: outbox_next_deferral_end(outbox);
	if (!irc_can_send_queued(irc))
		then = UINT64_MAX;
	if (ping_due && ping_time > now && then > ping_time)
		then = ping_time;
	if (then != UINT64_MAX)
		loop_timer_set(irc->outgoing->pace, then - now);
	if (irc->network.input_paused && outbox_is_below_low(outbox)) {
		irc->network.input_paused = irc->link->discarding_input = false;
		conn_resume_input(irc->link->conn);
	}
}

static void irc_end_batch(struct irc *irc)
{
	roster_remove_passing(irc->members->roster);
	irc_send_queued(irc);
	irc->members->batches++;
}

void irc_send_staged(struct network *network)
{
	struct irc *irc = (struct irc *)network;
	outbox_queue_staged(irc->outgoing->outbox, loop_now(irc->loop));
	irc_end_batch(irc);
}

void irc_discard_staged(struct network *network)
{
	struct irc *irc = (struct irc *)network;
	outbox_discard_staged(irc->outgoing->outbox);
	irc_end_batch(irc);
}
