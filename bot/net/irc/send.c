/*
 * irc/send.c - writes lines to the server that bypass the outbox, and remembers the outbox's last
 * lines until the server has confirmed them, to resend those that it refuses.
 */
#include <sodium.h>
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

/* ---- lines that bypass the outbox ---- */

/*
 * Counts a sent line against rate limit and window. A command that the strictest servers count as
 * several lines (InspIRCd's Penalty) counts as several here too. Lines before the welcome do not
 * count, because servers do not count them. A PING never counts against the window, because the
 * window always leaves room for one; it counts against the rate limit if the server counts PINGs
 * (counts_pings).
 */
static void irc_count_line(struct irc *irc, const char *command, size_t bytes)
{
	bool costly = strcmp(command, "NICK") == 0 || strcmp(command, "PART") == 0;
	bool ping = strcmp(command, "PING") == 0;
	unsigned lines = costly ? 5 : strcmp(command, "JOIN") == 0 ? 2 : 1;
	if (irc->link->phase != IRC_CONNECTED || (ping && !irc->outgoing->window.counts_pings))
		return;
	if (!ping)
		irc_window_count_lines(&irc->outgoing->window, lines, bytes);
	while (lines-- > 0)
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

/* ---- the last lines of the outbox ---- */

/*
 * Public lines have their own entries: they must not displace a private line whose refusal has not
 * arrived yet.
 */
struct irc_sent_line *irc_sent_add(struct irc *irc, const struct outbox_line *line,
	const char *wire, const struct irc_channel *through)
{
	bool public = line->target_kind == OUTBOX_TO_CHANNEL;
	unsigned end = public ? IRC_SENT_PUBLIC : IRC_SENT_LINES;
	struct irc_sent_line *said = &irc->sent->lines[end - 1];
	for (unsigned i = public ? 0 : IRC_SENT_PUBLIC; i < end; i++)
		if (irc->sent->lines[i].order < said->order)
			said = &irc->sent->lines[i];
	said->order = ++irc->sent->sent;
	said->send_kind = (enum irc_send_kind)line->send_kind;
	said->target_kind = line->target_kind;
	said->serial = line->serial;
	text_copy(said->target, sizeof said->target, line->target);
	text_copy(said->wire, sizeof said->wire, wire);
	text_copy(said->through, sizeof said->through, through != NULL ? through->name : "");
	return said;
}

static bool irc_sent_matches(const struct irc *irc, const struct irc_sent_line *said,
	const char *wire, const char *through)
{
	return said->wire[0] != '\0' && (wire == NULL || irc_is_same_name(irc, said->wire, wire)) &&
		(through == NULL || irc_is_same_name(irc, said->through, through));
}

/*
 * Finds a sent line by nick (NULL: any) and channel of CPRIVMSG or CNOTICE (NULL: any). With
 * `first`, returns the first unconfirmed match, otherwise the last match. Returns NULL if no line
 * matches.
 */
static struct irc_sent_line *irc_sent_find(
	struct irc *irc, const char *wire, const char *through, bool first)
{
	struct irc_sent_line *found = NULL;
	for (unsigned i = 0; i < IRC_SENT_LINES; i++) {
		struct irc_sent_line *said = &irc->sent->lines[i];
		if (!irc_sent_matches(irc, said, wire, through) ||
			(first && said->order <= irc->sent->confirmed))
			continue;
		if (found == NULL || (said->order < found->order) == first)
			found = said;
	}
	return found;
}

struct irc_sent_line *irc_sent_find_refused(struct irc *irc, const char *wire, const char *through)
{
	return irc_sent_find(irc, wire, through, irc->outgoing->window.most.lines > 0);
}

void irc_sent_readdress(struct irc *irc, const char *place, const struct member *member)
{
	for (unsigned i = 0; i < IRC_SENT_LINES; i++) {
		struct irc_sent_line *said = &irc->sent->lines[i];
		if (said->target_kind != OUTBOX_TO_STRANGER || strcmp(said->target, place) != 0)
			continue;
		said->target_kind = OUTBOX_TO_MEMBER;
		text_copy(said->target, sizeof said->target, member->key);
	}
}

bool irc_sent_has_unconfirmed(const struct irc *irc)
{
	bool unconfirmed = false;
	for (unsigned i = IRC_SENT_PUBLIC; i < IRC_SENT_LINES; i++)
		unconfirmed = unconfirmed || irc->sent->lines[i].order > irc->sent->confirmed;
	return unconfirmed && irc->outgoing->window.most.lines > 0;
}

bool irc_sent_resend(struct irc *irc, struct irc_sent_line *said, uint64_t then)
{
	if (said == NULL)
		return false;
	bool again = outbox_resend(irc->outgoing->outbox,
		&(struct outbox_resend){ said->target_kind, (int)said->send_kind, said->target,
			said->serial, said->order },
		said->text, then);
	said->wire[0] = '\0';
	loop_timer_set(irc->outgoing->pace, 0);
	return again;
}

/* Resends a line if its person now has another nick than `wire`. Returns true if resent. */
static bool irc_sent_resend_to_new_nick(
	struct irc *irc, struct irc_sent_line *said, const char *wire, uint64_t wait)
{
	const struct member *member =
		said != NULL ? roster_find_key(irc->members->roster, said->target) : NULL;
	return member != NULL && !irc_is_same_name(irc, member->wire, wire) &&
		irc_sent_resend(irc, said, loop_now(irc->loop) + wait);
}

bool irc_sent_resend_renamed(struct irc *irc, const char *wire)
{
	/* Earlier lines arrived before the rename, so the refused line is the last one. */
	return irc_sent_resend_to_new_nick(
		irc, irc_sent_find(irc, wire, NULL, false), wire, irc->times.follow);
}

void irc_sent_resend_unconfirmed(struct irc *irc, const char *wire)
{
	bool asked = irc->outgoing->window.most.lines > 0;
	for (unsigned i = 0; i < IRC_SENT_LINES; i++) {
		struct irc_sent_line *said = &irc->sent->lines[i];
		if (asked && said->order > irc->sent->confirmed &&
			irc_sent_matches(irc, said, wire, NULL))
			irc_sent_resend_to_new_nick(irc, said, wire, 0);
	}
}
