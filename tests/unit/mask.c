/* mask.c - masks of people */
#include <string.h>

#include "bot/people/mask.h"
#include "tests/cases.h"

CASE(a_question_mark_matches_one_character)
{
	assert_true(mask_matches_text("ren?", "ren\xc3\xa9"));
	assert_false(mask_matches_text("ren??", "ren\xc3\xa9"));
	assert_true(mask_matches_text("*?\xe2\x99\xa6", "\xc3\xa9\xe2\x99\xa6"));
}

CASE(account_masks_match_accounts)
{
	assert_true(mask_matches_person("account:anna", "eve!e@host", "Anna"));
	assert_true(mask_matches_person("account:a*", NULL, "anna"));
	assert_false(mask_matches_person("account:anna", "anna!a@host", NULL));
	assert_false(mask_matches_person("account:*", "anna!a@host", ""));
	assert_false(mask_matches_person("account:anna", "account:anna", "eve"));
	assert_false(mask_matches_person("*!*@host", NULL, "anna"));
	assert_true(mask_matches_person("*!*@host", "anna!a@host", NULL));
}

/* A naive matcher takes exponential time for these patterns. */
CASE(hostile_patterns_match_quickly)
{
	char pattern[201], text[401];
	for (size_t i = 0; i < sizeof pattern - 1; i++)
		pattern[i] = i % 2 == 0 ? '*' : 'a';
	pattern[sizeof pattern - 1] = '\0';
	pattern[sizeof pattern - 2] = 'b';
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < 1000; i++)
		assert_false(mask_matches_text(pattern, text));
}

/* Returns true if the pattern matches the text: a naive matcher for comparison. */
static bool plainly(const char *pattern, const char *text)
{
	if (*pattern == '\0')
		return *text == '\0';
	if (*pattern == '*')
		return plainly(pattern + 1, text) || (*text != '\0' && plainly(pattern, text + 1));
	return *text != '\0' && (*pattern == '?' || *pattern == *text) &&
		plainly(pattern + 1, text + 1);
}

static void spell(unsigned number, const char *letters, unsigned count, char word[8])
{
	size_t length = 0;
	for (; number > 0; number /= count + 1)
		if (number % (count + 1) > 0)
			word[length++] = letters[number % (count + 1) - 1];
	word[length] = '\0';
}

CASE(the_matcher_agrees_with_a_naive_one)
{
	char pattern[8], text[8];
	for (unsigned p = 0; p < 3125; p++)
		for (unsigned t = 0; t < 243; t++) {
			spell(p, "ab*?", 4, pattern);
			spell(t, "ab", 2, text);
			assert_int_equal(mask_matches_text(pattern, text), plainly(pattern, text));
		}
}

CASE(masks_that_match_all_people_are_recognized)
{
	static const char *const everybody[] = { "*", "*!*@*", "?*@*", "account:*", "ACCOUNT:?*" };
	static const char *const some[] = { "", "eve!*@*", "*@host", "account:", "account:bob",
		"account:b*", "account:*b" };
	for (size_t i = 0; i < sizeof everybody / sizeof everybody[0]; i++)
		assert_true(mask_matches_everyone(everybody[i]));
	for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
		assert_false(mask_matches_everyone(some[i]));
}
