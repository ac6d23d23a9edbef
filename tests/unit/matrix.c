/* matrix.c - the pure parts of Matrix: the queue, and the forms of messages */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "bot/net/matrix/index.h"
#include "bot/net/matrix/json_repair.h"
#include "bot/net/matrix/member_reader.h"
#include "bot/net/matrix/message_json.h"
#include "bot/net/matrix/queue.h"
#include "bot/net/matrix/shown.h"
#include "engine/text.h"
#include "tests/at.h"
#include "tests/cases.h"

/* ---- the queue ---- */

static int open_queue(void **state)
{
	*state = queue_open(7, 1);
	return *state == NULL ? -1 : 0;
}

static int close_queue(void **state)
{
	queue_close(*state);
	return 0;
}

#define QUEUE_CASE(name) CASE_WITH(name, struct queue *queue, open_queue, close_queue)

static bool anywhere(void *context, const struct queue_event *event)
{
	(void)context;
	(void)event;
	return true;
}

static const char *first(const struct queue *queue)
{
	const struct queue_event *event = queue_next_ready(queue, anywhere, NULL);
	return event != NULL ? event->words.text.bytes : NULL;
}

/* Returns the displayed text of the first event. */
static const char *shown_first(const struct queue *queue)
{
	const struct queue_event *event = queue_next_ready(queue, anywhere, NULL);
	return event != NULL ? event->words.shown.bytes : NULL;
}

static struct queue_event *show(
	struct queue *queue, const char *target, const char *text, uint64_t edition, bool loud)
{
	return queue_show(queue, target,
		&(struct showing){ .topic = 5, .edition = edition, .text = text, .notifies = loud },
		false);
}

/* A message that may have reached the server stays in its room; unsent messages can move to another
 * room. */
QUEUE_CASE(unsent_messages_can_be_moved_to_another_room)
{
	struct queue_event *gone = queue_say(queue, "!r", SAYING("a"), NULL);
	assert_true(queue_commit(queue));
	gone->was_sent = true;
	struct queue_event *waits = queue_say(queue, "!r", SAYING("b"), NULL);
	assert_ptr_equal(queue_first_unsent(queue, "!r"), waits);
	text_copy(waits->target, sizeof waits->target, "!s");
	assert_null(queue_first_unsent(queue, "!r"));
	assert_ptr_equal(queue_first_to(queue, "!r"), gone);
	assert_ptr_equal(queue_say(queue, "!s", SAYING("c"), NULL), waits);
	assert_ptr_equal(queue_first_to(queue, "!s"), waits);
	assert_string_equal(waits->words.text.bytes, "b\nc");
}

QUEUE_CASE(lines_of_one_batch_are_sent_in_one_event)
{
	const struct queue_event *one = queue_say(queue, "!r", SAYING("a"), NULL);
	assert_ptr_equal(queue_say(queue, "!r", SAYING("b"), NULL), one);
	assert_ptr_not_equal(queue_say(queue, "@p", SAYING("c"), NULL), one);
	/* No message is sent before it is on disk. */
	assert_null(first(queue));
	assert_true(queue_commit(queue));
	assert_false(queue_commit(queue));
	assert_int_equal(queue_lines(queue, "!r"), 2);
	assert_int_equal(queue_lines(queue, NULL), 3);
	assert_string_equal(first(queue), "a\nb");
	queue_drop(queue, queue_first_to(queue, "!r"));
	assert_string_equal(first(queue), "c");
}

QUEUE_CASE(a_display_that_was_not_sent_is_replaced_by_a_newer_one)
{
	struct queue_event *one = show(queue, "!r", "a", 1, false);
	queue_say(queue, "!r", SAYING("line"), NULL);
	queue_commit(queue);
	assert_ptr_equal(show(queue, "!r", "b", 2, false), one);
	/* A later line joins the earlier line above the display, an editable message that may still
	 * change. */
	const struct queue_event *line = queue_say(queue, "!r", SAYING("more"), NULL);
	assert_string_equal(line->words.text.bytes, "line\nmore");
	queue_commit(queue);
	assert_string_equal(shown_first(queue), "b");
	one->was_sent = true;
	assert_ptr_not_equal(show(queue, "!r", "c", 3, false), one);
	assert_string_equal(one->words.shown.bytes, "b");
	assert_string_equal(queue_find_shown(queue, "!r", 5)->words.shown.bytes, "c");
	/* Another room has another display. */
	assert_null(queue_find_shown(queue, "!s", 5));
}

