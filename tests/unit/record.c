/* Records: vectors replay, written matches read back, and errors are reported. */
#include "engine/record.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/options.h"
#include "tests/records.h"
#include "tests/stage/fault.h"

#define VECTORS "tests/vectors"

/* The vectors */

static void replay(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[RECORD_LINE + 2];
	struct record record;
	unsigned ended = 0;
	assert_non_null(file);
	record_open(&record, false);
	while (fgets(line, sizeof line, file) != NULL) {
		enum record_step step = record_line(&record, line, strcspn(line, "\n"));
		if (step == RECORD_FAILED)
			fail_msg("%s:%u: %s", path, record.line, record_error_words(record.error));
		ended += step == RECORD_HAND;
		if (record.seats > 0 && record.state.phase != PHASE_NEW)
			assert_null(game_fault(record.game, &record.state));
	}
	fclose(file);
	assert_int_equal(record_close(&record), RECORD_ON);
	assert_int_equal(ended, 1);
	assert_int_equal(record.hands, 1);
	assert_true(record.moves > 0);
}

CASE(the_records_in_the_test_vectors_can_be_replayed)
{
	DIR *folder = opendir(VECTORS);
	struct dirent *entry;
	unsigned count = 0;

	assert_non_null(folder);
	while ((entry = readdir(folder)) != NULL) {
		const char *end = strrchr(entry->d_name, '.');
		char path[sizeof VECTORS + sizeof entry->d_name];
		if (end == NULL || strcmp(end, ".rec") != 0)
			continue;
		snprintf(path, sizeof path, VECTORS "/%s", entry->d_name);
		replay(path);
		count++;
	}
	closedir(folder);
	assert_int_equal(count, 14);
}

/* Matches written and read back */

/* A match that is played and written to a text. */
struct scribe {
	const struct game *game;
	struct chance chance;
	struct text text;
	int64_t match;
	unsigned seats;
	unsigned options, hands, moves, way;
	struct shuffle_chain chain;
	union {
		struct state state;
		uint64_t block[GAME_BLOCK / 8];
	};
	char buffer[1 << 16];
};

/* Two ways to prove decks: the head of a record has the root, or each hand has its seed. */
enum { ROOT_TOLD, SEEDS_TOLD, WAYS };

static void draw_bytes(struct chance *chance, uint8_t bytes[SHUFFLE_SEED])
{
	for (unsigned i = 0; i < SHUFFLE_SEED; i++)
		bytes[i] = (uint8_t)chance_next(chance);
}

/* Deals a verifiable hand; most seats give a nonce. */
static void write_deal(struct scribe *scribe)
{
	static const char *const texts[] = { "", "a#b", "é♦", "#", "x" };
	struct nonce nonces[SEATS_MAX];
	uint8_t seed[SHUFFLE_SEED];
	card deck[DECK_MAX];
	unsigned size = game_deck(scribe->game, &scribe->state, deck);
	const struct shuffle shuffle = { .match = scribe->match, .hand = scribe->state.hand + 1u };
	shuffle_chain_seed(&scribe->chain, shuffle.hand, seed);
	for (unsigned seat = 0; seat < scribe->seats; seat++) {
		nonces[seat].length = (uint8_t)strlen(texts[seat % 5]);
		memcpy(nonces[seat].text, texts[seat % 5], nonces[seat].length);
	}
	shuffle_deck(shuffle, seed, nonces, scribe->seats, deck, size);
	record_add_hand(&scribe->text, scribe->state.dealer, deck, size);
	record_add_proof(
		&scribe->text, nonces, scribe->seats, scribe->way == ROOT_TOLD ? NULL : seed);
	scribe->game->deal(&scribe->state, deck, NULL);
}

