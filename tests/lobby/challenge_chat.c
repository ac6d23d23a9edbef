/* Tests challenges: two people play the same two hands against the AI player. */
#include "bot/match/challenge.h"
#include "bot/match/result.h"
#include "tests/stage/guests.h"

/* Lets nick play their first card until their exercise ends. */
static void play_out(struct stage *stage, const char *nick)
{
	size_t before = stage->lobby.exercises.count;
	for (unsigned i = 0; i < 100 && stage->lobby.exercises.count >= before; i++) {
		case_think(stage);
		stage_wait(stage, 1000);
		stage_whisper(stage, nick, "p 1");
	}
	case_think(stage);
	assert_true(stage->lobby.exercises.count < before);
}

/* Opens challenge 1 of anna to luc, and drops the lines about it. */
static void challenge(struct stage *stage)
{
	case_dialog(stage, "luc: !ping", "anna: !challenge luc");
	stage_hear(stage);
}

STAGE_CASE(a_challenge_is_accepted_played_by_both_and_won_by_more_points)
{
	stage_say(stage, "luc", "!ping");
	stage_hear(stage);
	stage_say(stage, "anna", "!challenge luc");
	const char *heard = stage_hear(stage);
	assert_in(heard, "luc< (challenge.asked name=anna game=mitaines until=");
	assert_in(heard, "anna< (challenge.sent name=luc game=mitaines until=");
	assert_in(assert_reply(stage, "luc", "accept", "luc< (daily.begin.challenge "), "hand.");
	play_out(stage, "luc");
	assert_unsaid(stage, "(challenge.lost");
	assert_reply(stage, "luc", "challenge 1", "(trial.points.both ");
	assert_reply(stage, "luc", "challenge", "state=(challenge.state.theirs ");
	assert_reply(stage, "anna", "challenge", "state=(challenge.state.yours ");
	assert_reply(stage, "anna", "challenge 1", "(daily.begin.challenge ");
	play_out(stage, "anna");
	stage_hear(stage);
	stage_wait(stage, 1000);
	/* Both played their first cards, so both have the same points. */
	heard = stage_hear(stage);
	assert_in(heard, "anna< (challenge.drawn number=1 name=luc ");
	assert_in(heard, "luc< (challenge.drawn number=1 name=anna ");
}

/* Copies the hexadecimal digits after a mark in the bot's lines. */
static void copy_digits(const char *heard, const char *mark, char digits[65])
{
	const char *at = strstr(heard, mark);
	assert_non_null(at);
	snprintf(digits, 65, "%.*s", (int)strspn(at + strlen(mark), "0123456789abcdef"),
		at + strlen(mark));
}

STAGE_CASE(a_challenge_can_be_checked_by_its_commitment_once_it_is_over)
{
	char told[65], seed[65], other[65];
	stage_say(stage, "luc", "!ping");
	const char *heard = assert_answer(stage, "anna", "!challenge luc", "(challenge.sent ");
	copy_digits(heard, "commitment=", told);
	assert_int_equal(strlen(told), 40);
	assert_int_equal(case_count(heard, told), 2);
	heard = assert_reply(stage, "rose", "verify challenge 1", "label=challenge 1 commitment=");
	assert_in(heard, case_text("(verify.deal.early label=challenge 1 commitment=%s", told));
	stage_whisper(stage, "luc", "accept");
	play_out(stage, "luc");
	stage_wait(stage, 1000);
	assert_unsaid(stage, "(challenge.seed");
	assert_answer_without(stage, "rose", "!verify challenge 1", "seed=");
	stage_whisper(stage, "anna", "challenge 1");
	play_out(stage, "anna");
	stage_hear(stage);
	stage_wait(stage, 1000);
	heard = stage_hear(stage);
	assert_in(heard, "luc< (challenge.seed number=1 seed=");
	copy_digits(heard, "anna< (challenge.seed number=1 seed=", seed);
	assert_int_equal(strlen(seed), 64);
	heard = assert_reply(
		stage, "luc", "vérifier défi 1", "luc< (verify.deal label=challenge 1 ");
	copy_digits(heard, "seed=", other);
	assert_string_equal(other, seed);
	assert_in(heard, case_text(" commitment=%s", told));
	assert_in(heard, "(verify.deal.deck hand=1 deck=");
	assert_in(heard, "(verify.deal.deck hand=2 deck=");
	assert_reply(stage, "luc", "verify challenge 2", "(verify.deal.none)");
	assert_reply(stage, "luc", "verify challenge", "(verify.deal.none)");
}

STAGE_CASE(both_people_of_a_challenge_get_the_same_cards)
{
	char hand[2][128];
	challenge(stage);
	for (unsigned i = 0; i < 2; i++) {
		const char *nick = i == 0 ? "luc" : "anna";
		stage_whisper(stage, nick, "challenge 1");
		const char *at = strstr(stage_hear(stage), "(hand.cards");
		assert_non_null(at);
		snprintf(hand[i], sizeof hand[i], "%.*s", (int)strcspn(at, "\n"), at);
	}
	assert_string_equal(hand[0], hand[1]);
}

