/* Tests the commands invite and seek. */
#include "tests/stage/guests.h"

enum { MINUTE = 60 * 1000 };

static struct stage *open_waiting_table(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "luc", "!ping");
	stage_say(stage, "anna", "!new mitch");
	stage_hear(stage);
	return stage;
}

/* ---- invite ---- */

static void an_invited_person_can_accept_and_sit_down(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage_say(stage, "anna", "!invite luc");
	assert_heard(stage,
		"luc< (invite.asked name=anna table=1 channel=#table game=mitch preset=banilower "
		"options=)\nanna< (invite.done name=luc)\n");
	stage_whisper(stage, "luc", "accept");
	assert_said(stage, "#table: [1] (table.joined name=luc names=anna, luc)");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
}

static void a_person_cannot_be_invited_again_after_declining(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage_whisper(stage, "anna", "invite luc");
	stage_hear(stage);
	stage_whisper(stage, "luc", "refuser");
	assert_heard(stage, "anna< (invite.declined name=luc)\nluc< (invite.refused)\n");
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 1);
	stage_say(stage, "anna", "!invite luc");
	assert_refused(stage, "anna", "(invite.not name=luc)");
	/* The refusal lasts longer than an invitation would. */
	stage_wait(stage, 30 * MINUTE);
	stage_say(stage, "anna", "!invite luc");
	assert_refused(stage, "anna", "(invite.not name=luc)");
}

static void invitations_to_one_person_are_limited(void **state)
{
	static const char *const hosts[] = { "rose", "kim", "zoe" };
	struct stage *stage = open_waiting_table(state);
	stage_say(stage, "anna", "!invite luc");
	stage_hear(stage);
	stage_say(stage, "anna", "!invite luc");
	assert_refused(stage, "anna", "(invite.not name=luc)");
	/* Another table does not allow another invitation. */
	stage_say(stage, "anna", "!leave");
	stage_say(stage, "anna", "!new mate");
	stage_hear(stage);
	stage_say(stage, "anna", "!invite luc");
	assert_refused(stage, "anna", "(invite.not name=luc)");
	for (unsigned i = 0; i < 3; i++) {
		stage_say(stage, hosts[i], "!new");
		stage_hear(stage);
		stage_say(stage, hosts[i], "!invite luc");
		if (i < 2)
			assert_said(stage, "luc< (invite.asked ");
		else
			assert_refused(stage, hosts[i], "(invite.not name=luc)");
	}
	stage_wait(stage, 11 * MINUTE);
	assert_answer(stage, "zoe", "!invite luc", "luc< (invite.asked name=zoe ");
}

static void absent_or_seated_people_cannot_be_invited(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage->strict = true;
	stage_say(stage, "anna", "!invite nobody");
	assert_refused(stage, "anna", "(invite.elsewhere name=nobody channel=#table)");
	stage->elsewhere = "luc";
	stage_say(stage, "anna", "!invite luc");
	assert_refused(stage, "anna", "(invite.elsewhere name=luc channel=#table)");
	stage->elsewhere = NULL;
	stage_say(stage, "anna", "!invite");
	assert_refused(stage, "anna", "(invite.who)");
	stage_say(stage, "luc", "!invite anna");
	assert_refused(stage, "luc", "(not.seated)");
	stage_say(stage, "anna", "!invite anna");
	assert_refused(stage, "anna", "(sub.seated name=anna)");
}

static void an_invitation_lapses(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage_say(stage, "anna", "!invite luc");
	stage_hear(stage);
	stage_wait(stage, 11 * MINUTE);
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
}

static void an_invitation_does_not_reserve_a_seat(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage_say(stage, "rose", "!new mate");
	stage_say(stage, "rose", "!invite luc");
	stage_say(stage, "kim", "!join 2");
	assert_answer(stage, "luc", "!accept", "luc< (table.full)");
	stage_say(stage, "kim", "!start");
	assert_answer(stage, "luc", "!accept", "luc< (match.running)");
}