QUEUE_CASE(a_notifying_message_makes_pending_lines_notify_too)
{
	struct queue_event *one = queue_say(queue, "@p", SAYING("news"), NULL);
	assert_ptr_equal(show(queue, "@p", "turn", 1, true), one);
	queue_commit(queue);
	assert_true(one->words.notifies);
	/* Showing the same edition again keeps its notification. A newer edition without one ends
	 * it. */
	show(queue, "@p", "turn again", 1, false);
	assert_true(one->words.notifies);
	show(queue, "@p", "past", 2, false);
	assert_false(one->words.notifies);
	assert_string_equal(one->words.text.bytes, "news");
	assert_string_equal(one->words.shown.bytes, "past");
	/* Later lines stay below the display. */
	one->was_sent = true;
	assert_ptr_not_equal(queue_say(queue, "@p", SAYING("later"), NULL), one);
}

/* "Your turn" must not stand below "The match ends here". */
QUEUE_CASE(a_turn_that_was_not_sent_is_cancelled_with_its_match)
{
	struct queue_event *one = queue_say(queue, "@p", SAYING("news"), NULL);
	show(queue, "@p", "turn", 1, true);
	show(queue, "@q", "turn", 1, true);
	queue_commit(queue);
	assert_ptr_equal(queue_cancel_shown(queue, "@p", 5), one);
	assert_ptr_equal(queue_say(queue, "@p", SAYING("end"), NULL), one);
	assert_true(queue_is_empty(queue_cancel_shown(queue, "@q", 5)));
	queue_roll_back(queue);
	assert_string_equal(one->words.shown.bytes, "turn");
	queue_cancel_shown(queue, "@p", 5);
	queue_cancel_shown(queue, "@q", 5);
	queue_commit(queue);
	assert_string_equal(one->words.text.bytes, "news");
	assert_int_equal(one->words.topic, 0);
	assert_null(queue_first_to(queue, "@q"));
	assert_int_equal(queue_lines(queue, NULL), 1);
}

QUEUE_CASE(a_line_of_another_thread_is_sent_in_another_event)
{
	struct queue_event *one =
		queue_say(queue, "!r", &(struct saying){ .text = "a", .about = 3 }, NULL);
	assert_ptr_not_equal(queue_say(queue, "!r", SAYING("b"), NULL), one);
	assert_int_equal(one->words.about, 3);
}

QUEUE_CASE(a_failed_batch_keeps_earlier_messages)
{
	queue_say(queue, "!r", SAYING("a"), NULL);
	show(queue, "@p", "hand", 1, true);
	queue_commit(queue);
	queue_say(queue, "!r", SAYING("b"), NULL);
	queue_say(queue, "!s", SAYING("c"), NULL);
	show(queue, "@p", "another", 2, false);
	queue_roll_back(queue);
	assert_string_equal(first(queue), "a");
	assert_null(queue_first_to(queue, "!s"));
	assert_int_equal(queue_lines(queue, NULL), 2);
	queue_drop(queue, queue_first_to(queue, "!r"));
	assert_string_equal(shown_first(queue), "hand");
	assert_true(queue_first_to(queue, "@p")->words.notifies);
}

