/* Tests the right to play a ladder deal, and challenges. */
#include "bot/match/challenge.h"
#include "bot/match/ladder_entry.h"
#include "bot/match/result.h"
#include "storage/ratings.h"
#include "tests/stage/tries.h"

/* ---- the ladder deal ---- */

/* Connects a person with so many rated matches. account: their account, or NULL. Returns the
 * person. */
static struct person *meet_rated(
	struct stage *stage, const char *key, const char *account, unsigned matches)
{
	const struct store_match row = {
		.network = stage->network.id, .game = "mitaines", .preset = "classic"
	};
	struct store_change change = { .game = row.game, .preset = row.preset };
	stage_meet(stage, key, key, account, case_text("%s@host.%s", key, key));
	stage_whisper(stage, key, "set lang en");
	struct person *person = person_of(stage, key);
	change.person = person->id;
	for (unsigned i = 0; i < matches; i++) {
		assert_int_equal(store_add_match(stage->store, &row, &change.match), STORE_OK);
		assert_int_equal(store_set_rating(stage->store, STORE_SHOWN, &change), STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
	stage_hear(stage);
	return person;
}

/* Lets a person begin the ladder deal. Returns the bot's answer. */
static enum message enter(struct stage *stage, const char *key)
{
	enum message answer = ladder_entry_begin(&stage->lobby, person_of(stage, key));
	lobby_commit(&stage->lobby);
	return answer;
}

STAGE_CASE(the_ladder_deal_is_for_accounts_with_five_rated_matches)
{
	meet_rated(stage, "anna", NULL, 5);
	assert_int_equal(enter(stage, "anna"), MSG_LADDER_ACCOUNT);
	meet_rated(stage, "luc", "lucien", 4);
	assert_int_equal(enter(stage, "luc"), MSG_LADDER_MATCHES);
	meet_rated(stage, "rose", "rosalie", 5);
	assert_int_equal(enter(stage, "rose"), MSG_OK);
	stage_federate(stage, "trusted.example");
	meet_rated(stage, "eve", "eve", 5);
	assert_int_equal(enter(stage, "eve"), MSG_LADDER_ACCOUNT);
	stage_federate(stage, "host.eve");
	assert_int_equal(enter(stage, "eve"), MSG_OK);
}

STAGE_CASE(neither_another_nick_nor_forget_me_gives_a_second_entry)
{
	meet_rated(stage, "anna", "annette", 5);
	assert_int_equal(enter(stage, "anna"), MSG_OK);
	play(stage, "anna", 2);
	/* The same account under another nick continues its hand. */
	stage_meet(stage, "anna", "nana", "annette", "nana@host.anna");
	assert_int_equal(enter(stage, "anna"), MSG_OK);
	assert_int_equal(exercise_of(stage, "anna")->table->moves, 4);
	stage_whisper(stage, "anna", "forget me yes");
	assert_int_equal(stage->lobby.exercises.count, 0);
	meet_rated(stage, "anna", "annette", 5);
	assert_int_equal(enter(stage, "anna"), MSG_TRIAL_PLAYED);
	/* The bot deletes the hash of the account when it publishes the seed. By then, another day
	 * has begun. */
	stage->lobby.settings.daily_hands = 1;
	stage_wait(stage, DAY_MS);
	assert_int_equal(enter(stage, "anna"), MSG_OK);
}

/* Lets an operator merge the account `from` into the account `to`. */
static void merge(struct stage *stage, const char *from, const char *to)
{
	static char *admins[] = { "boss!*@*" };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", NULL, "b@home");
	const char *line = case_text("admin merge account:%s account:%s --yes", from, to);
	assert_reply(stage, "B", line, "(admin.merge.done ");
}

/* Returns the number of places in today's ladder deal. */
static unsigned count_places(struct stage *stage)
{
	struct store_standing standing;
	const struct store_trial trial = today(stage, STORE_LADDER_DEAL);
	assert_int_equal(store_get_standing(stage->store, trial.id, 0, 0, &standing), STORE_OK);
	return standing.all;
}

STAGE_CASE(two_accounts_merged_before_the_ladder_deal_have_one_entry)
{
	meet_rated(stage, "anna", "annette", 5);
	meet_rated(stage, "nana", "nanette", 5);
	merge(stage, "annette", "nanette");
	assert_int_equal(enter(stage, "anna"), MSG_LADDER_MATCHES);
	assert_int_equal(enter(stage, "nana"), MSG_OK);
}

STAGE_CASE(two_accounts_merged_during_the_ladder_deal_go_on_with_one_hand)
{
	meet_rated(stage, "anna", "annette", 5);
	meet_rated(stage, "nana", "nanette", 5);
	assert_int_equal(enter(stage, "anna"), MSG_OK);
	play(stage, "anna", 2);
	merge(stage, "annette", "nanette");
	assert_int_equal(stage->lobby.exercises.count, 0);
	assert_int_equal(enter(stage, "anna"), MSG_TRIAL_PLAYED);
	assert_int_equal(enter(stage, "nana"), MSG_OK);
	assert_int_equal(exercise_of(stage, "nana")->table->moves, 4);
	play(stage, "nana", MOVES - 2);
	assert_int_equal(enter(stage, "nana"), MSG_TRIAL_PLAYED);
	assert_int_equal(count_places(stage), 1);
}

STAGE_CASE(two_accounts_merged_after_the_ladder_deal_keep_one_place)
{
	static const char *const accounts[] = { "annette", "nanette" };
	for (unsigned i = 0; i < 2; i++) {
		meet_rated(stage, accounts[i], accounts[i], 5);
		assert_int_equal(enter(stage, accounts[i]), MSG_OK);
		play(stage, accounts[i], MOVES);
	}
	assert_int_equal(count_places(stage), 2);
	merge(stage, "annette", "nanette");
	assert_int_equal(count_places(stage), 1);
	assert_int_equal(enter(stage, "nanette"), MSG_TRIAL_PLAYED);
}

STAGE_CASE(a_running_ladder_deal_tells_nothing_to_others)
{
	static const char *const asked[] = { "hint", "review", "replay", "review anna", "export",
		"tables", "history anna", "watch", "match 1", "verify 1", "score", "table" };
	meet_rated(stage, "anna", "annette", 5);
	assert_int_equal(enter(stage, "anna"), MSG_OK);
	play(stage, "anna", 4);
	const struct table *table = exercise_of(stage, "anna")->table;
	stage_hear(stage);
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		stage_whisper(stage, "luc", asked[i]);
		stage_say(stage, "luc", case_text("!%s", asked[i]));
		const char *heard = stage_hear(stage);
		for (unsigned k = 0; k < table->transient.seat[0].shown; k++) {
			char name[8];
			struct text text = text_in(name, sizeof name);
			card_write(&text, table->transient.seat[0].hand[k]);
			assert_null(strstr(heard, case_text(" %s ", name)));
			assert_null(strstr(heard, case_text(":%s", name)));
		}
	}
	assert_reply(stage, "anna", "hint", "anna< (trial.no.hint)");
	assert_reply(stage, "anna", "review", "anna< ");
	play(stage, "anna", MOVES - 4);
	assert_not_in(stage_hear(stage), "(trial.cost");
}

/* ---- challenges ---- */

static struct person *speak(struct stage *stage, const char *nick)
{
	stage_whisper(stage, nick, "set lang en");
	stage_hear(stage);
	return person_of(stage, nick);
}

static void begin_challenge(struct stage *stage, const char *nick, int64_t number)
{
	assert_int_equal(challenge_begin(&stage->lobby, person_of(stage, nick), number), MSG_OK);
	lobby_commit(&stage->lobby);
}

/* Lets nick play their hands of a challenge to the end. */
static void play_challenge(struct stage *stage, const char *nick)
{
	begin_challenge(stage, nick, 0);
	play(stage, nick, 2 * MOVES);
}

static struct store_trial challenge(struct stage *stage, const char *one, const char *other)
{
	struct store_trial trial;
	struct person *person = speak(stage, one);
	assert_int_equal(challenge_make(&stage->lobby, games[0], person,
				 other != NULL ? speak(stage, other) : NULL, &trial),
		MSG_OK);
	lobby_commit(&stage->lobby);
	return trial;
}

STAGE_CASE(two_people_play_the_same_two_hands_and_both_are_told)
{
	const struct store_trial trial = challenge(stage, "anna", "luc");
	play_challenge(stage, "anna");
	assert_said(stage, "(challenge.wait)");
	assert_int_equal(challenge_begin(&stage->lobby, person_of(stage, "anna"), trial.id),
		MSG_TRIAL_PLAYED);
	assert_int_equal(
		challenge_begin(&stage->lobby, person_of(stage, "anna"), 0), MSG_CHALLENGE_NONE);
	stage_wait(stage, 1000);
	assert_silence(stage);
	play_challenge(stage, "luc");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	assert_unsaid(stage, "(challenge.wait)");
	/* Both made the same moves and got the same replies, so the result is a draw. */
	stage_wait(stage, 1000);
	const char *heard = assert_said(stage,
		case_text("luc< (challenge.drawn number=%lld name=anna", (long long)trial.id));
	assert_not_in(heard, "anna< ");
	stage_came(stage, "anna");
	stage_wait(stage, 60 * 1000);
	assert_said(stage, "anna< (challenge.drawn ");
	stage_wait(stage, 1000);
	assert_silence(stage);
}

STAGE_CASE(hands_that_are_not_finished_lose_after_three_days)
{
	challenge(stage, "anna", "luc");
	challenge(stage, "luc", "rose");
	play_challenge(stage, "anna");
	stage_wait(stage, (int64_t)3 * DAY_MS - 1000);
	begin_challenge(stage, "luc", 0);
	play(stage, "luc", 3);
	stage_hear(stage);
	stage_wait(stage, 60 * 1000);
	const char *heard = stage_hear(stage);
	assert_in(heard, "anna< (challenge.won.alone ");
	assert_in(heard, "luc< (challenge.lost.unplayed ");
	assert_in(heard, "rose< (challenge.unplayed ");
}

STAGE_CASE(a_link_to_a_challenge_can_be_taken_once)
{
	char key[SEAT_KEY];
	struct store_trial taken;
	const struct store_trial trial = challenge(stage, "anna", NULL);
	result_write_link(&stage->lobby, trial.id, key);
	assert_int_equal(challenge_take(&stage->lobby, key, speak(stage, "anna"), &taken),
		MSG_CHALLENGE_OWN);
	play_challenge(stage, "anna");
	stage_wait(stage, 1000);
	assert_unsaid(stage, "(challenge.un");
	assert_int_equal(challenge_take(&stage->lobby, key, speak(stage, "luc"), &taken), MSG_OK);
	assert_int_equal(taken.id, trial.id);
	assert_int_equal(challenge_take(&stage->lobby, key, speak(stage, "rose"), &taken),
		MSG_CHALLENGE_UNKNOWN);
	assert_int_equal(challenge_take(&stage->lobby, "x", speak(stage, "rose"), &taken),
		MSG_CHALLENGE_UNKNOWN);
	play_challenge(stage, "luc");
	stage_wait(stage, 1000);
	assert_said(stage, "anna< (challenge.drawn ");
}

STAGE_CASE(a_challenge_can_be_in_another_game)
{
	struct store_trial trial;
	struct person *anna = speak(stage, "anna");
	assert_int_equal(
		challenge_make(&stage->lobby, game_named("mitch"), anna, NULL, &trial), MSG_OK);
	begin_challenge(stage, "anna", 0);
	for (unsigned i = 0; i < 500 && stage->lobby.exercises.count > 0; i++)
		play(stage, "anna", 1);
	assert_said(stage, "(challenge.wait)");
}

SEATS_CASE(guests_challenge_each_other_by_a_link_on_a_page)
{
	char link[128], commitment[128];
	stage_visit(stage);
	assert_ask(seats, "\"do\":\"exercise\",\"name\":\"challenge\",\"lang\":\"en\"", 303,
		"\"exercise\":\"challenge\"");
	char first[SEAT_KEY];
	memcpy(first, key_in(seats->got.bytes), SEAT_KEY);
	copy_member(seats, "link", link);
	copy_member(seats, "commitment", commitment);
	assert_not_in(seats->got.bytes, "\"seed\"");
	const char *ask = case_text("\"do\":\"exercise\",\"name\":\"challenge\",\"lang\":\"en\","
				    "\"about\":\"%s\"",
		link);
	assert_ask(seats, ask, 303, commitment);
	char second[SEAT_KEY];
	memcpy(second, key_in(seats->got.bytes), SEAT_KEY);
	assert_ask(seats, ask, 404, "(challenge.unknown)");
	play_on_page(seats, first, 2 * MOVES);
	assert_in(seats->got.bytes, "(challenge.wait)");
	assert_not_in(seats->got.bytes, "\"against\"");
	assert_not_in(seats->got.bytes, "\"seed\"");
	play_on_page(seats, second, 2 * MOVES);
	stage_wait(stage, 1000);
	read_lines(seats);
	assert_int_equal(case_count(seats->got.bytes, "\"against\""), 2);
	assert_int_equal(case_count(seats->got.bytes, "\"seed\""), 2);
	assert_not_in(seats->got.bytes, "(challenge.wait)");
}

/* Returns the request that a page sends to play the challenge behind a link. */
static const char *ask_for(const char *link, const char *browser)
{
	return case_text("\"do\":\"exercise\",\"name\":\"challenge\",\"lang\":\"en\","
			 "\"browser\":\"%s\",\"about\":\"%s\"",
		browser, link);
}

SEATS_CASE(a_browser_that_opens_the_link_of_its_own_challenge_leaves_it_to_others)
{
	char link[128];
	stage_visit(stage);
	assert_ask(seats, ask_for("", "b1"), 303, "\"exercise\":\"challenge\"");
	copy_member(seats, "link", link);
	assert_ask(seats, ask_for(link, "b1"), 303, link);
	assert_ask(seats, ask_for(link, "b2"), 303, "\"exercise\":\"challenge\"");
	assert_ask(seats, ask_for(link, "b3"), 404, "(challenge.unknown)");
}

/* Counts the challenges that are not over. */
static unsigned count_challenges(struct stage *stage)
{
	struct store_trial row = { .id = 0 };
	unsigned count = 0;
	while (store_next_trial_over(stage->store, INT64_MAX, &row) == STORE_OK)
		count += row.kind == STORE_CHALLENGE;
	return count;
}

SEATS_CASE(a_refused_challenge_leaves_nothing_behind)
{
	static const char ask[] = "\"do\":\"exercise\",\"name\":\"challenge\",\"lang\":\"en\","
				  "\"address\":\"192.0.2.1\"";
	stage_visit(stage);
	assert_ask(seats, ask, 303, "\"key\":");
	assert_ask(seats, ask, 303, "\"key\":");
	assert_ask(seats, ask, 429, "(trial.two)");
	assert_int_equal(count_challenges(stage), 2);
}

SEATS_CASE(a_challenge_begins_on_a_page_only_where_strangers_may_play)
{
	stage_visit(stage);
	stage->lobby.settings.play_now = false;
	assert_ask(seats, "\"do\":\"exercise\",\"name\":\"challenge\",\"lang\":\"en\"", 404, "");
	assert_int_equal(count_challenges(stage), 0);
}

STAGE_CASE(many_challenges_of_absent_people_delay_no_other_for_long)
{
	char nick[16];
	speak(stage, "anna");
	speak(stage, "luc");
	for (unsigned i = 0; i < 30; i++) {
		struct store_trial trial;
		struct text text = text_in(nick, sizeof nick);
		text_add(&text, "absent");
		text_number(&text, i);
		struct person *absent =
			people_load(&stage->lobby.people, &stage->network, nick, nick);
		assert_int_equal(
			challenge_make(&stage->lobby, games[0], absent, NULL, &trial), MSG_OK);
	}
	challenge(stage, "anna", "luc");
	stage_wait(stage, (CHALLENGE_DAYS * 24 * 60 * 60 + 1) * 1000);
	stage_hear(stage);
	for (unsigned i = 0; i < 4; i++)
		stage_wait(stage, 1000);
	assert_said(stage, "anna< (challenge.unplayed ");
}
