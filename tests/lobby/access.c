/* access.c - who is heard and how often, on a stage. */
#include "tests/stage/kept.h"

static struct access_rules *rules(struct stage *stage)
{
	return &stage->network.access->rules;
}

static void test_ignored_by_configuration(void **state)
{
	struct stage *stage = *state;
	char eve[] = "EVE!*@*", bob[] = "account:bob";
	char *masks[] = { eve, bob };
	rules(stage)->ignore = (struct masks){ masks, 2 };
	stage->host = "~x@host.example";
	assert_false(case_answers(stage, "eve"));
	assert_true(case_answers(stage, "anna"));
	stage->account = "bob";
	assert_false(case_answers(stage, "anna"));
	stage_whisper(stage, "anna", "help");
	assert_silence(stage);
}

static void test_only_those_allowed(void **state)
{
	struct stage *stage = *state;
	char friends[] = "*!*@*.example", eve[] = "eve!*@*", boss[] = "account:boss";
	char *allowed[] = { friends }, *ignored[] = { eve }, *admins[] = { boss };
	rules(stage)->allow = (struct masks){ allowed, 1 };
	rules(stage)->ignore = (struct masks){ ignored, 1 };
	rules(stage)->admins = (struct masks){ admins, 1 };
	assert_false(case_answers(stage, "anna"));
	stage->host = "~x@host.example";
	assert_true(case_answers(stage, "anna"));
	assert_false(case_answers(stage, "eve"));
	/* Nobody shuts out those in charge. */
	stage->host = "~x@elsewhere";
	stage->account = "boss";
	assert_true(case_answers(stage, "eve"));
}

static unsigned answers(struct stage *stage, const char *nick, unsigned times)
{
	unsigned count = 0;
	while (times-- > 0)
		count += case_answers(stage, nick);
	return count;
}

/* How many pings are answered of so many people who come by nicks of their own. */
static unsigned answers_to_crowd(struct stage *stage, unsigned people)
{
	char nick[16];
	unsigned count = 0;
	for (unsigned i = 0; i < people; i++) {
		snprintf(nick, sizeof nick, "eve%u", i);
		count += case_answers(stage, nick);
	}
	return count;
}

static void limit(struct stage *stage)
{
	rules(stage)->limit =
		(struct ratelimit_rate){ .burst = 5, .per_second = 1, .ignore_seconds = 60 };
}

static void test_who_asks_too_much(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	assert_int_equal(answers(stage, "eve", 5), 5);
	stage_say(stage, "eve", "!ping");
	assert_in(stage_hear(stage), "eve< (too.much)");
	stage_say(stage, "eve", "!ping");
	assert_silence(stage);
	/* What is said to others costs nothing, and others are not concerned. */
	assert_int_equal(answers(stage, "anna", 5), 5);
	stage_wait(stage, 3000);
	for (int i = 0; i < 1000; i++)
		stage_say(stage, "eve", "talk to people, !ping");
	assert_int_equal(answers(stage, "eve", 3), 3);
	/* Going on and on, they are ignored, also when they would be answered otherwise. */
	stage_wait(stage, 2000);
	answers(stage, "eve", 20);
	stage_wait(stage, 30000);
	assert_false(case_answers(stage, "eve"));
	stage_wait(stage, 31000);
	assert_true(case_answers(stage, "eve"));
}

/* Who takes ever new nicks is known by where they come from. */
static void test_another_nick_does_not_help(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	stage->host = "~eve@flood.example";
	assert_int_equal(answers_to_crowd(stage, 200), 20);
	stage->host = "~anna@host.example";
	assert_true(case_answers(stage, "anna"));
}

static void a_crowd_may_ask_four_times_as_often_too(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	stage->host = "~eve@crowd.example";
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(answers(stage, (const char *[]){ "a", "b", "c", "d" }[i], 5), 5);
	stage_wait(stage, 1000);
	for (unsigned i = 0; i < 4; i++)
		assert_true(case_answers(stage, (const char *[]){ "a", "b", "c", "d" }[i]));
}