QUEUE_CASE(the_mark_of_a_last_message_is_rolled_back_with_its_batch)
{
	assert_null(queue_mark_last(queue, "@p"));
	assert_false(queue_has_last(queue, "@p"));
	struct queue_event *one = queue_say(queue, "@p", SAYING("a"), NULL);
	queue_commit(queue);
	one->was_sent = true;
	struct queue_event *two = queue_say(queue, "@p", SAYING("b"), NULL);
	queue_say(queue, "@q", SAYING("c"), NULL);
	queue_commit(queue);
	assert_ptr_equal(queue_mark_last(queue, "@p"), two);
	assert_true(queue_has_last(queue, "@p"));
	queue_roll_back(queue);
	assert_false(two->words.last);
	assert_ptr_equal(queue_mark_last(queue, "@p"), two);
	queue_commit(queue);
	assert_true(two->words.last);
	assert_false(one->words.last);
	assert_false(queue_first_to(queue, "@q")->words.last);
}

QUEUE_CASE(a_message_in_flight_is_not_changed)
{
	struct queue_event *event = queue_say(queue, "!r", SAYING("a"), NULL);
	queue_commit(queue);
	event->was_sent = true;
	const struct queue_event *next = queue_say(queue, "!r", SAYING("b"), NULL);
	assert_ptr_not_equal(next, event);
	assert_true(strcmp(event->name, next->name) < 0);
	queue_commit(queue);
	/* A retry keeps the order too. */
	assert_string_equal(first(queue), "a");
}

CASE(a_stored_message_keeps_its_transaction_id)
{
	struct queue *queue = queue_open(7, 1);
	char name[QUEUE_NAME];
	struct queue_event *event = queue_say(queue, "!r", SAYING("a"), NULL);
	memcpy(name, event->name, sizeof name);
	queue_close(queue);
	queue = queue_open(9, 2);
	assert_true(queue_restore(queue, name, "!r")->was_sent);
	assert_non_null(queue_find(queue, name));
	assert_string_not_equal(queue_say(queue, "!r", SAYING("b"), NULL)->name, name);
	queue_close(queue);
}

/* ---- displays ---- */

/* Shows a hand or turn, and records that the server has accepted it as the event `id`. */
static struct shown *stand(struct shown **list, const char *text, const char *choices,
	uint64_t edition, const char *id)
{
	struct queue *queue = queue_open(7, 1);
	struct queue_event *event = queue_show(queue, "@p:h",
		&(struct showing){ .topic = 5,
			.edition = edition,
			.text = text,
			.choices = choices,
			.notifies = choices != NULL },
		false);
	struct shown *shown = shown_find_or_add(list, "@p:h", 5);
	shown_record_event(shown, event, "!d", id);
	queue_close(queue);
	return shown;
}

CASE(a_hand_is_edited_and_a_turn_is_a_new_message)
{
	struct shown *list = NULL;
	struct shown *shown = stand(&list, "hand", NULL, 1, "$a");
	assert_ptr_equal(shown_find_event(list, "$a"), shown);
	assert_ptr_equal(stand(&list, "other", NULL, 2, "$b"), shown);
	assert_string_equal(shown->event, "$a");
	assert_string_equal(shown->text.bytes, "other");
	stand(&list, "turn", "play 1", 3, "$c");
	assert_null(shown_find_event(list, "$a"));
	assert_string_equal(shown->event, "$c");
	assert_int_equal(shown->notified_edition, 3);
	/* In another room the hand needs a new message. */
	struct queue_content words = { .topic = 5, .text = STRING_EMPTY };
	assert_false(shown_needs_new_message(shown, &words, "!d"));
	assert_true(shown_needs_new_message(shown, &words, "!e"));
	assert_true(shown_needs_new_message(NULL, &words, "!d"));
	shown_close(&list);
}

CASE(a_choice_is_found_by_the_key_of_its_reaction)
{
	struct shown *list = NULL;
	struct string line = STRING_EMPTY;
	struct shown *shown = stand(&list, "turn", "play 1 #2\nplay 2 #2", 1, "$a");
	assert_int_equal(shown_count_choices(shown), 2);
	assert_int_equal(shown_find_choice(shown, shown_choice_key(1)), 1);
	/* Some clients send the key 2 without its variation selector. */
	assert_int_equal(shown_find_choice(shown, "2\xe2\x83\xa3"), 1);
	assert_int_equal(shown_find_choice(shown, shown_choice_key(2)), -1);
	assert_int_equal(shown_find_choice(shown, "2"), -1);
	assert_int_equal(shown_find_choice(shown, ""), -1);
	shown_add_choice_line(shown, 1, &line);
	assert_string_equal(line.bytes, "play 2 #2");
	string_free(&line);
	shown_close(&list);
}

