/* Deals that anybody can check: what is said when, and that it fits, whatever happens in between.
 */
#include <stdio.h>

#include <sodium.h>

#include "bot/fair.h"
#include "tests/stage/kept.h"

enum { DIGITS = 2 * STORE_SEED, ARRIVED_MS = 11000 };

/* What a channel heard in a match: of each hand its commitment and seed, or "". */
struct heard {
	char commit[32][DIGITS + 1];
	char seed[32][DIGITS + 1];
};

/* Copies the digits behind "START HAND: " somewhere in text; false: that is not there. */
static bool find_digits(const char *text, const char *start, unsigned hand, char digits[DIGITS + 1])
{
	char key[64];
	if (hand == 0)
		snprintf(key, sizeof key, "%s the draw: ", start);
	else
		snprintf(key, sizeof key, "%s hand %u: ", start, hand);
	const char *found = strstr(text, key);
	if (found == NULL)
		return false;
	found += strlen(key);
	assert_int_equal(strspn(found, "0123456789abcdef"), DIGITS);
	memcpy(digits, found, DIGITS);
	digits[DIGITS] = '\0';
	return true;
}

/* Checks a seed against its commitment, both as they were said. */
static void assert_opens(int64_t match, unsigned hand, const char *commit, const char *seed_digits)
{
	uint8_t bytes[128];
	char digits[DIGITS + 1];
	uint8_t seed[STORE_SEED];
	uint8_t hash[crypto_hash_sha256_BYTES];
	int label = snprintf(
		(char *)bytes, sizeof bytes, "mitaines-fair-1|%lld|%u", (long long)match, hand);
	assert_int_equal(
		sodium_hex2bin(seed, sizeof seed, seed_digits, DIGITS, NULL, NULL, NULL), 0);
	memcpy(bytes + label + 1, seed, sizeof seed);
	crypto_hash_sha256(hash, bytes, (size_t)label + 1 + sizeof seed);
	sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
	assert_string_equal(digits, commit);
}

/*
 * Reads what was said: a commitment repeated is the same, a seed comes once its commitment was said
 * and fits it.
 */
static void listen_to(struct stage *stage, int64_t match, struct heard *heard)
{
	char digits[DIGITS + 1];
	const char *text = stage_hear(stage);
	for (unsigned hand = 0; hand < 32; hand++) {
		if (find_digits(text, "Commitment to", hand, digits)) {
			if (heard->commit[hand][0] != '\0')
				assert_string_equal(heard->commit[hand], digits);
			assert_string_equal(heard->seed[hand], "");
			memcpy(heard->commit[hand], digits, sizeof digits);
		}
		if (find_digits(text, "Seed of", hand, digits)) {
			assert_string_not_equal(heard->commit[hand], "");
			memcpy(heard->seed[hand], digits, sizeof digits);
			assert_opens(match, hand, heard->commit[hand], digits);
		}
	}
}

static void begin(struct stage *stage)
{
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
}

/* Plays until the hand of table 1 ends, or the match does. */
static void play_hand(struct stage *stage)
{
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	while (stage_table(stage, 1) != NULL && table_state(stage_table(stage, 1))->hand == hand)
		stage_play(stage, 1, 1);
}

static void each_hand_is_promised_before_it_and_told_after_it(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	stage_say(stage, "anna", "!new");
	listen_to(stage, 1, &heard);
	assert_string_not_equal(heard.commit[0], "");
	assert_string_not_equal(heard.commit[1], "");
	assert_string_equal(heard.commit[2], "");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	listen_to(stage, 1, &heard);
	assert_string_not_equal(heard.seed[0], "");
	assert_string_equal(heard.seed[1], "");
	unsigned hands = 1;
	while (stage_table(stage, 1) != NULL) {
		assert_string_not_equal(heard.commit[hands + 1], "");
		assert_string_equal(heard.seed[hands], "");
		play_hand(stage);
		listen_to(stage, 1, &heard);
		assert_string_not_equal(heard.seed[hands], "");
		hands++;
	}
	/* What was promised and never dealt is told too. */
	assert_true(hands > 2);
	assert_string_not_equal(heard.seed[hands], "");
	assert_string_equal(heard.commit[hands + 1], "");
}

