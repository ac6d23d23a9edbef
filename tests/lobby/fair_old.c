/*
 * Matches that a program began which committed to each hand by itself: they go on like that, are
 * told and checked like that, whatever happens in between.
 */
#include "storage/store.h"
#include "tests/stage/heard.h"

enum { HANDS = 32 };

/* What the channel heard of match 1: of each hand its commitment and seed, or "". */
struct promises {
	char commit[HANDS][DIGITS + 1];
	char seed[HANDS][DIGITS + 1];
};

static bool said_of_hand(const char *text, const char *word, unsigned hand, char digits[DIGITS + 1])
{
	char key[64];
	snprintf(key, sizeof key, "(%s match=1 hand=%u digits=", word, hand);
	return heard_find(text, key, digits);
}

/* Checks a seed against its commitment, both as they were said. */
static void opens(unsigned hand, const char *commit, const char *seed_digits)
{
	uint8_t bytes[128];
	char digits[DIGITS + 1];
	uint8_t hash[crypto_hash_sha256_BYTES];
	int label = snprintf((char *)bytes, sizeof bytes, "mitaines-fair-1|1|%u", hand);
	assert_int_equal(sodium_hex2bin(bytes + label + 1, STORE_SEED, seed_digits, DIGITS, NULL,
				 NULL, NULL),
		0);
	crypto_hash_sha256(hash, bytes, (size_t)label + 1 + STORE_SEED);
	sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
	assert_string_equal(digits, commit);
}

/* A commitment repeated is the same; a seed comes once its commitment was said, and fits it. */
static void listen(struct stage *stage, struct promises *promises)
{
	char digits[DIGITS + 1];
	const char *text = stage_hear(stage);
	assert_null(strstr(text, "(fair.commitment match=1 "));
	assert_null(strstr(text, "(fair.root match=1 "));
	for (unsigned hand = 0; hand < HANDS; hand++) {
		if (said_of_hand(text, "fair.hand", hand, digits)) {
			if (promises->commit[hand][0] != '\0')
				assert_string_equal(promises->commit[hand], digits);
			assert_string_equal(promises->seed[hand], "");
			memcpy(promises->commit[hand], digits, sizeof digits);
		}
		if (said_of_hand(text, "fair.hand.seed", hand, digits)) {
			assert_string_not_equal(promises->commit[hand], "");
			memcpy(promises->seed[hand], digits, sizeof digits);
			opens(hand, promises->commit[hand], digits);
		}
	}
}

/* The database becomes one of a program that knew no roots. */
#define OLDER \
	"ALTER TABLE matches DROP COLUMN pruned; DROP INDEX versus_one; DROP INDEX versus_other;" \
	"DROP TABLE kept; DROP TABLE roots;" \
	"PRAGMA user_version = 11;"

/* Match 1 is open, as such a program had opened it: the draw and the first hand are promised. */
static void open_old(struct stage *stage)
{
	char sql[1024];
	struct text text = text_in(sql, sizeof sql);
	stage_say(stage, "anna", "!new target=150");
	for (unsigned hand = 0; hand < 2; hand++) {
		const struct shuffle shuffle = { FAIR_HANDS, 1, hand };
		uint8_t seed[SHUFFLE_SEED] = { (uint8_t)(hand + 1) };
		uint8_t commit[SHUFFLE_COMMIT];
		shuffle_commit(shuffle, seed, commit);
		text_add(&text, "UPDATE hands SET told = 0, seed = x'");
		text_hex(&text, seed, sizeof seed);
		text_add(&text, "', commitment = x'");
		text_hex(&text, commit, sizeof commit);
		text_add(&text, "' WHERE hand = ");
		text_number(&text, hand);
		text_add(&text, ";");
	}
	text_add(&text, OLDER);
	kept_restart(stage, sql);
	assert_in(stage->said.bytes, "(fair.hand match=1 hand=0 digits=");
	stage->chance.seed = 100;
}

static void begin_old(struct stage *stage)
{
	open_old(stage);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
}

