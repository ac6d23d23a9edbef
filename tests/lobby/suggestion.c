/* Tests suggestions for mistyped commands, cards and options. */
#include "tests/stage/case.h"

static void a_mistyped_command_gets_one_suggestion(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "anna", "!plya 1");
	assert_heard(stage, "anna< (meant word=plya meant=play)\n");
	stage_say(stage, "luc", "!HNAD");
	assert_heard(stage, "luc< (meant word=HNAD meant=hand)\n");
	stage_say(stage, "luc", "mitaines: tabel");
	assert_heard(stage, "luc< (meant word=tabel meant=table)\n");
}

static void a_command_written_together_with_a_card_is_suggested(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "anna", "!p8d m");
	assert_heard(stage, "anna< (meant word=p8d meant=p 8d)\n");
	stage_say(stage, "anna", "!Play10\xe2\x99\xa6");
	assert_heard(stage, "anna< (meant word=Play10\xe2\x99\xa6 meant=play 10\xe2\x99\xa6)\n");
	stage_say(stage, "anna", "!p3");
	assert_heard(stage, "anna< (meant word=p3 meant=p 3)\n");
	stage_whisper(stage, "anna", "p3");
	assert_heard(stage, "anna< (meant word=p3 meant=p 3)\n");
}

static void words_for_other_bots_get_no_suggestion(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "rose", "!plya 1");
	stage_say(stage, "rose", "!p8d");
	stage_say(stage, "anna", "!karma luc");
	stage_say(stage, "anna", "!weather");
	stage_say(stage, "anna", "!p8x");
	stage_say(stage, "anna", "!adnim");
	stage_say(stage, "anna", "!plyaplyaplyaplyaplyaplyaplyaplyaplya");
	stage_say(stage, "anna", "plya 1");
	assert_silence(stage);
}

static void names_of_cards_get_no_suggestion(void **state)
{
	static const char *const words[] = { "two", "three", "four", "five", "six", "seven",
		"eight", "nine", "ten", "Jack", "Queen", "King", "Ace", "deux", "trois", "quatre",
		"cinq", "SEPT", "huit", "neuf", "dix", "valet", "dame", "roi", "as", "clubs",
		"diamonds", "hearts", "spades", "trèfle", "carreau", "cœur", "coeur", "pique" };
	struct stage *stage = *state;
	case_two(stage, "!new");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char line[32];
		snprintf(line, sizeof line, "!%s", words[i]);
		stage_say(stage, "anna", line);
		stage_say(stage, "rose", line);
		stage_wait(stage, 60000);
		if (strstr(stage_hear(stage), "(meant ") != NULL)
			fail_msg("%s: %s", words[i], stage->heard.bytes);
		stage_whisper(stage, "rose", words[i]);
		if (strstr(stage_hear(stage), "(meant ") != NULL)
			fail_msg("%s: %s", words[i], stage->heard.bytes);
	}
	stage_say(stage, "anna", "!ste");
	assert_said(stage, "(meant word=ste meant=set)");
}

static void suggestions_to_one_person_are_limited(void **state)
{
	struct stage *stage = *state;
	unsigned told = 0;
	case_two(stage, "!new");
	for (unsigned i = 0; i < 50; i++) {
		stage_say(stage, "anna", "!plya");
		told += case_count(stage_hear(stage), "(meant ");
		stage_wait(stage, 3000);
	}
	assert_in_range(told, 1, 10);
}

static void in_private_all_people_get_suggestions(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "rose", "plya 1");
	assert_heard(stage, "rose< (meant word=plya meant=play)\n");
	stage_whisper(stage, "rose", "vérifer 1");
	assert_heard(stage, "rose< (meant word=vérifer meant=verifier)\n");
	stage_whisper(stage, "rose", "xyzzy");
	assert_heard(stage, "rose< (unknown.command word=xyzzy)\n");
	stage_whisper(stage, "rose", "admn");
	assert_heard(stage, "rose< (unknown.command word=admn)\n");
}

static void a_mistyped_game_preset_or_option_is_suggested(void **state)
{
	struct stage *stage = *state;
	assert_answer(stage, "anna", "!new taget=300",
		"anna< (no.such.option word=taget=300 meant=(meant.name meant=target=300) ");
	assert_answer(stage, "anna", "!new mate KNG=yes", "meant=(meant.name meant=king=yes) ");
	assert_answer(stage, "anna", "!new ratd=no", "meant=(meant.name meant=rated=no) ");
	assert_answer(stage, "anna", "!new quebek",
		"anna< (no.such.game word=quebek meant=(meant.name meant=quebec) ");
	assert_answer(stage, "anna", "!new mitains", "meant=(meant.name meant=mitaines) ");
	/* The name is right, or no known name is similar. */
	assert_answer(stage, "anna", "!new target=x", "(no.such.option word=target=x meant= ");
	assert_answer(stage, "anna", "!new colour=3", "(no.such.option word=colour=3 meant= ");
	assert_null(stage_table(stage, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_mistyped_command_gets_one_suggestion),
		STAGE_CASE(a_command_written_together_with_a_card_is_suggested),
		STAGE_CASE(words_for_other_bots_get_no_suggestion),
		STAGE_CASE(names_of_cards_get_no_suggestion),
		STAGE_CASE(suggestions_to_one_person_are_limited),
		STAGE_CASE(in_private_all_people_get_suggestions),
		STAGE_CASE(a_mistyped_game_preset_or_option_is_suggested),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
