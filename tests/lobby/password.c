/* Who is who by nicks, addresses and words, and that no hand ever reaches somebody else. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { HOUR = 60 * 60 * 1000 };

/* A date that somebody has put back by an hour, or by a year. */
static int64_t an_hour_back(void *stage)
{
	return 1800000000 + ((const struct stage *)stage)->now / 1000 - 60 * 60;
}

static int64_t a_year_back(void *stage)
{
	return 1800000000 + ((const struct stage *)stage)->now / 1000 - 365 * 24 * 60 * 60;
}

/* Somebody comes and tries so many words for the nick anna, none of them right. */
static void guess(
	struct stage *stage, const char *key, const char *nick, const char *address, unsigned times)
{
	stage_meet(stage, key, nick, NULL, address);
	while (times-- > 0)
		stage_whisper(stage, key, "swap anna guess-work");
	stage_went(stage, key, DEPARTED_NETWORK);
	stage_hear(stage);
}

/* anna, whose nick has a match behind it, is gone. */
static void leave_a_match_behind(struct stage *stage)
{
	begin(stage, NULL);
	finish(stage, 1);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
}

/* anna, who plays, has set a word for her nick and is gone. */
static struct table *leave_a_word_behind(struct stage *stage)
{
	struct table *table = begin(stage, NULL);
	stage_whisper(stage, "A", "claim bastille");
	stage_went(stage, "A", DEPARTED_NETWORK);
	return table;
}

/* Somebody comes by the nick anna from there and claims it; what is answered. */
#define claims(stage, key, address, answer) claims_at(HERE, stage, key, address, answer)
static void claims_at(
	AT, struct stage *stage, const char *key, const char *address, const char *answer)
{
	stage_meet(stage, key, "anna", NULL, address);
	stage_hear(stage);
	stage_whisper(stage, key, "claim bastille");
	assert_in_at(THERE, stage_hear(stage), answer);
	stage_went(stage, key, DEPARTED_NETWORK);
}

static void a_name_changes_and_the_person_stays(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "A", "anne", NULL, "a@a.home");
	stage_meet(stage, "T", "anna", NULL, "t@else");
	char heard[HEARD];
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_false(showed_hand(heard, "T"));
	stage_say(stage, "T", "!hand");
	stage_say(stage, "T", "!p 1");
	stage_say(stage, "T", "!leave");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (not.seated)");
	assert_int_equal(seat_of(table, "anna"), SEAT_NONE);
	stage_say(stage, "A", "!p 1");
	assert_said(stage, "(event.play seat=anne ");
	/* Back from the same place under the first nick, in other letters. */
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

static void who_changes_one_letter_is_called_so(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "B", "rosb", NULL, "b@b.home");
	stage_say(stage, "B", "!new");
	stage_meet(stage, "B", "rosa", NULL, "b@b.home");
	assert_answer(stage, "B", "!new", "(table.new name=rosa ");
}

static void a_thief_of_a_nick_gets_nothing(void **state)
{
	struct stage *stage = *state;
	char heard[HEARD];
	begin(stage, NULL);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (stranger.seated name=anna)");
	static const char *const acts[] = { "!hand", "!p 1", "!leave", "!stop", "!swap" };
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
		stage_say(stage, "T", acts[i]);
		snprintf(heard, sizeof heard, "%s", stage_hear(stage));
		assert_false(showed_hand(heard, "T"));
		assert_not_in(heard, "#table: [1] ");
	}
	stage_whisper(stage, "T", "claim bastille");
	assert_said(stage, "T< (stranger.seated name=anna)");
	stage_whisper(stage, "T", "swap anna bastille");
	assert_said(stage, "T< (claim.none name=anna)");
	/* A match of their own counts for nobody else. */
	stage_say(stage, "T", "!new");
	assert_string_equal(stage_table(stage, 2)->seat[0].owner->key, "guest anna");
	stage_say(stage, "T", "!leave #2");
	/* Even when they are renamed and another one takes the nick again. */
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_meet(stage, "U", "anna", NULL, "u@else");
	assert_false(showed_hand(stage_hear(stage), "U"));
	stage_went(stage, "U", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "A2"));
	stage_say(stage, "A2", "!p 1");
	assert_said(stage, "(event.play seat=anna ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "guest anna"), 0);
	/* The match is over, and they are whom the nick stands for, like anybody else. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	stage_meet(stage, "V", "anna", NULL, "v@else");
	stage_whisper(stage, "V", "rank");
	assert_said(stage, "V< (rank name=anna game=mitaines ");
}

static void a_thief_may_already_be_here(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_say(stage, "T", "!ping");
	stage_meet(stage, "U", "una", NULL, "u@else"); /* never spoke */
	stage_went(stage, "A", DEPARTED_SPLIT);
	stage_hear(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	stage_whisper(stage, "T", "hand");
	assert_false(showed_hand(stage_hear(stage), "T"));
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "U", "anna", NULL, "u@else");
	stage_whisper(stage, "U", "hand");
	assert_false(showed_hand(stage_hear(stage), "U"));
}

