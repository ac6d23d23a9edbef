/* outbox.h - helpers for the tests of the outbox. */
#ifndef TESTS_OUTBOX_H
#define TESTS_OUTBOX_H

#include <stdio.h>
#include <string.h>

#include "bot/net/irc/outbox.h"
#include "tests/at.h"
#include "tests/cases.h"

static inline struct outbox *unpaced(void)
{
	struct outbox *outbox = outbox_open(8, 0);
	assert_non_null(outbox);
	return outbox;
}

static inline int outbox_make(void **state)
{
	*state = unpaced();
	return 0;
}

static inline int outbox_end(void **state)
{
	outbox_close(*state);
	return 0;
}

/* Defines a test with the parameter `outbox`, an outbox without a rate limit. */
#define OUTBOX_CASE(name) CASE_WITH(name, struct outbox *outbox, outbox_make, outbox_end)

static inline void stage(struct outbox *outbox, bool private, const char *target, const char *text)
{
	enum outbox_target_kind whom = private ? OUTBOX_TO_MEMBER : OUTBOX_TO_CHANNEL;
	assert_true(outbox_stage(outbox, whom, private ? 1 : 0, target, SAYING(text)));
}

/* Stages a line that ends with `passing`. The outbox drops this end when a newer line on the same
 * topic waits. */
static inline void stage_passing(struct outbox *outbox, bool private, const char *target,
	uint64_t topic, const char *text, const char *passing)
{
	enum outbox_target_kind whom = private ? OUTBOX_TO_MEMBER : OUTBOX_TO_CHANNEL;
	assert_true(outbox_stage(outbox, whom, private ? 1 : 0, target,
		&(struct saying){ .text = text, .transient = passing, .topic = topic }));
}

/* Stages a line to a stranger: a person in no channel of the bot. Returns false if the outbox has
 * no room. */
static inline bool whisper(struct outbox *outbox, const char *target, const char *text)
{
	return outbox_stage(outbox, OUTBOX_TO_STRANGER, 2, target, SAYING(text));
}

/* Fails unless this is the next line to be sent. */
static inline void expect(
	struct outbox *outbox, uint64_t now, size_t limit, const char *target, const char *text)
{
	const struct outbox_line *line = outbox_next(outbox, now);
	char piece[1000];
	if (text == NULL) {
		assert_null(line);
		return;
	}
	assert_non_null(line);
	assert_string_equal(line->target, target);
	outbox_take(outbox, now, limit, piece);
	assert_string_equal(piece, text);
}

static inline size_t burst(struct outbox *outbox, uint64_t now)
{
	char piece[401];
	size_t count = 0;
	while (outbox_next(outbox, now) != NULL) {
		outbox_take(outbox, now, 400, piece);
		count++;
	}
	return count;
}

static inline void fill(struct outbox *outbox, int lines)
{
	for (int i = 0; i < lines; i++)
		stage(outbox, true, "luc", "a line of chatter");
	outbox_queue_staged(outbox, 0);
}

/* Stages a line for each of this many people. */
static inline void fill_each(struct outbox *outbox, int people)
{
	char nick[16];
	for (int i = 0; i < people; i++) {
		snprintf(nick, sizeof nick, "luc%d", i);
		stage(outbox, true, nick, "a line of chatter");
	}
	outbox_queue_staged(outbox, 0);
}

#endif
