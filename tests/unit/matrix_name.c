/* matrix_name.c - names, pills and first lines of messages on Matrix */
#include <string.h>

#include "bot/net/matrix/name.h"
#include "tests/cases.h"

static void cleaned(const char *display, const char *name)
{
	char out[NAME_SIZE];
	bool sound = name_clean(display, out);
	assert_int_equal(sound, name != NULL);
	if (name != NULL)
		assert_string_equal(out, name);
}

CASE(a_name_has_single_blanks_and_no_invisible_characters)
{
	cleaned("Anna", "Anna");
	cleaned("  Anna \xc2\xa0 B.  ", "Anna B.");
	cleaned("A\xe2\x80\xaenn\xe2\x80\xac"
		"a\xe2\x80\x8b",
		"Anna");
	cleaned("e\xcc\x81t\xc3\xa9", "\xc3\xa9t\xc3\xa9");
	cleaned("\xe2\x80\x8b \xe2\xa0\x80", NULL);
	cleaned("", NULL);
	cleaned("Anna (she/her)", "Anna (she/her)");
	/* These names look like an id, another person's name or a channel. */
	cleaned("@anna:example.org", NULL);
	cleaned("Anna(@luc:example.org)", NULL);
	cleaned("#cards", NULL);
	/* Characters are never split. */
	cleaned("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9x\xc3\xa9\xc3\xa9",
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
		"\xc3\xa9\xc3\xa9\xc3\xa9x");
}

CASE(only_ids_of_printable_characters_are_accepted)
{
	char longest[300] = "!";
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

CASE(only_the_user_id_is_shown_if_the_name_is_too_long)
{
	char out[16];
	name_with_id("Al", "@al:hs", out, sizeof out);
	assert_string_equal(out, "Al(@al:hs)");
	name_with_id("Albertina", "@al:hs", out, sizeof out);
	assert_string_equal(out, "@al:hs");
}

static void resolved(const char *body, const char *html, const char *text)
{
	struct string out = STRING_EMPTY;
	name_resolve_pills(body, html, "@m:hs", "mitaines", &out);
	assert_string_equal(out.bytes, text);
	string_free(&out);
}

#define PILL(id, text) "<a href=\"https://matrix.to/#/" id "\">" text "</a>"

CASE(a_pill_is_replaced_by_the_id_of_its_person)
{
	resolved("rank Anna", NULL, "rank Anna");
	resolved("rank Anna M\xc3\xbcller", "rank " PILL("@a:hs", "Anna M\xc3\xbcller"),
		"rank @a:hs");
	resolved("sub A & B now", "sub " PILL("%40a%3Ahs?via=hs", "A &amp; B") " now",
		"sub @a:hs now");
	/* The bot's own pill calls the bot, as its nick does. */
	resolved("Mitts: help", PILL("@m:hs", "Mitts") ": help", "@mitaines: help");
	resolved("@Mitts help", PILL("@m:hs", "@Mitts") " help", "@mitaines help");
	/* Links to rooms, other text and broken HTML change nothing. */
	resolved("#cards", PILL("!r:hs", "#cards"), "#cards");
	resolved("Anna", PILL("@l:hs", "Luc"), "Anna");
	resolved("Anna", PILL("@a b", "Anna"), "Anna");
	resolved("Anna", "<a href=\"https://matrix.to/#/@a:hs", "Anna");
	resolved("%", PILL("%4", "%"), "%");
}

static void said(const char *body, bool quoted, const char *line)
{
	char out[64];
	name_first_line(body, quoted, out, sizeof out);
	assert_string_equal(out, line);
}

CASE(only_the_first_line_of_a_message_counts)
{
	said("!play 9d", false, "!play 9d");
	said("\n  !play\t9d\xc2\xa0m\r\nmore", false, "!play 9d m");
	said("> <@a:b> !start\n> more\n\n!ping", true, "!ping");
	said("> !start", false, "> !start");
	said("!p\xe2\x80\xae 1\xe2\x80\xac\x07", false, "!p 1");
	said("", true, "");
}
