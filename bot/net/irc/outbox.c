/* outbox.c - lines waiting to be sent. */
#include "bot/net/irc/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/irc/line_split.h"

/*
 * OUTBOX_PIECE: a long text counts as one more line for each OUTBOX_PIECE bytes. OUTBOX_HIGH and
 * OUTBOX_LOW: limits of public lines for outbox_is_above_high and outbox_is_below_low.
 */
enum { OUTBOX_PIECE = 350, OUTBOX_HIGH = 1000, OUTBOX_LOW = 333 };

/*
 * OUTBOX_PRIVATE_RUN: maximum number of private lines sent before a public line.
 * OUTBOX_BURST_DIVISOR: long answers leave 1/OUTBOX_BURST_DIVISOR of the burst unused; lines to
 * strangers use at most about that part.
 */
enum { OUTBOX_PRIVATE_RUN = 4, OUTBOX_BURST_DIVISOR = 4 };

/*
 * A first-in, first-out queue; `last` is valid only while `first` is not NULL. In all queues but
 * STAGED, each entry is the first line to one target; the other lines to that target are in its
 * list `more`.
 */
struct line_queue {
	struct outbox_line *first;
	struct outbox_line *last;
};

enum {
	STAGED,
	PRIVATE,      /* private lines to people whose first line is still queued */
	PRIVATE_REST, /* private lines to people whose first line was sent */
	PUBLIC,       /* lines to channels */
	STRANGERS,    /* lines to strangers */
	DEFERRED,     /* lines to deferred targets, of all kinds */
	QUEUES        /* number of queues */
};

struct outbox {
	struct line_queue queue[QUEUES];
	unsigned privates; /* number of private lines sent since the last public one */
	uint64_t serial;   /* serial of the last line staged */
	size_t bytes;
	size_t lines[OUTBOX_TARGET_KINDS];
	struct histogram waited;
	struct pace pace;
	/* lines of the burst to leave unused if only long answers wait */
	unsigned unused_by_long;
	/* lines of the burst to leave unused if only lines to strangers wait */
	unsigned unused_by_strangers;
};

/* Appends a line to a queue. */
static void queue_put(struct line_queue *queue, struct outbox_line *line)
{
	line->next = NULL;
	if (queue->first == NULL)
		queue->first = line;
	else
		queue->last->next = line;
	queue->last = line;
}

/* Takes the first line out of a queue. Returns NULL if the queue is empty. */
static struct outbox_line *queue_take(struct line_queue *queue)
{
	struct outbox_line *line = queue->first;
	if (line != NULL)
		queue->first = line->next;
	return line;
}

static size_t outbox_pieces(const struct outbox_line *line)
{
	return 1 + line->length / OUTBOX_PIECE;
}

static size_t line_queue_count(const struct outbox_line *head)
{
	size_t lines = 0;
	for (; head != NULL; head = head->more)
		lines += outbox_pieces(head);
	return lines;
}

static void outbox_free(struct outbox *outbox, struct outbox_line *line)
{
	outbox->bytes -= line->size;
	outbox->lines[line->target_kind] -= outbox_pieces(line);
	free(line);
}

static void outbox_free_target(struct outbox *outbox, struct outbox_line *head)
{
	struct outbox_line *more;
	for (; head != NULL; head = more) {
		more = head->more;
		outbox_free(outbox, head);
	}
}

static void outbox_empty_queue(struct outbox *outbox, struct line_queue *queue)
{
	struct outbox_line *head;
	while ((head = queue_take(queue)) != NULL)
		outbox_free_target(outbox, head);
}

void outbox_set_rate(struct outbox *outbox, unsigned burst, double per_second)
{
	unsigned part = burst / OUTBOX_BURST_DIVISOR;
	pace_set(&outbox->pace, burst, per_second);
	outbox->unused_by_long = part;
	outbox->unused_by_strangers = burst > 0 ? burst - 1 - (part > 1 ? part - 1 : 0) : 0;
}

struct pace *outbox_pace(struct outbox *outbox)
{
	return &outbox->pace;
}

const struct histogram *outbox_wait_times(const struct outbox *outbox)
{
	return &outbox->waited;
}

struct outbox *outbox_open(unsigned burst, double per_second)
{
	struct outbox *outbox = memory_new(1, sizeof *outbox);
	outbox_set_rate(outbox, burst, per_second);
	return outbox;
}

void outbox_close(struct outbox *outbox)
{
	outbox_clear(outbox);
	free(outbox);
}

/* ---- staging and releasing ---- */

