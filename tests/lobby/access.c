/* Tests ignore and allow lists, rate limits and limits on password guesses. */
#include "tests/stage/kept.h"

static struct access_rules *get_rules(struct stage *stage)
{
	return &stage->network.access->rules;
}

STAGE_CASE(people_on_the_configured_ignore_list_get_no_answer)
{
	char eve[] = "EVE!*@*", bob[] = "account:bob";
	char *masks[] = { eve, bob };
	get_rules(stage)->ignore = (struct masks){ masks, 2 };
	stage->host = "~x@host.example";
	assert_false(case_answers(stage, "eve"));
	assert_true(case_answers(stage, "anna"));
	stage->account = "bob";
	assert_false(case_answers(stage, "anna"));
	stage_whisper(stage, "anna", "help");
	assert_silence(stage);
}

STAGE_CASE(only_admins_and_people_on_the_allow_list_get_answers)
{
	char friends[] = "*!*@*.example", eve[] = "eve!*@*", boss[] = "account:boss";
	char *allowed[] = { friends }, *ignored[] = { eve }, *admins[] = { boss };
	get_rules(stage)->allow = (struct masks){ allowed, 1 };
	get_rules(stage)->ignore = (struct masks){ ignored, 1 };
	get_rules(stage)->admins = (struct masks){ admins, 1 };
	assert_false(case_answers(stage, "anna"));
	stage->host = "~x@host.example";
	assert_true(case_answers(stage, "anna"));
	assert_false(case_answers(stage, "eve"));
	/* The bot hears an admin even if the allow and ignore lists say otherwise. */
	stage->host = "~x@elsewhere";
	stage->account = "boss";
	assert_true(case_answers(stage, "eve"));
}

static unsigned count_answers(struct stage *stage, const char *nick, unsigned times)
{
	unsigned count = 0;
	while (times-- > 0)
		count += case_answers(stage, nick);
	return count;
}

/* Lets so many people, each with their own nick, say a ping. Returns the number of answers. */
static unsigned count_answers_to_crowd(struct stage *stage, unsigned people)
{
	unsigned count = 0;
	for (unsigned i = 0; i < people; i++) {
		count += case_answers(stage, case_text("eve%u", i));
	}
	return count;
}

static void set_limit(struct stage *stage)
{
	get_rules(stage)->limit =
		(struct ratelimit_rate){ .burst = 5, .per_second = 1, .ignore_seconds = 60 };
}

STAGE_CASE(a_flooding_person_is_ignored_for_a_minute)
{
	set_limit(stage);
	assert_int_equal(count_answers(stage, "eve", 5), 5);
	assert_answer(stage, "eve", "!ping", "eve< (too.much)");
	assert_answer_is(stage, "eve", "!ping", "");
	/* Lines that do not call the bot use no budget of the rate limit, and each person has a
	 * budget of their own. */
	assert_int_equal(count_answers(stage, "anna", 5), 5);
	stage_wait(stage, 3000);
	for (int i = 0; i < 1000; i++)
		stage_say(stage, "eve", "talk to people, !ping");
	assert_int_equal(count_answers(stage, "eve", 3), 3);
	/* After a flood the bot ignores eve for longer than eve's budget takes to refill. */
	stage_wait(stage, 2000);
	count_answers(stage, "eve", 20);
	stage_wait(stage, 30000);
	assert_false(case_answers(stage, "eve"));
	stage_wait(stage, 31000);
	assert_true(case_answers(stage, "eve"));
}

STAGE_CASE(a_new_nick_does_not_lift_the_rate_limit)
{
	set_limit(stage);
	stage->host = "~eve@flood.example";
	assert_int_equal(count_answers_to_crowd(stage, 200), 20);
	stage->host = "~anna@host.example";
	assert_true(case_answers(stage, "anna"));
}

