/* Tests how nick, address and password identify a person, and that the bot shows a hand only to its
 * owner. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { HOUR = 60 * 60 * 1000 };

/* System clocks that are set back by an hour, and by a year. */
static int64_t an_hour_back(void *stage)
{
	return 1800000000 + ((const struct stage *)stage)->now / 1000 - 60 * 60;
}

static int64_t a_year_back(void *stage)
{
	return 1800000000 + ((const struct stage *)stage)->now / 1000 - 365 * 24 * 60 * 60;
}

/* Lets a new connection try so many wrong passwords for anna, and disconnects it. */
static void try_wrong_passwords(
	struct stage *stage, const char *key, const char *nick, const char *address, unsigned times)
{
	stage_meet(stage, key, nick, NULL, address);
	while (times-- > 0)
		stage_whisper(stage, key, "swap anna guess-work");
	stage_went(stage, key, DEPARTED_NETWORK);
	stage_hear(stage);
}

/* Lets anna finish a match and disconnect. */
static void finish_match_as_anna(struct stage *stage)
{
	begin(stage, NULL);
	finish(stage, 1);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
}

/* Lets anna set a password during a match and disconnect. Returns the table. */
static struct table *claim_as_anna(struct stage *stage)
{
	struct table *table = begin(stage, NULL);
	stage_whisper(stage, "A", "claim bastille");
	stage_went(stage, "A", DEPARTED_NETWORK);
	return table;
}

/* Lets a connection come as anna from this address and claim the nick. Fails unless the bot gives
 * this answer. Disconnects it. */
#define assert_claim(stage, key, address, answer) assert_claim_at(HERE, stage, key, address, answer)
static void assert_claim_at(
	AT, struct stage *stage, const char *key, const char *address, const char *answer)
{
	stage_meet(stage, key, "anna", NULL, address);
	stage_hear(stage);
	stage_whisper(stage, key, "claim bastille");
	assert_in_at(THERE, stage_hear(stage), answer);
	stage_went(stage, key, DEPARTED_NETWORK);
}

STAGE_CASE(a_player_who_changes_nick_keeps_the_seat)
{
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "A", "anne", NULL, "a@a.home");
	stage_meet(stage, "T", "anna", NULL, "t@else");
	const char *heard = stage_hear(stage);
	assert_false(showed_hand(heard, "T"));
	case_dialog(stage, "T: !hand", "T: !p 1", "T: !leave");
	heard = stage_hear(stage);
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (not.seated)");
	assert_int_equal(seat_of(table, "anna"), SEAT_NONE);
	assert_answer(stage, "A", "!p 1", "(event.play seat=anne ");
	/* anna returns from the same host, which the server now writes in capitals. */
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_say(stage, "L", "!p 1");
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "A@A.Home");
	assert_true(showed_hand(stage_hear(stage), "A2"));
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "guest anna"), 0);
}

STAGE_CASE(the_bot_uses_the_new_nick_if_only_one_letter_has_changed)
{
	stage_meet(stage, "B", "rosb", NULL, "b@b.home");
	stage_say(stage, "B", "!new");
	stage_meet(stage, "B", "rosa", NULL, "b@b.home");
	assert_answer(stage, "B", "!new", "(table.new name=rosa ");
}

STAGE_CASE(taking_the_nick_of_a_player_gives_no_hand_or_seat)
{
	begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	const char *heard = stage_hear(stage);
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (stranger.seated name=anna)");
	static const char *const acts[] = { "!hand", "!p 1", "!leave", "!stop", "!swap" };
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
		stage_say(stage, "T", acts[i]);
		heard = stage_hear(stage);
		assert_false(showed_hand(heard, "T"));
		assert_not_in(heard, "#table: [1] ");
	}
	assert_reply(stage, "T", "claim bastille", "T< (stranger.seated name=anna)");
	assert_reply(stage, "T", "swap anna bastille", "T< (claim.none name=anna)");
	/* A match of the thief counts for the guest anna. */
	stage_say(stage, "T", "!new");
	assert_string_equal(stage_table(stage, 2)->seat[0].owner->key, "guest anna");
	stage_say(stage, "T", "!leave #2");
	/* After the thief has changed the nick, another person with it gets no hand either. */
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_meet(stage, "U", "anna", NULL, "u@else");
	assert_false(showed_hand(stage_hear(stage), "U"));
	stage_went(stage, "U", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "A2"));
	assert_answer(stage, "A2", "!p 1", "(event.play seat=anna ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "guest anna"), 0);
	/* After the match the nick is free: any person with it is anna. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	stage_meet(stage, "V", "anna", NULL, "v@else");
	assert_reply(stage, "V", "rank", "V< (rank.unplaced name=anna game=mitaines ");
}

/* The old connection still holds the nick anna, so the player comes with another nick, and takes
 * anna when it is free. */
STAGE_CASE(a_player_gets_the_seat_when_the_nick_is_free_again)
{
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "B", "anna_", NULL, "a@a.home");
	stage_meet(stage, "T", "anna__", NULL, "t@else");
	assert_false(gets_hand(stage, "B"));
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	assert_false(gets_hand(stage, "T"));
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "B"));
	assert_answer(stage, "B", "!p 1", "(event.play seat=anna ");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->key, "anna");
}

