/* complete.c - completion by Tab */
#include <string.h>

#include "bot/net/console/complete.h"
#include "tests/at.h"
#include "tests/cases.h"

static const char lines[] = "hand\nhelp\nhelp play\nhistory\np 9D\np 9D mitten\np 4C\np\nplay\n";

static void assert_completes_at(
	AT, const char *typed, const char *wanted, const char *wanted_choices)
{
	struct string text = STRING_EMPTY;
	struct string choices = STRING_EMPTY;
	unsigned count = complete_line(typed, lines, &text, &choices);
	string_at(text.bytes, wanted);
	string_at(choices.bytes, wanted_choices);
	true_at((count == 0) == (*wanted == '\0'));
	string_free(&text);
	string_free(&choices);
}

#define assert_completes(typed, wanted, choices) assert_completes_at(HERE, typed, wanted, choices)

CASE(the_common_prefix_of_all_candidates_is_added)
{
	assert_completes("hi", "history ", "history");
	assert_completes("HI", "history ", "history");
	assert_completes("he", "help", "play");
	assert_completes("p 9", "p 9D", "mitten");
	assert_completes("p 9d", "p 9D", "mitten");
	assert_completes("p 9d ", "p 9D mitten ", "mitten");
	assert_completes("p 4c", "p 4C ", "4C");
}

CASE(several_candidates_for_a_completion_are_listed)
{
	assert_completes("h", "h", "hand help history");
	assert_completes("p ", "p ", "9D 4C");
	assert_completes("p", "p", "p play");
	assert_completes("help ", "help play ", "play");
}

CASE(a_word_with_an_unknown_prefix_is_not_completed)
{
	assert_completes("x", "", "");
	assert_completes("history 3", "", "");
	assert_completes("p 9D mitten x", "", "");
}