/* The old connection still has the nick when they are back: they come by another and change it. */
static void who_has_to_wait_for_his_nick_gets_his_seat(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	stage_meet(stage, "B", "anna_", NULL, "a@a.home");
	stage_meet(stage, "T", "anna__", NULL, "t@else");
	stage_whisper(stage, "B", "hand");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	stage_whisper(stage, "T", "hand");
	assert_false(showed_hand(stage_hear(stage), "T"));
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_meet(stage, "B", "anna", NULL, "a@a.home");
	assert_true(showed_hand(stage_hear(stage), "B"));
	stage_say(stage, "B", "!p 1");
	assert_said(stage, "(event.play seat=anna ");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->key, "anna");
}

static void a_seat_taken_over_is_played_again(void **state)
{
	struct stage *stage = *state;
	struct table *table = leave_a_word_behind(stage);
	unsigned seat = seat_of(table, "anna");
	for (unsigned i = 0; i < 600 && !table->seat[seat].away; i++)
		stage_wait(stage, 1000);
	assert_true(table->seat[seat].away);
	stage_meet(stage, "B", "anne", NULL, "a@office");
	stage_whisper(stage, "B", "swap anna bastille");
	assert_false(table->seat[seat].away);
	assert_string_equal(table->seat[seat].player->name, "anne");
}

