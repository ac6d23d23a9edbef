/* limit.c - who asks for too much, by a clock the tests turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bot/people/limit.h"

static const struct limit_rate rate = { .burst = 4, .per_second = 2, .ignore_seconds = 60 };
static const uint8_t key[LIMIT_KEY] = "0123456789abcde";

static struct limit *opened(void)
{
	struct limit *limit = limit_open(key);

	assert_non_null(limit);
	return limit;
}

/* Somebody asks so many times at once and is answered the same each time. */
static void asks(struct limit *limit, const char *who, int64_t now, unsigned times,
	enum limit_verdict verdict)
{
	while (times-- > 0)
		assert_int_equal(limit_take(limit, &rate, who, now), verdict);
}

static void test_a_burst_then_the_pace(void **state)
{
	struct limit *limit = opened();

	(void)state;
	asks(limit, "anna", 1000, 4, LIMIT_PASS);
	asks(limit, "luc", 1000, 4, LIMIT_PASS);
	asks(limit, "anna", 1000, 1, LIMIT_WARN);
	asks(limit, "anna", 1499, 1, LIMIT_SKIP);
	asks(limit, "anna", 1500, 1, LIMIT_PASS);
	asks(limit, "anna", 1999, 1, LIMIT_SKIP);
	asks(limit, "anna", 2000, 1, LIMIT_PASS);
	/* At the pace he is never refused, and with a full bucket all is as at first. */
	for (int64_t now = 2500; now < 60000; now += 500)
		asks(limit, "anna", now, 1, LIMIT_PASS);
	asks(limit, "anna", 90000, 4, LIMIT_PASS);
	asks(limit, "anna", 90000, 1, LIMIT_WARN);
	limit_close(limit);
}

static void test_who_goes_on_is_ignored(void **state)
{
	struct limit *limit = opened();

	(void)state;
	asks(limit, "eve", 1000, 4, LIMIT_PASS);
	asks(limit, "eve", 1000, 1, LIMIT_WARN);
	asks(limit, "eve", 1001, 3, LIMIT_SKIP);
	asks(limit, "eve", 1002, 1, LIMIT_IGNORE);
	asks(limit, "eve", 1003, 1000, LIMIT_IGNORED);
	asks(limit, "eve", 61001, 1, LIMIT_IGNORED);
	asks(limit, "anna", 61001, 1, LIMIT_PASS);
	asks(limit, "eve", 61002, 4, LIMIT_PASS);
	asks(limit, "eve", 61002, 1, LIMIT_WARN);
	limit_close(limit);
}

static void test_cheap_things(void **state)
{
	struct limit *limit = opened();

	(void)state;
	for (int i = 0; i < 31; i++) {
		asks(limit, "anna", 1000, 1, LIMIT_PASS);
		limit_return(limit, &rate, "anna");
	}
	asks(limit, "anna", 1000, 1, LIMIT_WARN);
	limit_close(limit);
}

/* What cannot be had now counts for more, so that even warnings stay rare. */
static void test_refusals(void **state)
{
	struct limit *limit = opened();

	(void)state;
	assert_int_equal(limit_refuse(limit, &rate, "eve", 1000), LIMIT_WARN);
	assert_int_equal(limit_refuse(limit, &rate, "eve", 2900), LIMIT_SKIP);
	assert_int_equal(limit_refuse(limit, &rate, "eve", 2901), LIMIT_SKIP);
	assert_int_equal(limit_refuse(limit, &rate, "eve", 2902), LIMIT_SKIP);
	assert_int_equal(limit_refuse(limit, &rate, "eve", 2903), LIMIT_IGNORE);
	assert_int_equal(limit_take(limit, &rate, "eve", 2904), LIMIT_IGNORED);
	assert_int_equal(limit_refuse(limit, &rate, "luc", 1000), LIMIT_WARN);
	assert_int_equal(limit_refuse(limit, &rate, "luc", 3001), LIMIT_WARN);
	limit_close(limit);
}

static void test_no_limit(void **state)
{
	const struct limit_rate none = { .burst = 0 };
	struct limit *limit = opened();

	(void)state;
	for (int i = 0; i < 10000; i++)
		assert_int_equal(limit_take(limit, &none, "anna", 0), LIMIT_PASS);
	assert_int_equal(limit_refuse(limit, &none, "anna", 0), LIMIT_PASS);
	limit_return(limit, &none, "anna");
	limit_close(limit);
}

/* Crowds larger than the memory neither make it forget a flooder nor refuse anybody else. */
static void test_crowds(void **state)
{
	struct limit *limit = opened();
	char name[32];

	(void)state;
	asks(limit, "eve", 0, 4, LIMIT_PASS);
	asks(limit, "eve", 0, 1, LIMIT_WARN);
	asks(limit, "eve", 0, 3, LIMIT_SKIP);
	asks(limit, "eve", 0, 1, LIMIT_IGNORE);
	for (int i = 0; i < 20 * LIMIT_MEMORY; i++) {
		snprintf(name, sizeof name, "guest%d", i);
		asks(limit, name, i / 100, 1, LIMIT_PASS);
	}
	asks(limit, "eve", 1000, 1, LIMIT_IGNORED);
	limit_close(limit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_burst_then_the_pace),
		cmocka_unit_test(test_who_goes_on_is_ignored),
		cmocka_unit_test(test_cheap_things),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_no_limit),
		cmocka_unit_test(test_crowds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