/* Their lines count for nobody else. */
static void who_is_refused_uses_up_nothing_of_others(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	stage->host = "~eve@crowd.example";
	assert_int_equal(answers(stage, "eve", 30), 5);
	assert_int_equal(answers(stage, "anna", 5), 5);
}

/* Nor do the lines of somebody who goes by the same nick elsewhere. */
static void the_same_nick_from_elsewhere_is_somebody_else(void **state)
{
	static const char *const hosts[] = { "~eve@flood.example", "~eve@host.example",
		"matrix.example" };
	struct stage *stage = *state;
	limit(stage);
	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		stage->host = hosts[i];
		assert_int_equal(answers(stage, "eve", 10), 5);
	}
}

/* A right word is hardly a guess; a wrong one counts wherever it comes from. */
static void guesses_are_few_and_right_words_are_none(void **state)
{
	struct stage *stage = *state;
	struct access *access = stage->network.access;
	struct sender sender = { .nick = "eve", .first = "eve" };
	static const char *const origins[] = { "x@host", "matrix.example", "other.example" };
	for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
		sender.origin = origins[i];
		for (unsigned n = 0; n < 2 * ACCESS_GUESSES; n++) {
			assert_true(access_guess(access, &sender, "", 0));
			access_guessed(access, &sender, "");
		}
		unsigned wrong = 0;
		while (wrong <= ACCESS_GUESSES && access_guess(access, &sender, "", 0))
			wrong++;
		assert_in_range(wrong, 1, ACCESS_GUESSES);
	}
}

/* One a minute, once three were wrong. */
static void a_guess_is_heard_every_minute(void **state)
{
	struct stage *stage = *state;
	struct access *access = stage->network.access;
	struct sender sender = { .nick = "eve", .first = "eve", .origin = "x@2001:db8::1" };
	for (unsigned i = 0; i < ACCESS_GUESSES; i++)
		assert_true(access_guess(access, &sender, "", 0));
	assert_false(access_guess(access, &sender, "", 59999));
	assert_true(access_guess(access, &sender, "", 60000));
	assert_false(access_guess(access, &sender, "", 60000));
	/* A line is the first half of its address, and the one beside it another. */
	sender.origin = "x@2001:db8::ffff:2";
	assert_false(access_guess(access, &sender, "", 60000));
	sender.origin = "x@2001:db8:0:1::1";
	assert_true(access_guess(access, &sender, "", 60000));
	/* An address of IPv4 is its own host, also where the server writes it as IPv6. */
	sender.origin = "x@::ffff:192.0.2.1";
	for (unsigned i = 0; i < ACCESS_GUESSES; i++)
		assert_true(access_guess(access, &sender, "", 60000));
	sender.origin = "x@192.0.2.1";
	assert_false(access_guess(access, &sender, "", 60000));
	sender.origin = "x@::ffff:192.0.2.2";
	assert_true(access_guess(access, &sender, "", 60000));
}

/* Where the server checks no user names they are chosen freely: nobody is more than one crowd. */
static void users_without_ident_share_what_their_host_may_ask(void **state)
{
	struct stage *stage = *state;
	char nick[16], host[32];
	unsigned heard = 0, checked = 0;
	limit(stage);
	for (int i = 0; i < 50; i++) {
		snprintf(nick, sizeof nick, "eve%d", i);
		snprintf(host, sizeof host, "~u%d@flood.example", i);
		stage->host = host;
		heard += case_answers(stage, nick);
		snprintf(nick, sizeof nick, "luc%d", i);
		snprintf(host, sizeof host, "u%d@shell.example", i);
		checked += case_answers(stage, nick);
	}
	assert_int_equal(heard, 20);
	/* Who a server vouches for is not taken for their neighbours. */
	assert_int_equal(checked, 50);
}

static void an_unknown_host_is_no_free_pass(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	assert_int_equal(answers_to_crowd(stage, 100), 20);
}