/* Channels that want few words hear of deals all the same. */
static void quiet_channels_hear_it_too(void **state)
{
	struct stage *stage = *state;
	for (size_t i = 0; i < stage->lobby.channels; i++)
		stage->lobby.channel[i]->terms.quiet = true;
	each_hand_is_promised_before_it_and_told_after_it(state);
}

static void nonces_count_for_the_next_shuffle(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	stage_hear(stage);
	stage_whisper(stage, "anna", "nonce first");
	assert_said(stage, "anna< [1] “first” goes into the draw and the shuffle of hand 1");
	stage_say(stage, "luc", "!nonce zèbre");
	assert_said(stage, "luc< [1] “zèbre” goes into");
	stage_whisper(stage, "anna", "nonce #7,”.");
	stage_whisper(stage, "rose", "nonce gone");
	stage_say(stage, "rose", "!leave");
	stage_hear(stage);
	stage_say(stage, "anna", "!start");
	const char *said = stage_hear(stage);
	assert_non_null(
		strstr(said, "Nonces by seat: anna “#7,”.”, luc “zèbre”. Seed of the draw"));
	const struct table *table = stage_table(stage, 1);
	char by_seat[128];
	bool anna = strcmp(table->seat[0].player->name, "anna") == 0;
	snprintf(by_seat, sizeof by_seat, "Nonces by seat: %s. Commitment to hand 2",
		anna ? "anna “#7,”.”, luc “zèbre”" : "luc “zèbre”, anna “#7,”.”");
	assert_non_null(strstr(said, by_seat));

	/* The cards in play are those that seed and nonces give. */
	struct deal deal;
	assert_int_equal(fair_again(stage->store, 1, 1, table->game,
				 table_state(stage_table(stage, 1)), 2, &deal),
		STORE_OK);
	assert_int_equal(deal.nonces[anna ? 1 : 0].length, strlen("zèbre"));
	const struct seat *seat = &table->seat[table_state(stage_table(stage, 1))->turn];
	unsigned found = 0;
	for (unsigned i = 0; i < seat->shown; i++)
		for (unsigned k = 0; k < 16; k++)
			found += deal.deck[k] == seat->hand[i];
	assert_int_equal(found, seat->shown);

	/* From now on for the next hand, and once. */
	stage_say(stage, "luc", "!nonce again");
	assert_said(stage, "“again” goes into the shuffle of hand 2");
	play_hand(stage);
	assert_said(stage,
		anna ? "Nonces by seat: anna “”, luc “again”."
		     : "Nonces by seat: luc “again”, anna “”.");
	play_hand(stage);
	assert_null(strstr(stage_hear(stage), "Nonces by seat"));
}

/* Ten people, two decks, and as much of everything as there can be. */
static void ten_people_give_the_longest_nonces(void **state)
{
	struct stage *stage = *state;
	char nick[] = "p0";
	char nonce[FAIRNESS_NONCE + 1];
	char text[FAIRNESS_NONCE + 16];
	for (; nick[1] <= '9'; nick[1]++) {
		stage_say(stage, nick, nick[1] == '0' ? "!new mitch decks=2" : "!join");
		memset(nonce, nick[1], FAIRNESS_NONCE);
		nonce[FAIRNESS_NONCE] = '\0';
		snprintf(text, sizeof text, "!nonce %s", nonce);
		stage_say(stage, nick, text);
	}
	stage_hear(stage);
	stage_say(stage, "p0", "!start");
	const char *said = stage_hear(stage);
	for (nick[1] = '0'; nick[1] <= '9'; nick[1]++) {
		memset(nonce, nick[1], FAIRNESS_NONCE);
		snprintf(text, sizeof text, "%s “%s”", nick, nonce);
		assert_non_null(strstr(said, text));
	}
	for (nick[1] = '0'; nick[1] <= '9'; nick[1]++)
		stage_say(stage, nick, "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "Match 1, hands proved: 1 of 1, and the draw");
}

/* Bytes nobody sees, blanks, too much of it; and who does not sit there. */
static void what_is_no_nonce_is_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"two words",
		"1234567890123456789012345678901234567890123456789012345678901234x",
		"a\xc2\xa0z",   /* a blank that does not break */
		"\xc2\xadz",    /* a hyphen that may not show */
		"\xe2\x80\x8b", /* of no width */
		"\xef\xbb\xbf", /* the mark at the beginning of files */
		"bell\a",
		"\xc2\x85",
		"\xe2\x80\xa8",
		"\xff\xfe",
		"\xed\xa0\x80",
		"\xc0\xaf",
	};
	struct stage *stage = *state;
	char text[256];
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(text, sizeof text, "!nonce %s", wrong[i]);
		stage_say(stage, "anna", text);
		const char *said = stage_hear(stage);
		if (strncmp(said, "anna< Say !nonce and one word", 29) != 0)
			fail_msg("%zu: %s", i, said);
	}
	stage_say(stage, "luc", "!nonce zebra");
	assert_said(stage, "luc< You don't sit at that table.");
	stage_whisper(stage, "anna",
		"nonce 1234567890123456789012345678901234567890123456789012345678901234");
	assert_said(stage, "anna< [1] “1234567890");
	stage_whisper(stage, "anna", "nonce #1 \xf0\x9f\xa6\x93");
	assert_said(stage, "anna< [1] “\xf0\x9f\xa6\x93” goes");
}