static void an_ignored_person_cannot_be_invited(void **state)
{
	struct stage *stage = open_waiting_table(state);
	stage_meet(stage, "E", "eve", NULL, "e@else");
	char *ignored[] = { "eve!*@*" };
	stage->network.access->rules.ignore = (struct masks){ ignored, 1 };
	stage_hear(stage);
	stage_say(stage, "anna", "!invite eve");
	assert_refused(stage, "anna", "(invite.not name=eve)");
}

/* ---- seek ---- */

static void two_seekers_are_matched_and_dealt(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!seek mitch");
	assert_said(
		stage, "#table: [1] (seek.open name=anna game=mitch preset=banilower options=)");
	stage_say(stage, "luc", "!chercher");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (table.joined.again name=luc names=anna, luc)");
	assert_in(heard, "(event.hand number=1 ");
	assert_true(stage_table(stage, 1)->running);
	assert_null(stage_table(stage, 2));
}

static void joining_the_table_of_a_seeker_starts_the_match(void **state)
{
	static const char *const ways[] = { "!join", "!accept" };
	struct stage *stage = *state;
	stage_say(stage, "luc", "!ping");
	for (unsigned i = 0; i < 2; i++) {
		stage_say(stage, "anna", "!seek");
		stage_say(stage, "anna", "!invite luc");
		stage_hear(stage);
		stage_say(stage, "luc", ways[i]);
		assert_true(stage_table(stage, 1)->running);
		stage_say(stage, "anna", "!stop");
		stage_say(stage, "luc", "!stop");
		stage_wait(stage, 11 * MINUTE);
	}
}

static void seekers_of_different_games_get_different_tables(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!seek mitch");
	stage_say(stage, "luc", "!seek mate");
	assert_said(stage, "#table: [2] (seek.open name=luc game=mate ");
	stage_say(stage, "rose", "!seek mitch hands=3");
	assert_said(stage,
		"#table: [3] (seek.open name=rose game=mitch preset=banilower options=hands=3)");
	stage_say(stage, "anna", "!seek");
	assert_refused(stage, "anna", "(seated.already)");
	stage_say(stage, "kim", "!seek mate");
	assert_true(stage_table(stage, 2)->running);
	stage_hear(stage);
	stage_say(stage, "zoe", "!seek chess");
	assert_said(stage, "zoe< (no.such.game word=chess ");
	/* Quebec needs four players. */
	stage_say(stage, "zoe", "!seek quebec");
	stage_say(stage, "max", "!seek quebec");
	assert_said(stage, "#table: [4] (table.joined.few name=max ");
	assert_false(stage_table(stage, 4)->running);
	assert_int_equal(stage_table(stage, 4)->seats_taken, 2);
}

static void seek_in_private_uses_the_channel_of_the_person(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "ping");
	stage_hear(stage);
	stage->elsewhere = "anna";
	stage_whisper(stage, "anna", "seek");
	assert_refused(stage, "anna", "(seek.where)");
	stage->elsewhere = NULL;
	stage_whisper(stage, "anna", "seek");
	assert_said(stage, "#table: [1] (seek.open name=anna ");
	stage_whisper(stage, "luc", "ping");
	stage_whisper(stage, "luc", "seek mitaines");
	assert_true(stage_table(stage, 1)->running);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(an_invited_person_can_accept_and_sit_down),
		STAGE_CASE(a_person_cannot_be_invited_again_after_declining),
		STAGE_CASE(invitations_to_one_person_are_limited),
		STAGE_CASE(absent_or_seated_people_cannot_be_invited),
		STAGE_CASE(an_invitation_lapses),
		STAGE_CASE(an_invitation_does_not_reserve_a_seat),
		STAGE_CASE(an_ignored_person_cannot_be_invited),
		STAGE_CASE(two_seekers_are_matched_and_dealt),
		STAGE_CASE(joining_the_table_of_a_seeker_starts_the_match),
		STAGE_CASE(seekers_of_different_games_get_different_tables),
		STAGE_CASE(seek_in_private_uses_the_channel_of_the_person),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
