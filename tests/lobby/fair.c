/* Tests commitments, nonces, roots and the verify command. */
#include "bot/history/deal.h"
#include "bot/history/record.h"
#include "bot/match/announce.h"
#include "bot/match/seating.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

/* Lets rose ask for the seed of a hand with `verify`. Copies it, or "" if the bot does not reveal
 * it. */
static void ask_seed(struct stage *stage, unsigned hand, char digits[DIGITS + 1])
{
	stage_whisper(stage, "rose", case_text("verify 1 %u", hand));
	const char *said = stage_hear(stage);
	digits[0] = '\0';
	if (!heard_find(said, " seed=", digits))
		assert_in(said, "rose< (verify.no.hand ");
}

STAGE_CASE(a_match_announces_its_commitment_at_the_start_and_its_root_at_the_end)
{
	struct heard heard = { .commit = "" };
	char digits[DIGITS + 1];
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard);
	assert_string_not_equal(heard.commit, "");
	case_dialog(stage, "luc: !join", "anna: !start");
	heard_listen(stage, 1, &heard);
	ask_seed(stage, 0, digits);
	heard_opens(1, 0, heard.commit, digits);
	unsigned hands = 1;
	for (; stage_table(stage, 1) != NULL; hands++) {
		ask_seed(stage, hands, digits);
		assert_string_equal(digits, "");
		ask_seed(stage, hands + 1, digits);
		assert_string_equal(digits, "");
		assert_string_equal(heard.root, "");
		heard_play_hand(stage);
		heard_listen(stage, 1, &heard);
		ask_seed(stage, hands, digits);
		heard_opens(1, hands, heard.commit, digits);
	}
	assert_true(hands > 2);
	assert_string_not_equal(heard.root, "");
	ask_seed(stage, hands, digits);
	assert_string_equal(digits, "");
}

STAGE_CASE(commitments_and_roots_are_announced_in_quiet_channels_too)
{
	for (size_t i = 0; i < stage->lobby.channels.count; i++)
		stage->lobby.channels.channel[i]->settings.quiet = true;
	a_match_announces_its_commitment_at_the_start_and_its_root_at_the_end(stage);
}

STAGE_CASE(a_nonce_is_used_in_the_next_shuffle)
{
	case_dialog(stage, "anna: !new", "luc: !join", "rose: !join");
	assert_reply(stage, "anna", "nonce first", "anna< [1] (nonce.taken.draw nonce=first)");
	assert_answer(stage, "luc", "!nonce zèbre", "luc< [1] (nonce.taken.draw nonce=zèbre)");
	case_dialog(stage, "anna> nonce #7,”.", "rose> nonce gone", "rose: !leave");
	const char *said = assert_answer(stage, "anna", "!start",
		"#table: [1] (fair.nonces.draw match=1 list=(fair.nonce seat=anna nonce=#7,”.), "
		"(fair.nonce seat=luc nonce=zèbre))\n#table: [1] (match.rated) (event.drawn ");
	const struct table *table = stage_table(stage, 1);
	char by_seat[160];
	bool anna = strcmp(table->seat[0].player->name, "anna") == 0;
	snprintf(by_seat, sizeof by_seat,
		"#table: [1] (fair.nonces match=1 hand=1 list=%s)\n#table: [1] (event.hand ",
		anna ? "(fair.nonce seat=anna nonce=#7,”.), (fair.nonce seat=luc nonce=zèbre)"
		     : "(fair.nonce seat=luc nonce=zèbre), (fair.nonce seat=anna nonce=#7,”.)");
	assert_in(said, by_seat);

	/* The cards of this hand come from the announced seed and both nonces. */
	struct deal deal;
	assert_int_equal(deal_reshuffle(stage->store, 1, table->deck.chain, 1, table->game,
				 table_state(stage_table(stage, 1)), 2, &deal),
		STORE_OK);
	assert_int_equal(deal.nonces[anna ? 1 : 0].length, strlen("zèbre"));
	const struct seat_transient *seat =
		&table->transient.seat[table_state(stage_table(stage, 1))->turn];
	unsigned found = 0;
	for (unsigned i = 0; i < seat->shown; i++)
		for (unsigned k = 0; k < 16; k++)
			found += deal.deck[k] == seat->hand[i];
	assert_int_equal(found, seat->shown);

	/* Later nonces count for the next hand only. */
	assert_answer(stage, "luc", "!nonce again", "(nonce.taken nonce=again hand=2)");
	heard_play_hand(stage);
	assert_said(stage,
		anna ? "(fair.nonces match=1 hand=2 list=(fair.nonce seat=anna nonce=), "
		       "(fair.nonce seat=luc nonce=again))\n"
		     : "(fair.nonces match=1 hand=2 list=(fair.nonce seat=luc nonce=again), "
		       "(fair.nonce seat=anna nonce=))\n");
	heard_play_hand(stage);
	assert_unsaid(stage, "(fair.nonces ");
}

