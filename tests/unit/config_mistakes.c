/* config_mistakes.c - configurations in which somebody made a likely mistake: what they are told.
 */
#include "tests/conf.h"

/* One error: what is behind the path. */
static void refuse(struct conf *conf, const char *text, const char *error)
{
	char whole[PATH_MAX + 512];
	assert_false(conf_load(conf, text));
	snprintf(whole, sizeof(whole), "%s:%s\n", conf->path, error);
	assert_string_equal(conf->errors.text, whole);
	assert_int_equal(conf->errors.count, 1);
	assert_null(conf->config.database);
	assert_int_equal(conf->config.network_count, 0);
}

static void an_unknown_key_that_is_near_a_known_one(void **state)
{
	struct conf *conf = *state;
	refuse(conf, "\nturn_second = 90;",
		"2: turn_second: no such key here; did you mean turn_seconds?");
	refuse(conf, "databse = \"x\";", "1: databse: no such key here; did you mean database?");
	refuse(conf, "networks = ( { prot = 6667; } );",
		"1: prot: no such key here; did you mean port?");
	refuse(conf, "colour = true;", "1: colour: no such key here");
}

static void a_byte_order_mark_is_no_fault(void **state)
{
	struct conf *conf = *state;
	assert_true(conf_load(conf,
		"\xef\xbb\xbf"
		"prefix = \"?\";"));
	assert_string_equal(conf->config.settings.prefix, "?");
	refuse(conf,
		"\xef\xbb\xbf"
		"database = 5;",
		"1: database: has to be a text in quotes");
}

static void a_prefix_that_programs_of_people_take_for_theirs(void **state)
{
	struct conf *conf = *state;
	refuse(conf, "\nprefix = \"/\";",
		"2: prefix: may not begin with /, which people's programs keep for themselves");
	refuse(conf, "prefix = \"/!\";",
		"1: prefix: may not begin with /, which people's programs keep for themselves");
	assert_true(conf_load(conf, "prefix = \"./\";"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CONF_TEST(an_unknown_key_that_is_near_a_known_one),
		CONF_TEST(a_byte_order_mark_is_no_fault),
		CONF_TEST(a_prefix_that_programs_of_people_take_for_theirs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
