/* stranger.c - verifies deals as a stranger would: with the lines that a bystander saw in the
 * channel, and the program in README.md. */
#include <stdlib.h>
#include <unistd.h>

#include "bot/base/string.h"
#include "tests/cases.h"
#include "tests/irc/room.h"

enum { HANDS = 24, DIGITS = 64, SHOWN_DIGITS = 40, DECK = 3 * 52, WORDS = 256 };

/* Public lines about a match's proof. */
struct heard {
	char commit[SHOWN_DIGITS + 1]; /* the beginning of the commitment */
	char root[DIGITS + 1];
	char nonces[HANDS][WORDS]; /* as Python writes them: "kitten", "" */
};

/* Appends the program of README.md: the indented lines from the first import on. */
static void add_program(struct string *program)
{
	char *readme = folder_read("README.md", NULL);
	const char *line = strstr(readme, "\n    import ");
	assert_non_null(line);
	line++;
	while (*line == '\n' || strncmp(line, "    ", 4) == 0) {
		size_t length = strcspn(line, "\n") + 1;
		string_add_bytes(
			program, *line == '\n' ? line : line + 4, *line == '\n' ? 1 : length - 4);
		line += length;
	}
	free(readme);
}

/* Runs a program. Returns its output, which the caller frees. */
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
	return system("python3 -c '' 2>/dev/null") ==
		0; /* NOLINT(cert-env33-c): the command is ours */
}

/* Returns the part of a line after these words, or NULL. */
static const char *behind(const char *line, const char *words)
{
	const char *found = strstr(line, words);
	return found != NULL ? found + strlen(words) : NULL;
}

/* Copies a hexadecimal number of so many digits. Fails if `digits` already has another number. */
static void take_digits(const char *found, char *digits, size_t count)
{
	if (found == NULL)
		return;
	assert_int_equal(strspn(found, "0123456789abcdef"), count);
	if (digits[0] != '\0')
		assert_int_equal(strncmp(digits, found, count), 0);
	memcpy(digits, found, count);
	digits[count] = '\0';
}

/* Reads nonces between their quotes: `anna “kitten”, luc “”`. */
static void take_nonces(const char *found, char nonces[WORDS])
{
	char *at = nonces;
	for (bool more = true; more;) {
		const char *open = strstr(found, " “") + strlen(" “");
		const char *close = open + strcspn(open, " \r\n");
		more = *close == ' ';
		found = close;
		close -= strlen("”") + more;
		at += snprintf(
			at, (size_t)(nonces + WORDS - at), "\"%.*s\", ", (int)(close - open), open);
	}
}

/* Reads the proof's parts from a public line. */
static void take_line(const char *line, struct heard *heard)
{
	take_digits(behind(line, "Match 1, commitment: "), heard->commit, SHOWN_DIGITS);
	take_digits(behind(line, "Match 1, root: "), heard->root, DIGITS);
	for (unsigned hand = 0; hand < HANDS; hand++) {
		char key[64];
		snprintf(key, sizeof key, "Match 1, nonces for hand %u:", hand);
		const char *nonces = behind(line, hand == 0 ? "nonces for the draw:" : key);
		if (nonces != NULL)
			take_nonces(nonces, heard->nonces[hand]);
	}
}

/* Reads all lines that the bystander saw the bot say in the channel. */
static void take_transcript(const struct client *owl, struct heard *heard)
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

/* Appends a line that verifies a hand. */
static void add_check(struct string *program, unsigned hand, const struct heard *heard)
{
	string_add(program, "print(*deal(1, ");
	string_add_number(program, hand);
	string_add(program, ", \"");
	string_add(program, heard->root);
	string_add(program, "\", [");
	string_add(program, *heard->nonces[hand] != '\0' ? heard->nonces[hand] : "\"\", \"\"");
	string_add(program,
		"], [r + s for s in \"CDHS\" for r in \"23456789TJQKA\"]), sep=\"\\n\")\n");
}

/* First output of the unchanged program. */
static const char as_printed[] =
	"1a5a37a6e0bcd3db3589a96b4fe9e8ae5d2b1c34d24bdc742119acd597b98a52\n"
	"5H 8C KD JC AC TD KS 4C 6S 5D 2S AD ";

/* Writes the record's decks in the program's format, one a line. Returns their number. */
static unsigned add_decks(struct bot *bot, struct string *decks)
{
	unsigned count = 0;
	assert_int_equal(bot_command(bot,
				 (const char *[]){ "export", "-c", bot->configuration, "--match",
					 "1", NULL }),
		0);
	for (const char *at = bot->output; (at = strstr(at, " deck=")) != NULL;) {
		for (at += strlen(" deck="); *at != '\n'; at++)
			string_add_char(decks, *at == ',' ? ' ' : *at);
		string_add_char(decks, '\n');
		count++;
	}
	return count;
}

