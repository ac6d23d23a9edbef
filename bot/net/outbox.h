/*
 * outbox.h - lines waiting to be sent on one network: order, fairness and rate limit. Pure, no I/O:
 * the caller passes the time.
 *
 * Lines are staged during a batch, then released or forgotten together. Private lines go before
 * public ones, but every fifth line is public. Within each kind, targets take turns, so a long
 * answer to one does not delay the others. After their first line, long private answers alternate
 * with public lines and leave part of the burst unused. Lines to strangers go last and leave most
 * of the burst unused. Lines to one target keep their order.
 *
 * A long line is cut between words at the length that the server relays. Public lines waiting for
 * the rate limit are joined into one, and a "[table]" mark that they share is written once. The
 * `passing` part of a line (struct saying) is dropped when a newer line on its topic waits.
 */
#ifndef BOT_NET_OUTBOX_H
#define BOT_NET_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/metrics.h"
#include "bot/net/network.h"

/* Limits on waiting lines. Private lines beyond theirs are dropped. */
enum {
	OUTBOX_TEXT = 8192,         /* bytes of one line; the rest is cut off */
	OUTBOX_BYTES = 1024 * 1024, /* bytes of all lines; outbox_is_above_high is true at half */
	OUTBOX_MEMBER = 256,        /* lines to one member */
	OUTBOX_STRANGER = 20,       /* lines to one stranger */
	OUTBOX_HOST = 60,           /* lines to the strangers of one host */
	OUTBOX_STRANGERS = 180,     /* lines to all strangers */
	OUTBOX_NAME = 24 /* bytes that every target has room for, see outbox_move_to_member */
};

struct outbox;

/* The kind of a line's target. */
enum outbox_target_kind {
	OUTBOX_TO_CHANNEL,  /* public; the others are private */
	OUTBOX_TO_MEMBER,   /* a person who shares a channel with the bot */
	OUTBOX_TO_STRANGER, /* anyone else; the target is a host, a blank and a nick */
	OUTBOX_TARGET_KINDS /* number of kinds */
};

/* A waiting line; freed once it is sent completely or skipped. */
struct outbox_line {
	struct outbox_line *next;
	struct outbox_line *more; /* the next line to the same target */
	struct outbox_line *tail; /* in the first line to a target: the last one */
	const char *text;         /* the unsent rest, without CR, LF and 0x01 */
	size_t length;
	size_t passing; /* bytes at the end that a newer line on the topic makes obsolete */
	uint64_t topic; /* see struct saying */
	size_t size;    /* bytes of this allocation */
	uint64_t serial;
	uint64_t order; /* order of a line that is sent again; 0: a new line */
	uint64_t since; /* when it was released, in ms; UINT64_MAX: its waiting time is counted */
	uint64_t due;   /* in the first line to a deferred target: when it may be sent, in ms */
	enum outbox_target_kind target_kind;
	int send_kind; /* a value of the caller, such as the command to send with */
	char target[]; /* the caller's name of the target */
};

/* A line that was sent. */
struct outbox_resend {
	enum outbox_target_kind whom;
	int way;
	const char *target;
	uint64_t serial;
	uint64_t order; /* its number among all lines sent, from 1 */
};

/* Opens an outbox with a rate limit, see pace_set. */
struct outbox *outbox_open(unsigned burst, double per_second);
void outbox_close(struct outbox *outbox);

/* Changes the rate limit. */
void outbox_set_rate(struct outbox *outbox, unsigned burst, double per_second);

/* Sets the time, in milliseconds, from which the wait of lines released now is counted. */
void outbox_set_time(struct outbox *outbox, uint64_t now);
/* Returns the waiting times of lines sent, from release to their first piece. */
const struct histogram *outbox_wait_times(const struct outbox *outbox);

/* Stages a line. Returns false if there are too many. Empty text is accepted and dropped. */
bool outbox_stage(struct outbox *outbox, enum outbox_target_kind whom, int way, const char *target,
	const struct saying *saying);
void outbox_queue_staged(struct outbox *outbox);
void outbox_discard_staged(struct outbox *outbox);
/*
 * Sends a line again that the server refused for now: under its old serial, in its old order,
 * before all waiting lines to its target, and nothing goes there before `then`. Returns false if
 * there are too many lines.
 */
bool outbox_resend(
	struct outbox *outbox, const struct outbox_resend *gone, const char *text, uint64_t then);
/*
 * Turns a stranger's lines into a member's, before all newer lines to the member. The member's name
 * has less than OUTBOX_NAME bytes.
 */
void outbox_move_to_member(struct outbox *outbox, const char *stranger, const char *member);
/* outbox_drop_public drops the public lines to a target, outbox_clear all lines. */
void outbox_drop_public(struct outbox *outbox, const char *target);
void outbox_clear(struct outbox *outbox);

/* Return the serial of the line staged last, from 1, and if a line waits, even a part of it. */
uint64_t outbox_last_serial(const struct outbox *outbox);
bool outbox_has_line(const struct outbox *outbox, uint64_t serial);

/* True if released lines wait and their target is not deferred. */
bool outbox_has_ready(const struct outbox *outbox);
/* Returns when the first deferred line may be sent, or UINT64_MAX if no line is deferred. */
uint64_t outbox_next_deferral_end(const struct outbox *outbox);
/* Return the milliseconds until the next line may go, and until one outside the outbox may. */
uint64_t outbox_delay(const struct outbox *outbox, uint64_t now);
uint64_t outbox_bypass_delay(const struct outbox *outbox, uint64_t now);
/* Returns the next line, or NULL if none waits or the rate limit holds it back. */
const struct outbox_line *outbox_next(struct outbox *outbox, uint64_t now);
/*
 * Writes up to limit bytes (at least 8) of the line from outbox_next to piece (limit + 1 bytes) and
 * counts a line against the rate limit. The rest of the line goes at its target's next turn.
 */
void outbox_take(struct outbox *outbox, uint64_t now, size_t limit, char *piece);
/* Drops the line from outbox_next. */
void outbox_skip(struct outbox *outbox);
/* Sends nothing to the target of the line from outbox_next before `then`. */
void outbox_defer(struct outbox *outbox, uint64_t then);
/* Ends the deferral of a target. */
void outbox_resume(struct outbox *outbox, const char *target);
/* Counts a line that bypassed the outbox against the rate limit. */
void outbox_count_bypass(struct outbox *outbox, uint64_t now);
/* Counts lines again, see pace_count_again. */
void outbox_count_again(struct outbox *outbox, uint64_t now, size_t lines, uint64_t late);
/* True if the rate limit lets a whole burst go now. */
bool outbox_has_full_burst(const struct outbox *outbox, uint64_t now);

/*
 * Backpressure: once outbox_is_above_high is true, the caller should stop reading from the network
 * until outbox_is_below_low is true. Both look at public lines, which are never dropped, and at
 * memory; lines to one person never pause the others.
 */
bool outbox_is_above_high(const struct outbox *outbox);
bool outbox_is_below_low(const struct outbox *outbox);
/* Returns the number of waiting lines, with staged ones; a long line counts as several. */
size_t outbox_lines(const struct outbox *outbox);
/* Returns the number of released private lines to a target; a long line counts as several. */
size_t outbox_count_private(
	const struct outbox *outbox, enum outbox_target_kind whom, const char *target);

#endif
