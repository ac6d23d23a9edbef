/* ratelimit.c - the rate limiter for incoming commands, on a clock of the test */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "bot/people/ratelimit.h"
#include "tests/cases.h"

static const struct ratelimit_rate rate = { .burst = 4, .per_second = 2, .ignore_seconds = 60 };
static const uint8_t key[RATELIMIT_KEY] = "0123456789abcde";

static struct ratelimit *opened(void)
{
	struct ratelimit *limit = ratelimit_open(key);
	assert_non_null(limit);
	return limit;
}

/* A person sends several commands at once and gets the same verdict for each. */
static void asks(struct ratelimit *limit, const char *who, int64_t now, unsigned times,
	enum ratelimit_verdict verdict)
{
	while (times-- > 0)
		assert_int_equal(ratelimit_take(limit, &rate, who, now), verdict);
}

CASE(a_flooder_is_warned_then_ignored)
{
	struct ratelimit *limit = opened();
	asks(limit, "eve", 1000, 4, RATELIMIT_PASS);
	asks(limit, "eve", 1000, 1, RATELIMIT_WARN);
	/* eve cannot have read the warning yet. */
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

/* A cheap command counts as a tenth of another, even with a burst of one. */
CASE(cheap_commands_are_limited_too)
{
	const struct ratelimit_rate one = { .burst = 1, .per_second = 2, .ignore_seconds = 60 };
	struct ratelimit *limit = opened();
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1000), RATELIMIT_PASS);
	ratelimit_return(limit, &one, "anna");
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1049), RATELIMIT_WARN);
	assert_int_equal(ratelimit_take(limit, &one, "anna", 1050), RATELIMIT_PASS);
	ratelimit_close(limit);
}

/* Counts the commands that pass in ten minutes, if one comes every `every` ms. */
static unsigned count_passed(const struct ratelimit_rate *limited, int64_t every, bool refused)
{
	enum { TEN_MINUTES = 10 * 60 * 1000 };
	struct ratelimit *limit = opened();
	unsigned passed = 0;
	for (int64_t now = 0; now < TEN_MINUTES; now += every) {
		passed += ratelimit_take(limit, limited, "eve", now) == RATELIMIT_PASS;
		if (refused)
			ratelimit_refuse(limit, limited, "eve", now);
	}
	ratelimit_close(limit);
	return passed;
}

CASE(hammering_gives_no_more_than_a_full_bucket_and_its_rate)
{
	static const struct ratelimit_rate rates[] = { { 6, 0.1, 0 }, { 60, 20, 0 }, { 10, 1, 300 },
		{ 10, 0.2, 1 }, { 3, 1.0 / 60, 60 }, { 10, 1.0 / 600, 600 }, { 1, 0.01, 1 },
		{ 4, 2, 60 } };
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
		unsigned most = rates[i].burst + (unsigned)(rates[i].per_second * 600 + 0.5);
		for (int64_t every = 20; every < 20000; every = every * 3 / 2) {
			assert_in_range(count_passed(&rates[i], every, false), 1, most);
			assert_in_range(count_passed(&rates[i], every, true), 1, most);
		}
	}
}

/* Refused commands cost more, so warnings stay rare. */
CASE(refused_commands_count_more_for_the_rate_limit)
{
	struct ratelimit *limit = opened();
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

/* A crowd larger than the table neither hides a flooder nor blocks others. */
CASE(a_flooder_is_found_among_very_many_people)
{
	struct ratelimit *limit = opened();
	char name[32];
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

/* Finds the next name that falls into the same set as the earlier ones if the hash has no key. */
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

/* With a key, names chosen like this fall into different sets. */
CASE(a_flooder_cannot_use_chosen_names_to_be_forgotten)
{
	struct ratelimit *limit = opened();
	char first[32], name[32];
	unsigned tried = 0;
	next_alike(&tried, first);
	asks(limit, first, 1000, 4, RATELIMIT_PASS);
	for (unsigned i = 0; i < 20; i++) {
		next_alike(&tried, name);
		asks(limit, name, 1001, 4, RATELIMIT_PASS);
	}
	asks(limit, first, 1002, 1, RATELIMIT_WARN);
	ratelimit_close(limit);
}
