/* mask.c - who a mask means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/mask.h"

static void test_patterns(void **state)
{
	(void)state;
	assert_true(mask_fits("", ""));
	assert_true(mask_fits("*", ""));
	assert_true(mask_fits("**", "anna"));
	assert_true(mask_fits("Anna!*@*", "anna!~a@host.example"));
	assert_true(mask_fits("*!*@*.EXAMPLE", "anna!~a@host.example"));
	assert_true(mask_fits("a??a!*", "anna!~a@host"));
	assert_true(mask_fits("*ab*ab", "abxabab"));
	assert_true(mask_fits("?*", "x"));
	assert_false(mask_fits("", "a"));
	assert_false(mask_fits("?", ""));
	assert_false(mask_fits("?*", ""));
	assert_false(mask_fits("anna!*@*", "annab!~a@host"));
	assert_false(mask_fits("*!*@host", "anna!~a@host.example"));
	assert_false(mask_fits("*ab*ab", "abxabb"));
}

static void test_question_marks_are_characters(void **state)
{
	(void)state;
	assert_true(mask_fits("ren?", "ren\xc3\xa9"));
	assert_false(mask_fits("ren??", "ren\xc3\xa9"));
	assert_true(mask_fits("*?\xe2\x99\xa6", "\xc3\xa9\xe2\x99\xa6"));
}

static void test_accounts(void **state)
{
	(void)state;
	assert_true(mask_means("account:anna", "eve!e@host", "Anna"));
	assert_true(mask_means("account:a*", NULL, "anna"));
	assert_false(mask_means("account:anna", "anna!a@host", NULL));
	assert_false(mask_means("account:*", "anna!a@host", ""));
	assert_false(mask_means("account:anna", "account:anna", "eve"));
	assert_false(mask_means("*!*@host", NULL, "anna"));
	assert_true(mask_means("*!*@host", "anna!a@host", NULL));
}

static void test_lists(void **state)
{
	char one[] = "eve!*@*", two[] = "account:luc";
	char *list[] = { one, two };
	struct masks masks = { list, 2 };
	(void)state;
	assert_true(mask_any(&masks, "anna!a@host", "luc"));
	assert_true(mask_any(&masks, "Eve!a@host", NULL));
	masks.count = 1;
	assert_false(mask_any(&masks, "anna!a@host", "luc"));
	masks = (struct masks){ NULL, 0 };
	assert_false(mask_any(&masks, "eve!a@host", "luc"));
}

/* Patterns that take others for ever: this many would take an exponential matcher past any limit.
 */
static void test_hostile_patterns(void **state)
{
	char pattern[201], text[401];
	(void)state;
	for (size_t i = 0; i < sizeof pattern - 1; i++)
		pattern[i] = i % 2 == 0 ? '*' : 'a';
	pattern[sizeof pattern - 1] = '\0';
	pattern[sizeof pattern - 2] = 'b';
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < 1000; i++)
		assert_false(mask_fits(pattern, text));
}

/* Every pattern and text over a small alphabet, next to the plainest matcher there is. */
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

static void test_as_the_plainest_matcher(void **state)
{
	char pattern[8], text[8];
	(void)state;
	for (unsigned p = 0; p < 3125; p++)
		for (unsigned t = 0; t < 243; t++) {
			spell(p, "ab*?", 4, pattern);
			spell(t, "ab", 2, text);
			assert_int_equal(mask_fits(pattern, text), plainly(pattern, text));
		}
}

static void test_masks_that_mean_everybody(void **state)
{
	static const char *const everybody[] = { "*", "*!*@*", "?*@*", "account:*", "ACCOUNT:?*" };
	static const char *const some[] = { "", "eve!*@*", "*@host", "account:", "account:bob",
		"account:b*", "account:*b" };
	(void)state;
	for (size_t i = 0; i < sizeof everybody / sizeof everybody[0]; i++)
		assert_true(mask_everybody(everybody[i]));
	for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
		assert_false(mask_everybody(some[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patterns),
		cmocka_unit_test(test_question_marks_are_characters),
		cmocka_unit_test(test_accounts),
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_masks_that_mean_everybody),
		cmocka_unit_test(test_hostile_patterns),
		cmocka_unit_test(test_as_the_plainest_matcher),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