/* Plays a hand to its end, or at most `most` moves. */
static void write_hand(struct scribe *scribe, unsigned most)
{
	write_deal(scribe);
	for (; scribe->state.phase == PHASE_PLAY && most > 0; most--) {
		struct moves moves;
		struct move move;
		scribe->game->legal(&scribe->state, &moves);
		move = moves.move[chance_below(&scribe->chance, moves.count)];
		move_write(&scribe->text, move);
		text_char(&scribe->text, '\n');
		scribe->game->apply(&scribe->state, move, NULL);
		scribe->moves++;
	}
	if (scribe->state.phase == PHASE_PLAY)
		return;
	scribe->hands++;
	record_add_score(&scribe->text, scribe->state.points, scribe->seats);
}

static void assert_comes_back(const struct scribe *scribe)
{
	struct record record;
	if (read_text(&record, scribe->buffer, true) == RECORD_FAILED)
		fail_msg("line %u: %s\n%s", record.line, record_error_words(record.error),
			scribe->buffer);
	assert_ptr_equal(record.game, scribe->game);
	assert_int_equal(record.match, scribe->match);
	assert_int_equal(record.seats, scribe->seats);
	assert_int_equal(record.hands, scribe->hands);
	assert_int_equal(record.moves, scribe->moves);
	assert_int_equal(record.proved, scribe->state.hand);
	assert_memory_equal(&record.state, &scribe->state, scribe->game->state_size);
	assert_string_equal(record.name[0], "an_na_");
	assert_string_equal(record.name[1], "_");
}

/* Writes a random match, and fails unless it can be read back. Returns 1 plus the number of the
 * options, or 0 if they contradict each other. */
static unsigned write_match(const struct game *game, unsigned preset, unsigned seats, uint64_t seed)
{
	static const char *const names[SEATS_MAX] = { "an na#", "", "rose", "yves", "♠é", "6", "7",
		"8", "9", "10" };
	static struct scribe scribe;
	char options[256];
	struct text chosen = text_in(options, sizeof options);
	uint8_t root[SHUFFLE_SEED], commit[SHUFFLE_COMMIT];
	const unsigned way = (unsigned)(seed % WAYS);
	const struct record_head head = { .game = game->name,
		.preset = game->presets[preset],
		.options = options,
		.match = 99,
		.commit = commit,
		.root = way == ROOT_TOLD ? root : NULL,
		.seats = seats,
		.names = names };
	memset(&scribe, 0, sizeof scribe);
	scribe.way = way;
	scribe.game = game;
	scribe.chance.seed = seed;
	scribe.match = 99;
	scribe.seats = seats;
	scribe.text = text_in(scribe.buffer, sizeof scribe.buffer);
	game_open(game, &scribe.state, preset);
	scribe.options = options_choose(game, &scribe.state, &scribe.chance, &chosen);
	if (game_start(game, &scribe.state, seats, seats - 1) != REFUSE_NONE)
		return 0;
	draw_bytes(&scribe.chance, root);
	shuffle_chain_open(&scribe.chain, 99, root);
	shuffle_chain_commit(&scribe.chain, commit);
	record_add_head(&scribe.text, &head);
	for (unsigned hand = 0; hand < 3 && scribe.state.phase == PHASE_DEAL; hand++)
		write_hand(&scribe, 1000);
	if (scribe.state.phase == PHASE_DEAL && seed % 2 == 0)
		write_hand(&scribe, 11);
	else
		record_add_result(&scribe.text, scribe.state.total, seats);
	assert_false(scribe.text.cut);
	assert_comes_back(&scribe);
	return 1 + scribe.options;
}

/* Tries all games, presets and numbers of players, with random options. */
CASE(records_of_random_matches_can_be_read_back)
{
	unsigned matches = 0, options = 0;
	for (size_t i = 0; games[i] != NULL; i++)
		for (unsigned preset = 0; games[i]->presets[preset] != NULL; preset++)
			for (unsigned seats = 2; seats <= SEATS_MAX; seats++)
				for (uint64_t seed = 1; seed <= 20; seed++) {
					unsigned chosen =
						write_match(games[i], preset, seats, seed);
					matches += chosen > 0;
					options += chosen > 0 ? chosen - 1 : 0;
				}
	assert_true(matches > 200);
	assert_true(options > 2 * matches);
}

