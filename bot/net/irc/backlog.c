/*
 * irc/backlog.c - recognizes replayed lines. Bouncers and servers repeat lines from before the bot
 * connected, and sometimes lines that the bot has handled.
 *
 * A line is old if it is in a batch of replayed lines, if its time tag is earlier than this
 * connection's welcome, or if the tag is earlier than the bot's JOIN of the line's channel. A line
 * without a time tag is old if the server has announced a replay and has not yet answered the MODE
 * that the bot sent after its JOIN. The comparison has no tolerance: a stalled connection delivers
 * new lines late, and the previous connection may have handled a line from just before the welcome.
 *
 * The server's clock may be wrong, so the bot measures the offset: the time tag of the server's
 * last line minus loop_now. Each line of the server replaces the offset, because a bouncer's first
 * lines are stored ones. Lines that people send after the server's last line are thus never old,
 * however late they arrive. Lines of people do not set the clock: some networks pass on the time of
 * the sender's server.
 */
#include <string.h>
#include <time.h>

#include "bot/net/irc/backlog.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

void irc_backlog_begin(struct irc *irc)
{
	*irc->backlog = (struct irc_backlog){ .clock_offset = (int64_t)time(NULL) * 1000 -
			(int64_t)loop_now(irc->loop) };
}

/*
 * Also notes when a replay is announced: with channel mode +H, InspIRCd sends the notice "Replaying
 * up to …" before older lines, which may have no time tag.
 */
void irc_backlog_read_clock(struct irc *irc, const struct irc_line *line)
{
	static const char notice[] = "Replaying up to ";
	if (line->nick == NULL && strcmp(line->command, "NOTICE") == 0 &&
		strncmp(line->param[1], notice, sizeof notice - 1) == 0) {
		struct irc_channel *channel = irc_channel_find_target(irc, line->param[0]);
		if (channel != NULL && !channel->modes_known)
			channel->replays = true;
	}
	bool servers = line->nick == NULL || irc_is_self(irc, line->nick);
	if (servers && line->tags.time != 0)
		irc->backlog->clock_offset = line->tags.time - (int64_t)loop_now(irc->loop);
}

int64_t irc_backlog_server_time(const struct irc *irc)
{
	return (int64_t)loop_now(irc->loop) + irc->backlog->clock_offset;
}

static bool irc_backlog_is_replay_batch(const struct irc *irc, const char *reference)
{
	for (size_t i = 0; reference != NULL && i < IRC_BACKLOG_BATCHES; i++)
		if (irc->backlog->replay[i][0] != '\0' &&
			strcmp(irc->backlog->replay[i], reference) == 0)
			return true;
	return false;
}

/* Logs once per connection that replayed lines are ignored. Returns true. */
static bool irc_backlog_log_ignored(struct irc *irc)
{
	if (!irc->backlog->logged)
		irc_log(irc, LOG_INFO, "ignoring replayed lines from before the bot joined");
	irc->backlog->logged = true;
	return true;
}

bool irc_backlog_is_replayed(struct irc *irc, const struct irc_line *line)
{
	return irc_backlog_is_replay_batch(irc, line->tags.batch) && irc_backlog_log_ignored(irc);
}

bool irc_backlog_is_old(struct irc *irc, const struct irc_line *line)
{
	const struct irc_channel *channel = irc_channel_find_target(irc, line->param[0]);
	int64_t time = line->tags.time;
	if (irc->link->phase != IRC_CONNECTED || line->nick == NULL)
		return false;
	if (time == 0)
		return channel != NULL && channel->replays && irc_backlog_log_ignored(irc);
	return (time < (int64_t)irc->link->welcomed + irc->backlog->clock_offset ||
		       (channel != NULL && time < channel->since)) &&
		irc_backlog_log_ignored(irc);
}

/* Handles `BATCH +reference type …` and `BATCH -reference`. */
void irc_on_batch(struct irc *irc, const struct irc_line *line)
{
	struct irc_backlog *backlog = irc->backlog;
	const char *reference = line->param[0] + 1;
	bool begins = line->param[0][0] == '+' && line->params > 1;
	const char *type = begins ? line->param[1] : "";
	bool replays = irc_backlog_is_replay_batch(irc, line->tags.batch) ||
		strcmp(type, "chathistory") == 0 || strcmp(type, "draft/chathistory") == 0 ||
		strcmp(type, "znc.in/playback") == 0;
	if (begins && replays) {
		text_copy(backlog->replay[backlog->next], IRC_BACKLOG_REFERENCE, reference);
		backlog->next = (backlog->next + 1) % IRC_BACKLOG_BATCHES;
	}
	for (size_t i = 0; line->param[0][0] == '-' && i < IRC_BACKLOG_BATCHES; i++)
		if (strcmp(backlog->replay[i], reference) == 0)
			backlog->replay[i][0] = '\0';
}
