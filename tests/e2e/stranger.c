/*
 * Deals as a stranger checks them: with the lines a bystander saw in the channel and the program in
 * README.md, and nothing of the bot's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "bot/base/string.h"
#include "tests/irc/room.h"

enum { HANDS = 24, DIGITS = 64, DECK = 3 * 52, WORDS = 256 };

/* What was heard of a hand. */
struct heard {
	char commit[DIGITS + 1];
	char seed[DIGITS + 1];
	char nonces[WORDS]; /* as Python writes them: "kitten", "" */
};

/* Adds the program of README.md: the indented lines from the first import on. */
static void add_program(struct string *program)
{
	char *readme = folder_read("README.md", NULL);
	const char *line = strstr(readme, "\n    import ");
	assert_non_null(line);
	line++;
	while (*line == '\n' || strncmp(line, "    ", 4) == 0) {
		size_t length = strcspn(line, "\n") + 1;
		string_bytes(
			program, *line == '\n' ? line : line + 4, *line == '\n' ? 1 : length - 4);
		line += length;
	}
	free(readme);
}

/* Runs a program; its output is to be freed. */
static char *run_python(const struct room *room, const struct string *program)
{
	char script[PATH_MAX];
	char output[PATH_MAX];
	char line[2 * PATH_MAX + 64];
	folder_file(room->bot.folder, "check.py", script);
	folder_file(room->bot.folder, "check.out", output);
	FILE *file = fopen(script, "w");
	assert_non_null(file);
	fputs(program->bytes, file);
	assert_int_equal(fclose(file), 0);
	snprintf(line, sizeof line, "python3 -I '%s' >'%s'", script, output);
	if (system(line) != 0) /* NOLINT(cert-env33-c): the command is ours */
		fail_msg("%s", program->bytes);
	return folder_read(output, NULL);
}

static bool have_python(void)
{
	return system("python3 -c '' 2>/dev/null") == 0; /* NOLINT(cert-env33-c): likewise */
}

/* The words behind "START HAND: " in a line, or NULL. */
static const char *behind(const char *line, const char *start, unsigned hand)
{
	char key[64];
	if (hand == 0)
		snprintf(key, sizeof key, "%s the draw: ", start);
	else
		snprintf(key, sizeof key, "%s hand %u: ", start, hand);
	const char *found = strstr(line, key);
	return found != NULL ? found + strlen(key) : NULL;
}

/* What is said again must be the same. */
static void take_digits(const char *found, char digits[DIGITS + 1])
{
	if (found == NULL)
		return;
	assert_int_equal(strspn(found, "0123456789abcdef"), DIGITS);
	if (digits[0] != '\0')
		assert_int_equal(strncmp(digits, found, DIGITS), 0);
	memcpy(digits, found, DIGITS);
	digits[DIGITS] = '\0';
}

/* Takes nonces between their quotes: `anna “kitten”, luc “”.` */
static void take_nonces(const char *found, char nonces[WORDS])
{
	char *at = nonces;
	for (bool more = true; more;) {
		const char *open = strstr(found, " “") + strlen(" “");
		const char *close = open + strcspn(open, " ");
		more = close[-1] == ',';
		close -= strlen("”,");
		at += snprintf(
			at, (size_t)(nonces + WORDS - at), "\"%.*s\", ", (int)(close - open), open);
		found = close;
	}
}

/* Takes what one public line tells; a nonce line belongs to the hand whose cards it names. */
static void take_line(const char *line, struct heard heard[HANDS])
{
	char key[32];
	const char *nonces = strstr(line, "Nonces by seat:");
	for (unsigned hand = 0; hand < HANDS; hand++) {
		take_digits(behind(line, "Commitment to", hand), heard[hand].commit);
		take_digits(behind(line, "Seed of", hand), heard[hand].seed);
		snprintf(key, sizeof key, "] Hand %u: ", hand);
		if (nonces != NULL && strstr(line, hand == 0 ? " draws " : key) != NULL)
			take_nonces(nonces, heard[hand].nonces);
	}
}

/* Takes all the bystander saw the bot say in the channel. */
static void take_transcript(const struct client *owl, struct heard heard[HANDS])
{
	char *copy = strdup(owl->transcript);
	char *save = NULL;
	assert_non_null(copy);
	for (char *line = strtok_r(copy, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save))
		if (strstr(line, " PRIVMSG #t :") != NULL && strstr(line, ":mitaines!") == line)
			take_line(line, heard);
	free(copy);
}

/* Adds a line that checks a hand. */
static void add_check(struct string *program, unsigned hand, const struct heard *heard)
{
	string_add(program, "print(*deal(1, ");
	string_number(program, hand);
	string_add(program, ", \"");
	string_add(program, heard->seed);
	string_add(program, "\", [");
	string_add(program, heard->nonces);
	string_add(program,
		"], [r + s for s in \"CDHS\" for r in \"23456789TJQKA\"]), sep=\"\\n\")\n");
}

