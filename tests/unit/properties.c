/* Properties of every hand of every game, with any preset, players and options. */
#include "tests/properties.h"
#include "tests/options.h"

enum { ROUNDS = 24, HANDS = 150 };

/* Plays hands with random options that allow this number of players. */
static void hold(const struct game *game, unsigned preset, unsigned players, struct chance *chance)
{
	union any_state table;
	char options[256];
	struct text text = text_in(options, sizeof options);
	struct family family = { .game = game,
		.preset = game->presets[preset],
		.players = players,
		.options = options,
		.hands = HANDS };
	game_open(game, &table.state, preset);
	options_choose(game, &table.state, chance, &text);
	if ((game_players(game, &table.state) >> players & 1) != 0)
		family_holds(&family);
}

static void every_hand_keeps_the_properties_of_games(void **state)
{
	struct chance chance = { 1 };
	(void)state;
	for (unsigned i = 0; games[i] != NULL; i++)
		for (unsigned preset = 0; games[i]->presets[preset] != NULL; preset++)
			for (unsigned players = 0; players < (SEATS_MAX + 1) * ROUNDS; players++)
				hold(games[i], preset, players % (SEATS_MAX + 1), &chance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_hand_keeps_the_properties_of_games),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
