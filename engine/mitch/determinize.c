/* mitch/determinize.c - random deals that agree with the view of one seat */
#include <string.h>

#include "engine/mitch/view.h"
#include "engine/playout.h"

static void take_out(uint8_t left[CARD_COUNT], cards set)
{
	for (; set != 0; set &= set - 1)
		left[cards_first(set)]--;
}

/*
 * Counts the hidden copies of each card: those that the seat has not seen and that are in no known
 * hand.
 */
static void count_hidden(const struct mitch_view *view, uint8_t left[CARD_COUNT])
{
	const struct mitch_open *open = &view->open;
	memset(left, (int)(mitch_deck_size(open) / CARD_COUNT), CARD_COUNT);
	for (unsigned i = 0; i < open->aces; i++)
		left[open->ace[i]]--;
	for (unsigned i = 0; i < open->pile_count; i++)
		left[open->pile[i]]--;
	take_out(left, view->hand.all);
	take_out(left, view->hand.twice);
	for (unsigned seat = 0; seat < view->head.open.players; seat++) {
		take_out(left, open->placed[seat]);
		if (seat != view->head.seat)
			take_out(left, open->taken[seat]);
	}
}

/* Lists the hidden copies of cards from `from` to `to` - 1. Returns their number. */
static unsigned list_cards(
	const uint8_t left[CARD_COUNT], unsigned from, unsigned to, card list[DECK_MAX])
{
	unsigned count = 0;
	for (unsigned c = from; c < to; c++)
		for (unsigned i = 0; i < left[c]; i++)
			list[count++] = (card)c;
	return count;
}

/* Fills the state with a random deal. Hidden Aces go to the stock: no hand holds an Ace. */
void mitch_determinize(const struct view *view, struct chance *chance, struct state *state)
{
	const unsigned aces = CARD(RANK_A, 0);
	const struct mitch_view *known = (const struct mitch_view *)view;
	struct mitch *mitch = (struct mitch *)state;
	uint8_t left[CARD_COUNT];
	card list[DECK_MAX];
	memset(mitch, 0, sizeof *mitch);
	mitch->head = view->open;
	mitch->open = known->open;
	count_hidden(known, left);
	unsigned count = list_cards(left, 0, aces, list);
	chance_shuffle(chance, list, count);
	for (unsigned seat = 0; seat < state->players; seat++) {
		struct mitch_hand *hand = &mitch->hand[seat];
		if (seat == view->seat) {
			*hand = known->hand;
			continue;
		}
		hand->all = known->open.taken[seat];
		for (unsigned i = cards_count(hand->all); i < known->open.held[seat]; i++) {
			cards one = card_bit(list[--count]);
			hand->twice |= hand->all & one;
			hand->all |= one;
		}
	}
	count += list_cards(left, aces, CARD_COUNT, list + count);
	chance_shuffle(chance, list, count);
	memcpy(mitch->deck + DECK_MAX - count, list, count);
}