STAGE_CASE(ten_people_can_give_nonces_of_the_maximum_length)
{
	char nick[] = "p0";
	char nonce[SHUFFLE_NONCE + 1];
	char text[SHUFFLE_NONCE + 32];
	for (; nick[1] <= '9'; nick[1]++) {
		stage_say(stage, nick, nick[1] == '0' ? "!new mitch decks=2" : "!join");
		memset(nonce, nick[1], SHUFFLE_NONCE);
		nonce[SHUFFLE_NONCE] = '\0';
		snprintf(text, sizeof text, "!nonce %s", nonce);
		stage_say(stage, nick, text);
	}
	stage_hear(stage);
	stage_say(stage, "p0", "!start");
	const char *said = stage_hear(stage);
	for (nick[1] = '0'; nick[1] <= '9'; nick[1]++) {
		memset(nonce, nick[1], SHUFFLE_NONCE);
		snprintf(text, sizeof text, "(fair.nonce seat=%s nonce=%s)", nick, nonce);
		assert_in(said, text);
	}
	for (nick[1] = '0'; nick[1] <= '9'; nick[1]++)
		stage_say(stage, nick, "!stop");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "rose", "!verify 1", "(verify.done match=1 proved=1 over=1)");
}

/* A nonce in the batch of the commitment could have been said before its author saw the
 * commitment. */
STAGE_CASE(a_nonce_is_refused_before_the_commitment_is_announced)
{
	stage_add(stage, "anna", true, "!new");
	stage_add(stage, "anna", true, "!nonce early");
	const char *said = assert_answer(stage, "luc", "!join", "anna< [1] (nonce.early)");
	assert_not_in(said, "nonce=early");
	assert_answer(stage, "anna", "!nonce zebra", "anna< [1] (nonce.taken.draw nonce=zebra)");
	/* From here on a nonce can come at any time, because it counts only for a shuffle whose
	 * seed is committed. */
	stage_add(stage, "anna", true, "!start");
	stage_add(stage, "luc", true, "!nonce tiger");
	assert_answer(stage, "luc", "!score", "luc< [1] (nonce.taken nonce=tiger hand=2)");
	heard_play_hand(stage);
	assert_said(stage, "nonce=tiger");
}

STAGE_CASE(a_nonce_belongs_to_its_giver_not_to_the_seat)
{
	heard_begin(stage);
	case_dialog(stage, "anna: !nonce annas", "luc: !nonce lucs", "rose: !nonce early",
		"anna: !sub rose", "rose: !accept", "rose: !nonce roses", "luc: !leave");
	stage_hear(stage);
	heard_play_hand(stage);
	const char *said = assert_said(stage, "(fair.nonce seat=rose nonce=roses)");
	assert_in(said, "(fair.nonce seat=Ovila nonce=)");
	assert_not_in(said, "annas");
	assert_not_in(said, "lucs");
	assert_not_in(said, "nonce=early");
	/* luc sits down again before the next hand. */
	case_dialog(stage, "luc: !join", "luc: !nonce later");
	heard_play_hand(stage);
	assert_said(stage, "(fair.nonce seat=luc nonce=later)");
	case_dialog(stage, "rose: !stop", "luc: !stop");
	assert_answer(stage, "rose", "!verify 1", "(verify.done ");
}

STAGE_CASE(invalid_nonces_are_refused)
{
	static const char *const wrong[] = {
		"",
		"two words",
		"1234567890123456789012345678901234567890123456789012345678901234x",
		"a\xc2\xa0z",   /* a no-break space */
		"\xc2\xadz",    /* a soft hyphen */
		"\xe2\x80\x8b", /* a zero-width space */
		"\xef\xbb\xbf", /* a byte order mark */
		"bell\a",
		"\xc2\x85",
		"\xe2\x80\xa8",
		"\xff\xfe",
		"\xed\xa0\x80",
		"\xc0\xaf",
	};
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		stage_say(stage, "anna", case_text("!nonce %s", wrong[i]));
		const char *said = stage_hear(stage);
		if (strcmp(said, "anna< (nonce.usage)\n") != 0)
			fail_msg("%zu: %s", i, said);
	}
	assert_answer(stage, "luc", "!nonce zebra", "luc< (not.seated)");
	assert_reply(stage, "anna",
		"nonce 1234567890123456789012345678901234567890123456789012345678901234",
		"anna< [1] (nonce.taken.draw nonce=1234567890");
	assert_reply(stage, "anna", "nonce #1 \xf0\x9f\xa6\x93",
		"anna< [1] (nonce.taken.draw nonce=\xf0\x9f\xa6\x93)");
}

