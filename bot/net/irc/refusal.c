/* irc/refusal.c - handles refusals by the server: of nicks, joins and lines. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/irc/address.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "engine/text.h"

/*
 * IRC_REFUSAL_NICKS: nicks tried before the bot disconnects. IRC_REFUSAL_APPENDED: how many of them
 * are made by appending _.
 */
enum { IRC_REFUSAL_NICKS = 8, IRC_REFUSAL_APPENDED = 4 };
/* Longest wait in seconds that the bot accepts when a server tells it to wait. */
enum { IRC_REFUSAL_WAIT = 120 };

/*
 * Handles a refused nick: tries the refused nick with _ appended, then a random nick. The bot asks
 * for the configured nick again later.
 */
void irc_on_nick_refused(struct irc *irc, const struct irc_line *line)
{
	char nick[NETWORK_NICK];
	struct text text = text_in(nick, sizeof nick);
	(void)line;
	if (++irc->self->nicks > IRC_REFUSAL_NICKS) {
		conn_drop(irc->link->conn, "the server refuses all nicks; check nick");
		return;
	}
	if (irc->self->nicks <= IRC_REFUSAL_APPENDED) {
		text_add(&text, irc->self->wire);
		text_char(&text, '_');
	} else {
		/* Every server allows nicks of nine bytes. */
		text_bytes(&text, irc->settings->nick, strnlen(irc->settings->nick, 5));
		text_number(&text, 1000 + randombytes_uniform(9000));
	}
	irc_set_own_nick(irc, nick);
	irc_send(irc, "NICK", nick, NULL);
}

static bool irc_is_about_channel(const struct irc *irc, const struct irc_line *line)
{
	return line->params >= 2 && irc_support_is_channel(irc->support, line->param[1]);
}

/* Handles any other error numeric: a refused JOIN, or an error that is only logged. */
void irc_on_other_numeric(struct irc *irc, const struct irc_line *line)
{
	/*
	 * Numerics that refuse a JOIN because of the channel's modes: +l, +i, ban, +k, registered
	 * nicks only, throttle, TLS only. Other numerics refuse it because of the network's limits.
	 */
	static const int by_modes[] = { 471, 473, 474, 475, 477, 480, 489 };
	struct irc_channel *channel =
		line->params >= 2 ? irc_channel_find(irc, line->param[1]) : NULL;
	char text[IRC_SERVER_TEXT];
	bool kept_out = false;
	if (line->code < 400 || (line->code > 599 && line->code < 900))
		return;
	if (irc->link->phase != IRC_CONNECTED || channel == NULL || channel->in) {
		irc_on_server_text(irc, line);
		return;
	}
	irc_server_text_format(line, 2, text);
	irc_log_channel(irc, LOG_WARN, channel->name, "cannot join %s (%03d): %s", channel->name,
		line->code, text);
	channel->asked = false;
	/*
	 * irc_channel_schedule_retry counts this attempt, which was already counted when JOIN was
	 * sent.
	 */
	channel->tries -= channel->tries > 0;
	irc_channel_schedule_retry(irc, channel);
	for (size_t i = 0; i < sizeof by_modes / sizeof by_modes[0]; i++)
		kept_out = kept_out || line->code == by_modes[i];
	if (!kept_out)
		return;
	irc->members->is_kept_out = true;
	irc->network.events->channel_lost(&irc->network, channel->name);
}

/* Handles 437, which refuses a nick or a channel. */
void irc_on_name_unavailable(struct irc *irc, const struct irc_line *line)
{
	if (irc->link->phase == IRC_REGISTERING && !irc_is_about_channel(irc, line))
		irc_on_nick_refused(irc, line);
	else
		irc_on_other_numeric(irc, line);
}

/* Handles a ban or a wrong password: the bot waits long before the next attempt. */
void irc_on_banned(struct irc *irc, const struct irc_line *line)
{
	irc->address->long_delay = true;
	irc_on_other_numeric(irc, line);
}

/*
 * Handles 421 and 451. `421 * CAP :Unknown command` comes from an older server that does not know
 * CAP: registers without CAP.
 */
void irc_on_unknown_command(struct irc *irc, const struct irc_line *line)
{
	if (irc->link->phase == IRC_REGISTERING && !irc->login->registered)
		irc_login_register(irc);
	else if (irc->link->phase == IRC_CONNECTED && line->code == 451)
		/*
		 * 451 after the welcome: a bouncer sent the welcome, but is not registered with its
		 * server.
		 */
		conn_drop(irc->link->conn, "the server says that the bot is not registered (451)");
	else if (line->params < 2 || strcmp(line->param[line->params - 2], "CAP") != 0)
		irc_on_other_numeric(irc, line);
}

