/* tools/perft.c - `mitaines perft`: counts the legal sequences of moves. */
#include "engine/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/tools/tools.h"

enum { DEPTH_MOST = 64 };

struct question {
	const char *game;
	const char *preset;
	const char *deck;
	int64_t players, dealer, depth;
};

/* Reads the command line. Returns false if it is wrong. */
static bool read_question(int argc, char **argv, struct question *question)
{
	bool good = argc % 2 == 1;
	for (int i = 1; good && i + 1 < argc; i += 2) {
		const char *name = argv[i], *value = argv[i + 1];
		if (strcmp(name, "--game") == 0)
			question->game = value;
		else if (strcmp(name, "--preset") == 0)
			question->preset = value;
		else if (strcmp(name, "--deck") == 0)
			question->deck = value;
		else if (strcmp(name, "--players") == 0)
			good = tools_read_number(value, 0, SEATS_MAX, &question->players);
		else if (strcmp(name, "--dealer") == 0)
			good = tools_read_number(value, 0, SEATS_MAX - 1, &question->dealer);
		else if (strcmp(name, "--depth") == 0)
			good = tools_read_number(value, 0, DEPTH_MOST, &question->depth);
		else
			good = false;
	}
	return good && question->game != NULL && question->deck != NULL && question->players > 0 &&
		question->depth > 0;
}

/* Reads a deck that has each card of the game once. Returns an error text, or NULL on success. */
static const char *read_deck(
	const struct game *game, const struct state *state, const char *text, card deck[DECK_MAX])
{
	card full[DECK_MAX];
	unsigned size = game_deck(game, state, full);
	unsigned count = 0;
	while (*(text += strspn(text, " ,")) != '\0') {
		card c;
		unsigned at = 0;
		if (count == size || !card_read(&text, &record_words, &c))
			return text;
		while (at < size && full[at] != c)
			at++;
		if (at == size)
			return "a card twice, or not of this game";
		full[at] = CARD_NONE;
		deck[count++] = c;
	}
	return count == size ? NULL : "not enough cards";
}

static int count(const struct game *game, const struct question *question, struct state *state,
	unsigned preset, void *scratch)
{
	card deck[DECK_MAX];
	game_open(game, state, preset);
	if (question->dealer >= question->players ||
		game_start(game, state, (unsigned)question->players, (unsigned)question->dealer) !=
			REFUSE_NONE)
		return tools_fail("perft", "players or dealer", "not with this game");
	const char *fault = read_deck(game, state, question->deck, deck);
	if (fault != NULL)
		return tools_fail("perft", "deck", fault);
	game->deal(state, deck, NULL);
	for (unsigned depth = 1; depth <= question->depth; depth++)
		printf("%u %" PRIu64 "\n", depth, perft(game, state, depth, scratch));
	return 0;
}

int perft_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines perft --game G [--preset P] --players N --dealer S --deck "
		"\"CARDS\" --depth D\n"
		"Prints `depth count` for depths 1 to D: the number of legal sequences of as many\n"
		"moves after the deal.\n";
	struct question question = { .preset = "" };
	if (!read_question(argc, argv, &question))
		return tools_usage(argc, argv, usage);
	const struct game *game = game_named(question.game);
	if (game == NULL)
		return tools_fail("perft", "no such game", question.game);
	int preset = *question.preset == '\0' || strcmp(question.preset, "-") == 0
		? 0
		: game_preset(game, question.preset);
	if (preset < 0)
		return tools_fail("perft", "no such preset", question.preset);
	void *blocks = memory_new((size_t)question.depth + 1, game->state_size);
	int status =
		count(game, &question, blocks, (unsigned)preset, (char *)blocks + game->state_size);
	free(blocks);
	return status;
}