/* Stopped behind the deal, and the seeds of it are on their way. */
static void stop_old(struct stage *stage)
{
	begin_old(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
}

/* From its opening to its end, in the midst of which the program becomes the one that is here. */
static void a_match_of_an_older_program_ends_like_that(void **state)
{
	struct stage *stage = *state;
	struct promises promises = { { "" }, { "" } };
	struct heard heard = { .commit = "" };
	begin_old(stage);
	listen(stage, &promises);
	assert_string_not_equal(promises.seed[0], "");
	assert_string_not_equal(promises.commit[2], "");
	stage_say(stage, "luc", "!nonce zebra");
	stage_play(stage, 1, 14);
	listen(stage, &promises);
	struct state *before = table_state(stage_table(stage, 1));
	unsigned hand = before->hand;
	uint32_t moves = stage_table(stage, 1)->moves;
	unsigned turn = before->turn;
	kept_restart(stage, OLDER);
	stage->chance.seed = 200;
	assert_int_equal(table_state(stage_table(stage, 1))->hand, hand);
	assert_int_equal(table_state(stage_table(stage, 1))->turn, turn);
	assert_int_equal(stage_table(stage, 1)->moves, moves);
	unsigned hands = hand;
	for (; stage_table(stage, 1) != NULL; hands++) {
		listen(stage, &promises);
		assert_string_not_equal(promises.commit[hands + 1], "");
		assert_string_equal(promises.seed[hands], "");
		heard_play_hand(stage);
		if (hands == 1)
			assert_in(stage->said.bytes, "(fair.nonce seat=luc nonce=zebra)");
		listen(stage, &promises);
		assert_string_not_equal(promises.seed[hands], "");
	}
	/* What was promised and never dealt is told too. */
	assert_true(hands > 2);
	assert_string_not_equal(promises.seed[hands], "");
	assert_string_equal(promises.commit[hands + 1], "");
	/* Each is drawn anew, and none can be guessed. */
	assert_string_not_equal(promises.seed[hands - 1], promises.seed[hands]);
	char done[64];
	snprintf(
		done, sizeof done, "(verify.done match=1 proved=%u over=%u)", hands - 1, hands - 1);
	stage_say(stage, "rose", "!verify 1");
	const char *said = stage_hear(stage);
	assert_in(said, done);
	assert_not_in(said, "(verify.root ");
	stage_say(stage, "rose", "!verify 1 2");
	assert_said(stage, promises.commit[2]);
	/* The next match is of the kind of today. */
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 2, &heard);
	assert_string_not_equal(heard.commit, "");
}