STAGE_CASE(a_challenge_follows_a_login)
{
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	case_dialog(stage, "L: !ping", "anna: !challenge luc");
	stage_meet(stage, "L", "luc", "luc", "l@l.home");
	assert_reply(stage, "L", "challenge", "(challenge.one number=1 name=anna ");
	stage_whisper(stage, "L", "accept");
	play_out(stage, "L");
	stage_whisper(stage, "anna", "challenge 1");
	stage_meet(stage, "anna", "anna", "anna", "a@home");
	play_out(stage, "anna");
	stage_hear(stage);
	stage_wait(stage, 1000);
	const char *heard = stage_hear(stage);
	assert_in(heard, "anna< (challenge.drawn number=1 name=luc ");
	assert_in(heard, "L< (challenge.drawn number=1 name=anna ");
}

STAGE_CASE(a_declined_challenge_is_over_and_blocks_another_one)
{
	challenge(stage);
	assert_reply_is(stage, "luc", "decline", "luc< (challenge.refused name=anna)\n");
	stage_wait(stage, 1000);
	assert_heard(stage, "anna< (challenge.declined name=luc number=1)\n");
	assert_reply(stage, "luc", "decline", "(no.offer)");
	assert_reply(stage, "luc", "challenge", "(challenge.none.open)");
	assert_reply(stage, "luc", "challenge 1", "(challenge.none)");
	assert_reply(stage, "anna", "challenge", "state=(challenge.state.declined");
	assert_reply(stage, "anna", "challenge luc", "(challenge.twice name=luc)");
}

STAGE_CASE(a_challenge_that_cannot_be_sent_is_refused_clearly)
{
	stage_say(stage, "luc", "!ping");
	stage->strict = true;
	assert_reply(stage, "luc", "challenge", "(challenge.none.open)");
	assert_reply(stage, "luc", "challenge nobody", "(nobody name=nobody)");
	assert_reply(stage, "luc", "challenge expert", "(challenge.robot");
	assert_reply(stage, "luc", "challenge mitaines", "(challenge.robot");
	assert_reply(stage, "luc", "challenge luc", "(challenge.self");
	assert_reply(stage, "luc", "challenge ~zoe", "(challenge.guest");
	stage->strict = false;
	assert_reply(stage, "luc", "challenge anna chess", "(challenge.usage");
	stage_meet(stage, "E", "eve", NULL, "e@else");
	char *ignored[] = { "eve!*@*" };
	stage->network.access->rules.ignore = (struct masks){ ignored, 1 };
	assert_reply(stage, "luc", "challenge eve", "(challenge.not name=eve)");
	assert_reply(stage, "luc", "défier anna mitch", "(challenge.sent name=anna game=mitch ");
}

STAGE_CASE(a_person_has_ten_open_challenges_at_most)
{
	for (unsigned i = 0; i < CHALLENGES_MOST; i++) {
		stage_wait(stage, 60000);
		assert_reply(stage, "anna", case_text("challenge p%u", i), "(challenge.sent ");
	}
	stage_wait(stage, 60000);
	assert_reply(stage, "anna", "challenge luc", "anna< (challenge.many)");
	assert_reply(stage, "luc", "challenge anna", "luc< (challenge.theirs)");
}

STAGE_CASE(a_seat_is_accepted_before_a_challenge)
{
	challenge(stage);
	case_dialog(stage, "rose: !new mitch", "rose: !invite luc");
	assert_reply(stage, "luc", "accept", "#table: [1] (table.joined name=luc ");
}

STAGE_CASE(a_challenge_not_finished_in_three_days_is_lost)
{
	stage->lobby.settings.daily_hands = 1;
	challenge(stage);
	stage_whisper(stage, "luc", "accept");
	play_out(stage, "luc");
	stage_hear(stage);
	stage_wait(stage, CHALLENGE_DAYS * 24 * 3600 * INT64_C(1000));
	case_seconds(stage, 2);
	const char *heard = stage_hear(stage);
	assert_in(heard, "luc< (challenge.won.alone number=1 name=anna ");
	assert_in(heard, "anna< (challenge.lost.unplayed number=1 name=luc ");
	assert_in(heard, "anna< (challenge.seed number=1 ");
	assert_reply(stage, "anna", "challenge 1", "(challenge.none)");
}

STAGE_CASE(the_link_of_a_challenge_is_taken_in_chat_by_one_person)
{
	char key[SEAT_KEY];
	struct store_trial trial;
	case_dialog(stage, "anna: !ping", "luc: !ping", "rose: !ping");
	struct person *anna =
		people_find_by_connection(&stage->lobby.people, &stage->network, "anna");
	assert_int_equal(challenge_make(&stage->lobby, games[0], anna, NULL, &trial), MSG_OK);
	result_write_link(&stage->lobby, trial.id, key);
	stage_wait(stage, 0);
	const char *line = case_text("challenge https://cards.example/challenge/%s", key);
	assert_reply(stage, "anna", line, "anna< (challenge.own)");
	assert_reply(stage, "luc", line, "luc< (daily.begin.challenge ");
	assert_reply(stage, "rose", line, "rose< (challenge.unknown)");
	assert_reply(stage, "anna", "challenge", "(challenge.one number=1 name=luc ");
}