/* Lets two people say the same line in one batch. */
static void say_as_both(struct stage *stage, const char *one, const char *other, const char *text)
{
	stage_add(stage, one, true, text);
	stage_add(stage, other, true, text);
	lobby_commit(&stage->lobby);
}

STAGE_CASE(announcements_of_two_tables_in_one_batch_are_not_mixed)
{
	say_as_both(stage, "anna", "luc", "!new");
	case_dialog(stage, "rose: !join 1", "marc: !join 2");
	say_as_both(stage, "anna", "luc", "!start");
	say_as_both(stage, "anna", "luc", "!nonce zebra");
	say_as_both(stage, "anna", "luc", "!stop");
	say_as_both(stage, "rose", "marc", "!stop");
	unsigned digits[3] = { 0, 0, 0 };
	char *save = NULL;
	for (char *line = strtok_r(stage->said.bytes, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save)) {
		unsigned table = line[8] == '[' ? (unsigned)(line[9] - '0') : 0;
		digits[table] += heard_words(line, strlen(line));
		if (strstr(line, "(fair.") != NULL)
			assert_in(line, table == 1 ? " match=1 " : " match=2 ");
	}
	/* Each of the two tables announces a commitment and a root. */
	assert_int_equal(digits[0], 0);
	assert_int_equal(digits[1], 2);
	assert_int_equal(digits[2], 2);
	string_clear(&stage->said);
}

STAGE_CASE(closed_and_stopped_tables_announce_their_root)
{
	struct heard heard[3] = { { .commit = "" } };
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard[0]);
	stage_say(stage, "anna", "!leave");
	heard_listen(stage, 1, &heard[0]);
	assert_string_not_equal(heard[0].root, "");

	heard_begin(stage);
	heard_listen(stage, 2, &heard[1]);
	assert_string_not_equal(heard[1].commit, heard[0].commit);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	heard_listen(stage, 2, &heard[1]);
	assert_string_not_equal(heard[1].root, "");
	assert_string_not_equal(heard[1].root, heard[0].root);
	assert_answer(stage, "rose", "!verify 2", "rose< (verify.done match=2 proved=1 over=1)");

	heard_begin(stage);
	heard_listen(stage, 3, &heard[2]);
	case_dialog(stage, "anna: !leave", "luc: !leave");
	heard_listen(stage, 3, &heard[2]);
	assert_string_not_equal(heard[2].root, "");
}

STAGE_CASE(watchers_get_nonces_and_roots_in_their_language)
{
	case_dialog(stage, "rose> set lang fr", "anna: !new", "rose: !watch 1", "luc: !join",
		"luc: !nonce zebra");
	const char *said =
		assert_answer(stage, "anna", "!start", "rose< [1] Partie 1, nonces pour le tirage");
	assert_in(said, "rose< [1] Partie 1, nonces pour la brasse 1");
	stage_say(stage, "anna", "!stop");
	assert_answer(stage, "luc", "!stop", "rose< [1] Partie 1, racine");
}