static void outside_a_match_an_address_may_change(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	finish(stage, 1);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A2", "anna", NULL, "a@dynamic-17");
	stage_say(stage, "A2", "!rank");
	assert_said(stage, "(rank name=anna game=mitaines ");
	assert_int_equal(rated(stage, "anna"), 1);
	/* While one is seated it may change too, as the network tells. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	begin(stage, NULL);
	stage_meet(stage, "A", "anna", NULL, "a@cloak");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "A3", "anna", NULL, "a@cloak");
	assert_true(showed_hand(stage_hear(stage), "A3"));
}

/* When the bot comes into a channel it learns nicks first and addresses later. */
static void who_is_not_known_yet_has_to_wait(void **state)
{
	struct stage *stage = *state;
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

/* The connection to a nick has a word, and it and the hand are at another address. */
static void a_word_proves_a_nick(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	char heard[HEARD];
	stage_say(stage, "A", "!claim bastille");
	assert_said(stage, "A< (claim.public)");
	stage_whisper(stage, "A", "claim short");
	assert_said(stage, "(claim.usage)");
	stage_whisper(stage, "A", "claim two words");
	assert_said(stage, "(claim.usage)");
	stage_whisper(stage, "A", "claim bastille");
	assert_heard(stage, "A< (claim.set name=anna)\n");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	/* The address does not help any more. */
	stage_meet(stage, "T", "anna", NULL, "a@a.home");
	stage_whisper(stage, "T", "hand");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_false(showed_hand(heard, "T"));
	assert_in(heard, "T< (stranger.claimed name=anna)");
	stage_whisper(stage, "T", "claim -");
	stage_whisper(stage, "T", "claim bastion");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_in(heard, "T< (claim.wrong name=anna)");
	assert_not_in(heard, "bastion");
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "A2", "anna", NULL, "a@office");
	stage_hear(stage);
	stage_whisper(stage, "A2", "réclamer bastille");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_true(showed_hand(heard, "A2"));
	assert_in(heard, "A2< (claim.done name=anna)");
	assert_not_in(heard, "bastille");
	stage_say(stage, "A2", "!p 1");
	assert_said(stage, "(event.play seat=anna ");
	assert_string_equal(table->seat[seat_of(table, "anna")].owner->key, "anna");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	/* Without a seat the word is asked for as well, until it is dropped. */
	stage_went(stage, "A2", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "a@office");
	stage_whisper(stage, "B", "rank");
	assert_said(stage, "B< (nobody.you)");
	stage_whisper(stage, "B", "claim bastille");
	stage_whisper(stage, "B", "claim -");
	assert_said(stage, "(claim.dropped ");
	stage_went(stage, "B", DEPARTED_NETWORK);
	stage_meet(stage, "C", "anna", NULL, "c@else");
	stage_whisper(stage, "C", "rank");
	assert_said(stage, "C< (rank name=anna game=mitaines ");
}

/* Three of them, and nobody of that host is listened to for a minute. */
static void wrong_words_are_few(void **state)
{
	struct stage *stage = *state;
	leave_a_word_behind(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	stage_hear(stage);
	for (unsigned i = 0; i < 3; i++) {
		stage_whisper(stage, "T", "claim guess-work");
		assert_said(stage, "(claim.wrong ");
	}
	stage_whisper(stage, "T", "claim bastille");
	assert_said(stage, "T< (claim.pause seconds=60)");
	/* Nor does another nick, user or connection help. */
	stage_meet(stage, "U", "una", NULL, "u@else");
	stage_whisper(stage, "U", "swap anna bastille");
	assert_said(stage, "U< (claim.pause ");
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "V", "anna", NULL, "v@else");
	stage_whisper(stage, "V", "claim bastille");
	assert_said(stage, "V< (claim.pause ");
	stage_wait(stage, 61 * 1000);
	stage_hear(stage);
	stage_whisper(stage, "V", "claim bastille");
	assert_said(stage, "V< (claim.done name=anna)");
}

/* Whoever tries, and however often: the word is heard from elsewhere. */
static void others_who_guess_never_lock_the_owner_out(void **state)
{
	static const char *const addresses[] = { "a@a.home", "a@office" };
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(case_open(state), 0);
		struct stage *stage = *state;
		leave_a_word_behind(stage);
		for (unsigned round = 0; round < 5; round++) {
			guess(stage, "T", "anna", "t@else", 10);
			guess(stage, "U", "una", "u@elsewhere", 10);
			stage_wait(stage, 20 * 1000);
		}
		stage_meet(stage, "A2", "anna", NULL, addresses[i]);
		stage_hear(stage);
		stage_whisper(stage, "A2", "claim bastille");
		assert_said(stage, "A2< (claim.done name=anna)");
		case_close(state);
	}
}

/* Nor do those who share the owner's host. */
static void others_of_one_host_never_lock_the_owner_out(void **state)
{
	struct stage *stage = *state;
	leave_a_word_behind(stage);
	guess(stage, "T", "tom", "t@a.home", 10);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_whisper(stage, "A2", "claim bastille");
	assert_said(stage, "A2< (claim.done name=anna)");
	stage_meet(stage, "U", "una", NULL, "u@a.home");
	stage_whisper(stage, "U", "swap anna bastille");
	assert_said(stage, "U< (claim.pause ");
}

/* Of the addresses of one line, by which people come over IPv6, each is as good as the other. */
static void a_line_with_many_addresses_is_one_guesser(void **state)
{
	struct stage *stage = *state;
	leave_a_word_behind(stage);
	guess(stage, "T", "tom", "t@2001:db8:1:2::1", 1);
	guess(stage, "T", "tom", "t@2001:db8:1:2:3:4:5:6", 2);
	stage_meet(stage, "T", "tom", NULL, "t@2001:db8:1:2:a::");
	stage_whisper(stage, "T", "swap anna bastille");
	assert_said(stage, "T< (claim.pause ");
	stage_meet(stage, "V", "vera", NULL, "v@3001:db8:1:2::1");
	stage_whisper(stage, "V", "swap anna guess-work");
	assert_said(stage, "V< (claim.wrong ");
	stage_meet(stage, "U", "una", NULL, "u@2001:db8:1:3::1");
	stage_whisper(stage, "U", "swap anna bastille");
	assert_said(stage, "U< ");
	assert_int_not_equal(seat_of(stage_table(stage, 1), "una"), SEAT_NONE);
}