STAGE_CASE(four_people_on_one_host_each_have_their_own_rate_limit)
{
	set_limit(stage);
	stage->host = "~eve@crowd.example";
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(
			count_answers(stage, (const char *[]){ "a", "b", "c", "d" }[i], 5), 5);
	stage_wait(stage, 1000);
	for (unsigned i = 0; i < 4; i++)
		assert_true(case_answers(stage, (const char *[]){ "a", "b", "c", "d" }[i]));
}

STAGE_CASE(a_flooder_does_not_use_up_the_rate_limit_of_other_people)
{
	set_limit(stage);
	stage->host = "~eve@crowd.example";
	assert_int_equal(count_answers(stage, "eve", 30), 5);
	assert_int_equal(count_answers(stage, "anna", 5), 5);
}

STAGE_CASE(the_same_nick_on_another_host_has_its_own_rate_limit)
{
	static const char *const hosts[] = { "~eve@flood.example", "~eve@host.example",
		"matrix.example" };
	set_limit(stage);
	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		stage->host = hosts[i];
		assert_int_equal(count_answers(stage, "eve", 10), 5);
	}
}

STAGE_CASE(wrong_passwords_are_rate_limited_and_right_ones_do_not_count)
{
	struct access *access = stage->network.access;
	struct sender sender = { .nick = "eve", .first = "eve" };
	static const char *const origins[] = { "x@host", "matrix.example", "other.example" };
	for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
		sender.origin = origins[i];
		for (unsigned n = 0; n < 2 * ACCESS_GUESSES; n++) {
			assert_true(access_count_guess(access, &sender, "", 0));
			access_return_guess(access, &sender, "");
		}
		unsigned wrong = 0;
		while (wrong <= ACCESS_GUESSES && access_count_guess(access, &sender, "", 0))
			wrong++;
		assert_in_range(wrong, 1, ACCESS_GUESSES);
	}
}

STAGE_CASE(only_one_password_a_minute_is_checked_after_three_wrong_ones)
{
	struct access *access = stage->network.access;
	struct sender sender = { .nick = "eve", .first = "eve", .origin = "x@2001:db8::1" };
	for (unsigned i = 0; i < ACCESS_GUESSES; i++)
		assert_true(access_count_guess(access, &sender, "", 0));
	assert_false(access_count_guess(access, &sender, "", 59999));
	assert_true(access_count_guess(access, &sender, "", 60000));
	assert_false(access_count_guess(access, &sender, "", 60000));
	/* IPv6 addresses count by their first 64 bits, so an address of the next /64 has guesses of
	 * its own. */
	sender.origin = "x@2001:db8::ffff:2";
	assert_false(access_count_guess(access, &sender, "", 60000));
	sender.origin = "x@2001:db8:0:1::1";
	assert_true(access_count_guess(access, &sender, "", 60000));
	/* An IPv4 address counts as itself, even if the server writes it as IPv4-mapped IPv6. */
	sender.origin = "x@::ffff:192.0.2.1";
	for (unsigned i = 0; i < ACCESS_GUESSES; i++)
		assert_true(access_count_guess(access, &sender, "", 60000));
	sender.origin = "x@192.0.2.1";
	assert_false(access_count_guess(access, &sender, "", 60000));
	sender.origin = "x@::ffff:192.0.2.2";
	assert_true(access_count_guess(access, &sender, "", 60000));
}

/* Counts ten commands or guesses a second for ten minutes. Returns how many of them are allowed. */
static unsigned count_hammered(struct access *access,
	bool (*count)(struct access *access, const struct sender *sender, int64_t now))
{
	enum { TEN_MINUTES = 10 * 60 * 1000 };
	const struct sender sender = { .nick = "eve", .first = "eve", .origin = "~x@host" };
	unsigned passed = 0;
	for (int64_t now = 0; now < TEN_MINUTES; now += 100)
		passed += count(access, &sender, now);
	return passed;
}

static bool count_command(struct access *access, const struct sender *sender, int64_t now)
{
	return access_count_command(access, sender, 0, now) == RATELIMIT_PASS;
}