/* Makes a line with a new serial. Returns NULL if there are too many lines. */
static struct outbox_line *outbox_new_line(struct outbox *outbox,
	enum outbox_target_kind target_kind, int send_kind, const char *target,
	const struct saying *saying)
{
	size_t written = strlen(target) + 1, name = written < OUTBOX_NAME ? OUTBOX_NAME : written;
	size_t length = strlen(saying->text), size;
	size_t passing = saying->transient != NULL ? strlen(saying->transient) : 0;
	struct outbox_line *line;
	if (length + passing > OUTBOX_TEXT)
		passing = 0;
	if (length > OUTBOX_TEXT)
		length = line_split_at_character(saying->text, OUTBOX_TEXT);
	size = sizeof *line + name + length + passing + 1;
	/* All strangers share one limit, because a person can use many nicks. */
	if (size > OUTBOX_BYTES - outbox->bytes ||
		(target_kind == OUTBOX_TO_STRANGER &&
			outbox->lines[target_kind] >= OUTBOX_STRANGERS))
		return NULL;
	line = memory_new(1, size);
	line->serial = ++outbox->serial;
	line->tail = line;
	line->target_kind = target_kind;
	line->send_kind = send_kind;
	line->size = size;
	memcpy(line->target, target, written);
	line->topic = saying->topic;
	line->length = line_split_clean(saying->text, length, line->target + name);
	line->passing =
		line_split_clean(saying->transient, passing, line->target + name + line->length);
	line->length += line->passing;
	line->text = line->target + name;
	outbox->bytes += size;
	outbox->lines[target_kind] += outbox_pieces(line);
	return line;
}

bool outbox_stage(struct outbox *outbox, enum outbox_target_kind target_kind, int send_kind,
	const char *target, const struct saying *saying)
{
	struct outbox_line *line = outbox_new_line(outbox, target_kind, send_kind, target, saying);
	if (line != NULL && (line->length > 0 || line->topic != 0))
		queue_put(&outbox->queue[STAGED], line);
	else if (line != NULL)
		outbox_free(outbox, line);
	return line != NULL;
}

/* Finds the first queued line to a target. Returns NULL if no line waits. */
static struct outbox_line *outbox_find_target(
	const struct outbox *outbox, enum outbox_target_kind target_kind, const char *target)
{
	for (size_t i = PRIVATE; i < QUEUES; i++)
		for (struct outbox_line *head = outbox->queue[i].first; head != NULL;
			head = head->next)
			if (head->target_kind == target_kind && strcmp(head->target, target) == 0)
				return head;
	return NULL;
}

static struct line_queue *outbox_queue_of(
	struct outbox *outbox, enum outbox_target_kind target_kind)
{
	static const size_t queues[] = { [OUTBOX_TO_CHANNEL] = PUBLIC,
		[OUTBOX_TO_MEMBER] = PRIVATE,
		[OUTBOX_TO_STRANGER] = STRANGERS };
	return &outbox->queue[queues[target_kind]];
}

/*
 * True if a line's target, or a stranger's host, has reached its limit of lines. Channels have no
 * such limit.
 */
static bool outbox_is_full(
	const struct outbox *outbox, const struct outbox_line *line, const struct outbox_line *head)
{
	size_t host = strcspn(line->target, " ") + 1, lines = 0;
	if (line->target_kind == OUTBOX_TO_CHANNEL)
		return false;
	if (line->target_kind == OUTBOX_TO_MEMBER)
		return line_queue_count(head) >= OUTBOX_MEMBER;
	for (const struct outbox_line *other = outbox->queue[STRANGERS].first; other != NULL;
		other = other->next)
		if (strncmp(other->target, line->target, host) == 0)
			lines += line_queue_count(other);
	return line_queue_count(head) >= OUTBOX_STRANGER || lines >= OUTBOX_HOST;
}

/*
 * Replaces the entry `head` of a queue by `other`; other NULL: removes the entry. Changes nothing
 * if the entry is in no queue.
 */
static void outbox_replace(
	struct outbox *outbox, const struct outbox_line *head, struct outbox_line *other)
{
	for (size_t i = PRIVATE; i < QUEUES; i++) {
		struct line_queue kept = { NULL, NULL };
		struct outbox_line *each;
		while ((each = queue_take(&outbox->queue[i])) != NULL)
			if (each != head)
				queue_put(&kept, each);
			else if (other != NULL)
				queue_put(&kept, other);
		outbox->queue[i] = kept;
	}
}