STAGE_CASE(the_verify_command_shows_commitment_seeds_and_root)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "verify", "rose< (verify.usage)" },
		{ "verify x", "rose< (verify.usage)" },
		{ "verify 0", "rose< (verify.usage)" },
		{ "verify 1 x", "rose< (verify.usage)" },
		{ "verify 1 2 3", "rose< (verify.usage)" },
		{ "verify 7", "rose< (no.such.match match=7 " },
		{ "verify 2", "rose< (verify.early match=2)" },
		{ "verify 1 2", "rose< (verify.no.hand hand=2 match=1 over=1)" },
		{ "verify 1 999999999", "rose< (verify.no.hand hand=999999999 match=1 over=1)" },
		{ "vérifier 1", "rose< (verify.done match=1 proved=1 over=1)" },
	};
	struct heard heard = { .commit = "" };
	char seed[DIGITS + 1];
	char commit[DIGITS + 1];
	char wanted[2 * DIGITS + 96];
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	heard_play_hand(stage);
	stage_say(stage, "rose", "!new");
	stage_hear(stage);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, "rose", cases[i].says);
		const char *said = stage_hear(stage);
		if (strncmp(said, cases[i].answer, strlen(cases[i].answer)) != 0)
			fail_msg("%s: %s", cases[i].says, said);
	}
	for (unsigned hand = 0; hand < 2; hand++) {
		ask_seed(stage, hand, seed);
		heard_opens(1, hand, heard.commit, seed);
		snprintf(wanted, sizeof wanted, "!verify 1 %u", hand);
		stage_say(stage, "rose", wanted);
		const char *said = assert_said(stage, case_text(" commitment=%s", heard.commit));
		snprintf(wanted, sizeof wanted,
			" list=(verify.nonce nonce=), (verify.nonce nonce=) seed=%s deck=", seed);
		assert_in(said, wanted);
	}
	/* `verify` shows all digits of the commitment, and the root only after the match. */
	stage_say(stage, "rose", "!verify 1");
	assert_true(heard_find(
		stage_hear(stage), "rose< (verify.commitment match=1 commitment=", commit));
	assert_memory_equal(commit, heard.commit, COMMIT_DIGITS);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	heard_listen(stage, 1, &heard);
	stage_say(stage, "luc", "!verify 1");
	snprintf(wanted, sizeof wanted, "luc< (verify.root match=1 commitment=%s root=%s)", commit,
		heard.root);
	assert_said(stage, wanted);
}

/* Fails unless `verify` notices a change of the database. over: the match ends before the
 * change. */
static void assert_tampering_found(struct stage *stage, const char *change, bool over)
{
	case_dialog(stage, "anna: !new", "anna: !nonce zebra", "luc: !join", "luc: !start");
	stage_play(stage, 1, 12);
	if (!over)
		heard_play_hand(stage);
	if (over) {
		case_dialog(stage, "anna: !stop", "luc: !stop");
	}
	assert_answer(stage, "rose", "!verify 1", "(verify.done ");
	kept_meddle(stage, change);
	stage_say(stage, "rose", "!verify 1");
	const char *said = stage_hear(stage);
	if (strstr(said, "(verify.wrong match=1)") == NULL)
		fail_msg("%s: %s", change, said);
}

CASE(verify_finds_changed_seeds_nonces_dealers_and_moves)
{
	static const char *const changes[] = {
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 1",
		"UPDATE hands SET seed = zeroblob(32) WHERE hand = 0",
		"UPDATE roots SET commitment = randomblob(32)",
		"UPDATE nonces SET text = 'tiger' WHERE hand = 1",
		"UPDATE nonces SET text = 'two words' WHERE hand = 1",
		"UPDATE hands SET dealer = 1 - dealer WHERE hand = 1",
		"UPDATE moves SET text = '2C' WHERE n = 5",
	};
	void *stage;
	for (size_t i = 0; i < 2 * sizeof changes / sizeof changes[0]; i++) {
		kept_open(&stage);
		assert_tampering_found(stage, changes[i / 2], i % 2 == 0);
		kept_close(&stage);
	}
	kept_open(&stage);
	assert_tampering_found(stage, "UPDATE roots SET root = randomblob(32)", true);
	kept_close(&stage);
}

/* A commitment covers 4095 hands, and no further hand can be dealt. */
KEPT_CASE(a_match_ends_as_it_stands_after_its_last_committed_hand)
{
	struct heard heard = { .commit = "" };
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	kept_meddle(stage,
		"UPDATE hands SET hand = 4094 WHERE hand = 1;"
		"UPDATE hands SET hand = 4095 WHERE hand = 2");
	table_state(stage_table(stage, 1))->hand = 4094;
	heard_play_hand(stage);
	assert_int_equal(table_state(stage_table(stage, 1))->hand, 4095);
	/* From here on the network can edit messages: one message shows the table, and its last
	 * line must say that the table is over. */
	stage_shows(stage, true);
	heard_play_hand(stage);
	assert_null(stage_table(stage, 1));
	assert_in(stage->said.bytes, "(match.stands ");
	assert_in(stage->said.bytes, "|(table.over)\n");
	heard_listen(stage, 1, &heard);
	assert_string_not_equal(heard.root, "");
	assert_int_equal(kept_asked(stage, "SELECT max(hand) FROM hands"), 4095);
}

