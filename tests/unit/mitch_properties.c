/* Properties of every hand of Mitch, with every variation. */
#include "engine/mitch.h"
#include "tests/properties.h"

enum { HANDS = 25000 };

static void swap(struct mitch_hand *hand, card *other)
{
	card given = cards_first(hand->all);
	cards copy = hand->twice & card_bit(given);
	hand->twice &= ~copy;
	hand->all &= ~card_bit(given) | copy;
	hand->twice |= hand->all & card_bit(*other);
	hand->all |= card_bit(*other);
	*other = given;
}

/* Exchanges cards of the stock, except Aces, with hidden hands, then shuffles it. */
static void scramble(struct state *state, unsigned seat, struct chance *chance)
{
	struct mitch *mitch = (struct mitch *)state;
	card *stock = mitch->deck + DECK_MAX - mitch->open.stock;
	for (unsigned i = 0; i < mitch->open.stock; i++) {
		unsigned other = chance_below(chance, state->players);
		if (other != seat && card_rank(stock[i]) != RANK_A && mitch->hand[other].all != 0)
			swap(&mitch->hand[other], &stock[i]);
	}
	if (mitch->open.stock > 0)
		chance_shuffle(chance, stock, mitch->open.stock);
}

static void hold_preset(const char *preset, unsigned players, const char *options)
{
	const struct family family = { &mitch_game, preset, players, options, HANDS, scramble };
	family_holds(&family);
}

static void hold(unsigned players, const char *options)
{
	hold_preset("banilower", players, options);
}

static void any_number_of_players_keeps_the_properties(void **state)
{
	(void)state;
	hold(2, "");
	hold(3, "");
	hold(4, "");
	hold(5, "");
}

static void revolution_keeps_the_properties(void **state)
{
	(void)state;
	hold_preset("revolution", 2, "");
	hold_preset("revolution", 5, "draw=place fifth=yes");
}

static void draw_options_keep_the_properties(void **state)
{
	(void)state;
	hold(3, "draw=either");
	hold(4, "draw=place");
}

static void scoring_options_keep_the_properties(void **state)
{
	(void)state;
	hold(3, "ties=low double=shortest");
}

static void two_decks_keep_the_properties(void **state)
{
	(void)state;
	hold(6, "decks=2");
	hold(10, "decks=2 hand=9 draw=place double=shortest");
}

static void hand_sizes_keep_the_properties(void **state)
{
	(void)state;
	hold(2, "hand=0 hands=3");
	hold(4, "hand=0 draw=either");
	hold(3, "hand=3");
	hold(5, "hand=9");
}

static void highlow_keeps_the_properties(void **state)
{
	(void)state;
	hold(3, "highlow=yes");
	hold(7, "highlow=yes decks=2 ties=low draw=either double=shortest");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_players_keeps_the_properties),
		cmocka_unit_test(revolution_keeps_the_properties),
		cmocka_unit_test(draw_options_keep_the_properties),
		cmocka_unit_test(scoring_options_keep_the_properties),
		cmocka_unit_test(two_decks_keep_the_properties),
		cmocka_unit_test(hand_sizes_keep_the_properties),
		cmocka_unit_test(highlow_keeps_the_properties),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
