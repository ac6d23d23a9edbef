/* pace.c - the rate limiter for outgoing lines */
#include "bot/net/pace.h"
#include "tests/at.h"

/* A burst of ten, then one in five seconds, like a homeserver. */
static struct pace slow(void)
{
	struct pace pace = { .due = 0 };
	pace_set(&pace, 10, 0.2);
	return pace;
}

static void lines_within_the_burst_are_sent_at_once(void **state)
{
	struct pace pace = slow();
	(void)state;
	for (int i = 0; i < 10; i++) {
		assert_int_equal(pace_delay(&pace, 1000, 0), 0);
		pace_count(&pace, 1000);
	}
	assert_int_equal(pace_delay(&pace, 1000, 0), 5000);
	assert_int_equal(pace_delay(&pace, 5999, 0), 1);
	assert_int_equal(pace_delay(&pace, 6000, 0), 0);
}

static void several_lines_that_are_sent_together_wait_longer_than_one(void **state)
{
	struct pace pace = slow();
	(void)state;
	for (int i = 0; i < 8; i++)
		pace_count(&pace, 0);
	assert_int_equal(pace_delay(&pace, 0, 1), 0);
	assert_int_equal(pace_delay(&pace, 0, 3), 10000);
	/* A request above the burst needs the whole burst. */
	assert_int_equal(pace_delay(&pace, 0, 9), 40000);
	assert_int_equal(pace_delay(&pace, 0, 90), 40000);
}

static void a_pace_can_be_unlimited(void **state)
{
	struct pace pace = { .due = 0 };
	(void)state;
	pace_set(&pace, 1, 0);
	for (int i = 0; i < 1000; i++)
		pace_count(&pace, 7);
	assert_int_equal(pace_delay(&pace, 7, 1000), 0);
	assert_false(pace_is_exceeded(&pace, 7, 1000));
	assert_true(pace_has_full_burst(&pace, 7));
}

static void lines_sent_before_a_change_of_pace_still_count(void **state)
{
	struct pace pace = slow();
	(void)state;
	for (int i = 0; i < 10; i++)
		pace_count(&pace, 0);
	pace_set(&pace, 1, 1);
	assert_int_equal(pace_delay(&pace, 0, 0), 50000);
	pace_set(&pace, 1, 1e-9);
	assert_int_equal(pace_delay(&pace, 50000, 0), 0);
	pace_count(&pace, 50000);
	assert_int_equal(pace_delay(&pace, 50000, 0), 1000000);
}

static void a_backlog_larger_than_the_burst_exceeds_the_pace(void **state)
{
	struct pace pace = slow();
	(void)state;
	assert_false(pace_is_exceeded(&pace, 0, 10));
	assert_true(pace_is_exceeded(&pace, 0, 11));
	pace_count(&pace, 0);
	assert_true(pace_is_exceeded(&pace, 0, 10));
	assert_false(pace_has_full_burst(&pace, 4999));
	assert_true(pace_has_full_burst(&pace, 5000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_within_the_burst_are_sent_at_once),
		cmocka_unit_test(several_lines_that_are_sent_together_wait_longer_than_one),
		cmocka_unit_test(a_pace_can_be_unlimited),
		cmocka_unit_test(lines_sent_before_a_change_of_pace_still_count),
		cmocka_unit_test(a_backlog_larger_than_the_burst_exceeds_the_pace),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
