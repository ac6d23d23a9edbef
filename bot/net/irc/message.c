/* irc/message.c - messages of people, and their CTCP requests. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"

/*
 * IRC_MESSAGE_TEXT: bytes of a line's text as UTF-8. IRC_MESSAGE_REPLY and IRC_MESSAGE_REPLIES:
 * rate limit of CTCP replies, in milliseconds: the cost of one, and the burst.
 */
enum {
	IRC_MESSAGE_TEXT = 2 * IRC_LINE_TEXT + 1,
	IRC_MESSAGE_REPLY = 5000,
	IRC_MESSAGE_REPLIES = 15000
};

/*
 * True if another bot sent a line. Such lines are ignored, because two bots could answer each other
 * without end.
 */
static bool irc_is_bot(const struct irc *irc, const struct irc_line *line)
{
	const struct member *member = roster_find(irc->members->roster, line->nick);
	return line->tags.bot || (member != NULL && member->bot);
}

void irc_on_message(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find_target(irc, line->param[0]);
	bool relayed = irc_is_relayed(line->nick);
	/*
	 * A bot may pass on a person's message: the text is like `<luc> !new`, or the nick is a
	 * relay's, like luc/discord.
	 */
	bool bridged = channel != NULL && (relayed || strchr("<[", line->param[1][0]) != NULL);
	/*
	 * A message in a channel makes its sender a member, unless the bot sees all members and
	 * anyone outside can write there too (no +n). Users of a relay are never members.
	 */
	bool inside = channel != NULL && !relayed &&
		(!channel->ready || channel->no_external || channel->hiding_modes != 0);
	char text[IRC_MESSAGE_TEXT];
	if (channel != NULL ? !channel->in : !irc_is_self(irc, line->param[0]))
		return;
	if (irc_is_self(irc, line->nick) || (irc_is_bot(irc, line) && !bridged))
		return;
	irc_text_clean(line->param[1], text, sizeof text);
	irc_text_replace_blanks(text);
	struct member *member = irc_member_add(irc, line->nick, inside ? channel : NULL, line);
	if (member == NULL || text[0] == '\0')
		return;
	struct sender sender = irc_sender(member);
	irc->network.events->message(
		&irc->network, &sender, channel != NULL ? channel->name : NULL, text);
}

/* Answers the CTCP requests VERSION and PING, within a rate limit. Ignores others. */
void irc_on_ctcp(struct irc *irc, const struct irc_line *line)
{
	const char *request = line->param[0];
	char text[IRC_MESSAGE_TEXT];
	if (!irc_clock_is_within_rate(
		    &irc->outgoing->replies, loop_now(irc->loop), IRC_MESSAGE_REPLIES) ||
		irc_is_self(irc, line->nick) || irc_is_bot(irc, line))
		return;
	if (strcmp(request, "VERSION") == 0)
		irc_stage_ctcp_reply(irc, line->nick, "VERSION mitaines");
	else if (strncmp(request, "PING ", 5) == 0 && irc_text_clean(request, text, sizeof text))
		irc_stage_ctcp_reply(irc, line->nick, text);
	else
		return;
	irc->outgoing->replies += IRC_MESSAGE_REPLY;
}