static void crash_after(struct stage *stage, unsigned moves)
{
	struct heard heard = { .commit = { "" } };
	stage_say(stage, "anna", "!new target=150");
	listen_to(stage, 1, &heard);
	kept_restart(stage, NULL);
	stage->chance.seed = 100;
	listen_to(stage, 1, &heard);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!nonce zebra");
	kept_restart(stage, NULL);
	stage->chance.seed = 200;
	listen_to(stage, 1, &heard);
	stage_say(stage, "anna", "!start");
	assert_non_null(strstr(stage->said.bytes, "luc “zebra”"));
	listen_to(stage, 1, &heard);
	stage_play(stage, 1, moves);
	stage_say(stage, "luc", "!nonce tiger");
	listen_to(stage, 1, &heard);
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	kept_restart(stage, NULL);
	stage->chance.seed = 300;
	assert_int_equal(table_state(stage_table(stage, 1))->hand, hand);
	assert_non_null(strstr(stage->said.bytes, "This is match 1."));
	listen_to(stage, 1, &heard);
	play_hand(stage);
	assert_non_null(strstr(stage->said.bytes, "luc “tiger”"));
	listen_to(stage, 1, &heard);
	while (stage_table(stage, 1) != NULL) {
		play_hand(stage);
		listen_to(stage, 1, &heard);
	}
	for (unsigned h = 0; h < 32; h++)
		assert_int_equal(heard.commit[h][0] != '\0', heard.seed[h][0] != '\0');
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, ", and the draw. Seeds fit the commitments");
}

/* The bot ends anywhere: promises and nonces stay, and everything promised is told in the end. */
static void a_crash_keeps_promises_and_nonces(void **state)
{
	static const unsigned moves[] = { 0, 1, 30 };
	for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
		kept_open(state);
		crash_after(*state, moves[i]);
		kept_close(state);
	}
}

/* Says the same in two names before the turn of the loop ends. */
static void say_twice(struct stage *stage, const char *one, const char *other, const char *text)
{
	const char *const nicks[] = { one, other };
	for (unsigned i = 0; i < 2; i++) {
		const struct sender sender = {
			.key = nicks[i], .nick = nicks[i], .first = nicks[i], .mask = "somebody!@"
		};
		stage->network.events->message(
			&stage->lobby, &stage->network, &sender, "#table", text);
	}
	lobby_turn(&stage->lobby);
}

/* What belongs to one table is not said of another that has its turn at the same time. */
static void tables_keep_their_words_apart(void **state)
{
	struct stage *stage = *state;
	say_twice(stage, "anna", "luc", "!new");
	stage_say(stage, "rose", "!join 1");
	stage_say(stage, "marc", "!join 2");
	say_twice(stage, "anna", "luc", "!start");
	say_twice(stage, "anna", "luc", "!nonce zebra");
	say_twice(stage, "anna", "luc", "!stop");
	say_twice(stage, "rose", "marc", "!stop");
	unsigned digits[3] = { 0, 0, 0 };
	char *save = NULL;
	for (char *line = strtok_r(stage->said.bytes, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save)) {
		unsigned table = line[8] == '[' ? (unsigned)(line[9] - '0') : 0;
		for (const char *at = line; (at = strpbrk(at, "0123456789abcdef")) != NULL;) {
			size_t length = strspn(at, "0123456789abcdef");
			digits[table] += length == DIGITS;
			at += length;
		}
		if (strstr(line, "Seed of the draw") != NULL)
			assert_non_null(strstr(line, table == 1 ? "anna draws" : "luc draws"));
		if (strstr(line, "This is match") != NULL)
			assert_int_equal(strstr(line, "This is match ")[14], '0' + (int)table);
	}
	/* Each: three commitments, three seeds. */
	assert_int_equal(digits[0], 0);
	assert_int_equal(digits[1], 6);
	assert_int_equal(digits[2], 6);
	string_clear(&stage->said);
}

