/* arena.c - the program `arena`: plays two AI players against each other and prints the results. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/text.h"
#include "tests/lab/bout.h"

enum { OPTIONS_MOST = 16, PAIRS_MOST = 10000000 };

/* The arguments of the command line. */
struct challenge {
	const char *game;
	const char *preset;
	const char *option[OPTIONS_MOST]; /* "name=value" */
	unsigned options;
	const char *fighter[2];
	unsigned fighters;
	uint64_t players;
	uint64_t pairs;
	uint64_t seed;
	bool hand;
};

static int usage(void)
{
	fputs("usage: arena --game G [--preset P] --players N [--option NAME=VALUE ...]\n"
	      "             A B [--pairs K] [--seed S] [--match | --hand]\n"
	      "AI players A and B play each other on all processors. In each of K pairs (100) the\n"
	      "same cards are dealt with the seats exchanged, and of more than two sides each is\n"
	      "once alone on every one; whole matches, or single hands. Prints who wins (half is\n"
	      "even) and how many points a hand brings, with standard errors, and the processor's\n"
	      "time for a move. A and B are one of:",
		stderr);
	for (const struct fighter *fighter = fighters; fighter->name != NULL; fighter++)
		fprintf(stderr, " %s", fighter->name);
	fputs("\n", stderr);
	return 2;
}

static int fail(const char *what, const char *value)
{
	fprintf(stderr, "arena: %s: %s\n", what, value);
	return 1;
}

/* Reads a whole number from 1 to `most`. Returns false for any other text. */
static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
	char *end;
	*number = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && *number > 0 && *number <= most;
}

/* Reads the option `name` with its value. Returns false for an unknown name or a wrong value. */
static bool take_option(struct challenge *challenge, const char *name, const char *value)
{
	if (strcmp(name, "--game") == 0)
		challenge->game = value;
	else if (strcmp(name, "--preset") == 0)
		challenge->preset = value;
	else if (strcmp(name, "--option") == 0 && challenge->options < OPTIONS_MOST)
		challenge->option[challenge->options++] = value;
	else if (strcmp(name, "--players") == 0)
		return read_number(value, SEATS_MAX, &challenge->players);
	else if (strcmp(name, "--pairs") == 0)
		return read_number(value, PAIRS_MOST, &challenge->pairs);
	else if (strcmp(name, "--seed") == 0)
		return read_number(value, UINT64_MAX, &challenge->seed);
	else
		return false;
	return true;
}

/* Reads the argument at argv[*at], and its value if it takes one. Moves *at to the last argument
 * read. Returns false for wrong usage. */
static bool take(struct challenge *challenge, int argc, char **argv, int *at)
{
	const char *word = argv[*at];
	if (strcmp(word, "--match") == 0 || strcmp(word, "--hand") == 0) {
		challenge->hand = strcmp(word, "--hand") == 0;
		return true;
	}
	if (*word == '-')
		return ++*at < argc && take_option(challenge, word, argv[*at]);
	if (challenge->fighters == 2)
		return false;
	challenge->fighter[challenge->fighters++] = word;
	return true;
}

/* Reads the command line. Returns false for wrong usage. */
static bool read_challenge(int argc, char **argv, struct challenge *challenge)
{
	bool good = true;
	for (int i = 1; good && i < argc; i++)
		good = take(challenge, argc, argv, &i);
	return good && challenge->game != NULL && challenge->players > 0 &&
		challenge->fighters == 2;
}

/* Sets a game option written "name=value". Returns false for an unknown option or value. */
static bool set_option(const struct game *game, struct state *state, const char *option)
{
	char name[64];
	const char *value = strchr(option, '=');
	struct text text = text_in(name, sizeof name);
	if (value == NULL)
		return false;
	text_bytes(&text, option, (size_t)(value - option));
	return game_set(game, state, name, value + 1) == REFUSE_NONE;
}

/* Prepares the state from which all matches start. Returns -1, or the exit status after printing an
 * error. */
static int prepare(const struct challenge *challenge, const struct game *game, struct state *state)
{
	int preset = *challenge->preset == '\0' ? 0 : game_preset(game, challenge->preset);
	if (preset < 0)
		return fail("no such preset", challenge->preset);
	game_open(game, state, (unsigned)preset);
	for (unsigned i = 0; i < challenge->options; i++)
		if (!set_option(game, state, challenge->option[i]))
			return fail("no such option", challenge->option[i]);
	if (game_start(game, state, (unsigned)challenge->players, 0) != REFUSE_NONE)
		return fail("players", "not so many with this game and its options");
	return -1;
}

/* Checks that both players can play at the tables of a bout. Returns -1 if so, or the exit status
 * after printing an error. */
static int admit(const struct bout *bout)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct fighter *fighter = bout->fighter[i];
		if (fighter->plays != NULL && !fighter->plays(bout->game, bout->start))
			return fail("does not play at such a table", fighter->name);
	}
	return -1;
}

static void print(const struct bout *bout, const struct outcome *outcome)
{
	const struct figure *wins = &outcome->wins;
	for (unsigned i = 0; i < 2; i++)
		printf("%c %s: wins %.1f ± %.1f %%, %.2f points a hand\n", 'A' + (int)i,
			bout->fighter[i]->name, (i == 0 ? wins->value : 1 - wins->value) * 100,
			wins->error * 100, outcome->points[i]);
	if (outcome->sides > 2)
		printf("A has one of %u sides: wins %.1f ± %.1f %%; all but one: %.1f ± %.1f %%\n",
			outcome->sides, outcome->alone.value * 100, outcome->alone.error * 100,
			outcome->others.value * 100, outcome->others.error * 100);
	printf("A ahead by %.2f ± %.2f points a hand, in %" PRIu64 " hands\n", outcome->ahead.value,
		outcome->ahead.error, outcome->hands);
	for (unsigned i = 0; i < 2; i++)
		printf("%c %s: %.4f ms a move\n", 'A' + (int)i, bout->fighter[i]->name,
			outcome->times[i].seconds * 1e3 / (double)outcome->times[i].moves);
}

int main(int argc, char **argv)
{
	struct challenge challenge = { .preset = "", .pairs = 100, .seed = 1 };
	struct outcome outcome;
	if (!read_challenge(argc, argv, &challenge))
		return usage();
	struct bout bout = { .game = game_named(challenge.game),
		.seed = challenge.seed,
		.pairs = (unsigned)challenge.pairs,
		.hand = challenge.hand };
	if (bout.game == NULL)
		return fail("no such game", challenge.game);
	for (unsigned i = 0; i < 2; i++) {
		bout.fighter[i] = fighter_named(challenge.fighter[i]);
		if (bout.fighter[i] == NULL)
			return fail("no such player", challenge.fighter[i]);
	}
	struct state *state = memory_new(1, bout.game->state_size);
	bout.start = state;
	int status = prepare(&challenge, bout.game, state);
	if (status < 0)
		status = admit(&bout);
	if (status < 0) {
		bout_fight(&bout, &outcome);
		print(&bout, &outcome);
		status = 0;
	}
	free(state);
	return status;
}