STAGE_CASE(a_seat_taken_over_with_a_password_ends_the_stand_in)
{
	struct table *table = claim_as_anna(stage);
	unsigned seat = seat_of(table, "anna");
	for (unsigned i = 0; i < 600 && !table->seat[seat].has_stand_in; i++)
		stage_wait(stage, 1000);
	assert_true(table->seat[seat].has_stand_in);
	stage_meet(stage, "B", "anne", NULL, "a@office");
	stage_whisper(stage, "B", "swap anna bastille");
	assert_false(table->seat[seat].has_stand_in);
	assert_string_equal(table->seat[seat].player->name, "anne");
}

STAGE_CASE(a_person_may_change_address_outside_a_match)
{
	begin(stage, NULL);
	finish(stage, 1);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "a@dynamic-17");
	assert_answer(stage, "A2", "!rank", "(rank.unplaced name=anna game=mitaines ");
	assert_int_equal(rated(stage, "anna"), 1);
	/* While anna has a seat, the network reports a new address for anna. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	begin(stage, NULL);
	stage_meet(stage, "A", "anna", NULL, "a@cloak");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A3", "anna", NULL, "a@cloak");
	assert_true(showed_hand(stage_hear(stage), "A3"));
}

/* When the bot joins a channel, it learns the members' nicks at once and their addresses later. */
STAGE_CASE(a_returning_player_gets_the_seat_once_their_address_is_known)
{
	begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", NULL, "@");
	assert_silence(stage);
	stage_meet(stage, "B", "anna", NULL, "t@else");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_went(stage, "B", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "C", "anna", NULL, "@");
	assert_silence(stage);
	stage_meet(stage, "C", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "C"));
}

STAGE_CASE(a_password_proves_a_nick_from_any_address)
{
	struct table *table = begin(stage, NULL);
	assert_answer(stage, "A", "!claim bastille", "A< (claim.public)");
	assert_answer(stage, "A", "!claim", "A< (help.claim)");
	assert_reply(stage, "A", "claim short", "(claim.usage)");
	assert_reply(stage, "A", "claim two words", "(claim.usage)");
	assert_reply_is(stage, "A", "claim bastille", "A< (claim.set name=anna)\n");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	/* Since anna has a password, the address proves nothing. */
	stage_meet(stage, "T", "anna", NULL, "a@a.home");
	stage_whisper(stage, "T", "hand");
	const char *heard = stage_hear(stage);
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (stranger.claimed name=anna)");
	stage_whisper(stage, "T", "claim -");
	heard = assert_reply(stage, "T", "claim bastion", "T< (claim.wrong name=anna)");
	assert_not_in(heard, "bastion");
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "A2", "anna", NULL, "a@office");
	stage_hear(stage);
	stage_whisper(stage, "A2", "réclamer bastille");
	heard = stage_hear(stage);
	assert_true(showed_hand(heard, "A2"));
	assert_in(heard, "A2< (claim.done name=anna)");
	assert_not_in(heard, "bastille");
	assert_answer(stage, "A2", "!p 1", "(event.play seat=anna ");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->key, "anna");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	/* The nick needs the password even without a seat, until its owner removes the password. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@office");
	assert_reply(stage, "B", "rank", "B< (rank.none.you needed=");
	stage_whisper(stage, "B", "claim bastille");
	assert_reply(stage, "B", "claim -", "(claim.dropped ");
	stage_went(stage, "B", DEPARTED_NETWORK);
	stage_meet(stage, "C", "anna", NULL, "c@else");
	assert_reply(stage, "C", "rank", "C< (rank.unplaced name=anna game=mitaines ");
}

STAGE_CASE(passwords_from_a_host_are_refused_for_a_minute_after_three_wrong)
{
	claim_as_anna(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	stage_hear(stage);
	for (unsigned i = 0; i < 3; i++) {
		assert_reply(stage, "T", "claim guess-work", "(claim.wrong ");
	}
	assert_reply(stage, "T", "claim bastille", "T< (claim.pause seconds=60)");
	/* The pause holds for the whole host, also for another nick, user name or connection. */
	stage_meet(stage, "U", "una", NULL, "u@else");
	assert_reply(stage, "U", "swap anna bastille", "U< (claim.pause ");
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "V", "anna", NULL, "v@else");
	assert_reply(stage, "V", "claim bastille", "V< (claim.pause ");
	stage_wait(stage, 61 * 1000);
	assert_reply(stage, "V", "claim bastille", "V< (claim.done name=anna)");
}