static bool count_guess(struct access *access, const struct sender *sender, int64_t now)
{
	return access_count_guess(access, sender, "", now);
}

STAGE_CASE(exceeding_a_limit_gives_no_more_than_keeping_to_it)
{
	struct access *access = stage->network.access;
	get_rules(stage)->limit =
		(struct ratelimit_rate){ .burst = 5, .per_second = 0.01, .ignore_seconds = 1 };
	assert_in_range(count_hammered(access, count_command), 5, 5 + 6);
	assert_in_range(count_hammered(access, count_guess), ACCESS_GUESSES, ACCESS_GUESSES + 10);
	assert_in_range(count_hammered(access, access_count_noncommand), 10, 10 + 1);
}

/* Without ident, people choose their user names freely, so the limit counts by host alone. */
STAGE_CASE(people_without_ident_share_the_rate_limit_of_their_host)
{
	char nick[16], host[32];
	unsigned heard = 0, checked = 0;
	set_limit(stage);
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
	/* The server has checked these user names with ident, so each person has a budget of their
	 * own. */
	assert_int_equal(checked, 50);
}

STAGE_CASE(people_with_unknown_hosts_share_one_rate_limit)
{
	set_limit(stage);
	assert_int_equal(count_answers_to_crowd(stage, 100), 20);
}

/* Lets eve join so many times, each time with a new key. Returns how many pings the bot answers. */
static unsigned count_answers_after_rejoining(struct stage *stage, int times)
{
	unsigned heard = 0;
	for (int i = 0; i < times; i++) {
		const char *key = case_text("%d", i);
		stage_meet(stage, key, "eve", NULL, "~eve@flood.example");
		stage_came(stage, key);
		stage->outside = i % 2 != 0;
		heard += case_answers(stage, key);
		stage_went(stage, key, DEPARTED_CHANNEL);
	}
	return heard;
}

STAGE_CASE(rejoining_the_channel_does_not_reset_the_rate_limit)
{
	set_limit(stage);
	assert_int_equal(count_answers_after_rejoining(stage, 40), 5);
	stage_wait(stage, 2000);
	assert_int_equal(count_answers_after_rejoining(stage, 10), 2);
	/* The rate limiter ignores eve at this moment. */
	stage->outside = false;
	stage_wait(stage, 30000);
	stage_meet(stage, "again", "eve", NULL, "~other@flood.example");
	assert_false(case_answers(stage, "again"));
	stage_wait(stage, 31000);
	assert_true(case_answers(stage, "again"));
}

STAGE_CASE(people_outside_the_channel_do_not_use_the_rate_limit_of_people_inside)
{
	set_limit(stage);
	stage->host = "~x@x.home.example";
	stage->outside = true;
	assert_int_equal(count_answers_to_crowd(stage, 200), 20);
	stage->outside = false;
	assert_int_equal(count_answers(stage, "anna", 5), 5);
}

STAGE_CASE(warnings_about_flooding_are_rate_limited_too)
{
	unsigned warned = 0;
	set_limit(stage);
	stage->host = "~eve@flood.example";
	stage->owed = 9;
	for (int i = 0; i < 200; i++) {
		stage_whisper(stage, case_text("eve%d", i), "help");
		warned += strstr(stage_hear(stage), "(too.much)") != NULL;
	}
	/* The bot warns each of the 20 nicks, and once the whole host. */
	assert_int_equal(warned, 21);
}

STAGE_CASE(a_flood_by_a_nick_with_too_many_strangers_gets_no_warning)
{
	struct people *people = &stage->lobby.people;
	set_limit(stage);
	for (unsigned i = 0; i < 1000; i++)
		people_load(people, &stage->network,
			i == 0 ? "eve" : case_text(i == 1 ? "guest eve" : "guest eve %u", i), "eve")
			->claimed = true;
	stage->owed = 9;
	stage_say(stage, "eve", "!help");
	assert_silence(stage);
}

