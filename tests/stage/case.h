/* case.h - helpers for tests on a stage: a stage for each case, assertions about the bot's lines,
 * and a match of two players. */
#ifndef TESTS_STAGE_CASE_H
#define TESTS_STAGE_CASE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/at.h"
#include "tests/cases.h"
#include "tests/stage/stage.h"

/* Defines a test with the parameter `stage`. The stage has a database in memory, and its bot writes
 * message keys instead of English texts. */
#define STAGE_CASE(name) CASE_WITH(name, struct stage *stage, case_open, case_close)
/* Defines a test like STAGE_CASE whose bot writes the texts that people read. */
#define WORDED_CASE(name) CASE_WITH(name, struct stage *stage, case_open_worded, case_close)

/* Defines a test with the parameters `stage` and `table`, in a match that anna begins with the
 * command `new` and luc joins. */
#define MATCH_CASE(name, new) \
	static void name##_at(struct stage *stage, struct table *table); \
	STAGE_CASE(name) \
	{ \
		name##_at(stage, case_two(stage, new)); \
	} \
	static void name##_at(__attribute__((unused)) struct stage *stage, \
		__attribute__((unused)) struct table *table)

/* assert_in: fails unless heard contains text. assert_not_in: fails if heard is empty or
 * contains text. */
#define assert_in(heard, text)     assert_in_at(HERE, heard, text)
#define assert_not_in(heard, text) assert_not_in_at(HERE, heard, text)
/* assert_said, assert_unsaid: like assert_in and assert_not_in for the bot's lines since the last
 * stage_hear. Both return these lines. */
#define assert_said(stage, text)   assert_in_at(HERE, stage_hear(stage), text)
#define assert_unsaid(stage, text) assert_not_in_at(HERE, stage_hear(stage), text)
/* Fails unless the bot's lines since the last stage_hear are exactly `all`. */
#define assert_heard(stage, all) assert_heard_at(HERE, stage, all)
/* Fails if the bot said a line since the last stage_hear. */
#define assert_silence(stage) assert_heard(stage, "")

/* Lets nick say text in the channel, or in private for assert_reply. Fails unless the bot's lines
 * contain answer; assert_answer_without fails if they contain it or if the bot is silent. Returns
 * the bot's lines. */
#define assert_answer(stage, nick, text, answer) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_said(stage, answer))
#define assert_reply(stage, nick, text, answer) \
	(stage_hear(stage), stage_whisper(stage, nick, text), assert_said(stage, answer))
#define assert_answer_without(stage, nick, text, answer) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_unsaid(stage, answer))

/* Like assert_answer and assert_reply, but fails unless the bot's lines are exactly `all`; "" means
 * that the bot is silent. */
#define assert_answer_is(stage, nick, text, all) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_heard(stage, all))
#define assert_reply_is(stage, nick, text, all) \
	(stage_hear(stage), stage_whisper(stage, nick, text), assert_heard(stage, all))

/* Fails unless the bot has said exactly one line since the last stage_hear, in private to nick, and
 * the line contains text. */
#define assert_refused(stage, nick, text) assert_refused_at(HERE, stage, nick, text)
/* Like assert_refused, after nick has said the line `says` in the channel. */
#define assert_refusal(stage, nick, says, text) \
	(stage_hear(stage), stage_say(stage, nick, says), assert_refused(stage, nick, text))

static inline const char *assert_in_at(AT, const char *heard, const char *text)
{
	if (strstr(heard, text) == NULL)
		fail_at("wanted: %s\nheard:\n%s", text, *heard == '\0' ? "nothing at all" : heard);
	return heard;
}

static inline const char *assert_not_in_at(AT, const char *heard, const char *text)
{
	if (!stage_may_say(text))
		fail_at("nobody ever says: %s", text);
	if (*heard == '\0' || strstr(heard, text) != NULL)
		fail_at("unwanted: %s\nheard:\n%s", text,
			*heard == '\0' ? "nothing at all" : heard);
	return heard;
}

static inline void assert_heard_at(AT, struct stage *stage, const char *all)
{
	string_at(stage_hear(stage), all);
}

static inline void assert_refused_at(AT, struct stage *stage, const char *nick, const char *text)
{
	const char *heard = assert_in_at(THERE, stage_hear(stage), text);
	const char *end = strchr(heard, '\n');
	char start[64];
	snprintf(start, sizeof start, "%s< ", nick);
	if (strncmp(heard, start, strlen(start)) != 0 || end == NULL || end[1] != '\0')
		fail_at("wanted one line to %s\nheard:\n%s", nick, heard);
}

