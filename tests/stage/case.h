/* case.h - what tests on a stage share: a stage for each case, and what was said on it. */
#ifndef TESTS_STAGE_CASE_H
#define TESTS_STAGE_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/stage/stage.h"

/* A case whose state is a stage of its own, with a database in memory. */
#define STAGE_CASE(name) cmocka_unit_test_setup_teardown(name, case_open, case_close)

/* Something said since the last look holds text; all that was said. */
#define assert_said(stage, text) case_assert(stage, text, true, __FILE__, __LINE__)
/* The same where something was said, but nothing of it holds text. */
#define assert_unsaid(stage, text) case_assert(stage, text, false, __FILE__, __LINE__)
/* Nothing at all was said since the last look. */
#define assert_silence(stage) assert_string_equal(stage_hear(stage), "")

/* Somebody says something, and this is part of what comes of it. */
#define assert_answer(stage, nick, text, answer) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_said(stage, answer))

static inline const char *case_assert(
	struct stage *stage, const char *text, bool wanted, const char *file, int line)
{
	const char *heard = stage_hear(stage);
	if (*heard == '\0' || (strstr(heard, text) != NULL) != wanted) {
		print_error("%s: %s\nheard:\n%s", wanted ? "wanted" : "unwanted", text,
			*heard == '\0' ? "nothing at all\n" : heard);
		_fail(file, line);
	}
	return heard;
}

static inline int case_open(void **state)
{
	struct stage *stage = malloc(sizeof *stage);
	if (stage == NULL)
		return -1;
	stage_open(stage, NULL);
	*state = stage;
	return 0;
}

static inline int case_close(void **state)
{
	stage_close(*state);
	free(*state);
	return 0;
}

/* anna opens a table and luc sits down; it is dealt, and what was said of it heard. */
static inline struct table *case_two(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	stage_hear(stage);
	return table;
}

/* Which of the two plays a seat; the name outlives him. */
static inline const char *case_name(const struct table *table, unsigned seat)
{
	const char *name = table->seat[seat].player->name;
	bool first = strcmp(name, "anna") == 0;
	assert_true(first || strcmp(name, "luc") == 0);
	return first ? "anna" : "luc";
}

/* Who of the two is to move, and who is not. */
static inline const char *mover_of(struct table *table)
{
	return case_name(table, table_state(table)->turn);
}

static inline const char *waiter_of(struct table *table)
{
	return case_name(table, !table_state(table)->turn);
}

/* One private line to nick, and nothing else. */
static inline void assert_refused(struct stage *stage, const char *nick, const char *text)
{
	const char *heard = stage_hear(stage);
	char start[64];
	snprintf(start, sizeof start, "%s< ", nick);
	const char *end = strchr(heard, '\n');
	if (strncmp(heard, start, strlen(start)) != 0 || strstr(heard, text) == NULL ||
		end == NULL || end[1] != '\0')
		fail_msg("wanted one line to %s: %s\nheard:\n%s", nick, text, heard);
}

#endif
