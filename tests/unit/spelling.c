/* The nearest of several words to a mistyped one. */
#include <string.h>

#include "engine/spelling.h"
#include "tests/at.h"
#include "tests/cases.h"

/* Returns the nearest of the words, separated by blanks, or "". */
static const char *meant(const char *typed, const char *words, char out[64])
{
	struct spelling spelling = spelling_of(typed);
	for (const char *at = words; *at != '\0'; at += *at == ' ') {
		size_t length = strcspn(at, " ");
		spelling_try(&spelling, at, length);
		at += length;
	}
	memcpy(out, spelling.meant != NULL ? spelling.meant : "", spelling.length);
	out[spelling.length] = '\0';
	return out;
}

static void assert_meant_at(AT, const char *typed, const char *words, const char *wanted)
{
	char out[64];
	if (strcmp(meant(typed, words, out), wanted) != 0)
		fail_at("%s among %s: %s", typed, words, out);
}

#define assert_meant(typed, words, wanted) assert_meant_at(HERE, typed, words, wanted)

/* Returns true if the two words are one edit apart, in both directions. */
static bool is_one_edit(const char *a, const char *b)
{
	bool there = spelling_is_one_edit(a, strlen(a), b, strlen(b));
	assert_int_equal(spelling_is_one_edit(b, strlen(b), a, strlen(a)), there);
	return there;
}

CASE(one_edit_is_a_changed_letter_or_a_swap_of_two_letters)
{
	static const char *const near[][2] = { { "help", "hepl" }, { "help", "hel" },
		{ "help", "helpp" }, { "help", "yelp" }, { "a", "" }, { "aab", "ab" } };
	static const char *const far[][2] = { { "help", "help" }, { "", "" }, { "help", "hple" },
		{ "help", "he" }, { "help", "hxxp" }, { "help", "ehlpx" }, { "abcd", "badc" },
		{ "xb", "ba" } };
	for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
		if (!is_one_edit(near[i][0], near[i][1]))
			fail_msg("%s, %s", near[i][0], near[i][1]);
	for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
		if (is_one_edit(far[i][0], far[i][1]))
			fail_msg("%s, %s", far[i][0], far[i][1]);
}

CASE(very_long_words_match_no_known_word)
{
	char word[3000];
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	assert_meant(word, "play", "");
	struct spelling spelling = spelling_of("play");
	spelling_try(&spelling, word, strlen(word));
	assert_null(spelling.meant);
	word[31] = '\0';
	spelling = spelling_of(word);
	spelling_try(&spelling, "play", 4);
	assert_null(spelling.meant);
	assert_meant("\xc3\xa9\xff\x80\xbf\xbf\xbf\xbf", "play", "");
}

CASE(a_letter_of_several_bytes_counts_as_one_letter)
{
	assert_meant("éla", "bla", "bla");
	assert_meant("clè", "clé", "clé");
	assert_meant("clĩ", "clé", "clé");
	assert_meant("a♠♥", "a♠♦", "a♠♦");
}

CASE(words_longer_than_31_bytes_match_no_known_word)
{
	assert_meant("abcdefghijklmnopqrstuvwxyz12345", "abcdefghijklmnopqrstuvwxyz12340",
		"abcdefghijklmnopqrstuvwxyz12340");
	assert_meant("abcdefghijklmnopqrstuvwxyz123456", "abcdefghijklmnopqrstuvwxyz123450", "");
}