/* How often who comes so many times is answered; their key is another one each time. */
static unsigned answers_to_comings(struct stage *stage, int times)
{
	char key[16];
	unsigned heard = 0;
	for (int i = 0; i < times; i++) {
		snprintf(key, sizeof key, "%d", i);
		stage_meet(stage, key, "eve", NULL, "~eve@flood.example");
		stage_came(stage, key);
		stage->outside = i % 2 != 0;
		heard += case_answers(stage, key);
		stage_went(stage, key, DEPARTED_CHANNEL);
	}
	return heard;
}

static void leaving_and_coming_back_makes_nobody_forget(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	assert_int_equal(answers_to_comings(stage, 40), 5);
	stage_wait(stage, 2000);
	assert_int_equal(answers_to_comings(stage, 10), 2);
	/* By now they are ignored, and stay so. */
	stage->outside = false;
	stage_wait(stage, 30000);
	stage_meet(stage, "again", "eve", NULL, "~other@flood.example");
	assert_false(case_answers(stage, "again"));
	stage_wait(stage, 31000);
	assert_true(case_answers(stage, "again"));
}

static void strangers_use_up_nothing_of_those_in_a_channel(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	stage->host = "~x@x.home.example";
	stage->outside = true;
	assert_int_equal(answers_to_crowd(stage, 200), 20);
	stage->outside = false;
	assert_int_equal(answers(stage, "anna", 5), 5);
}

/* Each nick is warned once: a crowd is told no more than it may ask. */
static void warnings_have_a_limit_too(void **state)
{
	struct stage *stage = *state;
	char nick[16];
	unsigned warned = 0;
	limit(stage);
	stage->host = "~eve@flood.example";
	stage->owed = 9;
	for (int i = 0; i < 200; i++) {
		snprintf(nick, sizeof nick, "eve%d", i);
		stage_whisper(stage, nick, "help");
		warned += strstr(stage_hear(stage), "(too.much)") != NULL;
	}
	/* And once for all of them. */
	assert_int_equal(warned, 21);
}

static void test_moves_are_cheap(void **state)
{
	struct stage *stage = *state;
	unsigned made = 0;
	limit(stage);
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	stage_wait(stage, 5000);
	for (struct table *table = stage_table(stage, 1); made < 30; made++) {
		unsigned before = table->moves;
		stage_play(stage, 1, 1);
		if (table->moves == before)
			break;
	}
	/* At the price of anything else five each would have been all. */
	assert_int_equal(made, 30);
	/* Out of turn they cost as much as anything. */
	stage_wait(stage, 10000);
	struct table *table = stage_table(stage, 1);
	const char *waits = table->seat[table_state(table)->turn == 0].player->name;
	for (int i = 0; i < 5; i++)
		stage_say(stage, waits, "!p 1");
	stage_hear(stage);
	stage_say(stage, waits, "!p 1");
	assert_in(stage_hear(stage), "(too.much)");
}

/* Who has much to read already gets no more of it, but may move. */
static void test_patience(void **state)
{
	struct stage *stage = *state;
	limit(stage);
	stage->owed = 9;
	stage_say(stage, "eve", "!help");
	assert_in(stage_hear(stage), "(too.much)");
	stage_say(stage, "eve", "!p 1");
	assert_in(stage_hear(stage), "eve< ");
	stage->owed = 8;
	stage_wait(stage, 10000);
	assert_true(case_answers(stage, "eve"));
	/* What is taken for a move is not answered without end either. */
	stage->owed = 36;
	stage_whisper(stage, "eve", "gibberish");
	assert_in(stage_hear(stage), "(too.much)");
}

