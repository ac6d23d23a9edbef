/* string.c - growable strings for which there is no memory. */
#include "bot/base/string.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/torture/torture.h"

enum { SECONDS = 10 };

/* What these return is the status of a process: 0, or which of them did not hold. */

static int lost_before_it_has_any(void *context)
{
	struct string part = STRING_EMPTY, whole = STRING_EMPTY;
	(void)context;
	string_add(&part, "nine");
	string_add(&whole, part.bytes);
	string_add(&whole, " of diamonds");
	bool spreads = string_lost(&part) && string_lost(&whole) && part.length == 0;
	string_keep(&part, 0, 0);
	bool back = !string_lost(&part) && *part.bytes == '\0';
	string_add(&part, "nine");
	back = back && strcmp(part.bytes, "nine") == 0;
	string_free(&part);
	string_free(&whole);
	return !spreads ? 1 : !back ? 2 : 0;
}

static int lost_in_json(void *context)
{
	struct string name = STRING_EMPTY, json = STRING_EMPTY;
	(void)context;
	string_add(&name, "anna");
	string_add(&json, "[");
	string_json(&json, name.bytes);
	string_add(&json, "]");
	bool lost = string_lost(&json);
	string_free(&name);
	string_free(&json);
	return lost ? 0 : 1;
}

static int lost_while_it_grows(void *context)
{
	struct string news = STRING_EMPTY;
	char text[200];
	(void)context;
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	string_add(&news, "anna plays");
	string_add(&news, text);
	string_add(&news, "!");
	bool lost = string_lost(&news) && news.length == strlen("anna plays");
	string_keep(&news, 0, news.length);
	bool kept = !string_lost(&news) && strcmp(news.bytes, "anna plays") == 0;
	string_free(&news);
	return !lost ? 1 : !kept ? 2 : 0;
}

static void fails(int (*play)(void *context), uint64_t number)
{
	static struct torture_run *run;
	if (run == NULL)
		run = torture_open();
	assert_non_null(run);
	run->fails = number;
	run->maps = false;
	assert_true(torture_run(run, play, NULL, SECONDS));
	assert_string_equal(run->failed, "realloc");
	assert_int_equal(run->status, 0);
}

static void all_that_is_made_of_a_lost_string_is_lost_until_it_is_emptied(void **state)
{
	(void)state;
	fails(lost_before_it_has_any, 1);
}

static void json_of_a_lost_string_is_lost(void **state)
{
	(void)state;
	fails(lost_in_json, 1);
}

static void a_string_that_cannot_grow_goes_back_to_what_it_had(void **state)
{
	(void)state;
	fails(lost_while_it_grows, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_is_made_of_a_lost_string_is_lost_until_it_is_emptied),
		cmocka_unit_test(json_of_a_lost_string_is_lost),
		cmocka_unit_test(a_string_that_cannot_grow_goes_back_to_what_it_had),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
