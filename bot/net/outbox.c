/* outbox.c - what the bot still has to say. */
#include "bot/net/outbox.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* What a line carries at least, to reckon with; the marks in seconds and in lines. */
enum { OUTBOX_PIECE = 350, OUTBOX_HIGH = 30, OUTBOX_LOW = 10, OUTBOX_MOST = 1000 };

/* Lines to people that go before one to a channel; what part of a burst is spared for others. */
enum { OUTBOX_PRIVATES = 4, OUTBOX_SPARED = 4 };

/* Lines per second; slower ones would be no use to anybody and too long to reckon with. */
#define OUTBOX_SLOWEST 0.001

/*
 * First in, first out; last is not valid while first is NULL. What waits to go is a queue of lanes:
 * of each target only the first line stands in it, with the target's others behind it as `more`.
 */
struct queue {
	struct outbox_line *first;
	struct outbox_line *last;
};

struct outbox {
	struct queue staged;
	struct queue private; /* lanes to people, */
	struct queue longer;  /* lanes to people who had a line of it before, */
	struct queue public;  /* and to channels */
	unsigned privates;    /* lines to people that went since one to a channel did */
	uint64_t serial;      /* of the last line staged */
	size_t bytes;
	size_t lines;
	size_t high;
	size_t low;
	/*
	 * The pace in microseconds: a line takes `step`; a line may go `slack` before `due`, but
	 * `spared` later when only those wait who had a line of it: so that a long answer leaves
	 * others some of the burst.
	 */
	uint64_t step;
	uint64_t slack;
	uint64_t spared;
	uint64_t due;
};

/* ---- queues ---- */

static void queue_put(struct queue *queue, struct outbox_line *line)
{
	line->next = NULL;
	if (queue->first == NULL)
		queue->first = line;
	else
		queue->last->next = line;
	queue->last = line;
}

static struct outbox_line *queue_take(struct queue *queue)
{
	struct outbox_line *line = queue->first;

	if (line != NULL)
		queue->first = line->next;
	return line;
}

static struct outbox_line *lane_find(const struct queue *lanes, const char *target)
{
	struct outbox_line *lane = lanes->first;

	while (lane != NULL && strcmp(lane->target, target) != 0)
		lane = lane->next;
	return lane;
}

/* Takes the first line; the rest of its lane goes to the end of others. */
static struct outbox_line *lane_take(struct queue *lanes, struct queue *others)
{
	struct outbox_line *line = queue_take(lanes);

	if (line != NULL && line->more != NULL) {
		line->more->tail = line->tail;
		queue_put(others, line->more);
	}
	return line;
}

static size_t outbox_pieces(const struct outbox_line *line)
{
	return 1 + line->length / OUTBOX_PIECE;
}

static void outbox_free(struct outbox *outbox, struct outbox_line *line)
{
	outbox->bytes -= line->size;
	outbox->lines -= outbox_pieces(line);
	free(line);
}

static void outbox_empty(struct outbox *outbox, struct queue *queue)
{
	struct outbox_line *line;

	while ((line = queue_take(queue)) != NULL)
		outbox_free(outbox, line);
}

static void outbox_empty_lanes(struct outbox *outbox, struct queue *lanes)
{
	struct outbox_line *line;

	while ((line = lane_take(lanes, lanes)) != NULL)
		outbox_free(outbox, line);
}

void outbox_pace(struct outbox *outbox, unsigned burst, double per_second)
{
	outbox->high = OUTBOX_MOST;
	outbox->low = OUTBOX_MOST / 3;
	outbox->step = outbox->slack = outbox->spared = 0;
	if (!(per_second > 0))
		return;
	if (per_second < OUTBOX_SLOWEST)
		per_second = OUTBOX_SLOWEST;
	outbox->step = (uint64_t)(1e6 / per_second);
	outbox->slack = burst > 1 ? (burst - 1) * outbox->step : 0;
	outbox->spared = burst / OUTBOX_SPARED * outbox->step;
	if (per_second * OUTBOX_HIGH + burst < OUTBOX_MOST) {
		outbox->high = (size_t)(per_second * OUTBOX_HIGH) + burst;
		outbox->low = (size_t)(per_second * OUTBOX_LOW);
	}
}

struct outbox *outbox_open(unsigned burst, double per_second)
{
	struct outbox *outbox = calloc(1, sizeof *outbox);

	if (outbox != NULL)
		outbox_pace(outbox, burst, per_second);
	return outbox;
}

void outbox_close(struct outbox *outbox)
{
	if (outbox == NULL)
		return;
	outbox_clear(outbox);
	free(outbox);
}

/* ---- what comes in ---- */

/* Writes text without what ends a line or starts a command between programs; returns its length. */
static size_t outbox_tidy(const char *text, size_t length, char *out)
{
	size_t kept = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\r' || text[i] == '\n') {
			if (i + 1 < length && text[i + 1] != '\r' && text[i + 1] != '\n')
				out[kept++] = ' ';
		} else if (text[i] != 1) {
			out[kept++] = text[i];
		}
	}
	out[kept] = '\0';
	return kept;
}

