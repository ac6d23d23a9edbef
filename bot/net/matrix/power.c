#include "bot/net/matrix/power.h"

#include <stdlib.h>
#include <string.h>

/*
 * POWER_OPERATOR: level of moderators, whom the bot treats as operators. CREATORS_VERSION: first
 * room version whose creators are above all power levels.
 */
enum { POWER_OPERATOR = 50, CREATORS_VERSION = 12 };

json_t *power_read_creators(const char *sender, const json_t *content)
{
	const char *version = json_string_value(json_object_get(content, "room_version"));
	const json_t *others = json_object_get(content, "additional_creators");
	if (sender == NULL || version == NULL || strtol(version, NULL, 10) < CREATORS_VERSION)
		return NULL;
	json_t *creators = json_array();
	json_array_append_new(creators, json_string(sender));
	for (size_t i = 0; i < json_array_size(others); i++)
		json_array_append(creators, json_array_get(others, i));
	return creators;
}

static bool power_is_creator(const json_t *creators, const char *user)
{
	for (size_t i = 0; i < json_array_size(creators); i++) {
		const char *creator = json_string_value(json_array_get(creators, i));
		if (creator != NULL && strcmp(creator, user) == 0)
			return true;
	}
	return false;
}

static double power_of(const json_t *levels, const char *user)
{
	const json_t *level = json_object_get(json_object_get(levels, "users"), user);
	if (level == NULL)
		level = json_object_get(levels, "users_default");
	/* matrix_parse reads all numbers as reals. A string, allowed in old rooms, counts as 0. */
	return json_number_value(level);
}

enum network_rank power_rank(const json_t *levels, const json_t *creators, const char *user)
{
	double power = power_of(levels, user);
	if (power_is_creator(creators, user))
		return RANK_OPERATOR;
	return power >= POWER_OPERATOR ? RANK_OPERATOR : power > 0 ? RANK_VOICED : RANK_NONE;
}

/* Returns the level that a user needs to write messages. */
static double power_needed_to_write(const json_t *levels)
{
	const json_t *needed = json_object_get(json_object_get(levels, "events"), "m.room.message");
	if (needed == NULL)
		needed = json_object_get(levels, "events_default");
	return json_number_value(needed);
}

bool power_restricts(const json_t *levels)
{
	return power_needed_to_write(levels) >
		json_number_value(json_object_get(levels, "users_default"));
}

bool power_allows_messages(const json_t *levels, const json_t *creators, const char *user)
{
	return power_is_creator(creators, user) ||
		power_of(levels, user) >= power_needed_to_write(levels);
}