/* Opens a table for two people with a shared deck, as a challenge does, and starts the match. */
static void begin_shared(struct stage *stage, unsigned number, const char *options, const char *one,
	const char *other, int64_t first)
{
	stage_whisper(stage, one, "ping");
	struct table *table = table_new(stage->lobby.channels.channel[0], games[0], 0);
	table->deck = (struct table_deck){ .source = DECK_SHARED, .first = first };
	assert_true(table_set_options(table, options));
	seating_open(&stage->lobby, table,
		people_find_by_connection(&stage->lobby.people, &stage->network, one));
	announce_opening(&stage->lobby, table, MSG_OK, NO_ARGS);
	assert_true(lobby_commit(&stage->lobby));
	stage_say(stage, other, case_text("!join %u", number));
	stage_say(stage, one, number == 1 ? "!nonce pepper" : "!nonce salt");
	stage_say(stage, one, "!start");
}

static void assert_same_cards(struct stage *stage)
{
	assert_memory_equal(table_state(stage_table(stage, 1)), table_state(stage_table(stage, 2)),
		games[0]->state_size);
}

/* Returns true if the record or an answer tells cards, a seed or the root of match 1. */
static bool is_told(struct stage *stage)
{
	struct store_match row;
	struct string text = STRING_EMPTY;
	char digits[DIGITS + 1];
	assert_int_equal(store_get_match(stage->store, 1, &row), STORE_OK);
	assert_int_equal(history_write_record(stage->store, &row, &text), STORE_OK);
	bool told = strstr(text.bytes, "\nhand ") != NULL || strstr(text.bytes, "root") != NULL;
	string_free(&text);
	stage_whisper(stage, "sam", "verify 1 1");
	told = told || heard_find(stage_hear(stage), " seed=", digits);
	stage_whisper(stage, "sam", "verify 1");
	return heard_find(stage_hear(stage), " root=", digits) || told;
}

static void stop(struct stage *stage, const char *one, const char *other)
{
	stage_say(stage, one, "!stop");
	stage_say(stage, other, "!stop");
}

KEPT_CASE(a_deck_shared_by_two_tables_is_revealed_when_both_have_ended)
{
	char commit[2][COMMIT_DIGITS + 1], root[2][DIGITS + 1];
	begin_shared(stage, 1, "", "anna", "luc", 0);
	assert_true(heard_copy(
		stage_hear(stage), "commitment match=1 digits=", commit[0], COMMIT_DIGITS));
	begin_shared(stage, 2, "", "rose", "marc", 1);
	assert_true(heard_copy(
		stage_hear(stage), "commitment match=2 digits=", commit[1], COMMIT_DIGITS));
	assert_string_equal(commit[0], commit[1]);
	assert_same_cards(stage);
	kept_restart(stage, NULL);
	heard_play_hand(stage);
	assert_false(is_told(stage));
	stage_play(stage, 2, stage_table(stage, 1)->moves);
	assert_same_cards(stage);
	assert_int_equal(table_state(stage_table(stage, 1))->hand, 2);

	stop(stage, "anna", "luc");
	stage_wait(stage, 2 * ARRIVED_MS);
	assert_null(strstr(stage_hear(stage), "fair.root"));
	assert_false(is_told(stage));
	kept_restart(stage, NULL);
	stage_wait(stage, 2 * ARRIVED_MS);
	assert_null(strstr(stage_hear(stage), "fair.root"));

	stop(stage, "rose", "marc");
	const char *said = stage_hear(stage);
	assert_true(heard_find(said, "root match=1 digits=", root[0]));
	assert_true(heard_find(said, "root match=2 digits=", root[1]));
	assert_string_equal(root[0], root[1]);
	uint8_t bytes[STORE_SEED];
	sodium_hex2bin(bytes, sizeof bytes, root[0], DIGITS, NULL, NULL, NULL);
	heard_opens(deal_shared_chain(bytes), SHUFFLE_HANDS - 1, commit[0], root[0]);
	assert_true(is_told(stage));
	assert_reply(stage, "sam", "verify 2", "sam< (verify.done match=2 proved=2 over=2)");
	stage_wait(stage, 2 * ARRIVED_MS);
	kept_restart(stage, NULL);
	assert_null(strstr(stage_hear(stage), "fair.root"));
}

KEPT_CASE(advice_tells_no_cards_while_another_match_has_the_same_deck)
{
	stage->lobby.settings.advice = true;
	begin_shared(stage, 1, "target=10", "anna", "luc", 0);
	begin_shared(stage, 2, "target=10", "rose", "marc", 1);
	stage_play(stage, 1, 1000);
	assert_null(stage_table(stage, 1));
	assert_not_in(stage_hear(stage), "(advice ");
	stage_play(stage, 2, 1000);
	const char *heard = strstr(stage_hear(stage), "(advice ");
	assert_non_null(heard);
	assert_in(heard, " match=2 own=");
}