static bool outbox_continues(const char *at)
{
	return ((unsigned char)*at & 0xc0) == 0x80;
}

bool outbox_stage(
	struct outbox *outbox, bool private, int way, const char *target, const char *text)
{
	size_t name = strlen(target) + 1, length = strlen(text), size;
	struct outbox_line *line;

	if (length > OUTBOX_TEXT)
		for (length = OUTBOX_TEXT; length > 0 && outbox_continues(text + length);)
			length--;
	size = sizeof *line + name + length + 1;
	line = size <= OUTBOX_BYTES - outbox->bytes ? malloc(size) : NULL;
	if (line == NULL)
		return false;
	line->serial = ++outbox->serial;
	line->more = NULL;
	line->private = private;
	line->way = way;
	line->size = size;
	memcpy(line->target, target, name);
	line->length = outbox_tidy(text, length, line->target + name);
	line->text = line->target + name;
	if (line->length == 0) {
		free(line);
		return true;
	}
	outbox->bytes += size;
	outbox->lines += outbox_pieces(line);
	queue_put(&outbox->staged, line);
	return true;
}

/* Puts a line behind the others to its target, or into a lane of its own. */
static void outbox_put(struct outbox *outbox, struct outbox_line *line)
{
	struct queue *lanes = line->private ? &outbox->private : &outbox->public;
	struct outbox_line *lane = lane_find(lanes, line->target);

	if (lane == NULL && line->private)
		lane = lane_find(&outbox->longer, line->target);
	line->more = NULL;
	line->tail = line;
	if (lane == NULL) {
		queue_put(lanes, line);
		return;
	}
	lane->tail->more = line;
	lane->tail = line;
}

void outbox_release(struct outbox *outbox)
{
	struct outbox_line *line;

	while ((line = queue_take(&outbox->staged)) != NULL)
		outbox_put(outbox, line);
}

void outbox_forget(struct outbox *outbox)
{
	outbox_empty(outbox, &outbox->staged);
}

static void outbox_drop_staged(struct outbox *outbox, const char *target)
{
	struct queue kept = { NULL, NULL };
	struct outbox_line *line;

	while ((line = queue_take(&outbox->staged)) != NULL) {
		if (!line->private && strcmp(line->target, target) == 0)
			outbox_free(outbox, line);
		else
			queue_put(&kept, line);
	}
	outbox->staged = kept;
}

static void outbox_drop_lane(struct outbox *outbox, struct queue *lanes, const char *target)
{
	struct queue kept = { NULL, NULL };
	struct queue dropped = { NULL, NULL };
	struct outbox_line *lane;

	while ((lane = queue_take(lanes)) != NULL)
		queue_put(strcmp(lane->target, target) == 0 ? &dropped : &kept, lane);
	outbox_empty_lanes(outbox, &dropped);
	*lanes = kept;
}

void outbox_drop(struct outbox *outbox, const char *target)
{
	outbox_drop_staged(outbox, target);
	outbox_drop_lane(outbox, &outbox->public, target);
}

void outbox_clear(struct outbox *outbox)
{
	outbox_empty(outbox, &outbox->staged);
	outbox_empty_lanes(outbox, &outbox->private);
	outbox_empty_lanes(outbox, &outbox->longer);
	outbox_empty_lanes(outbox, &outbox->public);
}

/* ---- what goes out ---- */

bool outbox_waits(const struct outbox *outbox)
{
	return outbox->private.first != NULL || outbox->longer.first != NULL ||
		outbox->public.first != NULL;
}

uint64_t outbox_delay(const struct outbox *outbox, uint64_t now)
{
	bool others = outbox->private.first != NULL || outbox->public.first != NULL;
	bool spares = !others && outbox->longer.first != NULL;
	uint64_t ready = now * 1000 + outbox->slack - (spares ? outbox->spared : 0);

	return outbox->due <= ready ? 0 : (outbox->due - ready + 999) / 1000;
}

uint64_t outbox_serial(const struct outbox *outbox)
{
	return outbox->serial;
}

static bool queue_holds(const struct queue *lanes, uint64_t serial)
{
	for (const struct outbox_line *lane = lanes->first; lane != NULL; lane = lane->next)
		for (const struct outbox_line *line = lane; line != NULL; line = line->more)
			if (line->serial == serial)
				return true;
	return false;
}

bool outbox_holds(const struct outbox *outbox, uint64_t serial)
{
	return queue_holds(&outbox->staged, serial) || queue_holds(&outbox->private, serial) ||
		queue_holds(&outbox->longer, serial) || queue_holds(&outbox->public, serial);
}

/* Whose first line goes next. */
static struct queue *outbox_head(struct outbox *outbox)
{
	bool public = outbox->public.first != NULL;