/* Returns a formatted text. The eighth call after this one overwrites it. */
__attribute__((format(printf, 1, 2))) static inline const char *case_text(const char *format, ...)
{
	static char texts[8][256];
	static unsigned next;
	char *text = texts[next++ % 8];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof texts[0], format, arguments);
	va_end(arguments);
	return text;
}

/* Returns how often heard contains text. */
static inline unsigned case_count(const char *heard, const char *text)
{
	unsigned count = 0;
	while ((heard = strstr(heard, text)) != NULL) {
		count++;
		heard += strlen(text);
	}
	return count;
}

static inline int case_open_on(void **state, const struct catalogue *texts)
{
	struct stage *stage = malloc(sizeof *stage);
	if (stage == NULL)
		return -1;
	stage_open(stage, texts, NULL);
	*state = stage;
	return 0;
}

static inline int case_open(void **state)
{
	return case_open_on(state, stage_keys);
}

static inline int case_open_worded(void **state)
{
	return case_open_on(state, catalogues);
}

static inline int case_close(void **state)
{
	stage_close(*state);
	free(*state);
	return 0;
}

/* Returns true if the bot answers a ping of nick. Drops the bot's earlier lines. */
static inline bool case_answers(struct stage *stage, const char *nick)
{
	stage_hear(stage);
	if (stage->outside)
		stage_whisper(stage, nick, "ping");
	else
		stage_say(stage, nick, "!ping");
	return strstr(stage_hear(stage), "(pong)") != NULL;
}

/* Runs all waiting jobs of AI players, such as moves. */
static inline void case_think(struct stage *stage)
{
	while (stage_think(stage))
		;
}

/* Makes the current batch fail at its commit, and turns off the log. */
static inline void case_fail(struct stage *stage)
{
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
}

static inline void case_reconnect(struct stage *stage)
{
	stage_lose(stage);
	stage_join(stage);
}

/* Lets so many seconds pass, and runs the lobby's clocks after each of them, as the bot does. */
static inline void case_seconds(struct stage *stage, unsigned count)
{
	while (count-- > 0)
		stage_wait(stage, 1000);
}

/* Lets people say lines, each in a batch of its own: case_dialog(stage, "anna: in the channel",
 * "luc> in private"). */
#define case_dialog(stage, ...) case_say_all(stage, (const char *const[]){ __VA_ARGS__, NULL })

static inline void case_say_all(struct stage *stage, const char *const *lines)
{
	for (; *lines != NULL; lines++) {
		size_t length = strcspn(*lines, ":>");
		char nick[STAGE_NAME];
		snprintf(nick, sizeof nick, "%.*s", (int)length, *lines);
		if ((*lines)[length] == ':')
			stage_say(stage, nick, *lines + length + 2);
		else
			stage_whisper(stage, nick, *lines + length + 2);
	}
}

/* Begins a match of anna and luc at table 1 with anna's command `new`, and drops the lines about
 * it. Returns the table. */
static inline struct table *case_two(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	case_dialog(stage, "luc: !join", "anna: !start");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	stage_hear(stage);
	return table;
}

/* Returns the name of the player at a seat, "anna" or "luc". It stays valid after the table
 * closes. */
static inline const char *case_name(const struct table *table, unsigned seat)
{
	const char *name = table->seat[seat].player->name;
	bool first = strcmp(name, "anna") == 0;
	assert_true(first || strcmp(name, "luc") == 0);
	return first ? "anna" : "luc";
}

/* Lets the player to move make this move in private. */
static inline void case_move(struct stage *stage, struct table *table, struct move move)
{
	char line[MOVE_TEXT];
	struct text text = text_in(line, sizeof line);
	const struct person *mover = table->seat[table_state(table)->turn].player;
	move_write(&text, move);
	stage_whisper(stage, mover->connection != NULL ? mover->connection : mover->name,
		case_text("%s%s #%u", move.act == ACT_PLAY ? "play " : "", line, table->number));
}

/* Returns the name of the player to move; waiter_of returns the other player's name. */
static inline const char *mover_of(struct table *table)
{
	return case_name(table, table_state(table)->turn);
}

static inline const char *waiter_of(struct table *table)
{
	return case_name(table, !table_state(table)->turn);
}

#endif
