/*
 * outbox.h - what the bot still has to say on one network. Pure: no I/O, and the clock is told.
 *
 * Lines are staged while a batch goes on, then released or forgotten together. Of the released ones
 * private lines go before public ones, but every fifth is public if any waits. Among each, targets
 * take turns, so that much to say to one does not delay another, and what a person has to wait for
 * beyond their first line takes turns with public lines and leaves a part of the burst to others.
 * Lines to strangers go when nothing else waits, and leave most of the burst. What goes to one
 * target keeps its order. A long line is cut between words when it goes, to what the server then
 * relays; public lines that have to wait for the pace are joined, as many as one line relays, and a
 * mark in brackets that they begin with is said once. What holds only for now (struct saying) is
 * not said any more once a newer line of its topic waits too.
 */
#ifndef BOT_NET_OUTBOX_H
#define BOT_NET_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/metrics.h"
#include "bot/net/network.h"

/*
 * OUTBOX_TEXT: longest text of one line in bytes, more is cut off. OUTBOX_BYTES: what all lines
 * together may take; what does not fit is refused, which does not happen as long as nothing more
 * comes in while outbox_high. The others are lines that may wait for one person, for one stranger,
 * for the strangers of one host and for all of them; what is beyond is dropped. OUTBOX_NAME: every
 * target has room for that many bytes.
 */
enum {
	OUTBOX_TEXT = 8192,
	OUTBOX_BYTES = 1024 * 1024,
	OUTBOX_MEMBER = 256,
	OUTBOX_STRANGER = 20,
	OUTBOX_HOST = 60,
	OUTBOX_STRANGERS = 180,
	OUTBOX_NAME = 24
};

struct outbox;

/* Whom a line is for. */
enum outbox_whom {
	OUTBOX_TO_CHANNEL,  /* public; all others are private */
	OUTBOX_TO_MEMBER,   /* people who share a channel with the bot */
	OUTBOX_TO_STRANGER, /* all others; their target is a host, a blank and a nick */
	OUTBOX_WHOM         /* how many there are */
};

/* A line that waits; lives until it is taken to its end or skipped. */
struct outbox_line {
	struct outbox_line *next;
	struct outbox_line *more; /* the next line to the same target */
	struct outbox_line *tail; /* the last one, in the first */
	const char *text;         /* what is left of it, without CR, LF and 0x01 */
	size_t length;
	size_t passing; /* bytes at the end that hold only for now, … */
	uint64_t topic; /* … until there is more to say about this */
	size_t size;    /* of this block */
	uint64_t serial;
	uint64_t order; /* outbox_again's; 0: the line has not gone before */
	uint64_t since; /* in milliseconds, when it was released; UINT64_MAX: that is counted */
	uint64_t due;   /* in milliseconds, of the first line to a target that has to wait */
	enum outbox_whom whom;
	int way;       /* the caller's own mark */
	char target[]; /* the caller's own name for where it goes */
};

/* What there is to know of a line that has gone. */
struct outbox_again {
	enum outbox_whom whom;
	int way;
	const char *target;
	uint64_t serial;
	uint64_t order; /* of all that has gone, from 1 */
};

/* Opens an outbox with a pace, see pace_set. */
struct outbox *outbox_open(unsigned burst, double per_second);
void outbox_close(struct outbox *outbox);

/* Another pace from now on. */
void outbox_pace(struct outbox *outbox, unsigned burst, double per_second);

/* It is that late, in milliseconds: from now on what is released waits. */
void outbox_clock(struct outbox *outbox, uint64_t now);
/* How long lines waited that have gone, up to their first piece. */
const struct histogram *outbox_waited(const struct outbox *outbox);

/* Returns false if there are too many lines. Empty text is no line, and no refusal. */
bool outbox_stage(struct outbox *outbox, enum outbox_whom whom, int way, const char *target,
	const struct saying *saying);
void outbox_release(struct outbox *outbox);
void outbox_forget(struct outbox *outbox);
/*
 * The server did not take a line for now: text goes again, under the serial the line had, in
 * order with others that do and before all else to its target; nothing goes there until then. False
 * when it is refused as above.
 */
bool outbox_again(
	struct outbox *outbox, const struct outbox_again *gone, const char *text, uint64_t then);
/*
 * A stranger is a member now, under a name of less than OUTBOX_NAME bytes: lines that wait for them
 * go before all that is told them from now on, and no later than to a member.
 */
void outbox_adopt(struct outbox *outbox, const char *stranger, const char *member);
/* Drops the public lines to target, or all lines. */
void outbox_drop(struct outbox *outbox, const char *target);
void outbox_clear(struct outbox *outbox);

/* The number of the line staged last, from 1; and whether that line has not gone entirely. */
uint64_t outbox_serial(const struct outbox *outbox);
bool outbox_holds(const struct outbox *outbox, uint64_t serial);

/* True if released lines wait that may go. */
bool outbox_waits(const struct outbox *outbox);
/* When the first of those that may not yet may go; UINT64_MAX: there are none. */
uint64_t outbox_later(const struct outbox *outbox);
/* Milliseconds from now until the next line may go, and until one past the outbox may. */
uint64_t outbox_delay(const struct outbox *outbox, uint64_t now);
uint64_t outbox_past(const struct outbox *outbox, uint64_t now);
/* The line to go next if one may go now, else NULL. */
const struct outbox_line *outbox_next(struct outbox *outbox, uint64_t now);
/*
 * Takes of the line that outbox_next gave at most limit bytes (at least 8) and writes them to piece
 * (limit + 1 bytes); the rest goes when its target's turn comes again. Counts as a line against
 * the pace.
 */
void outbox_take(struct outbox *outbox, uint64_t now, size_t limit, char *piece);
/* Drops the line that outbox_next gave. */
void outbox_skip(struct outbox *outbox);
/* Leaves the target of the line that outbox_next gave alone until then, … */
void outbox_defer(struct outbox *outbox, uint64_t then);
/* … or no longer. */
void outbox_resume(struct outbox *outbox, const char *target);
/* A line went past the outbox: it counts against the pace. */
void outbox_count(struct outbox *outbox, uint64_t now);
/* As pace_settle: what went may have arrived only now. */
void outbox_settle(struct outbox *outbox, uint64_t now, size_t lines, uint64_t late);
/* True if a whole burst might go now. */
bool outbox_rested(const struct outbox *outbox, uint64_t now);

/*
 * Backpressure: above the high mark nothing more should be read from the network until the low one
 * is reached. The marks are those of public lines, which are never dropped, and of memory: what
 * waits for people holds nobody else up.
 */
bool outbox_high(const struct outbox *outbox);
bool outbox_low(const struct outbox *outbox);
/* Lines that wait, staged ones included; long ones count for what they will be cut into. */
size_t outbox_lines(const struct outbox *outbox);
/* Released private lines that wait for target, counted likewise. */
size_t outbox_owed(const struct outbox *outbox, enum outbox_whom whom, const char *target);

#endif
