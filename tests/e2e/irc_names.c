/*
 * irc_names.c - the whole bot on a server with nicks of any bytes: two nicks of the network are two
 * people, whatever can be seen of them, and they are shown apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/bot.h"
#include "tests/irc/fake.h"

struct scene {
	struct loop *loop;
	struct fake fake;
	struct bot bot;
};

static const char *hear(struct scene *scene, const char *part)
{
	const char *line = fake_hears(&scene->fake, part, BOT_PATIENCE);
	if (line != NULL)
		return line;
	bot_tell(&scene->bot);
	fprintf(stderr, "the server heard:\n%s\n", scene->fake.heard);
	fail_msg("never heard: %s", part);
	return NULL;
}

/* The bot is on the server and in #t, alone. */
static int enter(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	char entry[BOT_ENTRY];
	assert_non_null(scene);
	*state = scene;
	scene->loop = loop_open();
	assert_true(fake_open(&scene->fake, scene->loop));
	bot_open(&scene->bot);
	bot_network(entry, sizeof entry, "test", scene->fake.port, "\"#t\"", "");
	bot_configure_networks(&scene->bot, entry);
	bot_start(&scene->bot);
	assert_true(fake_meets(&scene->fake, BOT_PATIENCE));
	hear(scene, "USER ");
	fake_says(&scene->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(&scene->fake, ":irc.test 005 mitaines CASEMAPPING=ascii :are supported");
	fake_says(&scene->fake, ":irc.test 422 mitaines :MOTD File is missing");
	hear(scene, "JOIN #t");
	fake_says(&scene->fake, ":mitaines!~m@host JOIN #t");
	fake_says(&scene->fake, ":irc.test 353 mitaines = #t :mitaines");
	fake_says(&scene->fake, ":irc.test 366 mitaines #t :End of /NAMES list.");
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	bot_close(&scene->bot);
	fake_close(&scene->fake);
	loop_close(scene->loop);
	free(scene);
	return 0;
}

static void come(struct scene *scene, const char *nick)
{
	fake_says(&scene->fake, ":%s!u@host JOIN #t", nick);
}

static void quit(struct scene *scene, const char *nick)
{
	fake_says(&scene->fake, ":%s!u@host QUIT :bye", nick);
}

static void say(struct scene *scene, const char *nick, const char *text)
{
	fake_says(&scene->fake, ":%s!u@host PRIVMSG #t :%s", nick, text);
}

/* Tells the bot something in private and hears its answer. */
static void ask(struct scene *scene, const char *nick, const char *text, const char *answer)
{
	char line[400];
	fake_says(&scene->fake, ":%s!u@host PRIVMSG mitaines :%s", nick, text);
	snprintf(line, sizeof line, "PRIVMSG %s :%s", nick, answer);
	hear(scene, line);
}

#define FIFTEEN(x) x x x x x x x x x x x x x x x

/* Nicks that are two to the network, and what could make them one. */
static const struct pair {
	const char *one;
	const char *other;
	const char *shown; /* how people see the other */
} pairs[] = {
	{ "anna", "an\xe2\x80\x8bna", "an%e2%80%8bna" },       /* no width at all */
	{ "luc", "luc\xe3\x85\xa4", "luc%e3%85%a4" },          /* Hangul filler */
	{ "eve", "eve\xe2\xa0\x80", "eve%e2%a0%80" },          /* blank braille */
	{ "zoe", "zoe\xc2\xa0", "zoe%c2%a0" },                 /* no-break space */
	{ "\xc3\xa9mile", "\xe9mile", "%e9mile" },             /* Latin-1 */
	{ "am\xc3\xa9lie", "ame\xcc\x81lie", "ame%cc%81lie" }, /* two spellings */
	{ "jo\xef\xbf\xbd", "jo\xff", "jo%ff" },               /* no UTF-8 */
	{ "max%e9", "max\xe9", "max%e9" },                     /* what is shown for it */
	{ FIFTEEN("\xe9") FIFTEEN("\xe9") FIFTEEN("\xe9") "\xe9\xe9",
		FIFTEEN("\xe9") FIFTEEN("\xe9") FIFTEEN("\xe9") "\xe9\xe8",
		FIFTEEN("%e9") FIFTEEN("%e9") FIFTEEN("%e9") "%e9%e8" }, /* the longest */
};

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static void who_looks_like_somebody_else_is_another_person(void **state)
{
	struct scene *scene = *state;
	for (unsigned i = 0; i < PAIRS; i++) {
		const struct pair *pair = &pairs[i];
		char mine[200];
		come(scene, pair->one);
		ask(scene, pair->one, "claim bastille", "");
		quit(scene, pair->one);
		/* By a word for the nick they would be its person, and its person a guest. */
		come(scene, pair->other);
		snprintf(mine, sizeof mine, "%s is yours now: ", pair->shown);
		ask(scene, pair->other, "claim marseillaise", mine);
		quit(scene, pair->other);
		come(scene, pair->one);
		ask(scene, pair->one, "claim bastille", "Welcome back, ");
		quit(scene, pair->one);
	}
}

static void who_looks_like_a_player_gets_no_hand(void **state)
{
	struct scene *scene = *state;
	come(scene, "anna");
	say(scene, "anna", "!new target=100");
	say(scene, "anna", "!bot");
	say(scene, "anna", "!start");
	hear(scene, "PRIVMSG anna :[1] ");
	quit(scene, "anna");
	come(scene, "an\xe2\x80\x8bna");
	ask(scene, "an\xe2\x80\x8bna", "hand", "You hold no cards.");
	assert_int_equal(fake_count(&scene->fake, "PRIVMSG an\xe2\x80\x8bna :[1] "), 0);
	come(scene, "anna");
	ask(scene, "anna", "hand", "[1] ");
}

static void two_who_look_alike_are_shown_apart(void **state)
{
	struct scene *scene = *state;
	come(scene, "anna");
	come(scene, "an\xe2\x80\x8bna");
	say(scene, "anna", "!new");
	say(scene, "an\xe2\x80\x8bna", "!join");
	say(scene, "anna", "!table");
	hear(scene, "Seated: anna, an%e2%80%8bna.");
}

/* What people read they can type. */
static void a_nick_typed_as_it_is_shown_finds_its_bearer(void **state)
{
	struct scene *scene = *state;
	come(scene, "luc");
	say(scene, "luc", "!new");
	for (unsigned i = 0; i < PAIRS; i++) {
		char text[200];
		come(scene, pairs[i].one);
		come(scene, pairs[i].other);
		snprintf(text, sizeof text, "!sub %s", pairs[i].shown);
		say(scene, "luc", text);
		snprintf(text, sizeof text, "have %s !join first", pairs[i].shown);
		hear(scene, text);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(who_looks_like_somebody_else_is_another_person),
		CASE(who_looks_like_a_player_gets_no_hand),
		CASE(two_who_look_alike_are_shown_apart),
		CASE(a_nick_typed_as_it_is_shown_finds_its_bearer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
