/* Compares counts of move sequences with tests/vectors/perft.txt. */
#include "engine/perft.h"
#include "tests/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, DEPTHS = 16 };

/* Returns the next word of *line and terminates it; NULL at the end. */
static char *next_word(char **line)
{
	char *word = *line + strspn(*line, " \n");
	*line = word + strcspn(word, " \n");
	if (**line != '\0')
		*(*line)++ = '\0';
	return *word != '\0' ? word : NULL;
}

static unsigned next_number(char **line)
{
	return (unsigned)strtoul(next_word(line), NULL, 10);
}

/* Checks a line of the file: "game preset players dealer count… | deck". */
static void check(char *line)
{
	const struct game *game = game_named(next_word(&line));
	int preset;
	unsigned players, dealer, depths = 0, size = 0;
	uint64_t wanted[DEPTHS], block[GAME_BLOCK / 8];
	struct state *state = (struct state *)block;
	card deck[DECK_MAX], all[DECK_MAX];
	void *scratch;

	assert_non_null(game);
	preset = game_preset(game, next_word(&line));
	players = next_number(&line);
	dealer = next_number(&line);
	for (char *word; (word = next_word(&line)) != NULL && *word != '|'; depths++)
		wanted[depths] = strtoull(word, NULL, 10);
	for (const char *at; (at = next_word(&line)) != NULL; size++)
		assert_true(card_read(&at, &record_words, &deck[size]));

	game_open(game, state, preset > 0 ? (unsigned)preset : 0);
	assert_int_equal(game_start(game, state, players, dealer), REFUSE_NONE);
	assert_int_equal(game_deck(game, state, all), size);
	game->deal(state, deck, NULL);
	scratch = calloc(DEPTHS, game->state_size);
	assert_non_null(scratch);
	for (unsigned depth = 1; depth <= depths; depth++)
		assert_int_equal(perft(game, state, depth, scratch), wanted[depth - 1]);
	free(scratch);
}

CASE(perft_counts_equal_the_test_vectors)
{
	FILE *file = fopen("tests/vectors/perft.txt", "r");
	char line[LINE];
	unsigned checked = 0;
	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL)
		if (*line != '#') {
			check(line);
			checked++;
		}
	fclose(file);
	assert_int_equal(checked, 14);
}

/* Two seats hold one card each: after two moves the hand is over. */
CASE(a_line_of_moves_that_ends_the_hand_early_counts_once)
{
	const struct game *game = game_named("mitaines");
	uint64_t block[GAME_BLOCK / 8], scratch[GAME_BLOCK];
	struct state *table = (struct state *)block;
	struct moves moves;
	card deck[DECK_MAX];
	game_open(game, table, 0);
	game_start(game, table, 2, 0);
	game_deck(game, table, deck);
	game->deal(table, deck, NULL);
	for (unsigned i = 0; i < 46; i++) {
		game->legal(table, &moves);
		game->apply(table, moves.move[0], NULL);
	}
	assert_int_equal(perft(game, table, 0, scratch), 1);
	assert_int_equal(perft(game, table, 1, scratch), 1);
	assert_int_equal(perft(game, table, 2, scratch), 1);
	assert_int_equal(perft(game, table, 3, scratch), 0);
}