/* What the program says first when it is run as it stands. */
static const char as_printed[] =
	"cf9e79045c8435b6dfefc7c5c1a1845a22dfb813ab136c3cd4f7688d45027ae5\n"
	"8S AD 3H 7C 2C QS AC 9C TH QH 2H 8C ";

/* Writes the decks of the record as the program does, one a line. */
static void add_decks(struct bot *bot, struct string *decks)
{
	assert_int_equal(bot_command(bot,
				 (const char *[]){ "export", "-c", bot->configuration, "--match",
					 "1", NULL }),
		0);
	for (const char *at = bot->output; (at = strstr(at, " deck=")) != NULL;) {
		for (at += strlen(" deck="); *at != '\n'; at++)
			string_char(decks, *at == ',' ? ' ' : *at);
		string_char(decks, '\n');
	}
}

static const char *next_line(const char *text)
{
	return text + strcspn(text, "\n") + 1;
}

/* Each hand's commitment is the one that was heard; its deck that of the record. */
static void compare(
	const char *printed, const char *decks, const struct heard *heard, unsigned hands)
{
	for (unsigned hand = 0; hand < hands; hand++) {
		assert_int_equal(strncmp(printed, heard[hand].commit, DIGITS), 0);
		printed = next_line(printed);
		if (hand > 0) {
			assert_int_equal(strncmp(printed, decks, DECK), 0);
			decks = next_line(decks);
		}
		printed = next_line(printed);
	}
	assert_string_equal(decks, "");
}

/* The first cards of the draw are the ones the players drew, in the order of sitting down. */
static void compare_draw(const struct room *room, const char *deck)
{
	char said[64];
	snprintf(said, sizeof said, "[1] anna draws %.2s. luc draws %.2s.", deck, deck + 3);
	if (strstr(room->people[ROOM_OWL].client.transcript, said) == NULL)
		room_fail(room, said, deck);
}

/* Two people give nonces for the draw and the first hand, and one for the second. */
static void begin(struct room *room)
{
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_ask(room, anna, "!new target=200", "anna opens a table");
	room_ask(room, luc, "!join", "luc sits down");
	room_ask(room, anna, "!nonce ”,zèbre", "goes into the draw and the shuffle of hand 1");
	room_whisper(luc, "nonce #2");
	room_expect(room, luc, "Say !nonce and one word");
	room_whisper(luc, "nonce kitten.");
	room_expect(room, luc, "“kitten.” goes into the draw");
	room_ask(room, anna, "!start", "Hand 1: ");
	room_ask(room, luc, "!nonce tiger", "“tiger” goes into the shuffle of hand 2");
}

/* Checks all that the bystander heard of match 1. */
static void check(struct room *room)
{
	struct heard heard[HANDS] = { { .commit = "" } };
	struct string program = STRING_EMPTY;
	struct string decks = STRING_EMPTY;
	unsigned hands = 0;
	take_transcript(&room->people[ROOM_OWL].client, heard);
	add_program(&program);
	for (; heard[hands].seed[0] != '\0'; hands++) {
		if (heard[hands].nonces[0] == '\0')
			snprintf(heard[hands].nonces, WORDS, "\"\", \"\"");
		add_check(&program, hands, &heard[hands]);
	}
	assert_true(hands > 2);
	assert_string_equal(heard[hands].commit, "");
	assert_string_equal(heard[0].nonces, "\"”,zèbre\", \"kitten.\", ");
	assert_non_null(strstr(heard[1].nonces, "\"kitten.\", "));
	char *printed = run_python(room, &program);
	assert_int_equal(strncmp(printed, as_printed, strlen(as_printed)), 0);
	const char *first = next_line(next_line(printed));
	add_decks(&room->bot, &decks);
	/* The last seed is of a hand that was promised and not dealt. */
	compare(first, decks.bytes, heard, hands - 1);
	compare_draw(room, next_line(first));
	free(printed);
	string_free(&program);
	string_free(&decks);
}

static void a_stranger_checks_every_hand(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	if (!have_python())
		skip();
	begin(room);
	room_play(room, owl, " won the match!");
	room_expect(room, owl, "This was match 1:");
	check(room);
}

/* The bot is killed between a promise and its deal, and the seed is the one that was promised. */
static void promises_outlive_the_bot(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	if (!have_python())
		skip();
	begin(room);
	room_play_moves(room, 5);
	room_kill_bot(room);
	room_start_bot(room);
	room_expect(room, owl, "This is match 1. Nonces by seat: ");
	room_play(room, owl, " won the match!");
	room_expect(room, owl, "This was match 1:");
	check(room);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_stranger_checks_every_hand, room_open, room_close),
		cmocka_unit_test_setup_teardown(promises_outlive_the_bot, room_open, room_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
