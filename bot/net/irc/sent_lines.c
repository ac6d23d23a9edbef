/* irc/sent_lines.c - remembers the last lines sent, to resend them if the server refuses them. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

/*
 * Returns the oldest entry for public or private lines, for reuse. Public lines have their own
 * entries: they must not displace a private line whose refusal has not arrived yet.
 */
static struct irc_sent_line *irc_sent_oldest(struct irc *irc, bool public)
{
	unsigned end = public ? IRC_SENT_PUBLIC : IRC_SENT_LINES;
	struct irc_sent_line *oldest = &irc->sent->lines[end - 1];
	for (unsigned i = public ? 0 : IRC_SENT_PUBLIC; i < end; i++)
		if (irc->sent->lines[i].order < oldest->order)
			oldest = &irc->sent->lines[i];
	return oldest;
}

struct irc_sent_line *irc_sent_add(struct irc *irc, const struct outbox_line *line,
	const char *wire, const struct irc_channel *through)
{
	struct irc_sent_line *said = irc_sent_oldest(irc, line->target_kind == OUTBOX_TO_CHANNEL);
	said->order = ++irc->sent->sent;
	said->way = (enum irc_send_kind)line->send_kind;
	said->whom = line->target_kind;
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
		if (said->whom != OUTBOX_TO_STRANGER || strcmp(said->target, place) != 0)
			continue;
		said->whom = OUTBOX_TO_MEMBER;
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
		&(struct outbox_resend){
			said->whom, (int)said->way, said->target, said->serial, said->order },
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