/* A program that answers whatever it is told, at leisure, in words that mean nothing. */
static void who_answers_everything_is_not_answered_for_ever(void **state)
{
	struct stage *stage = *state;
	unsigned answered = 0;
	limit(stage);
	stage_whisper(stage, "eve", "What do you mean?");
	while (strstr(stage_hear(stage), "eve< ") != NULL && answered++ < 100) {
		stage_wait(stage, 2000);
		stage_whisper(stage, "eve", "What do you mean?");
	}
	assert_int_equal(answered, 10);
	/* What means something is answered, and others are. */
	assert_true(case_answers(stage, "eve"));
	stage_whisper(stage, "anna", "What do you mean?");
	assert_in(stage_hear(stage), "anna< (unknown.command");
	stage->host = "~eve@elsewhere.example";
	stage_whisper(stage, "eve", "What do you mean?");
	assert_in(stage_hear(stage), "eve< (unknown.command");
}

/* Ten in a row, and then one every ten minutes. */
static void who_means_nothing_is_answered_every_ten_minutes(void **state)
{
	struct stage *stage = *state;
	for (unsigned i = 0; i < 10; i++) {
		stage_whisper(stage, "eve", "What do you mean?");
		assert_said(stage, "eve< ");
	}
	stage_wait(stage, 600 * 1000 - 1);
	stage_whisper(stage, "eve", "What do you mean?");
	assert_silence(stage);
	stage_wait(stage, 1);
	stage_whisper(stage, "eve", "What do you mean?");
	assert_said(stage, "eve< ");
	stage_whisper(stage, "eve", "What do you mean?");
	assert_silence(stage);
}

/* Whoever is understood now and then is answered the more often. */
static void who_means_something_is_no_program(void **state)
{
	struct stage *stage = *state;
	for (unsigned i = 0; i < 40; i++) {
		stage_whisper(stage, "eve", "What do you mean?");
		assert_said(stage, "eve< ");
		assert_true(case_answers(stage, "eve"));
	}
}

/* Where what is stored cannot be read, who was ignored still is. */
static void a_list_that_cannot_be_read_stays_as_it_was(void **state)
{
	struct stage *stage = *state;
	char ann[] = "ann!*@*";
	char *admins[] = { ann };
	rules(stage)->admins = (struct masks){ admins, 1 };
	kept_hush(stage);
	stage->host = "~x@host.example";
	stage_whisper(stage, "ann", "admin ignore add eve!*@*");
	stage_whisper(stage, "ann", "admin ignore add bob!*@*");
	kept_hide(stage, "ignores");
	access_change(stage->network.access);
	lobby_commit(&stage->lobby);
	assert_false(case_answers(stage, "eve"));
	assert_false(case_answers(stage, "bob"));
	assert_true(case_answers(stage, "anna"));
	kept_show(stage, "ignores");
	kept_meddle(stage, "DELETE FROM ignores");
	access_change(stage->network.access);
	lobby_commit(&stage->lobby);
	assert_true(case_answers(stage, "eve"));
}

int main(void)
{
#define TEST(name) STAGE_CASE(name)
	const struct CMUnitTest tests[] = {
		TEST(test_ignored_by_configuration),
		TEST(test_only_those_allowed),
		TEST(test_who_asks_too_much),
		TEST(test_another_nick_does_not_help),
		TEST(a_crowd_may_ask_four_times_as_often_too),
		TEST(who_is_refused_uses_up_nothing_of_others),
		TEST(the_same_nick_from_elsewhere_is_somebody_else),
		TEST(guesses_are_few_and_right_words_are_none),
		TEST(a_guess_is_heard_every_minute),
		TEST(users_without_ident_share_what_their_host_may_ask),
		TEST(an_unknown_host_is_no_free_pass),
		TEST(leaving_and_coming_back_makes_nobody_forget),
		TEST(strangers_use_up_nothing_of_those_in_a_channel),
		TEST(warnings_have_a_limit_too),
		TEST(test_moves_are_cheap),
		TEST(test_patience),
		TEST(who_answers_everything_is_not_answered_for_ever),
		TEST(who_means_nothing_is_answered_every_ten_minutes),
		TEST(who_means_something_is_no_program),
		KEPT_CASE(a_list_that_cannot_be_read_stays_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