CASE(the_head_of_a_record_has_one_line_for_each_fact)
{
	static const char *const names[] = { "anna", "luc", "rose", "yves" };
	const struct record_head head = { "mitaines", "classic", "target=300  partners=no", 0, NULL,
		NULL, 4, names };
	char buffer[512];
	struct text text = text_in(buffer, sizeof buffer);
	record_add_head(&text, &head);
	assert_string_equal(buffer,
		"mitaines-record 1\n"
		"game mitaines classic\n"
		"option target=300\n"
		"option partners=no\n"
		"seats anna luc rose yves\n");
	assert_good(buffer);
}

/* Accepted variants */

CASE(comments_blanks_and_any_letter_case_are_accepted_in_a_record)
{
	assert_good(HEAD);
	assert_good(HAND);
	assert_good(HAND "5S mitten");
	assert_good(HAND "5S mitten # called\r\n\n# a comment \xc3\xa9\n\t TD# another\n");
	assert_good("# first\n\n mitaines-record 1 \r\ngame MITAINES # here\nseats a b\n");
	assert_good("mitaines-record 1\ngame mitaines Quebec\nmatch 9223372036854775807\n"
		    "option TARGET=300\noption ranks=standard\nseats a b c d\n");
	assert_good("mitaines-record 1\ngame mate\nseats a b\nmatch 3\n");
	assert_good("mitaines-record 1\ngame \t mate \nseats a  b\n");
	assert_good("\xef\xbb\xbf" HEAD);
	assert_good("mitaines-record 1\ngame mitaines\nmatch 7\nfair 2\ncommit " ZEROS
		    "\nseats a b\nhand dealer=1 deck=" DECK
		    "\nnonce 1 #b # comment\nnonce\t0 a#b\n7H\n");
}

/* Errors */

/* 31 bytes in hexadecimal, a name of 97 bytes, and a head before a commitment. */
#define HEX       "00000000000000000000000000000000000000000000000000000000000000"
#define LONG_NAME HEX "00000000000000000000000000000000000"
#define PROVED    "mitaines-record 1\ngame mitaines\nmatch 7\nfair 2\n"