static void closed_and_stopped_tables_are_told(void **state)
{
	struct stage *stage = *state;
	struct heard heard[3] = { { .commit = { "" } } };
	stage_say(stage, "anna", "!new");
	listen_to(stage, 1, &heard[0]);
	stage_say(stage, "anna", "!leave");
	listen_to(stage, 1, &heard[0]);
	assert_string_not_equal(heard[0].seed[0], "");
	assert_string_not_equal(heard[0].seed[1], "");

	begin(stage);
	listen_to(stage, 2, &heard[1]);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	listen_to(stage, 2, &heard[1]);
	assert_string_not_equal(heard[1].seed[1], "");
	assert_string_not_equal(heard[1].seed[2], "");
	stage_say(stage, "rose", "!verify 2");
	assert_said(stage, "rose< Match 2, hands proved: 1 of 1, and the draw");

	begin(stage);
	listen_to(stage, 3, &heard[2]);
	stage_say(stage, "anna", "!leave");
	stage_say(stage, "luc", "!leave");
	listen_to(stage, 3, &heard[2]);
	assert_string_not_equal(heard[2].seed[1], "");
	assert_string_not_equal(heard[2].seed[2], "");
}

/* A match whose journal is damaged can never go on: its seeds are told all the same, once. */
static void a_match_set_aside_is_told(void **state)
{
	struct heard heard = { .commit = { "" } };
	struct stage *stage = *state;
	begin(stage);
	stage_play(stage, 1, 3);
	listen_to(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage, "UPDATE moves SET text = '2C 2C' WHERE n = 2");
	assert_null(stage_table(stage, 1));
	char digits[DIGITS + 1];
	const char *said = stage_hear(stage);
	for (unsigned hand = 1; hand < 3; hand++) {
		char key[64];
		snprintf(key, sizeof key, "#table: Seed of hand %u of match 1: ", hand);
		const char *found = strstr(said, key);
		assert_non_null(found);
		memcpy(digits, found + strlen(key), DIGITS);
		digits[DIGITS] = '\0';
		assert_opens(1, hand, heard.commit[hand], digits);
	}
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	assert_string_equal(stage_hear(stage), "");
	kept_restart(stage, NULL);
	assert_string_equal(stage_hear(stage), "");
}

/* What was on disk when the bot died, but never got out, is told when it is back; and then once. */
static void what_a_crash_kept_back_is_told(void **state)
{
	struct heard heard = { .commit = { "" } };
	char digits[DIGITS + 1];
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!nonce zebra");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	listen_to(stage, 1, &heard);
	/* The deal, as if it had not been heard. */
	kept_restart(stage, NULL);
	assert_said(stage, "Seed of the draw: ");
	kept_restart(stage, NULL);
	const char *said = stage_hear(stage);
	const char *nonces = strstr(said, "Nonces by seat: “zebra” “”. Commitment to hand 2: ");
	if (nonces == NULL)
		nonces = strstr(said, "Nonces by seat: “” “zebra”. Commitment to hand 2: ");
	assert_non_null(nonces);
	assert_non_null(strstr(said, "Nonces by seat: “zebra” “”. Seed of the draw: "));
	/* The end of the match, likewise. */
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	said = stage_hear(stage);
	assert_non_null(strstr(said, "#table: Nonces by seat in hand 1 of match 1: “"));
	assert_true(find_digits(said, "Seed of", 0, digits) == false);
	for (unsigned hand = 1; hand < 3; hand++) {
		char key[64];
		snprintf(key, sizeof key, "#table: Seed of hand %u of match 1: ", hand);
		const char *found = strstr(said, key);
		assert_non_null(found);
		memcpy(digits, found + strlen(key), DIGITS);
		assert_opens(1, hand, heard.commit[hand], digits);
	}
	stage_wait(stage, ARRIVED_MS);
	kept_restart(stage, NULL);
	assert_string_equal(stage_hear(stage), "");
}