/* Of whom the network does not tell where they are. */
static void guessers_without_a_host_count_together(void **state)
{
	struct stage *stage = *state;
	leave_a_word_behind(stage);
	guess(stage, "T", "tom", "@", 2);
	guess(stage, "U", "una", "@", 1);
	stage_meet(stage, "V", "vera", NULL, "@");
	stage_whisper(stage, "V", "swap anna bastille");
	assert_said(stage, "V< (claim.pause ");
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	stage_hear(stage);
	stage_whisper(stage, "A2", "claim bastille");
	assert_said(stage, "A2< (claim.done name=anna)");
}

/* A minute is a minute, whatever becomes of the date. */
static void a_date_put_back_is_no_longer_a_pause(void **state)
{
	struct stage *stage = *state;
	leave_a_word_behind(stage);
	guess(stage, "T", "tom", "t@else", 4);
	stage->lobby.env.date = an_hour_back;
	stage_wait(stage, 61 * 1000);
	stage_meet(stage, "T", "tom", NULL, "t@else");
	stage_hear(stage);
	stage_whisper(stage, "T", "swap anna bastille");
	assert_said(stage, "T< ");
	assert_int_not_equal(seat_of(stage_table(stage, 1), "tom"), SEAT_NONE);
}

static void a_word_takes_a_seat_over_from_another_nick(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, NULL);
	char heard[HEARD];
	stage_whisper(stage, "A", "claim bastille");
	/* A is a ghost by now. */
	stage_meet(stage, "B", "anna_", NULL, "a@office");
	stage_hear(stage);
	stage_say(stage, "B", "!swap anna bastille");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_in(heard, "B< (claim.public)");
	assert_false(showed_hand(heard, "B"));
	stage_whisper(stage, "B", "swap Anna bastion");
	assert_said(stage, "B< (claim.wrong name=anna)");
	stage_whisper(stage, "B", "swap Anna bastille");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_true(showed_hand(heard, "B"));
	assert_not_in(heard, "A< ");
	stage_say(stage, "A", "!p 1");
	stage_say(stage, "A", "!hand");
	snprintf(heard, sizeof heard, "%s", stage_hear(stage));
	assert_false(showed_hand(heard, "A"));
	assert_int_equal(table->seat[seat_of(table, "anna_")].owner->key[0], 'a');
	stage_say(stage, "B", "!p 1");
	assert_said(stage, "(event.play seat=anna_ ");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
}

static void who_has_an_account_needs_no_word(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_whisper(stage, "A", "claim bastille");
	assert_said(stage, "A< (claim.account)");
	/* A nick's word is not that of the account. */
	stage_meet(stage, "B", "bea", NULL, "b@b.home");
	stage_meet(stage, "B", "bee", NULL, "b@b.home");
	stage_whisper(stage, "B", "claim bastille");
	assert_said(stage, "B< (claim.other name=bea)");
	stage_meet(stage, "B", "Bea", NULL, "b@b.home");
	stage_whisper(stage, "B", "claim bastille");
	assert_said(stage, "B< (claim.set name=Bea)");
}

/* eve has a word, and comes by another nick. */
static void prepare_eve(struct stage *stage)
{
	stage_meet(stage, "E", "eve", NULL, "e@e.home");
	stage_whisper(stage, "E", "claim bastille");
	stage_went(stage, "E", DEPARTED_NETWORK);
}

/* Whoever loses cannot make somebody else the loser. */
static void a_loss_is_not_thrown_off_by_swap(void **state)
{
	struct stage *stage = *state;
	prepare_eve(stage);
	struct table *table = begin(stage, NULL);
	int64_t match = table->match;
	unsigned seat = seat_of(table, "anna");
	stage_whisper(stage, "A", "swap eve bastille");
	assert_said(stage, "A< (seat.counts)");
	assert_stored(stage, match, seat, "anna", "eve");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "eve"), 0);
	assert_stored(stage, match, seat, "anna", "eve");
}