/*
 * Cuts off the transient part of a line if its topic is `topic` and the sending of that part has
 * not begun. Returns true if no text is left.
 */
static bool outbox_cut_transient(struct outbox *outbox, struct outbox_line *line, uint64_t topic)
{
	if (line->topic != topic || line->length < line->passing)
		return false;
	outbox->lines[line->target_kind] -= outbox_pieces(line);
	line->length -= line->passing;
	line->passing = 0;
	outbox->lines[line->target_kind] += outbox_pieces(line);
	return line->length == 0;
}

/*
 * Cuts off the transient parts with this topic from all lines to a target, because a newer line
 * will replace them.
 */
static void outbox_cut_obsolete(struct outbox *outbox, struct outbox_line *head, uint64_t topic)
{
	struct outbox_line *more;
	for (struct outbox_line *line = head; (more = line->more) != NULL;) {
		if (!outbox_cut_transient(outbox, more, topic)) {
			line = more;
			continue;
		}
		line->more = more->more;
		if (head->tail == more)
			head->tail = line;
		outbox_free(outbox, more);
	}
	if (!outbox_cut_transient(outbox, head, topic))
		return;
	if (head->more != NULL) {
		head->more->tail = head->tail;
		head->more->due = head->due;
	}
	outbox_replace(outbox, head, head->more);
	outbox_free(outbox, head);
}

/*
 * Puts each line behind the others to its target, or drops it above a limit. An empty line only
 * cuts off the transient parts of its topic.
 */
void outbox_queue_staged(struct outbox *outbox, uint64_t now)
{
	struct outbox_line *line;
	while ((line = queue_take(&outbox->queue[STAGED])) != NULL) {
		struct outbox_line *head =
			outbox_find_target(outbox, line->target_kind, line->target);
		line->since = now;
		if (head != NULL && line->topic != 0) {
			outbox_cut_obsolete(outbox, head, line->topic);
			head = outbox_find_target(outbox, line->target_kind, line->target);
		}
		if (line->length == 0 || outbox_is_full(outbox, line, head)) {
			outbox_free(outbox, line);
		} else if (head == NULL) {
			queue_put(outbox_queue_of(outbox, line->target_kind), line);
		} else {
			head->tail->more = line;
			head->tail = line;
		}
	}
}

bool outbox_resend(
	struct outbox *outbox, const struct outbox_resend *gone, const char *text, uint64_t then)
{
	struct outbox_line *head = outbox_find_target(outbox, gone->target_kind, gone->target);
	struct outbox_line *line = outbox_new_line(
		outbox, gone->target_kind, gone->send_kind, gone->target, SAYING(text));
	if (line == NULL)
		return false;
	if (head != NULL)
		outbox_replace(outbox, head, NULL);
	line->serial = gone->serial;
	line->order = gone->order;
	line->since = UINT64_MAX;
	/*
	 * Insert the line after lines that were first sent earlier, and before lines that were
	 * never sent.
	 */
	struct outbox_line *tail = head != NULL ? head->tail : line, **at = &head;
	while (*at != NULL && (*at)->order != 0 && (*at)->order < line->order)
		at = &(*at)->more;
	line->more = *at;
	*at = line;
	head->tail = line->more != NULL ? tail : line;
	head->due = then;
	queue_put(&outbox->queue[DEFERRED], head);
	return true;
}

/* Finds the next entry with lines to a stranger, from `line` on. Returns NULL after the last. */
static struct outbox_line *outbox_next_to_stranger(struct outbox_line *line, const char *stranger)
{
	while (line != NULL &&
		(line->target_kind != OUTBOX_TO_STRANGER || strcmp(line->target, stranger) != 0))
		line = line->next;
	return line;
}

static void outbox_readdress(struct outbox *outbox, struct outbox_line *line, const char *member)
{
	memcpy(line->target, member, strlen(member) + 1);
	outbox->lines[line->target_kind] -= outbox_pieces(line);
	line->target_kind = OUTBOX_TO_MEMBER;
	outbox->lines[line->target_kind] += outbox_pieces(line);
}

/* Moves a stranger's lines from a queue to the end of the member's own lines. */
static void outbox_move_from_queue(
	struct outbox *outbox, size_t from, const char *stranger, const char *member)
{
	struct outbox_line *head;
	while ((head = outbox_next_to_stranger(outbox->queue[from].first, stranger)) != NULL) {
		struct outbox_line *own = outbox_find_target(outbox, OUTBOX_TO_MEMBER, member);
		outbox_replace(outbox, head, NULL);
		for (struct outbox_line *line = head; line != NULL; line = line->more)
			outbox_readdress(outbox, line, member);
		if (own == NULL) {
			queue_put(&outbox->queue[from == DEFERRED ? DEFERRED : PRIVATE], head);
			continue;
		}
		own->tail->more = head;
		own->tail = head->tail;
	}
}

