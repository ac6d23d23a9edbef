/* pace.c - the rate limiter for outgoing lines */
#include "bot/net/pace.h"
#include "tests/cases.h"

/* Returns a pace with a burst of ten, then one request in five seconds, like a homeserver's. */
static struct pace slow(void)
{
	struct pace pace = { .due = 0 };
	pace_set(&pace, 10, 0.2);
	return pace;
}

CASE(several_lines_that_are_sent_together_wait_longer_than_one)
{
	struct pace pace = slow();
	for (int i = 0; i < 8; i++)
		pace_count(&pace, 0);
	assert_int_equal(pace_delay(&pace, 0, 1), 0);
	assert_int_equal(pace_delay(&pace, 0, 3), 10000);
	/* More lines than the burst wait only until the whole burst is free. */
	assert_int_equal(pace_delay(&pace, 0, 9), 40000);
	assert_int_equal(pace_delay(&pace, 0, 90), 40000);
}

CASE(lines_sent_before_a_change_of_pace_still_count)
{
	struct pace pace = slow();
	for (int i = 0; i < 10; i++)
		pace_count(&pace, 0);
	pace_set(&pace, 1, 1);
	assert_int_equal(pace_delay(&pace, 0, 0), 50000);
	pace_set(&pace, 1, 1e-9);
	assert_int_equal(pace_delay(&pace, 50000, 0), 0);
	pace_count(&pace, 50000);
	assert_int_equal(pace_delay(&pace, 50000, 0), 1000000);
}

CASE(a_backlog_larger_than_the_burst_exceeds_the_pace)
{
	struct pace pace = slow();
	assert_false(pace_is_exceeded(&pace, 0, 10));
	assert_true(pace_is_exceeded(&pace, 0, 11));
	pace_count(&pace, 0);
	assert_true(pace_is_exceeded(&pace, 0, 10));
	assert_false(pace_has_full_burst(&pace, 4999));
	assert_true(pace_has_full_burst(&pace, 5000));
}
