/* ratelimit.c - who asks for too much, by a clock the tests turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "bot/people/ratelimit.h"

static const struct ratelimit_rate rate = { .burst = 4, .per_second = 2, .ignore_seconds = 60 };
static const uint8_t key[RATELIMIT_KEY] = "0123456789abcde";

static struct ratelimit *opened(void)
{
	struct ratelimit *limit = ratelimit_open(key);
	assert_non_null(limit);
	return limit;
}

/* Somebody asks so many times at once and is answered the same each time. */
static void asks(struct ratelimit *limit, const char *who, int64_t now, unsigned times,
	enum ratelimit_verdict verdict)
{
	while (times-- > 0)
		assert_int_equal(ratelimit_take(limit, &rate, who, now), verdict);
}

static void test_a_burst_then_the_pace(void **state)
{
	struct ratelimit *limit = opened();
	(void)state;
	asks(limit, "anna", 1000, 4, RATELIMIT_PASS);
	asks(limit, "luc", 1000, 4, RATELIMIT_PASS);
	asks(limit, "anna", 1000, 1, RATELIMIT_WARN);
	asks(limit, "anna", 1499, 1, RATELIMIT_SKIP);
	asks(limit, "anna", 1500, 1, RATELIMIT_PASS);
	asks(limit, "anna", 1999, 1, RATELIMIT_SKIP);
	asks(limit, "anna", 2000, 1, RATELIMIT_PASS);
	/* At the pace they are never refused, and with a full bucket all is as at first. */
	for (int64_t now = 2500; now < 60000; now += 500)
		asks(limit, "anna", now, 1, RATELIMIT_PASS);
	asks(limit, "anna", 90000, 4, RATELIMIT_PASS);
	asks(limit, "anna", 90000, 1, RATELIMIT_WARN);
	ratelimit_close(limit);
}

static void test_who_goes_on_is_ignored(void **state)
{
	struct ratelimit *limit = opened();
	(void)state;
	asks(limit, "eve", 1000, 4, RATELIMIT_PASS);
	asks(limit, "eve", 1000, 1, RATELIMIT_WARN);
	/* They cannot have read that yet: what was said while the bot was away is heard at once. */
	asks(limit, "eve", 1000, 100, RATELIMIT_SKIP);
	asks(limit, "eve", 2999, 3, RATELIMIT_PASS);
	asks(limit, "eve", 2999, 1, RATELIMIT_SKIP);
	asks(limit, "eve", 3000, 1, RATELIMIT_PASS);
	asks(limit, "eve", 3000, 1, RATELIMIT_IGNORE);
	asks(limit, "eve", 3001, 1000, RATELIMIT_IGNORED);
	asks(limit, "eve", 62999, 1, RATELIMIT_IGNORED);
	asks(limit, "anna", 62999, 1, RATELIMIT_PASS);
	asks(limit, "eve", 63000, 4, RATELIMIT_PASS);
	asks(limit, "eve", 63000, 1, RATELIMIT_WARN);
	ratelimit_close(limit);
}

/* Who is too quick now and then, long after a warning, does not go on. */
static void test_a_second_time_is_no_going_on(void **state)
{
	struct ratelimit *limit = opened();
	(void)state;
	asks(limit, "anna", 1000, 4, RATELIMIT_PASS);
	asks(limit, "anna", 1000, 1, RATELIMIT_WARN);
	for (int64_t now = 1500; now <= 3000; now += 500)
		asks(limit, "anna", now, 1, RATELIMIT_PASS);
	asks(limit, "anna", 3000, 3, RATELIMIT_SKIP);
	asks(limit, "anna", 3000, 1, RATELIMIT_IGNORE);
	ratelimit_close(limit);
}

static void test_cheap_things(void **state)
{
	struct ratelimit *limit = opened();
	(void)state;
	for (int i = 0; i < 31; i++) {
		asks(limit, "anna", 1000, 1, RATELIMIT_PASS);
		ratelimit_return(limit, &rate, "anna");
	}
	asks(limit, "anna", 1000, 1, RATELIMIT_WARN);
	ratelimit_close(limit);
}

