/* spelling.c - the word that was meant: near ones, the nearest of them, and none where none is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/spelling.h"
#include "tests/at.h"

/* What is meant of the words, which blanks part; "" for none. */
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

static void one_letter_is_wrong(void **state)
{
	(void)state;
	assert_meant("plya", "join play hand", "play");    /* swapped */
	assert_meant("lpay", "join play hand", "play");    /* the first two */
	assert_meant("taget", "target ranks", "target");   /* left out */
	assert_meant("targget", "target ranks", "target"); /* put in */
	assert_meant("hend", "join play hand", "hand");    /* another */
	assert_meant("clé", "cle", "cle");                 /* one letter of two bytes */
}

static void the_nearest_is_meant_and_the_first_of_two(void **state)
{
	(void)state;
	assert_meant("histroy", "historique history", "history");
	assert_meant("scor", "score", "score");
	assert_meant("bat", "bot bit", "bot");
	assert_meant("ranks", "rank tanks", "rank");
}

static void what_is_too_far_is_not_meant(void **state)
{
	(void)state;
	assert_meant("xy", "x y xyz", "");
	assert_meant("seen", "seul rank", "");
	assert_meant("weather", "watch", "");
	assert_meant("jozi", "join", ""); /* of two letters one moved, … */
	assert_meant("jonz", "join", ""); /* … or the other: not swapped */
	assert_meant("play", "play", "");
	assert_meant("", "a", "");
	assert_meant("a", "", "");
}

static void no_word_is_too_long_to_ask_about(void **state)
{
	char word[3000];
	(void)state;
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

/* However many bytes they have, letters count as one each, and are the same where all bytes are. */
static void letters_of_several_bytes(void **state)
{
	(void)state;
	assert_meant("éla", "bla", "bla");
	assert_meant("clè", "clé", "clé");
	assert_meant("clĩ", "clé", "clé");
	assert_meant("a♠♥", "a♠♦", "a♠♦");
}

/* 31 bytes are compared, one more is not. */
static void the_longest_word(void **state)
{
	(void)state;
	assert_meant("abcdefghijklmnopqrstuvwxyz12345", "abcdefghijklmnopqrstuvwxyz12340",
		"abcdefghijklmnopqrstuvwxyz12340");
	assert_meant("abcdefghijklmnopqrstuvwxyz123456", "abcdefghijklmnopqrstuvwxyz123450", "");
}

/* Bytes that begin no character are letters of their own. */
static void a_word_that_is_no_text(void **state)
{
	(void)state;
	assert_meant("\xa9join", "play join", "join");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_letter_is_wrong),
		cmocka_unit_test(the_nearest_is_meant_and_the_first_of_two),
		cmocka_unit_test(what_is_too_far_is_not_meant),
		cmocka_unit_test(no_word_is_too_long_to_ask_about),
		cmocka_unit_test(a_word_that_is_no_text),
		cmocka_unit_test(letters_of_several_bytes),
		cmocka_unit_test(the_longest_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
