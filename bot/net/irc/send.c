/* irc/send.c - protocol lines that bypass the outbox. */
#include <sodium.h>
#include <string.h>

#include "bot/net/irc/clock.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

/* Returns how many lines a command counts as on the strictest servers (InspIRCd's Penalty). */
static unsigned irc_count_penalty(const char *command)
{
	if (strcmp(command, "NICK") == 0 || strcmp(command, "PART") == 0)
		return 5;
	return strcmp(command, "JOIN") == 0 ? 2 : 1;
}

/*
 * Counts a sent line against rate limit and window. Lines before the welcome are not counted,
 * because servers do not count them. A PING never counts against the window, because the window
 * always leaves room for one. It counts against the rate limit if the server counts PINGs
 * (counts_pings).
 */
static void irc_count_line(struct irc *irc, const char *command, size_t bytes)
{
	unsigned lines = irc_count_penalty(command);
	bool question = strcmp(command, "PING") == 0;
	if (question && !irc->outgoing->window.counts_pings)
		return;
	if (irc->link->phase == IRC_CONNECTED && !question)
		irc_window_count_lines(&irc->outgoing->window, lines, bytes);
	for (; irc->link->phase == IRC_CONNECTED && lines > 0; lines--)
		pace_count(outbox_pace(irc->outgoing->outbox), loop_now(irc->loop));
}

void irc_send(struct irc *irc, const char *command, const char *middle, const char *last)
{
	char line[IRC_LINE_SENT_MAX + 1];
	struct text text = text_in(line, sizeof line - 2);
	text_add(&text, command);
	if (middle != NULL) {
		text_char(&text, ' ');
		text_add(&text, middle);
	}
	if (last != NULL) {
		text_add(&text, " :");
		text_add(&text, last);
	}
	memcpy(text.at, "\r\n", 2);
	if (!conn_send(irc->link->conn, line, text_length(&text) + 2))
		conn_drop(irc->link->conn, "the send buffer is full");
	irc_count_line(irc, command, text_length(&text) + 2);
	/* The line may hold a password. */
	sodium_memzero(line, text_length(&text));
}

void irc_send_ping(struct irc *irc)
{
	char number[24];
	struct text text = text_in(number, sizeof number);
	text_number(
		&text, (int64_t)irc_window_count_ping(&irc->outgoing->window, loop_now(irc->loop)));
	irc->sent->sent_before_ping = irc->sent->sent;
	irc_send(irc, "PING", NULL, number);
	irc_clock_set_timer(irc);
}
