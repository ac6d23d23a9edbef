/* Tests the commands invite and seek. */
#include "tests/stage/guests.h"

enum { MINUTE = 60 * 1000 };

static void open_waiting_table(struct stage *stage)
{
	case_dialog(stage, "luc: !ping", "anna: !new mitch");
	stage_hear(stage);
}

/* ---- invite ---- */

STAGE_CASE(an_invited_person_can_accept_and_sit_down)
{
	open_waiting_table(stage);
	stage_say(stage, "anna", "!invite luc");
	assert_heard(stage,
		"luc< (invite.asked name=anna table=1 channel=#table game=mitch preset=banilower "
		"options=)\nanna< (invite.done name=luc)\n");
	assert_reply(stage, "luc", "accept", "#table: [1] (table.joined name=luc names=anna, luc)");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
}

STAGE_CASE(a_person_cannot_be_invited_again_after_declining)
{
	open_waiting_table(stage);
	stage_whisper(stage, "anna", "invite luc");
	assert_reply_is(stage, "luc", "decline",
		"anna< (invite.declined name=luc)\nluc< (invite.refused)\n");
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 1);
	assert_refusal(stage, "anna", "!invite luc", "(invite.not name=luc)");
	/* The refusal lasts longer than the invitation itself. */
	stage_wait(stage, 20 * MINUTE);
	assert_refusal(stage, "anna", "!invite luc", "(invite.not name=luc)");
}

STAGE_CASE(invitations_to_one_person_are_limited)
{
	static const char *const hosts[] = { "rose", "kim", "zoe" };
	open_waiting_table(stage);
	stage_say(stage, "anna", "!invite luc");
	assert_refusal(stage, "anna", "!invite luc", "(invite.not name=luc)");
	/* A new table does not let anna invite luc again. */
	case_dialog(stage, "anna: !leave", "anna: !new mate");
	assert_refusal(stage, "anna", "!invite luc", "(invite.not name=luc)");
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

STAGE_CASE(absent_or_seated_people_cannot_be_invited)
{
	open_waiting_table(stage);
	stage->strict = true;
	assert_refusal(
		stage, "anna", "!invite nobody", "(invite.elsewhere name=nobody channel=#table)");
	assert_refusal(stage, "anna", "!invite expert", "(invite.robot channel=#table)");
	stage->elsewhere = "luc";
	assert_refusal(stage, "anna", "!invite luc", "(invite.elsewhere name=luc channel=#table)");
	stage->elsewhere = NULL;
	assert_refusal(stage, "anna", "!invite", "(invite.who)");
	assert_refusal(stage, "luc", "!invite anna", "(not.seated)");
	assert_refusal(stage, "anna", "!invite anna", "(sub.seated name=anna)");
}

STAGE_CASE(an_invitation_expires)
{
	open_waiting_table(stage);
	stage_say(stage, "anna", "!invite luc");
	stage_hear(stage);
	stage_wait(stage, 11 * MINUTE);
	assert_answer(stage, "luc", "!accept", "luc< (no.offer)");
}

STAGE_CASE(an_invitation_does_not_reserve_a_seat)
{
	open_waiting_table(stage);
	case_dialog(stage, "rose: !new mate", "rose: !invite luc", "kim: !join 2");
	assert_answer(stage, "luc", "!accept", "luc< (table.full)");
	stage_say(stage, "kim", "!start");
	assert_answer(stage, "luc", "!accept", "luc< (match.running)");
}

STAGE_CASE(an_ignored_person_cannot_be_invited)
{
	open_waiting_table(stage);
	stage_meet(stage, "E", "eve", NULL, "e@else");
	char *ignored[] = { "eve!*@*" };
	stage->network.access->rules.ignore = (struct masks){ ignored, 1 };
	assert_refusal(stage, "anna", "!invite eve", "(invite.not name=eve)");
}

/* ---- seek ---- */

STAGE_CASE(two_people_who_use_seek_get_a_table_and_cards)
{
	assert_answer(stage, "anna", "!seek mitch",
		"#table: [1] (seek.open name=anna game=mitch preset=banilower options=)");
	const char *heard = assert_answer(stage, "luc", "!chercher",
		"#table: [1] (table.joined.again name=luc names=anna, luc)");
	assert_in(heard, "(event.hand number=1 ");
	assert_true(stage_table(stage, 1)->running);
	assert_null(stage_table(stage, 2));
}

STAGE_CASE(joining_the_table_of_a_person_who_used_seek_starts_the_match)
{
	static const char *const ways[] = { "!join", "!accept" };
	stage_say(stage, "luc", "!ping");
	for (unsigned i = 0; i < 2; i++) {
		case_dialog(stage, "anna: !seek", "anna: !invite luc");
		stage_hear(stage);
		stage_say(stage, "luc", ways[i]);
		assert_true(stage_table(stage, 1)->running);
		case_dialog(stage, "anna: !stop", "luc: !stop");
		stage_wait(stage, 11 * MINUTE);
	}
}

STAGE_CASE(people_who_seek_different_games_get_different_tables)
{
	stage_say(stage, "anna", "!seek mitch");
	assert_answer(stage, "luc", "!seek mate", "#table: [2] (seek.open name=luc game=mate ");
	assert_answer(stage, "rose", "!seek mitch hands=3",
		"#table: [3] (seek.open name=rose game=mitch preset=banilower options=hands=3)");
	assert_refusal(stage, "anna", "!seek", "(seated.few)");
	stage_say(stage, "kim", "!seek mate");
	assert_true(stage_table(stage, 2)->running);
	assert_answer(stage, "zoe", "!seek chess", "zoe< (no.such.game word=chess ");
	/* quebec needs four players, so the match does not start. */
	stage_say(stage, "zoe", "!seek quebec");
	assert_answer(stage, "max", "!seek quebec", "#table: [4] (table.joined.few name=max ");
	assert_false(stage_table(stage, 4)->running);
	assert_int_equal(stage_table(stage, 4)->seats_taken, 2);
}

STAGE_CASE(the_seek_command_in_private_uses_the_channel_of_the_person)
{
	stage_whisper(stage, "anna", "ping");
	stage_hear(stage);
	stage->elsewhere = "anna";
	stage_whisper(stage, "anna", "seek");
	assert_refused(stage, "anna", "(seek.where)");
	stage->elsewhere = NULL;
	assert_reply(stage, "anna", "seek", "#table: [1] (seek.open name=anna ");
	case_dialog(stage, "luc> ping", "luc> seek mitaines");
	assert_true(stage_table(stage, 1)->running);
}