CASE(displays_are_stored_and_read_back)
{
	struct shown *list = NULL, *again = NULL;
	struct string name = STRING_EMPTY, value = STRING_EMPTY;
	struct shown *shown = stand(&list, "turn \"1\"\n", "play 1\nplay 2", 9, "$a");
	shown->offered = 1;
	shown->tapped = 2;
	shown_write_name(shown, &name);
	assert_string_equal(name.bytes, "@p:h 5");
	shown_write_value(shown, &value);
	json_t *kept = json_loads(value.bytes, 0, NULL);
	const struct shown *back = shown_read(&again, name.bytes, kept);
	assert_non_null(back);
	assert_ptr_equal(shown_find(again, "@p:h", 5), back);
	assert_string_equal(back->text.bytes, "turn \"1\"\n");
	assert_string_equal(back->event, "$a");
	assert_string_equal(back->room, "!d");
	assert_string_equal(back->name, shown->name);
	assert_int_equal(shown_count_choices(back), 2);
	assert_int_equal(back->notified_edition, 9);
	assert_int_equal(back->offered, 1);
	assert_int_equal(back->tapped, 2);
	assert_false(back->over);
	assert_null(shown_read(&again, "@p:h", kept));
	assert_null(shown_read(&again, "@p:h 6", NULL));
	json_decref(kept);
	string_free(&name);
	string_free(&value);
	shown_close(&list);
	shown_close(&again);
}

CASE(the_number_of_displays_for_one_person_is_limited)
{
	struct shown *list = NULL;
	for (uint64_t topic = 1; topic <= SHOWN_PER_PERSON; topic++)
		shown_find_or_add(&list, "@p:h", topic);
	shown_find_or_add(&list, "!r", 99);
	assert_null(shown_find_excess(list, "@p:h"));
	shown_find_or_add(&list, "@p:h", 99);
	struct shown *excess = shown_find_excess(list, "@p:h");
	assert_int_equal(excess->topic, 1);
	shown_drop(&list, excess);
	assert_null(shown_find(list, "@p:h", 1));
	shown_close(&list);
}

/* ---- forms ---- */