void outbox_move_to_member(struct outbox *outbox, const char *stranger, const char *member)
{
	struct outbox_line *line = outbox->queue[STAGED].first;
	while ((line = outbox_next_to_stranger(line, stranger)) != NULL)
		outbox_readdress(outbox, line, member);
	outbox_move_from_queue(outbox, DEFERRED, stranger, member);
	outbox_move_from_queue(outbox, STRANGERS, stranger, member);
}

void outbox_discard_staged(struct outbox *outbox)
{
	outbox_empty_queue(outbox, &outbox->queue[STAGED]);
}

void outbox_drop_public(struct outbox *outbox, const char *target)
{
	for (size_t i = 0; i < QUEUES; i++) {
		struct line_queue kept = { NULL, NULL };
		struct outbox_line *head;
		while ((head = queue_take(&outbox->queue[i])) != NULL)
			if (head->target_kind == OUTBOX_TO_CHANNEL &&
				strcmp(head->target, target) == 0)
				outbox_free_target(outbox, head);
			else
				queue_put(&kept, head);
		outbox->queue[i] = kept;
	}
}

void outbox_clear(struct outbox *outbox)
{
	for (size_t i = 0; i < QUEUES; i++)
		outbox_empty_queue(outbox, &outbox->queue[i]);
}

/* ---- sending ---- */

bool outbox_has_ready(const struct outbox *outbox)
{
	bool ready = false;
	for (size_t i = PRIVATE; i < DEFERRED; i++)
		ready = ready || outbox->queue[i].first != NULL;
	return ready;
}

uint64_t outbox_next_deferral_end(const struct outbox *outbox)
{
	uint64_t then = UINT64_MAX;
	for (const struct outbox_line *head = outbox->queue[DEFERRED].first; head != NULL;
		head = head->next)
		if (head->due < then)
			then = head->due;
	return then;
}

uint64_t outbox_delay(const struct outbox *outbox, uint64_t now)
{
	bool short_waits =
		outbox->queue[PRIVATE].first != NULL || outbox->queue[PUBLIC].first != NULL;
	unsigned unused = short_waits                       ? 0
		: outbox->queue[PRIVATE_REST].first != NULL ? outbox->unused_by_long
							    : outbox->unused_by_strangers;
	return pace_delay(&outbox->pace, now, unused);
}

uint64_t outbox_last_serial(const struct outbox *outbox)
{
	return outbox->serial;
}

bool outbox_has_line(const struct outbox *outbox, uint64_t serial)
{
	for (size_t i = 0; i < QUEUES; i++)
		for (const struct outbox_line *head = outbox->queue[i].first; head != NULL;
			head = head->next)
			for (const struct outbox_line *line = head; line != NULL; line = line->more)
				if (line->serial == serial)
					return true;
	return false;
}

/* Returns the queue whose first line is sent next. */
static struct line_queue *outbox_next_queue(struct outbox *outbox)
{
	struct line_queue *queue = outbox->queue;
	bool public = queue[PUBLIC].first != NULL, longer = queue[PRIVATE_REST].first != NULL;
	if (queue[PRIVATE].first != NULL && (!public || outbox->privates < OUTBOX_PRIVATE_RUN))
		return &queue[PRIVATE];
	if (public && (!longer || outbox->privates > 0))
		return &queue[PUBLIC];
	return &queue[longer ? PRIVATE_REST : STRANGERS];
}

/* Returns the queue for a target's other lines after its first line was taken from `queue`. */
static struct line_queue *outbox_rest_queue(struct outbox *outbox, struct line_queue *queue)
{
	return queue == &outbox->queue[PRIVATE] ? &outbox->queue[PRIVATE_REST] : queue;
}

const struct outbox_line *outbox_next(struct outbox *outbox, uint64_t now)
{
	struct line_queue kept = { NULL, NULL };
	struct outbox_line *head;
	while ((head = queue_take(&outbox->queue[DEFERRED])) != NULL)
		queue_put(head->due <= now ? outbox_queue_of(outbox, head->target_kind) : &kept,
			head);
	outbox->queue[DEFERRED] = kept;
	return outbox_delay(outbox, now) == 0 ? outbox_next_queue(outbox)->first : NULL;
}