STAGE_CASE(wrong_passwords_of_others_never_lock_out_the_owner)
{
	claim_as_anna(stage);
	for (unsigned round = 0; round < 5; round++) {
		try_wrong_passwords(stage, "T", "anna", "t@else", 10);
		try_wrong_passwords(stage, "U", "una", "u@elsewhere", 10);
		stage_wait(stage, 20 * 1000);
	}
	assert_claim(stage, "A2", "a@office", "A2< (claim.done name=anna)");
}

STAGE_CASE(wrong_passwords_from_the_owners_host_never_lock_out_the_owner)
{
	claim_as_anna(stage);
	try_wrong_passwords(stage, "T", "tom", "t@a.home", 10);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_reply(stage, "A2", "claim bastille", "A2< (claim.done name=anna)");
	stage_meet(stage, "U", "una", NULL, "u@a.home");
	assert_reply(stage, "U", "swap anna bastille", "U< (claim.pause ");
}

STAGE_CASE(wrong_passwords_from_unknown_hosts_count_together)
{
	claim_as_anna(stage);
	try_wrong_passwords(stage, "T", "tom", "@", 2);
	try_wrong_passwords(stage, "U", "una", "@", 1);
	stage_meet(stage, "V", "vera", NULL, "@");
	assert_reply(stage, "V", "swap anna bastille", "V< (claim.pause ");
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_reply(stage, "A2", "claim bastille", "A2< (claim.done name=anna)");
}

/* The bot measures the pause on the monotonic clock. */
STAGE_CASE(setting_the_system_date_back_does_not_lengthen_the_pause)
{
	claim_as_anna(stage);
	try_wrong_passwords(stage, "T", "tom", "t@else", 4);
	stage->lobby.env.date = an_hour_back;
	stage_wait(stage, 61 * 1000);
	stage_meet(stage, "T", "tom", NULL, "t@else");
	assert_reply(stage, "T", "swap anna bastille", "T< ");
	assert_int_not_equal(seat_of(stage_table(stage, 1), "tom"), SEAT_NONE);
}

STAGE_CASE(a_person_takes_over_a_seat_from_another_nick_by_password)
{
	struct table *table = begin(stage, NULL);
	stage_whisper(stage, "A", "claim bastille");
	/* Connection A is dead, but the server has not noticed. */
	stage_meet(stage, "B", "anna_", NULL, "a@office");
	const char *heard = assert_answer(stage, "B", "!swap anna bastille", "B< (claim.public)");
	assert_false(showed_hand(heard, "B"));
	assert_reply(stage, "B", "swap Anna bastion", "B< (claim.wrong name=anna)");
	stage_whisper(stage, "B", "swap Anna bastille");
	heard = stage_hear(stage);
	assert_true(showed_hand(heard, "B"));
	assert_not_in(heard, "A< ");
	case_dialog(stage, "A: !p 1", "A: !hand");
	heard = stage_hear(stage);
	assert_false(showed_hand(heard, "A"));
	assert_int_equal(table->seat[seat_of(table, "anna_")].owner->key[0], 'a');
	assert_answer(stage, "B", "!p 1", "(event.play seat=anna_ ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
}

STAGE_CASE(a_nick_with_an_account_cannot_set_a_password)
{
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_reply(stage, "A", "claim bastille", "A< (claim.account)");
	/* The password belongs to bea, the first nick of this connection. */
	stage_meet(stage, "B", "bea", NULL, "b@b.home");
	stage_meet(stage, "B", "bee", NULL, "b@b.home");
	assert_reply(stage, "B", "claim bastille", "B< (claim.other name=bea)");
	stage_meet(stage, "B", "Bea", NULL, "b@b.home");
	assert_reply(stage, "B", "claim bastille", "B< (claim.set name=Bea)");
}

static void prepare_eve(struct stage *stage)
{
	stage_meet(stage, "E", "eve", NULL, "e@e.home");
	stage_whisper(stage, "E", "claim bastille");
	stage_went(stage, "E", DEPARTED_NETWORK);
}

STAGE_CASE(the_swap_command_does_not_give_a_loss_to_another_person)
{
	prepare_eve(stage);
	struct table *table = begin(stage, NULL);
	int64_t match = table->match;
	unsigned seat = seat_of(table, "anna");
	assert_reply(stage, "A", "swap eve bastille", "A< (seat.counts)");
	assert_stored(stage, match, seat, "anna", "eve");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "eve"), 0);
	assert_stored(stage, match, seat, "anna", "eve");
}

