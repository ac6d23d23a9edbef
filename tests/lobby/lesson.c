/* The tutorial, as a learner meets it. */
#include <stdio.h>

#include "tests/stage/case.h"

/* What the lesson asks for behind its last mark, "Say: 7C mitten"; fails where it asks nothing. */
static void read_asked(const char *heard, const char *mark, char move[32])
{
	const char *at = heard;
	for (const char *next = strstr(heard, mark); next != NULL; next = strstr(next + 1, mark))
		at = next + strlen(mark);
	if (at == heard)
		fail_msg("no move is asked for:\n%s", heard);
	struct text text = text_in(move, 32);
	text_bytes(&text, at, strcspn(at, "\n"));
}

/* Does whatever it asks for, ten times; returns what is said at the end. */
static const char *learn(struct stage *stage, const char *mark)
{
	char move[32];
	for (unsigned i = 0; i < 10; i++) {
		read_asked(stage_hear(stage), mark, move);
		stage_whisper(stage, "anna", move);
	}
	return stage_hear(stage);
}

static void ten_moves_teach_mitaines(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!tutorial");
	const char *end = learn(stage, "ay: ");
	assert_in(end, "The Jack sweeps the pile.");
	assert_in(end, "That was Mitaines, and 180 points for you.");
	assert_not_in(end, "#table: ");
	assert_int_equal(stage->commands.lessons, 0);
}

static void it_speaks_french(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "set lang fr");
	stage_whisper(stage, "anna", "tutoriel");
	assert_said(stage, "anna< À vous de jouer dans le tutoriel.");
	stage_whisper(stage, "anna", "main");
	assert_in(learn(stage, "ites : "), "180 points pour vous");
}

static void other_moves_are_put_right(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "tutorial");
	stage_hear(stage);
	stage_whisper(stage, "anna", "8d");
	assert_string_equal(
		stage_hear(stage), "anna< You may play that, but the lesson goes on with: 5H\n");
	stage_whisper(stage, "anna", "8d m");
	assert_in(stage_hear(stage), "A mitten takes 2 cards of a rank");
	stage_whisper(stage, "anna", "as");
	assert_in(stage_hear(stage), "You don't hold that card.");
	stage_whisper(stage, "anna", "hand");
	assert_in(stage_hear(stage), "Say: 5H");
	stage_whisper(stage, "anna", "p 1");
	assert_in(stage_hear(stage),
		"anna< anna plays 5H. The pile is swept. normal plays 8C. anna to play.\n"
		"anna< Your turn in the tutorial. ");
}

/* The lesson knows best what to do next; its table is shown where one is asked for. */
static void hints_and_looks_are_about_the_lesson(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "luc", "!new");
	stage_whisper(stage, "anna", "tutorial");
	stage_whisper(stage, "anna", "5h");
	stage_hear(stage);
	stage_whisper(stage, "anna", "hint");
	assert_string_equal(stage_hear(stage),
		"anna< An eight lies there alone. To sweep a single card with its equal is worth "
		"10 points. Say: 8D\n");
	stage_whisper(stage, "anna", "table");
	assert_said(stage, "Say: 8D");
	stage_whisper(stage, "anna", "tables");
	assert_said(stage, "#table: mitaines classic, open. Seated: luc.");
}

static void a_seat_ends_it(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "tutorial");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	assert_in(stage_hear(stage), "#table: [1] anna plays ");
	assert_int_equal(stage->commands.lessons, 0);
	stage_whisper(stage, "anna", "tutorial");
	assert_in(stage_hear(stage), "You sit at a table");
	stage_whisper(stage, "anna", "tutorial stop");
	assert_in(stage_hear(stage), "The lesson is over.");
}

/* The seat he left is his still, but nothing he says is meant for it. */
static void who_left_may_learn(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "anna", "!leave");
	stage_whisper(stage, "anna", "tutorial");
	assert_in(stage_hear(stage), "Say: 5H");
	stage_whisper(stage, "anna", "5h");
	assert_in(stage_hear(stage), "anna< anna plays 5H.");
}

static void learners_are_bounded(void **state)
{
	struct stage *stage = *state;
	char nick[8];
	for (unsigned i = 0; i < 60; i++) {
		snprintf(nick, sizeof nick, "p%u", i);
		stage_wait(stage, 1000);
		stage_whisper(stage, nick, "tutorial");
	}
	assert_int_equal(stage->commands.lessons, 50);
	stage_hear(stage);
	stage_whisper(stage, "p59", "5h");
	assert_in(stage_hear(stage), "p59< p59 plays 5H.");
	stage_whisper(stage, "p0", "5h");
	assert_in(stage_hear(stage), "p0< You do");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(ten_moves_teach_mitaines),
		STAGE_CASE(it_speaks_french),
		STAGE_CASE(other_moves_are_put_right),
		STAGE_CASE(hints_and_looks_are_about_the_lesson),
		STAGE_CASE(a_seat_ends_it),
		STAGE_CASE(who_left_may_learn),
		STAGE_CASE(learners_are_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