void outbox_skip(struct outbox *outbox)
{
	struct line_queue *queue = outbox_next_queue(outbox);
	struct outbox_line *line = queue_take(queue);
	if (line->more != NULL) {
		line->more->tail = line->tail;
		queue_put(outbox_rest_queue(outbox, queue), line->more);
	}
	outbox_free(outbox, line);
}

void outbox_defer(struct outbox *outbox, uint64_t then)
{
	struct outbox_line *head = queue_take(outbox_next_queue(outbox));
	head->due = then;
	queue_put(&outbox->queue[DEFERRED], head);
}

void outbox_resume(struct outbox *outbox, const char *member)
{
	struct outbox_line *head = outbox_find_target(outbox, OUTBOX_TO_MEMBER, member);
	if (head != NULL)
		head->due = 0;
}

/* Records the waiting time of a line, unless already recorded. */
static void outbox_record_wait(struct outbox *outbox, struct outbox_line *line, uint64_t now)
{
	if (line->since != UINT64_MAX)
		histogram_add(&outbox->waited, (now - line->since) * 1000000);
	line->since = UINT64_MAX;
}

/*
 * Appends to a public line the next lines to the same channel, while they fit. Leaves out a mark
 * like "[1] " that is the same as in the line before.
 */
static void outbox_join(
	struct outbox *outbox, uint64_t now, size_t length, size_t limit, char *piece)
{
	struct outbox_line *line = outbox->queue[PUBLIC].first, *more;
	const char *marked = piece;
	while ((more = line->more) != NULL && more->send_kind == line->send_kind &&
		length + 1 + more->length <= limit) {
		size_t mark = strcspn(marked, " ") + 1;
		bool shared = *marked == '[' && marked[mark - 2] == ']' && mark < more->length &&
			memcmp(marked, more->text, mark) == 0;
		piece[length++] = ' ';
		if (!shared) {
			mark = 0;
			marked = piece + length;
		}
		memcpy(piece + length, more->text + mark, more->length - mark);
		length += more->length - mark;
		piece[length] = '\0';
		line->more = more->more;
		if (line->tail == more)
			line->tail = line;
		outbox_record_wait(outbox, more, now);
		outbox_free(outbox, more);
	}
}

void outbox_take(struct outbox *outbox, uint64_t now, size_t limit, char *piece)
{
	struct line_queue *queue = outbox_next_queue(outbox);
	struct outbox_line *line = queue->first;
	size_t cut = line_split_length(line->text, line->length, limit), rest = cut;
	memcpy(piece, line->text, cut);
	piece[cut] = '\0';
	/* Lines to strangers are not counted, because they go last. */
	if (queue == &outbox->queue[PUBLIC] && cut == line->length &&
		pace_is_exceeded(&outbox->pace, now,
			outbox_lines(outbox) - outbox->lines[OUTBOX_TO_STRANGER]))
		outbox_join(outbox, now, cut, limit, piece);
	outbox_record_wait(outbox, line, now);
	pace_count(&outbox->pace, now);
	if (cut < line->length)
		rest += strspn(line->text + cut, " ");
	outbox->lines[line->target_kind] -= outbox_pieces(line);
	line->text += rest;
	line->length -= rest;
	outbox->lines[line->target_kind] += outbox_pieces(line);
	if (line->length == 0)
		outbox_skip(outbox);
	else
		queue_put(outbox_rest_queue(outbox, queue), queue_take(queue));
	if (queue != &outbox->queue[STRANGERS])
		outbox->privates = queue != &outbox->queue[PUBLIC] ? outbox->privates + 1 : 0;
}

/* ---- backpressure ---- */

bool outbox_is_above_high(const struct outbox *outbox)
{
	return outbox->lines[OUTBOX_TO_CHANNEL] > OUTBOX_HIGH || outbox->bytes > OUTBOX_BYTES / 2;
}

bool outbox_is_below_low(const struct outbox *outbox)
{
	return outbox->lines[OUTBOX_TO_CHANNEL] <= OUTBOX_LOW && outbox->bytes <= OUTBOX_BYTES / 4;
}

size_t outbox_lines(const struct outbox *outbox)
{
	size_t lines = 0;
	for (size_t i = 0; i < OUTBOX_TARGET_KINDS; i++)
		lines += outbox->lines[i];
	return lines;
}

size_t outbox_count_private(
	const struct outbox *outbox, enum outbox_target_kind target_kind, const char *target)
{
	return line_queue_count(outbox_find_target(outbox, target_kind, target));
}