static const char *next_line(const char *text)
{
	return text + strcspn(text, "\n") + 1;
}

/* Fails unless the draw and each hand fit the commitment, and the record has the same decks. */
static void compare(
	const char *printed, const char *decks, const struct heard *heard, unsigned hands)
{
	for (unsigned hand = 0; hand <= hands; hand++) {
		assert_int_equal(strncmp(printed, heard->commit, SHOWN_DIGITS), 0);
		printed = next_line(printed);
		if (hand > 0) {
			assert_int_equal(strncmp(printed, decks, DECK), 0);
			decks = next_line(decks);
		}
		printed = next_line(printed);
	}
	assert_string_equal(decks, "");
}

/* Fails unless the players drew the first cards of the draw's deck, in the order of sitting
 * down. */
static void compare_draw(const struct room *room, const char *deck)
{
	char said[64];
	snprintf(said, sizeof said, " anna draws %.2s. luc draws %.2s.", deck, deck + 3);
	if (strstr(room->people[ROOM_OWL].client.transcript, said) == NULL)
		room_fail(room, said, deck);
}

/* Starts a match with nonces for the draw and hands 1 and 2. Hand 2 is nearly always dealt: a match
 * to 500 is almost never won in one hand, one to 200 in every fortieth. */
static void begin(struct room *room)
{
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_ask(room, anna, "!new", "anna opens a table");
	room_ask(room, luc, "!join", "luc sits down");
	room_ask(room, anna, "!nonce ”,zèbre", "goes into the draw and the shuffle of hand 1");
	room_whisper(luc, "nonce #2");
	room_expect(room, luc, "Say !nonce and one word");
	room_whisper(luc, "nonce kitten.");
	room_expect(room, luc, "“kitten.” goes into the draw");
	room_ask(room, anna, "!start", "Hand 1: ");
	room_ask(room, luc, "!nonce tiger", "“tiger” goes into the shuffle of hand 2");
}

/* Verifies match 1 from the bystander's lines. */
static void check(struct room *room)
{
	static struct heard heard;
	struct string program = STRING_EMPTY;
	struct string decks = STRING_EMPTY;
	memset(&heard, 0, sizeof heard);
	take_transcript(&room->people[ROOM_OWL].client, &heard);
	assert_string_not_equal(heard.commit, "");
	assert_string_not_equal(heard.root, "");
	assert_string_equal(heard.nonces[0], "\"”,zèbre\", \"kitten.\", ");
	assert_non_null(strstr(heard.nonces[1], "\"kitten.\", "));
	assert_non_null(strstr(heard.nonces[2], "\"tiger\", "));
	unsigned hands = add_decks(&room->bot, &decks);
	assert_true(hands > 1 && hands < HANDS);
	add_program(&program);
	for (unsigned hand = 0; hand <= hands; hand++)
		add_check(&program, hand, &heard);
	char *printed = run_python(room, &program);
	assert_int_equal(strncmp(printed, as_printed, strlen(as_printed)), 0);
	const char *first = next_line(next_line(printed));
	compare(first, decks.bytes, &heard, hands);
	compare_draw(room, next_line(first));
	free(printed);
	string_free(&program);
	string_free(&decks);
}

/* The program also accepts a hand's seed and the hand's number instead of the root. */
static void check_seed(struct room *room, struct player *player)
{
	char seed[DIGITS + 1] = "";
	char commit[DIGITS + 1] = "";
	struct string program = STRING_EMPTY;
	room_ask(room, player, "!verify 1 1", ":Match 1, hand 1: commitment ");
	take_digits(behind(player->answer, "commitment "), commit, DIGITS);
	take_digits(behind(player->answer, " seed "), seed, DIGITS);
	add_program(&program);
	string_add(&program, "print(deal(1, 1, \"");
	string_add(&program, seed);
	string_add(&program, "\", [], cards, 1)[0])\n");
	char *printed = run_python(room, &program);
	assert_int_equal(strncmp(next_line(next_line(printed)), commit, DIGITS), 0);
	free(printed);
	string_free(&program);
}

CASE_WITH(every_hand_can_be_verified_by_an_independent_program, struct room *room, room_open,
	room_close)
{
	struct player *owl = &room->people[ROOM_OWL];
	if (!have_python())
		skip();
	begin(room);
	room_play(room, owl, "Hand 2: ");
	check_seed(room, room_enter(room, "eve"));
	room_play(room, owl, " won the match!");
	room_expect(room, owl, "Match 1, root: ");
	check(room);
}