static void formed(const char *text, const char *body, const char *html)
{
	struct string out = STRING_EMPTY;
	message_json_add(&out, &(struct message_content){ .text = text });
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

CASE(colours_as_in_irc_are_written_as_html)
{
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

/* Returns the content of a form. */
static json_t *content(struct message_content form)
{
	struct string out = STRING_EMPTY;
	message_json_add(&out, &form);
	json_t *content = json_loads(out.bytes, 0, NULL);
	assert_non_null(content);
	string_free(&out);
	return content;
}

static const char *text_at(const json_t *object, const char *one, const char *two)
{
	return json_string_value(json_object_get(json_object_get(object, one), two));
}

CASE(a_message_with_a_mention_notifies_only_one_person)
{
	json_t *loud =
		content((struct message_content){ .text = "@luc:h 9D", .mention = "@anna:h" });
	const json_t *ids = json_object_get(json_object_get(loud, "m.mentions"), "user_ids");
	assert_string_equal(json_string_value(json_object_get(loud, "msgtype")), "m.text");
	assert_int_equal(json_array_size(ids), 1);
	assert_string_equal(json_string_value(json_array_get(ids, 0)), "@anna:h");
	json_decref(loud);
	json_t *quiet = content((struct message_content){ .text = "@luc:h 9D" });
	assert_int_equal(json_object_size(json_object_get(quiet, "m.mentions")), 0);
	assert_string_equal(json_string_value(json_object_get(quiet, "msgtype")), "m.notice");
	json_decref(quiet);
}

CASE(an_edit_has_a_fallback_text)
{
	json_t *edit = content((struct message_content){ .text = "\00304"
								 "9D\017 \"x\"",
		.changes = "$a",
		.thread = "$t" });
	assert_string_equal(json_string_value(json_object_get(edit, "body")), "* 9D \"x\"");
	assert_string_equal(text_at(edit, "m.new_content", "body"), "9D \"x\"");
	assert_string_equal(text_at(edit, "m.new_content", "msgtype"), "m.notice");
	assert_non_null(strstr(text_at(edit, "m.new_content", "formatted_body"), "<font color="));
	assert_string_equal(text_at(edit, "m.relates_to", "rel_type"), "m.replace");
	assert_string_equal(text_at(edit, "m.relates_to", "event_id"), "$a");
	json_decref(edit);
	json_t *below = content((struct message_content){ .text = "9D", .thread = "$t" });
	assert_string_equal(text_at(below, "m.relates_to", "rel_type"), "m.thread");
	assert_string_equal(text_at(below, "m.relates_to", "event_id"), "$t");
	assert_true(json_is_true(
		json_object_get(json_object_get(below, "m.relates_to"), "is_falling_back")));
	json_decref(below);
}

CASE(a_choice_is_offered_as_a_reaction)
{
	struct string out = STRING_EMPTY;
	message_json_add_reaction(&out, "$a", "1\"");
	json_t *tap = json_loads(out.bytes, 0, NULL);
	assert_string_equal(text_at(tap, "m.relates_to", "rel_type"), "m.annotation");
	assert_string_equal(text_at(tap, "m.relates_to", "event_id"), "$a");
	assert_string_equal(text_at(tap, "m.relates_to", "key"), "1\"");
	json_decref(tap);
	string_free(&out);
}

/* ---- malformed JSON ---- */

static void mended(const char *text, const char *sound)
{
	struct string out = STRING_EMPTY;
	json_repair(&out, text, strlen(text));
	assert_string_equal(out.bytes, sound);
	string_free(&out);
}

#define NOBODY "\xef\xbf\xbd"

CASE(malformed_characters_are_replaced)
{
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

CASE(only_json_values_count_in_the_memory_estimate)
{
	static const char text[] = "{\"a\":[1,\"[{,:\\\",\",{}]}", lone[] = "\"[,\\";
	assert_int_equal(json_memory_estimate("[", 1), json_memory_estimate("{", 1));
	assert_int_equal(json_memory_estimate(",", 1), json_memory_estimate(":", 1));
	assert_true(json_memory_estimate("[", 1) > json_memory_estimate(",", 1));
	assert_int_equal(json_memory_estimate(text, sizeof text - 1),
		3 * json_memory_estimate("[", 1) + 3 * json_memory_estimate(",", 1));
	assert_int_equal(json_memory_estimate("\"abc\" 12", 8), 0);
	assert_int_equal(json_memory_estimate(lone, sizeof lone - 1), 0);
}

CASE(malformed_numbers_become_null)
{
	char large[400];
	mended("[0,-1,1.5,100,true,false,null]", "[0,-1,1.5,100,true,false,null]");
	mended("[1e5,NaN,-Infinity,007,1.,-,.5,True]", "[null,null,null,null,null,null,null,null]");
	memset(large, '9', sizeof large - 1);
	large[sizeof large - 1] = '\0';
	mended(large, "null");
	large[300] = '\0';
	mended(large, large);
	mended("{\"a\":1;\x07}", "{\"a\":1}");
}

CASE(values_nested_too_deeply_become_null)
{
	char deep[2 * (REPAIR_DEPTH + 1) + 8] = "", most[2 * REPAIR_DEPTH + 8] = "";
	memset(deep, '[', REPAIR_DEPTH + 1);
	memset(most, '[', REPAIR_DEPTH);
	memset(deep + REPAIR_DEPTH + 1, ']', REPAIR_DEPTH + 1);
	memset(most + REPAIR_DEPTH, ']', REPAIR_DEPTH);
	mended(most, most);
	memset(most + REPAIR_DEPTH, '\0', 8);
	memcpy(most + REPAIR_DEPTH, "null", 4);
	memset(most + REPAIR_DEPTH + 4, ']', REPAIR_DEPTH);
	mended(deep, most);
	/* Brackets in a string do not count. */
	memcpy(deep + REPAIR_DEPTH + 1, "\"]]\"", 4);
	memset(deep + REPAIR_DEPTH + 5, ']', REPAIR_DEPTH + 1);
	mended(deep, most);
}

/* ---- crowds ---- */

CASE(an_index_finds_all_entries_of_a_text)
{
	enum { ENTRIES = 1000 };
	static const uint8_t key[INDEX_KEY];
	static struct index_entry entry[ENTRIES];
	struct index index;
	char text[600] = "";
	unsigned found = 0;
	index_open(&index, key);
	for (unsigned i = 0; i < ENTRIES; i++) {
		snprintf(text, sizeof text, "name %u", i / 2);
		index_add(&index, &entry[i], text, &entry[i]);
	}
	for (const struct index_entry *at = index_first(&index, "NAME 7"); at != NULL;
		at = index_next(at))
		found += at->owner == &entry[14] || at->owner == &entry[15];
	assert_int_equal(found, 2);
	index_remove(&index, &entry[14]);
	index_remove(&index, &entry[14]);
	assert_ptr_equal(index_first(&index, "name 7")->owner, &entry[15]);
	index_remove(&index, &entry[15]);
	assert_null(index_first(&index, "name 7"));
	/* This text is longer than one block of the hash. */
	memset(text, 'a', sizeof text - 1);
	index_add(&index, &entry[14], text, &entry[14]);
	assert_ptr_equal(index_first(&index, text)->owner, &entry[14]);
	text[512] = 'b';
	assert_null(index_first(&index, text));
	index_close(&index);
}

static void listed(const char *answer, const char *all)
{
	struct member_reader members = { .text = STRING_EMPTY };
	struct string one = STRING_EMPTY, found = STRING_EMPTY;
	bool sound = member_reader_open(&members, answer, strlen(answer));
	assert_int_equal(sound, all != NULL);
	while (member_reader_next(&members, &one))
		string_add(&found, one.bytes);
	if (all != NULL)
		assert_string_equal(found.bytes, all);
	string_free(&found);
	string_free(&one);
	member_reader_close(&members);
}

CASE(members_are_read_one_at_a_time)
{
	struct string longer = STRING_EMPTY;
	listed("{\"joined\":{\"@a:h\":{\"display_name\":\"A\"},\"@b:h\":{}}}",
		"{\"@a:h\":{\"display_name\":\"A\"}}{\"@b:h\":{}}");
	listed(" { \"x\" : [ {\"joined\":{}}, 1 ] , \"y\":7, \"joined\" : { \"@a:h\" : null } } ",
		"{\"@a:h\" : null }");
	/* Braces and quotes within strings do not count. */
	listed("{\"joined\":{\"@}\\\"{:h\":{\"n\":\"}]\\\\\"},\"@b:h\":[]}}",
		"{\"@}\\\"{:h\":{\"n\":\"}]\\\\\"}}{\"@b:h\":[]}");
	listed("{}", "");
	listed("{\"joined\":[]}", "");
	listed("{\"joined\":{\"@a:h\":{},", "{\"@a:h\":{}}");
	listed("", NULL);
	listed("[]", NULL);
	string_add(&longer, "{\"joined\":{\"@a:h\":{\"n\":\"");
	while (longer.length < 20000)
		string_add(&longer, "xxxxxxxxxxxxxxxx");
	string_add(&longer, "\"},\"@b:h\":1}}");
	listed(longer.bytes, "{\"@a:h\":{}}{\"@b:h\":1}");
	string_free(&longer);
}