/*
 * Handles `404 bot #channel :Cannot send to channel (+m)`: marks the channel as muted, until
 * irc_channel_unmute.
 */
void irc_on_cannot_send(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	char text[IRC_SERVER_TEXT];
	if (channel == NULL || !channel->ready || channel->mute)
		return;
	irc_server_text_format(line, 2, text);
	irc_log_channel(irc, LOG_WARN, channel->name, "cannot speak in %s (%03d): %s",
		channel->name, line->code, text);
	/* If the last mute was long ago, start again with short delays. */
	if (loop_now(irc->loop) > channel->due + irc->times.retry_most)
		channel->tries = 0;
	channel->mute = true;
	outbox_drop_public(irc->outgoing->outbox, channel->folded);
	irc_channel_schedule_retry(irc, channel);
	irc->network.events->channel_lost(&irc->network, channel->name);
}

/*
 * Handles numerics like 477, which may refuse a line to a channel, a JOIN, or a line to a person,
 * like `716 bot anna :is in +g mode`. In ngircd's `486 bot :… anna` the nick is the last word.
 */
void irc_on_message_refused(struct irc *irc, const struct irc_line *line)
{
	const struct irc_channel *channel =
		line->params >= 2 ? irc_channel_find(irc, line->param[1]) : NULL;
	if (channel != NULL && channel->in) {
		irc_on_cannot_send(irc, line);
		return;
	}
	if (irc_is_about_channel(irc, line)) {
		irc_on_other_numeric(irc, line);
		return;
	}
	const char *name = line->param[line->params - 1];
	const char *last = strrchr(name, ' ');
	if (line->params >= 3)
		name = line->param[1];
	else if (last != NULL)
		name = last + 1;
	struct member *member = roster_find(irc->members->roster, name);
	if (member == NULL) {
		if (!irc_login_handle_no_nickserv(irc, line) && !irc_sent_resend_renamed(irc, name))
			irc_on_server_text(irc, line);
	} else if (line->code != 401 || !irc_presence_remove_lost(irc, member)) {
		struct sender sender = irc_sender(member);
		irc->network.events->private_refused(&irc->network, &sender);
	}
}

/*
 * Handles `439 bot anna :Target change too fast. Please wait 12 seconds.` Resends all unconfirmed
 * lines to the nick: the server may have refused only some of them, but a repeated line is better
 * than a lost one.
 */
void irc_on_target_too_fast(struct irc *irc, const struct irc_line *line)
{
	const char *text = line->param[line->params - 1];
	unsigned long seconds = strtoul(text + strcspn(text, "0123456789"), NULL, 10);
	seconds = seconds < IRC_REFUSAL_WAIT ? seconds : IRC_REFUSAL_WAIT;
	uint64_t then = loop_now(irc->loop) + (seconds > 0 ? seconds * 1000 : irc->times.hurry);
	bool again;
	irc_on_server_text(irc, line);
	do
		again = irc_sent_resend(
			irc, irc_sent_find_refused(irc, line->param[1], NULL), then);
	while (again && irc->outgoing->window.most.lines > 0);
}

/*
 * Handles `441 bot anna #channel :They aren't on that channel`, which refuses a CPRIVMSG or
 * CNOTICE: resends the line without the channel.
 */
void irc_on_user_not_in_channel(struct irc *irc, const struct irc_line *line)
{
	const struct irc_channel *channel = irc_channel_find(irc, line->param[2]);
	struct irc_sent_line *said = irc_sent_find_refused(irc, line->param[1], line->param[2]);
	if (channel == NULL || said == NULL) {
		irc_on_server_text(irc, line);
		return;
	}
	irc_member_part(irc, line->param[1], channel);
	irc_sent_resend(irc, said, loop_now(irc->loop));
}

/*
 * Handles 442 and 489. `489 bot #channel :You're neither voiced …` refuses a CPRIVMSG or CNOTICE:
 * resends the line without the channel. Otherwise the numeric refuses a message or a JOIN.
 */
void irc_on_not_in_channel(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	struct irc_sent_line *said = irc_sent_find_refused(irc, NULL, line->param[1]);
	if (channel == NULL || said == NULL) {
		irc_on_message_refused(irc, line);
		return;
	}
	channel->ranks = 0;
	irc_sent_resend(irc, said, loop_now(irc->loop));
}