/* The connection is lost right after the end of a match, and the line on its way with it. */
static void what_a_lost_connection_kept_back_is_told(void **state)
{
	struct stage *stage = *state;
	begin(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_lose(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_non_null(strstr(said, "#table: Seed of hand 1 of match 1: "));
	assert_non_null(strstr(said, "#table: Seed of hand 2 of match 1: "));
	assert_null(strstr(said, "draw"));
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_string_equal(stage_hear(stage), "");
}

/* Nobody heard what was said meanwhile: it is said again, and until then no nonce is taken. */
static void out_of_the_channel_nothing_is_promised(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	begin(stage);
	listen_to(stage, 1, &heard);
	stage_lose(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "anna< I am not in #table now");
	stage_join(stage);
	const char *said = stage_hear(stage);
	char digits[DIGITS + 1];
	assert_true(find_digits(said, "Seed of", 0, digits));
	assert_opens(1, 0, heard.commit[0], digits);
	assert_true(find_digits(said, "Commitment to", 1, digits));
	assert_string_equal(digits, heard.commit[1]);
	assert_true(find_digits(said, "Commitment to", 2, digits));
	assert_string_equal(digits, heard.commit[2]);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "goes into the shuffle of hand 2");
}

static void a_seed_owed_is_told_when_the_bot_is_back(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	begin(stage);
	listen_to(stage, 1, &heard);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_non_null(strstr(said, "#table: Seed of hand 1 of match 1: "));
	assert_non_null(strstr(said, "#table: Seed of hand 2 of match 1: "));
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	assert_null(strstr(stage_hear(stage), "Seed"));
}

/* The turn that told it was not kept: it is told again, and once. */
static void a_seed_that_could_not_be_told_is_told_later(void **state)
{
	struct stage *stage = *state;
	begin(stage);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	stage->log.level = 0;
	stage->lobby.failed = STORE_FULL;
	stage_hear(stage);
	stage_join(stage);
	assert_null(strstr(stage_hear(stage), "Seed"));
	stage_wait(stage, 5000);
	assert_non_null(strstr(stage_hear(stage), "#table: Seed of hand 1 of match 1: "));
	stage_wait(stage, 5000);
	assert_null(strstr(stage_hear(stage), "Seed"));
}

/* Another program holds the database: nothing is said of a promise that is not on disk. */
static void what_is_not_on_disk_is_not_promised(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	static const char *const tries[] = { "!new", "!start", "!nonce zebra" };
	for (size_t i = 0; i < 3; i++) {
		stage_say(stage, "anna", tries[i]);
		const char *said = stage_hear(stage);
		assert_non_null(strstr(said, "anna< That could not be saved"));
		assert_null(strstr(said, "ommitment"));
		assert_null(strstr(said, "eed"));
		assert_null(strstr(said, "zebra"));
	}
	sqlite3_close(other);
	stage_wait(stage, 5000);
	stage_say(stage, "anna", "!start");
	const char *said = stage_hear(stage);
	assert_non_null(strstr(said, "Seed of the draw"));
	assert_null(strstr(said, "zebra"));
}

static void verify_says_what_can_be_checked(void **state)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "verify", "rose< Which match?" },
		{ "verify x", "rose< Which match?" },
		{ "verify 0", "rose< Which match?" },
		{ "verify 1 x", "rose< Which match?" },
		{ "verify 1 2 3", "rose< Which match?" },
		{ "verify 7", "rose< There is no match 7." },
		{ "verify 2", "rose< No hand of match 2 is over" },
		{ "verify 1 2", "rose< Match 1 has hands 0 (the draw) to 1 to check; hand 2" },
		{ "verify 1 999999999", "rose< Match 1 has hands 0 (the draw) to 1" },
		{ "vérifier 1", "rose< Match 1, hands proved: 1 of 1, and the draw" },
	};
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	char wanted[2 * DIGITS + 64];
	begin(stage);
	listen_to(stage, 1, &heard);
	play_hand(stage);
	listen_to(stage, 1, &heard);
	stage_say(stage, "rose", "!new");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, "rose", cases[i].says);
		const char *said = stage_hear(stage);
		if (strncmp(said, cases[i].answer, strlen(cases[i].answer)) != 0)
			fail_msg("%s: %s", cases[i].says, said);
	}
	for (unsigned hand = 0; hand < 2; hand++) {
		char says[32];
		snprintf(says, sizeof says, "!verify 1 %u", hand);
		stage_say(stage, "rose", says);
		snprintf(wanted, sizeof wanted,
			"commitment %s, nonces by seat “” “”, seed %s, deck ", heard.commit[hand],
			heard.seed[hand]);
		assert_said(stage, wanted);
	}
	/* Nothing of the hand in play. */
	stage_say(stage, "rose", "!verify 1");
	stage_whisper(stage, "rose", "verify 1 2");
	assert_null(strstr(stage_hear(stage), heard.commit[2]));
}

