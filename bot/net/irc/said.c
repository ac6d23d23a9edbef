/* irc/said.c - what the bot said last, for when the server refuses it for now. */
#include <stdlib.h>
#include <string.h>

#include "bot/net/irc/state.h"
#include "engine/text.h"

/* Seconds: the longest time that a server may ask for. */
enum { IRC_SAID_MOST = 120 };

static void irc_said_copy(char *out, size_t size, const char *string)
{
	struct text text = text_in(out, size);
	text_add(&text, string);
}

struct irc_said *irc_said_next(struct irc *irc, const struct outbox_line *line, const char *wire,
	const struct irc_channel *through)
{
	struct irc_said *said = &irc->said[irc->spoken++ % IRC_SAID];
	said->order = irc->spoken;
	said->way = (enum irc_way)line->way;
	said->whom = line->whom;
	said->serial = line->serial;
	irc_said_copy(said->target, sizeof said->target, line->target);
	irc_said_copy(said->wire, sizeof said->wire, wire);
	irc_said_copy(said->through, sizeof said->through, through != NULL ? through->name : "");
	return said;
}

static bool irc_said_was(
	const struct irc *irc, const struct irc_said *said, const char *wire, const char *through)
{
	return said->wire[0] != '\0' && (wire == NULL || irc_same(irc, said->wire, wire)) &&
		(through == NULL || irc_same(irc, said->through, through));
}

/*
 * One that was said to whoever was called so, NULL: anybody, and through that channel, NULL:
 * however: the last, or of those that the server has not said it has taken, or where it is not
 * asked of all, the first. NULL: there is none.
 */
static struct irc_said *irc_said_find(
	struct irc *irc, const char *wire, const char *through, bool first)
{
	struct irc_said *found = NULL;
	bool asked = irc->window.most.lines > 0;
	for (unsigned back = 1; back <= IRC_SAID; back++) {
		struct irc_said *said = &irc->said[(irc->spoken - back) % IRC_SAID];
		if (first && asked && irc->spoken - back < irc->taken)
			break;
		if (irc_said_was(irc, said, wire, through) && (found == NULL || first))
			found = said;
	}
	return found;
}

/* What the server refuses: it takes lines in order, so the first, as far as it says what it has. */
static struct irc_said *irc_said_refused(struct irc *irc, const char *wire, const char *through)
{
	return irc_said_find(irc, wire, through, irc->window.most.lines > 0);
}

bool irc_said_doubts(const struct irc *irc)
{
	bool doubts = false;
	for (uint64_t at = irc->spoken; at > irc->taken && at + IRC_SAID > irc->spoken; at--)
		doubts = doubts || irc->said[(at - 1) % IRC_SAID].whom != OUTBOX_TO_CHANNEL;
	return doubts && irc->window.most.lines > 0;
}

/* It goes again then; false: there is nothing to go. */
static bool irc_said_again(struct irc *irc, struct irc_said *said, uint64_t then)
{
	bool again;
	if (said == NULL)
		return false;
	again = outbox_again(irc->outbox,
		&(struct outbox_again){
			said->whom, (int)said->way, said->target, said->serial, said->order },
		said->text, then);
	said->wire[0] = '\0';
	loop_timer_set(irc->pace, 0);
	return again;
}

bool irc_said_moved(struct irc *irc, const char *wire)
{
	/* They had by their old nick what came before the new one. */
	struct irc_said *said = irc_said_find(irc, wire, NULL, false);
	const struct member *member =
		said != NULL ? roster_by_key(irc->roster, said->target) : NULL;
	return member != NULL && !irc_same(irc, member->wire, wire) &&
		irc_said_again(irc, said, loop_now(irc->loop));
}

/* The first number in what a server says, as in "Please wait 12 seconds", or 0. */
static uint64_t irc_said_number(const char *text)
{
	unsigned long number = strtoul(text + strcspn(text, "0123456789"), NULL, 10);
	return number < IRC_SAID_MOST ? number : IRC_SAID_MOST;
}

/*
 * `439 bot anna :Target change too fast. Please wait 12 seconds.` Where one line is refused, those
 * behind it may be too, or those before it were not: all go again of which that is not known, as
 * better one is told twice than lost.
 */
void irc_on_hurry(struct irc *irc, const struct irc_line *line)
{
	uint64_t seconds = irc_said_number(line->param[line->params - 1]);
	uint64_t then = loop_now(irc->loop) + (seconds > 0 ? seconds * 1000 : irc->times.hurry);
	bool again;
	irc_on_said(irc, line);
	do
		again = irc_said_again(irc, irc_said_refused(irc, line->param[1], NULL), then);
	while (again && irc->window.most.lines > 0);
}

/* `441 bot anna #channel :They aren't on that channel`: they may be in another. */
void irc_on_absent(struct irc *irc, const struct irc_line *line)
{
	const struct irc_channel *channel = irc_channel_find(irc, line->param[2]);
	struct irc_said *said = irc_said_refused(irc, line->param[1], line->param[2]);
	if (channel == NULL || said == NULL) {
		irc_on_said(irc, line);
		return;
	}
	irc_parted(irc, line->param[1], channel);
	irc_said_again(irc, said, loop_now(irc->loop));
}

/* `489 bot #channel :You're neither voiced nor channel operator`, or another channel's refusal. */
void irc_on_powerless(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	struct irc_said *said = irc_said_refused(irc, NULL, line->param[1]);
	if (channel == NULL || said == NULL) {
		irc_on_refused(irc, line);
		return;
	}
	channel->ranks = 0;
	irc_said_again(irc, said, loop_now(irc->loop));
}