	if (outbox->private.first != NULL && (!public || outbox->privates < OUTBOX_PRIVATES))
		return &outbox->private;
	if (outbox->longer.first == NULL || (outbox->privates > 0 && public))
		return &outbox->public;
	return &outbox->longer;
}

/* Where the rest of what goes from lanes waits. */
static struct queue *outbox_rest(struct outbox *outbox, struct queue *lanes)
{
	return lanes == &outbox->public ? lanes : &outbox->longer;
}

const struct outbox_line *outbox_next(struct outbox *outbox, uint64_t now)
{
	return outbox_delay(outbox, now) == 0 ? outbox_head(outbox)->first : NULL;
}

void outbox_count(struct outbox *outbox, uint64_t now)
{
	if (outbox->due < now * 1000)
		outbox->due = now * 1000;
	outbox->due += outbox->step;
}

bool outbox_rested(const struct outbox *outbox, uint64_t now)
{
	return outbox->due <= now * 1000;
}

void outbox_skip(struct outbox *outbox)
{
	struct queue *lanes = outbox_head(outbox);

	outbox_free(outbox, lane_take(lanes, outbox_rest(outbox, lanes)));
}

/* A mark, a joiner or a variation selector, which belongs to the character before it. */
static bool outbox_clings(const char *at, size_t left)
{
	int32_t point;

	if (utf8proc_iterate((const utf8proc_uint8_t *)at, (utf8proc_ssize_t)left, &point) <= 0)
		return false;
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME:
	case UTF8PROC_CATEGORY_CF: return true;
	default: return false;
	}
}

/* Where to cut text of more than limit bytes that has no space to cut at. */
static size_t outbox_cut_word(const char *text, size_t length, size_t limit)
{
	size_t hard = limit, cut;

	while (hard > limit - 4 && outbox_continues(text + hard))
		hard--;
	cut = hard;
	while (cut > limit / 2 &&
		(outbox_continues(text + cut) || outbox_clings(text + cut, length - cut)))
		cut--;
	return cut > limit / 2 ? cut : hard;
}

/* How many of length bytes go into one line of at most limit. */
static size_t outbox_cut(const char *text, size_t length, size_t limit)
{
	size_t lead = strspn(text, " ");

	if (length <= limit)
		return length;
	for (size_t cut = limit; cut > lead; cut--)
		if (text[cut] == ' ' && text[cut - 1] != ' ')
			return cut;
	return outbox_cut_word(text, length, limit);
}

/* Whether there is more to say than may be said at once. */
static bool outbox_pressed(const struct outbox *outbox, uint64_t now)
{
	return outbox->due + (outbox->lines - 1) * outbox->step > now * 1000 + outbox->slack;
}

/* Behind a public line's text, those that wait behind it, as many as the limit allows whole. */
static void outbox_join(
	struct outbox *outbox, struct outbox_line *line, size_t length, size_t limit, char *piece)
{
	struct outbox_line *more;

	while ((more = line->more) != NULL && more->way == line->way &&
		length + 1 + more->length <= limit) {
		piece[length++] = ' ';
		memcpy(piece + length, more->text, more->length + 1);
		length += more->length;
		line->more = more->more;
		if (line->tail == more)
			line->tail = line;
		outbox_free(outbox, more);
	}
}

void outbox_take(struct outbox *outbox, uint64_t now, size_t limit, char *piece)
{
	struct queue *lanes = outbox_head(outbox);
	struct outbox_line *line = lanes->first;
	size_t cut = outbox_cut(line->text, line->length, limit);
	size_t rest = cut;

	memcpy(piece, line->text, cut);
	piece[cut] = '\0';
	if (!line->private && cut == line->length && outbox_pressed(outbox, now))
		outbox_join(outbox, line, cut, limit, piece);
	outbox_count(outbox, now);
	if (cut < line->length)
		rest += strspn(line->text + cut, " ");
	outbox->lines -= outbox_pieces(line);
	line->text += rest;
	line->length -= rest;
	outbox->lines += outbox_pieces(line);
	if (line->length == 0)
		outbox_skip(outbox);
	else
		queue_put(outbox_rest(outbox, lanes), queue_take(lanes));
	outbox->privates = lanes != &outbox->public ? outbox->privates + 1 : 0;
}

/* ---- backpressure ---- */

bool outbox_high(const struct outbox *outbox)
{
	return outbox->lines > outbox->high || outbox->bytes > OUTBOX_BYTES / 2;
}

bool outbox_low(const struct outbox *outbox)
{
	return outbox->lines <= outbox->low && outbox->bytes <= OUTBOX_BYTES / 4;
}

size_t outbox_lines(const struct outbox *outbox)
{
	return outbox->lines;
}

size_t outbox_owed(const struct outbox *outbox, const char *target)
{
	const struct outbox_line *line = lane_find(&outbox->private, target);
	size_t lines = 0;

	if (line == NULL)
		line = lane_find(&outbox->longer, target);
	for (; line != NULL; line = line->more)
		lines += outbox_pieces(line);
	return lines;
}