static void assert_found(struct stage *stage, const char *change)
{
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!nonce zebra");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!start");
	stage_play(stage, 1, 12);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "Seeds fit the commitments");
	kept_meddle(stage, change);
	stage_say(stage, "rose", "!verify 1");
	const char *said = stage_hear(stage);
	if (strstr(said, "Match 1 does NOT check") == NULL)
		fail_msg("%s: %s", change, said);
}

/* Somebody changes the database: a seed, a commitment, a nonce, the first dealer. */
static void verify_finds_what_was_changed(void **state)
{
	static const char *const changes[] = {
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 1",
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 0",
		"UPDATE hands SET commitment = randomblob(32) WHERE hand = 1",
		"UPDATE nonces SET text = 'tiger' WHERE hand = 1",
		"UPDATE nonces SET text = 'two words' WHERE hand = 1",
		"UPDATE hands SET dealer = 1 - dealer WHERE hand = 1",
		"UPDATE moves SET text = '2C' WHERE n = 5",
	};
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		kept_open(state);
		assert_found(*state, changes[i]);
		kept_close(state);
	}
}

/* Hands that a program without commitments dealt are played on, and not called proved. */
static void a_table_of_an_older_program_goes_on(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	begin(stage);
	stage_say(stage, "rose", "!new");
	kept_restart(stage,
		"DELETE FROM hands WHERE hand = 2 OR match = 2;"
		"UPDATE hands SET commitment = NULL");
	assert_said(stage, "This is match 2. Commitment to the draw: ");
	stage_say(stage, "rose", "!leave");
	stage_hear(stage);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_null(strstr(said, "Commitment to hand 1: "));
	assert_true(find_digits(said, "Commitment to", 2, heard.commit[2]));
	stage_say(stage, "luc", "!nonce #1 zebra");
	play_hand(stage);
	assert_said(stage, "luc “zebra”");
	play_hand(stage);
	listen_to(stage, 1, &heard);
	assert_string_not_equal(heard.seed[2], "");
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "Match 1, hands proved: 1 of 2.");
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		STAGE_CASE(each_hand_is_promised_before_it_and_told_after_it),
		STAGE_CASE(quiet_channels_hear_it_too),
		STAGE_CASE(nonces_count_for_the_next_shuffle),
		STAGE_CASE(ten_people_give_the_longest_nonces),
		STAGE_CASE(what_is_no_nonce_is_refused),
		cmocka_unit_test(a_crash_keeps_promises_and_nonces),
		STAGE_CASE(tables_keep_their_words_apart),
		STAGE_CASE(closed_and_stopped_tables_are_told),
		KEPT_CASE(a_match_set_aside_is_told),
		KEPT_CASE(what_a_crash_kept_back_is_told),
		STAGE_CASE(what_a_lost_connection_kept_back_is_told),
		STAGE_CASE(out_of_the_channel_nothing_is_promised),
		STAGE_CASE(a_seed_owed_is_told_when_the_bot_is_back),
		STAGE_CASE(a_seed_that_could_not_be_told_is_told_later),
		KEPT_CASE(what_is_not_on_disk_is_not_promised),
		STAGE_CASE(verify_says_what_can_be_checked),
		cmocka_unit_test(verify_finds_what_was_changed),
		KEPT_CASE(a_table_of_an_older_program_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
