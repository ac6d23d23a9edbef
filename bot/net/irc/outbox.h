/*
 * outbox.h - lines waiting to be sent on one network: order, fairness and rate limit. Pure, no I/O:
 * the caller passes the time.
 *
 * Lines are staged during a batch, then queued or dropped together. Private lines go before public
 * ones, but every fifth line is public. Within each kind, targets take turns, so a long answer to
 * one target does not delay the others. After their first line, long private answers alternate with
 * public lines and leave part of the burst unused. Lines to strangers go last and leave most of the
 * burst unused. Lines to one target keep their order.
 *
 * A long line is split between words at the length that the server relays. Public lines that wait
 * for the rate limit are joined into one, and a "[table]" mark that they share is written once. The
 * transient part of a line (struct saying) is dropped when a newer line on the same topic waits.
 */
#ifndef BOT_NET_IRC_OUTBOX_H
#define BOT_NET_IRC_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/metrics.h"
#include "bot/net/network.h"
#include "bot/net/pace.h"

/* Limits of waiting lines. Private lines above a limit are dropped. */
enum {
	OUTBOX_TEXT = 8192, /* bytes of one line; longer text is cut off */
	/* bytes of all lines; outbox_is_above_high is true above half of this */
	OUTBOX_BYTES = 1024 * 1024,
	OUTBOX_MEMBER = 256,    /* lines to one member */
	OUTBOX_STRANGER = 20,   /* lines to one stranger */
	OUTBOX_HOST = 60,       /* lines to the strangers of one host */
	OUTBOX_STRANGERS = 180, /* lines to all strangers */
	OUTBOX_NAME = 24 /* bytes reserved for the target in each line, see outbox_move_to_member */
};

struct outbox;

/* The kind of a line's target. */
enum outbox_target_kind {
	OUTBOX_TO_CHANNEL,  /* public; the other kinds are private */
	OUTBOX_TO_MEMBER,   /* a person who shares a channel with the bot */
	OUTBOX_TO_STRANGER, /* any other person; the target is a host, a blank and a nick */
	OUTBOX_TARGET_KINDS /* number of kinds */
};

/* A waiting line; freed once it is completely sent or skipped. */
struct outbox_line {
	struct outbox_line *next;
	struct outbox_line *more; /* the next line to the same target */
	struct outbox_line *tail; /* in the first line to a target: the last line to that target */
	const char *text;         /* the unsent part of the text, without CR, LF and 0x01 */
	size_t length;
	/* bytes of the transient end, which a newer line on the topic makes obsolete */
	size_t passing;
	uint64_t topic;  /* see struct saying */
	size_t size;     /* bytes of this allocation */
	uint64_t serial; /* number of the line, from 1, in the order of staging */
	/* position among the sent lines, for a line that is sent again; 0: never sent */
	uint64_t order;
	/* when the line was queued, in ms; UINT64_MAX: its waiting time is already recorded */
	uint64_t since;
	uint64_t due; /* in the first line to a deferred target: when the deferral ends, in ms */
	enum outbox_target_kind target_kind;
	int send_kind; /* chosen by the caller, for example the command to send with */
	char target[]; /* name of the target, as given to outbox_stage */
};

/* A line that was sent, and is to be sent again. */
struct outbox_resend {
	enum outbox_target_kind target_kind;
	int send_kind;
	const char *target;
	uint64_t serial;
	uint64_t order; /* the line's number among all lines sent, from 1 */
};

/* Opens an outbox. For the rate limit see pace_set. */
struct outbox *outbox_open(unsigned burst, double per_second);
void outbox_close(struct outbox *outbox);

/* Changes the rate limit. */
void outbox_set_rate(struct outbox *outbox, unsigned burst, double per_second);

/*
 * Returns the rate limit, which also counts lines that bypass the outbox. Set the limit by
 * outbox_set_rate only.
 */
struct pace *outbox_pace(struct outbox *outbox);
/*
 * Returns the waiting times of sent lines, from being queued to the sending of their first piece.
 */
const struct histogram *outbox_wait_times(const struct outbox *outbox);

/*
 * Stages a line. Returns false if there are too many lines. A line with an empty text only drops
 * the transient part of its topic; the function then returns true.
 */
bool outbox_stage(struct outbox *outbox, enum outbox_target_kind target_kind, int send_kind,
	const char *target, const struct saying *saying);
/* Queues the staged lines for sending. Their waiting times are measured from `now` on, in ms. */
void outbox_queue_staged(struct outbox *outbox, uint64_t now);
/* Drops the staged lines. */
void outbox_discard_staged(struct outbox *outbox);
/*
 * Queues again a line that the server refused: with its old serial, and before all lines to its
 * target that were never sent. Defers the target until `then`. Returns false if there are too many
 * lines.
 */
bool outbox_resend(
	struct outbox *outbox, const struct outbox_resend *gone, const char *text, uint64_t then);
/*
 * Turns the lines to a stranger into lines to a member. `member` must be shorter than OUTBOX_NAME
 * bytes.
 */
void outbox_move_to_member(struct outbox *outbox, const char *stranger, const char *member);
/* Drops the public lines to a target. */
void outbox_drop_public(struct outbox *outbox, const char *target);
/* Drops all lines. */
void outbox_clear(struct outbox *outbox);

/* Returns the serial of the last line staged; the first line has serial 1. */
uint64_t outbox_last_serial(const struct outbox *outbox);
/* True if a line, or a part of it, is staged or waits to be sent. */
bool outbox_has_line(const struct outbox *outbox, uint64_t serial);

/* True if lines wait to be sent to targets that are not deferred. */
bool outbox_has_ready(const struct outbox *outbox);
/* Returns when the first deferral ends, or UINT64_MAX if no target is deferred. */
uint64_t outbox_next_deferral_end(const struct outbox *outbox);
/* Returns the milliseconds until the next line may be sent. */
uint64_t outbox_delay(const struct outbox *outbox, uint64_t now);
/* Returns the next line to send, or NULL if no line waits or the rate limit allows none now. */
const struct outbox_line *outbox_next(struct outbox *outbox, uint64_t now);
/*
 * Takes the line from outbox_next: writes up to `limit` bytes of it (at least 8) to `piece` (limit
 * + 1 bytes), and counts a line against the rate limit. The rest of a longer line is sent at its
 * target's next turn.
 */
void outbox_take(struct outbox *outbox, uint64_t now, size_t limit, char *piece);
/* Drops the line from outbox_next without sending it. */
void outbox_skip(struct outbox *outbox);
/* Defers the target of the line from outbox_next: no line is sent there before `then`. */
void outbox_defer(struct outbox *outbox, uint64_t then);
/* Ends the deferral of a member. */
void outbox_resume(struct outbox *outbox, const char *member);

/*
 * Backpressure: true if the caller should stop reading from the network until outbox_is_below_low.
 * Depends on the number of public lines, which are never dropped, and on memory, so lines to one
 * person alone do not stop the reading.
 */
bool outbox_is_above_high(const struct outbox *outbox);
/* Backpressure: true if the caller may read from the network again. */
bool outbox_is_below_low(const struct outbox *outbox);
/* Returns the number of waiting lines, staged ones included; a long line counts as several. */
size_t outbox_lines(const struct outbox *outbox);
/* Returns the number of queued private lines to a target; a long line counts as several. */
size_t outbox_count_private(
	const struct outbox *outbox, enum outbox_target_kind target_kind, const char *target);

#endif
