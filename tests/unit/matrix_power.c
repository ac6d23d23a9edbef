/* matrix_power.c - ranks by power levels */

#include "bot/net/matrix/power.h"
#include "tests/cases.h"

CASE(power_levels_give_ranks)
{
	static const struct {
		const char *user;
		enum network_rank rank;
	} cases[] = { { "@anna:test", RANK_OPERATOR }, { "@luc:test", RANK_OPERATOR },
		{ "@rose:test", RANK_VOICED }, { "@kim:test", RANK_NONE },
		{ "@old:test", RANK_NONE }, { "@maker:test", RANK_OPERATOR },
		{ "@other:test", RANK_OPERATOR } };
	json_t *levels = json_loads("{\"users\":{\"@anna:test\":100,\"@luc:test\":50,"
				    "\"@rose:test\":49,\"@old:test\":\"100\"},"
				    "\"users_default\":0}",
		JSON_DECODE_INT_AS_REAL, NULL);
	json_t *create = json_loads("{\"room_version\":\"12\",\"additional_creators\":["
				    "\"@other:test\",7]}",
		0, NULL);
	json_t *creators = power_read_creators("@maker:test", create);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (power_rank(levels, creators, cases[i].user) != cases[i].rank)
			fail_msg("%s has another rank", cases[i].user);
	assert_int_equal(power_rank(NULL, NULL, "@anna:test"), RANK_NONE);
	json_object_set_new(levels, "users_default", json_integer(50));
	assert_int_equal(power_rank(levels, NULL, "@kim:test"), RANK_OPERATOR);
	assert_false(power_restricts(NULL));
	json_object_set_new(levels, "events_default", json_real(50));
	assert_false(power_restricts(levels));
	json_object_set_new(levels, "events", json_pack("{s:f}", "m.room.message", 51.0));
	assert_true(power_restricts(levels));
	assert_true(power_allows_messages(levels, NULL, "@anna:test"));
	assert_false(power_allows_messages(levels, NULL, "@luc:test"));
	assert_true(power_allows_messages(levels, creators, "@maker:test"));
	assert_true(power_allows_messages(NULL, NULL, "@luc:test"));
	json_object_set_new(create, "room_version", json_string("11"));
	assert_null(power_read_creators("@maker:test", create));
	json_decref(creators);
	json_decref(create);
	json_decref(levels);
}