/* A throw-away nick that is winning does not become the one that keeps the win. */
static void a_win_is_not_fetched_by_swap(void **state)
{
	struct stage *stage = *state;
	prepare_eve(stage);
	begin(stage, NULL);
	stage_play(stage, 1, 6);
	stage_whisper(stage, "A", "swap eve bastille");
	stage_play(stage, 1, 2);
	/* Nor by coming back from there with the account of somebody else. */
	stage_meet(stage, "A", "eve", "zed", "a@a.home");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 1);
	assert_int_equal(rated(stage, "eve"), 0);
	assert_int_equal(rated(stage, "account zed"), 0);
}

static void before_the_start_a_seat_goes_along(void **state)
{
	struct stage *stage = *state;
	prepare_eve(stage);
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", "!new target=50");
	stage_say(stage, "L", "!join");
	stage_whisper(stage, "A", "swap eve bastille");
	stage_say(stage, "L", "!start");
	finish(stage, 1);
	assert_int_equal(rated(stage, "anna"), 0);
	assert_int_equal(rated(stage, "eve"), 1);
}

/* The results of a nick are not for whoever comes by it first and sets a word. */
static void a_stranger_claims_no_nick_that_has_played(void **state)
{
	struct stage *stage = *state;
	leave_a_match_behind(stage);
	claims(stage, "T", "t@else", "T< (claim.early name=anna ");
	/* Nor after making the bot know the address. */
	stage_meet(stage, "U", "anna", NULL, "u@else");
	stage_whisper(stage, "U", "set cards unicode");
	stage_say(stage, "U", "!new");
	stage_say(stage, "U", "!leave");
	stage_wait(stage, HOUR);
	stage_hear(stage);
	stage_whisper(stage, "U", "claim bastion");
	assert_said(stage, "(claim.early name=anna hours=23)");
	/* Nor by a match of their own. */
	stage_say(stage, "U", "!new target=20");
	stage_say(stage, "U", "!bot");
	stage_say(stage, "U", "!start");
	finish(stage, 1);
	stage_hear(stage);
	stage_whisper(stage, "U", "claim bastion");
	assert_said(stage, "U< (claim.early ");
	stage_went(stage, "U", DEPARTED_NETWORK);
	/* All that does not bother the owner. */
	claims(stage, "A2", "A@A.Home", "A2< (claim.set name=anna)");
}

/* Nor can they have it forgotten: that would be to erase somebody else's results. */
static void a_stranger_erases_no_nick_that_has_played(void **state)
{
	struct stage *stage = *state;
	leave_a_match_behind(stage);
	stage_meet(stage, "T", "anna", NULL, "t@else");
	stage_whisper(stage, "T", "forget me yes");
	assert_said(stage, "T< (claim.early name=anna ");
	assert_int_equal(rated(stage, "anna"), 1);
	stage_went(stage, "T", DEPARTED_NETWORK);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A2", "forget me yes");
	assert_said(stage, "A2< (forget.done)");
	assert_int_equal(rated(stage, "anna"), 0);
}

/* Addresses change: who has had the nick for a day, and nobody else, may claim it. */
static void another_address_is_good_after_a_day(void **state)
{
	struct stage *stage = *state;
	leave_a_match_behind(stage);
	claims(stage, "B", "a@office", "(claim.early name=anna hours=24)");
	stage_wait(stage, 23 * HOUR);
	claims(stage, "B", "a@office", "(claim.early name=anna hours=1)");
	stage_wait(stage, HOUR);
	claims(stage, "B", "a@office", "B< (claim.set name=anna)");
}

