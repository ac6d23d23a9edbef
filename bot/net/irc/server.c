/* irc/server.c - handles the server's own lines: welcome, limits, PING, PONG and ERROR. */
#include <string.h>

#include "bot/net/irc/address.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

enum { IRC_SERVER_MODES = 64 };
enum { IRC_SERVER_REASON = 400 };

static void irc_set_modes(struct irc *irc, const char *modes)
{
	char mode[NETWORK_NICK + IRC_SERVER_MODES];
	struct text text = text_in(mode, sizeof mode);
	text_add(&text, irc->self->wire);
	text_char(&text, ' ');
	text_add(&text, modes);
	irc_send(irc, "MODE", mode, NULL);
}

void irc_on_welcome(struct irc *irc, const struct irc_line *line)
{
	const struct irc_settings *settings = irc->settings;
	irc->link->welcomed = loop_now(irc->loop);
	irc_set_own_nick(irc, line->param[0]);
	if (!irc_login_handle_welcome(irc))
		return;
	irc->link->connects++;
	log_network(irc->log, LOG_NOTE, settings->common.name, "connected as %s", irc->self->nick);
	if (settings->modes != NULL)
		irc_set_modes(irc, settings->modes);
	for (size_t i = 0; i < settings->after_welcome.count; i++)
		irc_send(irc, settings->after_welcome.item[i], NULL, NULL);
}

/* Handles `396 bot host :is now your host`, the bot's host in relayed lines. */
void irc_on_own_host(struct irc *irc, const struct irc_line *line)
{
	irc->self->mask = strlen("!1234567890a@") + strlen(line->param[1]);
}

void irc_on_ping(struct irc *irc, const struct irc_line *line)
{
	irc_send(irc, "PONG", NULL, line->params > 0 ? line->param[0] : "");
}

/*
 * Handles the server's PONG, which confirms lines. Ignores PONGs of people, which old servers
 * relay.
 */
void irc_on_pong(struct irc *irc, const struct irc_line *line)
{
	uint64_t now = loop_now(irc->loop);
	if (line->nick != NULL ||
		!irc_window_handle_pong(&irc->outgoing->window, line->param[line->params - 1], now))
		return;
	irc->sent->confirmed = irc->sent->sent_before_ping;
	/* The PING is counted too if the server counts PINGs. */
	pace_count_again(outbox_pace(irc->outgoing->outbox), now,
		irc->outgoing->window.confirmed.lines + irc->outgoing->window.counts_pings,
		now - irc->outgoing->window.ping_time);
	irc_send_queued(irc);
	irc_clock_set_timer(irc);
}

void irc_handle_parsed_lines(void *context)
{
	const struct irc *irc = context;
	if (!irc_parser_flush(irc->link->parser))
		conn_drop(irc->link->conn, "libircclient reports an error");
}

/*
 * Handles ERROR: drops the connection, even if the server leaves it open. If the text tells of a
 * ban, throttling or a wrong password, the next attempt waits long, because an early one would fail
 * too.
 */
void irc_on_error(struct irc *irc, const struct irc_line *line)
{
	static const char *const lasting[] = { "throttl", "too fast", "too many", "banned",
		"-lined", ":lined", "password" };
	char said[IRC_SERVER_TEXT], lower[IRC_SERVER_TEXT], reason[IRC_SERVER_REASON];
	struct text text = text_in(reason, sizeof reason);
	/* Earlier lines may explain the ERROR, so they are handled first. */
	irc_handle_parsed_lines(irc);
	irc_text_clean(line->params > 0 ? line->param[0] : "", said, sizeof said);
	irc_case_fold(IRC_CASE_ASCII, said, lower, sizeof lower);
	for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++)
		irc->address->long_delay =
			irc->address->long_delay || strstr(lower, lasting[i]) != NULL;
	text_add(&text, "the server says: ");
	text_add(&text, said);
	conn_drop(irc->link->conn, reason);
}

/* Handles `004 bot server version modes modes`: adjusts flow control to the kind of server. */
void irc_on_version(struct irc *irc, const struct irc_line *line)
{
	irc_window_kind(&irc->outgoing->window, line->param[2]);
}

void irc_monitor_nick(struct irc *irc)
{
	char wanted[NETWORK_NICK], nick[NETWORK_NICK + 2];
	struct text text = text_in(nick, sizeof nick);
	irc_wanted_nick(irc, wanted);
	if (irc->self->watching || !irc->support->monitor || irc->link->phase != IRC_CONNECTED ||
		irc_is_self(irc, wanted))
		return;
	irc->self->watching = true;
	text_add(&text, "+ ");
	text_add(&text, wanted);
	irc_send(irc, "MONITOR", nick, NULL);
}

/*
 * Handles `005 bot NAME=value … :are supported`. Folds all names by a new case mapping, but keeps
 * the old one if the roster has people. Sets the user mode that marks bots, if the network has one.
 */
void irc_on_isupport(struct irc *irc, const struct irc_line *line)
{
	enum irc_case before = irc->support->mapping;
	for (size_t i = 1; i < line->params; i++)
		irc_support_read_token(irc->support, line->param[i]);
	if (roster_count(irc->members->roster) > 0) {
		irc->support->mapping = before;
	} else if (irc->support->mapping != before) {
		roster_clear(irc->members->roster, irc->support->mapping);
		irc_channel_fold_all(irc);
	}
	const char mode[] = { '+', irc->support->bot_mode, '\0' };
	if (!irc->self->marked && mode[1] != '\0' && irc->link->phase == IRC_CONNECTED) {
		irc->self->marked = true;
		irc_set_modes(irc, mode);
	}
	irc_monitor_nick(irc);
	/* Another 005 restarts the short wait for more of them. */
	if (irc->login->step == IRC_LOGIN_AWAITING_LIMITS) {
		irc->login->due = loop_now(irc->loop) + irc->times.settle;
		irc_clock_set_timer(irc);
	}
}
