/* irc/server.c - what the server says of itself and of the bot, and what it refuses. */
#include <string.h>
#include <sys/random.h>

#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

/* IRC_SERVER_NICKS: nicks to try until the server has had enough, of which so many by appending. */
enum { IRC_SERVER_TEXT = 2 * IRC_LINE_TEXT + 1, IRC_SERVER_NICKS = 8, IRC_SERVER_APPENDED = 4 };

void irc_on_welcome(struct irc *irc, const struct irc_line *line)
{
	irc->welcomed = loop_now(irc->loop);
	irc_call(irc, line->param[0]);
	if (irc_login_welcome(irc))
		log_line(irc->log, LOG_NOTE, irc->settings.name, "connected as %s", irc->nick);
}

/* `396 bot host :is now your host`: as others see the bot. */
void irc_on_host(struct irc *irc, const struct irc_line *line)
{
	irc->mask = strlen("!1234567890a@") + strlen(line->param[1]);
}

void irc_on_ping(struct irc *irc, const struct irc_line *line)
{
	irc_send(irc, "PONG", NULL, line->params > 0 ? line->param[0] : "");
}

/* Old servers pass on what people answer: that says nothing of the server. */
void irc_on_pong(struct irc *irc, const struct irc_line *line)
{
	if (line->nick != NULL ||
		!irc_window_answer(
			&irc->window, line->param[line->params - 1], loop_now(irc->loop)))
		return;
	irc_pump(irc);
	irc_arm(irc);
}

void irc_on_error(struct irc *irc, const struct irc_line *line)
{
	char text[IRC_SERVER_TEXT];
	irc_text_clean(line->params > 0 ? line->param[0] : "", text, sizeof text);
	log_line(irc->log, LOG_WARN, irc->settings.name, "the server says: %s", text);
}

/* `004 bot server version modes modes`. */
void irc_on_version(struct irc *irc, const struct irc_line *line)
{
	irc_window_kind(&irc->window, line->param[2]);
}

/* Names fold differently now; before anybody is known that harms nobody. */
static void irc_refold(struct irc *irc, enum irc_case before)
{
	if (roster_count(irc->roster) > 0) {
		irc->support.mapping = before;
		return;
	}
	roster_clear(irc->roster, irc->support.mapping);
	irc_channel_fold(irc);
}

/* Shows the bot as one, where the network has a mode for it. */
static void irc_mark(struct irc *irc)
{
	char mode[NETWORK_NICK + 4];
	struct text text = text_in(mode, sizeof mode);
	if (irc->marked || irc->support.bot_mode == '\0' || irc->phase != IRC_ON)
		return;
	irc->marked = true;
	text_add(&text, irc->wire);
	text_add(&text, " +");
	text_char(&text, irc->support.bot_mode);
	irc_send(irc, "MODE", mode, NULL);
}

/* `005 bot NAME=value … :are supported`. */
void irc_on_support(struct irc *irc, const struct irc_line *line)
{
	enum irc_case before = irc->support.mapping;
	for (size_t i = 1; i < line->params; i++)
		irc_support_take(&irc->support, line->param[i]);
	if (irc->support.mapping != before)
		irc_refold(irc, before);
	irc_mark(irc);
}

/* ---- refusals ---- */

/* Any nick will do for a start; the configured one is asked for again later. */
void irc_on_nick_refused(struct irc *irc, const struct irc_line *line)
{
	char nick[NETWORK_NICK];
	struct text text = text_in(nick, sizeof nick);
	uint32_t dice = 0;
	(void)line;
	if (++irc->nicks > IRC_SERVER_NICKS) {
		conn_drop(irc->conn, "the server refuses every nick");
		return;
	}
	if (irc->nicks <= IRC_SERVER_APPENDED) {
		text_add(&text, irc->wire);
		text_char(&text, '_');
	} else {
		/* Nine bytes are what every server allows. */
		text_bytes(&text, irc->settings.nick, strnlen(irc->settings.nick, 5));
		(void)!getrandom(&dice, sizeof dice, GRND_NONBLOCK);
		text_number(&text, 1000 + dice % 9000);
	}
	irc_call(irc, nick);
	irc_send(irc, "NICK", nick, NULL);
}

/* True if a numeric is about a channel: some are about somebody else. */
static bool irc_is_of_channel(const struct irc *irc, const struct irc_line *line)
{
	return line->params >= 2 && irc_support_channel(&irc->support, line->param[1]);
}

/* 477 is about somebody, or a channel, that is for people who are logged in. */
void irc_on_unregistered(struct irc *irc, const struct irc_line *line)
{
	if (irc_is_of_channel(irc, line))
		irc_on_join_refused(irc, line);
	else
		irc_on_unheard(irc, line);
}

/* 437 is about a nick or a channel. */
void irc_on_unavailable(struct irc *irc, const struct irc_line *line)
{
	bool channel = irc_is_of_channel(irc, line);
	if (channel && irc->phase == IRC_ON)
		irc_on_join_refused(irc, line);
	else if (!channel && irc->phase == IRC_REGISTERING)
		irc_on_nick_refused(irc, line);
}

/* What else is refused before the welcome is for the operator to know: a ban, a wrong password. */
void irc_on_trouble(struct irc *irc, const struct irc_line *line)
{
	char text[IRC_SERVER_TEXT];
	if (line->code < 400 || line->code > 599)
		return;
	irc_text_clean(line->param[line->params - 1], text, sizeof text);
	log_line(irc->log, LOG_WARN, irc->settings.name, "the server says %03d: %s", line->code,
		text);
}

/* Older servers know no CAP, and that is fine. */
void irc_on_unknown(struct irc *irc, const struct irc_line *line)
{
	if (line->params < 2 || strcmp(line->param[line->params - 2], "CAP") != 0)
		irc_on_trouble(irc, line);
}