static void the_day_begins_anew_when_somebody_else_comes(void **state)
{
	struct stage *stage = *state;
	leave_a_match_behind(stage);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 23 * HOUR);
	stage_meet(stage, "A2", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A2", "notify on");
	stage_went(stage, "A2", DEPARTED_NETWORK);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 2 * HOUR);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=22)");
	claims(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

/* The address of a nick's first match is its own at once, and a nick that never played anybody's.
 */
static void a_new_nick_is_claimed_at_once(void **state)
{
	struct stage *stage = *state;
	claims(stage, "R", "r@else", "R< (claim.set name=anna)");
	begin(stage, NULL);
	stage_play(stage, 1, 1000);
	stage_whisper(stage, "L", "claim bastille");
	assert_said(stage, "L< (claim.set name=luc)");
	/* Who has set a word may set another from anywhere. */
	stage_went(stage, "L", DEPARTED_NETWORK);
	stage_meet(stage, "M", "luc", NULL, "l@office");
	stage_whisper(stage, "M", "claim bastille");
	stage_hear(stage);
	stage_whisper(stage, "M", "claim bastion");
	assert_said(stage, "M< (claim.set name=luc)");
}

static void a_restart_or_a_date_put_back_does_not_help_or_hurt(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	leave_a_match_behind(stage);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	kept_restart(stage, NULL);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage->lobby.env.date = a_year_back;
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	claims(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

static void let_operate(struct stage *stage)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", "boss", "b@b.home");
}

/* Who claimed a nick in its owner's absence has it no longer, and does not get it again at once. */
static void an_operator_undoes_a_claim(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	leave_a_match_behind(stage);
	claims(stage, "T", "t@else", "(claim.early name=anna hours=24)");
	stage_wait(stage, 24 * HOUR);
	claims(stage, "T", "t@else", "T< (claim.set name=anna)");
	let_operate(stage);
	stage_hear(stage);
	/* What is not kept did not happen. */
	sqlite3 *other = kept_lock(stage);
	stage_whisper(stage, "B", "admin unclaim Anna");
	assert_said(stage, "B< (store.failed)");
	sqlite3_close(other);
	claims(stage, "U", "t@elsewhere", "U< (claim.done name=anna)");
	stage_hear(stage);
	stage_whisper(stage, "B", "admin unclaim Anna");
	assert_heard(stage, "B< (admin.unclaimed name=anna)\n");
	claims(stage, "T", "t@else", "T< (claim.early ");
	kept_restart(stage, NULL);
	claims(stage, "T", "t@else", "T< (claim.early ");
	claims(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

/* A word that was forgotten is set anew from where its nick always was. */
static void an_operator_helps_who_forgot_the_word(void **state)
{
	struct stage *stage = *state;
	begin(stage, NULL);
	stage_whisper(stage, "A", "claim bastion");
	finish(stage, 1);
	stage_went(stage, "A", DEPARTED_NETWORK);
	let_operate(stage);
	stage_whisper(stage, "B", "admin unclaim anna");
	claims(stage, "A2", "a@a.home", "A2< (claim.set name=anna)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_name_changes_and_the_person_stays),
		STAGE_CASE(who_changes_one_letter_is_called_so),
		STAGE_CASE(a_thief_of_a_nick_gets_nothing),
		STAGE_CASE(a_thief_may_already_be_here),
		STAGE_CASE(who_has_to_wait_for_his_nick_gets_his_seat),
		STAGE_CASE(a_seat_taken_over_is_played_again),
		STAGE_CASE(outside_a_match_an_address_may_change),
		STAGE_CASE(who_is_not_known_yet_has_to_wait),
		STAGE_CASE(a_word_proves_a_nick),
		STAGE_CASE(wrong_words_are_few),
		cmocka_unit_test(others_who_guess_never_lock_the_owner_out),
		STAGE_CASE(others_of_one_host_never_lock_the_owner_out),
		STAGE_CASE(a_line_with_many_addresses_is_one_guesser),
		STAGE_CASE(guessers_without_a_host_count_together),
		STAGE_CASE(a_date_put_back_is_no_longer_a_pause),
		STAGE_CASE(a_word_takes_a_seat_over_from_another_nick),
		STAGE_CASE(who_has_an_account_needs_no_word),
		STAGE_CASE(a_loss_is_not_thrown_off_by_swap),
		STAGE_CASE(a_win_is_not_fetched_by_swap),
		STAGE_CASE(before_the_start_a_seat_goes_along),
		STAGE_CASE(a_stranger_claims_no_nick_that_has_played),
		STAGE_CASE(a_stranger_erases_no_nick_that_has_played),
		STAGE_CASE(another_address_is_good_after_a_day),
		STAGE_CASE(the_day_begins_anew_when_somebody_else_comes),
		STAGE_CASE(a_new_nick_is_claimed_at_once),
		KEPT_CASE(an_operator_undoes_a_claim),
		STAGE_CASE(an_operator_helps_who_forgot_the_word),
		KEPT_CASE(a_restart_or_a_date_put_back_does_not_help_or_hurt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
