/* irc_text.c - text and names: converted to UTF-8, cleaned and folded */
#include <string.h>

#include <utf8proc.h>

#include "bot/net/irc/case.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "tests/cases.h"

static void cleaned(const char *bytes, const char *text)
{
	char out[200];
	assert_int_equal(irc_text_clean(bytes, out, sizeof out), strcmp(bytes, text) == 0);
	assert_string_equal(out, text);
}

CASE(text_from_irc_is_cleaned)
{
	cleaned("!play 9d mitten", "!play 9d mitten");
	cleaned("", "");
	cleaned("9\xe2\x99\xa6 10\xe2\x99\xa5", "9\xe2\x99\xa6 10\xe2\x99\xa5");
	cleaned("\xc3\xa9"
		"carter",
		"\xc3\xa9"
		"carter");
	/* Old clients write French in Latin-1. */
	cleaned("\xe9"
		"carter d\xe9j\xe0",
		"\xc3\xa9"
		"carter d\xc3\xa9j\xc3\xa0");
	/* These bytes are a truncated character, an overlong one and a surrogate. */
	cleaned("\xe2\x99", "\xc3\xa2");
	cleaned("\xc0\xaf", "\xc3\x80\xc2\xaf");
	cleaned("\xed\xa0\x80", "\xc3\xad\xc2\xa0");
	/* Formatting of mIRC: bold, colours with and without numbers, reset, reverse, italics,
	 * hexadecimal colours. */
	cleaned("\x02"
		"bold\x02 \x03"
		"4,12red\x03 \x0f\x16\x1d\x1f!",
		"bold red !");
	cleaned("\x03"
		"04"
		"9d",
		"9d");
	cleaned("\x03,9", ",9");
	cleaned("\x04"
		"ff0000,00ff00x",
		"x");
	/* Invisible characters: direction marks, joiners, byte order mark, soft hyphen, C1
	 * controls. */
	cleaned("a\xe2\x80\xae"
		"b\xe2\x80\xac"
		"c\xe2\x81\xa6"
		"d\xe2\x81\xa9"
		"e",
		"abcde");
	cleaned("a\xe2\x80\x8b"
		"b\xef\xbb\xbf"
		"c\xc2\xad"
		"d\xc2\x9b"
		"e",
		"abcde");
	cleaned("\x01"
		"ACTION x\x01",
		"ACTION x");
	cleaned("a\tb\x7f", "ab");
}

CASE(clean_text_is_bounded_utf8)
{
	char bytes[300], out[64];
	uint32_t dice = 7;
	for (int i = 0; i < 20000; i++) {
		for (size_t j = 0; j < sizeof bytes - 1; j++) {
			dice = dice * 1664525 + 1013904223;
			bytes[j] = (char)(1 + (dice >> 24) % 255);
		}
		bytes[sizeof bytes - 1] = '\0';
		irc_text_clean(bytes, out, 1 + (size_t)(dice % sizeof out));
		for (const char *at = out; *at != '\0';) {
			int32_t point;
			utf8proc_ssize_t length =
				utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &point);

			assert_true(length > 0);
			assert_true(point >= ' ' && point != 0x7f);
			at += length;
		}
	}
}

static void shown(const char *name, const char *as)
{
	char text[200], back[200];
	assert_true(irc_text_format_name(name, text, sizeof text));
	assert_string_equal(text, as);
	assert_true(irc_text_parse_name(text, back, sizeof back));
	assert_string_equal(back, name);
}