CASE(errors_in_the_head_of_a_record_are_reported)
{
	static const struct {
		const char *text;
		unsigned line;
		enum record_error error;
	} cases[] = {
		{ "", 0, RECORD_ERROR_START },
		{ "# nothing\n\n", 2, RECORD_ERROR_START },
		{ "mitaines-record 2\n", 1, RECORD_ERROR_START },
		{ "mitaines-record  1\n", 1, RECORD_ERROR_START },
		{ "game mitaines\n", 1, RECORD_ERROR_START },
		{ "mitaines-record 1\n", 1, RECORD_ERROR_END },
		{ "mitaines-record 1\ngame mate\n", 2, RECORD_ERROR_END },
		{ "mitaines-record 1\nmitaines-record 1\n", 2, RECORD_ERROR_WORD },
		{ "mitaines-record 1\nfoo\n", 2, RECORD_ERROR_WORD },
		{ "mitaines-record 1\ngames mate\n", 2, RECORD_ERROR_WORD },
		{ "mitaines-record 1\n9C\n", 2, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\nseats a b\n", 2, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\noption target=500\n", 2, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\nscore 0 0\n", 2, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\ngame\n", 2, RECORD_ERROR_ARGUMENTS },
		{ "mitaines-record 1\ngame bridge\n", 2, RECORD_ERROR_GAME },
		{ "mitaines-record 1\ngame mitaines fast\n", 2, RECORD_ERROR_PRESET },
		{ "mitaines-record 1\ngame mitaines classic x\n", 2, RECORD_ERROR_ARGUMENTS },
		{ "mitaines-record 1\ngame mate\ngame mate\n", 3, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\ngame mitaines\noption target\n", 3, RECORD_ERROR_OPTION },
		{ "mitaines-record 1\ngame mitaines\noption foo=1\n", 3, RECORD_ERROR_OPTION },
		{ "mitaines-record 1\ngame mitaines\noption target=0\n", 3, RECORD_ERROR_VALUE },
		{ "mitaines-record 1\ngame mitaines\noption target=99999999999999999999\n", 3,
			RECORD_ERROR_VALUE },
		{ "mitaines-record 1\ngame mitaines\noption target=500 x\n", 3,
			RECORD_ERROR_ARGUMENTS },
		{ "mitaines-record 1\ngame mitaines quebec\noption partners=no\n", 3,
			RECORD_ERROR_VALUE },
		{ "mitaines-record 1\ngame mitaines\nmatch\n", 3, RECORD_ERROR_ARGUMENTS },
		{ "mitaines-record 1\ngame mitaines\nmatch 0\n", 3, RECORD_ERROR_NUMBER },
		{ "mitaines-record 1\ngame mitaines\nmatch 9223372036854775808\n", 3,
			RECORD_ERROR_NUMBER },
		{ "mitaines-record 1\ngame mitaines\nmatch 1\nmatch 1\n", 4, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\ngame mitaines\nseats\n", 3, RECORD_ERROR_PLAYERS },
		{ "mitaines-record 1\ngame mitaines\nseats a\n", 3, RECORD_ERROR_PLAYERS },
		{ "mitaines-record 1\ngame mitaines\nseats a b c d e\n", 3, RECORD_ERROR_PLAYERS },
		{ "mitaines-record 1\ngame mitaines\nseats 1 2 3 4 5 6 7 8 9 10 11\n", 3,
			RECORD_ERROR_PLAYERS },
		{ "mitaines-record 1\ngame mitaines\nseats 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n", 3,
			RECORD_ERROR_PLAYERS },
		{ "mitaines-record 1\ngame mitaines quebec\nseats a b\n", 3, RECORD_ERROR_PLAYERS },
		{ HEAD "seats anna luc\n", 4, RECORD_ERROR_PLACE },
		{ HEAD "option target=500\n", 4, RECORD_ERROR_PLACE },
		{ HEAD "5S\n", 4, RECORD_ERROR_PLACE },
		{ HEAD "result 0 0\n", 4, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\ngame m\xff\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\ngame mate # \x01\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xc0\xaf\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xed\xa0\x80\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xf4\x90\x80\x80\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xe2\x99", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xe0\x80\x80\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xf0\x80\x80\x80\n", 2, RECORD_ERROR_BYTES },
		{ "mitaines-record 1\n# \xee\x80\x80\ngame bridge\n", 3, RECORD_ERROR_GAME },
		{ "mitaines-record 1\ngame mitaines\noption a=b c\n", 3, RECORD_ERROR_ARGUMENTS },
		{ "mitaines-record 1\ngame mitaines\noption " LONG_NAME "=1\n", 3,
			RECORD_ERROR_OPTION },
		{ "mitaines-record 1\ngame mitaines\nfair 2\nfair 2\n", 4, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\nfair 2\n", 2, RECORD_ERROR_PLACE },
		{ PROVED "commit\n", 5, RECORD_ERROR_ARGUMENTS },
		{ PROVED "commit " HEX "0g\n", 5, RECORD_ERROR_HEX },
		{ PROVED "commit " HEX "g0\n", 5, RECORD_ERROR_HEX },
		{ PROVED "commit " HEX "0.\n", 5, RECORD_ERROR_HEX },
		{ PROVED "commit " HEX "@0\n", 5, RECORD_ERROR_HEX },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_bad(cases[i].text, cases[i].line, cases[i].error);
}

/* The Unicode Standard, table 3-7: the first and last bytes of characters, and their neighbours. */
CASE(only_utf8_without_control_characters_is_accepted_in_a_record)
{
	static const char *const good[] = { " ", "\t", "~", "\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80",
		"\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80",
		"\xf4\x8f\xbf\xbf" };
	static const char *const bad[] = { "\x1f", "\x7f", "\x80", "\xbf", "\xc1\xbf", "\xc2",
		"\xc2 ", "\xc2\x7f", "\xc2\xc0", "\xe0\x9f\xbf", "\xe2\x99", "\xe2\x99 ",
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x9f\x82",
		"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80" };
	char line[64];
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		struct record record;
		snprintf(line, sizeof line, "# %s", good[i]);
		record_open(&record, false);
		record_line(&record, "mitaines-record 1", strlen("mitaines-record 1"));
		assert_int_not_equal(record_line(&record, line, strlen(line)), RECORD_FAILED);
		assert_int_not_equal(record_line(&record, "\r", 1), RECORD_FAILED);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		snprintf(line, sizeof line, "mitaines-record 1\n# %s\n", bad[i]);
		assert_bad(line, 2, RECORD_ERROR_BYTES);
	}
}

CASE(errors_in_the_hand_of_a_record_are_reported)
{
	static const struct {
		const char *text;
		unsigned line;
		enum record_error error;
	} cases[] = {
		{ HEAD "hand\n", 4, RECORD_ERROR_ARGUMENTS },
		{ HEAD "hand dealer=0\n", 4, RECORD_ERROR_ARGUMENTS },
		{ HEAD "hand deck=" DECK " dealer=0\n", 4, RECORD_ERROR_ARGUMENTS },
		{ HEAD "hand dealer= deck=" DECK "\n", 4, RECORD_ERROR_NUMBER },
		{ HEAD "hand dealer=2 deck=" DECK "\n", 4, RECORD_ERROR_NUMBER },
		{ HEAD "hand dealer=-1 deck=" DECK "\n", 4, RECORD_ERROR_NUMBER },
		{ HEAD "hand dealer=0/ deck=" DECK "\n", 4, RECORD_ERROR_NUMBER },
		{ HEAD "hand dealer=0 deck=\n", 4, RECORD_ERROR_CARD_COUNT },
		{ HEAD "hand dealer=0 deck=2C\n", 4, RECORD_ERROR_CARD_COUNT },
		{ HEAD "hand dealer=0 deck=2C,2D,2C\n", 4, RECORD_ERROR_CARD_TWICE },
		{ HEAD "hand dealer=0 deck=2C,1C\n", 4, RECORD_ERROR_CARD },
		{ HEAD "hand dealer=0 deck=2C,,2D\n", 4, RECORD_ERROR_CARD },
		{ HEAD "hand dealer=0 deck=2C;2D\n", 4, RECORD_ERROR_CARD },
		{ HEAD "hand dealer=0 deck=" DECK ",\n", 4, RECORD_ERROR_CARD },
		{ HEAD "hand dealer=0 deck=" DECK ",2C\n", 4, RECORD_ERROR_CARD_TWICE },
		{ "mitaines-record 1\ngame mate\nseats a b\nhand dealer=0 deck=2C\n", 4,
			RECORD_ERROR_CARD_FOREIGN },
		{ HAND "hand dealer=0 deck=" DECK "\n", 5, RECORD_ERROR_PLACE },
		{ HAND "score 0 0\n", 5, RECORD_ERROR_PLACE },
		{ HAND "match 7\n", 5, RECORD_ERROR_PLACE },
		{ HAND "result 0 0\n", 5, RECORD_ERROR_PLACE },
		{ "mitaines-record 1\ngame mitaines\nhand dealer=0 deck=" DECK "\n", 3,
			RECORD_ERROR_PLACE },
		{ HAND "5S\nscore 0 0\n", 6, RECORD_ERROR_PLACE },
		{ HAND "5S\nresult 0 0\n", 6, RECORD_ERROR_PLACE },
		{ HAND "sock\n", 5, RECORD_ERROR_WORD },
		{ HAND "5S mitten x\n", 5, RECORD_ERROR_WORD },
		{ HAND "5S\nTD mitten\n5D\nfoo\n", 8, RECORD_ERROR_WORD },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_bad(cases[i].text, cases[i].line, cases[i].error);
}

CASE(illegal_moves_in_a_record_are_reported)
{
	static const struct {
		const char *text;
		unsigned line;
		enum refusal refusal;
	} cases[] = {
		{ HAND "AS\n", 5, REFUSE_NOT_HELD },
		{ HAND "5S glove\n", 5, REFUSE_CALL_CARDS },
		{ HAND "5S king\n", 5, REFUSE_NOT_NOW },
		{ HAND "keep\n", 5, REFUSE_NOT_NOW },
		{ HAND "give 5S,5D,7H\n", 5, REFUSE_NOT_NOW },
		{ HAND "5S mitten\nTD\n7H\n", 7, REFUSE_BOUND },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct record record;
		assert_bad(cases[i].text, cases[i].line, RECORD_ERROR_MOVE);
		read_text(&record, cases[i].text, false);
		assert_int_equal(record.refusal, cases[i].refusal);
	}
}

CASE(reading_a_record_ends_at_the_first_error)
{
	struct record record;
	record_open(&record, false);
	assert_int_equal(record_line(&record, "foo", 3), RECORD_FAILED);
	assert_int_equal(record_line(&record, "mitaines-record 1", 17), RECORD_FAILED);
	assert_int_equal(record_close(&record), RECORD_FAILED);
	assert_int_equal(record.error, RECORD_ERROR_START);
	assert_int_equal(record.line, 1);
}

/* A first line shorter than the byte order mark has none, whatever bytes follow it in memory. */
CASE(an_incomplete_byte_order_mark_is_not_ignored)
{
	struct record record;
	record_open(&record, false);
	assert_int_equal(record_line(&record, "\xef\xbb\xbf", 2), RECORD_FAILED);
	assert_int_equal(record.error, RECORD_ERROR_BYTES);
}

/* A chain has fewer seeds than a record could have hands. */
CASE(a_record_with_more_hands_than_seeds_is_refused)
{
	static const char *const lines[] = { "mitaines-record 1", "game mitaines", "fair 2",
		"seats a b" };
	static const char hand[] = "hand dealer=0 deck=" DECK;
	struct record record;
	record_open(&record, false);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		assert_int_equal(record_line(&record, lines[i], strlen(lines[i])), RECORD_ON);
	struct record last = record;
	last.state.hand = SHUFFLE_HANDS - 2;
	assert_int_equal(record_line(&last, hand, strlen(hand)), RECORD_ON);
	record.state.hand = SHUFFLE_HANDS - 1;
	assert_int_equal(record_line(&record, hand, strlen(hand)), RECORD_FAILED);
	assert_int_equal(record.error, RECORD_ERROR_HANDS);
}

CASE(characters_of_names_that_a_record_cannot_contain_are_replaced)
{
	static const char *const names[] = { "", "a b#c\x7f" };
	const struct record_head head = {
		.game = "mate", .preset = "", .options = "", .seats = 2, .names = names
	};
	char buffer[256];
	struct text text = text_in(buffer, sizeof buffer);
	record_add_head(&text, &head);
	assert_non_null(strstr(buffer, "seats _ a_b_c_\n"));
}

/* Reads a vector and replaces the text after `from` by `instead`. */
static const char *vector_with(char *buffer, size_t size, const char *from, const char *instead)
{
	FILE *file = fopen(VECTORS "/classic2-0.rec", "r");
	size_t length;
	struct text text;
	char *at;
	assert_non_null(file);
	length = fread(buffer, 1, size - 1, file);
	fclose(file);
	buffer[length] = '\0';
	at = strstr(buffer, from);
	assert_non_null(at);
	text = text_in(at, (size_t)(buffer + size - at));
	text_add(&text, instead);
	return buffer;
}

CASE(wrong_points_in_a_record_are_reported)
{
	char buffer[4096];
	assert_good(vector_with(
		buffer, sizeof buffer, "score", "score 100 30 # good\nresult 100 30\n"));
	assert_good(vector_with(buffer, sizeof buffer, "score", ""));
	assert_good(vector_with(buffer, sizeof buffer, "score", "result 100 30\n"));
	assert_bad(vector_with(buffer, sizeof buffer, "score", "score 100 31\n"), 53,
		RECORD_ERROR_SCORE);
	assert_bad(vector_with(buffer, sizeof buffer, "score", "score 100\n"), 53,
		RECORD_ERROR_ARGUMENTS);
	assert_bad(vector_with(buffer, sizeof buffer, "score", "score 100 30 0\n"), 53,
		RECORD_ERROR_ARGUMENTS);
	assert_bad(vector_with(buffer, sizeof buffer, "score", "score 100 3o\n"), 53,
		RECORD_ERROR_NUMBER);
	assert_bad(vector_with(buffer, sizeof buffer, "score", "score 100 30\nscore 100 30\n"), 54,
		RECORD_ERROR_PLACE);
	assert_bad(vector_with(buffer, sizeof buffer, "result", "result 30 100\n"), 54,
		RECORD_ERROR_RESULT);
	assert_bad(vector_with(buffer, sizeof buffer, "result", "result 100 30\nresult 100 30\n"),
		55, RECORD_ERROR_PLACE);
	assert_bad(vector_with(buffer, sizeof buffer, "result", "result 100 30\nhand\n"), 55,
		RECORD_ERROR_PLACE);
	assert_bad(vector_with(buffer, sizeof buffer, "result", "9C\n"), 54, RECORD_ERROR_PLACE);
	assert_bad(vector_with(buffer, sizeof buffer, "result", "hand dealer=0 deck=2C\n"), 54,
		RECORD_ERROR_DEALER);
}

/* Long lines and arbitrary bytes */

CASE(too_long_lines_of_a_record_are_refused)
{
	static char line[10 << 20];
	struct record record;
	memset(line, '#', sizeof line);
	record_open(&record, false);
	assert_int_equal(record_line(&record, line, RECORD_LINE), RECORD_ON);
	assert_int_equal(record_line(&record, line, RECORD_LINE + 1), RECORD_FAILED);
	assert_int_equal(record.error, RECORD_ERROR_LONG);
	assert_int_equal(record.line, 2);
	record_open(&record, false);
	assert_int_equal(record_line(&record, line, sizeof line), RECORD_FAILED);

	memset(line, 'x', sizeof line);
	read_text(&record, "mitaines-record 1\ngame mate\n", false);
	record.error = RECORD_ERROR_NONE;
	memcpy(line, "seats a ", 8);
	assert_int_equal(record_line(&record, line, 8 + RECORD_NAME + 1), RECORD_FAILED);
	assert_int_equal(record.error, RECORD_ERROR_NAME);
	record.error = RECORD_ERROR_NONE;
	assert_int_equal(record_line(&record, line, 8 + RECORD_NAME), RECORD_ON);
}

/* Damaged vectors are read or refused, without a crash. */
CASE(damaged_records_are_read_or_refused)
{
	struct chance chance = { 1 };
	char buffer[4096];
	struct record record;
	unsigned refused = 0;
	for (unsigned round = 0; round < 3000; round++) {
		size_t length = strlen(vector_with(buffer, sizeof buffer, "result", ""));
		for (unsigned i = chance_below(&chance, 4); i < 4; i++)
			buffer[chance_below(&chance, (unsigned)length)] =
				(char)(1 + chance_below(&chance, 255));
		if (read_text(&record, buffer, true) == RECORD_FAILED)
			refused++;
		if (record.seats > 0)
			assert_null(game_fault(record.game, &record.state));
	}
	assert_true(refused > 2000);
}

CASE(every_error_in_a_record_has_a_text)
{
	assert_string_equal(record_error_words(RECORD_ERROR_CARD_TWICE), "a card twice");
	assert_string_equal(record_error_words(RECORD_ERROR_RESULT), "not the totals");
}