STAGE_CASE(a_player_who_swaps_before_the_start_keeps_the_seat_as_the_new_person)
{
	prepare_eve(stage);
	open_two(stage, NULL, "!new target=50");
	case_dialog(stage, "A> swap eve bastille", "L: !start");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 0);
	assert_int_equal(rated(stage, "eve"), 1);
}

STAGE_CASE(a_stranger_cannot_claim_a_nick_with_matches_at_once)
{
	finish_match_as_anna(stage);
	assert_claim(stage, "T", "t@else", "T< (claim.early name=anna ");
	/* The wait does not begin anew when the bot stores the new address. */
	stage_meet(stage, "U", "anna", NULL, "u@else");
	case_dialog(stage, "U> set cards unicode", "U: !new", "U: !leave");
	stage_wait(stage, HOUR);
	assert_reply(stage, "U", "claim bastion", "(claim.early name=anna hours=23)");
	/* A match of the claimant does not shorten the wait. */
	case_dialog(stage, "U: !new target=20", "U: !bot", "U: !start");
	finish(stage, 1);
	assert_reply(stage, "U", "claim bastion", "U< (claim.early ");
	stage_went(stage, "U", DEPARTED_NETWORK);
	/* The owner of the nick can still claim it at once. */
	assert_claim(stage, "A2", "A@A.Home", "A2< (claim.set name=anna)");
}

STAGE_CASE(a_stranger_cannot_erase_the_person_of_a_nick_with_matches)
{
	finish_match_as_anna(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	assert_reply(stage, "T", "forget me yes", "T< (claim.early name=anna ");
	assert_int_equal(rated(stage, "anna"), 1);
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_reply(stage, "A2", "forget me yes", "A2< (forget.done)");
	assert_int_equal(rated(stage, "anna"), 0);
}

STAGE_CASE(the_wait_to_claim_begins_anew_when_the_owner_returns)
{
	finish_match_as_anna(stage);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 23 * HOUR);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A2", "notify on");
	stage_went(stage, "A2", DEPARTED_NETWORK);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 2 * HOUR);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=22)");
	assert_claim(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

STAGE_CASE(a_new_nick_can_be_claimed_at_once)
{
	assert_claim(stage, "R", "r@else", "R< (claim.set name=anna)");
	begin(stage, NULL);
	stage_play(stage, 1, 1000);
	assert_reply(stage, "L", "claim bastille", "L< (claim.set name=luc)");
	/* With their password, a person can change the password from any address. */
	stage_went(stage, "L", DEPARTED_NETWORK);
	stage_meet(stage, "M", "luc", NULL, "l@office");
	stage_whisper(stage, "M", "claim bastille");
	assert_reply(stage, "M", "claim bastion", "M< (claim.set name=luc)");
}

KEPT_CASE(a_restart_or_a_new_system_date_does_not_change_the_wait_to_claim)
{
	kept_hush(stage);
	finish_match_as_anna(stage);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	kept_restart(stage, NULL);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage->lobby.env.date = a_year_back;
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	assert_claim(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

static void add_admin(struct stage *stage)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", "boss", "b@b.home");
}

KEPT_CASE(the_unclaim_command_undoes_a_claim_of_a_stranger)
{
	kept_hush(stage);
	finish_match_as_anna(stage);
	assert_claim(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 24 * HOUR);
	assert_claim(stage, "T", "t@else", "T< (claim.set name=anna)");
	add_admin(stage);
	stage_hear(stage);
	/* This batch fails, so the old password stays valid. */
	sqlite3 *other = kept_lock(stage);
	assert_reply(stage, "B", "admin unclaim Anna", "B< (store.failed)");
	sqlite3_close(other);
	assert_claim(stage, "U", "t@elsewhere", "U< (claim.done name=anna)");
	assert_reply_is(stage, "B", "admin unclaim Anna", "B< (admin.unclaimed name=anna)\n");
	assert_claim(stage, "T", "t@else", "T< (claim.early ");
	kept_restart(stage, NULL);
	assert_claim(stage, "T", "t@else", "T< (claim.early ");
	assert_claim(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}
