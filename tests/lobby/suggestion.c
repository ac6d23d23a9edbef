/* Tests suggestions for mistyped commands, cards and options. */
#include "tests/stage/case.h"

MATCH_CASE(a_mistyped_command_gets_one_suggestion, "!new")
{
	stage_say(stage, "anna", "!plya 1");
	assert_heard(stage, "anna< (meant word=plya meant=play)\n");
	assert_answer(stage, "luc", "!HNAD", "luc< [1] (hand.turn ");
	assert_answer_is(stage, "luc", "mitaines: ste", "luc< (meant word=ste meant=set)\n");
}

MATCH_CASE(a_command_is_suggested_if_it_is_typed_without_a_blank_before_a_card, "!new")
{
	stage_say(stage, "anna", "!p8d m");
	assert_heard(stage, "anna< (meant word=p8d meant=p 8d)\n");
	assert_answer_is(stage, "anna", "!Play10\xe2\x99\xa6",
		"anna< (meant word=Play10\xe2\x99\xa6 meant=play 10\xe2\x99\xa6)\n");
	stage_say(stage, "anna", "!p3");
	assert_heard(stage, "anna< (meant word=p3 meant=p 3)\n");
	assert_reply_is(stage, "anna", "p3", "anna< (meant word=p3 meant=p 3)\n");
}

MATCH_CASE(commands_of_other_bots_get_no_suggestion, "!new")
{
	case_dialog(stage, "rose: !plya 1", "rose: !p8d", "anna: !karma luc", "anna: !weather",
		"anna: !p8x", "anna: !adnim", "anna: !plyaplyaplyaplyaplyaplyaplyaplyaplya",
		"anna: plya 1");
	assert_silence(stage);
}

STAGE_CASE(names_of_cards_typed_as_commands_get_no_suggestion)
{
	static const char *const words[] = { "two", "three", "four", "five", "six", "seven",
		"eight", "nine", "ten", "Jack", "Queen", "King", "Ace", "deux", "trois", "quatre",
		"cinq", "SEPT", "huit", "neuf", "dix", "valet", "dame", "roi", "as", "clubs",
		"diamonds", "hearts", "spades", "trèfle", "carreau", "cœur", "coeur", "pique" };
	case_two(stage, "!new");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const char *line = case_text("!%s", words[i]);
		stage_say(stage, "anna", line);
		stage_say(stage, "rose", line);
		stage_wait(stage, 60000);
		if (strstr(stage_hear(stage), "(meant ") != NULL)
			fail_msg("%s: %s", words[i], stage->heard.bytes);
		stage_whisper(stage, "rose", words[i]);
		if (strstr(stage_hear(stage), "(meant ") != NULL)
			fail_msg("%s: %s", words[i], stage->heard.bytes);
	}
	assert_answer(stage, "anna", "!ste", "(meant word=ste meant=set)");
}

STAGE_CASE(suggestions_to_one_person_are_limited)
{
	unsigned told = 0;
	case_two(stage, "!new");
	for (unsigned i = 0; i < 50; i++) {
		stage_say(stage, "anna", "!plya");
		told += case_count(stage_hear(stage), "(meant ");
		stage_wait(stage, 3000);
	}
	assert_in_range(told, 1, 10);
}

STAGE_CASE(anyone_gets_suggestions_in_private)
{
	stage_whisper(stage, "rose", "plya 1");
	assert_heard(stage, "rose< (meant word=plya meant=play)\n");
	assert_reply_is(stage, "rose", "jouet 1", "rose< (meant word=jouet meant=play)\n");
	assert_reply_is(stage, "rose", "xyzzy", "rose< (unknown.command.new word=xyzzy)\n");
	assert_reply_is(stage, "rose", "admn", "rose< (unknown.command.new word=admn)\n");
}

STAGE_CASE(a_mistyped_game_preset_or_option_is_suggested)
{
	assert_answer(stage, "anna", "!new taget=300",
		"anna< (no.such.option word=taget=300 meant=(meant.name meant=target=300) ");
	assert_answer(stage, "anna", "!new mate KNG=yes", "meant=(meant.name meant=king=yes) ");
	assert_answer(stage, "anna", "!new ratd=no", "meant=(meant.name meant=rated=no) ");
	assert_answer(stage, "anna", "!new quebek",
		"anna< (no.such.game word=quebek meant=(meant.name meant=quebec) ");
	assert_answer(stage, "anna", "!new mitains", "meant=(meant.name meant=mitaines) ");
	/* The option is right and only its value is wrong, or no option resembles the word. */
	assert_answer(stage, "anna", "!new target=x", "(no.such.option word=target=x meant= ");
	assert_answer(stage, "anna", "!new colour=3", "(no.such.option word=colour=3 meant= ");
	assert_null(stage_table(stage, 1));
}
