/* Tests the message keys, which tests compare instead of English texts. */
#include <ctype.h>

#include "tests/stage/case.h"

enum { PLACE = 40 };

/* Copies the next placeholder of a text in the form that message keys have, like " name={name}".
 * Returns the text after its "{", or NULL at the end. */
static const char *next_place(const char *text, char place[PLACE])
{
	text = strchr(text, '{');
	if (text == NULL)
		return NULL;
	text += 1 + (text[1] == ' ');
	int length = (int)strcspn(text, "}");
	snprintf(place, PLACE, " %.*s={%.*s}", length, text, length, text);
	for (char *at = place; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
	return text;
}

CASE(every_placeholder_stands_once_in_its_key)
{
	struct catalog *english = catalog_open(catalogues, "!");
	struct catalog *keys = catalog_open(stage_keys, "!");
	char place[PLACE];
	assert_non_null(english);
	assert_non_null(keys);
	for (enum message message = 0; message < MSG_COUNT; message++) {
		const char *text = catalog_text(english, 0, message);
		const char *key = catalog_text(keys, 0, message);
		if (strcmp(text, key) == 0)
			continue;
		assert_in(key, "(");
		while ((text = next_place(text, place)) != NULL)
			if (strcmp(place, " prefix={prefix}") != 0 &&
				strncmp(text, "text}\n", 6) != 0)
				assert_int_equal(case_count(key, place), 1);
	}
	catalog_free(english);
	catalog_free(keys);
}

STAGE_CASE(a_test_sees_a_message_inside_a_message_in_parentheses)
{
	assert_answer(stage, "anna", "!set via",
		"(set.usage list=(setting name=(setting.via) values=msg|notice) "
		"now=(setting.via) msg)\n");
}

/* assert_unsaid must name an existing message key, or it would never fail. */
CASE(unknown_message_keys_are_detected)
{
	assert_true(stage_may_say("#table: [1] (event.play seat=anna "));
	assert_true(stage_may_say("(event."));
	assert_true(stage_may_say("zebra"));
	assert_false(stage_may_say("anna< (event.played "));
}