CASE(letters_of_any_script_are_shown_as_they_are)
{
	static const char *const names[] = { "", "anna", "[Luc]|{}^`~-_\\9", "\xc3\x89mile",
		"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", "\xe5\xae\x89\xe5\xa8\x9c",
		"\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80",
		"\xed\x95\x9c\xea\xb8\x80", "\xd7\xa9\xd6\xb8\xd7\x9c", "\xf0\x9f\xa6\x8a" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		shown(names[i], names[i]);
}

CASE(confusable_characters_are_shown_as_bytes)
{
	shown("an\xe2\x80\x8bna", "an%e2%80%8bna");
	shown("\xe9mile", "%e9mile");
	shown("\xe2\x80", "%e2%80");
	shown("100%", "100%25");
	shown("%e9", "%25e9");
	shown("a\tb\x7f\x01", "a%09b%7f%01");
	/* Blanks: no-break, ideographic, fillers of Hangul, braille; a variation selector. */
	shown("a\xc2\xa0", "a%c2%a0");
	shown("a\xe3\x80\x80", "a%e3%80%80");
	shown("\xe3\x85\xa4\xe1\x85\x9f\xef\xbe\xa0", "%e3%85%a4%e1%85%9f%ef%be%a0");
	shown("a\xe2\xa0\x80", "a%e2%a0%80");
	shown("a\xef\xb8\x8f", "a%ef%b8%8f");
	/* Characters of private use. */
	shown("\xee\x80\x80", "%ee%80%80");
	/* Non-normalized forms: é, two marks, a Hangul syllable, the kelvin sign. */
	shown("e\xcc\x81t\xc3\xa9", "e%cc%81t\xc3\xa9");
	shown("a\xcc\x82\xcc\xa3", "a%cc%82\xcc\xa3");
	shown("\xe1\x84\x92\xe1\x85\xa1", "\xe1\x84\x92%e1%85%a1");
	shown("\xe2\x84\xaa", "%e2%84%aa");
}

/* Any bytes are shown as clean text, which converts back to them. */
CASE(any_name_can_be_shown_and_typed)
{
	char name[48], text[3 * 48], clean[3 * 48], back[48];
	uint32_t dice = 3;
	for (int i = 0; i < 20000; i++) {
		for (size_t j = 0; j < sizeof name - 1; j++) {
			dice = dice * 1664525 + 1013904223;
			name[j] = (char)(1 + (dice >> 24) % 255);
		}
		name[dice % sizeof name] = '\0';
		assert_true(irc_text_format_name(name, text, sizeof text));
		assert_true(irc_text_clean(text, clean, sizeof clean));
		assert_true(irc_text_parse_name(text, back, sizeof back));
		assert_string_equal(back, name);
	}
}

CASE(typed_names_need_not_be_escaped)
{
	char out[8];
	assert_true(irc_text_parse_name("50%", out, sizeof out));
	assert_string_equal(out, "50%");
	assert_true(irc_text_parse_name("%4%g0%", out, sizeof out));
	assert_string_equal(out, "%4%g0%");
	assert_true(irc_text_parse_name("a%00b", out, sizeof out));
	assert_string_equal(out, "a%00b");
	assert_true(irc_text_parse_name("%E9%e9", out, sizeof out));
	assert_string_equal(out, "\xe9\xe9");
	assert_false(irc_text_parse_name("12345678", out, sizeof out));
	assert_false(irc_text_format_name("12345\xff", out, sizeof out));
}

static void folded(enum irc_case mapping, const char *name, const char *as)
{
	char out[100];
	assert_true(irc_case_fold(mapping, name, out, sizeof out));
	assert_string_equal(out, as);
}

static void same(enum irc_case mapping, const char *name, const char *other, bool are)
{
	char a[100], b[100];
	irc_case_fold(mapping, name, a, sizeof a);
	irc_case_fold(mapping, other, b, sizeof b);
	assert_int_equal(strcmp(a, b) == 0, are);
}

CASE(names_are_folded_by_the_case_mapping)
{
	folded(IRC_CASE_ASCII, "Anna[\\]^", "anna[\\]^");
	same(IRC_CASE_RFC1459, "Anna[\\]~", "aNNA{|}^", true);
	same(IRC_CASE_STRICT, "Anna[\\]", "aNNA{|}", true);
	same(IRC_CASE_STRICT, "anna~", "anna^", false);
	same(IRC_CASE_ASCII, "anna[", "anna{", false);
	same(IRC_CASE_UNICODE, "\xc3\x89mile", "\xc3\xa9MILE", true);
	same(IRC_CASE_RFC1459, "\xc3\x89mile", "\xc3\xa9mile", false);
	/* These names belong to different people on every server. */
	same(IRC_CASE_UNICODE,
		"stra\xc3\x9f"
		"e",
		"strasse", false);
	same(IRC_CASE_UNICODE, "\xef\xac\x81n", "fin", false);
	same(IRC_CASE_UNICODE, "\xe9mile", "\xc9mile", false);
	/* The mapping folds neither the Turkish dotted capital I nor the signs for kelvin and ohm.
	 */
	same(IRC_CASE_UNICODE,
		"\xc4\xb0"
		"da",
		"ida", false);
	same(IRC_CASE_UNICODE, "\xe2\x84\xaa", "k", false);
	same(IRC_CASE_UNICODE, "\xe2\x84\xa6", "\xcf\x89", false);
	assert_int_equal(irc_case_find_mapping("ascii"), IRC_CASE_ASCII);
	assert_int_equal(irc_case_find_mapping("rfc1459"), IRC_CASE_RFC1459);
	assert_int_equal(irc_case_find_mapping("strict-rfc1459"), IRC_CASE_STRICT);
	assert_int_equal(irc_case_find_mapping("rfc7613"), IRC_CASE_UNICODE);
}

CASE(long_names_are_folded_up_to_the_size_of_the_buffer)
{
	char out[4];
	assert_true(irc_case_fold(IRC_CASE_ASCII, "abc", out, sizeof out));
	assert_false(irc_case_fold(IRC_CASE_ASCII, "abcd", out, sizeof out));
	assert_false(irc_case_fold(IRC_CASE_UNICODE, "\xc3\x89\xc3\x89", out, sizeof out));
}

CASE(isupport_sets_limits_and_case_mapping)
{
	struct irc_support support = irc_support_default();
	assert_int_equal(support.mapping, IRC_CASE_RFC1459);
	assert_true(
		irc_support_is_channel(&support, "#c") && irc_support_is_channel(&support, "&c"));
	assert_false(
		irc_support_is_channel(&support, "anna") || irc_support_is_channel(&support, ""));
	irc_support_read_token(&support, "CASEMAPPING=ascii");
	irc_support_read_token(&support, "CHANTYPES=#!");
	irc_support_read_token(&support, "NICKLEN=30");
	irc_support_read_token(&support, "LINELEN=1024");
	irc_support_read_token(&support, "PREFIX=(ov)@+");
	assert_int_equal(support.mapping, IRC_CASE_ASCII);
	assert_true(
		irc_support_is_channel(&support, "!c") && !irc_support_is_channel(&support, "&c"));
	assert_int_equal(support.nick_length, 30);
	assert_int_equal(support.line_length, 1024);
	assert_string_equal(support.prefixes, "@+");
}

CASE(absurd_isupport_values_are_ignored)
{
	static const char *const absurd[] = { "", "=", "NICKLEN", "NICKLEN=", "NICKLEN=-1",
		"NICKLEN=0", "NICKLEN=99999999999999999999", "LINELEN=10", "LINELEN=1000000",
		"LINELEN=x", "PREFIX=", "PREFIX=(ov", "UNKNOWN=1", "nicklen=5" };
	struct irc_support support = irc_support_default(), before = support;
	for (size_t i = 0; i < sizeof absurd / sizeof absurd[0]; i++)
		irc_support_read_token(&support, absurd[i]);
	assert_int_equal(support.nick_length, before.nick_length);
	assert_int_equal(support.line_length, before.line_length);
	assert_string_equal(support.prefixes, before.prefixes);
	irc_support_read_token(&support, "CHANTYPES=################################");
	assert_int_equal(strlen(support.channel_types), sizeof support.channel_types - 1);
}

CASE(netsplits_are_recognized)
{
	static const char *const splits[] = { "hub.irc.test leaf.irc.test", "*.net *.split",
		"a.b c.d", "irc-1.example.org irc2.EXAMPLE.org" };
	static const char *const others[] = { "", " ", "a.b", "a.b ", " a.b c.d", "a.b  c.d",
		"a.b c.d ", "a.b c.d e.f", "Quit: a.b c.d", "Ping timeout: 120 seconds", "so long",
		"bye. bye.", "see you. later.", "a.b a.b", "Read error", "...  ...", ". .",
		"a..b c.d", ".a c.d", "a. c.d", "1.5 2.5", "10.0.0.1 10.0.0.2", "a.b c.d!",
		"a.b\tc.d", "\"a.b c.d\"", "\xc3\xa9.b c.d" };
	for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++)
		if (!irc_text_is_netsplit(splits[i]))
			fail_msg("a split: %s", splits[i]);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (irc_text_is_netsplit(others[i]))
			fail_msg("no split: %s", others[i]);
}

/* French and Swiss keyboards type no-break spaces by accident. */
CASE(unusual_blanks_separate_words)
{
	char text[] = "a\xc2\xa0"
		      "b\xe2\x80\xaf"
		      "c \xe3\x80\x80\xc3\xa0\xe2\x99\xa6";
	irc_text_replace_blanks(text);
	assert_string_equal(text, "a b c  \xc3\xa0\xe2\x99\xa6");
}