/* A tenth of one, too, where there is only one. */
static void test_cheap_things_one_by_one(void **state)
{
	const struct ratelimit_rate one = { .burst = 1, .per_second = 2, .ignore_seconds = 60 };
	struct ratelimit *limit = opened();
	(void)state;
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1000), RATELIMIT_PASS);
	ratelimit_return(limit, &one, "anna");
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1049), RATELIMIT_WARN);
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1050), RATELIMIT_PASS);
	ratelimit_close(limit);
}

/* What cannot be had now counts for more, so that even warnings stay rare. */
static void test_refusals(void **state)
{
	struct ratelimit *limit = opened();
	(void)state;
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 1000), RATELIMIT_WARN);
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 2900), RATELIMIT_SKIP);
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 2901), RATELIMIT_SKIP);
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 2902), RATELIMIT_SKIP);
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 2999), RATELIMIT_SKIP);
	assert_int_equal(ratelimit_refuse(limit, &rate, "eve", 3000), RATELIMIT_IGNORE);
	assert_int_equal(ratelimit_take(limit, &rate, "eve", 3001), RATELIMIT_IGNORED);
	assert_int_equal(ratelimit_refuse(limit, &rate, "luc", 1000), RATELIMIT_WARN);
	assert_int_equal(ratelimit_refuse(limit, &rate, "luc", 3001), RATELIMIT_WARN);
	ratelimit_close(limit);
}

static void test_no_limit(void **state)
{
	const struct ratelimit_rate none = { .burst = 0 };
	struct ratelimit *limit = opened();
	(void)state;
	for (int i = 0; i < 10000; i++)
		assert_int_equal(ratelimit_take(limit, &none, "anna", 0), RATELIMIT_PASS);
	assert_int_equal(ratelimit_refuse(limit, &none, "anna", 0), RATELIMIT_PASS);
	ratelimit_return(limit, &none, "anna");
	ratelimit_close(limit);
}

/* Crowds larger than the memory neither make it forget a flooder nor refuse anybody else. */
static void test_crowds(void **state)
{
	struct ratelimit *limit = opened();
	char name[32];
	(void)state;
	asks(limit, "eve", 0, 4, RATELIMIT_PASS);
	asks(limit, "eve", 0, 1, RATELIMIT_WARN);
	asks(limit, "eve", 0, 3, RATELIMIT_SKIP);
	asks(limit, "eve", 1999, 3, RATELIMIT_PASS);
	asks(limit, "eve", 1999, 1, RATELIMIT_SKIP);
	asks(limit, "eve", 2000, 1, RATELIMIT_PASS);
	asks(limit, "eve", 2000, 1, RATELIMIT_IGNORE);
	for (int i = 0; i < 20 * RATELIMIT_MEMORY; i++) {
		snprintf(name, sizeof name, "guest%d", i);
		asks(limit, name, 2000 + i / 100, 1, RATELIMIT_PASS);
	}
	asks(limit, "eve", 3000, 1, RATELIMIT_IGNORED);
	ratelimit_close(limit);
}

/* Fills name with the next that falls into the same set as others if no key is used. */
static void next_alike(unsigned *tried, char name[32])
{
	static const uint8_t none[RATELIMIT_KEY];
	uint64_t hash;
	do {
		snprintf(name, 32, "guest%u", (*tried)++);
		crypto_shorthash(
			(unsigned char *)&hash, (const unsigned char *)name, strlen(name), none);
	} while (hash % (RATELIMIT_MEMORY / 8) != 0);
}

/* Nobody can choose names that make the memory forget one of them: by the key they fall elsewhere.
 */
static void test_names_alike(void **state)
{
	struct ratelimit *limit = opened();
	char first[32], name[32];
	unsigned tried = 0;
	(void)state;
	next_alike(&tried, first);
	asks(limit, first, 1000, 4, RATELIMIT_PASS);
	for (unsigned i = 0; i < 20; i++) {
		next_alike(&tried, name);
		asks(limit, name, 1001, 4, RATELIMIT_PASS);
	}
	asks(limit, first, 1002, 1, RATELIMIT_WARN);
	ratelimit_close(limit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_burst_then_the_pace),
		cmocka_unit_test(test_who_goes_on_is_ignored),
		cmocka_unit_test(test_a_second_time_is_no_going_on),
		cmocka_unit_test(test_cheap_things),
		cmocka_unit_test(test_cheap_things_one_by_one),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_no_limit),
		cmocka_unit_test(test_crowds),
		cmocka_unit_test(test_names_alike),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
