/* matrix.c - the pure parts of Matrix: how people are shown, what waits, and the forms it takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bot/net/matrix/form.h"
#include "bot/net/matrix/mend.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/queue.h"

/* ---- names ---- */

static void cleaned(const char *display, const char *name)
{
	char out[NAME_SIZE];
	bool sound = name_clean(display, out);
	assert_int_equal(sound, name != NULL);
	if (name != NULL)
		assert_string_equal(out, name);
}

static void a_name_is_what_people_see_of_it_without_blanks(void **state)
{
	(void)state;
	cleaned("Anna", "Anna");
	cleaned("  Anna \xc2\xa0 B.  ", "Anna_B.");
	cleaned("A\xe2\x80\xaenn\xe2\x80\xac"
		"a\xe2\x80\x8b",
		"Anna");
	cleaned("e\xcc\x81t\xc3\xa9", "\xc3\xa9t\xc3\xa9");
	cleaned("\xe2\x80\x8b \xe2\xa0\x80", NULL);
	cleaned("", NULL);
	/* What could be taken for an id, for another's name with it, or for a channel. */
	cleaned("@anna:example.org", NULL);
	cleaned("Anna(x)", NULL);
	cleaned("#cards", NULL);
	/* Never cut inside a character. */
	cleaned("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9x\xc3\xa9\xc3\xa9",
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9x");
}

static void an_id_can_be_seen(void **state)
{
	char longest[300] = "!";
	(void)state;
	assert_true(name_is_id("@anna:example.org", '@'));
	assert_true(name_is_id("!room12", '!'));
	assert_false(name_is_id("anna:example.org", '@'));
	assert_false(name_is_id("", '!'));
	assert_false(name_is_id("!", '!'));
	assert_false(name_is_id("!a b", '!'));
	assert_false(name_is_id("@a\n:b", '@'));
	memset(longest + 1, 'x', 254);
	assert_true(name_is_id(longest, '!'));
	longest[255] = 'x';
	assert_false(name_is_id(longest, '!'));
}

static void where_name_and_id_do_not_fit_the_id_stands_alone(void **state)
{
	char out[16];
	(void)state;
	name_distinct("Al", "@al:hs", out, sizeof out);
	assert_string_equal(out, "Al(@al:hs)");
	name_distinct("Albertina", "@al:hs", out, sizeof out);
	assert_string_equal(out, "@al:hs");
}

static void said(const char *body, bool quoted, const char *line)
{
	char out[64];
	name_line(body, quoted, out, sizeof out);
	assert_string_equal(out, line);
}

static void of_what_somebody_writes_the_first_line_counts(void **state)
{
	(void)state;
	said("!play 9d", false, "!play 9d");
	said("\n  !play\t9d\xc2\xa0m\r\nmore", false, "!play 9d m");
	said("> <@a:b> !start\n> more\n\n!ping", true, "!ping");
	said("> !start", false, "> !start");
	said("!p\xe2\x80\xae 1\xe2\x80\xac\x07", false, "!p 1");
	said("", true, "");
}

/* ---- the queue ---- */

static bool anywhere(void *context, const char *target)
{
	(void)context;
	(void)target;
	return true;
}

static const char *first(const struct queue *queue)
{
	const struct queue_event *event = queue_first(queue, anywhere, NULL);
	return event != NULL ? event->text.bytes : NULL;
}

static void what_falls_together_is_one_event(void **state)
{
	struct queue *queue = queue_open(7, 1);
	(void)state;
	const struct queue_event *one = queue_say(queue, "!r", SAYING("a"), false);
	assert_ptr_equal(queue_say(queue, "!r", SAYING("b"), true), one);
	assert_ptr_not_equal(queue_say(queue, "@p", SAYING("c"), false), one);
	/* Nothing goes before it is on disk. */
	assert_null(first(queue));
	assert_true(queue_release(queue));
	assert_false(queue_release(queue));
	assert_true(one->loud);
	assert_int_equal(queue_lines(queue, "!r"), 2);
	assert_int_equal(queue_lines(queue, NULL), 3);
	/* People's first. */
	assert_string_equal(first(queue), "c");
	queue_drop(queue, queue_to(queue, "@p"));
	assert_string_equal(first(queue), "a\nb");
	queue_close(queue);
}

static void a_batch_that_fails_leaves_what_was_said_before(void **state)
{
	struct queue *queue = queue_open(7, 1);
	(void)state;
	queue_say(queue, "!r", SAYING("a"), false);
	queue_release(queue);
	queue_say(queue, "!r", SAYING("b"), false);
	queue_say(queue, "!s", SAYING("c"), false);
	queue_forget(queue);
	assert_string_equal(first(queue), "a");
	assert_null(queue_to(queue, "!s"));
	assert_int_equal(queue_lines(queue, NULL), 1);
	queue_close(queue);
}

static void what_the_server_may_have_already_stays_as_it_is(void **state)
{
	struct queue *queue = queue_open(7, 1);
	(void)state;
	struct queue_event *event = queue_say(queue, "!r", SAYING("a"), false);
	queue_release(queue);
	event->gone = true;
	const struct queue_event *next = queue_say(queue, "!r", SAYING("b"), false);
	assert_ptr_not_equal(next, event);
	assert_true(strcmp(event->name, next->name) < 0);
	queue_release(queue);
	/* In order, also for one that is tried again. */
	assert_string_equal(first(queue), "a");
	queue_close(queue);
}

static void what_holds_only_for_now_is_not_said_once_there_is_more_to_say(void **state)
{
	struct queue *queue = queue_open(7, 1);
	(void)state;
	queue_say(queue, "!r", &(struct saying){ .text = "9D.", .passing = " anna.", .topic = 5 },
		false);
	queue_release(queue);
	queue_say(queue, "!r", &(struct saying){ .text = "8C.", .passing = " luc.", .topic = 5 },
		false);
	queue_release(queue);
	assert_string_equal(first(queue), "9D.\n8C. luc.");
	queue_close(queue);
}

static void what_was_kept_goes_under_the_name_it_had(void **state)
{
	struct queue *queue = queue_open(7, 1);
	(void)state;
	char name[QUEUE_NAME];
	struct queue_event *event = queue_say(queue, "!r", SAYING("a"), false);
	memcpy(name, event->name, sizeof name);
	queue_close(queue);
	queue = queue_open(9, 2);
	queue_restore(queue, name, "!r", "a", false);
	assert_string_equal(first(queue), "a");
	assert_non_null(queue_named(queue, name));
	assert_string_not_equal(queue_say(queue, "!r", SAYING("b"), false)->name, name);
	queue_close(queue);
}

/* ---- forms ---- */

static void formed(const char *text, const char *body, const char *html)
{
	struct string out = STRING_EMPTY;
	form_message(&out, text, false);
	json_t *content = json_loads(out.bytes, 0, NULL);
	assert_non_null(content);
	assert_string_equal(json_string_value(json_object_get(content, "msgtype")), "m.notice");
	assert_string_equal(json_string_value(json_object_get(content, "body")), body);
	const char *formatted = json_string_value(json_object_get(content, "formatted_body"));
	assert_int_equal(formatted != NULL, html != NULL);
	if (html != NULL)
		assert_string_equal(formatted, html);
	json_decref(content);
	string_free(&out);
}

static void colours_of_irc_become_those_of_html(void **state)
{
	(void)state;
	formed("9D \"<b>&", "9D \"<b>&", NULL);
	formed("a\nb", "a\nb", NULL);
	formed("\00304"
	       "9D\017 <x>\n",
		"9D <x>\n",
		"<font color=\"#d0021b\" data-mx-color=\"#d0021b\">9D</font> &lt;x&gt;<br>");
	formed("\00304,01red\003 \00310teal", "red teal",
		"<font color=\"#d0021b\" data-mx-color=\"#d0021b\">red</font> "
		"<font color=\"#00838f\" data-mx-color=\"#00838f\">teal</font>");
	formed("\003", "", NULL);
	formed("\00399x\002y", "xy", NULL);
}

/* ---- what is no JSON ---- */

static void mended(const char *text, const char *sound)
{
	struct string out = STRING_EMPTY;
	mend(&out, text, strlen(text));
	assert_string_equal(out.bytes, sound);
	string_free(&out);
}

#define NOBODY "\xef\xbf\xbd"

static void what_is_no_character_is_replaced(void **state)
{
	(void)state;
	mended("{\"a\": [\"\\\"\\\\\\n\\u00e9\xc3\xa9\"]}",
		"{\"a\": [\"\\\"\\\\\\n\\u00e9\xc3\xa9\"]}");
	mended("\"\\ud83c\\udccf\"", "\"\\ud83c\\udccf\"");
	mended("\"\\ud83cx\\udccf\"", "\"" NOBODY "x" NOBODY "\"");
	mended("\"\\uD800\\ud83c\\uDCCF\"", "\"" NOBODY "\\ud83c\\uDCCF\"");
	mended("\"\\u0000\\u00g0\\q\"", "\"" NOBODY NOBODY "u00g0" NOBODY "q\"");
	mended("\"a\x01\xc3\"", "\"a" NOBODY NOBODY "\"");
	mended("\"\\", "\"" NOBODY);
	mended("\"\\u12", "\"" NOBODY "u12");
}

static void what_is_no_number_is_null(void **state)
{
	char large[400];
	(void)state;
	mended("[0,-1,1.5,100,true,false,null]", "[0,-1,1.5,100,true,false,null]");
	mended("[1e5,NaN,-Infinity,007,1.,-,.5,True]", "[null,null,null,null,null,null,null,null]");
	memset(large, '9', sizeof large - 1);
	large[sizeof large - 1] = '\0';
	mended(large, "null");
	large[300] = '\0';
	mended(large, large);
	mended("{\"a\":1;\x07}", "{\"a\":1}");
}

static void what_is_too_deep_is_null(void **state)
{
	char deep[2 * (MEND_DEPTH + 1) + 8] = "", most[2 * MEND_DEPTH + 8] = "";
	(void)state;
	memset(deep, '[', MEND_DEPTH + 1);
	memset(most, '[', MEND_DEPTH);
	memset(deep + MEND_DEPTH + 1, ']', MEND_DEPTH + 1);
	memset(most + MEND_DEPTH, ']', MEND_DEPTH);
	mended(most, most);
	memset(most + MEND_DEPTH, '\0', 8);
	memcpy(most + MEND_DEPTH, "null", 4);
	memset(most + MEND_DEPTH + 4, ']', MEND_DEPTH);
	mended(deep, most);
	/* Brackets in a string are none. */
	memcpy(deep + MEND_DEPTH + 1, "\"]]\"", 4);
	memset(deep + MEND_DEPTH + 5, ']', MEND_DEPTH + 1);
	mended(deep, most);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_what_people_see_of_it_without_blanks),
		cmocka_unit_test(an_id_can_be_seen),
		cmocka_unit_test(where_name_and_id_do_not_fit_the_id_stands_alone),
		cmocka_unit_test(of_what_somebody_writes_the_first_line_counts),
		cmocka_unit_test(what_falls_together_is_one_event),
		cmocka_unit_test(a_batch_that_fails_leaves_what_was_said_before),
		cmocka_unit_test(what_the_server_may_have_already_stays_as_it_is),
		cmocka_unit_test(what_holds_only_for_now_is_not_said_once_there_is_more_to_say),
		cmocka_unit_test(what_was_kept_goes_under_the_name_it_had),
		cmocka_unit_test(colours_of_irc_become_those_of_html),
		cmocka_unit_test(what_is_no_character_is_replaced),
		cmocka_unit_test(what_is_no_number_is_null),
		cmocka_unit_test(what_is_too_deep_is_null),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