STAGE_CASE(the_rate_limit_counts_moves_in_turn_less_than_other_commands)
{
	unsigned made = 0;
	set_limit(stage);
	case_dialog(stage, "anna: !new", "luc: !join", "anna: !start");
	stage_wait(stage, 5000);
	for (struct table *table = stage_table(stage, 1); made < 30; made++) {
		unsigned before = table->moves;
		stage_play(stage, 1, 1);
		if (table->moves == before)
			break;
	}
	/* If a move cost as much as other commands, each player could make only five moves. */
	assert_int_equal(made, 30);
	/* A move out of turn costs as much as any other command. */
	stage_wait(stage, 10000);
	struct table *table = stage_table(stage, 1);
	const char *waits = table->seat[table_state(table)->turn == 0].player->name;
	for (int i = 0; i < 5; i++)
		stage_say(stage, waits, "!p 1");
	assert_answer(stage, waits, "!p 1", "(too.much)");
}

STAGE_CASE(people_with_many_unsent_lines_can_only_make_moves)
{
	set_limit(stage);
	stage->owed = 9;
	assert_answer(stage, "eve", "!help", "(too.much)");
	assert_answer(stage, "eve", "!p 1", "eve< ");
	stage->owed = 8;
	stage_wait(stage, 10000);
	assert_true(case_answers(stage, "eve"));
	/* With many more unsent lines, the bot refuses even lines that could be moves. */
	stage->owed = 36;
	assert_reply(stage, "eve", "gibberish", "(too.much)");
}

STAGE_CASE(gibberish_from_one_person_is_answered_at_most_ten_times)
{
	unsigned answered = 0;
	set_limit(stage);
	stage_whisper(stage, "eve", "What do you mean?");
	while (strstr(stage_hear(stage), "eve< ") != NULL && answered++ < 100) {
		stage_wait(stage, 2000);
		stage_whisper(stage, "eve", "What do you mean?");
	}
	assert_int_equal(answered, 10);
	/* The limit concerns only gibberish that this person says from this host. */
	assert_true(case_answers(stage, "eve"));
	assert_reply(stage, "anna", "What do you mean?", "anna< (unknown.sentence");
	stage->host = "~eve@elsewhere.example";
	assert_reply(stage, "eve", "What do you mean?", "eve< (unknown.sentence");
}

STAGE_CASE(gibberish_after_ten_lines_is_answered_once_in_ten_minutes)
{
	for (unsigned i = 0; i < 10; i++) {
		assert_reply(stage, "eve", "What do you mean?", "eve< ");
	}
	stage_wait(stage, 600 * 1000 - 1);
	stage_whisper(stage, "eve", "What do you mean?");
	assert_silence(stage);
	stage_wait(stage, 1);
	assert_reply(stage, "eve", "What do you mean?", "eve< ");
	assert_reply_is(stage, "eve", "What do you mean?", "");
}

STAGE_CASE(gibberish_between_understood_commands_is_always_answered)
{
	for (unsigned i = 0; i < 40; i++) {
		assert_reply(stage, "eve", "What do you mean?", "eve< ");
		assert_true(case_answers(stage, "eve"));
	}
}

KEPT_CASE(an_unreadable_ignore_list_stays_as_it_was)
{
	char ann[] = "ann!*@*";
	char *admins[] = { ann };
	get_rules(stage)->admins = (struct masks){ admins, 1 };
	kept_hush(stage);
	stage->host = "~x@host.example";
	case_dialog(stage, "ann> admin ignore add eve!*@*", "ann> admin ignore add bob!*@*");
	kept_hide(stage, "ignores");
	access_reload_ignores(stage->network.access);
	lobby_commit(&stage->lobby);
	assert_false(case_answers(stage, "eve"));
	assert_false(case_answers(stage, "bob"));
	assert_true(case_answers(stage, "anna"));
	kept_show(stage, "ignores");
	kept_meddle(stage, "DELETE FROM ignores");
	access_reload_ignores(stage->network.access);
	lobby_commit(&stage->lobby);
	assert_true(case_answers(stage, "eve"));
}