/* The bot dies, or loses its connection, when the seeds of a stopped match are on their way. */
static void seeds_that_may_be_lost_are_told_again(void **state)
{
	struct stage *stage = *state;
	struct promises promises = { { "" }, { "" } };
	begin_old(stage);
	listen(stage, &promises);
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	for (unsigned i = 0; i < 2; i++) {
		memset(promises.seed, 0, sizeof promises.seed);
		if (i == 0)
			kept_restart(stage, OLDER);
		else {
			stage_lose(stage);
			stage_join(stage);
		}
		assert_in(stage->said.bytes, "#table: (fair.hand.seed match=1 hand=1 ");
		listen(stage, &promises);
		assert_string_equal(promises.seed[0], "");
		assert_string_not_equal(promises.seed[1], "");
		assert_string_not_equal(promises.seed[2], "");
	}
	stage_wait(stage, ARRIVED_MS);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* That of the start draw too. */
static void the_first_seed_may_be_lost(void **state)
{
	struct stage *stage = *state;
	begin_old(stage);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_lose(stage);
	stage_join(stage);
	const char *heard = assert_said(stage, "#table: (fair.hand.seed match=1 hand=1 ");
	assert_in(heard, "#table: (fair.hand.seed match=1 hand=0 ");
}

/* Of a match that goes on the seed of the last hand is told again, and once. */
static void a_seed_of_a_live_table_is_told_again_once(void **state)
{
	struct stage *stage = *state;
	begin_old(stage);
	stage_wait(stage, ARRIVED_MS);
	heard_play_hand(stage);
	assert_said(stage, "(fair.hand.seed match=1 hand=1 ");
	stage_lose(stage);
	stage_join(stage);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(fair.hand.seed match=1 hand=1 "), 1);
}

/* They are told once they can be read. */
static void seeds_that_cannot_be_read_stay_owed(void **state)
{
	struct stage *stage = *state;
	stop_old(stage);
	stage_lose(stage);
	stage_hear(stage);
	kept_hide(stage, "hands");
	stage_join(stage);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	kept_show(stage, "hands");
	stage_wait(stage, ARRIVED_MS);
	assert_said(stage, "#table: (fair.hand.seed match=1 hand=1 ");
}

/* Stopped in a hand, a match tells of it too, and of the one that was promised. */
static void a_stopped_match_tells_all_that_it_promised(void **state)
{
	struct stage *stage = *state;
	struct promises promises = { { "" }, { "" } };
	begin_old(stage);
	listen(stage, &promises);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	listen(stage, &promises);
	for (unsigned hand = 0; hand <= 2; hand++)
		assert_string_not_equal(promises.seed[hand], "");
	assert_string_equal(promises.commit[3], "");
}

/* Likewise it is noted that they have arrived, and they are not told again. */
static void seeds_that_cannot_be_read_have_arrived(void **state)
{
	struct stage *stage = *state;
	stop_old(stage);
	heard_noted_late(stage, "hands");
}

/* What has arrived in one channel has not in another. */
static void seeds_are_owed_to_their_own_channel(void **state)
{
	static const char owed[] = "SELECT count(*) FROM hands WHERE match = 1 AND told = 0";
	struct stage *stage = *state;
	stop_old(stage);
	kept_restart(stage, OLDER "UPDATE matches SET channel = '#other' WHERE id = 1");
	int64_t hands = kept_asked(stage, owed);
	assert_true(hands > 0);
	stage_say(stage, "rose", "!new");
	stage_wait(stage, ARRIVED_MS);
	stage_wait(stage, ARRIVED_MS);
	assert_int_equal(kept_asked(stage, owed), hands);
}

/* Of two stopped matches, whose telling is on its way, one is of an older program; it crashes. */
static void crash_behind_both_kinds(struct stage *stage, unsigned old, const char *also)
{
	char sql[256];
	for (unsigned i = 0; i < 2; i++) {
		heard_begin(stage);
		stage_say(stage, "anna", "!stop");
		stage_say(stage, "luc", "!stop");
	}
	snprintf(sql, sizeof sql,
		"DELETE FROM roots WHERE match = %u; UPDATE hands SET told = 0 WHERE match = %u;%s",
		old, old, also);
	kept_restart(stage, sql);
}

/* Whichever is the older: each is told, and once. */
static void matches_of_both_kinds_are_told_in_any_order(void **state)
{
	for (unsigned old = 1; old <= 2; old++) {
		char root[32], seed[32];
		kept_open(state);
		struct stage *stage = *state;
		snprintf(root, sizeof root, "(fair.root match=%u ", 3 - old);
		snprintf(seed, sizeof seed, "(fair.hand.seed match=%u ", old);
		crash_behind_both_kinds(stage, old, "");
		assert_int_equal(case_count(stage->said.bytes, root), 1);
		assert_true(case_count(stage->said.bytes, seed) > 0);
		stage_wait(stage, ARRIVED_MS);
		stage_hear(stage);
		kept_restart(stage, NULL);
		assert_silence(stage);
		kept_close(state);
	}
}

/* What waits in another channel keeps back nothing here. */
static void a_root_is_owed_beside_the_seeds_of_another_channel(void **state)
{
	struct stage *stage = *state;
	crash_behind_both_kinds(stage, 2, "UPDATE matches SET channel = '#other' WHERE id = 2;");
	const char *heard = assert_said(stage, "#table: (fair.root match=1 ");
	assert_not_in(heard, "(fair.hand.seed ");
}

/* A damaged journal ends the match: what was promised is told. */
static void a_match_set_aside_is_told(void **state)
{
	struct stage *stage = *state;
	struct promises promises = { { "" }, { "" } };
	begin_old(stage);
	stage_play(stage, 1, 3);
	listen(stage, &promises);
	kept_hush(stage);
	kept_restart(stage, OLDER "UPDATE moves SET text = '2C 2C' WHERE n = 2");
	assert_null(stage_table(stage, 1));
	listen(stage, &promises);
	assert_string_not_equal(promises.seed[1], "");
	assert_string_not_equal(promises.seed[2], "");
}

/* What comes together with a promise was said before anybody had seen that. */
static void no_nonce_is_taken_before_its_promise_is_said(void **state)
{
	struct stage *stage = *state;
	open_old(stage);
	stage_say(stage, "luc", "!join");
	stage_add(stage, "anna", true, "!start");
	stage_add(stage, "luc", true, "!nonce early");
	stage_say(stage, "luc", "!score");
	assert_said(stage, "luc< [1] (nonce.early)");
	heard_play_hand(stage);
	assert_unsaid(stage, "nonce=early");
}

static void verify_finds_what_was_changed(void **state)
{
	static const char *const changes[] = {
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 1",
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 0",
		"UPDATE hands SET commitment = randomblob(32) WHERE hand = 1",
		"UPDATE hands SET commitment = randomblob(32) WHERE hand = 0",
	};
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		kept_open(state);
		struct stage *stage = *state;
		begin_old(stage);
		stage_play(stage, 1, 12);
		stage_say(stage, "anna", "!stop");
		stage_say(stage, "luc", "!stop");
		kept_meddle(stage, changes[i]);
		stage_hear(stage);
		stage_say(stage, "rose", "!verify 1");
		const char *said = stage_hear(stage);
		if (strstr(said, "(verify.wrong match=1)") == NULL)
			fail_msg("%s: %s", changes[i], said);
		kept_close(state);
	}
}

/* Hands that a program without commitments dealt are played on, and not called proved. */
static void a_table_of_a_still_older_program_goes_on(void **state)
{
	struct stage *stage = *state;
	struct promises promises = { { "" }, { "" } };
	begin_old(stage);
	stage_say(stage, "rose", "!new");
	kept_restart(stage,
		"DELETE FROM hands WHERE hand = 2 OR match = 2;"
		"UPDATE hands SET commitment = NULL;" OLDER);
	assert_said(stage, "(fair.hand match=2 hand=0 ");
	stage_say(stage, "rose", "!leave");
	stage_hear(stage);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_not_in(said, "(fair.hand match=1 hand=1 ");
	assert_true(said_of_hand(said, "fair.hand", 2, promises.commit[2]));
	stage_say(stage, "luc", "!nonce #1 zebra");
	heard_play_hand(stage);
	assert_said(stage, "(fair.nonce seat=luc nonce=zebra)");
	heard_play_hand(stage);
	assert_true(said_of_hand(stage_hear(stage), "fair.hand.seed", 2, promises.seed[2]));
	opens(2, promises.commit[2], promises.seed[2]);
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "(verify.part match=1 proved=1 over=2)");
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		KEPT_CASE(a_match_of_an_older_program_ends_like_that),
		KEPT_CASE(seeds_that_may_be_lost_are_told_again),
		KEPT_CASE(the_first_seed_may_be_lost),
		KEPT_CASE(a_seed_of_a_live_table_is_told_again_once),
		KEPT_CASE(seeds_that_cannot_be_read_stay_owed),
		KEPT_CASE(a_stopped_match_tells_all_that_it_promised),
		KEPT_CASE(seeds_that_cannot_be_read_have_arrived),
		KEPT_CASE(seeds_are_owed_to_their_own_channel),
		cmocka_unit_test(matches_of_both_kinds_are_told_in_any_order),
		KEPT_CASE(a_root_is_owed_beside_the_seeds_of_another_channel),
		KEPT_CASE(a_match_set_aside_is_told),
		KEPT_CASE(no_nonce_is_taken_before_its_promise_is_said),
		cmocka_unit_test(verify_finds_what_was_changed),
		KEPT_CASE(a_table_of_a_still_older_program_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
